"""The steps of an account as sentences in the reader's language, from explain.<language>.json.

A step has several sentences, the most specific first. The first one whose places can all be filled
is used. A place is a fact in braces. `{winner:seat}` shows the fact as the kind after the colon: a
player's name, the names of a side, or a card by its name in the game's deck. A sentence comes in
pieces, so that a page can mark up names differently from words.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from string import Formatter
from typing import Any, Final

from scoring.wording.decks import deck_names
from scoring.wording.files import by_language
from scoring.wording.rulings import ruling_term
from scoring.wording.terms import name_of

BETWEEN_PARTNERS: Final = " & "


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a sentence. `is_name` is true for the name of a player."""

    text: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class TableNames:
    """Players' names by seat, seats by side, and the deck that names the cards."""

    names: Mapping[int, str]
    sides: Mapping[int, Sequence[int]]
    deck: str


@dataclass(frozen=True, slots=True)
class _Speech:
    """The names and the language for showing a fact."""

    table: TableNames
    language: str

    def word(self, group: str, key: str) -> str:
        """Return a word that only accounts use."""
        word: str = _files()[self.language]["words"][group][key]
        return word

    def named(self, group: str, key: str) -> str:
        """Return the name of a card, suit or mode in the game's deck."""
        return deck_names(self.table.deck, language=self.language)[group].get(key, key)


def headings(language: str) -> Mapping[str, str]:
    """Return the headings of the page."""
    found: Mapping[str, str] = _files()[language]["headings"]
    return found


def rule_line(rule: str, *, language: str) -> str:
    """Return a rule in one line."""
    found: str = _files()[language]["rules"][rule]
    return found


def step_pieces(key: str, *, facts: Mapping[str, Any], table: TableNames, language: str) -> list[Piece]:
    """Return the step as a sentence in pieces. Raises ValueError if no sentence can be filled."""
    for sentence in _files()[language]["steps"][key]:
        parsed = list(Formatter().parse(sentence))
        if all(name is None or _is_known(facts.get(name)) for _, name, _, _ in parsed):
            return list(_filled(parsed, facts=facts, speech=_Speech(table, language)))
    raise ValueError(f"no sentence for {key} can be filled by {sorted(facts)}")


def said_weis(form: Mapping[str, Any], *, deck: str, language: str) -> str:
    """Return a Weis that was said without its cards, in words."""
    words, ranks = _files()[language]["words"]["form"], deck_names(deck, language=language)["ranks"]
    if "four" in form:
        return str(words["four"].format(rank=ranks[form["four"]]))
    said = words["run_in_trump" if form.get("trump") else "run"]
    return str(said.format(length=form["run"], rank=ranks[form["high"]]))


def text_of(pieces: Sequence[Piece]) -> str:
    """Return the sentence as plain text."""
    return "".join(piece.text for piece in pieces)


def _is_known(fact: Any) -> bool:
    return fact is not None and fact != []


def _filled(
    parsed: Sequence[tuple[str, Any, Any, Any]], *, facts: Mapping[str, Any], speech: _Speech
) -> Iterator[Piece]:
    for text, name, spec, _ in parsed:
        if text:
            yield Piece(text)
        if name is not None:
            yield from _SAID[spec or ""](facts[name], speech)


def _plain(fact: Any, speech: _Speech) -> Iterator[Piece]:
    yield Piece(str(fact))


def _seat(seat: int, speech: _Speech) -> Iterator[Piece]:
    yield Piece(speech.table.names[seat], is_name=True)


def _seats(seats: Sequence[int], speech: _Speech) -> Iterator[Piece]:
    for index, seat in enumerate(seats):
        if index:
            yield Piece(", ")
        yield from _seat(seat, speech)


def _side(side: int, speech: _Speech) -> Iterator[Piece]:
    for index, seat in enumerate(speech.table.sides[side]):
        if index:
            yield Piece(BETWEEN_PARTNERS)
        yield from _seat(seat, speech)


def _standing(points: Mapping[str, int], speech: _Speech) -> Iterator[Piece]:
    """Yield points by side: Anna & Chiara 35, Beat & Dario 0."""
    for index, (side, has) in enumerate(points.items()):
        if index:
            yield Piece(", ")
        yield from _side(int(side), speech)
        yield Piece(f" {has}")


def _card(card: str, speech: _Speech) -> Iterator[Piece]:
    yield Piece(speech.named("cards", card))


def _cards(cards: Sequence[str], speech: _Speech) -> Iterator[Piece]:
    yield Piece(", ".join(speech.named("cards", card) for card in cards))


def _plays(plays: Sequence[Mapping[str, Any]], speech: _Speech) -> Iterator[Piece]:
    """Yield plays with their points: Anna Rosen-Under (20), Beat Rosen-Neun (14)."""
    for index, play in enumerate(plays):
        if index:
            yield Piece(", ")
        yield from _seat(play["seat"], speech)
        yield Piece(f" {speech.named('cards', play['card'])} ({play['points']})")


def _form(form: Mapping[str, Any], speech: _Speech) -> Iterator[Piece]:
    """Yield a Weis as it was said: a run of 3 up to the König, in trump."""
    yield Piece(said_weis(form, deck=speech.table.deck, language=speech.language))


def _suit(suit: str, speech: _Speech) -> Iterator[Piece]:
    yield Piece(speech.named("suits", suit))


def _mode(mode: str, speech: _Speech) -> Iterator[Piece]:
    yield Piece(speech.named("modes", mode))


def _sum(points: Sequence[int], speech: _Speech) -> Iterator[Piece]:
    yield Piece(" + ".join(map(str, points)))


def _signed(points: int, speech: _Speech) -> Iterator[Piece]:
    yield Piece(f"{'−' if points < 0 else '+'} {abs(points)}")


def _parts(parts: Mapping[str, int], speech: _Speech) -> Iterator[Piece]:
    """Yield the parts of a score: Stiche 80 + Weis 20. Parts with 0 points are left out."""
    yield Piece(" + ".join(f"{speech.word('parts', name)} {points}" for name, points in parts.items() if points) or "0")


def _fault(fault: str, speech: _Speech) -> Iterator[Piece]:
    yield Piece(name_of("faults", key=fault, language=speech.language))


def _decided_by(criterion: str, speech: _Speech) -> Iterator[Piece]:
    yield Piece(speech.word("decided_by", criterion))


def _stage(stage: str, speech: _Speech) -> Iterator[Piece]:
    yield Piece(speech.word("stage", stage))


def _stages(stages: Sequence[str], speech: _Speech) -> Iterator[Piece]:
    yield Piece(", ".join(speech.word("stage", stage) for stage in stages))


def _remedy(remedy: str, speech: _Speech) -> Iterator[Piece]:
    yield Piece(ruling_term("remedies", key=remedy, language=speech.language).name)


_SAID: Final[Mapping[str, Callable[[Any, _Speech], Iterator[Piece]]]] = {
    "": _plain,
    "seat": _seat,
    "seats": _seats,
    "side": _side,
    "standing": _standing,
    "card": _card,
    "cards": _cards,
    "plays": _plays,
    "form": _form,
    "suit": _suit,
    "mode": _mode,
    "sum": _sum,
    "signed": _signed,
    "parts": _parts,
    "fault": _fault,
    "remedy": _remedy,
    "decided_by": _decided_by,
    "stage": _stage,
    "stages": _stages,
}
"""The function that shows a fact, by the kind after the colon of its place."""


@cache
def _files() -> Mapping[str, Any]:
    return by_language("explain")
