"""The account of a deal: its steps add up to its scores, and each says why."""

import json
import random
from collections import Counter
from uuid import UUID

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.record.decisions import Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import Said
from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.view.secrets import ANYBODY, REFEREE, TABLE, Viewer, is_open, seen_sheet
from tests.oracle.plans import AIMS
from tests.oracle.scripts import random_game
from tests.proofs import proof_size
from tests.rules.mischief import HABITS, some_mischief
from tests.rules.second_opinion import same_options
from tests.rules.table import (
    JassTable,
    Json,
    announce,
    claim,
    confirm,
    correct,
    count,
    deal,
    hand,
    incident,
    official,
    options,
    play,
    push,
    stargames,
    stoeck,
    tournament,
    trick,
    weis,
)
from tests.rules.test_laws import same_faults, told_otherwise

COLUMNS = ("tricks", "match", "weis", "stoeck")


def account(table: JassTable, number: int = 0, *, viewer: Viewer = REFEREE) -> list[Json]:
    """The steps of a deal, the last one where none is named, as this viewer may see them."""
    referee = table.referee
    read = referee.deals[number - 1]
    seen = seen_sheet(referee.sheet(read), viewer)
    steps = [step.as_json() for step in referee.steps(read, seen=seen, viewer=viewer)]
    return list(json.loads(json.dumps(steps)))


def the(steps: list[Json], key: str) -> Json:
    """The only step of this key."""
    found = [step for step in steps if step["key"] == key]
    assert len(found) == 1, [step["key"] for step in steps]
    return found[0]


def keys(steps: list[Json], *named: str) -> list[str]:
    """The keys of the steps, of those that are about these things."""
    return [step["key"] for step in steps if not named or step["step"] in named]


def check(table: JassTable) -> Counter[str]:
    """The steps of every deal add up to its sheet, and lead from the totals before to those after."""
    seen: Counter[str] = Counter()
    for number, sheet in enumerate(table.sheets, start=1):
        steps = account(table, number)
        seen.update(step["key"] for step in steps)
        assert all(step["rule"].startswith("R-") for step in steps)
        adds = [step["adds"] for step in steps if step["adds"]]
        if sheet["scores"] is None:
            assert not adds
            continue
        sums = {step["side"]: (step["parts"], step["total"]) for step in steps if step["step"] == "sum"}
        for row in sheet["scores"]:
            parts = dict.fromkeys(COLUMNS, 0)
            for one in adds:
                parts[one["to"]] += one["points"] if one["side"] == row["side"] else 0
            assert parts == {name: row[name] for name in COLUMNS}
            assert not sums or sums[row["side"]] == (parts, row["total"])
        check_weise(sheet, steps)
    check_totals(table)
    return seen


def check_weise(sheet: Json, steps: list[Json]) -> None:
    verdicts = [step for step in steps if step["step"] == "weis_counts" and step["key"] != "weis_slate"]
    assert len(verdicts) == len(sheet["weis"])
    for step, one in zip(verdicts, sheet["weis"], strict=True):
        assert (step["seat"], step["cards"], step["points"]) == (one["seat"], one["cards"], one["points"])
        assert step["counts"] == one["counts"] or (step["key"], one["counts"]) == ("weis_false", None)
    counting = [step for step in steps if step["step"] == "stoeck" and step["counts"]]
    assert [step["seat"] for step in counting] == ([sheet["stoeck"]["seat"]] if sheet["stoeck"] else [])


def check_totals(table: JassTable) -> None:
    """The last deal that counts leads to the totals of the game, and an end is told where there is one."""
    referee = table.referee
    standing = dict(enumerate(referee.final.totals, start=1))
    over = [
        number
        for number, sheet in enumerate(table.sheets, start=1)
        if sheet["status"] in {"settled", "stopped"} and sheet["scores"]
    ]
    if over:
        after = {step["side"]: step["after"] for step in account(table, over[-1]) if step["step"] == "total"}
        for side, points in penalties_after(table, over[-1]):
            after[side] += points
        assert after == standing
    ends = [step for n in range(1, len(table.sheets) + 1) for step in account(table, n) if step["step"] == "end"]
    assert len(ends) == (1 if referee.result else 0)
    if ends and referee.result:
        assert set(ends[0].get("winners", [ends[0].get("side")])) == set(referee.result["winners"])


