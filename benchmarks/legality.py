"""How many positions a second it is answered in what may be played, against two other engines on the same positions."""

from collections import Counter
from collections.abc import Callable, Sequence

from benchmarks.deals import Position, lawful_deals
from benchmarks.measure import ROUNDS, Row, in_turns, per_second, progress
from benchmarks.neighbours import Engine, Question, engines
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.proof.legality import legal_cards

UNIT = "positions/s"
AIMS = {"jass-kit 2.0.5": "≥ 20"}


def rows(*, deals: int = 120, rounds: int = ROUNDS, seconds: float = 0.4) -> tuple[list[Row], list[str]]:
    """The rows of the table, and what is to be said about answers that differ."""
    positions = [position for deal in lawful_deals(deals, seed=1) for position in deal.positions]
    there = engines()
    if not there:
        progress("legal cards: no other engine is installed here, so ours stands alone")
    notes = [note for engine in there for note in differences(engine, positions)]
    contenders = {"strict": _rate(_ours(positions, reading="strict"), len(positions), seconds)}
    contenders |= {"forced": _rate(_ours(positions, reading="forced"), len(positions), seconds)}
    for engine in there:
        work = _theirs(engine.answer, engine.questions(positions))
        contenders[engine.name] = _rate(work, len(positions), seconds)
    figures = in_turns(contenders, rounds=rounds, about="legal cards")
    if not there:
        return [Row(what=f"legal cards, {how}", unit=UNIT, ours=figures[how]) for how in ("strict", "forced")], notes
    return [
        Row(
            what=f"legal cards, {engine.reading}",
            unit=UNIT,
            ours=figures[engine.reading],
            against=engine.name,
            other=figures[engine.name],
            aim=AIMS.get(engine.name, ""),
        )
        for engine in there
    ], notes


def differences(engine: Engine, positions: Sequence[Position]) -> list[str]:
    """On how many of the positions the engine answers otherwise than we do, and why."""
    reasons: Counter[str] = Counter()
    for position, question in zip(positions, engine.questions(positions), strict=True):
        theirs = engine.cards(engine.answer(*question))
        ours = legal_cards(position.hand, trick=position.trick, mode=position.mode, undertrump=engine.reading)
        if theirs != ours:
            reasons[engine.why_not(position) or "UNEXPLAINED"] += 1
    about = f"{engine.name} against R-15 as `{engine.reading}`, {len(positions)} positions"
    if not reasons:
        return [f"{about}: the same answer on all."]
    return [f"{about}: another answer on {count} ({reason})." for reason, count in reasons.most_common()]


def _rate(work: Callable[[], object], holds: int, seconds: float) -> Callable[[], float]:
    return lambda: per_second(work, holds=holds, seconds=seconds)


def _ours(positions: Sequence[Position], *, reading: Undertrump) -> Callable[[], None]:
    questions = [(position.hand, position.trick, position.mode) for position in positions]

    def work() -> None:
        for hand, trick, mode in questions:
            legal_cards(hand, trick=trick, mode=mode, undertrump=reading)

    return work


def _theirs(answer: Callable[..., object], questions: Sequence[Question]) -> Callable[[], None]:
    def work() -> None:
        for question in questions:
            answer(*question)

    return work
