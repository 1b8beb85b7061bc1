"""What a deal may keep secret: the kinds of reports that hide something until their deal is settled.

This is the one place that declares such a kind. What readers see (`view.secrets`), what a call is
answered, which deals settlement opens and which fields of the schema may be null all derive from
it.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from scoring.rules.record.kinds import BidMade, CardLaid, HandShown


@dataclass(frozen=True, slots=True, kw_only=True)
class SecretKind:
    """One kind of report with a secret of its seat.

    The secret is the member `hidden`: of the report, and of the entries that the sheet lists under
    `listed`. The seat's score shows it in the members `in_score`; the members `in_all_scores`
    depend on the secrets of all seats, so only a referee sees them. `in_count` is the field of a
    slate that holds the secrets by seat. Settlement waits for an `awaited` kind and so opens it;
    the others may be reported or not.
    """

    report: type[HandShown | BidMade | CardLaid]
    hidden: str
    listed: str
    in_score: tuple[str, ...] = ()
    in_all_scores: tuple[str, ...] = ()
    in_count: str | None = None
    awaited: bool = False

    @property
    def kind(self) -> str:
        """The kind of report, as the record names it."""
        return self.report.kind


SECRET_KINDS: Mapping[str, SecretKind] = {
    each.kind: each
    for each in (
        SecretKind(report=HandShown, hidden="cards", listed="hands"),
        SecretKind(
            report=BidMade,
            hidden="points",
            listed="bids",
            in_score=("bid", "total"),
            in_count="bids",
            awaited=True,
        ),
        # Eidex sorts the win points of all players by their points, so one total tells about the
        # cards of the others.
        SecretKind(
            report=CardLaid,
            hidden="card",
            listed="laid",
            in_score=("laid", "points"),
            in_all_scores=("total",),
            awaited=True,
        ),
    )
}
"""All secret kinds, by the kinds of their reports."""

AWAITED = frozenset(each.kind for each in SECRET_KINDS.values() if each.awaited)
"""The kinds that settlement waits for and opens."""


def hidden_in_count(hidden: Collection[str]) -> tuple[str, ...]:
    """The fields of a slate that hold secrets by seat, where these kinds are hidden."""
    return tuple(each.in_count for each in SECRET_KINDS.values() if each.kind in hidden and each.in_count)
