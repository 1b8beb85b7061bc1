"""No room outgrows its name: the limits of `make rooms` hold, and each of them can be broken."""

import importlib.machinery
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
LONG = "x = 1\n" * 301
WORDY = 'def f():\n    """Says\n    much."""\n' + "    x = 1\n" * 24
FUNCTION = "def f():\n" + "    x = 1\n" * 25


@pytest.fixture(scope="module")
def rooms() -> ModuleType:
    """The check itself, which is a script."""
    path = ROOT / ".ci" / "rooms"
    loader = importlib.machinery.SourceFileLoader("rooms", str(path))
    spec = importlib.util.spec_from_loader("rooms", loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_every_room_keeps_to_the_limits(rooms: ModuleType) -> None:
    assert len(rooms.modules(ROOT)) > 100
    assert rooms.offences(ROOT) == []


@pytest.mark.parametrize(
    ("files", "offence"),
    [
        ({f"api/games/m{n}.py": "" for n in range(13)}, "api/games: 13 modules, 12 at most"),
        ({"scoring/long.py": LONG}, "scoring/long.py: 301 lines, 300 at most"),
        ({"jassref/f.py": FUNCTION}, "jassref/f.py:1: f has 26 lines, 25 at most"),
        ({"api/a.py": "class A: ...", "scoring/b.py": "class A: ..."}, "class A: api/a.py, scoring/b.py"),
        (
            {"scoring/models/a.py": "class A: ...", "scoring/models/b.py": "class A: ..."},
            "class A: scoring/models/a.py, scoring/models/b.py",
        ),
    ],
)
def test_each_limit_can_be_broken(rooms: ModuleType, tmp_path: Path, files: dict[str, str], offence: str) -> None:
    assert rooms.offences(_tree(tmp_path, files)) == [offence]


@pytest.mark.parametrize(
    "files",
    [
        {"api/f.py": WORDY},
        {"scoring/migrations/0001.py": LONG},
        {"scoring/models/a.py": "class A: ...", "scoring/rules/a.py": "class A: ..."},
        {"api/__init__.py": "", **{f"api/m{n}.py": "" for n in range(12)}},
    ],
    ids=["a long docstring", "a migration", "a row and its value", "twelve modules"],
)
def test_what_is_allowed(rooms: ModuleType, tmp_path: Path, files: dict[str, str]) -> None:
    assert rooms.offences(_tree(tmp_path, files)) == []


def _tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")
    return root
