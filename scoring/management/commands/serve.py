"""`manage.py serve`: the server, and the demo played on it."""

import os
from argparse import ArgumentParser, ArgumentTypeError
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError

from scoring.management.commands.demo import PORT
from scoring.management.server import ADDRESS, CannotServe, serve

WORKERS: Final = 2  # a small machine has two cores; if one worker is busy, the other one answers
THREADS: Final = 4  # more would only wait for the interpreter, or for SQLite's one writer
LAST_PORT: Final = 65535


def port(text: str) -> int:
    """Return the port. Raises ArgumentTypeError if the text is not a port."""
    if not text.isascii() or not text.isdigit() or not 1 <= int(text) <= LAST_PORT:
        raise ArgumentTypeError(f"{text} is no port: a number from 1 to {LAST_PORT} is one")
    return int(text)


class Command(BaseCommand):
    help = f"Serve on {ADDRESS} and play the demo there; then go on serving until Ctrl-C."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=port, default=os.environ.get("PORT") or PORT, help="the port (%(default)s)")
        parser.add_argument("--workers", type=int, default=WORKERS, help="how many processes (%(default)s)")
        parser.add_argument("--threads", type=int, default=THREADS, help="requests at a time in each (%(default)s)")
        parser.add_argument("--no-demo", action="store_false", dest="demo", help="only serve")
        parser.add_argument(
            "--with-parent", action="store_true", help="stop when the process is gone that started this"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        told = {name: options[name] for name in ("port", "workers", "threads", "demo", "with_parent")}
        try:
            serve(**told, say=self._say)
        except CannotServe as error:
            raise CommandError(str(error)) from error

    def _say(self, text: str) -> None:
        self.stdout.write(text)
        self.stdout.flush()
