"""The published document and its viewer on their way to the client: small, compressed, and what they say they are."""

import gzip
import hashlib

import pytest
from django.test import Client

from api.http.negotiation import takes_gzip
from api.openapi.introduction import TAGS
from api.site.documents import VIEWER_VERSION, viewer
from tests.api.document import document, operations

SCHEMA = "/api/v1/schema"
VIEWER = f"/api/v1/docs/scalar-{VIEWER_VERSION}.js"
AS_PUBLISHED = "dcb027152bf20bf2f6dcd66e8f9fb073c1a9e274cf0b94b939a7d99ab8947060"
"""SHA-256 of `dist/browser/standalone.js` in `@scalar/api-reference` of this version, on npm."""
HALF = 1_527_604 // 2
"""Bytes. The document had twice as many."""


@pytest.mark.parametrize("path", [SCHEMA, VIEWER])
def test_it_is_compressed_for_those_who_take_that(client: Client, path: str) -> None:
    plain, packed = client.get(path), client.get(path, headers={"Accept-Encoding": "br;q=1, gzip;q=0.5"})
    assert "Content-Encoding" not in plain.headers
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert len(packed.content) * 3 < len(plain.content)
    for answer in (plain, packed):
        assert "Accept-Encoding" in answer["Vary"]
        assert int(answer["Content-Length"]) == len(answer.content)


@pytest.mark.parametrize("form", ["application/yaml", "application/vnd.oai.openapi"])
def test_so_is_the_yaml(client: Client, form: str) -> None:
    plain = client.get(SCHEMA, headers={"Accept": form})
    packed = client.get(SCHEMA, headers={"Accept": form, "Accept-Encoding": "gzip"})
    assert packed["Content-Type"] == plain["Content-Type"] == form
    assert gzip.decompress(packed.content) == plain.content


def test_the_document_is_half_of_what_it_was(client: Client) -> None:
    assert len(client.get(SCHEMA).content) < HALF


@pytest.mark.parametrize(
    ("header", "taken"),
    [
        ("gzip", True),
        ("GZIP", True),
        ("br, gzip;q=0.1", True),
        ("*", True),
        ("", False),
        ("br", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("gzip; q=0.0, *", False),
        ("*;q=0", False),
        ("gzip;q=zero", False),
        ("gzip;level=9", False),
    ],
)
def test_who_takes_gzip(header: str, *, taken: bool) -> None:
    assert takes_gzip(header) is taken


def test_the_viewer_is_the_one_that_was_published() -> None:
    assert hashlib.sha256(viewer().plain).hexdigest() == AS_PUBLISHED


def test_the_viewer_is_kept_for_good(client: Client) -> None:
    assert client.get(VIEWER)["Cache-Control"] == "public, max-age=31536000, immutable"


def test_games_and_reports_come_first() -> None:
    groups = list(dict.fromkeys(one.says["tags"][0] for one in operations()))
    assert groups == list(TAGS)
    assert groups[:2] == ["games", "reports"]
    assert [(tag["name"], bool(tag["description"])) for tag in document()["tags"]] == [(name, True) for name in TAGS]


def test_the_document_introduces_itself() -> None:
    said = document()
    assert "## The first calls" in said["info"]["description"]
    assert said["servers"] == [{"url": "/", "description": "This service"}]
    assert "api_token" in said["components"]["securitySchemes"]["bearer"]["description"]
    for one in operations():
        assert len(one.says["summary"]) < 40, "the list at the side has one line for each"
