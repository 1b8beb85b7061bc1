"""Taking in a whole game: a document that another service, or this one, exported (scoring/selectors/exports.py).

Nothing of it is believed. Which entry takes whose place, the scores and the end are worked out from the journal, and
where that is not what the document says, nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction

from scoring.models import Dispute, Game, GameStatus, Token
from scoring.rules.position import Game as RulesGame
from scoring.rules.record.decisions import DECISIONS
from scoring.rules.record.entries import About, Entry
from scoring.rules.record.kinds import KINDS, Corrected, Retracted, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.review import read_whole
from scoring.rules.rulings.disputes import Docket, docket_of
from scoring.rules.variants import VARIANTS
from scoring.selectors import games as selector
from scoring.selectors.exports import fields, head, outcome
from scoring.selectors.reports import journal_of
from scoring.services.differences import differences
from scoring.services.imports.document import Document
from scoring.services.imports.writing import Verified, prepared


def import_game(document: Document, *, organizer: User, token: Token, now: datetime) -> tuple[Game, bool]:
    """Take in a game, or answer the one that is here already; the flag says whether it is new.

    Raises Refused: `does_not_verify` with the place where the document contradicts itself, `id_reused` where another
    game has its id.
    """
    found = selector.find(document.id)
    if found is not None:
        return _same(found, document, organizer=organizer), False
    entries = _chained(document)
    disputes = _settled(entries)
    referee = _verified(document, entries, waiting=disputes.waiting)
    ready = prepared(Verified(document, entries, referee, disputes))
    if (taken := _taken_already(document)) is not None:  # before the database refuses it, with values in its log
        raise taken
    by = {"at": now.isoformat().replace("+00:00", "Z"), "by": {"role": token.role, "label": token.label}}
    try:
        with transaction.atomic():
            return ready.write(organizer=organizer, imported=by), True
    except IntegrityError:
        found = selector.find(document.id)
        if found is None and (taken := _taken_already(document)) is not None:
            raise taken from None
        if found is None:
            raise
        return _same(found, document, organizer=organizer), False


def _taken_already(document: Document) -> Refused | None:
    """The refusal of a game of which a dispute bears the id of one in another game; None where none does."""
    ids = {line.id: index for index, line in enumerate(document.lines) if line.kind in DECISIONS}
    known = min(Dispute.objects.filter(pk__in=ids).values_list("pk", flat=True), key=lambda one: ids[one], default=None)
    return None if known is None else Refused("id_reused", pointer=("journal", ids[known], "id"), id=str(known))


def _same(game: Game, document: Document, *, organizer: User) -> Game:
    """The game that is here, where the document says the same of it as far as it goes; it may have gone on since."""
    said = [(line.id, line.kind, line.payload) for line in document.lines]
    here = [(row.report_id, row.kind, fields(row)) for row in journal_of(game).filter(seq__lte=len(said))]
    same = game.organizer_id == organizer.pk and game.variant == document.opening.variant and said == here
    if not same or (game.version == len(said) and not _same_head(game, document)):
        raise Refused("id_reused", pointer=("game", "id"), id=str(game.id))
    return game


def _same_head(game: Game, document: Document) -> bool:
    here, said = head(game), document.opening.as_json()
    return all(here[name] == value for name, value in said.items())


# --- verifying -------------------------------------------------------------------------------------------------------


def _wrong(*pointer: str | int, **params: Any) -> Refused:
    return Refused("does_not_verify", pointer=pointer, **params)


def _chained(document: Document) -> list[Entry]:
    """The journal of the table as the rules read it, each entry at its place."""
    _check_ids(document)
    chain = _Chain({str(name.id): str(name.recorded_as) for name in document.names})
    return [
        chain.entry(seq, line.id, line.said, about=line.about)
        for seq, line in enumerate(document.lines, start=1)
        if line.said is not None
    ]


def _check_ids(document: Document) -> None:
    """Each id once, and other names for reports that are there."""
    seen: set[UUID] = set()
    for index, line in enumerate(document.lines):
        if line.id in seen:
            raise _wrong("journal", index, "id", hint="once")
        seen.add(line.id)
    reports = {line.id for line in document.lines if line.kind in KINDS}
    for index, name in enumerate(document.names):
        if name.id in seen:
            raise _wrong("names", index, "id", hint="once")
        if name.recorded_as not in reports:
            raise _wrong("names", index, "recorded_as", hint="report")
        seen.add(name.id)


@dataclass(slots=True)
class _Chain:
    """Which entry stands where, worked out line by line: the place of each id, and the entry that stands there now."""

    names: Mapping[str, str]
    places: dict[str, int] = field(default_factory=dict)
    stands: dict[int, Entry] = field(default_factory=dict)

    def entry(self, seq: int, id_: UUID, said: Said, *, about: tuple[About | None, ...]) -> Entry:
        """The next line at its own place, or at the one it takes."""
        root, replaces = seq, None
        if isinstance(said.report, Retracted | Corrected):
            before = self._replaced(seq, said.report)
            root, replaces = before.root, before.seq
        entry = Entry(seq, str(id_), said, root, replaces, about if any(about) else ())
        self.places[entry.id] = root
        self.stands[root] = entry
        return entry

    def _replaced(self, seq: int, report: Retracted | Corrected) -> Entry:
        """The entry whose place this takes; the same conditions hold as when it is reported."""
        named = self.names.get(report.report, report.report)
        place = self.places.get(named)
        if place is None:
            raise _wrong("journal", seq - 1, "report", hint="report")
        before = self.stands[place]
        if before.id != named:
            raise _wrong("journal", seq - 1, "report", refused="already_replaced", seq=seq)
        if before.said.report.kind in DECISIONS:
            raise _wrong("journal", seq - 1, "report", hint="report")
        if isinstance(report, Retracted) and before.seq != place:
            raise _wrong("journal", seq - 1, "report", hint="not_taken_back")
        return before


def _settled(entries: Sequence[Entry]) -> Docket:
    """The disputes of the journal; Refused at the first step that is none in the state which it finds."""
    docket = docket_of(entries)
    for entry, refusal in docket.misfits:
        raise _wrong("journal", entry.seq - 1, *refusal.pointer, refused=refusal.code, seq=entry.seq)
    return docket


def _verified(document: Document, entries: Sequence[Entry], *, waiting: int) -> Referee:
    """The referee who has read the journal; Refused at the first place where the document does not hold."""
    opening = document.opening
    game = RulesGame(document.id, VARIANTS[opening.variant], opening.options, opening.first_dealer, document.dealer_set)
    names = {str(name.id): str(name.recorded_as) for name in document.names}
    referee = read_whole(game, entries, version=len(document.lines), names=names)
    for misfit in referee.misfits:
        raise _wrong("journal", misfit.seq - 1, refused=misfit.refusal.code, seq=misfit.seq)
    over = GameStatus.FINISHED if referee.result else GameStatus.PLAYING
    follows = outcome(referee, status=GameStatus.ABANDONED if document.abandoned else over, waiting=waiting)
    for place, _, _ in differences(document.outcome, follows, "outcome"):
        raise _wrong(*place, hint="outcome")
    return referee
