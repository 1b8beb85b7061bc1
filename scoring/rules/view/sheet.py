"""The sheet of a deal: everything that follows from its facts, in the shape of docs/api.md (Deals)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import TrickFacts
from scoring.rules.pack.cards import notation, notations
from scoring.rules.proof.findings import Finding
from scoring.rules.scoring.result import DealOutcome

Sheet = Mapping[str, Any]


def sheet_of(
    deal: Deal, judged: DealOutcome, findings: list[Finding], *, factor: int | None, game: UUID
) -> dict[str, Any]:
    """The deal as one JSON object, hidden things included: what leaves the rules passes secrets.py."""
    return {
        "id": deal.id,
        "number": deal.number,
        "dealer": deal.dealer,
        "leader": deal.leader,
        "status": judged.status,
        "mode": deal.mode.name if deal.mode else None,
        "factor": factor,
        "declarer": deal.declarer,
        "pushed": deal.pushed is not None,
        "turned": None if deal.turned is None else notation(deal.turned),
        "hands": [{"seat": seat, "cards": notations(deal.hands[seat])} for seat in sorted(deal.hands)] or None,
        "recorded_by": _recorded_by(deal),
        "tricks": [_trick(deal, trick) for trick in deal.tricks],
        **_declared(deal, judged),
        "scores": None if judged.scores is None else list(judged.scores),
        **_signatures(deal),
        "findings": [finding.as_json(game, deal.id) for finding in findings],
        "complete": deal.over and (deal.all_played or deal.count is not None),
        "secret": sorted(deal.secret),
    }


def _declared(deal: Deal, judged: DealOutcome) -> dict[str, Any]:
    """What the seats have said and laid besides their play; None where nobody has."""
    bids = [{"seat": seat, "points": deal.bids[seat].points} for seat in sorted(deal.bids)]
    laid = [{"seat": seat, "card": notation(deal.laid[seat].card)} for seat in sorted(deal.laid)]
    return {"weis": list(judged.weis), "stoeck": judged.stoeck, "bids": bids or None, "laid": laid or None}


def _signatures(deal: Deal) -> dict[str, Any]:
    return {"confirmed_by": deal.signed_by, "confirmed": deal.confirmed}


def _recorded_by(deal: Deal) -> str:
    if deal.count is None and not any(claim.report.counted is not None for claim in deal.claims):
        return "cards"
    return "both" if deal.tricks else "count"


def _trick(deal: Deal, trick: TrickFacts) -> dict[str, Any]:
    """A trick; where a ruling gives it to another side than its winner's, `awarded_to` says so."""
    winner, side = deal.winner_of(trick), deal.side_taking(trick)
    awarded = {"awarded_to": side} if winner and side != deal.table.side_of(winner) else {}
    return {
        "number": trick.number,
        "leader": trick.leader,
        "cards": [notation(card) for card in trick.cards],
        "winner": winner,
        "points": trick.points,
        **awarded,
    }
