"""What of a deal may be built on, and what it proves (R-36, section 9)."""

import random
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.deal.facts import Deal
from scoring.rules.pack.cards import card, cards, notation, notations, set_of
from scoring.rules.pack.modes import MODE
from scoring.rules.proof.evidence import (
    Evidence,
    IllegalPlay,
    MeldCards,
    Standing,
    evidence_of,
    facts_of,
    judged_melds,
    standings,
    without_hands,
)
from scoring.rules.proof.knowledge import Verdict
from tests.proofs import proof_size
from tests.rules.distributions import Careless, Hand, Moment, careless, distributions, short_pack
from tests.rules.known_deal import HANDS, RUN_OF_SEAT_2, RUN_OF_SEAT_3, TRICKS, opened, played
from tests.rules.table import Json, announce, deal, hand, stargames, stoeck, trick, weis

FACT, REFUTED, DOUBTED, CLASHING = Standing.FACT, Standing.REFUTED, Standing.DOUBTED, Standing.CLASHING


def table_of(*reports: Json) -> Deal:
    """The facts of the deal in which this was told, as it was played."""
    table = stargames()
    for report in reports:
        table.tell({**report, "as_played": True})
    current = table.referee.current
    assert current is not None
    return current.facts


def evidence(*reports: Json) -> Evidence:
    return evidence_of(table_of(*reports), undertrump="strict")


def illegal(*reports: Json) -> list[Any]:
    """The plays that are proven illegal: who, which card, what proves it, what was legal, and who knows that."""
    whole = table_of(*reports)
    views = {str(seat): without_hands(whole, whole.hands.keys() - {seat}) for seat in sorted(whole.hands)}
    views = {"all": without_hands(whole, whole.hands), **views, "referee": whole}
    found = {
        who: [written(one) for one in evidence_of(deal, undertrump="strict").illegal] for who, deal in views.items()
    }
    return [(*one, next(who for who, known in found.items() if one in known)) for one in found["referee"]]


def written(one: IllegalPlay) -> tuple[int, str, str | None, str]:
    assert one.proof is not None
    by = one.proof.proven_by
    proven_by = f"{by[0]} {notation(by[1])}" if by else None
    return one.play.seat, notation(one.play.card), proven_by, " ".join(notations(one.proof.legal))


def standing(*reports: Json) -> list[Standing]:
    return [one.standing for one in judged_melds(table_of(*reports))]


# --- Weise and Stöcke: which of them may be built on ------------------------------------------------------------------


def test_a_weis_and_a_stoeck_are_facts_until_something_contradicts_them() -> None:
    found = judged_melds(table_of(*opened(RUN_OF_SEAT_2, stoeck(1))))
    assert [(one.meld.seat, one.cards, one.standing) for one in found] == [
        (2, cards("R9 R10 RU"), FACT),
        (1, cards("RO RK"), FACT),
    ]


def test_another_seats_card_refutes_a_weis() -> None:
    assert standing(*opened(weis(4, "RU R10 R9")), *played(1, 1)) == [REFUTED]


def test_its_own_hand_refutes_a_weis() -> None:
    assert standing(*opened(weis(4, "RU R10 R9"), hand(4, HANDS[4]))) == [REFUTED]


def test_a_hand_that_has_no_room_for_it_refutes_a_weis() -> None:
    """Three cards were shown, and seven others played: ten, of nine that were dealt."""
    first = ["E6 E7 E8 E9", "E10 EU EO EK", "EA R6 R7 R8", "R9 R10 RU RO", "RK RA S6 S7", "S8 S9 S10 SU"]
    told = [*opened(weis(4, "B7 B8 B9")), *(trick(cards) for cards in first)]
    assert standing(*told) == [FACT]
    assert standing(*told, trick("SO SK SA B6")) == [REFUTED]


def test_the_hidden_hand_of_another_makes_a_weis_doubtful() -> None:
    assert standing(*opened(weis(4, "RU R10 R9"), hand(2, HANDS[2]))) == [DOUBTED]


def test_two_seats_cannot_have_the_same_card() -> None:
    told = opened(weis(4, "RU R10 R9"), weis(2, "R8 R9 R10"), RUN_OF_SEAT_3)
    assert standing(*told) == [CLASHING, CLASHING, FACT]
    assert evidence(*told).clashing == (2, 4)
    assert facts_of(table_of(*told), mode=MODE["rosen"], undertrump="strict").known == {3: cards("BU BO BK")}


def test_a_card_decides_between_two_weise() -> None:
    told = [*opened(weis(4, "RU R10 R9"), RUN_OF_SEAT_2), *played(1, 1)]
    assert standing(*told) == [REFUTED, FACT]
    assert evidence(*told).clashing == ()


def test_one_hand_has_room_for_so_many_weise_only() -> None:
    told = opened(*(weis(2, run) for run in ("E6 E7 E8", "S6 S7 S8", "B6 B7 B8", "R6 R7 R8")), stoeck(2), stoeck(3))
    assert standing(*told) == [CLASHING] * 6
    assert evidence(*told).clashing == (2, 3)


def test_what_lies_open_clashes_with_nothing() -> None:
    runs = (weis(2, run) for run in ("E6 E7 E8", "S6 S7 S8", "B6 B7 B8"))
    told = [*opened(*runs, stoeck(2)), trick("RA RO E9 S9"), trick("EA RK E10 S10")]
    assert standing(*told) == [CLASHING, CLASHING, CLASHING, FACT]


def test_without_trump_there_is_no_stoeck() -> None:
    assert standing(deal(), announce("obenabe"), RUN_OF_SEAT_2) == [FACT]


def test_before_the_announcement_nothing_is_proven() -> None:
    assert evidence(deal()) == Evidence((), (), None, ())


