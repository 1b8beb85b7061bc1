"""The rules alone, without a database: reading recorded deals, and hearing one more trick."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any
from uuid import UUID, uuid5

from benchmarks import replays
from benchmarks.deals import HAND, Played, lawful_deals
from benchmarks.measure import ROUNDS, Figures, Row, in_turns, per_second, progress
from benchmarks.neighbours import engines
from scoring.rules.position import Game
from scoring.rules.record.entries import Entry, Sent, standing
from scoring.rules.record.kinds import Announced, DealOpened, Report, Said, TrickPlayed
from scoring.rules.referee import Referee
from scoring.rules.review import review
from scoring.rules.scoring.carry import Carry
from scoring.rules.variants import VARIANTS

ENTRIES = HAND + 2
"""The entries of a deal: it is opened, the mode is announced, nine tricks."""

NAMESPACE = UUID(int=1)


def rows(*, deals: int = 100, rounds: int = ROUNDS, seconds: float = 0.4) -> list[Row]:
    """The rows of the table. `deals` is how long the long record is."""
    game = game_without_end()
    played = lawful_deals(deals, seed=2)
    journal = record(played)
    carries = review(game, journal).carries
    first, last = journal[:ENTRIES], journal[-ENTRIES:]
    contenders: dict[str, Callable[[], float]] = {
        "one": partial(per_second, partial(review, game, first), holds=1, seconds=seconds),
        "all": partial(per_second, partial(review, game, journal), holds=deals, seconds=seconds),
        "first": partial(microseconds, game, carries[0], first, seconds=seconds),
        "last": partial(microseconds, game, carries[-1], last, seconds=seconds),
    }
    contenders |= _replaying(played, seconds=seconds)
    figures = in_turns(contenders, rounds=rounds, about="referee")
    return [
        Row(
            what="reading a whole record, one deal",
            unit="deals/s",
            ours=figures["one"],
            against=f"{deals} deals",
            other=figures["all"],
        ),
        *_against_replaying(figures, deals=deals),
        Row(
            what=f"hearing a trick in deal {deals}",
            unit="µs",
            ours=figures["last"],
            against="in deal 1",
            other=figures["first"],
            aim="about 1",
        ),
    ]


def _replaying(deals: Sequence[Played], *, seconds: float) -> dict[str, Callable[[], float]]:
    """jass-kit with the same deals, after a look whether it counts the same; nobody where it is not installed.

    Raises ValueError where it counts other points than we do.
    """
    if not replays.installed():
        progress("referee: jass-kit is not installed here, so nobody replays the deals")
        return {}
    ask = next(engine.question for engine in engines() if engine.name in replays.NAME)
    scripts = replays.scripts(deals, question=ask)
    if replays.replay(scripts) != card_points(deals):
        raise ValueError("jass-kit counts other points than we do")
    return {replays.NAME: partial(per_second, partial(replays.replay, scripts), holds=len(deals), seconds=seconds)}


def _against_replaying(figures: Mapping[str, Figures], *, deals: int) -> Iterator[Row]:
    if replays.NAME in figures:
        yield Row(
            what=f"reading a whole record, {deals} deals",
            unit="deals/s",
            ours=figures["all"],
            against=replays.NAME,
            other=figures[replays.NAME],
            aim="≥ 3",
        )


def card_points(deals: Sequence[Played]) -> list[replays.Points]:
    """What our sheets say of the card points, the side first that led the first trick."""
    sheets = review(game_without_end(), record(deals)).sheets
    leads = [(sheet["tricks"][0]["leader"] - 1) % 2 for sheet in sheets]
    counted = [[row["tricks"] for row in sheet["scores"]] for sheet in sheets]
    return [(counts[first], counts[1 - first]) for first, counts in zip(leads, counted, strict=True)]


def record(deals: Sequence[Played]) -> list[Entry]:
    """The journal of these deals, reported trick by trick."""
    said = [one for deal in deals for one in _reports(deal)]
    return [
        Entry(seq, str(uuid5(NAMESPACE, str(seq))), Said(report=report), root=seq)
        for seq, report in enumerate(said, start=1)
    ]


def _reports(deal: Played) -> list[Report]:
    tricks = [TrickPlayed(cards=cards, number=number) for number, cards in enumerate(deal.tricks, start=1)]
    return [DealOpened(), Announced(mode=deal.mode.name), *tricks]


def game_without_end() -> Game:
    """The default rules, with a target that nobody reaches."""
    resolved = VARIANTS["schieber"].resolve({"target": 1_000_000})
    if isinstance(resolved, list):
        raise TypeError(f"the options of the benchmark are refused: {resolved}")
    return Game(NAMESPACE, VARIANTS["schieber"], resolved[1], first_dealer=4)


def microseconds(game: Game, start: Carry, entries: Sequence[Entry], *, seconds: float) -> float:
    """What it costs to hear each of the nine tricks of a deal, from the record before it to the sheet after it."""
    steps = [(standing(entries[:place]), entries[place]) for place in range(2, ENTRIES)]

    def work() -> None:
        for units, entry in steps:
            _hear(Referee(game, start, list(units), version=entry.seq - 1), entry)

    return 1e6 / per_second(work, holds=len(steps), seconds=seconds)


def _hear(referee: Referee, entry: Entry) -> tuple[Any, ...]:
    """One more report, and everything that is written down after it."""
    referee.hear_all([Sent(UUID(entry.id), entry.said)])
    sheets = [referee.sheet(read) for read in referee.deals]
    return sheets, referee.totals, referee.result, referee.expects, referee.turn
