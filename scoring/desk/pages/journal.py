"""The journal of a deal as people read it: who said what and when, and what became of it."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.drawing.deal import Pack
from scoring.models import Report
from scoring.selectors.access import handed_out_by
from scoring.selectors.desk import DealAtDesk
from scoring.wording import deck_names, label, name_of, offence, ruling_term
from scoring.wording.steps import TableNames, said_weis

Json = Mapping[str, Any]

TEXTS: Final = ("note", "reason", "statement")
SEATS: Final = ("seat", "leader", "dealer", "declarer")
OFFENCES: Final = ("category", "offence")


@dataclass(frozen=True, slots=True)
class Line:
    """An entry of the journal: its number and time, what it says, by whom, and the entry that took its place."""

    seq: int
    at: datetime
    what: str
    said: SafeString
    by: str
    as_played: bool
    replaced_by: int | None


def journal_of(found: DealAtDesk, *, table: TableNames, pack: Pack) -> list[Line]:
    """The journal of the deal, the oldest entry first."""
    teller = EntryWords(table, pack)
    return [
        Line(
            seq=report.seq,
            at=report.recorded_at,
            what=name_of("kinds", key=report.kind, language=pack.language),
            said=teller.said(report.payload),
            by=by_whom(report, language=pack.language),
            as_played=report.as_played,
            replaced_by=found.replaced_by.get(report.seq),
        )
        for report in found.journal
    ]


def by_whom(report: Report, *, language: str) -> str:
    """Who said it: the role, the label of the token, and who handed that out where its account had not accepted it."""
    role = name_of("roles", key=report.by_role, language=language)
    said = f"{role} {report.by_label}".rstrip()
    handed_out = handed_out_by(report)
    if handed_out is None:
        return said
    return f"{said} ({label('token_handed_out_by', language=language)} {handed_out})"


@dataclass(frozen=True, slots=True)
class EntryWords:
    """Tells the fields of an entry in words and cards."""

    table: TableNames
    pack: Pack

    def said(self, payload: Json) -> SafeString:
        """All fields, one after the other."""
        return format_html_join(" · ", "{}", ((piece,) for piece in self._pieces(payload)))

    def _pieces(self, payload: Json) -> Iterator[SafeString | str]:
        for name, value in payload.items():
            if value is not None:
                told = self.field(name, value)
                if told:
                    yield told

    def field(self, name: str, value: Any) -> SafeString | str:
        """One field; empty for what the page says elsewhere."""
        if name in SEATS:
            return format_html("<bdi>{}</bdi>", self.table.names.get(value, value))
        if name in TEXTS:
            return format_html("<q><bdi>{}</bdi></q>", value)
        if name == "replacement":
            return self._replacement(value)
        if name in OFFENCES:
            return offence(value, language=self.pack.language).name
        teller = _FIELDS.get(name)
        return teller(self, value) if teller else ""

    def _replacement(self, value: Any) -> SafeString:
        several = value if isinstance(value, list) else [value]
        return format_html_join(
            "; ",
            "→ {}: {}",
            ((name_of("kinds", key=one["kind"], language=self.pack.language), self.said(one)) for one in several),
        )

    def cards(self, value: Any) -> SafeString:
        """One card or several, as pictures."""
        return format_html_join("", "{}", ((self.pack.card(code),) for code in _codes(value)))

    def trick(self, value: int) -> str:
        """Which trick."""
        return f"{label('trick', language=self.pack.language)} {value}"

    def side(self, value: int) -> SafeString:
        """Which side, by its players."""
        return format_html("<bdi>{}</bdi>", " + ".join(self.table.names[seat] for seat in self.table.sides[value]))

    def bids(self, value: Json) -> SafeString:
        """The bids that a count brings."""
        return format_html("{}: {}", name_of("kinds", key="bid", language=self.pack.language), self.points(value))

    def points(self, value: Json | int) -> SafeString:
        """How many points; of a count, for which side."""
        if isinstance(value, int):
            return format_html("{}", value)
        return format_html_join(", ", "{} {}", ((self.side(int(side)), amount) for side, amount in value.items()))

    def mode(self, value: str) -> str:
        """Which mode."""
        return str(deck_names(self.pack.deck, language=self.pack.language)["modes"].get(value, value))

    def said_weis(self, value: Json) -> str:
        """A Weis that was said without its cards."""
        return said_weis(value, deck=self.pack.deck, language=self.pack.language)

    def article(self, value: str) -> SafeString:
        """Which article of the regulation."""
        return format_html("<bdi>{}</bdi>", value)

    def step(self, value: str) -> str:
        """Which step of a dispute."""
        return ruling_term("dispute_steps", key=value, language=self.pack.language).name

    def remedy(self, value: str) -> str:
        """Which remedy."""
        return ruling_term("remedies", key=value, language=self.pack.language).name

    def leads(self, value: int) -> SafeString:
        """Who leads the next trick by a ruling."""
        about = label("leads", language=self.pack.language)
        return format_html("{}: <bdi>{}</bdi>", about, self.table.names.get(value, value))

    def discovered(self, value: str) -> str:
        """When it was found."""
        return ruling_term("discovered", key=value, language=self.pack.language).name


def _codes(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


_FIELDS: Final[Mapping[str, Any]] = {
    "card": EntryWords.cards,
    "cards": EntryWords.cards,
    "number": EntryWords.trick,
    "trick": EntryWords.trick,
    "side": EntryWords.side,
    "turned": EntryWords.cards,
    "points": EntryWords.points,
    "bids": EntryWords.bids,
    "counted": EntryWords.points,
    "weis": EntryWords.points,
    "said": EntryWords.said_weis,
    "article": EntryWords.article,
    "mode": EntryWords.mode,
    "step": EntryWords.step,
    "remedy": EntryWords.remedy,
    "discovered": EntryWords.discovered,
    "leads": EntryWords.leads,
}
"""How each field is told; ids and what the page says elsewhere are left out."""
