"""The record: what people report of a game, each kind declared once.

A kind is a frozen dataclass whose fields carry their wire type in `metadata`. Everything else that needs to know a
kind derives from that: the strict reader and writer of its JSON (codec.py), the OpenAPI union and the journal view.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar, get_args

from scoring.rules.pack.cards import Card, Cards
from scoring.rules.record.decisions import DECISIONS, Decision, DisputeStep, Ruled
from scoring.rules.record.weis_said import WeisSaid
from scoring.rules.record.wire import wire

SEAT = "The seat, 1..n in order of play. Where the table implies it, it may be left out."


@dataclass(frozen=True, slots=True, kw_only=True)
class DealOpened:
    """Opens a deal (R-5)."""

    kind: ClassVar[str] = "deal"
    dealer: int | None = wire("seat", about="Only to confirm: the seat that deals. Another one is `wrong_dealer`.")
    turned: Card | None = wire(
        "card", about="The turned card, where it sets the trump (R-40, R-50): required there, and nowhere else allowed."
    )


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
class BidMade:
    """How many points a player says that they will make (R-40)."""

    kind: ClassVar[str] = "bid"
    seat: int = wire("seat", required=True, about="The seat that bids.")
    points: int = wire(
        "bid",
        required=True,
        low=0,
        high=157,
        about="The points. Where bids are hidden, null until the deal is settled.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CardLaid:
    """The card that a player lays face down; it counts for them at the end (R-51)."""

    kind: ClassVar[str] = "lay"
    seat: int = wire("seat", required=True, about="The seat that lays the card.")
    card: Card = wire("laid_card", required=True, about="The card; null until the deal is settled.")


@dataclass(frozen=True, slots=True, kw_only=True)
class WeisShown:
    """A Weis, with its cards or as it was said (R-23 to R-28). Exactly one of `cards` and `said` is given."""

    kind: ClassVar[str] = "weis"
    seat: int = wire("seat", required=True, about="The seat that shows or says the Weis.")
    cards: Cards | None = wire(
        "weis", about="The cards of the Weis, in any order: a run of three or more of one suit, or four of a kind."
    )
    said: WeisSaid | None = wire(
        "weis_said",
        about="In place of the cards, where they were not shown: a run by its length and highest rank, or four of a "
        "kind. The cards may follow in a report of their own; that is the same Weis.",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed:
    """One card laid on the table."""

    kind: ClassVar[str] = "play"
    card: Card = wire("card", required=True, about="The card.")
    seat: int | None = wire("seat", about=SEAT)
    number: int | None = wire(
        "trick_number", about="The number of its trick. With it, a repeated report is a duplicate."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickPlayed:
    """A whole trick at once, the same as its plays; where its first cards lie already, it completes the trick."""

    kind: ClassVar[str] = "trick"
    cards: tuple[Card, ...] = wire("trick", required=True, about="The cards in order of play.")
    leader: int | None = wire("seat", about="The seat that led. Where the table implies it, it may be left out.")
    number: int | None = wire(
        "trick_number", about="The number of the trick. With it, a repeated report is a duplicate."
    )


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
        "points_by_side",
        low=0,
        high=157,
        about="On paper only: the card points of the complete tricks by side; a side left out has 0.",
    )
    weis: Mapping[int, int] | None = wire(
        "points_by_side", low=0, high=2000, about="On paper only: the Weis points of the side that scores them."
    )
    stoeck: int | None = wire("side", about="On paper only: the side whose Stöck is known.")


EITHER: Mapping[str, tuple[str, str]] = {WeisShown.kind: ("cards", "said")}
"""Kinds with two fields of which exactly one is given."""

NOBODY = 0
"""A side that is said to be none: null on the wire, where leaving the field out says nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Settles a deal without its cards: what a slate holds, all of it before the factor (R-21, R-22)."""

    kind: ClassVar[str] = "count"
    points: Mapping[int, int] = wire(
        "points_by_side",
        required=True,
        low=0,
        high=1000,
        about="Card points by side with the last-trick 5; one side may be left out.",
    )
    match: int | None = wire(
        "side_or_nobody",
        about="The side that took every trick. At 157 : 0 it must be given; null: the other took a worthless trick.",
    )
    last_trick: int | None = wire(
        "side", about="The side that took the last trick; asked for only where R-34 needs it."
    )
    weis: Mapping[int, int] | None = wire(
        "points_by_side", low=0, high=2000, about="The Weis points of the one side that scores them."
    )
    stoeck: int | None = wire("side", about="The side that has the Stöck.")
    bids: Mapping[int, int] | None = wire(
        "bids_by_side", low=0, high=157, about="The bids that are not on record yet; hidden as they are (R-40)."
    )
    tricks: Mapping[int, int] | None = wire(
        "points_by_side", low=0, high=12, about="How many tricks each side took, where that decides (R-41, R-52)."
    )
    mode: str | None = wire("mode", about="The mode, where none was announced and the factors differ.")
    declarer: int | None = wire("seat", about="The seat that announced.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmed:
    """A side signs the deal that was settled or stopped last, the deal named, or the incident named."""

    kind: ClassVar[str] = "confirm"
    side: int = wire("side", required=True, about="The side that signs.")
    report: str | None = wire(
        "report_id", about="The id of an incident to sign. All sides' signatures on a misdeal make its deal void."
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Incident:
    """Something to remember or to rule on."""

    kind: ClassVar[str] = "incident"
    category: str = wire(
        "category",
        required=True,
        about="What happened, in small letters: exposed_card, played_too_early, two_cards, wrong_lead, "
        "looked_at_trick, misdeal, remark, call_referee, ...",
    )
    seat: int | None = wire("seat", about="Who is concerned.")
    note: str | None = wire("text", about="In words.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Retracted:
    """Takes a report back."""

    kind: ClassVar[str] = "retract"
    report: str = wire("report_id", required=True, about="The id of the report that stands.")
    reason: str | None = wire("text", about="Why.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """Puts one or more reports in the place of an earlier one; all later ones stay and are scored anew."""

    kind: ClassVar[str] = "correct"
    report: str = wire("report_id", required=True, about="The id of the report that stands.")
    replacement: tuple["Said", ...] = wire(
        "replacement", required=True, about="One report without id, or a list of 1 to 20 that takes its place."
    )
    reason: str = wire("text", required=True, about="Why.")


Reported = (
    DealOpened
    | HandShown
    | Pushed
    | Announced
    | BidMade
    | CardLaid
    | WeisShown
    | CardPlayed
    | TrickPlayed
    | StoeckShown
    | EndClaimed
    | Counted
    | Confirmed
    | Incident
    | Retracted
    | Corrected
)
"""What people report, in the order of the table in docs/api.md; `next.expects` keeps it."""

Report = Reported | Decision

KINDS: dict[str, type[Reported]] = {kind.kind: kind for kind in get_args(Reported)}
"""The report kinds by name."""

JOURNAL_KINDS: dict[str, type[Report]] = {**KINDS, **DECISIONS}
"""All kinds of the journal that the rules read."""

BESIDE_THE_TABLE = frozenset({Confirmed, Incident, DisputeStep, Ruled})
"""Kinds that are never out of phase, change no card, and name a deal by `deal` without belonging to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """One report as somebody said it: the fact, the deal it was meant for, and whether it is insisted on.

    `deal` is the number of the deal, or its id.
    """

    report: Report
    deal: int | str | None = None
    as_played: bool = False
