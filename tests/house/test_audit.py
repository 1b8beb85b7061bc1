"""`make audit`: what it says where something is known, where nothing is, and where nobody can be asked."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
SOUND = {"name": "django", "version": "5.2", "vulns": []}
WEAK = {"name": "click", "version": "8", "vulns": [{"id": "PYSEC-2026-1", "fix_versions": ["8.9"], "aliases": []}]}
UNASKED = {"name": "attrs", "skip_reason": "Dependency not found"}


def audit(folder: Path, program: str = "", **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run it; `program` stands in the place of pip-audit."""
    if program:
        (folder / "pip_audit.py").write_text(program, encoding="utf-8")
    return subprocess.run(
        [sys.executable, ".ci/audit", "requirements.txt"],
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": str(folder), **environment},
        check=False,
        capture_output=True,
        text=True,
    )


def answering(*packages: dict[str, Any]) -> str:
    return f"print({json.dumps({'dependencies': packages})!r})"


def test_where_nothing_is_known(tmp_path: Path) -> None:
    done = audit(tmp_path, answering(SOUND))
    assert (done.returncode, done.stdout, done.stderr) == (0, "1 packages audited, 0 weaknesses known.\n", "")


def test_a_known_weakness_fails(tmp_path: Path) -> None:
    done = audit(tmp_path, answering(SOUND, WEAK, UNASKED))
    assert done.returncode == 1
    assert done.stdout == "click 8: PYSEC-2026-1, mended in 8.9\n2 packages audited, 1 weaknesses known.\n"
    assert done.stderr == "Not audited: attrs\n"


def test_an_index_that_knows_nothing_is_said(tmp_path: Path) -> None:
    done = audit(tmp_path, answering(UNASKED))
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("Not audited: the package index cannot be reached")


def test_an_index_that_cannot_be_reached_is_said(tmp_path: Path) -> None:
    """With pip-audit itself, behind a proxy that is not there."""
    done = audit(tmp_path, HTTPS_PROXY="http://127.0.0.1:9", HTTP_PROXY="http://127.0.0.1:9", NO_PROXY="")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("Not audited: the package index cannot be reached")
    assert "Traceback" not in done.stderr


def test_a_failure_of_its_own_is_no_silence(tmp_path: Path) -> None:
    done = audit(tmp_path, "raise SystemExit('no such option')")
    assert done.returncode == 2
    assert "no such option" in done.stderr
