"""Whether the process lives, and whether it can work."""

import logging
from time import monotonic
from typing import Final

from django.db import Error as DatabaseLayerError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.http.views import ApiView
from api.problems.documents import Problem
from scoring.models.guards import missing_guards
from scoring.services.limits import write_something

SECOND: Final = 1.0
log = logging.getLogger("jassref.health")

STATUS = {"type": "object", "required": ["status"], "properties": {"status": {"const": "ok"}}}


class LiveView(ApiView):
    """Liveness."""

    authentication_classes = ()
    cache_control = "no-store"
    limited = False

    @extend_schema(operation_id="live", tags=["service"], responses={200: STATUS})
    def get(self, request: Request) -> HttpResponse:
        """The process lives. Asks nobody else."""
        return self.answer({"status": "ok"})


class ReadyView(ApiView):
    """Readiness."""

    authentication_classes = ()
    cache_control = "no-store"
    limited = False
    problem_codes = {"get": ("unavailable",)}

    @extend_schema(operation_id="ready", tags=["service"], responses={200: STATUS})
    def get(self, request: Request) -> HttpResponse:
        """The database answers and can be written, its migrations are applied and the journal's guards in place."""
        failed = failing()
        if failed:
            raise Problem("unavailable", failed=failed)
        return self.answer({"status": "ok"})


def failing() -> list[str]:
    """The checks that do not hold now: `database`, or `migrations` and `guards`."""
    try:
        failed = ["migrations"] if _unapplied() else []
        failed += ["guards"] if missing_guards(connection) else []
        if not failed:
            WRITING.prove()
        return failed
    except DatabaseLayerError as error:
        log.warning("not ready: %s", " ".join(str(error).split()))
        return ["database"]


class Writing:
    """Proves that the database can be written, at most once a second: whoever asks often is no load."""

    def __init__(self) -> None:
        self._proved = -SECOND

    def prove(self) -> None:
        """Write, unless that has worked a moment ago. Raises what the database raises."""
        if monotonic() - self._proved >= SECOND:
            write_something()
            self._proved = monotonic()


WRITING: Final = Writing()


def _unapplied() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
