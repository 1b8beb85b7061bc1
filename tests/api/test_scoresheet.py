"""The score sheet: as data, for a spreadsheet, and to be printed (docs/api.md, Score sheet)."""

import csv
import re
import uuid
from html.parser import HTMLParser
from io import StringIO
from typing import Any

import pytest

from api.games.shared_bodies import SHARED
from api.scoresheet.page import scoresheet_csv, scoresheet_page
from scoring.models import Deal, Game, Role
from scoring.rules.view.secrets import ANYBODY
from scoring.selectors.scoresheet import scoresheet
from scoring.wording import languages, name_of
from tests.api.document import judged
from tests.api.says import (
    Json,
    announce,
    claim,
    confirm,
    correct,
    deal,
    hand,
    incident,
    new_id,
    push,
    reports_of,
    worked,
)
from tests.api.table import TIME, UUID, Answer, Club, GameClient
from tests.api.test_costs import copy, costs

pytestmark = pytest.mark.django_db

LANGUAGES = languages()
COLUMNS = ["tricks", "match", "weis", "stoeck", "factor", "total"]
NOTHING = [{"side": side, "tricks": 0, "match": 0, "weis": 0, "stoeck": 0, "factor": 4, "total": 0} for side in (1, 2)]


def count(side_1: int, side_2: int, **fields: Any) -> Json:
    """A counted deal."""
    return {"kind": "count", "points": {"1": side_1, "2": side_2}, **fields}


def whole_evening(**opened: Any) -> GameClient:
    """A game with a deal of each sort: by its cards, void, counted wrong, and stopped by a claim on paper."""
    game = Club(transport=judged()).open(label="Table 7", rules={"target": 500}, **opened)
    game.report(*reports_of("R1"), confirm(1), confirm(2))
    misdeal = new_id()
    game.report(deal(), incident("misdeal", id=misdeal), confirm(1, report=misdeal), confirm(2, report=misdeal))
    game.report(deal(), push(), announce("rosen"), count(80, 76, as_played=True, weis={"1": 50}), confirm(2))
    game.report(deal(), announce("schilten"), claim(2, counted={"1": 20, "2": 50}), confirm(2))
    return game


def sheet_of(game: GameClient, query: str = "", **headers: str) -> Answer:
    """The score sheet as anybody gets it."""
    answer = game.outsider.get(f"{game.path}/scoresheet{query}", **headers)
    assert answer.status == 200, answer.raw
    return answer


def score(side: int, factor: int, total: int, **parts: int) -> Json:
    """What a side has in a deal."""
    return {"side": side, "tricks": 0, "match": 0, "weis": 0, "stoeck": 0, **parts, "factor": factor, "total": total}


def totals(*points: int) -> list[Json]:
    """What the sides have."""
    return [{"side": side, "total": total} for side, total in enumerate(points, start=1)]


# --- as data ---------------------------------------------------------------------------------------------------------


def test_a_whole_game() -> None:
    game = whole_evening()
    shown, row = sheet_of(game).body, game.game()
    deals = [(one.pop("number"), one) for one in shown.pop("deals")]
    assert shown == {
        "game": {
            **{name: row[name] for name in ("id", "label", "variant", "deck", "seats", "status", "result", "version")},
            **{name: row[name] for name in ("created_at", "updated_at")},
            "preset": "schieber-stargames",
            "end": {"target": 500, "deals": None},
            "sides": [
                {"side": 1, "seats": [1, 3], "name": "Anna + Chiara"},
                {"side": 2, "seats": [2, 4], "name": "Beat + Dario"},
            ],
        },
        "columns": COLUMNS,
        "start": totals(0, 0),
        "totals": totals(220, 520),
        "control": {
            "deals": 2,
            "expected": 314,
            "counted": 313,
            "difference": -1,
            "sides": [{"side": 1, "points": 105}, {"side": 2, "points": 208}],
            "stopped": {"deals": 1, "counted": 70},
        },
        "signatures": [{"side": 1, "signed": False, "unsigned": [3, 4]}, {"side": 2, "signed": True, "unsigned": []}],
    }
    settled = {"status": "settled", "counts": True, "open_findings": 0}
    assert deals == [
        (
            1,
            {
                **settled,
                "dealer": 4,
                "declarer": 1,
                "pushed": False,
                "mode": "schilten",
                "factor": 2,
                "recorded_by": "cards",
                "scores": [score(1, 2, 50, tricks=25), score(2, 2, 344, tricks=132, weis=20, stoeck=20)],
                "totals": totals(50, 344),
                "confirmed_by": [1, 2],
                "confirmed": True,
            },
        ),
        (
            2,
            {
                "dealer": 1,
                "declarer": None,
                "pushed": False,
                "mode": None,
                "factor": None,
                "status": "void",
                "counts": False,
                "open_findings": 0,
                "recorded_by": "cards",
                "scores": None,
                "totals": totals(50, 344),
                "confirmed_by": [],
                "confirmed": False,
            },
        ),
        (
            3,
            {
                **settled,
                "dealer": 1,
                "declarer": 4,
                "pushed": True,
                "mode": "rosen",
                "factor": 1,
                "open_findings": 1,
                "recorded_by": "count",
                "scores": [score(1, 1, 130, tricks=80, weis=50), score(2, 1, 76, tricks=76)],
                "totals": totals(180, 420),
                "confirmed_by": [2],
                "confirmed": False,
            },
        ),
        (
            4,
            {
                "dealer": 2,
                "declarer": 3,
                "pushed": False,
                "mode": "schilten",
                "factor": 2,
                "status": "stopped",
                "counts": True,
                "open_findings": 0,
                "recorded_by": "count",
                "scores": [score(1, 2, 40, tricks=20), score(2, 2, 100, tricks=50)],
                "totals": totals(220, 520),
                "confirmed_by": [2],
                "confirmed": False,
            },
        ),
    ]


