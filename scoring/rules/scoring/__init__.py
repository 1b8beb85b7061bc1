"""What all variants share when a deal is scored: carry, result, ending, points."""
