"""One side of a comparison with an earlier commit: measures what it is asked, with the rules that it finds.

`python -m benchmarks.side` answers each line of its input, the name of a figure, with the figure. It uses those parts
of the rules alone that seldom change: reports, entries, `review` and the referee.
"""

import sys
from collections.abc import Callable, Mapping
from functools import partial

from benchmarks import variants
from benchmarks.deals import lawful_deals
from benchmarks.measure import per_second
from benchmarks.referee import ENTRIES, game_without_end, microseconds, record
from scoring.rules.review import review
from scoring.rules.variants import VARIANTS

DEALS = 40
READING = "reading a whole record"
HEARING = "hearing a trick"
CARD_BY_CARD = "reading a record card by card, {}"


def figures(*, seconds: float) -> Mapping[str, Callable[[], float]]:
    """What can be asked, by its name: deals a second, and for hearing microseconds."""
    game = game_without_end()
    journal = record(lawful_deals(DEALS, seed=2))
    carry = review(game, journal[: -ENTRIES + 1]).carries[-1]
    found: dict[str, Callable[[], float]] = {
        READING: partial(per_second, partial(review, game, journal), holds=DEALS, seconds=seconds),
        HEARING: partial(microseconds, game, carry, journal[-ENTRIES:], seconds=seconds),
    }
    for name, variant in VARIANTS.items():
        work = partial(review, variants.game_of(variant), variants.record(variant, seed=4))
        found[CARD_BY_CARD.format(name)] = partial(per_second, work, holds=1, seconds=seconds)
    return found


def main() -> None:
    """Answer figure after figure, until nobody asks any more."""
    known = figures(seconds=float(sys.argv[1]))
    for line in sys.stdin:
        sys.stdout.write(f"{known[line.strip()]()}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
