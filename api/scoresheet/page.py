"""The score sheet for people: as a spreadsheet, and as a page to be printed and signed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils import formats, translation

from api.scoresheet.spreadsheets import Cell, to_csv
from scoring.rules.scoring.status import DealStatus
from scoring.wording import terms
from scoring.wording.scoresheet import SheetWords

Json = Mapping[str, Any]

OF_THE_DEAL: Final = "factor"
"""A part of the scores that is the same for all sides: it stands once in a deal's line."""
HIDDEN: Final = "–"
"""Stands on paper where nothing is known, or where it is not for this reader to know."""
MOST_ON_PAPER: Final[Mapping[str, int]] = {"a4": 17, "a5": 12}
"""How many columns a sheet of this paper has room for upright; with more it lies on its side."""


def side_columns(sheet: Json) -> list[str]:
    """The columns that each side has."""
    return [name for name in sheet["columns"] if name != OF_THE_DEAL]


def scores_of(deal: Json) -> Mapping[int, Json]:
    """The scores of a deal by side; none where it is void."""
    return {score["side"]: score for score in deal["scores"] or ()}


# --- as a spreadsheet -------------------------------------------------------------------------------------------------


def scoresheet_csv(sheet: Json, *, language: str, separator: str) -> bytes:
    """A line for each deal under one line of headings, then totals, control sum, signatures and the result."""
    words = SheetWords(sheet, language)
    columns, sides = side_columns(sheet), sheet["totals"]
    head: list[Cell] = [words.column(name) for name in ("deal", "dealer", "declarer", "pushed", "mode", OF_THE_DEAL)]
    head += [words.column(name) for name in ("recorded_by", "status")]
    for side in sides:
        head += [f"{words.column(name)} ({words.side(side['side'])})" for name in (*columns, "running_total")]
    head += [words.column(name) for name in ("confirmed_by", "confirmed", "findings")]
    rows: list[Sequence[Cell]] = [head, *(_deal_row(words, deal) for deal in sheet["deals"])]
    return to_csv([*rows, *_below(words, lead=8, step=len(columns) + 1)], separator=separator)


def _deal_row(words: SheetWords, deal: Json) -> list[Cell]:
    scores, columns = scores_of(deal), side_columns(words.sheet)
    row: list[Cell] = [
        *(deal["number"], *_players(words, deal), _yes_no(words, deal["pushed"])),
        *(words.mode(deal["mode"]), deal["factor"]),
        *(words.term(group, key=deal[name]) for group, name in STATES),
    ]
    for total in deal["totals"]:
        score = scores.get(total["side"], {})
        row += [*(score.get(name) for name in columns), total["total"]]
    signed = ", ".join(words.side(side) for side in deal["confirmed_by"])
    return [*row, signed, _yes_no(words, deal["confirmed"]), deal["open_findings"]]


def _players(words: SheetWords, deal: Json) -> list[str | None]:
    """Who dealt and who announced: those who sat there in this deal."""
    return [words.player(deal[role], deal=deal["number"]) for role in ("dealer", "declarer")]


STATES: Final = (("recorded_by", "recorded_by"), ("deal_statuses", "status"))


def _yes_no(words: SheetWords, said: Any) -> str:
    return words.term("pages", key="yes" if said else "no")


def _below(words: SheetWords, *, lead: int, step: int) -> Iterator[Sequence[Cell]]:
    """What stands below the deals. The totals stand under those of the deals."""
    sheet = words.sheet
    totals: list[Cell] = [None] * (lead - 1)
    for total in sheet["totals"]:
        totals += [*[None] * (step - 1), total["total"]]
    yield [words.standing(), *totals]
    yield []
    yield [words.word("control_sum")]
    yield from words.control()
    yield []
    yield [words.word("signatures")]
    yield from ([words.side(side["side"]), words.signature(side)] for side in sheet["signatures"])
    yield []
    yield from ([heading, *texts] for heading, texts in head_lines(words))


def head_lines(words: SheetWords) -> Sequence[tuple[str, Sequence[str]]]:
    """What the sheet is of, as headings with what belongs under them."""
    game = words.sheet["game"]
    return [
        (words.term("words", key="game"), [game["label"] or game["id"]]),
        (words.term("words", key="rules"), [words.rules()]),
        *words.result(),
        *_substitutes(words),
        (words.word("date"), [game["created_at"].date().isoformat()]),
        (words.word("version"), [str(game["version"])]),
    ]


def _substitutes(words: SheetWords) -> Sequence[tuple[str, Sequence[str]]]:
    """The seats that have changed hands, with who sat there when."""
    changed = [words.names_at(seat) for seat in words.sheet["game"]["seats"] if "sat" in seat]
    return [(words.word("players"), changed)] if changed else []


