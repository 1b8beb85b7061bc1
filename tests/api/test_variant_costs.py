"""What a request costs in SQL statements is the same in every variant, in its first deal and in a later one."""

from dataclasses import dataclass, field

import pytest

from scoring.rules.variants import VARIANTS
from tests.api.says import Json, announce, bid, deal, lay, tricks_of, worked
from tests.api.table import Club, GameClient
from tests.api.test_costs import at_most, costs

pytestmark = pytest.mark.django_db

BIDS = [bid(seat, 40) for seat in (1, 2, 3, 4)]
LAYS = [lay(int(seat), card) for seat, card in worked("C1")["laid"].items()]


@dataclass(frozen=True)
class Evening:
    """How a game of the variant is opened, how a worked deal begins in it, and the slates of the deals before."""

    worked: str
    opening: list[Json]
    slates: list[list[Json]]
    request: Json = field(default_factory=dict)

    def begun(self, variant: str, *, before: list[list[Json]]) -> GameClient:
        """A game whose deal after these slates has begun; no trick lies. After all slates the same seat leads again."""
        game = Club().open(variant=variant, **self.request)
        game.report(*(said for slate in before for said in slate), *self.opening)
        return game


def slate(*points: int, turned: str | None = None, **more: object) -> list[Json]:
    """A deal by the slate."""
    told = {str(side): each for side, each in enumerate(points, start=1)}
    return [deal(**({"turned": turned} if turned else {})), {"kind": "count", "points": told, **more}]


def bid_slate() -> list[Json]:
    """The slate of a Differenzler deal whose bids were made before."""
    opened, counted = slate(57, 40, 30, 30, turned="E6")
    return [opened, *BIDS, counted]


EVENINGS = {
    "schieber": Evening(
        "R1",
        [deal(), announce("schilten")],
        [slate(97, 60, mode="rosen")] * 4,
        {"rules": {"target": 1_000_000}},
    ),
    "coiffeur": Evening(
        "R1",
        [deal(), announce("schilten")],
        [slate(97, 60, mode=mode) for mode in ("eicheln", "eicheln", "rosen", "rosen")],
    ),
    "differenzler": Evening(
        "R1",
        [deal(turned="SA"), *BIDS],
        [bid_slate()] * 4,
        {"rules": {"deals": 8, "undertrump": "strict"}},
    ),
    "eidex": Evening(
        "C1",
        [deal(turned="BK"), *LAYS],
        [slate(*points, turned="E8") for points in ((57, 50, 50), (50, 57, 50), (50, 50, 57))],
        {"first_dealer": 1},
    ),
}


@pytest.mark.parametrize("which", ["first deal", "later deal"])
@pytest.mark.parametrize("variant", VARIANTS)
def test_each_trick_and_reading_the_game(variant: str, which: str) -> None:
    evening = EVENINGS[variant]
    before = evening.slates if which == "later deal" else []
    game = evening.begun(variant, before=before)
    assert costs(lambda: game.outsider.get(game.path)) <= 2
    for trick in tricks_of(evening.worked, numbered=True):
        with at_most(10):
            game.report(trick, by=game.scorer)
    assert costs(lambda: game.outsider.get(game.path)) <= 2
    assert (game.deal["status"], game.deal["number"]) == ("settled", len(before) + 1)
