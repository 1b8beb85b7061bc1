"""`next` as a guide: what can come, from whom, and what it can be (docs/api.md, Next)."""

from typing import Any
from uuid import UUID

import pytest

from scoring.models import Game, Role
from scoring.services.rebuild import rebuild
from tests.api.says import (
    Json,
    announce,
    bid,
    cards,
    claim,
    confirm,
    correct,
    counted,
    deal,
    hand,
    incident,
    lay,
    new_id,
    opening_of,
    play,
    reports_of,
    retract,
    trick,
    tricks_of,
    weis,
    worked,
)
from tests.api.table import NOTHING_NEXT, Club, Device, GameClient

pytestmark = pytest.mark.django_db

TRICKS = tricks_of("R1")
HANDS = {int(seat): " ".join(held) for seat, held in worked("R1")["hands"].items()}
PACK = [suit + rank for suit in "ERSB" for rank in ("6", "7", "8", "9", "10", "U", "O", "K", "A")]


def following(game: GameClient, *, by: Device | None = None) -> Json:
    """What `next` says to this reader."""
    found: Json = game.game(by=by)["next"]
    return found


def player_of(game: GameClient, seat: int) -> Device:
    """A phone of this seat."""
    return game.club.device(game.token(Role.PLAYER, seat=seat))


def started(*reports: Json, **rules: Any) -> GameClient:
    """A game of the default preset with these reports."""
    game = Club().open(rules=rules)
    game.report(*reports)
    return game


def is_sound(game: GameClient) -> None:
    """What is stored is what the whole journal comes to."""
    told = rebuild(UUID(game.id), check=True)
    assert told is not None
    assert told.sound, (told.differences, told.broken)


# --- who, and which kinds ------------------------------------------------------------------------------------------


def test_a_deal_from_its_opening_to_its_signatures() -> None:
    game = Club().open()
    assert following(game) == {**NOTHING_NEXT, "expects": ["deal"]}
    seats = []
    for report in [*opening_of("R1"), *TRICKS]:
        now = game.report(report)["game"]["next"]
        assert now["seats"] == ([] if now["seat"] is None else [now["seat"]])
        assert now["confirm"] == ([] if report is not TRICKS[-1] else [1, 2])
        seats.append(now["seat"])
    assert seats == [1, 1, 1, 1, 1, 2, 2, 4, 3, 1, 2, 2, 4, None]
    assert game.report(confirm(2))["game"]["next"]["confirm"] == [1]
    assert game.report(confirm(1))["game"]["next"]["confirm"] == []
    is_sound(game)


def test_a_signature_waits_while_the_next_deal_is_played() -> None:
    game = started(*reports_of("R1"), deal())
    assert following(game)["confirm"] == [1, 2]
    assert game.report(confirm(1, deal=1))["game"]["next"]["confirm"] == [2]
    assert game.report(announce("rosen"))["game"]["next"]["confirm"] == [2]
    is_sound(game)
    assert game.report(confirm(2))["game"]["next"]["confirm"] == []
    is_sound(game)


def test_a_correction_lets_signatures_wait_again() -> None:
    game = started(deal(), counted(100, id=(slate := new_id())), confirm(1), confirm(2))
    assert following(game)["confirm"] == []
    assert game.report(correct(slate, counted(90)))["game"]["next"]["confirm"] == [1, 2]


def test_all_who_owe_a_hidden_bid_are_named() -> None:
    game = Club().open(variant="differenzler", rules={"bids": "hidden"})
    assert game.report(deal(turned="R6"))["game"]["next"]["seats"] == [1, 2, 3, 4]
    now = game.report(bid(2, 40), bid(4, 0))["game"]["next"]
    assert (now["seat"], now["seats"], now["expects"]) == (None, [1, 3], ["hand", "bid", "count"])
    now = game.report(bid(3, 0))["game"]["next"]
    assert (now["seat"], now["seats"]) == (1, [1])
    now = game.report(bid(1, 0))["game"]["next"]
    assert (now["seat"], now["seats"], "bid" in now["expects"]) == (1, [1], False)


