"""Changes of what a game is played by: its settings, and who sits where."""