def penalties_after(table: JassTable, number: int) -> list[tuple[int, int]]:
    """The penalties that stand in void deals after this one, by side, while the game goes on."""
    return [
        (step["side"], step["points"])
        for deal in table.referee.deals[number:]
        if deal.carry.result is None
        for step in account(table, deal.facts.number)
        if step["key"] == "void_penalty"
    ]


SEEDS = st.integers(0, 2**32 - 1)
MANY = settings(max_examples=proof_size(40, 1_000))


@MANY
@given(seed=SEEDS)
def test_the_steps_of_whatever_was_told_add_up(seed: int) -> None:
    check(some_mischief(seed).table)


@MANY
@given(seed=SEEDS)
def test_whoever_is_shown_the_same_deal_is_told_the_same_of_it(seed: int) -> None:
    table = some_mischief(seed, acts=25, habits=HABITS | {"show a hand": 10, "count": 0, "take back": 1}).table
    for seat in table.referee.deals[-1].facts.hands if table.referee.deals else ():
        other = told_otherwise(table, seat=seat)
        if other is None or not is_open(table.sheet) or not same_faults(table, other):
            continue
        for viewer in (ANYBODY, Viewer(seats=frozenset({seat % 4 + 1}))):
            assert seen_sheet(table.sheet, viewer) != seen_sheet(other.sheet, viewer) or account(
                table, viewer=viewer
            ) == account(other, viewer=viewer)


@MANY
@given(seed=SEEDS, remedies=st.lists(st.sampled_from(sorted(REMEDIES)), min_size=1, max_size=3))
def test_the_steps_add_up_whatever_a_referee_rules(seed: int, remedies: list[str]) -> None:
    rng = random.Random(seed)
    table = some_mischief(seed, acts=40).table
    for remedy in remedies if table.referee.deals else ():
        rule(table, remedy, rng=rng)
    check(table)


def rule(table: JassTable, remedy: str, *, rng: random.Random) -> None:
    """Let a referee rule on a deal at random."""
    number = len(table.journal) + 1
    report = Ruled(
        dispute=str(UUID(int=2**64 + number)),
        offence="revoke",
        discovered="deal_over",
        remedy=remedy,
        trick=rng.randint(1, 9),
        seat=rng.choice([None, 1, 2, 3, 4]),
        side=rng.choice([1, 2]),
        card=rng.randrange(36),
        points={1: rng.randint(-50, 50), 2: rng.randint(-50, 50)},
    )
    deal_meant = rng.randint(1, len(table.referee.deals))
    entry = Entry(number, str(UUID(int=2**65 + number)), Said(report=report, deal=deal_meant), root=number)
    table.referee.decide(entry)
    table.journal.append(entry)
    table.forget()


@pytest.mark.parametrize("aim", AIMS)
def test_the_steps_of_random_games_add_up(aim: str) -> None:
    rng = random.Random(aim)
    for _ in range(proof_size(6, 200)):
        game = random_game(rng, aim=aim)
        table = JassTable(same_options(game["options"]), game["first_dealer"])
        for event in game["script"]:
            table.try_to_tell(event)
            if rng.random() < 0.05:
                check(table)
        check(table)


