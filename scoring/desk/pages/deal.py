"""A deal_page at a deal: how it is drawn, what is known of each hand at a moment of it, and its journal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.utils.safestring import SafeString

from scoring.desk.pages.journal import journal_of
from scoring.drawing import suit_svg
from scoring.drawing.deal import Marks, Pack, deal_drawn
from scoring.drawing.tables import table_of
from scoring.rules.pack.cards import SUITS, notation, notations
from scoring.rules.proof.hands import DealSnapshot, JudgedPlay, snapshot_of
from scoring.selectors.desk import DealAtDesk
from scoring.wording import deck_names, deck_of, label, name_of

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Topic:
    """What a deal_page at a deal is about: a trick, a card in question, and the trick and card that prove it."""

    trick: int | None = None
    card: str | None = None
    proof: str | None = None


def topic_of(sheet: Json, *, trick: int | None, seat: int | None, finding: str | None, seats: int) -> Topic:
    """What a dispute or a finding is about, as far as the deal has it."""
    found = next((one for one in sheet["findings"] if one["id"] == finding), None)
    if found is not None:
        by = found["proven_by"]
        return Topic(found["trick"] or trick, found["card"], by["card"] if by else None)
    lying = next((one for one in sheet["tricks"] if one["number"] == trick), None)
    if lying is None or seat is None:
        return Topic(trick)
    place = (seat - lying["leader"]) % seats
    return Topic(trick, lying["cards"][place] if place < len(lying["cards"]) else None)


def moment_at(sheet: Json, topic: Topic, *, asked: str) -> int:
    """How many cards lay at the moment that is looked at: as asked, else when the card in question lay, else all."""
    lying = list(chain.from_iterable(trick["cards"] for trick in sheet["tricks"]))
    if asked.isascii() and asked.isdigit() and int(asked) <= len(lying):
        return int(asked)
    return lying.index(topic.card) + 1 if topic.card in lying else len(lying)


# --- what is known of the hands ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlayedCard:
    """A card that was played by then, and the verdict on it: then, today, and today's as a class of the page."""

    picture: SafeString
    then: str
    today: str
    verdict: str


@dataclass(frozen=True, slots=True)
class HandSeen:
    """A hand at the moment: what it had played, holds, may hold, held as was learned later, and has of each suit."""

    player: str
    number: int
    played: Sequence[PlayedCard]
    holds: Sequence[SafeString]
    later: Sequence[SafeString]
    may_hold: Sequence[SafeString]
    least: Sequence[tuple[SafeString, int]]


def hands_seen(snapshot: DealSnapshot, *, names: Mapping[int, str], pack: Pack) -> list[HandSeen]:
    """All hands at the moment, seat by seat."""
    return [
        HandSeen(
            player=names[seat],
            number=known.number,
            played=[_played(one, pack) for one in snapshot.of(seat)],
            holds=pack.cards(notations(known.holds)),
            later=pack.cards(notations(snapshot.later[seat])),
            may_hold=pack.cards(notations(known.may_hold)),
            least=[(_suit(suit, pack), least) for suit, least in zip(SUITS, known.least, strict=True) if least],
        )
        for seat, known in sorted(snapshot.hands.items())
    ]


def _played(one: JudgedPlay, pack: Pack) -> PlayedCard:
    return PlayedCard(
        picture=pack.card(notation(one.play.card)),
        then=label(one.then.value, language=pack.language),
        today=label(one.today.value, language=pack.language),
        verdict=one.today.value,
    )


def _suit(code: str, pack: Pack) -> SafeString:
    return suit_svg(code, deck=pack.deck, language=pack.language)


# --- the whole page ---------------------------------------------------------------------------------------------------


def deal_page(found: DealAtDesk, topic: Topic, *, asked: str, language: str) -> dict[str, Any]:
    """What the pages show of a deal. `asked` is the moment that the reader chose."""
    game, table = found.game, table_of(found.game, deal=found.deal.number)
    pack = Pack(deck_of(game.variant, deck=game.deck), language)
    at = moment_at(found.sheet, topic, asked=asked)
    moment = snapshot_of(found.facts, cards=at, undertrump=found.rules.options.undertrump)
    about = Marks(topic.card, topic.proof, at, topic.trick, link="?at={moment}#hands")
    return {
        "game": game,
        "deal": found.deal,
        "head": list(_head(found.sheet, names=table.names, pack=pack)),
        "drawn": deal_drawn(found.sheet, table=table, variant=game.variant, language=language, about=about),
        "moment": at,
        "moment_card": _card_at(found.sheet, at, pack),
        "hands": hands_seen(moment, names=table.names, pack=pack) if moment else [],
        "journal": journal_of(found, table=table, pack=pack),
        "scores": scores_of(found.sheet, table.sides, names=table.names, language=language),
    }


def _head(sheet: Json, *, names: Mapping[int, str], pack: Pack) -> Iterator[tuple[str, str]]:
    """What is to be known of a deal first."""
    language = pack.language
    if sheet["mode"]:
        mode = deck_names(pack.deck, language=language)["modes"].get(sheet["mode"], sheet["mode"])
        factor = f" × {sheet['factor']}" if sheet["factor"] else ""
        yield name_of("columns", key="mode", language=language), f"{mode.partition(' (')[0]}{factor}"
    if sheet["declarer"]:
        yield name_of("columns", key="declarer", language=language), names[sheet["declarer"]]
    yield name_of("columns", key="dealer", language=language), names[sheet["dealer"]]
    status = name_of("deal_statuses", key=sheet["status"], language=language)
    yield name_of("columns", key="status", language=language), status
    yield from _own_to_a_variant(sheet, names=names, pack=pack)


def _own_to_a_variant(sheet: Json, *, names: Mapping[int, str], pack: Pack) -> Iterator[tuple[str, str]]:
    """The turned card, bids and laid cards, where the game has any; the sheet has what its reader may see of them."""
    if sheet["turned"]:
        yield name_of("words", key="turned_card", language=pack.language), pack.name(sheet["turned"])
    for bid in sheet["bids"] or ():
        yield name_of("words", key="bid", language=pack.language), f"{names[bid['seat']]} {bid['points']}"
    for laid in sheet["laid"] or ():
        told = pack.name(laid["card"]) if laid["card"] else "–"
        yield name_of("words", key="laid_card", language=pack.language), f"{names[laid['seat']]} {told}"


def _card_at(sheet: Json, at: int, pack: Pack) -> tuple[int, SafeString] | None:
    """The trick and the card with which the moment begins."""
    lying = [(trick["number"], card) for trick in sheet["tricks"] for card in trick["cards"]]
    if not 1 <= at <= len(lying):
        return None
    trick, card = lying[at - 1]
    return trick, pack.card(card)


def scores_of(
    sheet: Json, sides: Mapping[int, Sequence[int]], *, names: Mapping[int, str], language: str
) -> dict[str, Any]:
    """The score of the deal as a table: a row for each part, a column for each side."""
    scores = sheet["scores"] or ()
    parts = [name for name in (scores[0] if scores else {}) if name != "side"]
    return {
        "sides": [" + ".join(names[seat] for seat in sides[score["side"]]) for score in scores],
        "rows": [
            (name_of("columns", key=name, language=language), [score.get(name) for score in scores]) for name in parts
        ],
    }
