"""The options of a game and their presets (docs/rules.md, section 8)."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.rules.options.declared import Option, OptionFault
from scoring.rules.options.domains import Choice, Flag, Numbers, Whole
from scoring.rules.pack.modes import MODE, MODES
from scoring.rules.variants import PRESETS, VARIANTS
from scoring.rules.variants.schieber.options import SchieberOptions

SECTION_8 = """
| end               | target 1000       | target 1000       | target 2500       | deals 12    | target 3000       |
| factors           | 1 1 2 2 3 4       | 1 1 2 2 3 3       | 1 1 2 2 3 3       | 1 1 1 1 1 1 | 1 1 2 2 3 4       |
| pushing           | once              | once              | once              | once        | once              |
| undertrump        | strict            | strict            | strict            | strict      | strict            |
| weis              | yes               | yes               | yes               | no          | yes               |
| weis_table        | small             | grand             | grand             | –           | grand             |
| crossing          | no                | yes               | yes               | –           | yes               |
| tie_between_kinds | quartet           | run               | run               | –           | quartet           |
| weis_scores       | best              | side              | side              | –           | side              |
| longer_run_wins   | no                | yes               | yes               | –           | yes               |
| trump_breaks_tie  | yes               | yes               | yes               | –           | yes               |
| weis_time         | first_trick       | first_trick       | first_trick       | –           | first_trick       |
| stoeck            | yes               | yes               | yes               | no          | yes               |
| stoeck_call       | known             | reported          | known             | –           | reported          |
| match_bonus       | 100               | 100               | 100               | 0           | 100               |
| claim             | trick_winner      | anyone            | automatic         | off         | anyone            |
| order             | stoeck_weis_stich | stoeck_weis_stich | stoeck_weis_stich | –           | stoeck_weis_stich |
| no_claim          | last_trick_first  | last_trick_first  | last_trick_first  | –           | last_trick_first  |
| catalogue         | jasswiki          | jasswiki          | jasswiki          | jasswiki    | jasswiki          |
"""
COLUMNS = ["schieber-stargames", "schieber-official", "schieber-swisslos", "schieber-tournament", "schieber-pagat"]


def column(name: str) -> dict[str, object]:
    """One column of the table, as it stands on the wire."""
    lines = [[cell.strip() for cell in line.strip("|").split("|")] for line in SECTION_8.strip().splitlines()]
    cells = {line[0]: line[1 + COLUMNS.index(name)] for line in lines}
    end, number = cells.pop("end").split()
    factors = dict(zip(MODE, map(int, cells.pop("factors").split()), strict=True))
    words: dict[str, object] = {"yes": True, "no": False, "–": None, "100": 100, "0": 0}
    ends = {"target": None, "deals": None, end: int(number)}
    rest = {option: words.get(cell, cell) for option, cell in cells.items()}
    order = {"berg": None, "catalogue": rest.pop("catalogue"), "start_scores": {"1": 0, "2": 0}}
    return {**ends, "factors": factors, **rest, **order}


def resolved(preset: str = "schieber-stargames", **given: object) -> dict[str, object]:
    """The options that follow, where nothing is wrong."""
    answer = VARIANTS["schieber"].resolve({"preset": preset, **given})
    assert isinstance(answer, tuple)
    assert answer[0] == preset
    values: dict[str, object] = answer[1].as_json()
    return values


def faults(**given: object) -> list[OptionFault]:
    """What is wrong, where something is."""
    answer = VARIANTS["schieber"].resolve(given)
    assert isinstance(answer, list)
    return answer


def invalid(name: str, *allowed: str | int | bool | None) -> OptionFault:
    return OptionFault((name,), "invalid_option", option=name, allowed=allowed)


def out_of_range(name: str, allowed: str) -> OptionFault:
    return OptionFault((name,), "invalid_option", option=name, allowed=allowed)


NEW = ("weis_time", "berg", "start_scores")
HEAD_START = ("start_scores", "0..1000000")


# --- the presets ---


def test_the_schieber_has_these_presets() -> None:
    assert [name for name, preset in PRESETS.items() if preset.variant == "schieber"] == COLUMNS
    assert VARIANTS["schieber"].default_preset == "schieber-stargames"


@pytest.mark.parametrize("name", COLUMNS)
def test_a_preset_says_what_its_column_says_and_in_that_order(name: str) -> None:
    assert list(PRESETS[name].values.items()) == list(column(name).items())


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_without_overrides_resolves_to_itself(name: str) -> None:
    preset = PRESETS[name]
    options = VARIANTS[preset.variant].options.from_json(preset.values)
    assert VARIANTS[preset.variant].resolve({"preset": name}) == (name, options)
    assert options.as_json() == preset.values


@pytest.mark.parametrize("variant", VARIANTS)
def test_without_any_wish_the_default_preset_of_the_variant_is_taken(variant: str) -> None:
    default = VARIANTS[variant].default_preset
    assert VARIANTS[variant].resolve({}) == VARIANTS[variant].resolve({"preset": default})


def test_the_factor_of_a_mode() -> None:
    options = SchieberOptions.from_json(PRESETS["schieber-stargames"].values)
    assert [options.factor_of(mode) for mode in MODES] == [1, 1, 2, 2, 3, 4]


# --- overrides ---


def test_an_option_that_is_given_replaces_the_presets() -> None:
    assert resolved(undertrump="free", match_bonus=50) == {
        **column("schieber-stargames"),
        "undertrump": "free",
        "match_bonus": 50,
    }


def test_factors_are_merged_over_the_presets() -> None:
    factors = resolved("schieber-official", factors={"unenufe": 4, "eicheln": 2})["factors"]
    assert factors == {"eicheln": 2, "rosen": 1, "schilten": 2, "schellen": 2, "obenabe": 3, "unenufe": 4}


def test_the_bergpreis_is_both_of_its_numbers() -> None:
    berg = {"points": 500, "bonus": 50}
    assert resolved(berg=berg)["berg"] == berg
    assert resolved(berg={**berg, "points": 5000}, deals=8)["berg"] == {"points": 5000, "bonus": 50}
    assert resolved(berg={**berg, "bonus": 2000})["berg"] == {"points": 500, "bonus": 2000}
    assert resolved(berg=None)["berg"] is None
    assert len(faults(berg={})) == 2


def test_start_scores_are_merged_over_nought_and_stay_below_the_target() -> None:
    assert resolved(start_scores={"2": 999})["start_scores"] == {"1": 0, "2": 999}
    assert resolved(start_scores={"1": 1_000_000}, deals=4)["start_scores"] == {"1": 1_000_000, "2": 0}
    assert resolved(start_scores={}, target=1)["start_scores"] == {"1": 0, "2": 0}


@pytest.mark.parametrize(("variant", "sides"), [("schieber", 2), ("coiffeur", 2), ("eidex", 3), ("differenzler", 4)])
def test_every_variant_has_start_scores_for_its_sides(variant: str, sides: int) -> None:
    answer = VARIANTS[variant].resolve({"start_scores": {str(sides): 5}})
    assert isinstance(answer, tuple)
    assert answer[1].start_scores == (*[0] * (sides - 1), 5)
    assert isinstance(VARIANTS[variant].resolve({"start_scores": {str(sides + 1): 5}}), list)


def test_a_game_from_before_an_option_gets_the_value_that_keeps_its_verdicts() -> None:
    kind = VARIANTS["schieber"].options
    earlier = {name: value for name, value in PRESETS["schieber-official"].values.items() if name not in NEW}
    assert kind.completed(earlier) == PRESETS["schieber-official"].values
    new = {"weis_time": None, "berg": None, "start_scores": {"1": 0, "2": 0}}
    assert kind.completed({"target": 5}) == {"target": 5, **new}
    assert kind.completed({"weis": True}) == {"weis": True, **new, "weis_time": "first_trick"}
    given = {**earlier, "weis_time": "own_turn", "berg": None, "start_scores": {"1": 7, "2": 0}}
    assert kind.completed(given) == given


def test_deals_clear_the_presets_target_and_what_belongs_to_it() -> None:
    assert resolved(deals=8) == {
        **column("schieber-stargames"),
        "target": None,
        "deals": 8,
        "order": None,
        "no_claim": None,
    }


def test_a_target_clears_the_presets_deals_and_brings_order_and_no_claim() -> None:
    assert resolved("schieber-tournament", target=1500) == {
        **column("schieber-tournament"),
        "target": 1500,
        "deals": None,
        "order": "stoeck_weis_stich",
        "no_claim": "last_trick_first",
    }


def test_a_target_leaves_what_the_preset_or_the_table_has_chosen() -> None:
    assert resolved(target=1500, order="stoeck_stich_weis")["order"] == "stoeck_stich_weis"
    assert resolved("schieber-official", target=1500) == {**column("schieber-official"), "target": 1500}


def test_weis_switched_on_brings_its_parts_from_the_default_preset() -> None:
    assert resolved("schieber-tournament", weis=True, weis_table="grand") == {
        **column("schieber-tournament"),
        "weis": True,
        "weis_table": "grand",
        "crossing": False,
        "tie_between_kinds": "quartet",
        "weis_scores": "best",
        "longer_run_wins": False,
        "trump_breaks_tie": True,
        "weis_time": "first_trick",
    }


def test_stoeck_switched_on_brings_its_call_from_the_default_preset() -> None:
    assert resolved("schieber-tournament", stoeck=True) == {
        **column("schieber-tournament"),
        "stoeck": True,
        "stoeck_call": "known",
    }


def test_what_is_switched_off_takes_its_parts_with_it() -> None:
    tournament = column("schieber-tournament")
    parts = ["weis_table", "crossing", "tie_between_kinds", "weis_scores", "longer_run_wins", "trump_breaks_tie"]
    parts += ["weis_time"]
    assert resolved(weis=False, stoeck=False) == {
        **column("schieber-stargames"),
        **{option: tournament[option] for option in ["weis", *parts, "stoeck", "stoeck_call"]},
    }


def test_null_says_that_an_option_is_not_given() -> None:
    assert resolved(deals=None, weis_table=None, crossing=None, order=None) == column("schieber-stargames")


def test_play_on_goes_with_a_claim_that_somebody_can_make() -> None:
    assert resolved(no_claim="play_on")["no_claim"] == "play_on"
    assert resolved("schieber-swisslos", no_claim="play_on", claim="anyone")["claim"] == "anyone"


# --- faults ---


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("target", "1000"),
        ("target", 1000.0),
        ("target", True),
        ("target", [1000]),
        ("deals", False),
        ("pushing", True),
        ("pushing", None),
        ("weis", "yes"),
        ("weis", 1),
        ("weis", None),
        ("crossing", 0),
        ("weis_table", 1),
        ("match_bonus", "100"),
        ("match_bonus", 100.0),
        ("match_bonus", False),
        ("match_bonus", None),
        ("claim", {}),
        ("catalogue", None),
        ("factors", None),
        ("factors", 2),
        ("factors", [1, 1, 2, 2, 3, 4]),
        ("preset", None),
        ("preset", 1),
    ],
)
def test_json_types_are_strict(name: str, value: object) -> None:
    assert [(fault.pointer, fault.code) for fault in faults(**{name: value})] == [((name,), "wrong_type")]


@pytest.mark.parametrize(
    ("given", "fault"),
    [
        ({"target": 0}, out_of_range("target", "1..1000000")),
        ({"target": 1_000_001}, out_of_range("target", "1..1000000")),
        ({"target": -5}, out_of_range("target", "1..1000000")),
        ({"deals": 0}, out_of_range("deals", "1..1000")),
        ({"deals": 1001}, out_of_range("deals", "1..1000")),
        ({"match_bonus": 25}, invalid("match_bonus", 0, 50, 100)),
        ({"pushing": "twice"}, invalid("pushing", "once", "off")),
        ({"undertrump": "Strict"}, invalid("undertrump", "strict", "forced", "hindersi", "free")),
        ({"weis_table": "large"}, invalid("weis_table", "small", "grand")),
        ({"tie_between_kinds": ""}, invalid("tie_between_kinds", "quartet", "run")),
        ({"weis_scores": "both"}, invalid("weis_scores", "side", "best")),
        ({"weis_time": "second_trick"}, invalid("weis_time", "first_trick", "own_turn", "before_play")),
        ({"stoeck_call": "shown"}, invalid("stoeck_call", "known", "reported")),
        ({"claim": "nobody"}, invalid("claim", "trick_winner", "anyone", "automatic", "off")),
        ({"order": "stich"}, invalid("order", "stoeck_weis_stich", "stoeck_stich_weis")),
        ({"no_claim": "play"}, invalid("no_claim", "last_trick_first", "play_on")),
        ({"catalogue": "fifa"}, invalid("catalogue", "jasswiki", "jassonkel", "kzjv", "edjv")),
        ({"preset": "schieber"}, invalid("preset", *COLUMNS)),
        ({"preset": "differenzler-stargames"}, invalid("preset", *COLUMNS)),
        # the ends of the game
        ({"target": 1000, "deals": 12}, invalid("deals", None)),
        ({"target": None}, out_of_range("target", "1..1000000")),
        ({"target": None, "deals": None}, out_of_range("target", "1..1000000")),
        ({"preset": "schieber-tournament", "deals": None}, out_of_range("deals", "1..1000")),
        # parts of what is switched off
        ({"weis": False, "weis_table": "grand"}, invalid("weis_table", None)),
        ({"weis": False, "crossing": False}, invalid("crossing", None)),
        ({"preset": "schieber-tournament", "longer_run_wins": True}, invalid("longer_run_wins", None)),
        ({"stoeck": False, "stoeck_call": "known"}, invalid("stoeck_call", None)),
        ({"deals": 12, "order": "stoeck_weis_stich"}, invalid("order", None)),
        ({"deals": 12, "no_claim": "play_on", "claim": "off"}, invalid("no_claim", None)),
        #
        ({"no_claim": "play_on", "claim": "off"}, invalid("no_claim", "last_trick_first")),
        ({"no_claim": "play_on", "claim": "automatic"}, invalid("no_claim", "last_trick_first")),
        ({"preset": "schieber-swisslos", "no_claim": "play_on"}, invalid("no_claim", "last_trick_first")),
        (
            {"preset": "schieber-tournament", "target": 1000, "no_claim": "play_on"},
            invalid("no_claim", "last_trick_first"),
        ),
        # unknown fields
        ({"Target": 1000}, OptionFault(("Target",), "unknown_field", option="Target")),
        ({"limit": 100}, OptionFault(("limit",), "unknown_field", option="limit")),
        ({"end": "target"}, OptionFault(("end",), "unknown_field", option="end")),
        ({"": None}, OptionFault(("",), "unknown_field", option="")),
        # factors
        ({"factors": {"herz": 2}}, OptionFault(("factors", "herz"), "unknown_field", option="factors")),
        ({"factors": {"rosen": 0}}, OptionFault(("factors", "rosen"), "invalid_option", "factors", "1..20")),
        ({"factors": {"rosen": 21}}, OptionFault(("factors", "rosen"), "invalid_option", "factors", "1..20")),
        ({"factors": {"rosen": 2.0}}, OptionFault(("factors", "rosen"), "wrong_type", "factors", "1..20")),
        ({"factors": {"rosen": None}}, OptionFault(("factors", "rosen"), "wrong_type", "factors", "1..20")),
        # the Bergpreis
        ({"berg": {"points": 500}}, OptionFault(("berg", "bonus"), "missing_field", option="berg")),
        ({"berg": {"points": 0, "bonus": 5}}, OptionFault(("berg", "points"), "invalid_option", "berg", "1..1000000")),
        ({"berg": {"points": 5, "bonus": 0}}, OptionFault(("berg", "bonus"), "invalid_option", "berg", "1..100000")),
        ({"berg": {"points": 5, "bonus": 5, "x": 1}}, OptionFault(("berg", "x"), "unknown_field", option="berg")),
        ({"berg": 500}, OptionFault(("berg",), "wrong_type", "berg", ("points", "bonus"))),
        ({"berg": {"points": 1000, "bonus": 5}}, OptionFault(("berg", "points"), "invalid_option", "berg", "0..999")),
        (
            {"berg": {"points": 500, "bonus": 5}, "start_scores": {"1": 500}},
            OptionFault(("start_scores", "1"), "invalid_option", "start_scores", "0..499"),
        ),
        # start scores
        ({"start_scores": {"3": 5}}, OptionFault(("start_scores", "3"), "unknown_field", option="start_scores")),
        ({"start_scores": {"1": -1}}, OptionFault(("start_scores", "1"), "invalid_option", *HEAD_START)),
        ({"start_scores": {"1": 1_000_001}}, OptionFault(("start_scores", "1"), "invalid_option", *HEAD_START)),
        ({"start_scores": {"1": "5"}}, OptionFault(("start_scores", "1"), "wrong_type", *HEAD_START)),
        ({"start_scores": {"2": None}}, OptionFault(("start_scores", "2"), "wrong_type", *HEAD_START)),
        ({"start_scores": {"2": 1000}}, OptionFault(("start_scores", "2"), "invalid_option", "start_scores", "0..999")),
        (
            {"start_scores": {"1": 50}, "target": 50},
            OptionFault(("start_scores", "1"), "invalid_option", "start_scores", "0..49"),
        ),
    ],
)
def test_each_fault_says_where_it_is_and_what_may_stand_there(given: dict[str, object], fault: OptionFault) -> None:
    assert faults(**given) == [fault]


def test_all_faults_are_found_at_once() -> None:
    found = faults(
        preset="schieber-turnier",
        table="small",
        factors={"rosen": True, "herz": 2, "obenabe": 99},
        pushing="twice",
        target=1000,
        deals=12,
        weis=False,
        crossing=True,
        stoeck=False,
        stoeck_call="known",
        claim="off",
        no_claim="play_on",
    )
    assert [(fault.pointer, fault.code) for fault in found] == [
        (("preset",), "invalid_option"),
        (("table",), "unknown_field"),
        (("factors", "rosen"), "wrong_type"),
        (("factors", "herz"), "unknown_field"),
        (("factors", "obenabe"), "invalid_option"),
        (("pushing",), "invalid_option"),
        (("deals",), "invalid_option"),
        (("crossing",), "invalid_option"),
        (("stoeck_call",), "invalid_option"),
        (("no_claim",), "invalid_option"),
    ]


@pytest.mark.parametrize(
    "given",
    [
        {"preset": "schieber-tournament", "weis": "on", "weis_table": "grand"},
        {"preset": "schieber-tournament", "target": "1000", "order": "stoeck_weis_stich"},
        {"target": None, "deals": "12"},
        {"preset": "schieber-swisslos", "claim": "anybody", "no_claim": "play_on"},
    ],
)
def test_one_mistake_is_one_fault(given: dict[str, object]) -> None:
    assert len(faults(**given)) == 1


# --- what was resolved may be given again ---

CHOICES: dict[str, st.SearchStrategy[Any]] = {
    "target": st.none() | st.integers(1, 1_000_000),
    "deals": st.none() | st.integers(1, 1000),
    "factors": st.dictionaries(st.sampled_from(list(MODE)), st.integers(1, 20)),
    "weis": st.booleans(),
    "stoeck": st.booleans(),
    "crossing": st.none() | st.booleans(),
    "longer_run_wins": st.none() | st.booleans(),
    "trump_breaks_tie": st.none() | st.booleans(),
    "weis_table": st.sampled_from([None, "small", "grand"]),
    "weis_time": st.sampled_from([None, "first_trick", "own_turn", "before_play"]),
    "stoeck_call": st.sampled_from([None, "known", "reported"]),
    "match_bonus": st.sampled_from([0, 50, 100]),
    "claim": st.sampled_from(["trick_winner", "anyone", "automatic", "off"]),
    "order": st.sampled_from([None, "stoeck_weis_stich", "stoeck_stich_weis"]),
    "no_claim": st.sampled_from([None, "last_trick_first", "play_on"]),
    "undertrump": st.sampled_from(["strict", "forced", "hindersi", "free"]),
    "berg": st.none() | st.fixed_dictionaries({"points": st.integers(1, 1_000_000), "bonus": st.integers(1, 100_000)}),
    "start_scores": st.dictionaries(st.sampled_from(["1", "2"]), st.integers(0, 1_000_000)),
}
MERGED = ("preset", "factors", "start_scores")
wishes = st.fixed_dictionaries({}, optional={"preset": st.sampled_from(COLUMNS), **CHOICES})
anything: st.SearchStrategy[object] = st.sampled_from(
    [None, True, 0, 1, 4.0, float("nan"), 10**30, "", "off", "schieber-official", [], [1], {}, {"rosen": 1}, {"x": {}}]
)


@given(given=wishes)
def test_the_normal_form_resolves_to_itself(given: dict[str, object]) -> None:
    answer = VARIANTS["schieber"].resolve(given)
    if isinstance(answer, tuple):
        preset, options = answer
        again = json.loads(json.dumps({"preset": preset, **options.as_json()}))
        assert VARIANTS["schieber"].resolve(again) == (preset, options)
        assert SchieberOptions.from_json(again) == options


@given(given=wishes)
def test_resolved_options_hold_together(given: dict[str, object]) -> None:
    answer = VARIANTS["schieber"].resolve(given)
    if isinstance(answer, tuple):
        options = answer[1]
        assert isinstance(options, SchieberOptions)
        assert (options.target is None) != (options.deals is None)
        assert (options.order is None) == (options.no_claim is None) == (options.target is None)
        assert (options.stoeck_call is None) == (not options.stoeck)
        assert (options.weis_table is None) == (options.crossing is None) == (not options.weis)
        assert options.no_claim != "play_on" or options.claim in ("trick_winner", "anyone")
        assert options.target is None or max(options.start_scores) < options.target
        assert options.berg is None or max(options.start_scores) < options.berg[0]
        assert options.target is None or options.berg is None or options.berg[0] < options.target


@given(given=wishes)
def test_a_wish_that_is_not_null_is_never_dropped(given: dict[str, object]) -> None:
    answer = VARIANTS["schieber"].resolve(given)
    if isinstance(answer, tuple):
        values = answer[1].as_json()
        plain = {name: wish for name, wish in given.items() if wish is not None and name not in MERGED}
        assert {name: values[name] for name in plain} == plain


@given(given=st.dictionaries(st.sampled_from(["preset", "x", *CHOICES]), anything, max_size=5))
def test_whatever_json_is_given_is_answered(given: dict[str, object]) -> None:
    answer = VARIANTS["schieber"].resolve(given)
    assert isinstance(answer, tuple) or all(fault.pointer[0] in given for fault in answer)


# --- the declaration, which schema and sentences are made of ---


def test_every_option_is_declared_with_what_it_decides() -> None:
    for kind in (variant.options for variant in VARIANTS.values()):
        for option in kind.declared():
            assert option.about.endswith((").", "?"))
            assert isinstance(option.domain, Choice | Flag | Numbers | Whole)


def test_a_switch_and_its_parts_and_the_ends_are_declared() -> None:
    declared = SchieberOptions.declared()
    assert {option.name: option.part_of for option in declared if option.part_of} == {
        "weis_table": "weis",
        "crossing": "weis",
        "tie_between_kinds": "weis",
        "weis_scores": "weis",
        "longer_run_wins": "weis",
        "trump_breaks_tie": "weis",
        "weis_time": "weis",
        "stoeck_call": "stoeck",
        "order": "target",
        "no_claim": "target",
    }
    assert [option.name for option in declared if option.one_of == "end"] == ["target", "deals"]
    assert {option.name for option in declared if option.nullable} == {
        option.name for option in declared if option.part_of or option.one_of or option.name == "berg"
    }


def test_an_option_of_another_variant_can_be_declared_the_same_way() -> None:
    bonus = Option(name="exact_bonus", domain=Choice((0, -10)), about="Bonus on an exact bid (R-41).")
    assert [bonus.faults(value) for value in (0, -10)] == [[], []]
    assert bonus.faults(10) == [invalid("exact_bonus", 0, -10)]
    assert [fault.code for fault in bonus.faults(None)] == ["wrong_type"]