def test_a_game_without_a_deal_and_one_whose_deal_runs() -> None:
    game = Club(transport=judged()).open()
    empty = sheet_of(game).body
    assert (empty["columns"], empty["deals"], empty["totals"]) == ([], [], totals(0, 0))
    assert [(one["signed"], one["unsigned"]) for one in empty["signatures"]] == [(False, []), (False, [])]
    game.report(*reports_of("R1"), deal(), announce("unenufe"))
    running = sheet_of(game).body["deals"][1]
    assert (running["status"], running["counts"], running["scores"]) == ("playing", False, NOTHING)
    assert running["totals"] == sheet_of(game).body["totals"] == totals(50, 344)


def test_what_comes_after_an_earlier_end_counts_nothing() -> None:
    game = Club(transport=judged()).open(rules={"target": 600})
    first = new_id()
    game.report(deal(), announce("rosen"), count(100, 57, id=first))
    game.report(deal(), announce("rosen"), count(100, 57), confirm(1))
    game.report(correct(first, count(100, 57, weis={"1": 500})))
    shown = sheet_of(game).body
    assert [(one["status"], one["counts"], one["totals"]) for one in shown["deals"]] == [
        ("settled", True, totals(600, 57)),
        ("surplus", False, totals(600, 57)),
    ]
    assert shown["control"] == {
        "deals": 1,
        "expected": 157,
        "counted": 157,
        "difference": 0,
        "stopped": {"deals": 0, "counted": 0},
        "sides": [{"side": 1, "points": 100}, {"side": 2, "points": 57}],
    }
    assert "<s>100</s>" in sheet_of(game, "?format=html").raw.decode()


def test_the_running_totals_are_those_of_the_game() -> None:
    game = whole_evening()
    counted = [one for one in sheet_of(game).body["deals"] if one["counts"]]
    sums = [sum(score["total"] for one in counted for score in one["scores"] if score["side"] == n) for n in (1, 2)]
    assert sums == [side["score"] for side in game.game()["sides"]]


# --- for a spreadsheet -----------------------------------------------------------------------------------------------


