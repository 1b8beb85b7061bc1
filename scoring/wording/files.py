"""The data files of the words: <content>.<language>.json, beside this module."""

import json
from pathlib import Path
from typing import Any, Final

FOLDER: Final = Path(__file__).parent


def by_language(content: str) -> dict[str, Any]:
    """Return the parsed files of this content by language: `by_language("terms")["de"]`."""
    files = sorted(FOLDER.glob(f"{content}.*.json"))
    return {path.name.split(".")[1]: json.loads(path.read_text(encoding="utf-8")) for path in files}
