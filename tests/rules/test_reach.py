"""Every remedy, at every moment, in every variant: who heard the ruling and who reads it find the same."""

from collections.abc import Callable, Mapping
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
from tests.rules.table import JassTable, Json, announce, deal, insisted, play, stargames, stoeck, weis

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


def rule(table: JassTable, remedy: str) -> bool:
    """Rule on the second trick of the first deal, as the service does; whether that is possible."""
    facts = table.referee.deals[0].facts
    points = {side: 5 * side for side in table.variant.table.sides}
    ruled = Ruled(
        dispute=str(UUID(int=1)),
        offence="revoke",
        discovered="deal_over",
        remedy=remedy,
        trick=2,
        seat=facts.tricks[1].leader,
        points=points,
        reason="Seen by all.",
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
