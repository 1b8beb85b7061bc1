"""A pytest plugin: lets tests that commit empty the journal's tables afterwards.

Such a test (`django_db(transaction=True)`, `transactional_db`, `live_server`) is cleaned up by emptying every table,
which the guards of the journal refuse, as they should. So the guards are taken away after the test and before its
tables are emptied. Django then sends `post_migrate`, which puts them back; the next test that commits makes sure.
Nothing has to be asked for: the fixture looks at how the test uses the database.
"""

from collections.abc import Iterator

import pytest
from django.db import connection

from scoring.models.guards import drop_guards, install_guards

COMMITTING = {"transactional_db", "live_server"}


@pytest.fixture(autouse=True)
def journal_guards(request: pytest.FixtureRequest) -> Iterator[None]:
    """Guard the journal while a test runs, and no longer than the test itself."""
    if not commits(request):
        yield
        return
    request.getfixturevalue("transactional_db")  # set up before us, so torn down after us
    install_guards(connection)
    yield
    drop_guards(connection)


def commits(request: pytest.FixtureRequest) -> bool:
    """Whether the test commits what it writes."""
    marker = request.node.get_closest_marker("django_db")
    asked = marker is not None and bool(marker.kwargs.get("transaction", marker.args[:1] == (True,)))
    return asked or bool(COMMITTING & set(request.fixturenames))
