"""Previews of rulings: the remedies that are possible in a dispute, and what each would change."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from scoring import mapping
from scoring.models import Deal, Dispute, Game, GameStatus
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.rulings.catalogue import CatalogueEntry as Usual
from scoring.rules.rulings.catalogue import catalogue
from scoring.rules.rulings.disputes import WAITING
from scoring.rules.rulings.possible import check, completed, possible
from scoring.rules.rulings.remedies import PENALTY_POINTS
from scoring.selectors.readings import referee_at


@dataclass(frozen=True, slots=True)
class Preview:
    """A possible remedy, and how deal and game would stand after it.

    `usual` says whether the game's catalogue names it. If the remedy needs a field that the dispute does not give,
    `needs` has its name and `after` is None.
    """

    remedy: str
    usual: bool
    ruled: Ruled
    needs: str | None
    after: Mapping[str, Any] | None


def usual_for(game: Game, *, offence: str, discovered: str) -> Usual | None:
    """The entry of the game's catalogue for an offence, None if there is none. `discovered` says when it was found."""
    try:
        return catalogue(game.options["catalogue"]).entry(offence, discovered=discovered, variant=game.variant)
    except KeyError:
        return None


def filled(ruled: Ruled, dispute: Dispute) -> Ruled:
    """The ruling, completed from its dispute.

    Seat and side belong together: a ruling that names one of them takes neither from the dispute.
    """
    named = ruled.seat is not None or ruled.side is not None
    return replace(
        ruled,
        dispute=str(dispute.pk),
        trick=ruled.trick or dispute.trick,
        seat=ruled.seat if named else dispute.seat,
        side=ruled.side if named else dispute.side,
        finding=ruled.finding or (str(dispute.finding) if dispute.finding else None),
    )


def standing(game: Game, deal: Deal) -> dict[str, Any]:
    """How a deal and its game stand."""
    return {
        "scores": deal.sheet["scores"],
        "deal_status": deal.status,
        "totals": _by_side(game.scores),
        "result": game.result,
        "status": game.status,
    }


def preview(game: Game, dispute: Dispute, *, discovered: str, offence: str | None = None) -> list[Preview]:
    """Every remedy that is possible in the deal of a dispute, the usual ones first. Writes nothing.

    The deal is read once. Each remedy replaces the one before.
    """
    reading = referee_at(game, dispute.deal)
    if reading is None:
        return []
    referee, _ = reading
    ruling = Ruled(dispute=str(dispute.pk), offence=offence or dispute.category, discovered=discovered, remedy="")
    usual = usual_for(game, offence=ruling.offence, discovered=discovered)
    offered = possible(
        referee.deals[0].facts, referee.game.options, own=referee.game.variant.remedies, dispute=ruling.dispute
    )
    found = [_tried(replace(ruling, remedy=remedy), usual, dispute, referee, game) for remedy in offered]
    return sorted(found, key=lambda one: not one.usual)


def _tried(ruling: Ruled, usual: Usual | None, dispute: Dispute, referee: Referee, game: Game) -> Preview:
    wanted = filled(replace(ruling, reason="…"), dispute)
    named = {one.remedy: one.points for one in usual.remedies} if usual else {}
    amount = named.get(ruling.remedy)
    if ruling.remedy == PENALTY_POINTS and amount is not None and wanted.side is not None:
        wanted = replace(wanted, points={wanted.side: amount})
    facts = referee.deals[0].facts
    ruled = completed(wanted, facts)
    needs, after = None, None
    try:
        check(ruled, facts, referee.game.options, own=referee.game.variant.remedies)
    except Refused as refusal:
        needs = str(refusal.pointer[0]) if refusal.pointer else ruling.remedy
    else:
        seq = referee.version + 1
        referee.decide(Entry(seq, str(UUID(int=0)), Said(report=ruled, deal=dispute.deal), root=seq))
        after = _as_read(referee, game, dispute)
    return Preview(ruling.remedy, ruling.remedy in named, replace(ruled, reason=None), needs, after)


def _as_read(referee: Referee, game: Game, dispute: Dispute) -> dict[str, Any]:
    """How deal and game stand in this reading, in which the dispute is decided."""
    sheet = referee.sheet(referee.deals[0])
    waiting = game.open_disputes - (1 if dispute.state in WAITING else 0)
    over = GameStatus.FINISHED if referee.result else GameStatus.PLAYING
    return {
        "scores": sheet["scores"],
        "deal_status": sheet["status"],
        "totals": _by_side(referee.totals),
        "result": mapping.result_of(referee, waiting=waiting),
        "status": GameStatus.ABANDONED if game.status == GameStatus.ABANDONED else over,
    }


def _by_side(totals: Any) -> dict[str, int]:
    return {str(side): total for side, total in enumerate(totals, start=1)}
