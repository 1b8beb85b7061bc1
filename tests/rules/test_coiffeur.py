"""Coiffeur where it differs from Schieber: what is remembered of earlier deals, and what rulings change."""

from typing import Any

import pytest

from scoring.rules.record.decisions import Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import Said
from scoring.rules.rulings.possible import possible
from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.variants.coiffeur.play import COIFFEUR
from scoring.rules.view.secrets import REFEREE, seen_sheet
from tests.rules.coiffeur import coiffeur, misdealt, slates
from tests.rules.table import (
    JassTable,
    announce,
    confirm,
    correct,
    count,
    deal,
    incident,
    insisted,
    play,
    push,
    retract,
    trick,
)

ALL_MODES = ["eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe"]


def keys(table: JassTable, number: int = 0) -> list[str]:
    """The steps of the account of a deal, by their keys."""
    read = table.referee.deals[number - 1]
    return [step.key for step in table.referee.steps(read, seen=seen_sheet(table.referee.sheet(read), REFEREE))]


def rule(table: JassTable, remedy: str, *, deal: int, **fields: Any) -> None:
    """A referee decides about a deal."""
    number = len(table.journal) + 1
    ruled = Ruled(dispute=f"d{number}", offence="revoke", discovered="deal_over", remedy=remedy, **fields)
    entry = Entry(number, f"r{number}", Said(report=ruled, deal=deal), root=number)
    table.referee.decide(entry)
    table.journal.append(entry)
    assert table.stands == table.read_again()


def played(*deals: tuple[str, int]) -> JassTable:
    """A game as far as these deals: the mode, and the points of the side that announced."""
    table = coiffeur()
    for reports in slates(*deals):
        table.tell(*reports)
    return table


class TestWhatIsRemembered:
    def test_each_side_has_its_own_modes(self) -> None:
        table = played(("rosen", 100))
        table.tell(deal(), announce("rosen"))
        assert table.sheet["declarer"] == 2
        table.tell(count(None, 50), deal())
        assert table.refusal(announce("rosen")).params["allowed"] == [mode for mode in ALL_MODES if mode != "rosen"]

    def test_what_was_played_in_a_void_deal_is_free_again(self) -> None:
        table = played(("rosen", 100))
        misdealt(table, 1)
        table.tell(deal(), announce("rosen"), count(90, None))
        assert (table.sheet["dealer"], table.totals) == (4, (180, 0))

    def test_a_deal_that_is_declared_void_later_frees_its_mode(self) -> None:
        table = played(("rosen", 100), ("rosen", 100))
        table.tell(deal())
        assert table.try_to_tell(announce("rosen")) is not None
        misdealt(table, 1)
        table.tell(announce("rosen"))
        assert "mode_again" not in keys(table)
        assert table.stands == table.read_again()

    def test_a_correction_that_makes_a_later_mode_the_second_is_taken_as_it_was_played(self) -> None:
        table = played(("eicheln", 100), ("eicheln", 50), ("rosen", 70))
        first = table.journal[1].id
        table.tell(correct(first, count(100, None, mode="rosen")))
        assert table.totals == (100 * 2 + 70 * 2, 50)
        assert (keys(table, 1).count("mode_again"), keys(table, 3).count("mode_again")) == (0, 1)
        assert table.stands == table.read_again()
        table.tell(deal(), count(None, 60, mode="rosen"), deal())
        assert table.refusal(announce("rosen")).params["allowed"] == [mode for mode in ALL_MODES if mode != "rosen"]

    def test_a_correction_to_a_mode_of_an_earlier_deal_is_refused_unless_it_was_so(self) -> None:
        table = played(("eicheln", 100), ("eicheln", 50), ("rosen", 70))
        third = table.journal[5].id
        report = correct(third, count(70, None, mode="eicheln"))
        refusal = table.refusal(report)
        assert (refusal.code, refusal.pointer) == ("mode_not_allowed", ("replacement", "mode"))
        table.tell(insisted(report))
        assert (table.totals, "mode_again" in keys(table)) == ((170, 50), True)

    def test_who_has_played_all_six_must_insist(self) -> None:
        table = coiffeur()
        for mode in ALL_MODES:
            table.tell(insisted(deal(dealer=4)), count(100, None, mode=mode))
        table.tell(insisted(deal(dealer=4)))
        refusal = table.refusal(announce("eicheln"))
        assert (refusal.code, refusal.params) == ("mode_not_allowed", {})
        table.tell(insisted(announce("eicheln")), count(10, None))
        assert table.totals == (2110, 0)


