"""What `DATABASE_URL` means: SQLite or PostgreSQL, with the options that the journal's promises rest on."""

from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from environ import Env

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"

BUSY_SECONDS = 20
SQLITE_PRAGMAS = (
    f"PRAGMA busy_timeout={BUSY_SECONDS * 1000}",  # first: the next one may have to wait for another process
    "PRAGMA journal_mode=WAL",  # readers never wait for a writer
    "PRAGMA synchronous=FULL",  # a report that was answered survives a power cut
    "PRAGMA foreign_keys=ON",
    "PRAGMA recursive_triggers=ON",  # else INSERT OR REPLACE deletes journal rows behind their guard
)


def database(env: Env, *, default_file: Path) -> dict[str, Any]:
    """Answer Django's settings of the one database, from the environment."""
    config: dict[str, Any] = (
        dict(env.db_url("DATABASE_URL"))
        if env.str("DATABASE_URL", default="")
        else {"ENGINE": SQLITE, "NAME": _ready(default_file)}
    )
    given: dict[str, Any] = config.pop("OPTIONS", {})
    match config["ENGINE"]:
        case "django.db.backends.sqlite3":
            options = sqlite_options()
        case "django.db.backends.postgresql":
            options = postgresql_options(env)
            config["CONN_HEALTH_CHECKS"] = True  # the pool replaces a connection that the server has dropped
        case engine:
            raise ImproperlyConfigured(f"DATABASE_URL must name sqlite or postgres, not {engine or 'nothing'}.")
    return config | {"OPTIONS": options | given, "CONN_MAX_AGE": 0}


def sqlite_options() -> dict[str, Any]:
    """Every transaction takes the write lock at once: two that read first and write later would refuse each other."""
    return {"transaction_mode": "IMMEDIATE", "timeout": BUSY_SECONDS, "init_command": ";".join(SQLITE_PRAGMAS)}


def postgresql_options(env: Env) -> dict[str, Any]:
    """A pool per process; `JASSREF_DB_POOL_MAX` times the processes must stay below the server's max_connections."""
    return {
        "pool": {
            "min_size": env.int("JASSREF_DB_POOL_MIN", default=2),
            "max_size": env.int("JASSREF_DB_POOL_MAX", default=20),
            "timeout": env.int("JASSREF_DB_POOL_TIMEOUT", default=20),
        },
    }


def _ready(file: Path) -> str:
    file.parent.mkdir(parents=True, exist_ok=True)
    return str(file)
