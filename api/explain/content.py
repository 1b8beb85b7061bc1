"""The account of a deal in the reader's language: as JSON, and as what a page is made of."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from scoring.drawing.tables import table_of
from scoring.models import Game
from scoring.rules.view.account import Step
from scoring.selectors.readings import Explained
from scoring.wording.steps import TableNames, headings, rule_line, step_pieces, text_of

Json = dict[str, Any]


def explanation_json(found: Explained | None, *, game: Game, language: str) -> Json:
    """The account as the API shows it; an empty one before the first deal."""
    if found is None:
        nothing = _by_side(dict.fromkeys(range(1, len(game.scores) + 1), 0))
        return {
            "deal": None,
            "language": language,
            "status": None,
            "steps": [],
            "rules": {},
            "scores": None,
            "totals": {"before": nothing, "after": nothing},
        }
    table = table_of(found.game, deal=found.sheet["number"])
    return {
        "deal": found.sheet["number"],
        "language": language,
        "status": found.sheet["status"],
        "steps": [_step_json(step, table=table, language=language) for step in found.steps],
        "rules": rules_of(found.steps, language=language),
        "scores": found.sheet["scores"],
        "totals": {"before": _by_side(found.before), "after": _by_side(found.after)},
    }


def _step_json(step: Step, *, table: TableNames, language: str) -> Json:
    named = step.as_json()
    text = text_of(step_pieces(step.key, facts=step.facts, table=table, language=language))
    head = {name: named.pop(name) for name in ("rule", "chapter", "step", "key")}
    return {**head, "text": text, **named}


def _by_side(totals: Mapping[int, int]) -> dict[str, int]:
    return {str(side): total for side, total in totals.items()}


def rules_of(steps: Sequence[Step], *, language: str) -> dict[str, str]:
    """What each rule that the steps name says in a line, by their numbers."""
    named = sorted({step.rule for step in steps}, key=lambda rule: int(rule.removeprefix("R-")))
    return {rule: rule_line(rule, language=language) for rule in named}


def explanation_content(found: Explained | None, *, game: Game, language: str) -> Json:
    """What the page of an account is made of."""
    words = headings(language)
    number = found.sheet["number"] if found else None
    return {
        "label": game.label,
        "title": words["title"].format(number=number) if number else words["short_title"],
        "headings": words,
        "sections": list(_sections(found, language=language)) if found else [],
        "rules": rules_of(found.steps, language=language) if found else {},
        "neighbours": _neighbours(found, title=words["earlier"]) if found else [],
    }


def _sections(found: Explained, *, language: str) -> Iterator[Json]:
    """The chapters, one for each trick, with their steps in pieces."""
    words, table = headings(language), table_of(found.game, deal=found.sheet["number"])
    lines = rules_of(found.steps, language=language)
    for (chapter, trick), steps in groupby(found.steps, key=lambda step: (step.chapter, _trick_of(step))):
        yield {
            "heading": words[chapter].format(trick=trick),
            "steps": [
                {
                    "rule": step.rule,
                    "line": lines[step.rule],
                    "kind": step.step,
                    "pieces": step_pieces(step.key, facts=step.facts, table=table, language=language),
                }
                for step in steps
            ],
        }


def _trick_of(step: Step) -> int | None:
    return step.facts["trick"] if step.chapter == "trick" else None


def _neighbours(found: Explained, *, title: str) -> list[Json]:
    """The deals before and after, where there are any."""
    number = found.sheet["number"]
    beside = (("prev", number - 1), ("next", number + 1))
    return [
        {"rel": rel, "deal": deal, "title": title.format(number=deal)}
        for rel, deal in beside
        if 1 <= deal <= found.deals
    ]