class TestTricks:
    def test_who_takes_it_and_what_is_in_it(self) -> None:
        table = stargames()
        table.tell(deal(), announce("rosen"), trick("R6 RU RK RA"), trick("E6 E7 EA SA"))
        steps = account(table)
        first, second = [step for step in steps if step["step"] == "trick"]
        assert (first["rule"], first["key"], first["winner"], first["card"]) == ("R-10", "trick_trump", 2, "RU")
        assert first["cards"] == [
            {"seat": 1, "card": "R6", "points": 0},
            {"seat": 2, "card": "RU", "points": 20},
            {"seat": 3, "card": "RK", "points": 4},
            {"seat": 4, "card": "RA", "points": 11},
        ]
        assert (second["key"], second["winner"], second["card"], second["suit"]) == ("trick_suit", 4, "EA", "E")
        points = [step for step in steps if step["step"] == "points"]
        assert [(step["rule"], step["sum"], step["points"]) for step in points] == [
            ("R-8", [0, 20, 4, 11], 35),
            ("R-8", [0, 0, 11, 11], 22),
        ]
        assert [step["running"] for step in points] == [{"1": 0, "2": 35}, {"1": 0, "2": 57}]
        assert points[0]["adds"] == {"side": 2, "to": "tricks", "points": 35}

    def test_a_trick_that_lies_open(self) -> None:
        table = stargames()
        table.tell(deal(), push(), announce("rosen"), play("R6"))
        steps = account(table)
        assert keys(steps, "deal", "push", "announce", "factor", "trick") == [
            *("deal", "push", "announce", "factor_one", "trick_open")
        ]
        assert (the(steps, "push")["partner"], the(steps, "announce")["seat"]) == (3, 3)
        assert (the(steps, "trick_open")["seat"], the(steps, "trick_open")["winner"]) == (2, None)
        assert keys(steps, "sum", "total") == ["sum_so_far"] * 2 + ["total_so_far"] * 2

    def test_before_the_announcement(self) -> None:
        table = stargames()
        table.tell(deal(), push())
        assert keys(account(table)) == ["deal", "push", "announce_open"]
        assert the(account(table), "announce_open")["seat"] == 3

    def test_a_finding_stands_beside_its_trick(self) -> None:
        table = stargames()
        table.tell(deal(), announce("eicheln"), hand(2, "R6 R7 R8 R9 S6 S7 S8 S9 B6"))
        table.tell(trick("RA S6 R10 RK", as_played=True), trick("BA B6 B7 B8"))
        steps = account(table)
        finding = the(steps, "finding")
        assert (finding["rule"], finding["fault"], finding["seat"], finding["trick"]) == ("R-13", "revoke", 2, 1)
        assert finding["legal"]
        assert keys(steps, "trick", "finding") == ["trick_suit", "finding", "trick_suit"]

    def test_what_a_hidden_hand_proves_is_told_without_its_cards(self) -> None:
        table = stargames()
        table.tell(deal(), announce("eicheln"), hand(2, "R6 R7 R8 R9 S6 S7 S8 S9 B6"))
        table.tell(trick("RA S6 R10 RK", as_played=True))
        assert the(account(table, viewer=TABLE), "finding")["legal"] is None
        assert "finding" not in [step["key"] for step in account(table, viewer=ANYBODY)]


LAWFUL = trick("R6 RO R10 RK")
"""A first trick without a card of the Weise below."""


class TestWeis:
    @pytest.mark.parametrize(
        ("changes", "second", "third", "best", "decided_by"),
        [
            ({}, "SU SO SK", "E6 E7 E8 E9", 3, "points"),
            ({}, "E6 E7 E8 E9 E10", "SA BA EA RA", 3, "kind"),
            ({"preset": "schieber-official"}, "E6 E7 E8 E9 E10", "SA BA EA RA", 2, "kind"),
            ({"longer_run_wins": True}, "E6 E7 E8 E9 E10 EU", "S10 SU SO SK SA", 2, "length"),
            ({}, "SU SO SK", "B9 B10 BU", 2, "top"),
            ({}, "R7 R8 R9", "B7 B8 B9", 2, "trump"),
            ({}, "S7 S8 S9", "B7 B8 B9", 2, "seat"),
        ],
    )
    def test_what_decides(self, changes: Json, second: str, third: str, best: int, decided_by: str) -> None:
        table = JassTable(options(**changes))
        table.tell(deal(), announce("rosen"), weis(2, second), weis(3, third))
        assert keys(account(table), "weis_counts") == ["weis_open", "weis_open"]
        table.tell(LAWFUL)
        won, lost = the(account(table), "weis_best"), the(account(table), "weis_beaten")
        assert (won["seat"], won["decided_by"], lost["decided_by"]) == (best, decided_by, decided_by)
        assert (won["other_seat"], lost["other_seat"]) == (lost["seat"], won["seat"])
        assert won["rule"] == "R-26"
        check(table)

    def test_the_partners_counts_with_the_side(self) -> None:
        table = official()
        table.tell(deal(), announce("rosen"), weis(1, "S6 S7 S8"), weis(3, "E6 E7 E8 E9"), LAWFUL)
        assert keys(account(table), "weis", "weis_counts") == ["weis_run", "weis_with_side", "weis_run", "weis_alone"]
        assert [step["points"] for step in account(table) if step["step"] == "weis"] == [20, 50]
        check(table)

    def test_or_does_not_where_only_the_best_counts(self) -> None:
        table = stargames()
        table.tell(deal(), announce("rosen"), weis(1, "S6 S7 S8"), weis(3, "E6 E7 E8 E9"), LAWFUL)
        assert keys(account(table), "weis_counts") == ["weis_not_best", "weis_alone"]
        assert the(account(table), "weis_not_best")["decided_by"] == "points"

    def test_two_that_are_worth_the_same_in_one_hand(self) -> None:
        table = stargames()
        table.tell(deal(), announce("rosen"), weis(1, "S6 S7 S8"), weis(1, "E6 E7 E8"), LAWFUL)
        assert the(account(table), "weis_not_best")["decided_by"] is None

    def test_a_false_one_counts_nothing(self) -> None:
        table = stargames()
        table.tell(deal(), announce("rosen"), weis(2, "S6 S7 S8"), weis(3, "E6 E7 E8 E9"))
        table.tell(trick("R6 RO R10 E6", as_played=True))
        steps = account(table)
        assert keys(steps, "weis_counts") == ["weis_alone", "weis_false"]
        assert (the(steps, "weis_false")["rule"], the(steps, "weis_false")["counts"]) == ("R-36", False)
        finding = the(steps, "finding")
        assert (finding["fault"], finding["rule"], finding["proof"]) == ("false_weis", "R-36", "E6")


