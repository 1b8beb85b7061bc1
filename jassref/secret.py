"""The secret key of a machine on which nobody has set one."""

import os
import tempfile
from contextlib import suppress
from pathlib import Path

from django.core.management.utils import get_random_secret_key


def machine_key(file: Path) -> str:
    """Answer the key kept in `file`, readable by its owner alone; where there is none, make one first.

    Two processes that start at the same moment agree on one key: it is written aside and linked into place,
    and whoever comes second reads what the first has linked.
    """
    if not file.exists():
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, aside = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}.")  # mode 0600
        try:
            with os.fdopen(handle, "w", encoding="ascii") as out:
                out.write(get_random_secret_key())
                out.flush()
                os.fsync(out.fileno())
            with suppress(FileExistsError):
                os.link(aside, file)
        finally:
            Path(aside).unlink()
    return file.read_text(encoding="ascii").strip()
