"""Reported hands stay hidden until their deal is settled (docs/api.md, Secrets), whoever asks and however.

The worked deal R1 is played: Schilten are trump, seat 1 leads.
"""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.models import Role
from tests.api.plays import Scribe, random_rules, rules_of
from tests.api.says import (
    Json,
    announce,
    claim,
    correct,
    deal,
    hand,
    new_id,
    reports_of,
    retract,
    trick,
    tricks_of,
    worked,
)
from tests.api.table import Answer, Club, Device, GameClient, strings_in
from tests.oracle.cards import PACK as CARDS
from tests.oracle.cards import legal, seats_from, trick_winner
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

TRICKS = tricks_of("R1")
HANDS = {int(seat): " ".join(cards) for seat, cards in worked("R1")["hands"].items()}
HAND = hand(2, HANDS[2])
REVOKING = trick("RA EO RK R10")


@pytest.fixture
def game() -> GameClient:
    """A game in which seat 2 has shown its hand."""
    table = Club().open()
    table.report(deal(), HAND, announce("schilten"), by=table.scorer)
    return table


def shown_to(game: GameClient, device: Device) -> list[Any]:
    """The cards of the hand of seat 2 as this device is shown them: by the game, the deals, the deal, the journal."""
    (of_game,) = game.game(by=device)["deal"]["hands"]
    ((of_deals,),) = [each["hands"] for each in game.deals(by=device)]
    (of_deal,) = device.get(f"{game.path}/deals/1").body["hands"]
    (entry,) = [each for each in game.journal(by=device) if each["kind"] == "hand"]
    return [of_game["cards"], of_deals["cards"], of_deal["cards"], entry["cards"]]


def all_devices(game: GameClient) -> dict[str, Device]:
    """Everybody who may look."""
    device = game.club.device
    return {
        "organizer": game.organizer,
        "referee": device(game.token(Role.REFEREE, user=Club().user)),
        "scorer": game.scorer,
        "own seat": device(game.token(Role.PLAYER, seat=2)),
        "partner": device(game.token(Role.PLAYER, seat=4)),
        "opponent": device(game.token(Role.PLAYER, seat=1)),
        "another organizer": Club().organizer,
        "nobody": game.outsider,
    }


def test_who_sees_a_hand_before_the_deal_is_settled_and_after(game: GameClient) -> None:
    devices = all_devices(game)
    knowing = {"organizer", "referee", "own seat"}
    for name, device in devices.items():
        assert shown_to(game, device) == [HAND["cards"] if name in knowing else None] * 4, name
    game.report(*TRICKS)
    for name, device in devices.items():
        assert shown_to(game, device) == [HAND["cards"]] * 4, name


def test_who_sends_a_hand_is_not_told_it_back(game: GameClient) -> None:
    sent = hand(1, HANDS[1], id=new_id())
    body = game.report(sent, by=game.scorer)
    assert [line["cards"] for line in body["reports"]] == [None]
    assert [each["cards"] for each in body["game"]["deal"]["hands"]] == [None, None]
    again = game.send(sent, by=game.scorer)
    assert (again.status, again.body["reports"][0]["cards"]) == (200, None)
    assert game.send(sent).body["reports"][0]["cards"] == sent["cards"]
    tried = game.try_out(hand(3, HANDS[3]), by=game.scorer)
    assert tried.body["reports"][0]["cards"] is None
    assert {each["cards"] for each in tried.body["game"]["deal"]["hands"]} == {None}


def test_a_hand_for_a_deal_that_is_settled_is_told_back_to_anybody(game: GameClient) -> None:
    game.report(*TRICKS, deal())
    for device in (game.scorer, game.organizer):
        problem = game.refused({**HAND, "deal": 1}, by=device)
        assert (problem["code"], problem["recorded"]) == ("conflicting_report", None)
        assert problem["sent"]["cards"] == HAND["cards"]


