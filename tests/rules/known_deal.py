"""The deal R3 of tests/vectors/deals.json: Rosen, led by forehand, seat 1 where seat 4 deals.

Seats 2 1 2 2 2 1 1 2 2 take its tricks, worth 31 24 19 20 10 2 16 19 16: 42 to side 1, 115 to side 2. The runs of seats
2 and 3 are worth 20 each, B K-O-U is the best. Seat 1 holds the Stöck and plays its second card in trick 7.
"""

from tests.rules.table import Json, announce, deal, trick, weis

HANDS = {
    1: "E8 EU EA R7 R8 RO RK S6 S7",
    2: "EO R9 R10 RU S8 SA B6 B10 BA",
    3: "RA S10 SU SO B7 B8 BU BO BK",
    4: "E6 E7 E9 E10 EK R6 S9 SK B9",
}

TRICKS = (
    "R7 RU RA R6",
    "EO S10 E7 EA",
    "EU R10 SO EK",
    "R9 SU B9 RK",
    "B10 B8 E9 S6",
    "B6 BU S9 R8",
    "RO S8 BO E10",
    "S7 SA BK SK",
    "BA B7 E6 E8",
)

SECOND_TYPED_WRONG = "EA S10 E7 EO"
"""Trick 2 as somebody mistyped it. Seat 2 would have taken it, and with all later leads read anew it is 84 to 73."""

TRICKS_TYPED_WRONG = (TRICKS[0], SECOND_TYPED_WRONG, *TRICKS[2:])

RUN_OF_SEAT_2 = weis(2, "RU R10 R9")
RUN_OF_SEAT_3 = weis(3, "BK BO BU")


def opened(*reports: Json) -> list[Json]:
    """The deal, announced, and what was said before its first card."""
    return [deal(), announce("rosen"), *reports]


def played(first: int, last: int) -> list[Json]:
    """These tricks of it, one report each."""
    return [trick(cards) for cards in TRICKS[first - 1 : last]]


def whole() -> list[Json]:
    """All of it."""
    return [*opened(), *played(1, 9)]
