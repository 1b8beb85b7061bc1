"""How the tests ask, and what every problem must look like."""

import json
import re
from typing import Any

from django.test import Client

UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def problem_in(response: Any) -> dict[str, Any]:
    """The problem that the response is; everything that holds for all problems is checked here."""
    assert response["Content-Type"] == "application/problem+json", response.content
    document: dict[str, Any] = json.loads(response.content)
    assert document["status"] == response.status_code
    assert document["type"] == f"/problems/{document['code']}"
    assert document["instance"] == f"urn:uuid:{response['X-Request-Id']}"
    assert UUID.fullmatch(response["X-Request-Id"])
    assert document["title"]
    assert document["detail"]
    assert "{" not in document["title"] + document["detail"].replace("{}", "")
    assert "Authorization" in response["Vary"]
    assert "Accept-Language" in response["Vary"]
    for fault in document.get("errors", []):
        assert fault["code"]
        assert fault["detail"]
        assert ("pointer" in fault) != ("parameter" in fault)
    if response.status_code == 422:
        assert document["errors"][0]["code"] == document["code"]
        assert document["errors"][0]["detail"] == document["detail"]
    return document


def code_of(response: Any) -> tuple[int, str]:
    """Status and code of the problem that the response is."""
    document = problem_in(response)
    return document["status"], document["code"]


def places_in(response: Any) -> list[tuple[str, str]]:
    """Each fault's place and code, in order."""
    faults = problem_in(response)["errors"]
    return [(fault.get("pointer", fault.get("parameter")), fault["code"]) for fault in faults]


def post(client: Client, path: str, body: Any, **headers: str) -> Any:
    """Send the body (bytes as they are, else as JSON) as application/json."""
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post(
        path, raw, content_type="application/json", headers={k.replace("_", "-"): v for k, v in headers.items()}
    )
