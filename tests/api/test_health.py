"""The doors that need no game: health, presets, decks, schema, documentation, front page."""

import json
import re
from typing import Any

import pytest
import yaml
from django.db import OperationalError, connection, connections
from django.test import Client
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ComponentRegistry
from openapi_spec_validator import validate

from api.site.documents import VIEWER_VERSION
from scoring.models.guards import drop_guards, install_guards
from scoring.rules.variants import PRESETS, VARIANTS
from scoring.wording import languages, name_of
from tests.api.answers import code_of, problem_in
from tests.api.doors import Card, Form, Strict


def test_the_process_lives_without_a_database(client: Client) -> None:
    response = client.get("/livez")
    assert (response.status_code, response.json(), response["Cache-Control"]) == (200, {"status": "ok"}, "no-store")


@pytest.mark.django_db
class TestReadiness:
    def test_all_is_well(self, client: Client) -> None:
        assert client.get("/readyz").json() == {"status": "ok"}

    @pytest.mark.owner
    def test_a_migration_is_missing(self, client: Client) -> None:
        with connection.cursor() as cursor:
            cursor.execute("DELETE FROM django_migrations WHERE app = 'scoring'")
        response = client.get("/readyz")
        assert code_of(response) == (503, "unavailable")
        assert problem_in(response)["failed"] == ["migrations"]

    def test_the_database_does_not_answer(self, client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
        def gone(*args: object) -> None:
            raise OperationalError("gone")

        with monkeypatch.context() as patched:
            patched.setattr(connections["default"], "cursor", gone)
            response = client.get("/readyz")
            assert client.get("/livez").status_code == 200
        assert code_of(response) == (503, "unavailable")
        assert problem_in(response)["failed"] == ["database"]


@pytest.mark.django_db(transaction=True)
def test_an_unguarded_journal_is_not_ready(client: Client) -> None:
    drop_guards(connection)
    try:
        assert problem_in(client.get("/readyz"))["failed"] == ["guards"]
    finally:
        install_guards(connection)
    assert client.get("/readyz").status_code == 200


def test_presets_come_whole(client: Client) -> None:
    answer = client.get("/api/v1/presets").json()
    assert (answer["next"], answer["previous"]) == (None, None)
    assert {entry["preset"]: entry["options"] for entry in answer["results"]} == {
        name: json.loads(json.dumps(dict(preset.values))) for name, preset in PRESETS.items()
    }
    assert {entry["variant"]: entry["preset"] for entry in answer["results"] if entry["default"]} == {
        name: variant.default_preset for name, variant in VARIANTS.items()
    }


@pytest.mark.parametrize("language", languages())
def test_presets_have_names_for_a_menu(client: Client, language: str) -> None:
    asked = client.get("/api/v1/presets", headers={"Accept-Language": language})
    assert asked["Content-Language"] == language
    assert client.get(f"/api/v1/presets?lang={language}").json() == asked.json()
    for entry in asked.json()["results"]:
        assert entry["name"] == name_of("presets", key=entry["preset"], language=language) != entry["preset"]
        assert entry["about"].endswith(".")


def test_decks_come_whole(client: Client) -> None:
    answer = client.get("/api/v1/decks").json()
    assert [entry["deck"] for entry in answer["results"] if entry["selectable"]] == ["swiss", "german", "french"]
    assert answer["results"][0]["languages"]["de"]["cards"]["EU"] == "Eichel-Under"


@pytest.fixture(scope="module")
def document() -> Any:
    return Client().get("/api/v1/schema").json()


class TestSchema:
    def test_it_is_valid_and_open_to_all(self, document: Any) -> None:
        assert document["openapi"].startswith("3.1")
        validate(document)

    @pytest.mark.parametrize("accept", ["application/yaml", "application/vnd.oai.openapi", "application/x-yaml"])
    def test_it_is_yaml_for_those_who_ask(self, client: Client, document: Any, accept: str) -> None:
        response = client.get("/api/v1/schema", headers={"Accept": accept})
        assert response["Content-Type"] == accept
        assert yaml.safe_load(response.content) == document

    def test_every_operation_lists_its_problems(self, document: Any) -> None:
        for path in document["paths"].values():
            for operation in path.values():
                assert operation["summary"]
                assert {"400", "406", "422", "500"} <= operation["responses"].keys()
                for status, said in operation["responses"].items():
                    shared = said.get("$ref", "").removeprefix("#/components/responses/")
                    response = document["components"]["responses"][shared] if shared else said
                    assert "X-Request-Id" in response["headers"]
                    if int(status) >= 400:
                        assert response["content"].keys() == {"application/problem+json"}
                        assert response["description"]

    def test_what_is_refused_is_closed_in_the_document(self) -> None:
        reader = AutoSchema()
        reader.view = Strict(request=None)
        reader.registry = ComponentRegistry()
        mapped = reader.resolve_serializer(Form(), "request").schema
        assert mapped["additionalProperties"] is False
        assert mapped["required"] == ["name", "number"]
        assert mapped["properties"]["number"] == {"type": "integer", "minimum": 1, "maximum": 4}
        assert mapped["properties"]["nothing"] == {"type": ["integer", "null"]}
        pattern = mapped["properties"]["name"]["pattern"]
        assert re.search(pattern, " Zoë ")
        assert not re.search(pattern, "a\u202eb")
        assert not re.search(pattern, "   ")
        assert reader.resolve_serializer(Card(), "request").schema["additionalProperties"] is False


class TestPages:
    @pytest.mark.parametrize("path", ["/", "/api/v1/docs", "/problems", "/problems/irregular"])
    def test_they_need_no_outside_host(self, client: Client, path: str) -> None:
        response = client.get(path, headers={"Accept": "text/html"})
        assert response.status_code == 200
        assert response["Content-Type"] == "text/html; charset=utf-8"
        assert "default-src 'none'" in response["Content-Security-Policy"]
        text = response.content.decode()
        assert "://" not in text
        assert not re.search(r"""(?:src|href)=["']//""", text)

    def test_the_front_page_leads_everywhere(self, client: Client) -> None:
        text = client.get("/").content.decode()
        for link in ("/api/v1/docs", "/api/v1/schema", "/admin/", "/problems"):
            assert f'href="{link}"' in text

    def test_the_front_page_is_json_for_those_who_ask(self, client: Client) -> None:
        links = client.get("/", headers={"Accept": "application/json"}).json()["links"]
        assert links == {
            "docs": "/api/v1/docs",
            "schema": "/api/v1/schema",
            "problems": "/problems",
            "admin": "/admin/",
        }

    def test_the_documentation_finds_its_files(self, client: Client) -> None:
        text = client.get("/api/v1/docs").content.decode()
        files = re.findall(r'<script src="([^"]+)"', text)
        assert [file.rpartition("/")[2] for file in files] == [f"scalar-{VIEWER_VERSION}.js", "docs.js"]
        for file in files:
            response: Any = client.get(file)
            assert response.status_code == 200
            assert response["Content-Type"].startswith("text/javascript")
            assert b"".join(response)
            response.close()

    def test_it_is_html_only(self, client: Client) -> None:
        assert code_of(client.get("/api/v1/docs", headers={"Accept": "application/json"})) == (406, "not_acceptable")
