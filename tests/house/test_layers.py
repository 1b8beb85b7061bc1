"""The direction of imports, as pyproject.toml draws it."""

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RULES = sorted((ROOT / "scoring" / "rules").rglob("*.py"))


def imported_by(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (name.name for name in names)
            case ast.ImportFrom(module=str(module), level=0):
                yield module
            case ast.ImportFrom():
                yield "scoring.rules"  # a relative import stays within the package


def test_imports_point_down() -> None:
    lint_imports = Path(sys.executable).with_name("lint-imports")
    done = subprocess.run([lint_imports, "--no-logo"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", RULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_the_rules_import_the_standard_library_alone(file: Path) -> None:
    foreign = {
        name
        for name in imported_by(file)
        if not name.startswith("scoring.rules") and name.partition(".")[0] not in sys.stdlib_module_names
    }
    assert foreign == set()


def test_the_picture_shows_the_imports() -> None:
    drawn = subprocess.run([sys.executable, ".ci/picture", "--check"], cwd=ROOT, check=False, capture_output=True)
    assert drawn.returncode == 0, drawn.stderr.decode()


def test_a_stale_picture_is_told(tmp_path: Path) -> None:
    shutil.copytree(ROOT / ".ci", tmp_path / ".ci")
    for room in ("api", "jassref", "scoring"):
        shutil.copytree(ROOT / room, tmp_path / room, ignore=shutil.ignore_patterns("*.json", "*.yml", "static"))
    (tmp_path / "docs" / "img").mkdir(parents=True)
    draw = [sys.executable, ".ci/picture"]
    assert subprocess.run(draw, cwd=tmp_path, check=False).returncode == 0
    assert subprocess.run([*draw, "--check"], cwd=tmp_path, check=False).returncode == 0
    changed = tmp_path / "scoring" / "models" / "games.py"
    changed.write_text(changed.read_text(encoding="utf-8") + "\nimport scoring.drawing.cards\n", encoding="utf-8")
    stale = subprocess.run([*draw, "--check"], cwd=tmp_path, check=False, capture_output=True)
    assert (stale.returncode, b"make picture" in stale.stderr) == (1, True)
