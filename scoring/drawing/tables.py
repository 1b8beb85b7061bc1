"""Who sits at the table of a game, as its pages name them."""

from scoring.models import Game
from scoring.rules.pack.lineup import lineup_at
from scoring.wording import deck_of
from scoring.wording.steps import TableNames


def table_of(game: Game, *, deal: int | None = None) -> TableNames:
    """Who sits where in the game, and what its cards are called. `deal` asks who sat there in that deal."""
    lineup = game.lineup if deal is None else lineup_at(game.lineup, deal=deal)
    sides: dict[int, list[int]] = {}
    for seat in lineup:
        sides.setdefault(seat["side"], []).append(seat["seat"])
    deck = deck_of(game.variant, deck=game.deck)
    return TableNames({seat["seat"]: seat["player"]["name"] for seat in lineup}, sides, deck)
