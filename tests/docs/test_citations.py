"""What documents and docstrings cite exists, and the contract names all that the code has, and nothing else."""

import re
import subprocess
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from api.problems.codes import CODES
from scoring.models import Role
from scoring.rules.proof.faults import FAULTS
from scoring.rules.record.kinds import KINDS
from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.variants import VARIANTS

ROOT: Final = Path(__file__).resolve().parents[2]
API: Final = "docs/api.md"
RULES: Final = "docs/rules.md"
GLOSSARY: Final = "docs/glossary.md"
NO_FILES: Final = frozenset({"utils.py"})
"""Files that a document says there must not be."""

MADE_UP: Final = ("tests/house/", "tests/docs/test_citations.py")
"""Tests that write files of their own, so they name files that are not here."""

_FENCED: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_HEADING: Final = re.compile(r"^#{1,6} (.+)$", re.MULTILINE)
_ANCHOR: Final = re.compile(r'<a id="([^"]+)"></a>')
_LINK: Final = re.compile(r"\]\(([^()\s]+)\)")
_CITED_RULE: Final = re.compile(r"\bR-(\d+)\b")
_CITED_FILE: Final = re.compile(r"(?<![\w./<{*-])((?:[\w-]+/)*[\w-]+\.(?:py|md|yml|svg|toml|sh|css))\b")
_CITED_SECTION: Final = re.compile(r"(?<!RFC 9110 )\bsection (\d+)\b")
_CITED_TITLES: Final = re.compile(r"docs/api\.md(?:, | \()([A-Z][a-z]+(?:[ ,]+(?:and )?(?:[A-Za-z]+))*)")
_PROSE: Final = re.compile(r'"""(.*?)"""|#\s(.*?)$', re.MULTILINE | re.DOTALL)
_CODE: Final = re.compile(r"`([^`\n]+)`")


@cache
def files() -> tuple[str, ...]:
    """Every file of the repository, by its path."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return tuple(name for name in listed.stdout.splitlines() if (ROOT / name).is_file())


@cache
def text_of(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def documents() -> list[str]:
    return [name for name in files() if name.endswith(".md")]


def modules() -> list[str]:
    return [name for name in files() if name.endswith(".py") and not name.startswith(MADE_UP)]


def prose_of(name: str) -> str:
    """What people read in a file: a document whole, a module's docstrings and comments."""
    if name.endswith(".md"):
        return text_of(name)
    return "\n".join(doc or comment for doc, comment in _PROSE.findall(text_of(name)))