def test_the_bytes_of_a_spreadsheet() -> None:
    game = Club(transport=judged()).open(label="Tisch 7", deck="french")
    game.report(*reports_of("R1"), confirm(2))
    answer = sheet_of(game, "?format=csv", accept_language="de-CH")
    date = game.game()["created_at"][:10]
    names = ["Anna + Chiara", "Beat + Dario"]
    parts = ("Stiche", "Match", "Weis", "Stöck", "Total", "Stand")
    sides = ";".join(f"{part} ({name})" for name in names for part in parts)
    who = "Dario;Anna;Nein;Herz;2;Mit den Karten;Abgerechnet"
    signed = "Unterschrieben von;Unterschrieben;Offene Befunde"
    assert (
        answer.raw
        == "\r\n".join(
            (
                f"\ufeffSpiel;Geber;Angesagt von;Geschoben;Spielart;Faktor;Aufgeschrieben;Zustand;{sides};{signed}",
                f"1;{who};25;0;0;0;50;50;132;0;20;20;344;344;Beat + Dario;Nein;0",
                f"Stand{';' * 13}50;;;;;;344;;;",
                ";" * 22,
                f"Kontrollsumme{';' * 22}",
                f"Abgerechnete Spiele;1{';' * 21}",
                f"Soll;157{';' * 21}",
                f"Gezählt;157{';' * 21}",
                f"Abweichung;0{';' * 21}",
                ";" * 22,
                f"Unterschriften{';' * 22}",
                f"Anna + Chiara;In der App nicht unterschrieben{';' * 21}",
                f"Beat + Dario;In der App unterschrieben{';' * 21}",
                ";" * 22,
                f"Partie;Tisch 7{';' * 21}",
                f"Regeln;Schieber, StarGames · Zielpunktzahl 1000{';' * 21}",
                f"Ergebnis;Läuft{';' * 21}",
                f"Datum;{date}{';' * 21}",
                f"Fassung;{game.version}{';' * 21}",
                "",
            )
        ).encode()
    )
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-language"] == "de"
    assert answer.headers["content-disposition"] == "attachment; filename=\"Tisch_7.csv\"; filename*=UTF-8''Tisch_7.csv"


@pytest.mark.parametrize(
    ("query", "language", "separator"),
    [
        ("", "en", ","),
        ("", "", ","),
        *(("", language, ";") for language in ("de", "fr", "it", "nl", "tr")),
        ("&separator=comma", "de", ","),
        ("&separator=semicolon", "en", ";"),
        ("&separator=tab", "tr", "\t"),
        ("&lang=fr", "en", ";"),
    ],
)
def test_the_separator_that_a_spreadsheet_expects(query: str, language: str, separator: str) -> None:
    answer = sheet_of(whole_evening(), f"?format=csv{query}", accept_language=language)
    rows = list(csv.reader(StringIO(answer.raw.decode("utf-8-sig"), newline=""), delimiter=separator))
    assert {len(row) for row in rows} == {23}
    assert [row[0] for row in rows[1:5]] == ["1", "2", "3", "4"]
    assert [row[13] for row in rows[1:6]] == ["50", "50", "180", "220", "220"]
    assert [row[1] for row in rows[8:14]] == ["2", "314", "313", "-1", "1", "70"]


def test_nothing_in_a_spreadsheet_is_a_formula() -> None:
    names = ["=1+1", "-Beat", "@Chiara", "Dario,=2"]
    game = Club().open(label='=HYPERLINK("x");=3', players=names)
    game.report(*reports_of("R1"), confirm(1))
    for separator, sign in {"comma": ",", "semicolon": ";", "tab": "\t"}.items():
        text = sheet_of(game, f"?format=csv&separator={separator}").raw.decode("utf-8-sig")
        rows = list(csv.reader(StringIO(text, newline=""), delimiter=sign))
        texts = [cell for row in rows for cell in row if not re.fullmatch(r"-?\d+", cell)]
        assert not [cell for cell in texts if cell[:1] in set("=+-@\t\r") - {""}]
        assert {"'=1+1", "Dario,'=2", "'=1+1 + @Chiara", "'=HYPERLINK(\"x\");'=3"} <= set(texts)
        for other in ",;\t":
            assert not re.search(rf"{other}[=+@]", text)


# --- to be printed ---------------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """A page read strictly: every element is closed where it was opened."""

    EMPTY = frozenset({"meta", "link"})

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.names: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip() and self.open[-1] != "style":
            self.words.append(data.strip())
            if self.open[-1] == "bdi":
                self.names.append(data)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_in_every_language(language: str) -> None:
    game = whole_evening(deck="german")
    answer = sheet_of(game, "?paper=a5", accept="text/html", accept_language=language)
    page = Page(answer.raw.decode())
    assert answer.headers["content-language"] == language
    assert ("html", {"lang": language}) in page.elements
    wanted = (
        *(("scoresheet", word) for word in ("control_sum", "expected", "counted", "difference", "signatures")),
        *(("scoresheet", word) for word in ("signed_in_app", "not_signed", "final_score", "unofficial")),
        *(
            ("columns", column)
            for column in ("deal", "dealer", "mode", "declarer", "factor", "tricks", "weis", "total")
        ),
        ("presets", "schieber-stargames"),
        ("words", "winner"),
    )
    named = [name_of(group, key=key, language=language) for group, key in wanted]
    said = " · ".join(page.words)
    assert [name for name in named if name not in said] == []
    assert {"Anna", "Beat", "Chiara", "Dario", "Beat + Dario", "Table 7"} <= set(page.names)
    assert {"220", "520", "-1", "313"} <= set(page.words)
    assert "R-3" not in said
    leaf = {"de": "Laub", "fr": "Feuilles", "it": "Foglie", "nl": "Bladeren", "tr": "Yaprak", "en": "Leaves"}
    assert leaf[language] in page.names


