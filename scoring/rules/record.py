"""The record: what people report of a game, each kind declared once.

A kind is a frozen dataclass whose fields carry their wire type in `metadata`. Everything else that needs to know a
kind derives from that: the strict reader and writer of its JSON (codec.py), the OpenAPI union and the journal view.

An `Entry` is one line of the append-only journal. What *stands* after retractions and corrections is a list of
`Unit`s: each keeps the place (`root`) of the report it replaces, however often that was corrected.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar

from scoring.rules.cards import Card, Cards


@dataclass(frozen=True, slots=True)
class Wire:
    """How a field looks in JSON. `type` names the reader in codec.py; the bounds are inclusive."""

    type: str
    required: bool = False
    low: int | None = None
    high: int | None = None
    about: str = ""


def wire(type_: str, *, required: bool = False, low: int | None = None, high: int | None = None, about: str) -> Any:  # noqa: ANN401 - a dataclass field stands for any type
    """A dataclass field with its wire type; optional fields are None when left out."""
    spec = Wire(type=type_, required=required, low=low, high=high, about=about)
    if required:
        return field(metadata={"wire": spec})
    return field(default=None, metadata={"wire": spec})


SEAT = "The seat, 1..n in order of play. Where the table implies it, it may be left out."


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOpened:
    """Opens a deal (R-5)."""

    kind: ClassVar[str] = "deal"
    dealer: int | None = wire("seat", about="Only to confirm: the seat that deals. Another one is `wrong_dealer`.")


@dataclass(frozen=True, slots=True, kw_only=True)
class HandShown:
    """All cards of a hand as it was dealt; known from now on."""

    kind: ClassVar[str] = "hand"
    seat: int = wire("seat", required=True, about="The seat whose hand it is.")
    cards: Cards = wire("hand", required=True, about="All cards of the hand as dealt, in any order.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pushed:
    """Forehand leaves the announcement to the partner (R-20)."""

    kind: ClassVar[str] = "push"
    seat: int | None = wire("seat", about=SEAT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """The mode of the deal (R-6, R-20)."""

    kind: ClassVar[str] = "announce"
    mode: str = wire("mode", required=True, about="One of the modes of R-6.")
    seat: int | None = wire("seat", about=SEAT)


@dataclass(frozen=True, slots=True, kw_only=True)
class WeisShown:
    """A Weis with its cards (R-23 to R-28)."""

    kind: ClassVar[str] = "weis"
    seat: int = wire("seat", required=True, about="The seat that shows the Weis.")
    cards: Cards = wire("weis", required=True, about="The cards of the Weis, in any order: a run of three or more of one suit, or four of a kind.")


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed:
    """One card laid on the table."""

    kind: ClassVar[str] = "play"
    card: Card = wire("card", required=True, about="The card.")
    seat: int | None = wire("seat", about=SEAT)
    number: int | None = wire("trick_number", about="The number of its trick. With it, a repeated report is a duplicate.")


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickPlayed:
    """A whole trick at once; the same as its plays. Where its first cards lie already, it completes the running trick."""

    kind: ClassVar[str] = "trick"
    cards: tuple[Card, ...] = wire("trick", required=True, about="The cards in order of play.")
    leader: int | None = wire("seat", about="The seat that led. Where the table implies it, it may be left out.")
    number: int | None = wire("trick_number", about="The number of the trick. With it, a repeated report is a duplicate.")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoeckShown:
    """King and Ober of trump in one hand (R-29)."""

    kind: ClassVar[str] = "stoeck"
    seat: int = wire("seat", required=True, about="The seat that shows the Stöck.")


@dataclass(frozen=True, slots=True, kw_only=True)
class EndClaimed:
    """The end claim: Bedanken (R-31, R-32). Where no trick of the deal is on record, `counted` says what was taken."""

    kind: ClassVar[str] = "claim"
    side: int = wire("side", required=True, about="The side that claims to have reached the target.")
    counted: Mapping[int, int] | None = wire(
        "points_by_side", low=0, high=157, about="On paper only: the card points of the complete tricks by side; a side left out has 0."
    )
    weis: Mapping[int, int] | None = wire("points_by_side", low=0, high=2000, about="On paper only: the Weis points of the side that scores them.")
    stoeck: int | None = wire("side", about="On paper only: the side whose Stöck is known.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """Takes a report back."""

    kind: ClassVar[str] = "retract"
    report: str = wire("report_id", required=True, about="The id of the report that stands.")
    reason: str | None = wire("text", about="Why.")


Report = (
    DealOpened | HandShown | Pushed | Announced | WeisShown | CardPlayed | TrickPlayed | StoeckShown | EndClaimed | Retracted
)

KINDS: dict[str, type[Report]] = {
    kind.kind: kind
    for kind in (
        DealOpened,
        HandShown,
        Pushed,
        Announced,
        WeisShown,
        CardPlayed,
        TrickPlayed,
        StoeckShown,
        EndClaimed,
        Retracted,
    )
}
"""The report kinds in the order of API.md section 4; `next.expects` keeps it."""

ALWAYS_ALLOWED = frozenset({"retract"})
"""Kinds that are never out of phase and so never stand in `next.expects`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One report as somebody said it: the fact, the deal it was meant for, and whether it is insisted on."""

    report: Report
    deal: int | None = None
    as_played: bool = False


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the journal as the rules see it.

    `root` is the seq of the place it stands at: its own, or that of the report whose place it took. `replaces` is the
    seq of the entry that stood there before it, None for a new fact.
    """

    seq: int
    id: str
    said: Said
    root: int
    replaces: int | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """What stands at one place of the record: the entry that stands there now, and what it says happened.

    `said` is empty where the report was retracted; the unit stays, so that its place and id are known.
    """

    root: int
    seq: int
    id: str
    said: tuple[Said, ...]


def unit_of(entry: Entry) -> Unit:
    """The unit that an entry puts at its place: itself, or nothing for a retraction."""
    if isinstance(entry.said.report, Retracted):
        return Unit(entry.root, entry.seq, entry.id, ())
    return Unit(entry.root, entry.seq, entry.id, (entry.said,))


def standing(entries: Iterable[Entry]) -> list[Unit]:
    """What stands, in order of place, after every retraction among `entries` (oldest first).

    An entry that replaces another has the other's `root`, so the newest entry of a place is the one that stands.
    """
    places: dict[int, Unit] = {}
    for entry in entries:
        places[entry.root] = unit_of(entry)
    return [places[root] for root in sorted(places)]