@settings(max_examples=proof_size(60, 3_000))
@given(seed=st.integers(0, 2**32 - 1))
def test_every_distribution_agrees_on_what_stands(seed: int) -> None:
    rng = random.Random(seed)
    game = careless(rng, pack=short_pack(rng))
    moment = game.after(rng.randint(proof_size(5, 4), 12))
    hands = {seat: frozenset(held) for seat, held in game.hands.items() if rng.random() < 0.15}
    said = some_said(rng, game)
    found = standings(
        [MeldCards(seat, set_of(card(one) for one in held)) for seat, held in said],
        sizes=moment.dealt,
        played={seat: set_of(card(play.card) for play in moment.of(seat)) for seat in moment.dealt},
        hands={seat: set_of(card(one) for one in held) for seat, held in hands.items()},
    )
    assert list(found) == tried(moment, hands, said)


Said = tuple[int, Hand]


def some_said(rng: random.Random, game: Careless) -> list[Said]:
    """Up to five Weise of one to three cards; many are true."""
    said = []
    for _ in range(rng.randint(1, 5)):
        seat = rng.randint(1, 4)
        of = game.hands[seat] if rng.random() < 0.6 else game.moment.pack
        said.append((seat, frozenset(rng.sample(list(of), rng.randint(1, 3)))))
    return said


def tried(moment: Moment, hands: Mapping[int, Hand], said: Sequence[Said]) -> list[Standing]:
    """How each of them stands, by trying every distribution."""
    found = [by_itself(moment, hands, one) for one in said]
    every = list(distributions(known(moment, hands)))
    left = [place for place, standing in enumerate(found) if standing is FACT]
    for number in range(2, len(left) + 1):
        for group in combinations(left, number):
            smaller = combinations(group, number - 1)
            if not can_be(every, [said[place] for place in group]) and all(
                can_be(every, [said[place] for place in some]) for some in smaller
            ):
                for place in group:
                    found[place] = CLASHING
    return found


def by_itself(moment: Moment, hands: Mapping[int, Hand], one: Said) -> Standing:
    own = {seat: held for seat, held in hands.items() if seat == one[0]}
    if not can_be(distributions(known(moment, own)), [one]):
        return REFUTED
    return FACT if can_be(distributions(known(moment, hands)), [one]) else DOUBTED


def known(moment: Moment, hands: Mapping[int, Hand]) -> Moment:
    return Moment(moment.mode, moment.undertrump, moment.pack, moment.dealt, moment.plays, hands)


def can_be(every: Any, said: Sequence[Said]) -> bool:
    return any(all(held <= one[seat] for seat, held in said) for one in every)


# --- hands ------------------------------------------------------------------------------------------------------------


NOT_QUITE_3 = HANDS[3].replace("S10", "RU")
"""What seat 3 shows: RU is in the hand of seat 2."""


def known_in(*reports: Json) -> dict[int, str]:
    facts = facts_of(table_of(*reports), mode=MODE["rosen"], undertrump="strict")
    return {seat: " ".join(notations(held)) for seat, held in facts.known.items()}


def test_what_lies_stands_above_a_hand_that_was_shown() -> None:
    told = opened(hand(3, NOT_QUITE_3))
    assert list(known_in(*told)) == [3]
    assert known_in(*told, *played(1, 1)) == {}


def test_of_two_hands_with_the_same_card_the_earlier_one_stands() -> None:
    assert list(known_in(*opened(hand(3, NOT_QUITE_3), hand(2, HANDS[2]), hand(1, HANDS[1])))) == [3, 1]


# --- what it proves ---------------------------------------------------------------------------------------------------


def test_a_later_card_proves_it_to_everybody() -> None:
    told = [*opened(), trick("EA E10 S6 E7")]
    assert illegal(*told) == []
    assert evidence(*told).verdicts.count(Verdict.OPEN) == 1
    assert illegal(*told, trick("B6 B7 EK B8")) == [(3, "S6", "2 EK", "EK", "all")]


@pytest.mark.parametrize("seats", [(4,), (1, 4)])
def test_a_hand_proves_it_to_those_who_may_see_the_hand(seats: tuple[int, ...]) -> None:
    shown = [hand(seat, HANDS[seat]) for seat in seats]
    assert illegal(*opened(*shown), trick("S7 RU SO R6")) == [(4, "R6", None, "S9 SK", "4")]


def test_three_hands_prove_what_the_fourth_was() -> None:
    shown = [hand(seat, HANDS[seat]) for seat in (1, 2, 3)]
    assert illegal(*opened(*shown), trick("S7 RU SO R6")) == [(4, "R6", None, "S9 SK", "referee")]


def test_a_weis_proves_it_to_everybody() -> None:
    told = [*opened(RUN_OF_SEAT_3, hand(4, HANDS[4]), hand(1, HANDS[1])), trick("R7 RU RA R6"), trick("B6 S10 B9 R8")]
    assert illegal(*told)[0] == (3, "S10", None, "BU BO BK", "all")


def test_what_nobody_is_proven_to_have_done_names_the_seats() -> None:
    """Seat 1 leads its only Eichel, and nobody follows: the other eight are with three who seem to have none."""
    told = [*opened(hand(1, "EA R6 R7 R8 R9 S6 S7 S8 S9")), trick("EA B6 B7 B8")]
    found = evidence(*told)
    assert (found.illegal, found.unexplained) == ((), (2, 3, 4))


def test_a_lawful_deal_is_legal_in_every_play() -> None:
    whole = evidence(*opened(RUN_OF_SEAT_2, RUN_OF_SEAT_3, stoeck(1)), *played(1, len(TRICKS)))
    assert whole == Evidence((Verdict.LEGAL,) * 36, (), None, ())
