"""What a document with a whole game says, read strictly (scoring/selectors/exports.py writes it)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeVar

from api.forms.objects import StrictSerializer, read
from api.games.characters import characters_of
from api.games.request import option_fault
from api.problems.faults import Problem, RequestFault, are_enough
from api.transfer.bindings import about_of
from api.transfer.forms import BESIDE_REPORTS, DOCUMENT, LINE, OTHER_NAME
from api.transfer.sittings import sittings_of
from scoring.rules.options.declared import GameOptions
from scoring.rules.record.codec import read as read_report
from scoring.rules.record.codec import written
from scoring.rules.record.kinds import JOURNAL_KINDS, KINDS, Report, Said
from scoring.rules.record.shape import Shape
from scoring.rules.variants import VARIANTS, Variant
from scoring.services.games import Opening
from scoring.services.imports.document import Document, JournalLine, OtherName

_Read = TypeVar("_Read")

LARGEST: Final = 16 * 1024 * 1024
"""How many bytes a document may have: enough for a thousand deals, card by card."""

MOST_VALUES: Final = 600_000
"""How many values it may hold, for the same number of deals: an entry has some fifteen."""


def document_of(data: dict[str, Any]) -> Document:
    """The document; a Problem with its faults, each with its place."""
    values = DOCUMENT.run_validation(data)
    faults: list[RequestFault] = []
    head, variant = values["game"], VARIANTS[values["game"]["variant"]]
    opening = _read_opening(head, variant, faults)
    lines = _read_all(_read_entry, values["journal"], variant, faults)
    names = _read_all(_read_name, values["names"], variant, faults)
    if faults or opening is None:
        raise Problem.of(faults)
    return Document(
        id=head["id"],
        opening=opening,
        created_at=head["created_at"],
        updated_at=head["updated_at"],
        lines=lines,
        names=names,
        outcome=values["outcome"],
    )


def _read_all(
    reader: Callable[[Any, int, Variant[Any], list[RequestFault]], _Read | None],
    given: Sequence[Any],
    variant: Variant[Any],
    faults: list[RequestFault],
) -> list[_Read]:
    """What the reader makes of each, up to the limit of faults."""
    found = (reader(one, index, variant, faults) for index, one in enumerate(given) if not are_enough(faults))
    return [one for one in found if one is not None]


def _read_opening(head: Mapping[str, Any], variant: Variant[Any], faults: list[RequestFault]) -> Opening | None:
    seats = variant.table.seats
    found = [*_seat_faults(head, seats, "game")]
    if len(head["players"]) != seats:
        found.append(RequestFault("invalid_value", params={"items": seats}).under("game", "players"))
    rules = _rules(head["rules"], variant, ("game", "rules"), found)
    drawn: list[RequestFault] = []
    characters = characters_of(head.get("characters"), options=rules[1], seats=seats, faults=drawn) if rules else ()
    faults += [*found, *(fault.under("game") for fault in drawn)]
    sittings = sittings_of(head.get("sittings", []), seats=seats, faults=faults)
    if rules is None:
        return None
    return Opening(
        variant=variant.name,
        preset=rules[0],
        options=rules[1],
        players=head["players"],
        first_dealer=head["first_dealer"],
        deck=head["deck"],
        public=head["public"],
        label=head["label"],
        characters=characters,
        sittings=sittings,
    )


def _seat_faults(values: Mapping[str, Any], seats: int, *path: str | int) -> list[RequestFault]:
    dealer = values.get("first_dealer", 1)
    if dealer <= seats:
        return []
    return [RequestFault("not_a_seat", params={"value": dealer, "seats": seats}).under(*path, "first_dealer")]


def _rules(
    given: Mapping[str, Any], variant: Variant[Any], path: tuple[str | int, ...], faults: list[RequestFault]
) -> tuple[str, GameOptions] | None:
    given = variant.options.completed(given)
    resolved = variant.resolve(given)
    if isinstance(resolved, list):
        faults += [option_fault(fault).under(*path[:-1]) for fault in resolved]
        return None
    left_out = list(_left_out(given, {"preset": resolved[0], **resolved[1].as_json()}))
    faults += [RequestFault("missing_field", params={"name": place[-1]}).under(*path, *place) for place in left_out]
    return None if left_out else resolved


def _left_out(given: Mapping[str, Any], whole: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """What is not there of the rules: a game's own options are all of them, whatever a preset says elsewhere."""
    for name, value in whole.items():
        if name not in given:
            yield (name,)
        elif isinstance(value, Mapping):
            yield from ((name, *place) for place in _left_out(given[name], value))


