"""Who sits at the table of a game, as its pages name them."""

from scoring.models import Game
from scoring.wording import deck_of
from scoring.wording.steps import TableNames


def table_of(game: Game) -> TableNames:
    """Who sits where in the game, and what its cards are called."""
    sides: dict[int, list[int]] = {}
    for seat in game.lineup:
        sides.setdefault(seat["side"], []).append(seat["seat"])
    deck = deck_of(game.variant, deck=game.deck)
    return TableNames({seat["seat"]: seat["player"]["name"] for seat in game.lineup}, sides, deck)