def test_open_bids_come_one_after_another() -> None:
    game = Club().open(variant="differenzler", rules={"bids": "open"})
    game.report(deal(turned="R6"), bid(1, 40))
    assert (following(game)["seat"], following(game)["seats"]) == (2, [2])


def test_all_who_owe_a_laid_card_are_named_at_the_end() -> None:
    game = Club().open(variant="eidex")
    game.report(deal(turned="E6"), lay(2, "B6"))
    assert (following(game)["seat"], "lay" in following(game)["expects"]) == (1, True)
    game.report(lay(1, "B7"), lay(3, "B8"))
    assert "lay" not in following(game)["expects"]


def test_hands_that_are_all_known_are_not_asked_for() -> None:
    game = started(deal(), *(hand(seat, HANDS[seat]) for seat in (1, 2, 3)))
    assert "hand" in following(game)["expects"]
    game.report(hand(4, HANDS[4]))
    assert "hand" not in following(game)["expects"]
    assert game.refused(hand(4, HANDS[4]))["code"] == "already_shown"


def test_a_claim_is_expected_where_its_side_is_enough() -> None:
    game = started(deal(), announce("schilten"))
    assert ("claim" in following(game)["expects"], following(game)["entitled"]) == (False, [])
    assert game.try_out({**claim(1), "counted": {"1": 10}}).status == 200
    game.report(TRICKS[0])
    assert ("claim" in following(game)["expects"], following(game)["entitled"]) == (True, [2])
    assert game.refused(claim(1))["entitled"] == [2]
    game.report(play("EO"))
    assert ("claim" in following(game)["expects"], following(game)["entitled"]) == (False, [])


@pytest.mark.parametrize(("rules", "sides"), [({"claim": "anyone"}, [1, 2]), ({"claim": "off"}, [])])
def test_who_may_claim_by_the_rules(rules: Json, sides: list[int]) -> None:
    game = started(deal(), announce("schilten"), TRICKS[0], **rules)
    assert following(game)["entitled"] == sides
    assert ("claim" in following(game)["expects"]) == bool(sides)


def test_nobody_claims_after_the_end() -> None:
    game = started(deal(), announce("schilten"), TRICKS[0], claim(2))
    now = following(game)
    assert (now["entitled"], now["seats"], now["confirm"], now["unplayed"]) == ([], [], [1, 2], [])


def test_weise_are_expected_while_somebody_has_three_cards_left() -> None:
    game = started(deal(), announce("rosen"))
    runs = {1: "E", 2: "R", 3: "S", 4: "B"}
    for seat, suit in runs.items():
        assert "weis" in following(game)["expects"]
        game.report(weis(seat, " ".join(card for card in PACK if card[0] == suit)))
    assert "weis" not in following(game)["expects"]


def test_a_game_that_was_given_up_expects_nothing() -> None:
    game = started(deal(), announce("rosen"))
    game.organizer.post(f"{game.path}/abandon", {"reason": "late"})
    assert following(game) == NOTHING_NEXT


# --- cards -----------------------------------------------------------------------------------------------------------


def test_unplayed_are_the_cards_that_do_not_lie() -> None:
    game = started(deal())
    assert following(game, by=game.outsider)["unplayed"] == PACK
    game.report(announce("schilten"), TRICKS[0], play("EO"))
    lying = [*TRICKS[0]["cards"], "EO"]
    assert following(game, by=game.outsider)["unplayed"] == [card for card in PACK if card not in lying]


def test_tricks_say_who_played_which_card() -> None:
    game = started(deal(), announce("schilten"), TRICKS[0], play("EO"))
    full = [{"seat": seat, "card": card} for seat, card in zip((1, 2, 3, 4), TRICKS[0]["cards"], strict=True)]
    for tricks in (game.deal["tricks"], game.deals()[0]["tricks"]):
        assert [trick["plays"] for trick in tricks] == [full, [{"seat": 2, "card": "EO"}]]
        assert [list(trick) for trick in tricks] == [["number", "leader", "cards", "plays", "winner", "points"]] * 2


