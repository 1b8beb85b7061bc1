"""What people send about disputes, read strictly by the rules' own codec (scoring/rules/record/codec.py)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from api.forms.fields import StrictBoolean, StrictUUID
from api.forms.objects import read
from api.problems.faults import Problem, RequestFault
from scoring.models import Dispute
from scoring.rules.record.codec import ENVELOPE
from scoring.rules.record.codec import read as read_said
from scoring.rules.record.decisions import DECISIONS, DisputeStep, Ruled
from scoring.rules.record.kinds import Said
from scoring.rules.record.shape import Shape, ShapeFault
from scoring.rules.record.text import NOTHING_TO_SEE
from scoring.rules.rulings.catalogue import OFFENCES
from scoring.rules.rulings.disputes import RAISED
from scoring.rules.rulings.remedies import DISCOVERED, REMEDIES

ID: Final = StrictUUID()
FLAG: Final = StrictBoolean()


@dataclass(frozen=True, slots=True)
class Form:
    """A request: the fields of a kind of the journal that it may have, and those that must be there.

    `names` are the fields that have another name in the journal, `own` those that no kind has.
    """

    kind: str
    fields: tuple[str, ...]
    required: tuple[str, ...] = ()
    names: tuple[tuple[str, str], ...] = ()
    own: tuple[str, ...] = ("id",)

    @property
    def known(self) -> tuple[str, ...]:
        """Every field that the request may have."""
        return (*self.own, *self.fields, *(sent for sent, _ in self.names))


RAISE: Final = Form(
    DisputeStep.kind,
    ("category", "deal", "trick", "seat", "finding", "raised_by", "statement"),
    required=("category", "deal", "statement"),
)
TAKE: Final = Form(DisputeStep.kind, ())
STATE: Final = Form(DisputeStep.kind, ("side", "statement"), required=("statement",))
APPEAL: Final = STATE
DISMISS: Final = Form(DisputeStep.kind, (), required=("reason",), names=(("reason", "statement"),))
WITHDRAW: Final = Form(DisputeStep.kind, (), names=(("reason", "statement"),))
RULE: Final = Form(
    Ruled.kind,
    (
        *("offence", "discovered", "article", "remedy"),
        *("trick", "seat", "side", "card", "points", "leads", "finding", "reason"),
    ),
    required=("discovered", "remedy"),
    own=("id", "dry_run"),
)
NOT_EMPTY: Final = ("statement", "reason", "article")
NO_ID: Final = "00000000-0000-0000-0000-000000000000"


@dataclass(frozen=True, slots=True)
class SentStep:
    """A request as it was read: the id that the client chose, what it says, and whether it is a dry run."""

    id: UUID | None
    said: Said
    dry_run: bool = False

    @property
    def told(self) -> DisputeStep:
        """The step of a dispute that it is."""
        if not isinstance(self.said.report, DisputeStep):
            raise TypeError("this request is a ruling")
        return self.said.report

    @property
    def ruled(self) -> Ruled:
        """The ruling that it is."""
        if not isinstance(self.said.report, Ruled):
            raise TypeError("this request is no ruling")
        return self.said.report


def raised_of(data: Mapping[str, Any], *, shape: Shape, seat: int | None) -> SentStep:
    """A dispute to be raised. `seat` is that of a player, who speaks for it where nobody is named."""
    given = dict(data)
    by = given.get("raised_by")
    if by is None and seat is not None:
        given["raised_by"] = {"seat": seat}
    elif type(by) is int:
        given["raised_by"] = {"seat": by}
    required = (*RAISE.required, "raised_by")
    return _read(given, RAISE, shape=shape, required=required, fixed={"dispute": NO_ID, "step": RAISED})


def step_of(data: Mapping[str, Any], form: Form, *, shape: Shape) -> SentStep:
    """A step of a dispute that is no ruling."""
    return _read(data, form, shape=shape, required=form.required, fixed={"dispute": NO_ID, "step": RAISED})


def ruling_of(data: Mapping[str, Any], dispute: Dispute, *, shape: Shape) -> SentStep:
    """A ruling on a dispute; without an offence it finds what the dispute is about."""
    given = {**data, "offence": dispute.category} if data.get("offence") is None else dict(data)
    return _read(
        given,
        RULE,
        shape=shape,
        required=RULE.required,
        fixed={"dispute": str(dispute.pk), "deal": dispute.deal},
        words={
            "offence": tuple(dict.fromkeys((*OFFENCES, dispute.category))),
            "discovered": DISCOVERED,
            "remedy": tuple(REMEDIES),
        },
    )


def _read(
    data: Mapping[str, Any],
    form: Form,
    *,
    shape: Shape,
    required: tuple[str, ...],
    fixed: Mapping[str, Any],
    words: Mapping[str, tuple[str, ...]] | None = None,
) -> SentStep:
    """The request; a Problem with all its faults. `words` are what some of its fields may say."""
    missing = [name for name in required if data.get(name) is None]
    faults = [RequestFault("missing_field", params={"name": name}).under(name) for name in missing]
    id_, dry_run = _own(data, form, faults)
    names = dict(form.names)
    given = {names.get(name, name): data[name] for name in form.known if name in data and name not in form.own}
    said = read_said({"kind": form.kind, **given, **fixed}, shape=shape, kinds=DECISIONS, envelope=ENVELOPE[:1])
    if isinstance(said, list):
        faults += [fault for fault in _under_sent_names(said, form) if fault.pointer[1:] not in missing]
    faults += _blank(data, form)
    faults += _words(given, words or {}, found={fault.pointer for fault in faults})
    faults += [
        RequestFault("unknown_field", params={"name": name[:40]}).under(name) for name in data if name not in form.known
    ]
    if faults or isinstance(said, list):
        raise Problem.of(faults)
    return SentStep(id_, said, dry_run)


def _own(data: Mapping[str, Any], form: Form, faults: list[RequestFault]) -> tuple[UUID | None, bool]:
    """What no kind of the journal has: the id, and whether it is a dry run."""
    id_ = read(ID, data["id"], "id", faults=faults) if data.get("id") is not None else None
    tried = "dry_run" in form.own and "dry_run" in data
    return id_, bool(tried and read(FLAG, data["dry_run"], "dry_run", faults=faults))


def _under_sent_names(found: list[ShapeFault], form: Form) -> Iterator[RequestFault]:
    """The faults of the journal's fields, by the names that the request has for them."""
    sent_as = {kept: sent for sent, kept in form.names}
    for fault in found:
        first, *rest = fault.path
        yield RequestFault(fault.code, params=fault.params).under(sent_as.get(str(first), first), *rest)


def _blank(data: Mapping[str, Any], form: Form) -> list[RequestFault]:
    """Texts that say nothing."""
    texts = [name for name in NOT_EMPTY if name in form.known and isinstance(data.get(name), str)]
    empty = [name for name in texts if NOTHING_TO_SEE.fullmatch(data[name])]
    return [RequestFault("invalid_value", params={"blank": True}).under(name) for name in empty]


def _words(given: Mapping[str, Any], words: Mapping[str, tuple[str, ...]], *, found: set[str]) -> list[RequestFault]:
    """Words that are none of those that may stand there; what is at fault already is not told twice."""
    others = [
        name for name, allowed in words.items() if isinstance(given.get(name), str) and given[name] not in allowed
    ]
    return [
        RequestFault("invalid_value", params={"choices": list(words[name])}).under(name)
        for name in others
        if f"/{name}" not in found
    ]
