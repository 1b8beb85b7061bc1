"""Games: opening, reading and changing them."""
