"""A deal as it lies on the table, trick by trick: what the template `drawing/deal.html` draws.

Nothing is decided here. What is shown is the deal as its reader may see it; which card is in question and which one
proves it is told from outside, so that players' pages can draw the same table.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.safestring import SafeString

from scoring.drawing.cards import card_name, card_svg
from scoring.wording import deck_of, label, labelled, name_of, offence
from scoring.wording.steps import TableNames, said_weis

Json = Mapping[str, Any]

PLACES: Final[Mapping[int, Mapping[int, str]]] = {
    4: {1: "south", 2: "east", 3: "north", 4: "west"},
    3: {1: "south", 2: "east", 3: "west"},
}
"""Where each seat is drawn: the next one sits to the right of the one before (R-3)."""


@dataclass(frozen=True, slots=True)
class Pack:
    """The cards as a reader sees them: in which deck, and in which language."""

    deck: str
    language: str

    def card(self, code: str) -> SafeString:
        """The card as a picture."""
        return card_svg(code, deck=self.deck, language=self.language)

    def name(self, code: str) -> str:
        """What the card is called."""
        return card_name(code, deck=self.deck, language=self.language)

    def cards(self, codes: Sequence[str]) -> list[SafeString]:
        """Several of them."""
        return [self.card(code) for code in codes]

    def names(self, codes: Sequence[str]) -> str:
        """What several of them are called."""
        return ", ".join(self.name(code) for code in codes)


@dataclass(frozen=True, slots=True)
class Marks:
    """What a look at the deal is about: a card in question, the one that proves it, and the card to stop at.

    `moment` is the number of cards that lay by then; `links` is where the card at each such number leads, if anywhere.
    """

    questioned: str | None = None
    proof: str | None = None
    moment: int | None = None
    trick: int | None = None
    link: str = ""


NO_MARKS: Final = Marks()


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A card at its seat; `order` is its place in the trick, `marks` say in words what is special about it."""

    place: str
    order: int
    player: str
    picture: SafeString
    name: str
    marks: Sequence[tuple[str, str]]
    link: str

    @property
    def classes(self) -> str:
        """The marks as classes of the page."""
        return " ".join((self.place, *(name for name, _ in self.marks)))


@dataclass(frozen=True, slots=True)
class TrickDrawn:
    """A trick: its cards in the order of play, who took it with how many points, and how it stood then."""

    number: int
    leader: str
    cards: Sequence[CardDrawn]
    winner: str | None
    points: int | None
    standing: Sequence[tuple[str, int]]
    awarded_to: str | None
    findings: Sequence[str]
    questioned: bool


@dataclass(frozen=True, slots=True)
class Melded:
    """A Weis or Stöck: whose, its cards, its points, and whether it counts (None: not known yet).

    `form` is a Weis in words that was said and not shown, else empty.
    """

    player: str
    kind: str
    cards: Sequence[SafeString]
    points: int
    counts: bool | None
    form: str = ""


@dataclass(frozen=True, slots=True)
class DealDrawn:
    """A deal: the tricks, Weise and Stöck, and findings that belong to no trick."""

    tricks: Sequence[TrickDrawn]
    melds: Sequence[Melded]
    findings: Sequence[str]
    seats: int
    words: Mapping[str, str] = field(default_factory=dict)


