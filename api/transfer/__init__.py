"""Export and import of a whole game."""
