"""The rules of this commit against those of an earlier one, measured in turns.

The earlier commit gets a work tree of its own in a temporary folder, which goes at the end. Both sides run today's
measuring code, each with its own rules.
"""

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path

from benchmarks import side
from benchmarks.measure import ROUNDS, Figures, Row, in_turns, progress
from scoring.rules.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("benchmarks", "scoring")


class NoComparison(Exception):
    """The commit cannot be measured; the message says why."""


def rows(commit: str, *, rounds: int = ROUNDS, seconds: float = 0.4) -> list[Row]:
    """The rows of the table. Raises NoComparison where there is no such commit, or its rules are too different."""
    with ExitStack() as stack:
        tree = stack.enter_context(_work_tree(commit))
        sides = {name: stack.enter_context(_Side.at(place, seconds)) for name, place in ((commit, tree), ("now", ROOT))}
        found: list[Row] = []
        for figure, unit in _asked():
            contenders = {name: partial(one.measure, figure) for name, one in sides.items()}
            taken = in_turns(contenders, rounds=rounds, about=f"{figure}, now and at {commit}")
            found.append(_row(figure, unit, ours=taken["now"], commit=commit, theirs=taken[commit]))
    return found


def _asked() -> Iterator[tuple[str, str]]:
    """The figures with their units."""
    yield side.READING, "deals/s"
    yield side.HEARING, "µs"
    for name in VARIANTS:
        yield side.CARD_BY_CARD.format(name), "deals/s"


def _row(figure: str, unit: str, *, ours: Figures, commit: str, theirs: Figures) -> Row:
    return Row(what=figure, unit=unit, ours=ours, against=commit, other=theirs)


@contextmanager
def _work_tree(commit: str) -> Iterator[Path]:
    """The files of a commit, in a folder that goes at the end."""
    git = ["git", "-C", str(ROOT)]
    with tempfile.TemporaryDirectory(prefix="jassref-bench-") as folder:
        tree = Path(folder) / "tree"
        made = subprocess.run(
            [*git, "worktree", "add", "--detach", "--quiet", str(tree), commit],
            check=False, capture_output=True, text=True,
        )  # fmt: skip
        if made.returncode:
            raise NoComparison(f"There is no work tree of {commit}: {made.stderr.strip()}")
        try:
            yield tree
        finally:
            subprocess.run([*git, "worktree", "remove", "--force", str(tree)], check=False)


class _Side:
    """A process that measures with the rules of one work tree."""

    def __init__(self, process: "subprocess.Popen[str]") -> None:
        self._process = process

    @classmethod
    @contextmanager
    def at(cls, tree: Path, seconds: float) -> Iterator["_Side"]:
        """Start it: today's benchmarks, and the package `scoring` of this tree."""
        with tempfile.TemporaryDirectory(prefix="jassref-bench-") as folder:
            for package, home in zip(PACKAGES, (ROOT, tree), strict=True):
                (Path(folder) / package).symlink_to(home / package, target_is_directory=True)
            command = [sys.executable, "-P", "-c", _RUN, folder, str(seconds)]
            with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
                yield cls(process)

    def measure(self, figure: str) -> float:
        """Ask for a figure."""
        if self._process.stdin is None or self._process.stdout is None:
            raise TypeError("a side is talked to by pipes")
        try:
            self._process.stdin.write(figure + "\n")
            self._process.stdin.flush()
        except BrokenPipeError:
            progress("before: one side has stopped")
        answer = self._process.stdout.readline()
        if not answer:
            raise NoComparison("The rules of that commit cannot be measured with the code of today; see above.")
        return float(answer)


_RUN = "import sys; sys.path.insert(0, sys.argv.pop(1)); from benchmarks.side import main; main()"
