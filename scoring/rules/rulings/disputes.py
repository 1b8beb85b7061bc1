"""The life of a dispute: which states there are, what may be done in each, and how a journal reads by that.

    open ── take ──▶ under_review ── rule ──▶ ruled ─────┐
      │                  │  └─────── dismiss ─▶ dismissed ┴─ appeal ──▶ appealed ── rule, dismiss ──▶ final
      └──── withdraw ────┴──▶ withdrawn

Who has ruled or dismissed may decide anew until somebody appeals.

Nothing of a dispute is ever edited: each step is an entry of the journal, and where a dispute
stands follows from them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from scoring.rules.deal.facts import Deal
from scoring.rules.record.decisions import DisputeStep, Ruled
from scoring.rules.record.entries import Entry
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.remedies import DISCOVERED, REMEDIES

OPEN: Final = "open"
UNDER_REVIEW: Final = "under_review"
RULED: Final = "ruled"
DISMISSED: Final = "dismissed"
WITHDRAWN: Final = "withdrawn"
APPEALED: Final = "appealed"
FINAL: Final = "final"

STATES: Final = (OPEN, UNDER_REVIEW, RULED, DISMISSED, WITHDRAWN, APPEALED, FINAL)
"""Every state, in the order in which a dispute comes through them."""

TAKE: Final = "take"
STATE: Final = "statements"
RULE: Final = "rulings"
DISMISS: Final = "dismiss"
WITHDRAW: Final = "withdraw"
APPEAL: Final = "appeal"

DECISIONS: Final = frozenset({RULE, DISMISS})
"""The actions that decide a dispute."""

NEXT: Final[Mapping[str, Mapping[str, str]]] = {
    OPEN: {TAKE: UNDER_REVIEW, STATE: OPEN, WITHDRAW: WITHDRAWN},
    UNDER_REVIEW: {
        TAKE: UNDER_REVIEW,
        STATE: UNDER_REVIEW,
        RULE: RULED,
        DISMISS: DISMISSED,
        WITHDRAW: WITHDRAWN,
    },
    RULED: {STATE: RULED, APPEAL: APPEALED},
    DISMISSED: {STATE: DISMISSED, APPEAL: APPEALED},
    WITHDRAWN: {},
    APPEALED: {TAKE: APPEALED, STATE: APPEALED, RULE: FINAL, DISMISS: FINAL},
    FINAL: {},
}
"""The whole table: what may be done with a dispute in each state, and the state that follows. All else is refused."""

DECIDED_ANEW: Final[Mapping[str, Mapping[str, str]]] = {
    RULED: {RULE: RULED, DISMISS: DISMISSED},
    DISMISSED: {RULE: RULED, DISMISS: DISMISSED},
}
"""What only the referee who has decided may do besides: correct the own decision. The newer one takes its place.

