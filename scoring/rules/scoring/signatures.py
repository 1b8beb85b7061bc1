"""Which signatures of a deal hold: those that were given for what stands now (docs/api.md, Signatures)."""

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Signature
from scoring.rules.record.entries import Signed
from scoring.rules.scoring.result import DealOutcome


def signed_now(deal: Deal, outcome: DealOutcome) -> Signed:
    """What a side puts its name to when it signs this deal now."""
    return Signed(outcome.scores or (), tuple(trick.leader for trick in deal.tricks))


def signed_by(deal: Deal, outcome: DealOutcome) -> list[int]:
    """The sides that have signed the deal as it stands now.

    A later report that changes the deal removes a signature for good. A signature does not hold either while scores or
    leaders are others than those that were signed: because of a ruling, or because an earlier deal was inserted, taken
    back or corrected. It holds again when they are what they were.
    """
    now = signed_now(deal, outcome)
    return sorted({one.side for one in deal.signatures if one.seq > deal.changed and _stands(one, now)})


def _stands(signature: Signature, now: Signed) -> bool:
    return signature.signed is None or signature.signed.still_stands(now)