class TestStoeck:
    def test_played(self) -> None:
        table = stargames()
        table.tell(deal(), announce("rosen"), trick("R6 RO R10 R7"))
        assert keys(account(table), "stoeck") == []
        table.tell(play("RK"))
        stoeck_step = the(account(table), "stoeck_played")
        assert (stoeck_step["seat"], stoeck_step["trick"], stoeck_step["rule"]) == (2, 2, "R-29")
        assert stoeck_step["adds"] == {"side": 2, "to": "stoeck", "points": 20}

    def test_shown_before_the_first_card(self) -> None:
        table = official()
        table.tell(deal(), announce("rosen"), stoeck(2))
        assert the(account(table), "stoeck_shown")["chapter"] == "opening"

    def test_in_a_weis(self) -> None:
        table = official()
        table.tell(deal(), announce("rosen"), weis(2, "RU RO RK"))
        assert the(account(table), "stoeck_weis")["chapter"] == "weis"

    def test_not_called(self) -> None:
        table = official()
        table.tell(deal(), announce("rosen"), trick("R6 RO R10 R7"), trick("RK RA R8 R9"))
        assert (the(account(table), "stoeck_uncalled")["counts"], table.sheet["stoeck"]) == (False, None)

    def test_false(self) -> None:
        table = stargames()
        table.tell(deal(), announce("rosen"), stoeck(3), trick("R6 RO R10 R7", as_played=True))
        assert keys(account(table), "stoeck", "finding") == ["stoeck_false", "finding"]
        check(table)


