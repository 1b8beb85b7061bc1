"""A table whose scribe tells the referee what happens, as a client would: in the JSON of docs/api.md (Reports).

    table = JassTable(options("schieber-stargames"))
    table.tell(deal(), announce("rosen"))
    table.tell(trick("R7 RU RA R6"))

Each `tell` is one call: all of it or nothing. What was told stands in `journal`, as it would in the database.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

import pytest

from scoring.rules.call import Hearings, Irregular
from scoring.rules.position import Game
from scoring.rules.record.codec import read
from scoring.rules.record.entries import Entry, Sent, Unit, standing
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.review import review
from scoring.rules.variants import VARIANTS
from scoring.rules.variants.base import Variant
from scoring.rules.variants.schieber.options import SchieberOptions
from scoring.rules.variants.schieber.play import SCHIEBER

Json = dict[str, Any]
Fault = tuple[str, int | None, int | None, str | None]
"""What a finding says of a fault: which, by which seat, in which trick, with which card."""

GAME = UUID("5c71eb00-0000-4000-8000-000000000000")


def options(preset: str = "schieber-stargames", **changes: Any) -> SchieberOptions:
    """The options of a preset with some overridden, as `POST /games` resolves them."""
    resolved = VARIANTS["schieber"].resolve({"preset": preset, **changes})
    assert not isinstance(resolved, list), resolved
    assert isinstance(resolved[1], SchieberOptions)
    return resolved[1]


# --- what a scribe may tell -------------------------------------------------------------------------------------------


def deal(**more: Any) -> Json:
    return {"kind": "deal", **more}


def hand(seat: int, cards: str, **more: Any) -> Json:
    return {"kind": "hand", "seat": seat, "cards": cards.split(), **more}


def push(**more: Any) -> Json:
    return {"kind": "push", **more}


def announce(mode: str, **more: Any) -> Json:
    return {"kind": "announce", "mode": mode, **more}


def weis(seat: int, cards: str, **more: Any) -> Json:
    return {"kind": "weis", "seat": seat, "cards": cards.split(), **more}


def stoeck(seat: int, **more: Any) -> Json:
    return {"kind": "stoeck", "seat": seat, **more}


def play(card: str, **more: Any) -> Json:
    return {"kind": "play", "card": card, **more}


def trick(cards: str, **more: Any) -> Json:
    return {"kind": "trick", "cards": cards.split(), **more}


def claim(side: int, **more: Any) -> Json:
    return {"kind": "claim", "side": side, **more}


def count(*points: int | None, **more: Any) -> Json:
    """The card points of side 1 and of side 2; None leaves one out."""
    given = {str(side): said for side, said in enumerate(points, start=1) if said is not None}
    return {"kind": "count", "points": given, **more}


def confirm(side: int, **more: Any) -> Json:
    return {"kind": "confirm", "side": side, **more}


def incident(category: str, **more: Any) -> Json:
    return {"kind": "incident", "category": category, **more}


def retract(report: str, **more: Any) -> Json:
    return {"kind": "retract", "report": report, **more}


def correct(report: str, *replacement: Json, **more: Any) -> Json:
    one = replacement[0] if len(replacement) == 1 else list(replacement)
    return {"kind": "correct", "report": report, "replacement": one, "reason": "typed wrong", **more}


def said(report: Json, *, variant: Variant[Any] = SCHIEBER) -> Said:
    """The report as the rules know it; it must be well formed."""
    known = read(report, shape=variant.shape, ignoring=frozenset({"id"}))
    assert isinstance(known, Said), known
    return known


# --- the table --------------------------------------------------------------------------------------------------------


@dataclass
class JassTable:
    """One game: what was told of it, and the referee who has heard it."""

    options: Any
    first_dealer: int = 4
    journal: list[Entry] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)
    """Other names of reports: the id under which a second device sent what was on record."""
    sent: int = 0
    variant: Variant[Any] = SCHIEBER
    _referee: Referee | None = None

    @property
    def game(self) -> Game:
        return Game(GAME, self.variant, self.options, self.first_dealer)

    @property
    def referee(self) -> Referee:
        """The referee who has heard everything so far; after a refusal, another one who reads the record."""
        if self._referee is None:
            self._referee = self.another_referee()
        return self._referee

    def another_referee(self) -> Referee:
        """A referee who was not there and reads the record."""
        places = {entry.id: entry.root for entry in self.journal}
        return Referee(
            self.game,
            self.game.start,
            standing(self.journal),
            version=len(self.journal),
            places=places | {name: places[id_] for name, id_ in self.names.items()},
            names=dict(self.names),
        )

    def forget(self) -> None:
        """Let another referee take over, who reads the record."""
        self._referee = None

    def tell(self, *reports: Json) -> list[str]:
        """Tell all of this in one call, and answer the ids it has on record."""
        return self.record(self.hear(reports))

    def hear(self, reports: Iterable[Json]) -> Hearings:
        """What the referee makes of a call. After this, `record` it; a refused call leaves no trace."""
        new = [
            Sent(UUID(report["id"]) if report.get("id") else UUID(int=number), said(report, variant=self.variant))
            for number, report in enumerate(reports, start=self.sent + 1)
        ]
        referee = self.referee
        self.forget()
        hearings = referee.hear_all(new)
        self._referee = referee
        self.sent += len(new)
        for one, heard in zip(new, hearings.heard, strict=True):
            if isinstance(heard, Unit):
                self.names[str(one.id)] = heard.id
        return hearings

    def record(self, hearings: Hearings) -> list[str]:
        """Let the journal keep what is new, and answer the ids on record."""
        self.journal += [heard for heard in hearings.heard if isinstance(heard, Entry)]
        return [heard.id for heard in hearings.heard]

    def try_to_tell(self, *reports: Json) -> Refused | None:
        """Tell all of this in one call; the refusal where it is refused, and then nothing is recorded."""
        try:
            self.tell(*reports)
        except Refused as refusal:
            return refusal
        return None

    def refusal(self, *reports: Json) -> Refused:
        """Tell all of this in one call; it must be refused, and nothing is recorded."""
        refusal = self.try_to_tell(*reports)
        assert refusal is not None
        return refusal

    def irregular(self, *reports: Json) -> list[Fault]:
        """Tell all of this in one call; it must be held up as against the rules, and nothing is recorded."""
        with pytest.raises(Irregular) as caught:
            self.hear(reports)
        return [fault_of(held.finding.as_json(GAME, held.deal_id)) for held in caught.value.findings]

    # what follows from it

    @property
    def sheets(self) -> list[Json]:
        """All deals, as docs/api.md (Deals) shows them to a referee."""
        return sheets_of(self.referee)

    @property
    def sheet(self) -> Json:
        """The deal opened last."""
        return self.sheets[-1]

    @property
    def totals(self) -> tuple[int, ...]:
        """What each side has of settled and stopped deals."""
        return self.referee.totals

    @property
    def score(self) -> tuple[int, ...]:
        """What each side has in the deal opened last."""
        return tuple(row["total"] for row in self.sheet["scores"])

    @property
    def ending(self) -> Any:
        """The winner and the reason, ``(2, "claim")``; None while the game is open."""
        result = self.referee.result
        return None if result is None else (result["winner"], result["reason"])

    @property
    def faults(self) -> list[Fault]:
        """The faults that the deal opened last proves."""
        return [fault_of(finding) for finding in self.sheet["findings"]]

    @property
    def stands(self) -> Json:
        """All that follows from the record, as the referee who has heard it says."""
        return stands(self.referee)

    def read_again(self) -> Json:
        """All that follows from the record, read from the first line; every line must fit."""
        found = review(self.game, self.journal)
        assert found.misfits == ()
        return {
            "sheets": [without_ids(sheet) for sheet in found.sheets],
            "totals": found.totals,
            "result": found.result,
            "expects": list(found.expects),
            "turn": found.turn,
        }


def sheets_of(referee: Referee) -> list[Json]:
    return [referee.sheet(read) for read in referee.deals]


def stands(referee: Referee) -> Json:
    """All that follows from the record: the deals, the totals, the result, and what may come next."""
    return {
        "sheets": [without_ids(sheet) for sheet in sheets_of(referee)],
        "totals": referee.totals,
        "result": referee.result,
        "expects": referee.expects,
        "turn": referee.turn,
    }


def without_ids(sheet: Json) -> Json:
    """The sheet without the ids of its deal and its findings, which depend on how the game was told."""
    by_viewer = sheet["by_viewer"] or {}
    known = {name: {**one, "findings": _without_their_ids(one["findings"])} for name, one in by_viewer.items()}
    return {**sheet, "id": None, "findings": _without_their_ids(sheet["findings"]), "by_viewer": known}


def _without_their_ids(findings: Sequence[Json]) -> list[Json]:
    return [{name: value for name, value in one.items() if name != "id"} for one in findings]


def fault_of(finding: Json) -> Fault:
    return finding["fault"], finding["seat"], finding["trick"], finding["card"]


def tricks(played: Sequence[str]) -> list[Json]:
    """Whole tricks, one report each."""
    return [trick(cards) for cards in played]


def stargames(**changes: Any) -> JassTable:
    """A table of the default preset: target 1000, the Weis of one, claims by who took the trick."""
    return JassTable(options("schieber-stargames", **changes))


def official(**changes: Any) -> JassTable:
    """A table of the official rules: target 1000, all Weise of the side, the Stöck is said, anyone may claim."""
    return JassTable(options("schieber-official", **changes))


def tournament(**changes: Any) -> JassTable:
    """A table of a tournament: 12 deals, all factors 1, no Weis, no Stöck, no match."""
    return JassTable(options("schieber-tournament", **changes))


def insisted(report: Json) -> Json:
    return {**report, "as_played": True}
