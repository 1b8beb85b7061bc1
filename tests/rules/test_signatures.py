"""Signatures hold for what stood when they were given; on a misdeal they make its deal void (R-5)."""

from tests.rules.known_deal import (
    RUN_OF_SEAT_2,
    RUN_OF_SEAT_3,
    opened,
    played,
    whole,
)
from tests.rules.table import (
    announce,
    claim,
    confirm,
    correct,
    deal,
    hand,
    incident,
    insisted,
    retract,
    stargames,
    tournament,
    trick,
)


def test_both_sides_sign_the_deal_that_is_settled() -> None:
    table = tournament()
    assert table.refusal(confirm(1)).code == "out_of_phase"
    table.tell(*whole(), confirm(1))
    assert (table.sheet["confirmed_by"], table.sheet["confirmed"]) == ([1], False)
    table.tell(confirm(2))
    assert (table.sheet["confirmed_by"], table.sheet["confirmed"]) == ([1, 2], True)


def test_the_deal_signed_is_the_last_one_that_is_over_or_the_one_named() -> None:
    table = tournament()
    table.tell(*whole(), *whole(), *opened(), confirm(1), confirm(2, deal=1))
    assert [sheet["confirmed_by"] for sheet in table.sheets] == [[2], [1], []]
    assert table.refusal(confirm(2, deal=3)).code == "out_of_phase"
    assert table.refusal(confirm(2, deal=4)).code == "out_of_phase"


def test_a_correction_takes_the_signatures_away() -> None:
    table = tournament()
    ids = table.tell(*whole(), confirm(1), confirm(2), *whole(), confirm(1), confirm(2))
    table.tell(correct(ids[10], trick("BA E8 E6 B7"), as_played=True))
    assert [sheet["confirmed"] for sheet in table.sheets] == [False, True]
    table.tell(confirm(1, deal=1), confirm(2, deal=1))
    assert [sheet["confirmed"] for sheet in table.sheets] == [True, True]


def test_a_weis_typed_in_late_takes_the_signature_away() -> None:
    table = stargames(target=31)
    table.tell(*opened(), *played(1, 1), claim(2), confirm(1))
    table.tell(RUN_OF_SEAT_2)
    assert table.sheet["confirmed_by"] == []
    table.tell(confirm(1), confirm(2))
    assert table.sheet["confirmed"]


def test_what_changes_no_card_leaves_the_signatures() -> None:
    table = tournament()
    ids = table.tell(*opened(), *played(1, 4), incident("remark"), *played(5, 9), confirm(1), confirm(2))
    table.tell(incident("exposed_card", seat=3))
    table.tell(correct(ids[6], incident("call_referee")))
    [next_deal] = table.tell(deal())
    table.tell(retract(next_deal))
    assert table.sheet["confirmed"]
    assert table.stands == table.read_again()


def test_an_incident_that_turns_out_a_card_takes_the_signatures_away() -> None:
    table = stargames()
    ids = table.tell(*opened(), incident("remark"), *played(1, 9), confirm(1), confirm(2))
    assert table.sheet["confirmed"]
    [correction] = table.tell(correct(ids[2], RUN_OF_SEAT_3))
    assert (table.sheet["confirmed"], table.score) == (False, (82, 115))
    table.tell(correct(correction, incident("remark")))
    assert (table.sheet["confirmed"], table.score) == (False, (62, 115))


def test_a_signature_is_taken_back() -> None:
    table = tournament()
    *_, second = table.tell(*whole(), confirm(1), confirm(2))
    table.tell(retract(second))
    assert table.sheet["confirmed_by"] == [1]


# --- a misdeal that both sides sign makes the deal void ---


def test_a_misdeal_is_dealt_again_at_once_by_the_same_dealer() -> None:
    table = tournament(deals=2)
    *_, misdeal = table.tell(*whole(), deal(), announce("rosen"), *played(1, 3), incident("misdeal"))
    table.tell(confirm(1, report=misdeal))
    assert table.sheet["status"] == "playing"
    table.tell(confirm(2, report=misdeal))
    assert (table.sheet["status"], table.sheet["scores"]) == ("void", None)
    assert (table.totals, table.referee.expects) == ((42, 115), ["deal"])
    assert table.refusal(*played(4, 4)).code == "out_of_phase"
    table.tell(*whole())
    assert [sheet["number"] for sheet in table.sheets] == [1, 2, 3]
    assert [sheet["dealer"] for sheet in table.sheets] == [4, 1, 1]
    assert (table.ending, table.totals) == ((None, "deals"), (157, 157))


