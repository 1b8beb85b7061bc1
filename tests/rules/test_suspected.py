"""A play that rests on what another seat has said is suspected, until cards prove it (section 9).

Rosen are trump, and seat 1 leads. The hands of seats 1 and 2 are known; seats 3 and 4 have the other cards.
"""

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle.cards import PACK, legal, seats_from, trick_winner
from tests.proofs import proof_size
from tests.rules.table import JassTable, Json, announce, deal, fault_of, hand, play, stargames, stoeck, trick, weis

HANDS = {1: "E6 E7 R6 R7 R8 R9 R10 S6 S7", 2: "E8 E9 RU RO RK RA S8 B6 B7"}
FIVE_SCHILTEN = weis(4, "S10 SU SO SK SA")
"""With them, seat 4 has no room for the four Eicheln that are missing after trick 1: seat 3 seems to hold one."""
DISCARD = trick("E6 E8 S9 E10", as_played=True)
REVOKE = ("revoke", 3, 1, "S9")


def said(*reports: Json) -> JassTable:
    """A table where this was told after the announcement, each report as it was played."""
    table = stargames()
    table.tell(deal(), announce("rosen"), hand(1, HANDS[1]), hand(2, HANDS[2]))
    table.tell(*({**report, "as_played": True} for report in reports))
    return table


def found(table: JassTable) -> list[tuple[Any, str]]:
    return [(fault_of(one), one["status"]) for one in table.sheet["findings"]]


def test_a_play_that_only_the_weis_of_another_makes_illegal_is_suspected() -> None:
    table = said(FIVE_SCHILTEN, DISCARD)
    assert found(table) == [(REVOKE, "suspected")]
    (finding,) = table.sheet["findings"]
    assert (finding["legal"], finding["proven_by"]) == (None, None)
    assert table.referee.carry_after(table.referee.deals[0]).proven == 0


def test_the_report_is_held_up_nevertheless() -> None:
    assert said(FIVE_SCHILTEN).irregular(trick("E6 E8 S9 E10")) == [REVOKE]


def test_it_falls_with_the_weis() -> None:
    table = said(FIVE_SCHILTEN, DISCARD)
    table.tell(trick("EA E7 E9 SU", as_played=True))
    assert found(table) == [(("false_weis", 4, None, "SA"), "proven")]


def test_a_card_of_its_own_proves_it() -> None:
    table = said(FIVE_SCHILTEN, DISCARD)
    suspected = table.sheet["findings"][0]["id"]
    table.tell(trick("EA E7 E9 EK", as_played=True))
    (finding,) = table.sheet["findings"]
    assert (finding["id"], finding["status"]) == (suspected, "proven")
    assert (finding["proven_by"], finding["legal"]) == ({"trick": 2, "card": "EK"}, ["EK"])


def test_what_a_seat_says_itself_proves_its_own_plays() -> None:
    assert found(said(weis(3, "EU EO EK"), DISCARD)) == [(REVOKE, "proven")]


def test_a_hand_of_another_proves_it() -> None:
    table = said(hand(4, "E10 EA EO EU S10 SU SO SK SA"), DISCARD)
    assert found(table) == [(REVOKE, "proven")]


# --- a law ------------------------------------------------------------------------------------------------------------


def talk(rng: random.Random, table: JassTable, seats: list[int]) -> None:
    """Each of these seats says a run, and some the Stöck, whatever they hold."""
    for seat in seats:
        row, top = rng.choice("ERSB"), rng.randint(0, 4)
        ranks = ["6", "7", "8", "9", "10", "U", "O", "K", "A"][top : top + rng.randint(3, 5)]
        table.try_to_tell({**weis(seat, " ".join(row + rank for rank in ranks)), "as_played": True})
        if rng.random() < 0.3:
            table.try_to_tell({**stoeck(seat), "as_played": True})


@settings(max_examples=proof_size(15, 400))
@given(seed=st.integers(0, 2**32 - 1))
def test_what_is_proven_of_a_seat_that_has_said_nothing_stays_proven(seed: int) -> None:
    """Whatever the others say, true or false: the verdicts on its plays only ever close."""
    rng = random.Random(seed)
    pack = rng.sample(PACK, len(PACK))
    hands = {seat: pack[9 * seat - 9 : 9 * seat] for seat in (1, 2, 3, 4)}
    table = stargames()
    table.tell(deal(), announce("rosen"))
    talkers = rng.sample([1, 2, 3, 4], rng.randint(1, 3))
    talk(rng, table, talkers)
    proven: set[Any] = set()
    leader, lying = 1, list[str]()
    for _ in range(36):
        seat = list(seats_from(leader))[len(lying)]
        lawful = legal(hands[seat], lying, "rosen", "strict")
        card = rng.choice(lawful if rng.random() < 0.7 else hands[seat])
        hands[seat].remove(card)
        lying.append(card)
        table.tell(play(card, as_played=True))
        now = {one for one, status in found(table) if status == "proven"}
        silent = {one for one in now if one[0] not in {"false_weis", "false_stoeck"} and one[1] not in talkers}
        assert proven <= silent
        proven = silent
        if len(lying) == 4:
            leader, lying = trick_winner(lying, leader, "rosen"), []
