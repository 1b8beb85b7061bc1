"""The rules of the game: pure functions over values, standard library only."""
