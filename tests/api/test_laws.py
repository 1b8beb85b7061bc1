"""Laws that hold for every game, whatever is played: tried on random tables that play, err and take back."""

import random
from typing import Any
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.services.rebuild import rebuild
from tests.api.plays import STEP, Call, Scribe, random_rules, rules_of
from tests.api.says import Json, announce, deal, push
from tests.api.table import Answer, Club, Device, GameClient, without_chance
from tests.oracle.dealer import random_deal
from tests.proofs import proof_size

pytestmark = pytest.mark.django_db

SEEDS = st.integers(min_value=0, max_value=2**32 - 1)


def a_table(seed: int, **habits: Any) -> Scribe:
    """A table of this seed, at which nothing has happened yet."""
    rng = random.Random(seed)
    options = random_rules(rng)
    return Scribe(Club().open(rules=rules_of(options)), rng, options, **habits)


def is_sound(game: GameClient) -> None:
    """What is stored is what follows from the journal."""
    found = rebuild(UUID(game.id), check=True)
    assert found is not None
    assert found.sound, (found.differences, found.broken)


@settings(max_examples=proof_size(5, 300))
@given(SEEDS)
def test_what_is_stored_follows_from_the_journal(seed: int) -> None:
    table = a_table(seed, back=0.15)
    table.deals(2)
    is_sound(table.game)


# --- any split into calls --------------------------------------------------------------------------------------------


def split(told: list[Call], rng: random.Random) -> list[Call]:
    """The same reports in other calls; retractions that follow each other stay together, and apart from others."""
    parts: list[Call] = []
    for call in told:
        pieces = [call] if call[0]["kind"] in STEP else [[one] for one in call]
        for piece in pieces:
            if parts and rng.random() < 0.6 and len(parts[-1]) < 150:
                parts[-1] = parts[-1] + piece
            else:
                parts.append(list(piece))
    return parts


def shape(game: GameClient) -> Any:
    """All that can be read of a game, without ids and times, and without who sent what."""
    journal = [{name: value for name, value in entry.items() if name != "by"} for entry in game.journal()]
    return without_chance([game.deals(), journal, game.game()])


@settings(max_examples=proof_size(4, 300))
@given(SEEDS)
def test_any_split_into_calls_gives_the_same_journal_and_state(seed: int) -> None:
    table = a_table(seed)
    table.deals(2)
    for _ in range(2):
        other = table.game.club.open(rules=rules_of(table.options))
        for call in split(table.told, table.rng):
            answer = other.send(*call)
            assert answer.status in {200, 201}, (call, answer.raw)
        assert shape(other) == shape(table.game)
        is_sound(other)


# --- a trick equals its plays ----------------------------------------------------------------------------------------


def state(game: GameClient) -> Any:
    """The state of a game without its version and the newest report: these tell how many reports told it."""
    now = {name: value for name, value in game.game().items() if name != "version"}
    now["next"] = {name: value for name, value in now["next"].items() if name != "retract"}
    return without_chance([now, game.deals()])


@settings(max_examples=proof_size(4, 300))
@given(SEEDS)
def test_a_trick_equals_its_plays(seed: int) -> None:
    rng = random.Random(seed)
    options = random_rules(rng)
    whole, single = (Club().open(rules=rules_of(options)) for _ in range(2))
    plan = random_deal(rng, options, dealer=4)
    opening = [deal(), *([push()] if plan["pushed"] else []), announce(plan["mode"])]
    for game in (whole, single):
        game.report(*opening, *[{"kind": "weis", **each} for each in plan["weis"]])
    for lying in plan["tricks"]:
        if whole.game()["status"] != "playing":
            break
        begun = rng.randint(0, 3)
        plays = [{"kind": "play", "card": card} for card in lying["cards"]]
        for game in (whole, single):
            game.report(*plays[:begun]) if begun else None
        whole.report({"kind": "trick", "cards": lying["cards"]})
        single.report(*plays[begun:])
        assert state(whole) == state(single)


# --- a dry run -------------------------------------------------------------------------------------------------------


def as_tried(body: Json, call: Call) -> Json:
    """The body of a 201 as a dry run has it."""
    lines = [line if "id" in sent else {**line, "id": None} for line, sent in zip(body["reports"], call, strict=True)]
    return {**body, "reports": lines, "dry_run": True}


def says_the_same(body: Any) -> Any:
    """An answer without what chance and the clock decide."""
    return without_chance({name: value for name, value in body.items() if name != "instance"})


class Careful(GameClient):
    """Tries out every call before it sends it, and compares."""

    def call(self, body: Any, *, by: Device | None = None, **headers: str) -> Answer:
        """Send the body, after a dry run of the same."""
        before = self.stored()
        tried = super().call({**body, "dry_run": True}, by=by, **headers)
        assert self.stored() == before
        answer = super().call(body, by=by, **headers)
        if answer.status < 400:
            assert tried.status == 200
            assert says_the_same(tried.body) == says_the_same(as_tried(answer.body, body["reports"]))
        else:
            assert tried.status == answer.status
            assert says_the_same(tried.body) == says_the_same(answer.body)
        return answer


@settings(max_examples=proof_size(4, 200))
@given(SEEDS)
def test_a_dry_run_answers_what_the_call_then_answers_and_changes_nothing(seed: int) -> None:
    table = a_table(seed, only_by_the_organizer=True)
    table.game = Careful(table.game.club, table.game.id)
    table.deals(1)


# --- known reports ---------------------------------------------------------------------------------------------------


@settings(max_examples=proof_size(4, 200))
@given(SEEDS)
def test_any_call_repeated_at_any_later_time_changes_nothing(seed: int) -> None:
    table = a_table(seed)
    table.listener = lambda _call: repeat(table) if table.told and table.rng.random() < 0.3 else None
    table.deals(2)
    for _ in range(5):
        repeat(table)


def repeat(table: Scribe) -> None:
    """Send a call once more, or some known reports out of order, with a tag that is stale or not."""
    rng, game = table.rng, table.game
    known = [one for call in table.told for one in call]
    call = rng.choice(table.told) if rng.random() < 0.7 else rng.sample(known, min(len(known), rng.randint(1, 5)))
    headers = {"if_match": f'"{rng.randint(0, 9)}"'} if rng.random() < 0.5 else {}
    before = game.stored()
    answer = game.send(*call, by=rng.choice([game.organizer, game.scorer]), **headers)
    assert answer.status == 200, answer.raw
    assert answer.body["duplicate"] is True
    assert answer.body["findings"] == []
    assert [line["id"] for line in answer.body["reports"]] == [one["id"] for one in call]
    assert all(line["duplicate"] for line in answer.body["reports"])
    assert game.stored() == before
