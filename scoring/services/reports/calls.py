"""A call with reports: its author, its reports, and which of them are on record already under their ids."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from scoring.models import Game, Token
from scoring.rules.record.codec import written
from scoring.rules.record.entries import Sent
from scoring.rules.record.kinds import Confirmed, Corrected, Retracted, Said
from scoring.rules.record.refusals import Refused
from scoring.rules.view.secrets import may_hide, same_but_for_secrets
from scoring.selectors.access import Access
from scoring.selectors.reports import Named, hidden_at, named_in
from scoring.services.reports.secrecy import Secrecy


@dataclass(frozen=True, slots=True)
class Author:
    """The sender: the token and its rights in the game."""

    token: Token
    access: Access


@dataclass(slots=True)
class Call:
    """One call in progress. `echoes` maps a report to an earlier one of the same call that it repeats, by index.

    `brief` says that the client wants the least that can be answered.
    """

    game: Game
    author: Author
    sent: Sequence[Sent]
    known: Mapping[UUID, Named]
    secrecy: Secrecy
    brief: bool = False
    echoes: dict[int, int] = field(default_factory=dict)

    @property
    def fresh(self) -> list[int]:
        """The indexes of the reports that are neither on record nor repeated."""
        return [index for index, one in enumerate(self.sent) if one.id not in self.known and index not in self.echoes]

    def target(self, said: Said) -> Named | None:
        """The report on record that this one names, if it names one."""
        id_ = target_of(said)
        return self.known.get(id_) if id_ is not None else None


def ids_in(sent: Iterable[Sent]) -> frozenset[UUID]:
    """The ids under which reports are sent, and those of the reports that they name."""
    return frozenset(id_ for one in sent for id_ in (one.id, target_of(one.said)) if id_ is not None)


def received(game: Game, sent: Sequence[Sent], *, author: Author, brief: bool = False) -> Call:
    """The call with the reports on record under its ids. Raises Refused (`id_reused`) for an id with other content."""
    secrecy = Secrecy(game, author.access.viewer)
    call = Call(game, author, sent, named_in(game, ids_in(sent)), secrecy, brief)
    first: dict[UUID, int] = {}
    for index, one in enumerate(sent):
        if one.id is not None and not _same_as_before(call, index, one.id, first):
            raise Refused("id_reused", pointer=("id",), report=index, id=str(one.id))
    return call


def target_of(said: Said) -> UUID | None:
    """The id that a retraction, a correction or a signature names; None for other reports."""
    report = said.report
    if isinstance(report, Retracted | Corrected | Confirmed) and report.report is not None:
        return UUID(report.report)
    return None


def _same_as_before(call: Call, index: int, id_: UUID, first: dict[UUID, int]) -> bool:
    """Whether a report repeats the content of its id, on record or earlier in the call (`first`)."""
    said = call.sent[index].said
    if id_ in call.known:
        return _says_the_same(call, said, call.known[id_])
    if id_ not in first:
        first[id_] = index
        return True
    earlier = call.sent[first[id_]].said
    call.echoes[index] = first[id_]
    return earlier.report.kind == said.report.kind and written(earlier) == written(said)


def _says_the_same(call: Call, said: Said, known: Named) -> bool:
    """Whether a report says what is on record; hidden fields are left out for who may not see them."""
    if said.report.kind != known.kind:
        return False
    if written(said) == known.payload:
        return True
    # A player who sends a hand again, read from the screen, has null where the cards of others are hidden. That is
    # the same report as far as they may know. Refusing it would tell that there is something else behind the null.
    if not any(may_hide(known.kind, fields) for fields in (written(said), known.payload)):
        return False
    hidden = hidden_at(call.game, place=known.root)
    return same_but_for_secrets(known.kind, written(said), known.payload, call.secrecy.viewer, hidden=hidden)