class TestAnnouncing:
    def test_forehand_leads_only_who_announces(self) -> None:
        table = coiffeur()
        table.tell(deal())
        assert (table.referee.turn, table.sheet["leader"]) == (1, 1)
        table.tell(push())
        assert table.refusal(announce("rosen", seat=1)).code == "not_your_turn"
        table.tell(announce("rosen"))
        assert (table.referee.turn, table.sheet["leader"]) == (3, 3)

    def test_a_lead_of_forehand_after_a_push_is_out_of_turn(self) -> None:
        table = coiffeur()
        table.tell(deal(), push(), announce("rosen"))
        assert table.refusal(play("E6", seat=1)).code == "not_your_turn"
        table.tell(insisted(play("E6", seat=1)), trick("E6 E7 E8 E9"))
        assert [fault[:3] for fault in table.faults] == [("wrong_lead", 1, 1)]

    def test_taking_the_push_back_gives_the_lead_back(self) -> None:
        table = coiffeur()
        ids = table.tell(deal(), push(), announce("rosen"))
        table.tell(retract(ids[1]))
        assert (table.sheet["declarer"], table.sheet["leader"], table.sheet["pushed"]) == (1, 1, False)


class TestRulings:
    @pytest.mark.parametrize(
        ("loser", "scores"),
        [
            (2, [(157, 100, 2, 514), (0, 0, 0, 0)]),
            (1, [(0, 0, 2, 0), (157, 0, 0, 0)]),
        ],
    )
    def test_a_lost_deal(self, loser: int, scores: list[tuple[int, ...]]) -> None:
        table = played(("rosen", 100))
        rule(table, "deal_lost", deal=1, side=loser)
        assert [
            tuple(row[name] for name in ("tricks", "match", "factor", "total")) for row in table.sheet["scores"]
        ] == (scores)
        assert ("match_ruled" in keys(table)) == (loser == 2)

    def test_points_are_given_and_taken_also_from_who_did_not_announce(self) -> None:
        table = played(("rosen", 100))
        rule(table, "penalty_points", deal=1, points={2: 30})
        assert table.totals == (200, -30)
        assert "sum_others_ruled" in keys(table)

    def test_a_ruling_may_decide_the_game(self) -> None:
        table = played(*((mode, 100 if side == 1 else 90) for mode in ALL_MODES for side in (1, 2)))
        assert table.ending == (1, "deals")
        rule(table, "adjust", deal=12, points={2: 1000})
        assert table.ending == (2, "ruling")
        assert keys(table)[-2:] == ["deals_end", "ended_by_ruling"]

    def test_a_forfeit_ends_the_game_within_a_deal(self) -> None:
        table = played(("rosen", 100))
        table.tell(deal(), announce("rosen"))
        rule(table, "forfeit", deal=2, side=1)
        assert (table.ending, table.sheet["status"], keys(table)[-1]) == ((2, "forfeit"), "stopped", "forfeit")

    def test_there_is_nothing_to_strike(self) -> None:
        table = played(("rosen", 100))
        offered = set(possible(table.referee.deals[0].facts, table.options, own=COIFFEUR.remedies))
        assert offered.isdisjoint({"weis_struck", "stoeck_struck", "claim_void"})
        assert offered < set(REMEDIES)


def test_a_deal_after_the_end_counts_nothing() -> None:
    table = played(*((mode, 100) for mode in ALL_MODES for _ in (1, 2)))
    assert table.ending == (None, "deals")
    assert table.referee.expects == []
    assert table.refusal(deal()).code == "game_over"


def test_a_deal_is_surplus_once_a_void_one_before_it_counts_after_all() -> None:
    twelve = [(mode, 100) for mode in ALL_MODES for _ in (1, 2)]
    table = played(*twelve[:-1])
    (misdeal,) = table.tell(incident("misdeal", deal=11))
    _, signed = table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal))
    again = [deal(), count(80, None, mode="unenufe")], [deal(), count(None, 70, mode="unenufe")]
    for reports in again:
        table.tell(*reports)
    assert (table.ending, table.sheet["number"], table.totals) == ((1, "deals"), 13, (1980, 1920))
    table.tell(retract(signed))
    assert [sheet["status"] for sheet in table.sheets[-3:]] == ["settled", "settled", "surplus"]
    assert table.stands == table.read_again()
    assert "mode_again" not in keys(table)
