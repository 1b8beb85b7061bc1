"""Options of a game: how one is declared, and how a game's options follow from a preset."""
