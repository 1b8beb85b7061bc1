"""What `DATABASE_URL` means: SQLite or PostgreSQL, with the options that the journal's promises rest on."""

from pathlib import Path
from typing import Any
from urllib.parse import unquote

from django.core.exceptions import ImproperlyConfigured
from environ import Env

SQLITE = "jassref.sqlite"
POSTGRESQL = "jassref.postgresql"

BUSY_SECONDS = 20
CONNECT_SECONDS = 5
SILENCE_SECONDS = 20
RECONNECT_SECONDS = 5
PREPARED_AFTER = 3
SQLITE_PRAGMAS = (
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",  # first: the next one may have to wait for another process
    "PRAGMA journal_mode=WAL",  # readers never wait for a writer
    "PRAGMA synchronous=FULL",  # a report that was answered survives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA recursive_triggers=ON",  # a row that INSERT OR REPLACE removes fires the triggers of its table
)


def database(env: Env, *, default_file: Path) -> dict[str, Any]:
    """Answer Django's settings of the one database, from the environment."""
    url: str = env.str("DATABASE_URL", default="")
    match url.partition("://")[0]:
        case "":
            return {"ENGINE": SQLITE, "NAME": str(default_file), "OPTIONS": sqlite_options()}
        case "sqlite":
            return _parsed(url, options=sqlite_options()) | {"ENGINE": SQLITE}
        case "postgres" | "postgresql":
            # With health checks the pool replaces a connection that the server has dropped.
            checked = {"ENGINE": POSTGRESQL, "CONN_HEALTH_CHECKS": True}
            return _parsed(url, options=postgresql_options(env)) | checked
    raise ImproperlyConfigured("DATABASE_URL must begin with sqlite:// or postgres://.")


def sqlite_options() -> dict[str, Any]:
    """Every transaction takes the write lock at once: two that read first and write later would refuse each other."""
    # By default SQLite takes a read lock first and asks for the write lock at the first write. Two requests that have
    # both read would then wait for each other, and SQLite refuses one of them at once, whatever its timeout says:
    # what it has read may be out of date. With IMMEDIATE the second one waits before it reads anything.
    return {"transaction_mode": "IMMEDIATE", "timeout": BUSY_SECONDS, "init_command": ";".join(SQLITE_PRAGMAS)}


def postgresql_options(env: Env) -> dict[str, Any]:
    """A pool per process; `JASSREF_DB_POOL_MAX` times the processes must stay below the server's max_connections.

    While the server is gone, a request waits for `JASSREF_DB_POOL_TIMEOUT` seconds and is answered 503. The pool asks
    for the server again at ever longer intervals, so it gives up soon and begins anew with the next request.
    """
    return {
        "connect_timeout": CONNECT_SECONDS,
        # Statements that are sent so often are planned once for a connection. A pooler between us and the server may
        # give each transaction another connection; those that cannot follow need the service to plan anew.
        "prepare_threshold": PREPARED_AFTER if env.bool("JASSREF_DB_PREPARE", default=True) else None,
        "tcp_user_timeout": SILENCE_SECONDS * 1000,  # a server that vanished is no reason to wait for its answer
        "pool": {
            "min_size": env.int("JASSREF_DB_POOL_MIN", default=2),
            "max_size": env.int("JASSREF_DB_POOL_MAX", default=20),
            "timeout": env.int("JASSREF_DB_POOL_TIMEOUT", default=5),
            "reconnect_timeout": RECONNECT_SECONDS,
        },
    }


def _parsed(url: str, *, options: dict[str, Any]) -> dict[str, Any]:
    config: dict[str, Any] = Env.db_url_config(url)
    config["HOST"] = unquote(config.get("HOST", ""))  # a socket folder comes as %2Frun%2Fpostgresql
    return config | {"OPTIONS": options | config.get("OPTIONS", {})}