def test_a_misdeal_opens_the_hidden_hands_and_what_they_prove() -> None:
    table = tournament()
    *_, misdeal = table.tell(
        deal(),
        announce("rosen"),
        hand(2, "R7 E6 E7 E8 E9 S6 S7 S8 S9"),
        insisted(trick("RA R7 E6 R9")),
        incident("misdeal"),
    )
    assert table.faults == []
    table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal))
    assert [fault[0] for fault in table.faults] == ["card_twice"]
    assert table.stands == table.read_again()


def test_a_deal_voided_later_is_dealt_again_after_the_current_one() -> None:
    table = tournament()
    table.tell(*whole(), *opened(), *played(1, 4))
    [misdeal] = table.tell(incident("misdeal", deal=1))
    table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal))
    assert [sheet["status"] for sheet in table.sheets] == ["void", "playing"]
    assert table.totals == (0, 0)
    table.tell(*played(5, 9), *whole(), *whole())
    assert [sheet["dealer"] for sheet in table.sheets] == [4, 1, 4, 2]
    assert table.totals == (115 + 42 + 42, 42 + 115 + 115)
    assert table.stands == table.read_again()


def test_a_void_deal_does_not_count_towards_the_deals() -> None:
    table = tournament(deals=2)
    *_, misdeal = table.tell(*whole(), incident("misdeal"))
    table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal), *whole())
    assert (table.ending, table.totals) == (None, (42, 115))
    table.tell(*whole())
    assert [(sheet["dealer"], sheet["status"]) for sheet in table.sheets] == [
        (4, "void"),
        (4, "settled"),
        (1, "settled"),
    ]
    assert (table.ending, table.totals) == ((None, "deals"), (157, 157))


def test_two_void_deals_are_dealt_again_in_their_order() -> None:
    table = tournament()
    first, second = table.tell(*whole(), *opened(), incident("misdeal", deal=1), incident("misdeal"))[-2:]
    table.tell(*(confirm(side, report=misdeal) for misdeal in (second, first) for side in (1, 2)))
    table.tell(*whole(), *whole(), deal())
    assert [sheet["dealer"] for sheet in table.sheets] == [4, 1, 4, 1, 2]
    assert table.totals == (157, 157)


def test_only_a_misdeal_that_both_have_signed_makes_void() -> None:
    table = tournament()
    *_, remark, misdeal = table.tell(*whole(), incident("remark"), incident("misdeal"))
    table.tell(
        confirm(1, report=remark), confirm(2, report=remark), confirm(1, report=misdeal), confirm(1, report=misdeal)
    )
    assert (table.sheet["status"], table.totals) == ("settled", (42, 115))
    assert table.refusal(confirm(2, report="00000000-0000-0000-0000-000000000001")).code == "invalid_value"


def test_a_signature_on_a_misdeal_may_be_taken_back() -> None:
    table = tournament()
    *_, misdeal = table.tell(*whole(), incident("misdeal"))
    *_, signature = table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal))
    table.tell(retract(signature))
    assert (table.sheet["status"], table.totals) == ("settled", (42, 115))


def test_cards_that_were_thrown_together_are_a_misdeal() -> None:
    table = stargames(target=32)
    *_, claimed = table.tell(*opened(), *played(1, 1), claim(2))
    *_, misdeal = table.tell(retract(claimed), incident("misdeal"))
    table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal), deal())
    assert [(sheet["dealer"], sheet["status"]) for sheet in table.sheets] == [(4, "void"), (4, "announcing")]


def test_a_void_deal_that_had_ended_the_game_opens_it_again() -> None:
    table = stargames(target=31)
    *_, misdeal = table.tell(*opened(), *played(1, 1), claim(2), incident("misdeal"))
    assert table.ending == (2, "claim")
    table.tell(confirm(1, report=misdeal), confirm(2, report=misdeal))
    assert (table.ending, table.totals, table.referee.expects) == (None, (0, 0), ["deal"])
