"""Players: search, names, merging."""
