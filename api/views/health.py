"""Whether the process lives, and whether it can work."""

from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.problems import Problem
from api.views.base import ApiView
from scoring.models.guards import missing_guards

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
        """The database answers, its migrations are applied and the guards of the journal are in place."""
        failed = failing()
        if failed:
            raise Problem("unavailable", failed=failed)
        return self.answer({"status": "ok"})


def failing() -> list[str]:
    """The checks that do not hold now: `database`, or `migrations` and `guards`."""
    try:
        failed = ["migrations"] if _unapplied() else []
        return [*failed, "guards"] if missing_guards(connection) else failed
    except DatabaseError:
        return ["database"]


def _unapplied() -> bool:
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
