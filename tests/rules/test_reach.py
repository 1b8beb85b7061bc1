"""Every remedy, at every moment, in every variant: who heard the ruling and who reads it find the same."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

import pytest

from scoring.rules.record.decisions import Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.review import misbound
from scoring.rules.rulings.possible import check, completed
from scoring.rules.rulings.remedies import REMEDIES
from tests.api.says import tricks_of
from tests.rules import test_eidex as eidex
from tests.rules.coiffeur import coiffeur
from tests.rules.differenzler import bids, differenzler
from tests.rules.table import JassTable, Json, announce, deal, insisted, options, play, stargames, stoeck, weis

OPENINGS: Mapping[str, tuple[Callable[[], JassTable], list[Json]]] = {
    "schieber": (stargames, [deal(), announce("schilten"), weis(2, "E6 E7 E8"), stoeck(3)]),
    "coiffeur": (coiffeur, [deal(), announce("schilten")]),
    "differenzler": (differenzler, [deal(turned="SA"), *bids(40, 30, 41, 52)]),
    "eidex": (eidex.table, [deal(turned=eidex.TURNED)]),
}
"""A table of each variant, and how its first deal begins."""

MOMENTS = ("trick_open", "trick_turned", "deal_over", "later_deal")


def played(variant: str, moment: str) -> JassTable:
    """A game at this moment: two tricks and a card, two tricks, a whole deal, or the deal after it."""
    make, opening = OPENINGS[variant]
    table = make()
    tricks = tricks_of("C1" if variant == "eidex" else "R1")
    few = moment in {"trick_open", "trick_turned"}
    table.tell(*map(insisted, [*opening, *(tricks[:2] if few else tricks)]))
    if moment == "trick_open":
        table.tell(insisted(play(tricks[2]["cards"][0])))
    if not few and variant == "eidex":
        table.tell(*map(insisted, eidex.lays()))
    if moment == "later_deal":
        table.tell(insisted(opening[0]))
    return table


def rule(table: JassTable, remedy: str, *, trick: int = 2, **told: Any) -> bool:
    """Rule on a trick of the first deal, as the service does; whether that is possible."""
    facts = table.referee.deals[0].facts
    said = {"points": {side: 5 * side for side in table.variant.table.sides}, "seat": facts.tricks[trick - 1].leader}
    ruled = Ruled(
        dispute=str(UUID(int=1)),
        offence="revoke",
        discovered="deal_over",
        remedy=remedy,
        trick=trick,
        reason="Seen by all.",
        **{**said, **told},
    )
    ruled = completed(ruled, facts)
    try:
        check(ruled, facts, table.options, own=table.variant.remedies)
    except Refused:
        return False
    entry = Entry(len(table.journal) + 1, str(UUID(int=2)), Said(report=ruled, deal=1), root=len(table.journal) + 1)
    table.referee.decide(entry)
    table.journal.append(table.referee.bound(entry))
    return True


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("variant", OPENINGS)
@pytest.mark.parametrize("remedy", REMEDIES)
def test_whoever_reads_a_ruling_finds_what_was_heard(remedy: str, variant: str, moment: str) -> None:
    table = played(variant, moment)
    before = table.stands
    if not rule(table, remedy):
        assert table.stands == before
        return
    assert table.stands == table.read_again()
    assert list(misbound(table.game, table.journal)) == []
    facts, referee = table.referee.deals[-1].facts, table.referee
    assert referee.turn is None or referee.turn == facts.turn or not facts.tricks
    for trick in table.sheets[0]["tricks"]:
        taken = facts.winner_of(facts.tricks[trick["number"] - 1]) if moment != "later_deal" else trick["winner"]
        assert trick["winner"] == taken
    for read, sheet in zip(referee.deals, table.sheets, strict=True):
        assert all(step.rule.startswith("R-") for step in referee.steps(read, seen=sheet))


@pytest.mark.parametrize("variant", ["schieber", "coiffeur"])
def test_the_player_at_the_right_of_the_offender_leads_on(variant: str) -> None:
    table = played(variant, "trick_turned")
    offender = table.referee.deals[0].facts.tricks[1].leader
    assert rule(table, "trick_to_opponents")
    assert table.referee.turn == table.variant.table.next(offender)
    assert table.read_again()["turn"] == table.referee.turn


# --- claims and stages ------------------------------------------------------------------------------------------------


def claimed(target: int, remedy: str, **told: Any) -> tuple[JassTable, int | None]:
    """A game to this target after two tricks and a ruling, and the side that may claim then."""
    table = JassTable(options("schieber-stargames", target=target))
    table.tell(*map(insisted, [*OPENINGS["schieber"][1], *tricks_of("R1")[:2]]))
    rule(table, remedy, **told)
    sides = table.referee.entitled if table.referee.result is None else ()
    return table, sides[0] if sides else None


@pytest.mark.parametrize("offender", [1, 2, 3, 4])
@pytest.mark.parametrize("remedy", REMEDIES)
def test_a_claim_is_by_who_has_the_trick_after_a_ruling_and_counts_what_it_leaves(remedy: str, offender: int) -> None:
    table, side = claimed(10_000, remedy, seat=offender)
    facts = table.referee.deals[0].facts
    if side is None:
        assert facts.over or table.referee.result is not None
        return
    assert side == facts.side_taking(facts.tricks[1])
    has = table.sheet["scores"][side - 1]["total"]
    for target, reason in ((has, "claim"), (has + 1, "false_claim")):
        table, by = claimed(target, remedy, seat=offender)
        if target < 1 or by is None:  # both were there with the first trick
            continue
        table.tell({"kind": "claim", "side": side})
        assert table.referee.result is not None
        assert table.referee.result["reason"] in {reason, "ruling"}, "a ruling, where it would not have ended so"
        assert table.referee.result["winner"] == (side if reason == "claim" else 3 - side)
        assert table.stands == table.read_again()


@pytest.mark.parametrize("target", [20, 40, 60, 80, 118])
@pytest.mark.parametrize("offender", [1, 2, 3, 4])
@pytest.mark.parametrize(
    "remedy", [one for one in REMEDIES if one not in {"deal_void", "deal_lost", "forfeit", "claim_void"}]
)
def test_the_stages_of_the_first_trick_count_what_a_ruling_leaves(remedy: str, offender: int, target: int) -> None:
    table = JassTable(options("schieber-stargames", target=target))
    table.tell(*map(insisted, [*OPENINGS["schieber"][1], tricks_of("R1")[0]]))
    rule(table, remedy, trick=1, seat=offender, points={1: 30, 2: 45})
    scores, result = table.sheet["scores"], table.referee.result
    assert table.stands == table.read_again()
    if not all(score["total"] >= target for score in scores):
        assert result is None
        return
    assert result is not None
    stage, winners = first_stage(scores, target=target)
    assert result["reason"] in {stage, "ruling"}, "a ruling, where it would not have ended so"
    assert result["winners"] == winners


def first_stage(scores: list[Json], *, target: int) -> tuple[str, list[int]]:
    """The first of Stöck, Weis, Stich at which a side has the target, and the sides that have it then (R-33)."""
    has = {score["side"]: score.get("adjusted", 0) for score in scores}
    for stage in ("stoeck", "weis", "stich"):
        for score in scores:
            has[score["side"]] += score["factor"] * score["tricks" if stage == "stich" else stage]
        winners = [side for side, points in has.items() if points >= target]
        if winners:
            return stage, winners
    raise AssertionError("nobody has the target")
