"""Tables as CSV files that a spreadsheet opens right, and that do nothing there but stand."""

import csv
import re
import unicodedata
from collections.abc import Iterable, Sequence
from io import StringIO
from typing import Final
from urllib.parse import quote

Cell = str | int | None
"""A text, a number, or nothing."""

SEPARATORS: Final = {"comma": ",", "semicolon": ";", "tab": "\t"}
COMMA_COUNTRIES: Final = frozenset({"en"})
"""Languages whose spreadsheets separate by comma; the others write 1,5 for a half, and separate by semicolon."""
MARK: Final = "\ufeff"
"""Tells a spreadsheet that the file is UTF-8."""

_FORMULA: Final = re.compile(r"""(^|[,;\t\r\n|])(?=[\s"']*[=+\-@＝＋－＠])|^(?=[\t\r\n])""")
"""Where a formula would start: in front of a cell, or where another separator than ours would make one of its rest."""
_NO_NAME: Final = re.compile(r"[^\w.()+-]+")
_RESERVED: Final = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)", re.IGNORECASE)
LONGEST_NAME: Final = 60
NAMELESS: Final = "jassref"


def separator_of(language: str) -> str:
    """The name of the separator that spreadsheets in this language expect."""
    return "comma" if language in COMMA_COUNTRIES else "semicolon"


def to_csv(rows: Iterable[Sequence[Cell]], *, separator: str) -> bytes:
    """The rows as RFC 4180 has them, with CRLF, as wide as the widest; numbers are numbers, texts are no formulas."""
    table = [[_harmless(cell) for cell in row] for row in rows]
    width = max(map(len, table), default=0)
    out = StringIO(newline="")
    writer = csv.writer(out, delimiter=SEPARATORS[separator], lineterminator="\r\n")
    writer.writerows([*row, *[None] * (width - len(row))] for row in table)
    return (MARK + out.getvalue()).encode()


def _harmless(cell: Cell) -> Cell:
    return _FORMULA.sub(r"\1'", cell) if isinstance(cell, str) else cell


def attachment(name: str, *, extension: str) -> str:
    """The Content-Disposition of a file to be kept (RFC 6266): its name in all letters, and in those of ASCII."""
    kept = unicodedata.normalize("NFC", _safe(name))
    plain = _safe(unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode())
    fancy = quote(f"{kept or plain or NAMELESS}.{extension}", safe="")
    return f"attachment; filename=\"{plain or NAMELESS}.{extension}\"; filename*=UTF-8''{fancy}"


def _safe(name: str) -> str:
    """The name with nothing in it that a file system minds: letters, digits and a few signs, and not too long."""
    safe = _NO_NAME.sub("_", name)[:LONGEST_NAME].strip("._-+ ")
    return f"_{safe}" if _RESERVED.match(safe) else safe
