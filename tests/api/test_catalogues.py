"""GET /api/v1/catalogues: what regulations make follow from an offence, for everybody and in words."""

import json
from typing import Any

import pytest
from django.test import Client

from scoring.rules.rulings.catalogue import CATALOGUES, OFFENCES, catalogue
from scoring.rules.rulings.remedies import DISCOVERED
from scoring.wording import languages, offence, ruling_term
from tests.api.answers import code_of
from tests.api.document import faults

PATH = "/api/v1/catalogues"


def asked(client: Client, language: str = "en") -> Any:
    return client.get(PATH, headers={"Accept-Language": language}).json()["results"]


def test_all_of_them_come_whole_to_anybody(client: Client) -> None:
    answer = client.get(PATH).json()
    assert (answer["next"], answer["previous"]) == (None, None)
    assert [each["catalogue"] for each in answer["results"]] == list(CATALOGUES)
    assert [each["catalogue"] for each in answer["results"] if each["default"]] == ["jasswiki"]
    for each in answer["results"]:
        shown = {(one["offence"], time["time"]) for one in each["entries"] for time in one["discovered"]}
        assert shown == {(offence, time) for offence in OFFENCES for time in DISCOVERED}


@pytest.mark.parametrize("name", CATALOGUES)
def test_they_say_what_the_rules_say(client: Client, name: str) -> None:
    found = next(each for each in asked(client) if each["catalogue"] == name)
    said = catalogue(name)
    assert (found["version"], found["source"]) == (said.version, said.source)
    for shown, entry in zip(found["entries"], said.entries, strict=True):
        assert [time["time"] for time in shown["discovered"]] == list(entry.discovered)
        assert [(one["remedy"], one["points"]) for one in shown["usual"] + shown["also"]] == [
            (one.remedy, one.points) for one in entry.remedies
        ]
        assert [shown[key] for key in ("offence", "variant", "article", "source", "catalogue")] == [
            *(entry.offence, entry.variant, entry.article, entry.source, entry.catalogue)
        ]


@pytest.mark.parametrize("language", languages())
def test_the_texts_are_in_the_language_of_the_reader(client: Client, language: str) -> None:
    answer = client.get(PATH, headers={"Accept-Language": f"{language}-CH"})
    assert answer["Content-Language"] == language
    assert answer.json() == client.get(f"{PATH}?lang={language}").json()
    first = answer.json()["results"][0]["entries"][0]
    assert first["name"] == offence("revoke", language=language).name
    assert first["discovered"][0]["name"] == ruling_term("discovered", key="trick_open", language=language).name
    assert first["usual"][0]["about"] == ruling_term("remedies", key="trick_to_opponents", language=language).about
    assert first["note"].endswith(".")


@pytest.mark.parametrize("language", languages())
def test_no_code_is_left_where_a_text_belongs(client: Client, language: str) -> None:
    catalogues = asked(client, language)
    assert len(catalogues) == len(CATALOGUES)
    for each in catalogues:
        for entry in each["entries"]:
            texts = [entry["name"], entry["note"], *(time["name"] for time in entry["discovered"])]
            texts += [text for one in entry["usual"] + entry["also"] for text in (one["name"], one["about"])]
            assert all(text and "_" not in text for text in texts), entry


def test_an_entry_as_a_client_reads_it(client: Client) -> None:
    edjv = next(each for each in asked(client) if each["catalogue"] == "edjv")
    assert next(each for each in edjv["entries"] if each["variant"] == "differenzler") == {
        "offence": "revoke",
        "name": "Revoke",
        "variant": "differenzler",
        "discovered": [
            {"time": "trick_open", "name": "Trick still open"},
            {"time": "trick_turned", "name": "Trick turned over"},
            {"time": "deal_over", "name": "Deal over"},
        ],
        "usual": [
            {
                "remedy": "deal_void",
                "name": "Deal void",
                "about": "The deal counts nothing and is dealt again by the same dealer.",
                "points": None,
            },
            {
                "remedy": "penalty_points",
                "name": "Penalty points",
                "about": "So many points count against a side.",
                "points": 20,
            },
        ],
        "also": [],
        "note": "The deal is played again, and the player at fault is given 20 penalty points.",
        "article": "EDJV-1",
        "source": "EDJV",
        "catalogue": "edjv",
    }


def test_the_answer_is_what_the_document_tells(client: Client) -> None:
    place = "/paths/~1api~1v1~1catalogues/get/responses/200/content/application~1json/schema"
    assert faults(client.get(PATH).json(), place, closed=True) == []


def test_others_may_keep_it_by_language(client: Client) -> None:
    answer = client.get(PATH)
    assert answer["Cache-Control"] == "public, max-age=300"
    assert "Accept-Language" in answer["Vary"]
    assert len(json.dumps(answer.json())) < 120_000


@pytest.mark.parametrize(("query", "code"), [("?lang=tlh", "invalid_value"), ("?catalogue=kzjv", "unknown_parameter")])
def test_what_it_cannot_be_asked(client: Client, query: str, code: str) -> None:
    assert code_of(client.get(PATH + query)) == (422, code)


def test_it_is_only_read(client: Client) -> None:
    assert code_of(client.post(PATH)) == (405, "method_not_allowed")
