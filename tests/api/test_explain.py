"""Why the score is what it is, as clients are told: in words and facts, as data and as a page."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import Game, Report, Role
from scoring.rules.pack.cards import notation
from scoring.services.rebuild import rebuild
from scoring.wording import languages
from scoring.wording.steps import headings
from tests.api.document import judged
from tests.api.says import (
    Json,
    announce,
    cards,
    confirm,
    correct,
    deal,
    hand,
    incident,
    new_id,
    opening_of,
    reports_of,
    trick,
    tricks_of,
    worked,
)
from tests.api.table import NOW, Answer, Club, Device, GameClient, problem_in, reads_well
from tests.api.test_costs import a_long_game, at_most
from tests.api.test_pages import Page

pytestmark = pytest.mark.django_db

SLATE: Json = {"kind": "count", "points": {"1": 97}, "weis": {"1": 50}, "stoeck": 2}
RIGHT_TO_LEFT = "\u05d3\u05e0\u05d4"


@pytest.fixture
def club() -> Club:
    """A club all of whose requests and answers are compared with the document."""
    return Club(judged())


@pytest.fixture
def game(club: Club) -> GameClient:
    """A game with a deal of cards, one of a slate, and one that is played."""
    game = club.open(label="Table <7>", players=["Anna", "Be<at", RIGHT_TO_LEFT, "Dario"])
    game.report(*reports_of("R1"), deal(), announce("schellen"), SLATE)
    game.report(deal(), announce("rosen"), trick("R6 RU RK RA"))
    return game


def explained(game: GameClient, query: str = "", *, by: Device | None = None, **headers: str) -> Any:
    answer = (by or game.outsider).get(f"{game.path}/explain{query}", **headers)
    assert answer.status == 200, answer.raw
    return answer.body


def the(told: Json, key: str) -> Json:
    (found,) = [step for step in told["steps"] if step["key"] == key]
    return dict(found)


def rule(game: GameClient, *, number: int, **decided: Any) -> None:
    """A ruling on this deal, as the journal keeps it."""
    row = game.row
    decision = {"dispute": new_id(), "offence": "revoke", "discovered": "deal_over", "deal": number, **decided}
    Report.objects.create(
        game=row,
        seq=row.version + 1,
        report_id=new_id(),
        kind="ruling",
        payload=decision,
        root=row.version + 1,
        by_role=Role.REFEREE,
        recorded_at=NOW,
    )
    Game.objects.filter(pk=row.pk).update(version=row.version + 1)
    rebuilt = rebuild(row.pk, check=False)
    assert rebuilt is not None
    assert rebuilt.mended


class TestData:
    def test_the_current_deal(self, game: GameClient) -> None:
        told = explained(game, accept_language="de-CH")
        assert (told["deal"], told["language"], told["status"]) == (3, "de", "playing")
        assert told["scores"] == game.deal["scores"]
        assert told["totals"]["before"] == {str(one["side"]): one["score"] for one in game.game()["sides"]}
        step = the(told, "trick_trump")
        assert (step["rule"], step["step"], step["trick"], step["winner"], step["points"]) == (
            *("R-10", "trick", 1, game.deal["tricks"][0]["winner"]),
            35,
        )
        assert [played["card"] for played in step["cards"]] == ["R6", "RU", "RK", "RA"]
        assert "Rosen-Under ist der höchste Trumpf darin" in step["text"]
        assert RIGHT_TO_LEFT in step["text"]

    def test_every_deal_adds_up(self, game: GameClient) -> None:
        before = {"1": 0, "2": 0}
        deals = game.deals()
        assert deals
        for shown in deals:
            told = explained(game, f"?deal={shown['number']}")
            assert explained(game, f"?deal={shown['id'].upper()}") == told
            assert (told["deal"], told["scores"], told["status"]) == (
                shown["number"],
                shown["scores"],
                shown["status"],
            )
            for row in shown["scores"]:
                for column in ("tricks", "match", "weis", "stoeck"):
                    parts = [step["adds"] for step in told["steps"] if step["adds"]]
                    assert row[column] == sum(
                        one["points"] for one in parts if (one["side"], one["to"]) == (row["side"], column)
                    )
            assert told["totals"]["before"] == before
            before = {str(row["side"]): before[str(row["side"])] + row["total"] for row in shown["scores"]}
            assert told["totals"]["after"] == before
            assert set(told["rules"]) == {step["rule"] for step in told["steps"]}

    @pytest.mark.parametrize("language", languages())
    @pytest.mark.parametrize("deck", ["swiss", "german", "french"])
    def test_every_sentence_reads_well(self, club: Club, language: str, deck: str) -> None:
        game = club.open(deck=deck)
        game.report(*reports_of("R1"))
        told = explained(game, f"?lang={language}")
        assert told["language"] == language
        assert all(reads_well(step["text"]) for step in told["steps"])
        assert all(reads_well(line) for line in told["rules"].values())

    def test_cards_are_called_by_the_deck(self, club: Club) -> None:
        game = club.open(deck="french")
        game.report(deal(), announce("rosen"), trick("R6 RU RK RA"))
        assert "Schaufel" in the(explained(game, "?lang=de"), "trick_trump")["text"]

    def test_before_the_first_deal(self, club: Club) -> None:
        game = club.open()
        nothing = {"1": 0, "2": 0}
        assert explained(game) == {
            "deal": None,
            "language": "en",
            "status": None,
            "steps": [],
            "rules": {},
            "scores": None,
            "totals": {"before": nothing, "after": nothing},
        }
        assert game.outsider.get(f"{game.path}/explain?deal=1").code == (404, "not_found")
        page = Page(game.outsider.get(f"{game.path}/explain?format=html").raw.decode())
        assert headings("en")["no_deal"] in page.said("p")

    @pytest.mark.parametrize(
        ("query", "code"),
        [
            ("?deal=4", (404, "not_found")),
            ("?deal=2147483647", (404, "not_found")),
            ("?deal=0", (422, "invalid_value")),
            ("?deal=one", (422, "invalid_value")),
            ("?deal=6b1f6c1e-0000-4000-8000-000000000000", (404, "not_found")),
            ("?lang=es", (422, "invalid_value")),
            ("?format=csv", (422, "invalid_value")),
            ("?step=1", (422, "unknown_parameter")),
        ],
    )
    def test_what_there_is_not(self, game: GameClient, query: str, code: tuple[int, str]) -> None:
        answer = game.outsider.get(f"{game.path}/explain{query}")
        assert answer.code == code
        problem_in(answer)

    def test_a_private_game(self, club: Club) -> None:
        game = club.open(public=False)
        game.report(deal())
        assert game.outsider.get(f"{game.path}/explain").code == (404, "not_found")
        assert explained(game, by=game.scorer)["deal"] == 1

    def test_a_deal_that_became_void_later(self, club: Club) -> None:
        game = club.open()
        game.report(*reports_of("R1"), deal())
        game.report(told := incident("misdeal", deal=1, id=new_id()))
        game.report(confirm(1, report=told["id"]), confirm(2, report=told["id"]))
        told = explained(game, "?deal=1")
        assert (told["status"], told["scores"], told["totals"]["after"]) == ("void", None, {"1": 0, "2": 0})
        assert told["steps"][-1]["key"] == "void"
        assert not [step for step in told["steps"] if step["adds"]]

    def test_what_a_referee_rules_later(self) -> None:
        game = Club().open()
        game.report(*reports_of("R1"), deal(), announce("rosen"), trick("R6 RU RK RA"))
        first = explained(game, "?deal=1")
        rule(game, number=1, remedy="trick_to_opponents", trick=1, side=2)
        rule(game, number=1, remedy="adjust", points={"1": 20, "2": -20})
        told = explained(game, "?deal=1")
        assert told["scores"] == game.deals()[0]["scores"] != first["scores"]
        awarded = the(told, "points_awarded")
        assert (awarded["trick"], awarded["adds"]["side"]) == (1, 1)
        assert [step["adjusted"] for step in told["steps"] if step["step"] == "sum"] == [20, -20]
        assert [step["total"] for step in told["steps"] if step["step"] == "sum"] == [
            row["total"] for row in told["scores"]
        ]
        assert explained(game)["totals"]["before"] == told["totals"]["after"]

    def test_after_a_correction(self, club: Club) -> None:
        game = club.open()
        first, *rest = tricks_of("R1")
        game.report(*opening_of("R1"), {**first, "id": (named := new_id())}, *rest, deal())
        game.send({**correct(named, {**first, "cards": first["cards"][::-1]}), "as_played": True})
        told = explained(game, "?deal=1")
        assert told["scores"] == game.deals()[0]["scores"]
        assert [played["card"] for played in told["steps"][3]["cards"]] == first["cards"][::-1]


class TestTags:
    def test_each_form_and_language_has_one(self, game: GameClient) -> None:
        tags = {}
        for form in ("json", "html"):
            for language in ("de", "fr"):
                answer = game.outsider.get(f"{game.path}/explain?format={form}", accept_language=language)
                assert answer.headers["content-language"] == language
                assert answer.headers["vary"].startswith("Authorization, Accept-Language, Accept")
                tags[form, language] = answer.headers["etag"]
        assert len(set(tags.values())) == 4
        assert tags["json", "de"] == f'"{game.version}-de"'
        for (form, language), tag in tags.items():
            again = game.outsider.get(f"{game.path}/explain?format={form}&lang={language}", if_none_match=tag)
            assert (again.status, again.raw, again.headers["etag"]) == (304, b"", tag)
            other = game.outsider.get(f"{game.path}/explain?format={form}&lang=it", if_none_match=tag)
            assert other.status == 200

    def test_what_changes_the_game_changes_it(self, game: GameClient) -> None:
        tag = game.outsider.get(f"{game.path}/explain?deal=1").headers["etag"]
        game.report(incident("remark"))
        assert game.outsider.get(f"{game.path}/explain?deal=1", if_none_match=tag).status == 200

    def test_a_deal_that_is_not_there_has_none(self, game: GameClient) -> None:
        assert game.outsider.get(f"{game.path}/explain?deal=9", if_none_match="*").status == 404


class TestSecrets:
    HANDS = worked("R1")["hands"]

    def told(self, *, shown: bool, tricks: int) -> list[Answer]:
        """What an outsider, an opponent and a scorer are told of a game with a hand on record, or without it."""
        game = Club(judged()).open(label="")
        game.report(*opening_of("R1"))
        secret = hand(1, " ".join(self.HANDS["1"])) if shown else incident("remark")
        game.report(secret, *tricks_of("R1")[:tricks])
        opponent = game.club.device(game.token(Role.PLAYER, seat=2))
        forms = ("json", "html")
        return [
            by.get(f"{game.path}/explain?format={form}")
            for by in (game.outsider, opponent, game.scorer)
            for form in forms
        ]

    @pytest.mark.parametrize("tricks", [0, 1, 5])
    def test_a_hidden_hand_is_told_to_nobody(self, tricks: int) -> None:
        with_it, without = self.told(shown=True, tricks=tricks), self.told(shown=False, tricks=tricks)
        assert [answer.raw for answer in with_it] == [answer.raw for answer in without]
        assert [answer.headers["etag"] for answer in with_it] == [answer.headers["etag"] for answer in without]

    def test_what_it_proves_is_told_a_scorer_without_its_cards_and_others_not_at_all(self, club: Club) -> None:
        game = club.open()
        held = "E6 E7 E8 R6 R7 R8 S6 S7 S8"
        game.report(deal(), announce("rosen"), hand(2, held))
        game.send({**trick("E9 S6 E10 EU"), "as_played": True})
        own = club.device(game.token(Role.PLAYER, seat=2))
        for device, legal in ((game.scorer, None), (own, cards("E6 E7 E8 R6 R7 R8"))):
            finding = the(explained(game, by=device), "finding")
            assert (finding["fault"], finding["legal"]) == ("revoke", legal)
        assert "finding" not in [step["key"] for step in explained(game, by=game.outsider)["steps"]]
        raw = game.scorer.get(f"{game.path}/explain?format=html").raw.decode()
        assert not any(f"{notation(card)}" in raw for card in range(3))
        assert "of Acorns" in raw
        assert "Seven of Acorns" not in raw


class TestPage:
    def page(self, game: GameClient, query: str = "", **headers: str) -> Page:
        answer = game.outsider.get(f"{game.path}/explain{query}", accept="text/html", **headers)
        assert (answer.status, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "default-src 'none'" in answer.headers["content-security-policy"]
        assert "script" not in answer.raw.decode()
        return Page(answer.raw.decode())

    @pytest.mark.parametrize("language", languages())
    def test_a_heading_for_each_trick_and_a_link_for_each_rule(self, game: GameClient, language: str) -> None:
        page = self.page(game, "?deal=1", accept_language=language)
        words = headings(language)
        assert page.all("html") == [{"lang": language}]
        assert page.said("h1") == [words["title"].format(number=1)]
        assert [words["trick"].format(trick=number) for number in range(1, 10)] == [
            heading for heading in page.said("h2") if re.search(r"\d", heading)
        ]
        links = [link for link in page.all("a") if link["href"].startswith("#R-")]
        anchors = {term["id"] for term in page.all("dt")}
        assert {link["href"].removeprefix("#") for link in links} == anchors
        assert all(link["title"] for link in links)

    def test_names_are_kept_apart_from_the_words(self, game: GameClient) -> None:
        page = self.page(game)
        assert {"Anna", "Be<at", RIGHT_TO_LEFT, "Dario", "Table <7>"} <= set(page.said("bdi"))

    def test_it_leads_to_other_deals_and_languages(self, game: GameClient) -> None:
        links = [link["href"] for link in self.page(game, "?deal=2&format=html").all("a")]
        assert "?format=html&deal=2&lang=fr" in links
        assert {"?format=html&deal=1", "?format=html&deal=3"} <= set(links)
        chosen = [link["href"] for link in self.page(game, "?deal=3&lang=it").all("a")]
        assert "?format=html&deal=2&lang=it" in chosen
        assert "?format=html&deal=4&lang=it" not in chosen

    def test_data_is_what_a_client_gets_who_asks_for_none(self, game: GameClient) -> None:
        answer = game.outsider.get(f"{game.path}/explain", accept="*/*")
        assert answer.headers["content-type"] == "application/json"


class TestCosts:
    @pytest.mark.parametrize(("query", "statements"), [("", 2), ("?deal=2", 4), ("?deal=9", 4), ("?deal=30", 2)])
    def test_however_many_deals_there_are(self, query: str, statements: int) -> None:
        game = a_long_game(30)
        with at_most(statements):
            assert explained(game, query)["deal"] == int(query[6:] or 30)

    def test_who_has_it_already(self) -> None:
        game = a_long_game(2)
        tag = game.outsider.get(f"{game.path}/explain?deal=1").headers["etag"]
        with CaptureQueriesContext(connection) as asked:
            assert game.outsider.get(f"{game.path}/explain?deal=1", if_none_match=tag).status == 304
        assert len(asked) == 1