# --- as a page --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SideCells:
    """What a side has in a deal: the parts of its score, and its total after the deal."""

    parts: Sequence[tuple[str, Cell]]
    total: int


@dataclass(frozen=True, slots=True)
class DealRow:
    """A deal as the page shows it. What stands in it is struck where the game had ended before it (R-35)."""

    number: int
    counts: bool
    struck: bool
    lead: Sequence[tuple[str, Cell]]
    sides: Sequence[SideCells]
    signed: str
    notes: str


def scoresheet_page(sheet: Json, *, language: str, paper: str) -> str:
    """The page: one table, the control sum, and a line for the signature of each side."""
    words = SheetWords(sheet, language)
    context = {**_frame(words), **_table(words), "control": words.control(), "paper": paper}
    width = context["before"] + len(context["sides"]) * context["span"] + 1 + context["notes"]
    on_its_side = " landscape" if width > MOST_ON_PAPER[paper] else ""
    return render_to_string("api/scoresheet.html", {**context, "page": f"{paper.upper()}{on_its_side}"})


def _frame(words: SheetWords) -> dict[str, Any]:
    """What stands above and around the table."""
    game = words.sheet["game"]
    return {
        "language": words.language,
        "words": {key: term.name for key, term in terms(words.language)["scoresheet"].items()},
        "kind": words.term("words", key="scoresheet"),
        "label": game["label"],
        "game": game,
        "date": _date(game["created_at"], language=words.language),
        "variant": words.term("variants", key=game["variant"]),
        "rules_title": words.term("words", key="rules"),
        "rules": words.rules(),
        "result": words.result(),
        "off": words.sheet["control"]["difference"] != 0,
    }


def _table(words: SheetWords) -> dict[str, Any]:
    """The table: its headings, a row for each deal, and the totals in its last line."""
    sheet = words.sheet
    lead, parts = _lead_columns(sheet), _parts_shown(sheet)
    rows = [_row(words, deal, lead=lead, parts=parts) for deal in sheet["deals"]]
    signed = zip(sheet["signatures"], sheet["totals"], strict=True)
    return {
        "caption": words.caption(),
        "columns": {key: words.column(key) for key in terms(words.language)["columns"]},
        "lead": [(name, words.column(name)) for name in lead],
        "before": 1 + len(lead),
        "parts": [(name, words.column(name)) for name in parts],
        "span": len(parts) + 1,
        "sides": [_side(words, signature, total) for signature, total in signed],
        "rows": rows,
        "notes": any(row.notes for row in rows),
        "standing": words.standing(),
    }


def _side(words: SheetWords, signature: Json, total: Json) -> dict[str, Any]:
    """A side as the page shows it: who plays for it, what it has, and whether it has signed."""
    number = signature["side"]
    names = [words.names_at(one) for one in words.sheet["game"]["seats"] if one["side"] == number]
    return {"side": number, "names": names, "total": total["total"], "said": words.signature(signature)}


def _date(moment: Any, *, language: str) -> str:
    with translation.override(language):
        return formats.date_format(moment, "DATE_FORMAT")


def _lead_columns(sheet: Json) -> list[str]:
    """What stands before the points: what a game never has is left out."""
    return [
        name
        for name in ("dealer", "mode", "declarer", OF_THE_DEAL)
        if name in {"dealer", "mode"} or any(deal[name] is not None for deal in sheet["deals"])
    ]


def _parts_shown(sheet: Json) -> list[str]:
    """The columns of a side in which anything stands; what is nought all the way down takes no room on paper."""
    scores = [score for deal in sheet["deals"] for score in deal["scores"] or ()]
    always = {"tricks", "total"}
    return [name for name in side_columns(sheet) if name in always or any(score.get(name, 0) != 0 for score in scores)]


def _row(words: SheetWords, deal: Json, *, lead: Sequence[str], parts: Sequence[str]) -> DealRow:
    scores = scores_of(deal)
    dealer, declarer = _players(words, deal)
    said = {"dealer": dealer, "mode": words.mode(deal["mode"]), OF_THE_DEAL: deal["factor"], "declarer": declarer}
    return DealRow(
        number=deal["number"],
        counts=deal["counts"],
        struck=deal["status"] == DealStatus.SURPLUS and bool(scores),
        lead=[(name, _shown(said[name])) for name in lead],
        sides=[
            SideCells([(name, _shown(_part(scores.get(one["side"]), name))) for name in parts], one["total"])
            for one in deal["totals"]
        ],
        signed=", ".join(map(str, deal["confirmed_by"])),
        notes=" · ".join(words.notes(deal)),
    )


def _part(score: Json | None, name: str) -> Cell:
    """A part of a score: nothing known of a void deal, and an empty place where this deal has no such part."""
    part: Cell = None if score is None else score.get(name, "")
    return part


def _shown(value: Cell) -> Cell:
    return HIDDEN if value is None else value
