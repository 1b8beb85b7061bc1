"""How the options of a game follow from a preset and from what a client gives (docs/rules.md, section 8).

What may stand in an option is said once, where the option is declared. Nothing here names an option.
"""

from collections.abc import Mapping
from typing import Any

from scoring.rules.options.declared import Below, Clash, Option, OptionFault, OptionsT
from scoring.rules.options.domains import Choice, Numbers


def resolve(
    presets: Mapping[str, OptionsT], *, given: Mapping[str, object]
) -> tuple[str, OptionsT] | list[OptionFault]:
    """The preset's name and the options of a game, or everything that is wrong with what was given for it.

    `presets` are those of one variant by name; the first is taken where none is named. `given` is the object of the
    request, parsed from JSON: {"preset": ..., option: value, ...}, each member optional. Null says of an option that it
    is not given, and of `target` or `deals` that this is not the end. What was resolved may be given again and resolves
    to the same. A value with a fault of its own is left aside when the others are compared.
    """
    default = next(iter(presets))
    kind = type(presets[default])
    named = {option.name: option for option in kind.declared()}
    preset, faults = _preset(tuple(presets), named=given.get("preset", default))
    faults += _single_faults(named, given=given)
    at_fault = {fault.option for fault in faults}
    wishes = {name: value for name, value in given.items() if name != "preset" and name not in at_fault}
    wished = _merged(presets[preset].as_json(), wishes=wishes, named=named)
    values = _with_parts(wished, default=presets[default].as_json(), named=named)
    gaps = _gaps(values, named=named)
    faults += gaps
    at_fault |= {gap.option for gap in gaps}
    faults += _end_faults(values, given=given, named=named, at_fault=at_fault)
    faults += _part_faults(values, wishes=wishes, named=named, at_fault=at_fault)
    faults += _clash_faults(values, clashes=kind.clashes, named=named, at_fault=at_fault)
    faults += _bound_faults(values, bounds=kind.bounds, named=named, at_fault=at_fault)
    return faults or (preset, kind.from_json(values))


def _preset(presets: tuple[str, ...], *, named: object) -> tuple[str, list[OptionFault]]:
    """The preset that was named. For a name that the variant does not have: its first preset, and the fault."""
    domain = Choice(presets)
    code = domain.fault(named)
    if code is None:
        return str(named), []
    return presets[0], [OptionFault(("preset",), code, option="preset", allowed=domain.allowed)]


def _single_faults(named: Mapping[str, Option], *, given: Mapping[str, object]) -> list[OptionFault]:
    """What is wrong with each value by itself, in the order given."""
    faults = []
    for name, value in given.items():
        if name in named:
            faults += named[name].faults(value)
        elif name != "preset":
            faults.append(OptionFault((name,), "unknown_field", option=name))
    return faults


def _merged(
    preset: Mapping[str, object], *, wishes: Mapping[str, object], named: Mapping[str, Option]
) -> dict[str, object]:
    """The preset's values with the wishes over them; an end that is given clears the preset's other (R-30)."""
    values: dict[str, Any] = dict(preset)
    for name, wish in wishes.items():
        option = named[name]
        if wish is None:
            values[name] = None if option.one_of else values[name]
        elif isinstance(wish, Mapping):
            values[name] = {**(values[name] or {}), **wish}
        else:
            values |= dict.fromkeys(_instead_of(option, named=named))
            values[name] = wish
    return values


def _instead_of(option: Option, *, named: Mapping[str, Option]) -> list[str]:
    """The options that are null when this one is given."""
    return [other.name for other in named.values() if option.one_of and other.one_of == option.one_of]


def _with_parts(
    values: Mapping[str, object], *, default: Mapping[str, object], named: Mapping[str, Option]
) -> dict[str, object]:
    """A switch that is off takes its parts with it; one that is on takes what is missing from the default preset."""
    whole = dict(values)
    for option in named.values():
        if option.part_of is None:
            continue
        if not _is_on(values[option.part_of]):
            whole[option.name] = None
        elif whole[option.name] is None:
            whole[option.name] = default[option.name]
    return whole


def _is_on(switch: object) -> bool:
    return switch is not None and switch is not False


def _end_faults(
    values: Mapping[str, object], *, given: Mapping[str, object], named: Mapping[str, Option], at_fault: set[str]
) -> list[OptionFault]:
    """A game has one end, and one only (R-30)."""
    faults = []
    for word in dict.fromkeys(option.one_of for option in named.values() if option.one_of):
        ends = [option for option in named.values() if option.one_of == word]
        faults += [end.must_be_null() for end in ends if given.get(end.name) is not None][1:]
        if all(values[end.name] is None for end in ends) and at_fault.isdisjoint(end.name for end in ends):
            faults += [end.invalid() for end in ends if end.name in given][:1]
    return faults


def _part_faults(
    values: Mapping[str, object], *, wishes: Mapping[str, object], named: Mapping[str, Option], at_fault: set[str]
) -> list[OptionFault]:
    """A part was given although its switch is off."""
    return [
        option.must_be_null()
        for option in named.values()
        if option.part_of is not None and option.part_of not in at_fault
        if wishes.get(option.name) is not None and not _is_on(values[option.part_of])
    ]


def _clash_faults(
    values: Mapping[str, object], *, clashes: tuple[Clash, ...], named: Mapping[str, Option], at_fault: set[str]
) -> list[OptionFault]:
    """Two options that do not go together."""
    return [
        named[clash.option].invalid(but=clash.value)
        for clash in clashes
        if values[clash.option] == clash.value and values[clash.against] in clash.values
        if at_fault.isdisjoint((clash.option, clash.against))
    ]


def _gaps(values: Mapping[str, Any], *, named: Mapping[str, Option]) -> list[OptionFault]:
    """The numbers that are missing in an option which no preset has."""
    return [
        OptionFault((name, member), "missing_field", option=name)
        for name, value in values.items()
        if isinstance(domain := named[name].domain, Numbers) and value is not None
        for member in domain.each
        if member not in value
    ]


def _bound_faults(
    values: Mapping[str, Any], *, bounds: tuple[Below, ...], named: Mapping[str, Option], at_fault: set[str]
) -> list[OptionFault]:
    """A number that is not below what another option says."""
    return [
        OptionFault((bound.option, name), "invalid_option", option=bound.option, allowed=f"0..{limit - 1}")
        for bound in bounds
        if at_fault.isdisjoint((bound.option, bound.against))
        if (limit := bound.limit(values[bound.against])) is not None
        for name, number in (values[bound.option] or {}).items()
        if number >= limit and bound.member in {None, name}
    ]