def test_plays_of_three_go_round_three_seats() -> None:
    game = Club().open(variant="eidex")
    game.report(deal(turned="E6"), play("EA"), play("E9"))
    plays = game.deal["tricks"][0]["plays"]
    assert plays == [{"seat": 1, "card": "EA"}, {"seat": 2, "card": "E9"}]


def test_playable_is_for_whoever_may_know_the_hand() -> None:
    game = started(deal(), announce("schilten"))
    assert following(game)["playable"] is None, "no hand is on record"
    game.report(hand(1, HANDS[1]), hand(2, HANDS[2]))
    seen = {seat: following(game, by=player_of(game, seat))["playable"] for seat in (1, 2, 3)}
    assert seen == {1: sorted(cards(HANDS[1]), key=PACK.index), 2: None, 3: None}
    assert following(game)["playable"] == seen[1]
    assert following(game, by=game.scorer)["playable"] is None
    assert following(game, by=game.outsider)["playable"] is None
    game.report(play("RA"))
    held = cards(HANDS[2])
    roses = [card for card in held if card[0] == "R"]
    legal = sorted((card for card in held if not roses or card[0] in "RS"), key=PACK.index)
    assert following(game, by=player_of(game, 2))["playable"] == legal
    assert following(game, by=player_of(game, 1))["playable"] is None


def test_playable_is_null_where_no_card_is_due() -> None:
    game = started(deal(), hand(1, HANDS[1]))
    assert following(game)["playable"] is None, "nothing is announced yet"
    game.report(announce("schilten"), counted(100, mode="schilten"))
    assert following(game)["playable"] is None


def test_the_laid_card_is_not_playable() -> None:
    game = Club().open(variant="eidex")
    held = "E6 E7 E8 E9 R6 R7 R8 R9 S6 S7 S8 S9"
    game.report(deal(turned="B6"), hand(1, held), lay(1, "E6"))
    mine = following(game, by=player_of(game, 1))["playable"]
    assert mine == [card for card in cards(held) if card != "E6"]


# --- what may be taken back ------------------------------------------------------------------------------------------


def back(game: GameClient, *, by: Device | None = None) -> Any:
    """What `next.retract` says to this reader."""
    return following(game, by=by)["retract"]


def test_each_token_is_told_what_it_may_take_back() -> None:
    game = started(deal(), announce("schilten"))
    one, two = player_of(game, 1), player_of(game, 2)
    mine, theirs = new_id(), new_id()
    game.report(play("RA", id=mine), by=one)
    game.report(play("S9", id=theirs), by=two)
    assert back(game, by=one) == {"report": mine, "kind": "play"}
    assert back(game, by=two) == back(game, by=game.scorer) == back(game) == {"report": theirs, "kind": "play"}
    assert back(game, by=player_of(game, 3)) is None
    assert back(game, by=game.outsider) is None
    body = game.report(retract(theirs), by=two)
    assert body["game"]["next"]["retract"] is None
    assert back(game, by=game.scorer) == {"report": mine, "kind": "play"}
    assert game.report(retract(mine), by=one)["game"]["next"]["retract"] is None
    is_sound(game)


def test_undo_goes_back_to_the_beginning() -> None:
    """Whoever takes back what `retract` names, again and again, is never refused and ends with nothing."""
    game = started(*reports_of("R1"), confirm(1), incident("remark"), deal(), announce("rosen"), play("EA"))
    for device in (game.scorer, game.organizer):
        while (newest := back(game, by=device)) is not None:
            game.report(retract(newest["report"]), by=device)
            is_sound(game)
    assert (game.game()["deal"], following(game)["expects"]) == (None, ["deal"])


def test_undo_passes_over_what_was_corrected() -> None:
    game = started(deal(), announce("rosen", id=(first := new_id())), play("EA", id=(second := new_id())))
    body = game.report(correct(second, play("E6")))
    assert body["game"]["next"]["retract"] == {"report": first, "kind": "announce"}
    is_sound(game)