It stays possible until somebody appeals. From then on another referee decides, and that decision is final.
"""

WAITING: Final = frozenset({OPEN, UNDER_REVIEW, APPEALED})
"""The states in which somebody waits for a decision: no result of the game is official yet."""

RAISED: Final = "raised"
STEPS: Final[Mapping[str, str]] = {
    "taken": TAKE,
    "statement": STATE,
    "dismissed": DISMISS,
    "withdrawn": WITHDRAW,
    "appealed": APPEAL,
}
"""The actions by the word under which the journal tells them. A ruling is an entry of its own kind."""

STEP_OF: Final[Mapping[str, str]] = {action: step for step, action in STEPS.items()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """A dispute as its entries have left it.

    `raised` is what was told when it was raised, about the deal with the id `about`, which had the
    number `deal` then. `entries` are the seqs of all its entries; `taken` is that of the last by
    which somebody took it, None while nobody has it; `decided` that of the newest ruling or
    dismissal, `appealed` that of the appeal.
    """

    id: str
    deal: int | None
    about: str | None
    raised: DisputeStep
    state: str = OPEN
    entries: tuple[int, ...] = ()
    taken: int | None = None
    decided: int | None = None
    appealed: int | None = None

    @property
    def waiting(self) -> bool:
        """Whether somebody waits for a decision."""
        return self.state in WAITING

    def after(self, action: str, *, seq: int) -> "Dispute":
        """The dispute after one more step; Refused where the table does not have it.

        A decision on a decided dispute is a correction. The journal does not tell here who sent it: the service has
        asked that before.
        """
        state = DECIDED_ANEW.get(self.state, {}).get(action) or state_after(self.state, action)
        told = replace(self, state=state, entries=(*self.entries, seq))
        if action == TAKE:
            return replace(told, taken=seq)
        if action == APPEAL:
            return replace(told, appealed=seq, taken=None)
        if action in DECISIONS:
            return replace(told, decided=seq)
        return told


def state_after(state: str, action: str) -> str:
    """The state that follows; Refused, with what may be done instead, where there is none."""
    if action not in NEXT[state]:
        raise not_now(state)
    return NEXT[state][action]


def not_now(state: str, *, without: Iterable[str] = ()) -> Refused:
    """The refusal of what cannot be done with a dispute in this state (by somebody who may not do `without` either)."""
    expects = [action for action in NEXT[state] if action not in set(without)]
    return Refused("out_of_phase", expects=expects, state=state, done=None if expects else True)


@dataclass(slots=True)
class Docket:
    """All disputes of a journal, by their ids, and the entries that cannot be what they say, with their refusals."""

    disputes: dict[str, Dispute] = field(default_factory=dict)
    misfits: list[tuple[Entry, Refused]] = field(default_factory=list)

    @property
    def waiting(self) -> int:
        """How many of them wait for a decision."""
        return sum(dispute.waiting for dispute in self.disputes.values())

    def read(self, entry: Entry) -> None:
        """Read one entry more; those of other kinds say nothing about disputes."""
        report = entry.said.report
        if not isinstance(report, DisputeStep | Ruled):
            return
        try:
            self.disputes[report.dispute] = self._after(entry, report)
        except Refused as refusal:
            self.misfits.append((entry, refusal))

    def _after(self, entry: Entry, report: DisputeStep | Ruled) -> Dispute:
        if isinstance(report, DisputeStep) and report.step == RAISED:
            return self._raised(entry, report)
        known = self.disputes.get(report.dispute)
        if known is None:
            raise Refused("invalid_value", pointer=("dispute",), hint="dispute")
        about = _deal_of(entry)
        if about is not None and about != known.about:
            raise Refused("invalid_value", pointer=("about",), hint="deal")
        if about is None and entry.said.deal != known.deal:
            raise Refused("invalid_value", pointer=("deal",), hint="deal")
        return known.after(_action_of(report), seq=entry.seq)

    def _raised(self, entry: Entry, report: DisputeStep) -> Dispute:
        """A dispute bears the id of the entry that raised it."""
        needed = {"deal": entry.said.deal, "category": report.category, "raised_by": report.raised_by}
        for name, value in needed.items():
            if value is None:
                raise Refused("missing_field", pointer=(name,), name=name)
        if report.dispute != entry.id:
            raise Refused("invalid_value", pointer=("dispute",), hint="dispute")
        number = entry.said.deal if isinstance(entry.said.deal, int) else None
        return Dispute(id=entry.id, deal=number, about=_deal_of(entry), raised=report, entries=(entry.seq,))


def _deal_of(entry: Entry) -> str | None:
    """The id of the deal that an entry is about, where that is kept."""
    return entry.about[0].deal if entry.about and entry.about[0] else None


def _action_of(report: DisputeStep | Ruled) -> str:
    """What an entry does to its dispute; Refused where a word of it is none of ours."""
    if isinstance(report, DisputeStep):
        if report.step not in STEPS:
            raise Refused("invalid_value", pointer=("step",), choices=[RAISED, *STEPS])
        return STEPS[report.step]
    for name, words in (("discovered", DISCOVERED), ("remedy", REMEDIES)):
        if getattr(report, name) not in words:
            raise Refused("invalid_value", pointer=(name,), choices=list(words))
    return RULE


def docket_of(entries: Sequence[Entry]) -> Docket:
    """The disputes of a whole journal, the oldest entry first."""
    docket = Docket()
    for entry in entries:
        docket.read(entry)
    return docket


def waiting_after(
    step: DisputeStep | Ruled, waiting: Mapping[str, str | None], *, deal: str | None
) -> dict[str, str | None]:
    """The disputes that wait for a decision after this step, by id, each with the id of its deal.

    `waiting` are those that waited before, and `deal` is the deal of this dispute.
    """
    if isinstance(step, Ruled) or step.step in {DISMISSED, WITHDRAWN}:
        return {id_: of for id_, of in waiting.items() if id_ != step.dispute}
    return {**waiting, step.dispute: deal} if step.step in {RAISED, APPEALED} else dict(waiting)


def note_appeal(deal: Deal, step: DisputeStep | Ruled) -> None:
    """Keep for the deal that a dispute was appealed, or decided after that."""
    if isinstance(step, DisputeStep) and step.step == APPEALED:
        deal.appeals[step.dispute] = False
    elif step.dispute in deal.appeals and (isinstance(step, Ruled) or step.step == DISMISSED):
        deal.appeals[step.dispute] = True
