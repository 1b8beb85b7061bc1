"""Names for everything that people are shown: whatever the code gains, a test here fails until it has words."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from scoring import rules
from scoring.models.access import Role
from scoring.models.games import Deck, GameStatus
from scoring.rules.options.declared import Option
from scoring.rules.options.domains import Choice, Flag
from scoring.rules.pack.modes import MODE
from scoring.rules.proof.faults import FAULTS, Fault
from scoring.rules.proof.findings import Finding
from scoring.rules.record.kinds import KINDS, Incident
from scoring.rules.scoring.status import DealStatus, EndReason
from scoring.rules.variants import PRESETS, VARIANTS
from scoring.rules.variants.schieber.scores import SchieberScore
from scoring.selectors.scoresheet import COPIED
from scoring.wording import Term, about, decks, language_name, languages, name_of, terms, value_of
from scoring.wording.files import FOLDER

ENGLISH = json.loads((FOLDER / "terms.en.json").read_text(encoding="utf-8"))
LANGUAGES = sorted(path.name.split(".")[1] for path in FOLDER.glob("terms.*.json"))
RULE = re.compile(r"R-\d+")
OPTIONS = [
    pytest.param(option, id=f"{name}-{option.name}")
    for name, variant in VARIANTS.items()
    for option in variant.options.declared()
]


def groups_of(data: Mapping[str, Any]) -> dict[str, Any]:
    return {group: entries for group, entries in data.items() if group != "language"}


def lines_of(data: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Every text with its place: options.undertrump.strict.name."""
    for name, entry in data.items():
        if isinstance(entry, str):
            yield name, entry
        else:
            yield from ((f"{name}.{inner}", text) for inner, text in lines_of(entry))


def values_of(option: Option) -> list[Any]:
    if isinstance(option.domain, Flag):
        return [True, False]
    return list(option.domain.values) if isinstance(option.domain, Choice) else []


class TestWhatTheCodeKnows:
    def test_report_kinds(self) -> None:
        assert terms("en")["kinds"].keys() >= KINDS.keys() | {"settings", "abandon", "resume", "dispute", "ruling"}

    @pytest.mark.parametrize(
        ("group", "words"),
        [
            ("variants", VARIANTS),
            ("presets", PRESETS),
            ("roles", Role.values),
            ("game_statuses", GameStatus.values),
            ("deal_statuses", DealStatus),
            ("reasons", EndReason),
            ("decks", Deck.values),
            ("finding_statuses", ("proven", "suspected", "ruled", "dismissed")),
            ("recorded_by", ("cards", "count", "both")),
        ],
    )
    def test_words_of(self, group: str, words: Any) -> None:
        assert set(words) <= terms("en")[group].keys()

    def test_decks_that_only_a_variant_has(self) -> None:
        assert [deck["deck"] for deck in decks()] == list(terms("en")["decks"])

    def test_categories_of_incidents(self) -> None:
        told = Incident.__dataclass_fields__["category"].metadata["wire"].about
        named = re.findall(r"[a-z_]+(?=,)", told.partition(":")[2])
        assert set(named) <= terms("en")["incidents"].keys()
        assert "misdeal" in named

    @pytest.mark.parametrize("option", OPTIONS)
    def test_options_and_their_values(self, option: Option) -> None:
        term = terms("en")["options"][option.name]
        assert set(RULE.findall(option.about)) <= set(RULE.findall(term.about))
        assert [value_of(option.name, value=value, language="en").about for value in values_of(option)].count("") == 0
        assert len(term.values) == len(values_of(option))

    def test_columns_of_a_score(self) -> None:
        shown = {*SchieberScore._fields} - {"side"}
        assert shown <= terms("en")["columns"].keys()

    def test_parts_of_the_score_sheet(self) -> None:
        assert set(COPIED) - {"number", "scores"} <= terms("en")["columns"].keys()

    def test_modes_are_named_by_their_deck(self) -> None:
        assert MODE.keys() - {"eicheln", "rosen", "schilten", "schellen"} <= terms("en")["words"].keys()
        assert "modes" not in terms("en")


