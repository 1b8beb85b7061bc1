"""The rulings on a deal as its account tells them: each of them, and whether it stands."""

from collections.abc import Iterator

from scoring.rules.deal.facts import Deal
from scoring.rules.record.decisions import Ruled
from scoring.rules.view.account import Step

RULINGS = "rulings"
"""The chapter for those who may see rulings. What they do to the score stands in the other chapters, for everybody."""


def ruling_steps(deal: Deal) -> Iterator[Step]:
    """Every ruling on the deal, the oldest first: those that stand, and those in whose place a newer decision is."""
    for ruled in deal.ever_ruled:
        stands = deal.decisions.get(ruled.dispute) is ruled
        yield _ruling(ruled, key="ruling_stands" if stands else "ruling_replaced")
        if stands and ruled.leads is not None and ruled.leads_trick is not None:
            facts = {"seat": ruled.leads, "trick": ruled.leads_trick}
            yield Step("R-5", RULINGS, "ruling", "ruling_leads", facts)


def _ruling(ruled: Ruled, *, key: str) -> Step:
    facts = {"remedy": ruled.remedy, "seat": ruled.seat, "side": ruled.side, "trick": ruled.trick}
    return Step("R-35", RULINGS, "ruling", key, facts)