def test_undo_reaches_the_deal_before_while_the_new_one_is_corrected_away() -> None:
    """Nothing of the current deal can be retracted, and the deal before is still within reach."""
    game = started(deal(), counted(100, id=(slate := new_id())), deal(id=(opening := new_id())))
    game.report(correct(opening, deal(dealer=1)))
    assert back(game, by=game.scorer) == {"report": slate, "kind": "count"}
    game.report(announce("rosen", id=(mode := new_id())))
    assert back(game, by=game.scorer) == {"report": mode, "kind": "announce"}
    game.report(correct(mode, announce("eicheln")), trick("EA E6 E7 E8", id=(lying := new_id())))
    game.report(correct(lying, trick("EA E6 E7 E9")))
    assert back(game, by=game.scorer) is None, "the deal before is out of reach"
    assert back(game) == {"report": slate, "kind": "count"}
    is_sound(game)


def test_a_deal_under_a_dispute_is_taken_back_by_a_referee_alone() -> None:
    game = started(deal(id=(opening := new_id())))
    raised = {"category": "remark", "deal": 1, "statement": "They dealt from below.", "raised_by": {"side": 1}}
    assert game.organizer.post(f"{game.path}/disputes", raised).status == 201
    assert back(game) == {"report": opening, "kind": "deal"}
    assert back(game, by=game.scorer) is None


def test_a_dry_run_says_what_could_be_taken_back_then() -> None:
    game = started(deal(), announce("rosen"))
    player, id_ = player_of(game, 1), new_id()
    for device in (player, game.scorer):
        named = game.try_out(play("EA", id=id_), by=device).body["game"]["next"]["retract"]
        assert named == {"report": id_, "kind": "play"}
        assert game.try_out(play("EA"), by=device).body["game"]["next"]["retract"] == {"report": None, "kind": "play"}
    game.report(play("EA", id=id_), by=player)
    assert game.try_out(retract(id_), by=player).body["game"]["next"]["retract"] is None


def test_rows_from_before_are_shown_with_what_they_have() -> None:
    game = started(deal(), announce("rosen"))
    Game.objects.filter(pk=game.id).update(next={"expects": ["play"], "seat": 1})
    now = following(game)
    assert (now["expects"], now["seat"], now["seats"], now["confirm"]) == (["play"], 1, [], [])
    assert len(now["unplayed"]) == 36


# --- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", ["outsider", "scorer"])
def test_next_tells_nothing_of_a_hidden_hand(reader: str) -> None:
    """Two games differ in a hand alone; what may come, and what may be taken back, says the same."""

    def told(held: str) -> Json:
        game = started(deal(), announce("schilten"), hand(1, held))
        return {**following(game, by=getattr(game, reader)), "retract": None}

    assert told(HANDS[1]) == told(HANDS[3])


# --- what a token may do ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "own", "foreign"),
    [
        ("schieber", {"push", "announce", "weis", "stoeck", "claim"}, {"bid", "lay", "power"}),
        ("differenzler", {"bid"}, {"push", "announce", "weis", "stoeck", "claim", "lay", "power"}),
        ("eidex", {"lay"}, {"push", "announce", "weis", "stoeck", "claim", "bid"}),
        ("coiffeur", {"push", "announce"}, {"weis", "stoeck", "claim", "bid", "lay", "power"}),
    ],
)
def test_may_names_what_the_variant_has(variant: str, own: set[str], foreign: set[str]) -> None:
    game = Club().open(variant=variant)
    always = {"deal", "hand", "play", "trick", "count", "confirm", "incident", "retract", "correct"}
    may = set(game.scorer.get("/me").body["may"])
    assert always | own <= may
    assert not may & foreign
    assert set(player_of(game, 1).get("/me").body["may"]) <= may
    assert may < set(game.organizer.get("/me").body["may"])
