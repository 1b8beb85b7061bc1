"""What a contradiction tells of the report that was sent: no more than its sender may see (docs/api.md, Secrets)."""

import pytest

from tests.api.says import announce, deal, hand, tricks_of, worked
from tests.api.table import Club, Device, GameClient

pytestmark = pytest.mark.django_db

SECOND_TRICK = "8a1f3c55-7d0b-4e5e-9b51-3c2f0f6e7a02"
HAND_OF_SEAT_1 = worked("R1")["hands"]["1"]


def contradiction(game: GameClient, *, by: Device) -> object:
    """The cards of a hand within a correction that is refused, as they are told to its sender."""
    first, second = tricks_of("R1", numbered=True)[:2]
    game.report({**second, "id": SECOND_TRICK})
    other = {**first, "cards": ["RA", "S9", "R7", "R10"]}
    replacement = [hand(1, " ".join(HAND_OF_SEAT_1)), other]
    problem = game.refused(
        {"kind": "correct", "report": SECOND_TRICK, "replacement": replacement, "reason": "Misread."}, by=by
    )
    assert problem["code"] == "conflicting_report"
    return problem["sent"]["replacement"][0]["cards"]


@pytest.fixture
def game() -> GameClient:
    game = Club().open()
    game.report(deal(), announce("schilten"), tricks_of("R1", numbered=True)[0])
    return game


def test_the_organizer_is_told_the_hand_that_was_sent(game: GameClient) -> None:
    assert contradiction(game, by=game.organizer) == HAND_OF_SEAT_1


def test_a_scorer_is_not(game: GameClient) -> None:
    assert contradiction(game, by=game.scorer) is None


def test_once_the_deal_is_settled_a_scorer_is_told_too(game: GameClient) -> None:
    game.report(*tricks_of("R1", numbered=True)[1:], deal())
    problem = game.refused(hand(1, " ".join(HAND_OF_SEAT_1), deal=1), by=game.scorer)
    assert problem["sent"]["cards"] == HAND_OF_SEAT_1
