"""A service of its own in one process: takes in the games that come line by line, and writes out what it exports.

`python -m tests.other_engine`, with DATABASE_URL naming an empty database.
"""

import sys

import django
from django.core.management import call_command
from django.test.utils import setup_test_environment


def main() -> None:
    """Migrate, take in, write out."""
    django.setup()
    setup_test_environment()
    call_command("migrate", verbosity=0)
    from tests.api.table import Club  # noqa: PLC0415  # the apps must be loaded first

    organizer = Club().organizer
    for document in sys.stdin.buffer.read().splitlines():
        answer = organizer.post("/games/import", document)
        if answer.status != 201:
            sys.exit(answer.raw.decode())
        out = organizer.get(f"/games/{answer.body['id']}/export")
        sys.stdout.buffer.write(out.raw + b"\n")


if __name__ == "__main__":
    main()
