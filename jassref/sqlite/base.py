"""The database backend (Django looks for it in a module of this name)."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base


class DatabaseWrapper(base.DatabaseWrapper):
    """Makes a missing file, and a missing folder around it, for the service's own account alone.

    SQLite itself would make a file that everybody on the machine may read, and the hands of all tables are in it.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Connect; only now is a file made that is not there, not when somebody imports the settings."""
        keep_private(str(conn_params["database"]))
        return super().get_new_connection(conn_params)


def keep_private(name: str) -> None:
    """Make the file with mode 0600 and its folder with 0700, where they are missing.

    SQLite gives its other files (-wal, -shm) the mode of this one. What is there already keeps its mode. A database in
    memory has no file, and an address such as `file:…?mode=ro` says itself what is to be made.
    """
    if name == ":memory:" or name.startswith("file:"):
        return
    file = Path(name)
    with suppress(OSError):  # what cannot be made here, the connection tells better
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file.touch(mode=0o600, exist_ok=False)
