"""What may be seen by whom (API.md section 6). Whatever leaves the rules for a reader passes here.

Until a deal is settled, the cards of a shown hand are known to its own seat and to a referee; everybody else sees null
in their place, also in what a finding says about them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.rules.record import DECISIONS

OVER = frozenset({"settled", "stopped"})
"""The states of a deal in which its cards are no secret any more."""


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks: a referee sees everything, a seat its own, everybody else what lies on the table.

    Disputes are the business of those who have a token of the game: `inside`.
    """

    referee: bool = False
    seats: frozenset[int] = frozenset()
    inside: bool = False

    def may_see(self, seat: int | None) -> bool:
        """Whether the hidden things of this seat are shown."""
        return self.referee or seat in self.seats


ANYBODY = Viewer()
TABLE = Viewer(inside=True)
REFEREE = Viewer(referee=True, inside=True)


def is_open(sheet: Mapping[str, Any] | None) -> bool:
    """Whether the deal still keeps its secrets."""
    if sheet is None:
        return True
    if sheet["status"] == "surplus":
        return not _all_tricks_lie(sheet)
    return sheet["status"] not in OVER


def _all_tricks_lie(sheet: Mapping[str, Any]) -> bool:
    lying = sum(len(trick["cards"]) for trick in sheet["tricks"])
    return bool(lying == sheet["cards_in_play"])


def seen_sheet(sheet: Mapping[str, Any], viewer: Viewer, *, still_open: bool = False) -> dict[str, Any]:
    """The sheet of a deal as this viewer sees it; `still_open` keeps the secrets of a deal that a dry run settles."""
    hidden = is_open(sheet) or still_open
    seen = {name: value for name, value in sheet.items() if name not in INSIDE}
    if sheet["hands"]:
        seen["hands"] = [_seen_hand(hand, viewer, hidden=hidden) for hand in sheet["hands"]]
    seen["findings"] = [seen_finding(finding, viewer, hidden=hidden) for finding in sheet["findings"]]
    return seen


INSIDE = frozenset({"cards_in_play"})
"""What a sheet holds for our own use and nobody is shown."""


def _seen_hand(hand: Mapping[str, Any], viewer: Viewer, *, hidden: bool) -> Mapping[str, Any]:
    return {"seat": hand["seat"], "cards": None} if hidden and not viewer.may_see(hand["seat"]) else hand


def seen_finding(finding: Mapping[str, Any], viewer: Viewer, *, hidden: bool) -> dict[str, Any]:
    """A finding as this viewer sees it: what a hidden hand proves is told without the hand's cards."""
    seen = {name: value for name, value in finding.items() if name != "hidden"}
    if not hidden or viewer.referee or finding["hidden"] is None:
        return seen
    known: Mapping[str, Any] = finding["hidden"]
    own = [known[str(seat)] for seat in viewer.seats if str(seat) in known]
    return {**seen, **(own[0] if own else known["others"])}


def seen_fields(kind: str, fields: Mapping[str, Any], viewer: Viewer, *, hidden: bool) -> Mapping[str, Any]:
    """The fields of a report as this viewer sees them: in the journal, and in the answer to whoever sent it."""
    if keeps_to_the_table(kind, viewer):
        return {}
    if not hidden:
        return fields
    if kind == "hand" and not viewer.may_see(fields["seat"]):
        return {**fields, "cards": None}
    if kind == "correct":
        return {**fields, "replacement": _seen_replacement(fields["replacement"], viewer)}
    return fields


def _seen_replacement(replacement: Any, viewer: Viewer) -> Any:
    """The reports of a correction as this viewer sees them: one, or a list of them."""
    if isinstance(replacement, list):
        return [_seen_replacement(one, viewer) for one in replacement]
    return seen_fields(replacement["kind"], replacement, viewer, hidden=True)


def keeps_to_the_table(kind: str, viewer: Viewer) -> bool:
    """Whether this viewer is told no more of such an entry than that it is there: disputes are not for the public."""
    return kind in DECISIONS and not viewer.inside


def same_but_for_secrets(
    kind: str, one: Mapping[str, Any], other: Mapping[str, Any], viewer: Viewer, *, hidden: bool
) -> bool:
    """Whether two reports of a kind say the same, as far as this viewer may know."""
    return seen_fields(kind, one, viewer, hidden=hidden) == seen_fields(kind, other, viewer, hidden=hidden)
