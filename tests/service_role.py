"""A pytest plugin: on PostgreSQL, tests of the API and the desk run as the account that docs/event.md makes.

That account owns no table and may not change the journal. Each such test takes its role for the length of its
transaction. Tests that commit run as the owner, because their tables are emptied afterwards; tests/house/
test_database_role.py serves the API as the account itself.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import DjangoDbBlocker

from tests.journal_guards import commits

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = tuple(ROOT / "tests" / name for name in ("admin", "api", "conformance", "desk", "services"))
ROLE = "jassref_under_test"
"""The role of the service: the roles of a server are shared by all its databases, so it has a name of its own."""


def sql_of_the_guide(first: str, *, role: str = "jassref") -> str:
    """The block of SQL in docs/event.md that begins with this word, for a role of this name, and its owner."""
    guide = (ROOT / "docs" / "event.md").read_text(encoding="utf-8")
    block = next(
        one for one in re.findall(r"^```sql\n(.*?)^```$", guide, re.MULTILINE | re.DOTALL) if one.startswith(first)
    )
    return re.sub(r"\bjassref\b", role, re.sub(r"\bjassref_owner\b", f"{role}_owner", block))


@pytest.fixture(scope="session", autouse=True)
def _role_of_the_service(request: pytest.FixtureRequest, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """The role with the rights that the guide grants, in the database of the tests, made before any test begins."""
    if connection.vendor != "postgresql" or not any(_as_the_service(item) for item in request.session.items):
        yield
        return
    request.getfixturevalue("django_db_setup")
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f"CREATE ROLE {ROLE}")
        cursor.execute(f"REVOKE ALL ON SCHEMA public FROM PUBLIC; GRANT USAGE ON SCHEMA public TO {ROLE}")
        cursor.execute(sql_of_the_guide("GRANT SELECT", role=ROLE))
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(f"DROP OWNED BY {ROLE}; DROP ROLE {ROLE}")


@pytest.fixture(autouse=True)
def _as_the_account_of_the_service(request: pytest.FixtureRequest) -> None:
    """Let a test do only what the service may do, if it is one of those."""
    if connection.vendor != "postgresql" or not _as_the_service(request.node) or commits(request):
        return
    request.getfixturevalue("db")
    with connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL ROLE {ROLE}")


def _as_the_service(item: pytest.Item) -> bool:
    """Whether this is a test that touches rows, of a folder of those, and does nothing that only the owner may do."""
    here = any(item.path.is_relative_to(folder) for folder in FOLDERS)
    return here and item.get_closest_marker("rows") is not None and item.get_closest_marker("owner") is None