class TestTheEnd:
    def test_a_match(self) -> None:
        table = stargames()
        table.tell(deal(), announce("obenabe"), count(157, 0, match=1))
        match = the(account(table), "match_slate")
        assert (match["rule"], match["adds"]) == ("R-22", {"side": 1, "to": "match", "points": 100})
        check(table)

    def test_no_match_by_the_slate(self) -> None:
        table = stargames()
        table.tell(deal(), announce("obenabe"), count(157, 0, match=None))
        assert the(account(table), "no_match")["lost_trick"] is None

    def test_a_match_that_adds_nothing(self) -> None:
        table = tournament()
        table.tell(deal(), count(157, 0, match=1))
        assert keys(account(table)) == [
            *("deal", "factor_same", "count_given", "count_given", "count_last", "match_no_bonus"),
            *("sum", "sum", "total", "total", "goes_on_deals"),
        ]

    def test_a_slate(self) -> None:
        table = stargames()
        table.tell(deal(), announce("schellen"), count(97, None, weis={"1": 50}, stoeck=2))
        steps = account(table)
        assert the(steps, "count_given")["adds"] == {"side": 1, "to": "tricks", "points": 97}
        derived = the(steps, "count_derived")
        assert (derived["rule"], derived["others"], derived["points"]) == ("R-9", 97, 60)
        assert keys(steps, "weis_counts", "stoeck") == ["weis_slate", "stoeck_slate"]
        assert [(step["points"], step["factor"], step["total"]) for step in steps if step["step"] == "sum"] == [
            (147, 2, 294),
            (80, 2, 160),
        ]
        assert keys(steps, "goes_on") == ["goes_on"]
        check(table)

    def test_a_slate_that_does_not_sum(self) -> None:
        table = stargames()
        table.tell(deal(), announce("schellen"), count(97, 61, last_trick=1, as_played=True))
        assert (the(account(table), "finding")["rule"], the(account(table), "finding")["chapter"]) == ("R-9", "count")

    @pytest.mark.parametrize(("target", "key"), [(35, "claim_right"), (36, "claim_short")])
    def test_a_claim(self, target: int, key: str) -> None:
        table = stargames(target=target)
        table.tell(deal(), announce("rosen"), trick("R6 RU RK RA"), claim(2))
        steps = account(table)
        told = the(steps, key)
        assert (told["rule"], told["before"], told["factor"], told["points"], told["after"]) == ("R-32", 0, 1, 35, 35)
        assert told.get("short") == (None if key == "claim_right" else 1)
        assert (the(steps, "claim")["tricks"], the(steps, "claim")["rule"]) == (1, "R-31")
        check(table)

    def test_a_claim_on_paper(self) -> None:
        table = stargames(target=100)
        table.tell(deal(), announce("schellen"), claim(1, counted={"1": 40, "2": 20}, weis={"1": 20}))
        assert keys(account(table), "count", "weis_counts", "claim", "end") == [
            *("count_paper", "count_paper", "weis_slate", "claim_paper", "claim_right")
        ]
        check(table)

    def test_the_last_trick_counts_first(self) -> None:
        table = stargames(target=100)
        table.tell(deal(), announce("eicheln"), count(100, 57, last_trick=2))
        second = account(table)[-1]
        assert (second["key"], second["side"], second["first"], second["short"]) == ("deal_end_second", 1, 2, 43)
        table = stargames(target=100)
        table.tell(deal(), announce("eicheln"), count(100, 57, last_trick=1))
        assert account(table)[-1]["key"] == "deal_end_first"
        check(table)

    def test_the_only_one_there(self) -> None:
        table = stargames(target=100)
        table.tell(deal(), announce("eicheln"), count(100, 57))
        assert (account(table)[-1]["key"], account(table)[-1]["after"]) == ("deal_end", 100)

    def test_what_came_after_the_end(self) -> None:
        table = JassTable(options("schieber-swisslos", target=38))
        second = trick("S6 S7 S8 S9", id="5c71eb00-0000-4000-8000-0000000000f1")
        table.tell(deal(), announce("rosen"), trick("R6 R7 R8 R10"), second)
        table.tell(trick("RK E6 E7 E8"), trick("RO B6 B7 B8"))
        assert the(account(table), "stoeck_played")["adds"]
        table.tell(correct(second["id"], trick("SA SK SO S10")))
        steps = account(table)
        assert keys(steps, "points", "stoeck", "end") == [
            *("points", "points", "points_after_end", "points_after_end", "stoeck_late", "automatic")
        ]
        check(table)

    def test_a_deal_after_the_end(self) -> None:
        table = stargames(target=200)
        slate = count(97, None, id="5c71eb00-0000-4000-8000-0000000000f2")
        table.tell(deal(), announce("eicheln"), slate)
        table.tell(deal(), announce("eicheln"), count(90, None))
        table.tell(correct(slate["id"], count(157, 0, match=1)))
        surplus = account(table)[-1]
        assert (surplus["key"], surplus["rule"], surplus["ended_in"]) == ("surplus", "R-35", 1)
        check(table)

    def test_a_void_deal_adds_nothing(self) -> None:
        table = stargames()
        (misdeal,) = table.tell(deal(), announce("rosen"), trick("R6 RU RK RA"), incident("misdeal"))[3:]
        table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal))
        steps = account(table)
        assert (the(steps, "void")["rule"], the(steps, "void")["dealer"]) == ("R-5", 4)
        assert keys(steps, "sum", "total", "goes_on") == []
        check(table)
