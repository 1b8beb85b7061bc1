"""The sheet of a deal: everything that follows from its facts, in the shape of docs/api.md (Deals)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import TrickFacts
from scoring.rules.pack.cards import notation, notations, notations_of
from scoring.rules.proof.findings import Finding
from scoring.rules.scoring.result import DealOutcome
from scoring.rules.scoring.signatures import signed_by

Sheet = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Known:
    """What follows from a deal for somebody: its outcome, and the findings."""

    outcome: DealOutcome
    findings: Sequence[Finding]

    def as_json(self, game: UUID, deal: str) -> dict[str, Any]:
        """The members of the sheet in which viewers differ who do not know the same hands."""
        scores = self.outcome.scores
        return {
            "weis": list(self.outcome.weis),
            "stoeck": self.outcome.stoeck,
            "scores": None if scores is None else list(scores),
            "findings": [finding.as_json(game, deal) for finding in self.findings],
        }


def sheet_of(
    deal: Deal, known: Known, *, by_viewer: Mapping[str, Known], factor: int | None, game: UUID
) -> dict[str, Any]:
    """The deal as one JSON object, hidden things included: what leaves the rules passes secrets.py.

    `known` is what follows from all of it, and `by_viewer` what those may know who do not know all hands: the seat of
    a hand, and "others". It is empty where all know the same.
    """
    follows = known.as_json(game, deal.id)
    return {
        "id": deal.id,
        "number": deal.number,
        "dealer": deal.dealer,
        "leader": deal.leader,
        "status": known.outcome.status,
        "mode": deal.mode.name if deal.mode else None,
        "factor": factor,
        "declarer": deal.declarer,
        "pushed": deal.pushed is not None,
        "turned": None if deal.turned is None else notation(deal.turned),
        "hands": [{"seat": seat, "cards": notations(deal.hands[seat])} for seat in sorted(deal.hands)] or None,
        "recorded_by": _recorded_by(deal),
        "tricks": [_trick(deal, trick) for trick in deal.tricks],
        **_in_order(follows, _declared(deal), _signatures(deal, known.outcome)),
        "by_viewer": {viewer: one.as_json(game, deal.id) for viewer, one in by_viewer.items()} or None,
        "complete": deal.complete,
        "secret": sorted(deal.secret),
    }


def _in_order(follows: Sheet, declared: Sheet, signatures: Sheet) -> dict[str, Any]:
    """What follows, what was bid and laid, and who has signed, in the order of docs/api.md."""
    shown = {name: follows[name] for name in ("weis", "stoeck")}
    return {**shown, **declared, "scores": follows["scores"], **signatures, "findings": follows["findings"]}


def _declared(deal: Deal) -> dict[str, Any]:
    """What the seats have bid and laid; None where nobody has."""
    bids = [{"seat": seat, "points": deal.bids[seat].points} for seat in sorted(deal.bids)]
    laid = [{"seat": seat, "card": notation(deal.laid[seat].card)} for seat in sorted(deal.laid)]
    return {"bids": bids or None, "laid": laid or None}


def _signatures(deal: Deal, judged: DealOutcome) -> dict[str, Any]:
    signed = signed_by(deal, judged)
    return {"confirmed_by": signed, "confirmed": len(signed) == len(deal.table.sides)}


def _recorded_by(deal: Deal) -> str:
    if deal.count is None and not any(claim.report.counted is not None for claim in deal.claims):
        return "cards"
    return "both" if deal.tricks else "count"


def _trick(deal: Deal, trick: TrickFacts) -> dict[str, Any]:
    """A trick; where a ruling gives it to another side than its winner's, `awarded_to` says so."""
    winner = deal.winner_of(trick)
    told = {
        "number": trick.number,
        "leader": trick.leader,
        "cards": notations_of(trick.cards),
        "winner": winner,
        "points": trick.points,
    }
    side = deal.side_taking(trick) if deal.decided.awards else None
    return {**told, "awarded_to": side} if winner and side and side != deal.table.side_of(winner) else told
