"""What a deal proves at a glance is what all its facts prove, in every moment of careless deals."""

import random
from collections.abc import Iterator

import pytest

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Meld
from scoring.rules.pack.cards import Cards, card, members, set_of
from scoring.rules.pack.modes import MODE, MODES, Mode
from scoring.rules.pack.seats import Seat, Table
from scoring.rules.pack.tricks import Undertrump
from scoring.rules.proof.evidence import evidence_of, facts_of
from scoring.rules.proof.glance import demands, judged_at_a_glance
from scoring.rules.proof.knowledge import Verdict, unexplained, verdicts
from scoring.rules.proof.legality import legal_cards
from scoring.rules.record.entries import Unit
from tests.proofs import proof_size

UNIT = Unit(1, 1, "1", "1", opens=True, parts=())
READINGS: tuple[Undertrump, ...] = ("strict", "forced", "hindersi", "free")
TABLES = ((Table(4, partners=True), 9, 9), (Table(3, partners=False), 12, 11), (Table(4, partners=False), 9, 8))
"""The seats, how many cards each was dealt, and how many of them it plays."""


def an_empty_deal(table: Table, *, dealt: int, plays: int, mode: Mode) -> Deal:
    return Deal("1", 1, table, dealt, plays, table.seats, UNIT, mode=mode)


def careless_moments(rng: random.Random, undertrump: Undertrump) -> Iterator[Deal]:
    """A deal after each of its cards, with a hand that is shown and a Stöck that may be false."""
    table, dealt, plays = rng.choice(TABLES)
    mode = rng.choice(MODES)
    pack = rng.sample(range(36), 36)
    hands = {seat: set_of(pack[dealt * (seat - 1) : dealt * seat]) for seat in table.all_seats}
    found = an_empty_deal(table, dealt=dealt, plays=plays, mode=mode)
    left: dict[Seat, Cards] = {seat: set_of(members(hand)[:plays]) for seat, hand in hands.items()}
    shows, says, care = rng.randrange(plays), rng.randrange(plays), rng.choice((0.6, 0.95, 1))
    for number in range(plays * table.seats):
        if number == shows * table.seats:
            shown = rng.choice(table.all_seats)
            found.hands[shown] = hands[shown]
        if number == says * table.seats:
            found.stoecke.append(Meld(rng.choice(table.all_seats), UNIT, found.tick()))
        hand = left[found.turn]
        trick = found.running.cards if found.running else ()
        lawful = legal_cards(hand, trick=trick, mode=mode, undertrump=undertrump)
        chosen = rng.choice(members(lawful if rng.random() < care else hand))
        left[found.turn] &= ~(1 << chosen)
        found.lay((chosen,), leader=None, unit=UNIT)
        yield found


@pytest.mark.parametrize("undertrump", READINGS)
def test_a_glance_judges_as_all_facts_do(undertrump: Undertrump) -> None:
    rng = random.Random(undertrump)
    seen = set()
    for _ in range(proof_size(40, 1_000)):
        for deal in careless_moments(rng, undertrump):
            assert deal.mode
            facts = facts_of(deal, mode=deal.mode, undertrump=undertrump)
            judged = verdicts(facts)
            found = evidence_of(deal, undertrump=undertrump)
            assert (found.verdicts, found.unexplained) == (judged, unexplained(facts, judged))
            illegal = [facts.plays[place] for place, one in enumerate(judged) if one is Verdict.ILLEGAL]
            assert [one.play for one in found.illegal] == illegal
            lacking = [place for place, play in enumerate(facts.plays) if play.lacks]
            assert [one.place for one in demands(deal, mode=deal.mode, undertrump=undertrump)] == lacking
            seen |= set(judged)
    assert seen == set(Verdict), "a deal of the test shows each verdict"


def test_nothing_unseen_is_counted_where_all_follow_suit() -> None:
    mode = MODE["obenabe"]
    deal = an_empty_deal(Table(4, partners=True), dealt=9, plays=9, mode=mode)
    for name in ("EA", "E10", "E9", "E6"):
        deal.lay((card(name),), leader=None, unit=UNIT)

    def known() -> dict[Seat, Cards]:
        raise AssertionError("somebody asked for hands")

    found = judged_at_a_glance(deal, mode=mode, undertrump="strict", known=known)
    assert found == ((Verdict.LEGAL,) * 4, None)