def test_the_page_is_a_table_for_those_who_hear_it() -> None:
    page = Page(sheet_of(whole_evening(), "?format=html").raw.decode())
    elements = [tag for tag, _ in page.elements]
    scopes = [attributes.get("scope") for tag, attributes in page.elements if tag == "th"]
    assert elements.count("caption") == 1
    assert None not in scopes
    assert scopes.count("colgroup") == 2
    assert scopes.count("row") == 4 + 1 + 6


def test_the_page_loads_and_runs_nothing() -> None:
    game = Club().open(label='<script>alert("1")</script>', players=["<b>Anna", "Beat&amp;", '"Chiara"', "'Dario"])
    game.report(*reports_of("R1"))
    answer = sheet_of(game, "?format=html")
    text = answer.raw.decode()
    page = Page(text)
    assert not {"script", "img", "iframe", "form", "b", "a"} & {tag for tag, _ in page.elements}
    assert [
        href for _, attributes in page.elements for href in (attributes.get("href"), attributes.get("src")) if href
    ] == ["data:,"]
    assert not re.search(r"https?://|@import|url\(", text)
    assert {"<b>Anna", "Beat&amp;", '"Chiara"', "'Dario"} <= set(page.names)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:;")
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(("query", "size"), [("", "A4"), ("&paper=a4", "A4"), ("&paper=a5", "A5 landscape")])
def test_the_paper(query: str, size: str) -> None:
    text = sheet_of(whole_evening(), f"?format=html{query}").raw.decode()
    assert f"@page {{ size: {size};" in text
    assert "prefers-color-scheme: dark" in text


def test_columns_in_which_nothing_stands_take_no_room_on_paper() -> None:
    game = Club().open(rules={"preset": "schieber-tournament"})
    game.report(deal(), announce("rosen"), count(100, 57))
    page = Page(sheet_of(game, "?format=html").raw.decode())
    assert not {"Weis", "Stöck", "Match"} & set(page.words)
    assert {"Tricks", "Total", "Score"} <= set(page.words)
    assert "Weis (Anna + Chiara)" in sheet_of(game, "?format=csv").raw.decode()


def test_a_draw() -> None:
    game = Club(transport=judged()).open(rules={"preset": "schieber-tournament", "deals": 2})
    for points in ((100, 57), (57, 100)):
        game.report(deal(), announce("rosen"), count(*points))
    page = Page(sheet_of(game, "?format=html").raw.decode())
    assert {"Draw", "Anna + Chiara", "Beat + Dario"} <= set(page.words)
    assert "Winner" not in page.words


# --- other variants --------------------------------------------------------------------------------------------------


def of_variant(variant: str, *, preset: str, columns: list[str], scores: list[Json]) -> Json:
    """A sheet as it will be of a game where everybody plays alone: one settled deal, one still running."""
    game = Club().open(players=["Anna", "Beat", "Chiara", "Dario"])
    game.report(deal(), announce("rosen"), count(100, 57))
    sheet = scoresheet(game.row, ANYBODY)
    sides = [score["side"] for score in scores]
    names = dict(zip(sides, ("Anna", "Beat", "Chiara", "Dario"), strict=False))
    hidden = [{**score, **{name: None for name in columns if name != "tricks"}} for score in scores]
    first = {**sheet["deals"][0], "declarer": None, "factor": None, "scores": scores}
    first["totals"] = totals(*(score["total"] for score in scores))
    running = {**first, "number": 2, "status": "playing", "counts": False, "scores": hidden}
    head: Json = {"variant": variant, "preset": preset, "end": {"target": None, "deals": 4}}
    head["seats"] = [{"seat": n, "side": n, "player": {"id": "", "name": name}} for n, name in names.items()]
    head["sides"] = [{"side": n, "seats": [n], "name": name} for n, name in names.items()]
    return {
        **sheet,
        "game": {**sheet["game"], **head},
        "columns": columns,
        "deals": [first, running],
        "totals": first["totals"],
        "signatures": [{"side": side, "signed": False, "unsigned": [1]} for side in sides],
    }


