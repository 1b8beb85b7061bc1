"""What an answer to reports shows of the game is what reading it shows."""

import pytest

from tests.api.says import Json, confirm, correct, deal, incident, new_id, opening_of, retract, trick, tricks_of
from tests.api.table import Club

pytestmark = pytest.mark.django_db

LAST = {"id": new_id(), **tricks_of("R1")[8]}
EVENING: list[Json] = [
    *opening_of("R1"),
    *tricks_of("R1")[:8],
    LAST,
    confirm(1),
    confirm(2),
    incident("other"),
    correct(LAST["id"], trick("RU BU SK EK")),
    confirm(2),
    deal(),
    confirm(1, deal=1),
]


def test_every_answer_shows_what_reading_shows() -> None:
    game = Club().open()
    for report in EVENING:
        assert game.report(report)["game"] == game.game(), report


def test_a_signature_is_shown_in_the_answer_to_it() -> None:
    game = Club().open()
    game.report(*opening_of("R1"), *tricks_of("R1"))
    assert [game.report(confirm(side))["game"]["deal"]["confirmed_by"] for side in (1, 2)] == [[1], [1, 2]]


def test_a_signature_taken_back_is_gone_in_the_answer() -> None:
    game = Club().open()
    game.report(*opening_of("R1"), *tricks_of("R1"))
    signed = game.report(confirm(1))["reports"][0]["id"]
    assert game.report(retract(signed))["game"] == game.game()
