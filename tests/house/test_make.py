"""The make targets, and the environment that they make."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EMPTY = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}


def run(*command: str | Path, **environment: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        command,
        cwd=ROOT,
        env=EMPTY | environment,
        check=False,
        capture_output=True,
        text=True,
    )


def phony_targets() -> set[str]:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8").replace("\\\n", " ")
    return {target for line in re.findall(r"^\.PHONY: (.*)$", makefile, re.MULTILINE) for target in line.split()}


def test_make_lists_every_target() -> None:
    listed = set(re.findall(r"^ +make ([a-z-]+) ", run("make").stdout, re.MULTILINE))
    assert listed == phony_targets()


def test_the_targets_of_the_readme_are_there() -> None:
    assert {"help", "install", "run", "test", "check", "prove", "bench", "schema", "lint", "format"} <= phony_targets()


def test_every_requirement_is_pinned() -> None:
    for file in ("requirements.txt", "requirements-dev.txt"):
        for line in (ROOT / file).read_text(encoding="utf-8").splitlines():
            assert re.fullmatch(r"|#.*|-r [a-z.]+|[\w.-]+(\[[\w,]+\])?==[\w.]+", line), line


def test_a_machine_without_python_is_told_so(tmp_path: Path) -> None:
    done = run("/bin/sh", ".ci/venv", tmp_path / "venv", PYTHON="python-from-1991")
    assert done.returncode == 1
    assert "jassref needs Python 3.11 or later, and there is none here" in done.stderr


def no_ensurepip(folder: Path, *, also_without: str = "") -> Path:
    """Make a Python that lacks ensurepip, as Debian's does without python3-venv."""
    system = shutil.which("python3", path=os.defpath) or shutil.which("python3")
    hidden = " ".join(["ensurepip", *also_without.split()])
    (folder / "sitecustomize.py").write_text(
        f"import sys\nfor name in {hidden!r}.split():\n    sys.modules[name] = None\n",
    )
    python = folder / "python"
    python.write_text(f'#!/bin/sh\nPYTHONPATH={folder} exec {system} "$@"\n')
    python.chmod(0o755)
    return python


def test_without_ensurepip_and_pip_the_missing_package_is_named(tmp_path: Path) -> None:
    python = no_ensurepip(tmp_path, also_without="pip virtualenv")
    done = run("/bin/sh", ".ci/venv", tmp_path / "venv", PYTHON=str(python))
    assert done.returncode == 1
    assert "apt-get install python3-venv" in done.stderr
    assert not (tmp_path / "venv").exists()


@pytest.mark.parametrize("url", ["", "postgres://somewhere/else"])
def test_tests_run_where_they_are_told(url: str) -> None:
    plan = run("make", "--dry-run", "test-postgresql", "test-sqlite", DATABASE_URL=url).stdout
    assert plan.count("-u DATABASE_URL") == 2  # never on a database that the service may be using


@pytest.mark.parametrize(("requirement", "code"), [("pip", 0), ("./no-such-folder", 1)])
def test_the_installation_says_what_it_does_and_why_it_failed(tmp_path: Path, requirement: str, code: int) -> None:
    file = tmp_path / "needs.txt"
    file.write_text(f"{requirement}\n")
    done = run(sys.executable, ".ci/install", file)
    assert done.returncode == code
    assert done.stdout.startswith("==> Installing 0 packages of needs.txt")
    if code:
        assert "no-such-folder" in done.stderr
        assert "The packages could not be installed" in done.stderr
    else:
        assert "    done in " in done.stdout


def test_make_run_tells_each_step_before_it_begins() -> None:
    plan = run("make", "--dry-run", "--always-make", "run", PORT="8099").stdout
    steps = (
        "Making a Python environment",
        ".ci/install",
        "Bringing the database",
        "http://127.0.0.1:8099",
        "--with-parent",
    )
    places = [plan.index(step) for step in steps]
    assert places == sorted(places)