DIFFERENZLER = [{"side": n, "tricks": 40, "bid": 20 + n, "total": 20 - n} for n in (1, 2, 3, 4)]
EIDEX = [{"side": n, "tricks": 50, "laid": n, "points": 50 + n, "total": n % 2} for n in (1, 2, 3)]


@pytest.mark.parametrize(
    ("variant", "scores", "rows", "titles"),
    [
        (
            "differenzler-stargames",
            DIFFERENZLER,
            [
                "1,Dario,,No,Roses,,By count,Settled,40,21,19,19,40,22,18,18,40,23,17,17,40,24,16,16,,No,0",
                "2,Dario,,No,Roses,,By count,Being played,40,,,19,40,,,18,40,,,17,40,,,16,,No,0",
            ],
            ["Tricks", "Bid", "Penalty", "Score"],
        ),
        (
            "eidex-basic",
            EIDEX,
            [
                "1,,,No,Ravens,,By count,Settled,50,1,51,1,1,50,2,52,0,0,50,3,53,1,1,,No,0",
                "2,,,No,Ravens,,By count,Being played,50,,,,1,50,,,,0,50,,,,1,,No,0",
            ],
            ["Tricks", "Laid card", "Points", "Win points", "Score"],
        ),
    ],
)
def test_variants_in_which_everybody_plays_alone(
    variant: str, scores: list[Json], rows: list[str], titles: list[str]
) -> None:
    columns = [name for name in scores[0] if name != "side"]
    sheet = of_variant(variant.partition("-")[0], preset=variant, columns=columns, scores=scores)
    lines = scoresheet_csv(sheet, language="en", separator="comma").decode().split("\r\n")
    assert lines[1:3] == rows
    page = Page(scoresheet_page(sheet, language="en", paper="a4"))
    start = page.words.index("Tricks")
    assert page.words[start : start + 2 * len(titles)] == 2 * titles
    assert page.words.count("–") >= len(scores) * (len(columns) - 1)
    assert "Announced by" not in page.words


def test_a_part_that_only_one_deal_has() -> None:
    """It stands before the total, and the other deals leave its place empty."""
    game = Club().open(rules={"preset": "schieber-tournament"})
    for _ in range(2):
        game.report(deal(), announce("rosen"), count(100, 57))
    last = Deal.objects.get(game=game.row, number=2)
    last.sheet["scores"] = [{**score, "adjusted": -20, "total": score["total"] - 20} for score in last.sheet["scores"]]
    last.save()
    sheet = scoresheet(game.row, ANYBODY)
    assert sheet["columns"] == [*COLUMNS[:-1], "adjusted", "total"]
    lines = scoresheet_csv(sheet, language="en", separator="comma").decode().split("\r\n")
    assert [line.split(",")[8:15] for line in lines[1:3]] == [
        ["100", "0", "0", "0", "", "100", "100"],
        ["100", "0", "0", "0", "-20", "80", "200"],
    ]
    page = Page(scoresheet_page(sheet, language="en", paper="a4"))
    assert page.words.count("-20") == 2
    assert "–" not in page.words[page.words.index("Tricks") :]


# --- who sees what, and when it is sent again ------------------------------------------------------------------------


def test_no_form_tells_a_shown_hand() -> None:
    """Two games that differ only in a hidden hand have the same sheet."""
    told: list[list[str]] = []
    for cards in ("2", "4"):
        game = Club().open()
        game.report(deal(), hand(2, " ".join(worked("R1")["hands"][cards])), announce("schilten"))
        sheets = [sheet_of(game, query).raw.decode() for query in ("", "?format=csv", "?format=html")]
        told.append([TIME.sub("", UUID.sub("", sheet)) for sheet in sheets])
    assert told[0] == told[1]


def test_who_may_read_it() -> None:
    for public in (True, False):
        game = Club(transport=judged()).open(public=public)
        game.report(deal())
        player = game.club.device(game.token(Role.PLAYER, seat=3))
        stranger = Club().organizer
        for query in ("", "?format=csv", "?format=html"):
            path = f"{game.path}/scoresheet{query}"
            assert {device.get(path).status for device in (game.organizer, game.scorer, player)} == {200}
            assert {device.get(path).status for device in (stranger, game.outsider)} == {200 if public else 404}
            assert game.club.device("jr_" + "A" * 43).get(path).code == (401, "not_authenticated")
    assert Club().device().get(f"/games/{uuid.uuid4()}/scoresheet").code == (404, "not_found")


