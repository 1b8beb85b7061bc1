"""The server: granian with its workers, and a demo beside it.

The workers are forks of the parent. The parent opens no database, so they inherit no connection.
The demo is a separate process for the same reason. In each worker a front (front.py) reads the
requests and gives whole ones to the threads.
"""

import errno
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from multiprocessing import RawValue, parent_process
from typing import Any, Final

from django.conf import settings
from django.utils.module_loading import import_string
from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.mp import MPServer

from scoring.management.front import Front

ADDRESS: Final = "127.0.0.1"
GRACE: Final = 10  # seconds that a worker has to end its requests
READY: Final = 30  # seconds that the server has to get ready for the demo

TO_THE_ROOT_LOGGER: Final[dict[str, Any]] = {
    "formatters": {},
    "handlers": {},
    "loggers": {name: {"handlers": [], "propagate": True} for name in ("_granian", "granian.access")},
}


class Server(MPServer):
    """granian's server. It also stops at a hang-up, and kills workers that do not end."""

    def __init__(self, target: str, **options: Any) -> None:
        super().__init__(target, **options)
        self._parent = os.getpid()

    def signal_handler_interrupt(self, *args: Any, **kwargs: Any) -> None:
        """Stop. A worker that was just forked and has not reached `load` yet exits at once."""
        if os.getpid() != self._parent:
            os._exit(0)
        super().signal_handler_interrupt(*args, **kwargs)  # type: ignore[no-untyped-call]  # granian has no types here

    def signal_handler_reload(self, *args: Any, **kwargs: Any) -> None:
        """Stop, because the terminal was closed."""
        self.signal_handler_interrupt(*args, **kwargs)

    def shutdown(self, exit_code: int = 0) -> None:
        """Stop the workers, and kill those that do not end within `GRACE` seconds."""
        # granian's own workers_kill_timeout sometimes kills a worker that has ended in time, and
        # logs an error about it.
        killer = threading.Timer(GRACE, self._kill_workers)
        killer.daemon = True
        killer.start()
        super().shutdown(exit_code)  # type: ignore[no-untyped-call]  # granian has no types here

    def _kill_workers(self) -> None:
        for worker in list(self.wrks):
            worker.kill()  # type: ignore[no-untyped-call]  # granian has no types here


class CannotServe(Exception):
    """The server cannot start, or had to stop; the message says why."""


def serve(*, port: int, workers: int, threads: int, demo: bool, with_parent: bool, say: Callable[[str], None]) -> None:
    """Serve until a signal (INT, TERM, HUP), then finish the running requests and return.

    With `with_parent` it also stops when the process that started it is gone. Raises CannotServe if
    the port is not free or the demo fails, and SystemExit if a worker has died.
    """
    url = f"http://{ADDRESS}:{port}"
    playing = RawValue("b", demo)  # shared with the workers
    if with_parent:
        threading.Thread(target=_stop_with, args=(os.getppid(),), daemon=True).start()
    _see_that_free(port)
    server = Server(
        str(settings.WSGI_APPLICATION),
        address=ADDRESS,
        port=port,
        interface=Interfaces.ASGINL,  # without lifespan messages, which the front does not use
        workers=workers,
        websockets=False,
        log_level=LogLevels.warning,
        log_dictconfig=TO_THE_ROOT_LOGGER,
    )
    beside = Demo(url=url, say=say, is_stopping=lambda: server.interrupt_signal, playing=playing) if demo else None
    if beside:
        server.on_startup(beside.start)
        server.on_shutdown(beside.stop)
    else:
        server.on_startup(lambda: say(_serving(url)))
    server.serve(target_loader=partial(load, threads=threads, playing=playing))
    if beside and beside.failed:
        raise CannotServe("The demo could not be played, so the server has stopped; --no-demo serves without it.")


def _serving(url: str) -> str:
    return f"Serving on {url}. Ctrl-C stops it."


def _stop_with(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(1)
    os.kill(os.getpid(), signal.SIGTERM)


def _see_that_free(port: int) -> None:
    """Raise CannotServe if the port is taken: granian would share it with the other program."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((ADDRESS, port))
        except OSError as error:
            if error.errno == errno.EADDRINUSE:
                raise CannotServe(f"Port {port} is taken: something else serves there. PORT names another.") from error
            raise CannotServe(f"Port {port} cannot be served on: {error.strerror}.") from error


# --- in a worker -----------------------------------------------------------------------------------------------------


def load(target: str, *, threads: int, playing: Any) -> Front:
    """Prepare a worker to stop when its parent says so, then load the application.

    While `playing.value` is true the demo plays, and its requests have no access lines. They would
    hide the score sheet. A refused request keeps its line.
    """
    logging.getLogger("jassref.access").addFilter(lambda line: not playing.value or not _went_well(line))
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    # A terminal sends these to every process at once. Only the parent must answer them.
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    return Front(import_string(target), threads=threads, seconds=settings.BODY_SECONDS)


def _went_well(line: logging.LogRecord) -> bool:
    """Return whether the access line tells of a request that was not refused."""
    return bool(getattr(line, "http", {}).get("status", HTTPStatus.BAD_REQUEST) < HTTPStatus.BAD_REQUEST)


def _leave_with_parent() -> None:
    """Stop when the parent is gone, even if it was killed."""
    parent = parent_process()
    if parent is None:
        return
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)
    threading.Event().wait(GRACE)
    os._exit(1)


# --- beside the workers ----------------------------------------------------------------------------------------------


class Demo:
    """The demo in a separate process, played as soon as the server is ready."""

    def __init__(self, *, url: str, say: Callable[[str], None], is_stopping: Callable[[], bool], playing: Any) -> None:
        self.failed = False
        self._playing = playing
        self._url = url
        self._say = say
        self._is_stopping = is_stopping
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start it, and watch it from a thread."""
        self._process = subprocess.Popen(  # noqa: S603 - our own command, and a URL made here
            [sys.executable, settings.BASE_DIR / "manage.py", "demo", "--url", self._url, "--wait", str(READY)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            process_group=0,  # the parent ends it, not the terminal
        )
        threading.Thread(target=self._watch, args=(self._process,), daemon=True).start()

    def stop(self) -> None:
        """End the demo if it still runs."""
        if self._process is not None:
            self._process.terminate()

    def _watch(self, process: "subprocess.Popen[str]") -> None:
        said, complained = process.communicate()
        self._playing.value = False
        if self._is_stopping():
            return
        sys.stderr.write(complained)
        if process.returncode == 0:
            self._say(f"{said}\n{_serving(self._url)}")
            return
        self.failed = True
        os.kill(os.getpid(), signal.SIGTERM)