def deal_drawn(sheet: Json, *, table: TableNames, variant: str, language: str, about: Marks = NO_MARKS) -> DealDrawn:
    """The deal, as its sheet shows it to this reader."""
    pack = Pack(deck_of(variant, deck=table.deck), language)
    drawing = _Drawing(sheet, table, pack, about)
    return DealDrawn(
        tricks=list(drawing.tricks()),
        melds=list(drawing.melds()),
        findings=[drawing.finding(each) for each in sheet["findings"] if each["trick"] is None],
        seats=len(table.names),
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What every part of the drawing needs."""

    sheet: Json
    table: TableNames
    pack: Pack
    about: Marks

    def tricks(self) -> Iterator[TrickDrawn]:
        sides = {seat: side for side, seats in self.table.sides.items() for seat in seats}
        taken = dict.fromkeys(self.table.sides, 0)
        lying = 0
        for trick in self.sheet["tricks"]:
            if trick["winner"] is not None:
                taken[trick.get("awarded_to") or sides[trick["winner"]]] += trick["points"]
            yield self._trick(trick, lying=lying, taken=dict(taken))
            lying += len(trick["cards"])

    def _trick(self, trick: Json, *, lying: int, taken: Mapping[int, int]) -> TrickDrawn:
        awarded = trick.get("awarded_to")
        return TrickDrawn(
            number=trick["number"],
            leader=self.table.names[trick["leader"]],
            cards=list(self._cards(trick, lying=lying)),
            winner=self.table.names.get(trick["winner"]),
            points=trick["points"],
            standing=[(self.side(side), points) for side, points in taken.items()],
            awarded_to=self.side(awarded) if awarded else None,
            findings=[self.finding(each) for each in self.sheet["findings"] if each["trick"] == trick["number"]],
            questioned=trick["number"] == self.about.trick,
        )

    def _cards(self, trick: Json, *, lying: int) -> Iterator[CardDrawn]:
        seats = sorted(self.table.names)
        first = seats.index(trick["leader"])
        order = (*seats[first:], *seats[:first])
        for step, (seat, code) in enumerate(zip(order, trick["cards"], strict=False), start=1):
            yield CardDrawn(
                place=PLACES[len(seats)][seat],
                order=step,
                player=self.table.names[seat],
                picture=self.pack.card(code),
                name=self.pack.name(code),
                marks=list(self._marks(code, moment=lying + step, took=seat == trick["winner"])),
                link=self.about.link.format(moment=lying + step) if self.about.link else "",
            )

    def _marks(self, code: str, *, moment: int, took: bool) -> Iterator[tuple[str, str]]:
        if code == self.about.questioned:
            yield "questioned", self.word("questioned")
        if code == self.about.proof:
            yield "proof", self.word("proof")
        if took:
            yield "took", self.word("takes_trick")
        if moment == self.about.moment:
            yield "moment", self.word("this_moment")

    def melds(self) -> Iterator[Melded]:
        for weis in self.sheet["weis"]:
            cards, counts, form = self.pack.cards(weis["cards"] or ()), weis["counts"], ""
            if not weis["cards"]:
                form = said_weis(weis["said"], deck=self.pack.deck, language=self.pack.language)
            yield Melded(self.table.names[weis["seat"]], self.term("weis"), cards, weis["points"], counts, form)
        stoeck = self.sheet["stoeck"]
        if stoeck:
            yield Melded(self.table.names[stoeck["seat"]], self.term("stoeck"), (), stoeck["points"], counts=True)

    def finding(self, found: Json) -> str:
        """A finding in a line: what, who, with which card, what proves it, what was legal, and how far it has come."""
        return " · ".join(self._words_of(found))

    def _words_of(self, found: Json) -> Iterator[str]:
        yield offence(found["fault"], language=self.pack.language).name
        for seat in (found["seat"], *(found.get("seats") or ())):
            if seat is not None:
                yield self.table.names[seat]
        if found["card"]:
            yield self.pack.name(found["card"])
        by = found["proven_by"]
        if by:
            proof = f"{self.pack.name(by['card'])}, {self.term('trick')} {by['trick']}"
            yield labelled(self.word("proven_by"), proof, language=self.pack.language)
        if found["legal"]:
            yield labelled(self.word("legal_cards"), self.pack.names(found["legal"]), language=self.pack.language)
        yield name_of("finding_statuses", key=found["status"], language=self.pack.language)

    def side(self, number: int) -> str:
        return " + ".join(self.table.names[seat] for seat in self.table.sides[number])

    def word(self, key: str) -> str:
        return label(key, language=self.pack.language)

    def term(self, key: str) -> str:
        return name_of("words", key=key, language=self.pack.language)