FORMS = {
    "?format=json": "",
    "?format=csv": "-csv-en-comma",
    "?format=csv&separator=tab": "-csv-en-tab",
    "?format=csv&lang=de": "-csv-de-semicolon",
    "?format=html": "-html-en-a4",
    "?format=html&paper=a5": "-html-en-a5",
    "?format=html&lang=tr": "-html-tr-a4",
}


def test_every_form_has_its_own_tag() -> None:
    game = whole_evening()
    version = game.version
    for query, form in FORMS.items():
        answer = sheet_of(game, query)
        assert answer.headers["etag"] == f'"{version}{form}"'
        assert answer.headers["vary"].startswith("Authorization, Accept-Language, Accept")
        assert answer.headers["cache-control"] == "private, no-cache"
        for other, tag in FORMS.items():
            again = game.outsider.get(f"{game.path}/scoresheet{query}", if_none_match=f'"{version}{tag}"')
            assert again.status == (304 if other == query else 200)
            assert again.headers["etag"] == answer.headers["etag"]
    game.report(incident("remark"))
    assert sheet_of(game, if_none_match=f'"{version}"').body["game"]["version"] == version + 1


def test_it_shows_one_state_whoever_wrote_in_between() -> None:
    game = Club().open()
    opened = Game.objects.get(pk=game.id)
    game.report(*reports_of("R1"))
    one_deal = Game.objects.get(pk=game.id)
    game.report(deal(), announce("rosen"), count(100, 57))
    for read_before in (one_deal, Game.objects.get(pk=game.id)):
        sheet = scoresheet(read_before, ANYBODY)
        assert (sheet["game"]["version"], sheet["totals"]) == (game.version, totals(150, 401))
    assert scoresheet(opened, ANYBODY)["game"]["version"] == game.version


def test_what_it_costs_at_one_deal_and_at_a_hundred() -> None:
    game = Club().open(rules={"target": 1_000_000})
    game.report(*reports_of("R1"))
    tag = f'"{game.version}"'

    def prices() -> list[int]:
        SHARED.clear()
        read = [costs(lambda query=query: sheet_of(game, query)) for query in FORMS]  # type: ignore[misc]  # no type for a lambda with a default
        with_token = costs(lambda: game.scorer.get(f"{game.path}/scoresheet"))
        known = costs(lambda: game.outsider.get(f"{game.path}/scoresheet", if_none_match=tag), status=304)
        return [*read, with_token, known]

    game.scorer.get(game.path)  # notes that the token is in use
    alone = prices()
    assert alone == [2] * len(FORMS) + [3, 1]
    first = Deal.objects.get(game=game.row)
    Deal.objects.bulk_create(copy(first, number=n, sheet={**first.sheet, "number": n}) for n in range(2, 101))
    assert prices() == alone
    SHARED.clear()
    assert len(sheet_of(game).body["deals"]) == 100


@pytest.mark.parametrize(
    ("query", "parameter", "code"),
    [
        ("format=xml", "format", "invalid_value"),
        ("format=csv&separator=;", "separator", "invalid_value"),
        ("format=html&paper=a3", "paper", "invalid_value"),
        ("lang=tlh", "lang", "invalid_value"),
        ("page=2", "page", "unknown_parameter"),
    ],
)
def test_a_query_that_nobody_can_answer(query: str, parameter: str, code: str) -> None:
    game = Club(transport=judged()).open()
    answer = game.outsider.get(f"{game.path}/scoresheet?{query}")
    assert answer.code == (422, code)
    assert [fault["parameter"] for fault in answer.body["errors"]] == [parameter]


def test_forms_that_there_are_none_of() -> None:
    game = Club(transport=judged()).open()
    assert game.outsider.get(f"{game.path}/scoresheet", accept="image/png").code == (406, "not_acceptable")
    answer = Club().device().call("HEAD", f"{game.path}/scoresheet?format=csv")
    assert (answer.status, answer.raw, answer.headers["etag"]) == (200, b"", '"0-csv-en-comma"')
    assert game.organizer.post(f"{game.path}/scoresheet", {}).status == 405
