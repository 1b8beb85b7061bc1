"""What may be seen by whom. Whatever leaves the rules for a reader passes here.

Until a deal is settled, its own seat and a referee see a hidden hand, bid or laid card. All others
see null in its place. The same goes for what follows from it in a finding or a score. `deal.secret`
declares which kinds of reports hide what; a sheet lists under `secret` the kinds that its deal
keeps.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from scoring.rules.deal.secret import SECRET_KINDS, hidden_in_count
from scoring.rules.record.decisions import DECISIONS
from scoring.rules.record.kinds import Corrected, Counted, HandShown
from scoring.rules.scoring.status import opens_secrets


@dataclass(frozen=True, slots=True)
class Viewer:
    """Who looks. A referee sees everything, a seat its own secrets, all others what lies on the table.

    `writes_for_all` is a scorer, who may report for every seat. They are not shown a hand, but checks of their reports
    tell what is in it. So they are told whatever the record proves, without its grounds. `inside` are those who have a
    token of the game; disputes are shown to nobody else. `token` is the id of a player's token: such a reader takes
    back only what was sent with it.
    """

    referee: bool = False
    seats: frozenset[int] = frozenset()
    inside: bool = False
    writes_for_all: bool = False
    token: UUID | None = None

    def may_see(self, seat: int | None) -> bool:
        """Whether the hidden things of this seat are shown."""
        return self.referee or seat in self.seats

    def knows_hand(self, seat: int) -> bool:
        """Whether what a hand of this seat proves is told: to who may report for the seat, and to a referee."""
        return self.writes_for_all or self.may_see(seat)


ANYBODY = Viewer()
TABLE = Viewer(inside=True, writes_for_all=True)
REFEREE = Viewer(referee=True, inside=True)


def is_open(sheet: Mapping[str, Any] | None) -> bool:
    """Whether the deal still keeps its secrets."""
    if sheet is None:
        return True
    # Sheets written before the member existed lack it until they are rebuilt.
    opens = sheet.get("opens", True)
    return not (opens and opens_secrets(sheet["status"], complete=bool(sheet.get("complete"))))


SECRETS = frozenset(SECRET_KINDS)
"""The kinds of reports that can be hidden until their deal is settled."""


def hidden_in(sheet: Mapping[str, Any] | None, *, otherwise: Collection[str] = SECRETS) -> frozenset[str]:
    """The kinds of reports that are still hidden in a deal; `otherwise`, if the deal is not on record."""
    if sheet is None:
        return frozenset(otherwise)
    return secret_in(sheet) if is_open(sheet) else frozenset()


def secret_in(sheet: Mapping[str, Any]) -> frozenset[str]:
    """The kinds that a deal keeps secret."""
    # Sheets written before the member existed lack it until they are rebuilt. Without it all kinds
    # are hidden: a reader who sees too little can look again, but what was shown once cannot be
    # taken back.
    return frozenset(sheet.get("secret", SECRETS))


def seen_sheet(sheet: Mapping[str, Any], viewer: Viewer, *, still_open: bool = False) -> dict[str, Any]:
    """The sheet of a deal as this viewer sees it; `still_open` hides its secrets although its status opens them."""
    # A dry run of the last trick settles the deal in the answer alone. With `still_open` it shows
    # no bid: otherwise anybody could read all bids by asking what would happen.
    hidden = secret_in(sheet) if is_open(sheet) or still_open else frozenset()
    known = _as_known(sheet, viewer) if HandShown.kind in hidden else sheet
    seen = {name: value for name, value in known.items() if name not in INSIDE}
    for kind in hidden:
        of = SECRET_KINDS[kind]
        entries = sheet[of.listed]
        if entries:
            seen[of.listed] = [_without(one, of.hidden, unless=viewer.may_see(one["seat"])) for one in entries]
    if known["scores"]:
        seen["scores"] = [_seen_score(score, viewer, hidden=hidden) for score in known["scores"]]
    seen["findings"] = [seen_finding(finding, viewer, hidden=bool(hidden)) for finding in known["findings"]]
    return seen


INSIDE = frozenset({"complete", "secret", "by_viewer", "opens"})
"""What a sheet holds for our own use and nobody is shown."""


def _as_known(sheet: Mapping[str, Any], viewer: Viewer) -> Mapping[str, Any]:
    """The sheet of a deal that hides its hands, with what this viewer may know of what follows from them."""
    if viewer.referee or viewer.writes_for_all or not sheet["hands"]:
        return sheet
    # Sheets written before the member existed lack it until they are rebuilt: nobody is told a finding until then.
    by_viewer: Mapping[str, Mapping[str, Any]] | None = sheet.get("by_viewer", {"others": {"findings": []}})
    if by_viewer is None:
        return sheet
    own = (by_viewer[str(seat)] for seat in viewer.seats if str(seat) in by_viewer)
    return {**sheet, **next(own, by_viewer["others"])}


def _without(entry: Mapping[str, Any], *members: str, unless: bool) -> Mapping[str, Any]:
    """The entry with null in these members, unless the viewer may see them."""
    return entry if unless else {**entry, **dict.fromkeys(members)}


def _seen_score(score: Mapping[str, Any], viewer: Viewer, *, hidden: Collection[str]) -> Mapping[str, Any]:
    """What a side has, without what would tell a secret."""
    # Sums are hidden with their parts. In Differenzler the total is the difference between bid and
    # points, and everybody can count the points, so the total would tell the bid. In Cosmic Eidex
    # the win points compare all players: even the total of the reader's own seat would tell about
    # the cards that the others have laid.
    seen = score
    for kind in hidden:
        of = SECRET_KINDS[kind]
        seen = _without(seen, *of.in_score, unless=viewer.may_see(score["side"]))
        seen = _without(seen, *of.in_all_scores, unless=viewer.referee)
    return seen


def seen_finding(finding: Mapping[str, Any], viewer: Viewer, *, hidden: bool) -> dict[str, Any]:
    """A finding that this viewer may know, with its grounds as far as they may see them.

    Who writes for all may know it, and sees the grounds that hold without the hidden hands. For all others it was found
    without the hands hidden from them.
    """
    seen = {name: value for name, value in finding.items() if name != "hidden"}
    if hidden and viewer.writes_for_all and finding["hidden"] is not None:
        return {**seen, **finding["hidden"]["others"]}
    return seen


def may_hide(kind: str, fields: Mapping[str, Any]) -> bool:
    """Whether a report has a field that may be hidden until its deal is settled."""
    in_count = kind == Counted.kind and any(fields.get(name) for name in hidden_in_count(SECRETS))
    return kind in SECRETS or kind == Corrected.kind or in_count


def seen_fields(
    kind: str, fields: Mapping[str, Any], viewer: Viewer, *, hidden: Collection[str] = SECRETS
) -> Mapping[str, Any]:
    """The fields of a report as this viewer sees them: in the journal, and in the answer to whoever sent it.

    `hidden` are the kinds that are hidden in its deal.
    """
    if keeps_to_the_table(kind, viewer):
        return {}
    if not hidden or viewer.referee:
        return fields
    if kind in hidden:
        return _without(fields, SECRET_KINDS[kind].hidden, unless=viewer.may_see(fields["seat"]))
    if kind == Counted.kind:
        return {**fields, **_seen_by_seat(fields, viewer, names=hidden_in_count(hidden))}
    if kind == Corrected.kind:
        return {**fields, "replacement": _seen_replacement(fields["replacement"], viewer, hidden=hidden)}
    return fields


def _seen_by_seat(fields: Mapping[str, Any], viewer: Viewer, *, names: Collection[str]) -> dict[str, Any]:
    """These fields of a slate, which have a secret for each seat, with null for the seats of others."""
    return {
        name: {seat: value if viewer.may_see(int(seat)) else None for seat, value in fields[name].items()}
        for name in names
        if name in fields
    }


def _seen_replacement(replacement: Any, viewer: Viewer, *, hidden: Collection[str]) -> Any:
    """The reports of a correction as this viewer sees them: one, or a list of them."""
    if isinstance(replacement, list):
        return [_seen_replacement(one, viewer, hidden=hidden) for one in replacement]
    return seen_fields(replacement["kind"], replacement, viewer, hidden=hidden)


def keeps_to_the_table(kind: str, viewer: Viewer) -> bool:
    """Whether this viewer sees only that the entry exists: disputes are not for the public."""
    return kind in DECISIONS and not viewer.inside


def same_but_for_secrets(
    kind: str, one: Mapping[str, Any], other: Mapping[str, Any], viewer: Viewer, *, hidden: Collection[str]
) -> bool:
    """Whether two reports of a kind look the same to this viewer."""
    return seen_fields(kind, one, viewer, hidden=hidden) == seen_fields(kind, other, viewer, hidden=hidden)
