"""What a referee may order, what regulations usually order, and the life of a dispute."""
