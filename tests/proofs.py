"""How long a random proof runs: short in every test run, at full length in `make prove`."""

import os

PROVING = os.environ.get("JASSREF_PROVE", "0") not in {"", "0"}


def proof_size(short: int, full: int) -> int:
    """Answer how many random examples to try: `short`, or `full` in `make prove`."""
    return full if PROVING else short
