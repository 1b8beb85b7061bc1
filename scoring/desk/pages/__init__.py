"""What each page of the review desk shows."""