def test_a_known_hand_is_not_compared_for_who_may_not_see_it(game: GameClient) -> None:
    """Else the answer would tell whether a guess is right."""
    known = next(entry["id"] for entry in game.journal() if entry["kind"] == "hand")
    for cards in (HANDS[2], HANDS[1]):
        answer = game.send(hand(2, cards, id=known), by=game.scorer)
        assert (answer.status, answer.body["reports"][0]["cards"]) == (200, None)
    assert game.send(hand(2, HANDS[1], id=known)).code == (409, "id_reused")
    assert game.send(hand(1, HANDS[2], id=known), by=game.scorer).code == (409, "id_reused")


def test_a_corrected_hand_is_as_hidden_as_the_first(game: GameClient) -> None:
    shown = next(entry["id"] for entry in game.journal() if entry["kind"] == "hand")
    body = game.report(correct(shown, hand(2, HANDS[3])), by=game.scorer)
    assert body["reports"][0]["replacement"]["cards"] is None
    for device, cards in ((game.scorer, None), (game.outsider, None), (game.organizer, hand(2, HANDS[3])["cards"])):
        assert game.journal(by=device)[-1]["replacement"]["cards"] == cards
        assert [each["cards"] for each in game.game(by=device)["deal"]["hands"]] == [cards]


def test_hands_of_two_seats_are_compared_with_nothing(game: GameClient) -> None:
    assert game.send(hand(4, HANDS[2]), by=game.scorer).status == 201


def test_the_legal_cards_of_a_hidden_hand(game: GameClient) -> None:
    hidden = game.refused(REVOKING, by=game.scorer)["findings"]
    assert [(each["fault"], each["legal"], each["proven_by"]) for each in hidden] == [("revoke", None, None)]
    known = game.refused(REVOKING)["findings"]
    assert [each["legal"] for each in known] == [["R6", "R8", "S7", "S9", "SU", "SO", "SK"]]
    body = game.report({**REVOKING, "as_played": True}, by=game.scorer)
    assert [each["legal"] for each in body["findings"]] == [None]
    assert [each["legal"] for each in body["game"]["deal"]["findings"]] == [None]
    assert [each["legal"] for each in game.game(by=game.scorer)["deal"]["findings"]] == [None]
    assert game.game(by=game.outsider)["deal"]["findings"] == []


def test_a_whole_deal_that_is_held_up_or_tried_out_settles_nothing(game: GameClient) -> None:
    rest = [{**REVOKING, "as_played": True}, *rest_after_the_revoke()]
    held = game.refused(REVOKING, *rest_after_the_revoke(), by=game.scorer)
    assert [each["legal"] for each in held["findings"]] == [None] * len(held["findings"])
    tried = game.try_out(*rest, by=game.scorer).body
    assert tried["game"]["deal"]["status"] == "settled"
    assert [each["cards"] for each in tried["game"]["deal"]["hands"]] == [None]
    assert {each["legal"] for each in tried["findings"]} == {None}
    body = game.report(*rest, by=game.scorer)
    assert [each["cards"] for each in body["game"]["deal"]["hands"]] == [HAND["cards"]]
    assert body["findings"][0]["legal"] == ["R6", "R8", "S7", "S9", "SU", "SO", "SK"]


def rest_after_the_revoke() -> list[Json]:
    """Eight more tricks, lawfully played from what the four seats still hold."""
    left = {seat: [card for card in cards.split() if card not in REVOKING["cards"]] for seat, cards in HANDS.items()}
    leader, tricks = 1, []
    for _ in range(8):
        lying: list[str] = []
        for seat in seats_from(leader):
            lying.append(legal(left[seat], lying, "schilten", "strict")[0])
            left[seat].remove(lying[-1])
        tricks.append(trick(" ".join(lying)))
        leader = trick_winner(lying, leader, "schilten")
    return tricks


def test_a_dry_run_hides_no_more_of_a_settled_deal_than_before() -> None:
    game = Club().open(rules={"stoeck_call": "reported"})
    game.report(deal(), HAND, announce("schilten"), *TRICKS)
    tried = game.try_out({"kind": "stoeck", "seat": 2}, by=game.scorer).body
    real = game.report({"kind": "stoeck", "seat": 2}, by=game.scorer)
    assert tried["game"]["deal"] == real["game"]["deal"]


