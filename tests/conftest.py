"""What holds for all tests: the engine, the length of proofs, and which of them touch rows."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from tests import proofs

pytest_plugins = ["tests.journal_guards", "tests.service_role"]

# Django's database fixtures; a test that asks for one, or carries the mark that asks for it, touches rows.
ROW_FIXTURES = {
    "db",
    "transactional_db",
    "django_db_reset_sequences",
    "django_db_serialized_rollback",
    "django_db_setup",
    "live_server",
    "admin_user",
    "admin_client",
}

hypothesis_settings.register_profile(
    "jassref",
    max_examples=proofs.proof_size(100, 5_000),
    deadline=None,  # a busy machine proves nothing about a law
    derandomize=not proofs.PROVING,  # every day the same examples, in `make prove` new ones
    suppress_health_check=[HealthCheck.too_slow],
)
hypothesis_settings.load_profile("jassref")


def pytest_report_header() -> list[str]:
    return [f"database: {connection.vendor}", f"proofs: {'full length' if proofs.PROVING else 'short'}"]


@pytest.hookimpl(tryfirst=True)  # before -m selects
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        fixtures = set(getattr(item, "fixturenames", ()))
        if item.get_closest_marker("django_db") or fixtures & ROW_FIXTURES:
            item.add_marker(pytest.mark.rows)
        if item.get_closest_marker("prove") and not proofs.PROVING:
            item.add_marker(pytest.mark.skip(reason="runs in make prove"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(tmp_path_factory: pytest.TempPathFactory) -> None:
    """On SQLite the tests use a file, as the service does: threads would lock a database in memory."""
    if connection.vendor == "sqlite":
        connection.settings_dict["TEST"]["NAME"] = str(tmp_path_factory.mktemp("sqlite") / "test.sqlite3")


@pytest.fixture(autouse=True)
def _no_limit_for_dear_requests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof exports more games in a minute than anybody else; tests/api/test_limits.py sets a limit."""
    monkeypatch.setattr(settings, "RATE_DEAR", 0)


@pytest.fixture(scope="session")
def proof_size() -> Callable[[int, int], int]:
    """`proof_size(short, full)`: how many random examples to try."""
    return proofs.proof_size