def _read_entry(given: Any, index: int, variant: Variant[Any], faults: list[RequestFault]) -> JournalLine | None:
    """An entry of the journal; where it is at fault, None, and its faults are added."""
    path = ("journal", index)
    if not isinstance(given, dict):
        faults.append(RequestFault("wrong_type", params={"expected": "object"}).under(*path))
        return None
    found: list[RequestFault] = []
    envelope = read(LINE, _part(given, LINE), *path, faults=found)
    rest = {name: value for name, value in given.items() if name not in LINE.plan}
    if envelope and envelope["seq"] != index + 1:
        found.append(RequestFault("does_not_verify", params={"hint": "gapless"}).under(*path, "seq"))
    said, payload = _read_fields(rest, variant, path, found)
    faults += found
    if found or envelope is None:
        return None
    return JournalLine(
        id=envelope["id"],
        kind=str(given["kind"]),
        payload=payload,
        said=said,
        role=envelope["by"]["role"],
        label=envelope["by"]["label"],
        occurred_at=envelope["occurred_at"],
        recorded_at=envelope["recorded_at"],
        about=tuple(about_of(one) for one in envelope.get("bindings", [envelope.get("about")])),
    )


def _read_fields(
    given: Mapping[str, Any], variant: Variant[Any], path: tuple[str | int, ...], faults: list[RequestFault]
) -> tuple[Said | None, dict[str, Any]]:
    """The fields of an entry: the report, where it is one, and what is kept of it."""
    kind = given.get("kind")
    if isinstance(kind, str) and kind in BESIDE_REPORTS:
        return None, _beside(given, kind, variant, path, faults)
    said = _said(given, variant.shape, path, faults, kinds=JOURNAL_KINDS, allowed=(*JOURNAL_KINDS, *BESIDE_REPORTS))
    return said, written(said) if said else {}


def _part(given: Mapping[str, Any], form: StrictSerializer) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name in form.plan}


def _said(
    given: Mapping[str, Any],
    shape: Shape,
    path: tuple[str | int, ...],
    faults: list[RequestFault],
    *,
    kinds: Mapping[str, type[Report]] = KINDS,
    allowed: tuple[str, ...] = tuple(KINDS),
) -> Said | None:
    """A report, or what decides over the record, read by the rules' own codec."""
    said = read_report(given, shape=shape, kinds=kinds)
    if isinstance(said, Said):
        return said
    for fault in said:
        params = {**fault.params, "allowed": list(allowed)} if fault.code == "unknown_kind" else fault.params
        faults.append(RequestFault(fault.code, params=params).under(*path, *fault.path))
    return None


def _beside(
    entry: Mapping[str, Any], kind: str, variant: Variant[Any], path: tuple[str | int, ...], faults: list[RequestFault]
) -> dict[str, Any]:
    """The fields of an entry that is no report, as they are kept."""
    fields = {name: value for name, value in entry.items() if name != "kind"}
    values: dict[str, Any] = read(BESIDE_REPORTS[kind], fields, *path, faults=faults) or {}
    if "deal" in values:
        values["deal"] = str(values["deal"])
    seats = variant.table.seats
    faults += _seat_faults(values, seats, *path)
    if "rules" in values:
        given, rules = values["rules"], _rules(values["rules"], variant, (*path, "rules"), faults)
        whole = {"preset": rules[0], **rules[1].as_json()} if rules else {}
        values["rules"] = {name: value for name, value in whole.items() if name in given}
    if len(values.get("players", ())) not in {0, seats}:
        faults.append(RequestFault("invalid_value", params={"items": seats}).under(*path, "players"))
    return values


def _read_name(given: Any, index: int, variant: Variant[Any], faults: list[RequestFault]) -> OtherName | None:
    """Another name of a report; where it is at fault, None, and its faults are added."""
    path = ("names", index)
    if not isinstance(given, dict):
        faults.append(RequestFault("wrong_type", params={"expected": "object"}).under(*path))
        return None
    found: list[RequestFault] = []
    envelope = read(OTHER_NAME, _part(given, OTHER_NAME), *path, faults=found)
    rest = {name: value for name, value in given.items() if name not in OTHER_NAME.plan}
    said = _said(rest, variant.shape, path, found)
    faults += found
    if found or envelope is None or said is None:
        return None
    return OtherName(id=envelope["id"], recorded_as=envelope["recorded_as"], said=said)