def test_a_deal_that_is_open_again_keeps_its_secrets_again(game: GameClient) -> None:
    game.report(*TRICKS)
    game.report(retract(game.journal()[-1]["id"]))
    assert shown_to(game, game.outsider) == [None] * 4


def test_a_hand_of_a_deal_that_was_taken_back_stays_hidden() -> None:
    """The deal was opened too early; its hand may be the one that is then dealt."""
    game = Club().open()
    game.report(*reports_of("R1"))
    opened, shown = game.report(deal(), hand(3, HANDS[2]))["reports"]
    game.report(retract(shown["id"]), retract(opened["id"]))
    assert [entry["cards"] for entry in game.journal(by=game.outsider) if entry["kind"] == "hand"] == [None]
    game.report(deal(), hand(3, HANDS[2]))
    assert [entry["cards"] for entry in game.journal(by=game.outsider) if entry["kind"] == "hand"] == [None, None]


def test_a_deal_that_is_stopped_is_settled(game: GameClient) -> None:
    game.report(TRICKS[0], claim(2))
    assert game.deal["status"] == "stopped"
    assert shown_to(game, game.outsider) == [HAND["cards"]] * 4


# --- on random tables ------------------------------------------------------------------------------------------------


def cards_of(value: Any) -> set[str]:
    """Every card that an answer names in any place."""
    return {text for text in strings_in(value) if text in PACK}


PACK = set(CARDS)
OPEN = {"announcing", "playing"}


def open_cards(game: GameClient) -> set[str]:
    """What everybody has seen of the current deal: cards on the table, Weise, and what was ever said of both."""
    now, journal = game.deal, game.journal()
    opened = max(entry["seq"] for entry in journal if entry["kind"] == "deal")
    said = [one for entry in journal if entry["seq"] > opened for one in facts_in(entry) if one["kind"] in SEEN]
    return cards_of(now["tricks"]) | cards_of(now["weis"]) | cards_of(said)


SEEN = {"play", "trick", "weis"}


def facts_in(entry: Json) -> list[Json]:
    """What an entry says happened: itself, or what it puts in the place of another."""
    told = entry.get("replacement", entry)
    return told if isinstance(told, list) else [told]


def told_to(game: GameClient, device: Device) -> Iterator[Any]:
    """What a device is told of the current deal by each of the ways to read it."""
    opened = max(entry["seq"] for entry in game.journal() if entry["kind"] == "deal")
    yield game.game(by=device)["deal"]
    yield game.deals(by=device)[-1]
    yield [entry for entry in game.journal(by=device) if entry["seq"] > opened]


class Watched(GameClient):
    """Whoever has no right to a hand is never told a card that nobody has seen, by no answer at all."""

    calls = itertools.count()

    def call(self, body: Any, *, by: Device | None = None, **headers: str) -> Answer:
        """Send as the scorer; see what the answer and all that may be read tell."""
        answer = super().call(body, by=self.scorer, **headers)
        if next(self.calls) % 3 or not self.deals():
            return answer
        known = open_cards(self) if self.deal["status"] in OPEN else PACK
        told_now = answer.body
        if "game" in told_now:  # `unplayed` is what everybody can tell from the table: the rest of the pack
            following = told_now["game"]["next"]
            assert following["playable"] is None
            assert PACK - set(following["unplayed"]) in ({*cards_of(told_now["game"]["deal"]["tricks"])}, PACK)
            told_now = {**told_now, "game": {**told_now["game"], "next": None}}
        for told in (told_now, *told_to(self, self.outsider), *told_to(self, self.scorer)):
            assert cards_of(told) <= known | cards_of(body)
        return answer


@settings(max_examples=proof_size(3, 100))
@given(st.integers(min_value=0, max_value=2**32 - 1))
def test_nobody_is_told_a_card_that_nobody_has_seen(seed: int) -> None:
    rng = random.Random(seed)
    options = random_rules(rng)
    opened = Club().open(rules=rules_of(options))
    table = Scribe(Watched(opened.club, opened.id), rng, options, back=0.15, shown=0.9)
    table.deals(2)
