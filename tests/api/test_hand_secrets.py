"""What seat 1 once learned about the reported hand of seat 2, and learns no more (docs/api.md, Secrets)."""

from typing import Any

import pytest

from scoring.models import Role
from tests.api.says import (
    Json,
    announce,
    correct,
    deal,
    hand,
    new_id,
    play,
    trick,
    tricks_of,
    weis,
    worked,
)
from tests.api.table import Club, Device, GameClient, without_chance
from tests.oracle.cards import PACK

pytestmark = pytest.mark.django_db

HANDS = {int(seat): list(cards) for seat, cards in worked("R1")["hands"].items()}
TRICKS = tricks_of("R1")
LEFT_OUT = trick("RA EO RK R10")
"""Seat 2 discards EO on Rosen. Its hand holds Rosen."""


def shown(seat: int, **more: Any) -> Json:
    return hand(seat, " ".join(HANDS[seat]), **more)


@pytest.fixture
def game() -> GameClient:
    """A game in which seat 2 has shown its hand."""
    table = Club().open()
    table.report(deal(), shown(2), announce("schilten"), by=table.scorer)
    return table


def player(game: GameClient, seat: int) -> Device:
    """The phone of a seat."""
    return game.club.device(game.token(Role.PLAYER, seat=seat))


# --- the attacks ------------------------------------------------------------------------------------------------------


def test_a_dry_run_of_a_hand_with_a_guessed_card_tells_nothing(game: GameClient) -> None:
    """Seat 1 says that it holds a card of seat 2, and plays on: the answer once told whether the guess was right."""
    one, own = player(game, 1), HANDS[1]
    answers = set()
    for guess in sorted(set(PACK) - set(own)):
        guessed = hand(1, " ".join([*own[:-1], guess]))
        tries = [game.try_out(guessed, play(card), by=one) for card in own[:-1]]
        answers.add(tuple(answer.status for answer in tries))
    assert len(answers) == 1


def test_a_weis_over_a_guessed_card_tells_nothing(game: GameClient) -> None:
    """Every run is answered as in a game in which seat 2 has shown nothing."""
    bare = Club().open()
    bare.report(deal(), announce("schilten"), by=bare.scorer)
    for table in (game, bare):
        table.report(play("RA"), play(LEFT_OUT["cards"][1], as_played=True), by=table.scorer)
    ranks = ("6", "7", "8", "9", "10", "U", "O", "K", "A")
    for suit in "ERSB":
        for top in range(7):
            run = weis(1, " ".join(suit + rank for rank in ranks[top : top + 3]))
            answers = [table.try_out(run, by=player(table, 1)) for table in (game, bare)]
            assert answers[0].status == answers[1].status
            told = [answer.body.get("findings") for answer in answers]
            assert without_chance(told[0]) == without_chance(told[1])


def test_a_revoke_that_only_a_hidden_hand_proves_opens_at_settlement(game: GameClient) -> None:
    one, two = player(game, 1), player(game, 2)
    game.report({**LEFT_OUT, "as_played": True}, by=game.scorer)
    for device in (one, game.outsider):
        assert game.game(by=device)["deal"]["findings"] == []
    for device in (two, game.scorer, game.organizer):
        assert [each["fault"] for each in game.game(by=device)["deal"]["findings"]] == ["revoke"]
    finding = game.deal["findings"][0]["id"]
    asked = {"category": "revoke", "deal": 1, "finding": finding, "statement": "guessed"}
    assert one.post(f"{game.path}/disputes", asked).code == (422, "invalid_value")
    assert two.post(f"{game.path}/disputes", asked).status == 201


def test_a_card_of_the_hidden_hand_makes_no_finding_vanish(game: GameClient) -> None:
    """Seat 1 plays a card that seat 2 has said to hold: what is proven of seat 2 by that hand stays unsaid."""
    one = player(game, 1)
    game.report({**LEFT_OUT, "as_played": True}, by=game.scorer)
    assert game.game(by=one)["next"]["seat"] == 1
    answers = []
    for card in sorted(set(PACK) - set(LEFT_OUT["cards"])):
        told = game.try_out(play(card), by=one)
        answers.append((told.status, len(told.body.get("findings", [])), len(told.body["game"]["deal"]["findings"])))
    assert set(answers) == {(200, 0, 0)}


def test_a_correction_by_one_seat_is_not_held_against_the_hand_of_another(game: GameClient) -> None:
    """Seat 1 puts a guessed card in the place of its own: a conflict would tell that seat 2 holds it."""
    one, own = player(game, 1), new_id()
    game.report(play(HANDS[1][0], id=own), by=one)
    game.report(shown(3), by=game.scorer)
    mine = set(HANDS[1])
    answers = {game.try_out(correct(own, play(card), as_played=True), by=one).status for card in set(PACK) - mine}
    assert answers == {200}
    refused = game.try_out(correct(own, play(HANDS[3][0])), by=game.scorer)
    assert refused.code == (409, "later_reports_conflict")


def test_the_journal_does_not_tell_that_somebody_insisted_on_a_hand() -> None:
    """Seat 2 insists because its hand refutes its own Weis."""
    game = Club().open()
    game.report(deal(), announce("schilten"), weis(2, "BK BO BU"), shown(2, as_played=True), by=game.scorer)
    for device, told in ((game.outsider, False), (player(game, 1), False), (player(game, 2), True)):
        (entry,) = [each for each in game.journal(by=device) if each["kind"] == "hand"]
        assert ("as_played" in entry) == told