def slug(heading: str) -> str:
    """The anchor that the usual renderers give a heading."""
    plain = re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower())
    return plain.replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Every anchor of a document: its headings and its own."""
    bare = _FENCED.sub("", text)
    return {slug(heading) for heading in _HEADING.findall(bare)} | set(_ANCHOR.findall(bare))


def titles(text: str) -> set[str]:
    return set(_HEADING.findall(_FENCED.sub("", text)))


def section(text: str, title: str) -> str:
    """The text under a heading, up to the next heading that is not below it."""
    found = re.search(rf"^(#+) {re.escape(title)}\n(.*?)(?=^\1 |^#{{1,2}} |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, f"no heading “{title}”: a test looks for it, so adapt the test or the heading"
    return found[2]


def first_column(text: str) -> set[str]:
    """The names in code face in the first column of the tables of a text."""
    cells = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    return {name for cell in cells for name in _CODE.findall(cell)}


# --- what is wrong in a text: each of these is tried out below with a text that is wrong ---


def broken_links(name: str, text: str, *, known: Callable[[str], set[str] | None]) -> Iterator[str]:
    """The links of a document that lead nowhere. `known` gives the anchors of a file, None where there is none."""
    for target in _LINK.findall(_FENCED.sub("", text)):
        if "://" in target or target.startswith("mailto:"):
            continue
        path, _, anchor = target.partition("#")
        there = (ROOT / name).parent.joinpath(path).resolve() if path else ROOT / name
        known_anchors = known(there.relative_to(ROOT).as_posix())
        if known_anchors is None:
            yield f"{name}: no file {path}; link to one that exists"
        elif anchor and anchor not in known_anchors:
            yield f"{name}: {path or name} has no anchor #{anchor}; use the slug of a heading"


def missing_rules(name: str, text: str, *, rules: set[str]) -> Iterator[str]:
    for number in sorted(set(_CITED_RULE.findall(text)) - rules, key=int):
        yield f"{name}: R-{number} is not in {RULES}; cite the rule that decides this, or write it there"


def missing_files(name: str, text: str, *, known: Iterable[str]) -> Iterator[str]:
    ends = {"/".join(path.split("/")[start:]) for path in known for start in range(path.count("/") + 1)}
    for cited in sorted(set(_CITED_FILE.findall(text)) - ends - NO_FILES):
        yield f"{name}: there is no file {cited}; name the file where it is now"


def missing_sections(name: str, text: str, *, numbers: set[str], known: set[str]) -> Iterator[str]:
    """A bare “section 9” is one of docs/rules.md. Titles are those of docs/api.md."""
    for number in sorted(set(_CITED_SECTION.findall(text)) - numbers):
        yield f"{name}: {RULES} has no section {number}"
    for cited in _CITED_TITLES.findall(text):
        for title in re.split(r", (?:and )?| and ", cited):
            if not any(title == each or title.startswith(each + " ") for each in known):
                yield f"{name}: {API} has no section “{title}”; its headings are the titles to cite"


def differences(document: str, *, what: str, said: set[str], real: set[str]) -> list[str]:
    """Names that only the document has, and names that only the code has."""
    return [
        *(f"{document} lacks the {what} {name}: describe it there" for name in sorted(real - said)),
        *(f"{document} has the {what} {name}, and the code has none: take it out" for name in sorted(said - real)),
    ]


# --- citations ---


def rule_numbers() -> set[str]:
    return set(re.findall(r"^\*\*R-(\d+)\. ", text_of(RULES), re.MULTILINE))


def section_numbers() -> set[str]:
    return set(re.findall(r"^## (\d+)\. ", text_of(RULES), re.MULTILINE))


def test_every_link_leads_somewhere() -> None:
    known = set(files())
    folders = {parent.as_posix() for name in known for parent in Path(name).parents}

    def anchors_at(path: str) -> set[str] | None:
        if path in folders:
            return set()
        if path not in known:
            return None
        return anchors(text_of(path)) if path.endswith(".md") else set()

    read = documents()
    assert len(read) > 10
    assert [fault for name in read for fault in broken_links(name, text_of(name), known=anchors_at)] == []


def test_every_rule_that_is_cited_exists() -> None:
    rules = rule_numbers()
    assert len(rules) > 40
    cited = [name for name in (*documents(), *modules()) if _CITED_RULE.search(text_of(name))]
    assert len(cited) > 100
    assert [fault for name in cited for fault in missing_rules(name, text_of(name), rules=rules)] == []


def test_every_rule_has_its_anchor() -> None:
    text = text_of(RULES)
    assert rule_numbers() == set(re.findall(r'^<a id="r-(\d+)"></a>\n\*\*R-\1\. ', text, re.MULTILINE))


def test_every_file_that_is_cited_exists() -> None:
    read = [name for name in (*documents(), *modules()) if _CITED_FILE.search(prose_of(name))]
    assert len(read) > 50
    assert [fault for name in read for fault in missing_files(name, prose_of(name), known=files())] == []


def test_every_section_that_is_cited_exists() -> None:
    numbers, known = section_numbers(), titles(text_of(API))
    assert len(numbers) == 10
    read = [name for name in (*documents(), *modules()) if name not in {RULES, API, "CHANGELOG.md"}]
    assert sum(API in prose_of(name) for name in read) > 30
    assert [
        fault for name in read for fault in missing_sections(name, prose_of(name), numbers=numbers, known=known)
    ] == []


# --- the contract and the code ---


def test_the_contract_has_every_problem_code_with_its_status_and_members() -> None:
    rows = re.findall(
        r"^\| `(\w+)` \| (\d{3}) \|[^|]*\|([^|\n]*)\|$", section(text_of(API), "Problem codes"), re.MULTILINE
    )
    said = {f"{code} {status} ({', '.join(_CODE.findall(members))})" for code, status, members in rows}
    real = {f"{code} {it.status} ({', '.join(it.members)})" for code, it in CODES.items()}
    assert differences(API, what="code", said=said, real=real) == []


def test_the_contract_has_every_report_kind_with_its_fields() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \|", section(text_of(API), "Report kinds"), re.MULTILINE)
    said = {kind: {field.rstrip("?") for field in _CODE.findall(cell)} for kind, cell in rows}
    assert differences(API, what="report kind", said=set(said), real=set(KINDS)) == []
    for kind, declared in KINDS.items():
        real = {field.name for field in fields(declared)}
        assert differences(API, what=f"field of {kind}", said=said[kind], real=real) == []


def test_the_contract_has_every_journal_kind_that_has_its_own_endpoint() -> None:
    reported = set(KINDS)
    real = set(described()["components"]["schemas"]["JournalEntry"]["discriminator"]["mapping"]) - reported
    assert differences(API, what="journal kind", said=first_column(section(text_of(API), "Journal")), real=real) == []


def test_the_contract_has_every_endpoint() -> None:
    rows = re.findall(r"^\| `(/[^`]*)` \| ([A-Z, ]+) \|", section(text_of(API), "Endpoints"), re.MULTILINE)
    said = {f"{method} {path}" for path, methods in rows for method in methods.split(", ")}
    verbs = {"get", "post", "patch", "put", "delete"}
    real = {
        f"{method.upper()} {path}" for path, item in described()["paths"].items() for method in item if method in verbs
    }
    assert differences(API, what="endpoint", said=said, real=real) == []


@pytest.mark.parametrize(
    ("schema", "field", "title"),
    [
        ("Effect", "effect", "Effects"),
        ("Finding", "status", "Findings"),
        ("Deal", "status", "Deals"),
        ("Result", "reason", "Games"),
        ("RulingRequest", "remedy", "Rulings"),
    ],
)
def test_the_contract_has_every_word_of_a_closed_list(schema: str, field: str, title: str) -> None:
    real = set(described()["components"]["schemas"][schema]["properties"][field]["enum"])
    said = first_column(section(text_of(API), title))
    assert real, f"{schema}.{field} is no closed list any more"
    assert [name for name in sorted(real) if name not in said] == [], f"{API}, {title} lacks them: describe them there"


def test_the_contract_has_every_remedy_and_no_other() -> None:
    table = section(text_of(API), "Rulings").split("| remedy |")[1]
    assert differences(API, what="remedy", said=first_column(table), real=set(REMEDIES)) == []


def test_the_rules_have_every_fault_and_no_other() -> None:
    table = section(text_of(RULES), "The faults").split("The **offence catalogue**")[0]
    said = first_column(table) - {"incident"}
    assert differences(RULES, what="fault", said=said, real=set(FAULTS)) == []


def test_the_rules_have_every_preset_and_every_option_and_no_other() -> None:
    text = section(text_of(RULES), "8. Options and presets")
    declared = {name: options for variant in VARIANTS.values() for name, options in variant.presets.items()}
    heads = [line for line in text.splitlines() if line.startswith("| option | `")]
    presets = {name for line in heads for name in _CODE.findall(line)}
    assert differences(RULES, what="preset", said=presets, real=set(declared)) == []
    options = {field.name for options in declared.values() for field in fields(options)}
    assert differences(RULES, what="option", said=first_column(text) - {"option"}, real=options) == []


def test_the_glossary_has_every_kind_and_role_and_an_example_for_each_word() -> None:
    text = text_of(GLOSSARY)
    words = re.findall(r"^- \*\*.*?(?=^- |^$|\Z)", text, re.MULTILINE | re.DOTALL)
    assert len(words) > 100
    assert [word.split("**")[1] for word in words if "*Example:*" not in word and "– see " not in word] == []
    faces = {name for word in words for name in _CODE.findall(word.split(" – ")[0])}
    real = set(KINDS) | set(Role.values)
    assert sorted(real - faces) == [], f"{GLOSSARY} lacks these words, in code face beside the entry"


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document; another test keeps it true to the code."""
    loaded: dict[str, Any] = yaml.safe_load(text_of("api/schema.yml"))
    return loaded


# --- the checks can fail ---


def test_a_link_to_nowhere_is_found() -> None:
    text = "[a](b.md) [c](#none) [d](#here) [e](https://example.org/x)"
    known = {"docs/x.md": {"here"}}.get
    assert len(list(broken_links("docs/x.md", text, known=known))) == 2


def test_a_missing_rule_file_and_section_are_found() -> None:
    assert len(list(missing_rules("x", "R-1, R-99", rules={"1"}))) == 1
    cited = "`rules/referee.py` `rules/none.py` (carry.py)"
    known = ["scoring/rules/referee.py", "scoring/rules/scoring/carry.py"]
    assert len(list(missing_files("x", cited, known=known))) == 1
    text = "section 9, section 77; docs/api.md, Deals and Nothing; docs/api.md (Deals) shows it"
    assert len(list(missing_sections("x", text, numbers={"9"}, known={"Deals"}))) == 2


def test_names_that_only_one_side_has_are_found() -> None:
    assert len(differences("x", what="code", said={"a", "b"}, real={"b", "c"})) == 2
    assert differences("x", what="code", said={"a"}, real={"a"}) == []
