"""The rules of a game as the document describes them, derived from the declarations of the options (section 8)."""

from typing import Final

from api.openapi.components import named
from api.openapi.types import (
    BOOLEAN,
    STRING,
    Schema,
    about,
    any_of,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
)
from scoring.rules.options.declared import Option
from scoring.rules.options.domains import Choice, Domain, Flag, Whole
from scoring.rules.variants import PRESETS, VARIANTS


def option_schema(option: Option, *, asked: bool) -> Schema:
    """What may stand in an option; `asked` for in a request, or as a game has it."""
    schema = _domain(option.domain, asked=asked)
    return about(nullable(schema) if option.nullable else schema, _meaning(option))


def _domain(domain: Domain, *, asked: bool) -> Schema:
    if isinstance(domain, Choice):
        kind = "string" if isinstance(domain.values[0], str) else "integer"
        return {"type": kind, "enum": list(domain.values)}
    if isinstance(domain, Whole):
        return integer_schema(domain.least, domain.most)
    if isinstance(domain, Flag):
        return BOOLEAN
    each = {name: _domain(whole, asked=asked) for name, whole in domain.each.items()}
    return object_schema(each, optional=tuple(each) if asked else (), closed=asked)


def _meaning(option: Option) -> str:
    if option.one_of is not None:
        return f"{option.about} Null where another {option.one_of} is given."
    return f"{option.about} Null without `{option.part_of}`." if option.part_of else option.about


def _rules(variant: str, *, asked: bool) -> Schema:
    """The preset and the options of a variant."""
    options = {option.name: option_schema(option, asked=asked) for option in VARIANTS[variant].options.declared()}
    if not asked:
        return object_schema({"preset": about(STRING, "The preset that the game started from."), **options})
    presets = enum_schema(name for name, preset in PRESETS.items() if preset.variant == variant)
    preset = about(presets, "Left out: the default one of the variant.")
    return about(
        object_schema({"preset": preset, **options}, optional=("preset", *options), closed=True),
        "A preset, and options that differ from it. Of `target` and `deals` one is given at most; "
        "the factors and start scores named are merged over those of the preset.",
    )


def _options(variant: str) -> Schema:
    return object_schema(
        {option.name: option_schema(option, asked=False) for option in VARIANTS[variant].options.declared()}
    )


for _name in VARIANTS:
    named(f"{_name.title()}Options", about(_options(_name), "Every option, as it stands in a preset."))
    named(f"{_name.title()}Rules", about(_rules(_name, asked=False), "The rules of a game: every option it has."))
    named(f"{_name.title()}RulesRequest", _rules(_name, asked=True))

OPTIONS: Final = any_of(f"{name.title()}Options" for name in VARIANTS)
RULES: Final = any_of(f"{name.title()}Rules" for name in VARIANTS)
RULES_REQUEST: Final = any_of(f"{name.title()}RulesRequest" for name in VARIANTS)
