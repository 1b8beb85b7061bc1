"""Guides as scripts: the `sh` blocks of a document are run in order, and what it shows after each must be answered.

What is shown may leave out with "…" and may be laid out in lines; else it is what was answered, letter by letter.
"""

import re
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
END = "-- end of the block --"
LEFT_OUT = "…"


@dataclass(frozen=True)
class Step:
    """Commands, and what the document shows of their output; None where it shows nothing."""

    commands: str
    shown: str | None


def section(text: str, *, heading: str) -> str:
    """The part of a document under this heading, up to the next of the same level."""
    level = heading.partition(" ")[0]
    begin = text.index(f"\n{heading}\n")
    end = text.find(f"\n{level} ", begin + 1)
    return text[begin:] if end < 0 else text[begin:end]


def steps(text: str) -> Iterator[Step]:
    """The `sh` blocks of a text, each with the `text` block that follows it directly."""
    blocks = [(found.group(1), found.group(2)) for found in BLOCK.finditer(text)]
    for number, (kind, body) in enumerate(blocks):
        if kind == "sh":
            after = blocks[number + 1] if number + 1 < len(blocks) else ("", "")
            yield Step(body, after[1] if after[0] == "text" else None)


def run(told: Sequence[Step], *, folder: Path, environment: Mapping[str, str], replace: Mapping[str, str]) -> list[str]:
    """Run the steps in one shell, as somebody would who types them, and answer what each of them prints."""
    script = f"\necho; echo '{END}'\n".join([step.commands for step in told] + [""])
    for name, value in {".venv/bin/python": sys.executable, **replace}.items():
        script = script.replace(name, value)
    done = subprocess.run(
        ["bash", "-uo", "pipefail", "-s"],
        input=script,
        cwd=folder,
        env=dict(environment),
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    printed = done.stdout.split(END)
    assert len(printed) == len(told) + 1, done.stderr
    assert done.stderr == "", done.stderr
    return printed[:-1]


def missing(shown: str, *, printed: str) -> str | None:
    """The first part of what is shown that was not printed, in the order in which it is shown."""
    rest = _solid(printed)
    for part in shown.split(LEFT_OUT):
        wanted = _solid(part)
        place = rest.find(wanted)
        if place < 0:
            return part.strip()
        rest = rest[place + len(wanted) :]
    return None


def _solid(text: str) -> str:
    return "".join(text.split())
