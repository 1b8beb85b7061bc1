"""A play that rests on the Weis of another seat is suspected until cards prove it (docs/api.md, Findings).

Rosen are trump, and seat 1 leads. The hands of seats 1 and 2 are on record. Seats 3 and 4 have the other cards.
"""

import pytest

from tests.api.says import announce, deal, hand, trick, weis
from tests.api.table import Club, GameClient

pytestmark = pytest.mark.django_db

FIVE_SCHILTEN = weis(4, "S10 SU SO SK SA")
"""With them, seat 4 has no room for the four Eicheln that are missing after trick 1: seat 3 seems to hold one."""


@pytest.fixture
def game() -> GameClient:
    """A game in which seat 3 has discarded S9 on Eicheln."""
    table = Club().open()
    table.report(deal(), announce("rosen"), hand(1, "E6 E7 R6 R7 R8 R9 R10 S6 S7"))
    table.report(hand(2, "E8 E9 RU RO RK RA S8 B6 B7"), FIVE_SCHILTEN)
    held_up = table.refused(trick("E6 E8 S9 E10"))
    assert [(one["fault"], one["seat"], one["status"]) for one in held_up["findings"]] == [("revoke", 3, "suspected")]
    table.report(trick("E6 E8 S9 E10", as_played=True))
    return table


def found(game: GameClient) -> list[tuple[str, int, str]]:
    return [(one["fault"], one["seat"], one["status"]) for one in game.deal["findings"]]


def test_the_account_says_that_it_is_a_suspicion(game: GameClient) -> None:
    assert found(game) == [("revoke", 3, "suspected")]
    steps = game.organizer.get(f"{game.path}/explain").body["steps"]
    (step,) = [one for one in steps if one["key"] == "finding_suspected"]
    assert (step["status"], step["legal"], step["proven_by"]) == ("suspected", None, None)
    assert "suspected only" in step["text"]
    told = game.outsider.get(f"{game.path}/explain").body["steps"]
    assert not [one for one in told if one["key"].startswith("finding")], "it rests on hidden hands as well"


def test_a_card_refutes_the_weis_and_the_suspicion_falls(game: GameClient) -> None:
    game.report(trick("EA E7 E9 SU", as_played=True))
    assert found(game) == [("false_weis", 4, "proven")]


def test_a_card_of_the_seat_proves_it_under_the_same_id(game: GameClient) -> None:
    before = game.deal["findings"][0]["id"]
    body = game.report(trick("EA E7 E9 EK", as_played=True))
    (now,) = body["game"]["deal"]["findings"]
    assert (now["id"], now["status"], now["proven_by"]) == (before, "proven", {"trick": 2, "card": "EK"})
