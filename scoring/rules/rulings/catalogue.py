"""The offence catalogue: what regulations usually make follow from a fault or an incident (section 9).

It is data, from catalogue.json: per catalogue a version, and per offence and time of discovery the
usual remedies, what else the regulation allows, and where that stands. Where a catalogue says
nothing the default one does. Nothing here binds a referee; a ruling that differs only has to say
why.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from scoring.rules.proof.faults import Fault
from scoring.rules.rulings.remedies import DISCOVERED

INCIDENTS: Final = ("exposed_card", "played_too_early", "two_cards", "looked_at_trick", "remark", "misdeal")
"""What only people can tell."""

OFFENCES: Final = (*(fault.value for fault in Fault), *INCIDENTS)
"""All that a ruling can find."""

DEFAULT: Final = "jasswiki"
"""The catalogue that answers where another says nothing."""

FILE: Final = Path(__file__).with_suffix(".json")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """A remedy that a catalogue orders or allows; `points` is how many, where it says so."""

    remedy: str
    points: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogueEntry:
    """What a catalogue says of an offence found at these times.

    `usual` are ordered together, `also` are what the regulation allows instead. `catalogue` is the
    one that says it, which may be the default one; `source` is whose rule it is; `note` names a
    line of rulings.*.json that tells it in words. Where `variant` is None it holds for every
    variant that has no entry of its own.
    """

    offence: str
    discovered: tuple[str, ...]
    variant: str | None
    usual: tuple[Ordered, ...]
    also: tuple[Ordered, ...]
    article: str
    source: str
    catalogue: str
    note: str

    @property
    def remedies(self) -> tuple[Ordered, ...]:
        """Every remedy that the catalogue names, the usual ones first."""
        return (*self.usual, *self.also)

    def is_usual(self, remedy: str, *, points: Mapping[int, int] | None = None) -> bool:
        """Whether such a ruling is in the catalogue; one that is not needs a reason.

        `points` are those of the ruling, by side. Where the catalogue says how many, every side
        that is given points must be given that many.
        """
        given = {amount for amount in (points or {}).values() if amount}
        named = [one.points for one in self.remedies if one.remedy == remedy]
        return any(amount is None or given <= {amount} for amount in named)


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """A catalogue whole: its own entries and, where it says nothing, those of the default one."""

    name: str
    version: int
    source: str
    entries: tuple[CatalogueEntry, ...]

    def entry(self, offence: str, *, discovered: str, variant: str) -> CatalogueEntry:
        """What is usual for this offence, found then, in this variant; KeyError for what is no offence or no time."""
        found = [each for each in self.entries if each.offence == offence and discovered in each.discovered]
        for each in (*(one for one in found if one.variant == variant), *(one for one in found if one.variant is None)):
            return each
        raise KeyError(offence, discovered)


def catalogue(name: str) -> Catalogue:
    """The catalogue of this name; KeyError where there is none."""
    return CATALOGUES[name]


def _read(data: Sequence[Mapping[str, Any]]) -> dict[str, Catalogue]:
    """All catalogues of the file, each completed by the default one."""
    catalogues = [_catalogue(**each) for each in data]
    default = next(each for each in catalogues if each.name == DEFAULT)
    return {each.name: replace(each, entries=_completed(each, by=default)) for each in catalogues}


def _catalogue(*, catalogue: str, version: int, source: str, entries: Sequence[Mapping[str, Any]]) -> Catalogue:
    """A catalogue as the file has it. What the file may not say is no parameter here, and so fails."""
    own = tuple(_entry(catalogue, **{"source": source, **each}) for each in entries)
    return Catalogue(name=catalogue, version=version, source=source, entries=own)


def _entry(
    catalogue: str,
    *,
    offence: str,
    discovered: Sequence[str],
    article: str,
    source: str,
    usual: Sequence[Mapping[str, Any]],
    note: str,
    also: Sequence[Mapping[str, Any]] = (),
    variant: str | None = None,
) -> CatalogueEntry:
    return CatalogueEntry(
        offence=offence,
        discovered=tuple(discovered),
        variant=variant,
        usual=tuple(Ordered(**each) for each in usual),
        also=tuple(Ordered(**each) for each in also),
        article=article,
        source=source,
        catalogue=catalogue,
        note=note,
    )


def _completed(own: Catalogue, *, by: Catalogue) -> tuple[CatalogueEntry, ...]:
    """The entries by offence: a catalogue's own, and the default one's for the times and variants that it leaves."""
    every = own.entries if own is by else (*own.entries, *_left(own, default=by))
    return tuple(sorted(every, key=_place))


def _left(own: Catalogue, *, default: Catalogue) -> Iterator[CatalogueEntry]:
    said = {(each.offence, each.variant, time) for each in own.entries for time in each.discovered}
    for each in default.entries:
        times = tuple(time for time in each.discovered if (each.offence, each.variant, time) not in said)
        if times:
            yield replace(each, discovered=times)


def _place(entry: CatalogueEntry) -> tuple[int, str, int]:
    """Where the entry stands among the others: by offence, those of every variant first, the earliest first."""
    return OFFENCES.index(entry.offence), entry.variant or "", DISCOVERED.index(entry.discovered[0])


CATALOGUES: Final[Mapping[str, Catalogue]] = _read(json.loads(FILE.read_text(encoding="utf-8")))
"""All catalogues by name, in the order in which they are offered."""