@pytest.mark.parametrize("language", LANGUAGES)
class TestEveryLanguage:
    def data(self, language: str) -> dict[str, Any]:
        loaded: dict[str, Any] = json.loads((FOLDER / f"terms.{language}.json").read_text(encoding="utf-8"))
        return loaded

    def test_it_names_the_same_things_in_the_same_order(self, language: str) -> None:
        assert [place for place, _ in lines_of(self.data(language))] == [place for place, _ in lines_of(ENGLISH)]

    def test_it_has_texts_for_every_fault_and_no_other(self, language: str) -> None:
        faults = self.data(language)["faults"]
        assert list(faults) == list(Fault)
        for fault in Fault:
            assert faults[fault].keys() == {"name", "about"}

    def test_it_cites_the_rule_of_a_fault(self, language: str) -> None:
        faults = self.data(language)["faults"]
        for fault in set(Fault) - {Fault.UNEXPLAINED}:
            assert {fault.with_trump, fault.without_trump} <= set(RULE.findall(faults[fault]["about"])), fault

    def test_it_cites_the_rule_of_a_reason(self, language: str) -> None:
        reasons = self.data(language)["reasons"]
        assert list(reasons) == list(EndReason)
        for reason in EndReason:
            assert RULE.findall(reasons[reason]["about"]) == ([reason.rule] if reason.rule else []), reason

    def test_it_has_texts_for_every_status_of_a_deal(self, language: str) -> None:
        assert list(self.data(language)["deal_statuses"]) == list(DealStatus)

    def test_it_cites_the_same_rules(self, language: str) -> None:
        english = dict(lines_of(ENGLISH))
        for place, text in lines_of(self.data(language)):
            assert RULE.findall(text) == RULE.findall(english[place]), place

    def test_names_are_short_and_lines_are_sentences(self, language: str) -> None:
        for place, text in lines_of(groups_of(self.data(language))):
            assert text == text.strip() != "", place
            if place.endswith(".about"):
                assert text[-1] in ".?", place
                assert len(text) <= 240, place
            elif not place.startswith("pages."):
                assert text[-1] != ".", place
                assert len(text) <= 48, place

    def test_no_two_things_of_a_group_have_one_name(self, language: str) -> None:
        for group, entries in terms(language).items():
            names = [term.name for term in entries.values()]
            assert len(set(names)) == len(names), group
            for key, term in entries.items():
                values = [each.name for each in term.values.values()]
                assert len(set(values)) == len(values), key

    def test_it_says_its_own_name(self, language: str) -> None:
        assert language_name(language)
        assert (language_name(language) == "English") == (language == "en")


def test_problems_and_terms_speak_the_same_languages() -> None:
    assert sorted(languages()) == LANGUAGES


def test_a_name_and_its_line() -> None:
    assert name_of("faults", key="undertrump", language="en") == "Undertrumped"
    assert about("roles", key="scorer", language="en") == "Reports for every seat of the table."


def test_what_has_no_name_stands_for_itself() -> None:
    assert name_of("incidents", key="spilled_beer", language="en") == "spilled_beer"
    assert about("incidents", key="spilled_beer", language="en") == ""


@pytest.mark.parametrize(
    ("option", "value", "name"),
    [("undertrump", "strict", "Strict"), ("weis", True, "Yes"), ("match_bonus", 0, "None"), ("target", 2500, "2500")],
)
def test_the_value_of_an_option(option: str, value: str | int, name: str) -> None:
    assert value_of(option, value=value, language="en").name == name


def test_a_language_without_a_file_is_english() -> None:
    assert terms("tlh") is terms("en")
    assert terms("en")["words"]["end_claim"] == Term(
        "Thanks, enough", "What a player says to stop the game, having reached the target."
    )


def literals_in(path: Path) -> Iterator[str]:
    """Every string of a module that is no docstring and no comment."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    prose = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose:
            yield node.value


def test_the_rules_name_a_fault_by_its_member_alone() -> None:
    """A finding holds a `Fault`; a code written out could be one that nobody declared."""
    modules = [path for path in Path(rules.__path__[0]).rglob("*.py") if path.name != "faults.py"]
    assert len(modules) > 60
    written = {(path.name, text) for path in modules for text in literals_in(path) if text in set(Fault)}
    assert written == {("status.py", "false_claim")}  # the reason for which a game ended


def test_no_fault_is_found_that_is_not_declared() -> None:
    with pytest.raises(KeyError, match="spilled_beer"):
        Finding(FAULTS["spilled_beer"], seat=1, trick=None, card=None)
