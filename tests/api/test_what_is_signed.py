"""A signature is for scores and leaders: it holds while they are what was signed, whatever happens elsewhere."""

import json
from collections.abc import Iterator

import pytest

from tests.api.court import Court
from tests.api.says import (
    Json,
    announce,
    confirm,
    correct,
    counted,
    deal,
    incident,
    new_id,
    retract,
    slates,
    stoeck,
    trick,
)
from tests.api.table import Club, GameClient, effects
from tests.api.test_signatures import sound
from tests.api.test_transfer import elsewhere, exported, taken

pytestmark = pytest.mark.django_db

HIGH = {"target": 100_000}


@pytest.fixture
def game() -> Iterator[GameClient]:
    """A game with a far target; at the end its rows follow from its journal."""
    game = Club().open(rules=HIGH)
    yield game
    sound(game)


SUITS = ("E", "R", "S", "B")


def one_sided() -> list[Json]:
    """A deal by its cards in which forehand has all of one suit and takes every trick."""
    ranks = ("6", "7", "8", "9", "10", "U", "O", "A", "K")
    return [deal(id=new_id()), announce("eicheln"), *(trick(" ".join(suit + rank for suit in SUITS)) for rank in ranks)]


def signed(game: GameClient) -> list[Json]:
    """Deal 1 from the slate, deal 2 by its cards, the second signed by both: seat 2 has taken all of it."""
    reports = [*slates(100), *one_sided()]
    game.report(*reports, confirm(1), confirm(2))
    assert (totals(game, 2), game.deals()[1]["confirmed"]) == ([0, 277], True)
    return reports


def totals(game: GameClient, number: int) -> list[int]:
    """What each side has in a deal."""
    return [score["total"] for score in game.deals()[number - 1]["scores"]]


def what_fell(body: Json, *, deal: int) -> list[Json]:
    """The effects of a call on a deal, without the scores and the leaders of single tricks."""
    return [
        {name: value for name, value in one.items() if name not in {"before", "after", "leaders"}}
        for one in body.get("effects", ())
        if one.get("deal") == deal
    ]


def turned_round(number: int) -> list[Json]:
    """What is told where a signed deal stands with this number now, and other seats led every trick."""
    return [
        {"effect": "signatures_removed", "deal": number, "sides": [1, 2]},
        {"effect": "scored_anew", "deal": number},
        {"effect": "leaders_moved", "deal": number, "tricks": list(range(1, 10))},
    ]


def test_a_deal_inserted_before_a_signed_one_turns_it_round(game: GameClient) -> None:
    first, *_ = signed(game)
    body = game.report(correct(first["id"], deal(), counted(60), deal()))
    assert totals(game, 3) == [277, 0]
    assert what_fell(body, deal=3) == turned_round(3)
    (anew,) = effects(body, "scored_anew")
    assert [[score["total"] for score in anew[when]] for when in ("before", "after")] == [[0, 277], [277, 0]]
    assert game.deals()[2]["confirmed_by"] == []


def test_a_deal_taken_back_before_a_signed_one_turns_it_round(game: GameClient) -> None:
    first, count, *_ = signed(game)
    body = game.report(retract(count["id"]), retract(first["id"]))
    assert what_fell(body, deal=1) == turned_round(1)
    assert (totals(game, 1), game.deals()[0]["confirmed_by"]) == ([277, 0], [])


def test_another_dealer_of_an_earlier_deal_turns_a_signed_one_round(game: GameClient) -> None:
    first, *_ = signed(game)
    body = game.report(correct(first["id"], deal(dealer=1), as_played=True))
    assert what_fell(body, deal=2) == turned_round(2)
    assert what_fell(body, deal=1) == []


def test_a_signature_holds_again_once_what_was_signed_stands_again(game: GameClient) -> None:
    first, *_ = signed(game)
    moved = game.report(correct(first["id"], deal(dealer=1), as_played=True))["reports"][0]["id"]
    game.report(confirm(1))
    assert game.deals()[1]["confirmed_by"] == [1]
    game.report(correct(moved, deal()))
    assert (totals(game, 2), game.deals()[1]["confirmed_by"]) == ([0, 277], [1, 2])


def test_a_deal_inserted_elsewhere_leaves_the_signatures(game: GameClient) -> None:
    """Four deals more, and the same seat leads as before."""
    first, *_ = signed(game)
    more = [report for points in (10, 20, 30, 40) for report in (deal(), counted(points))]
    body = game.report(correct(first["id"], *more, deal()))
    assert what_fell(body, deal=6) == []
    assert (totals(game, 6), game.deals()[5]["confirmed"]) == ([0, 277], True)


def test_a_dry_run_tells_the_same_and_keeps_the_signatures(game: GameClient) -> None:
    first, *_ = signed(game)
    insertion = correct(first["id"], deal(), counted(60), deal())
    told = game.try_out(insertion).body["effects"]
    assert game.deals()[1]["confirmed"] is True
    assert game.report(insertion)["effects"] == told


def test_an_opening_put_in_later_takes_a_late_stoeck_and_the_signatures_of_the_deal_that_had_it() -> None:
    """The Stöck is said after the last trick; what looked like a remark before it was the opening of a deal."""
    game = Club().open(rules={**HIGH, "stoeck_call": "reported"})
    remark = incident("remark", id=new_id())
    game.report(*one_sided(), remark, stoeck(1), confirm(1), confirm(2))
    assert (totals(game, 1), game.deals()[0]["confirmed"]) == ([277, 0], True)
    body = game.report(correct(remark["id"], deal(), announce("rosen")))
    assert [(one["status"], one["confirmed_by"]) for one in game.deals()] == [("settled", []), ("playing", [])]
    assert totals(game, 1) == [257, 0]
    assert [one["effect"] for one in body["effects"]] == ["signatures_removed", "scored_anew"]
    sound(game)


def test_an_earlier_end_of_the_game_takes_the_signatures_of_the_deal_in_which_it_is() -> None:
    """Deal 2 was signed with all of its tricks. By a correction of deal 1 the game ended before the last of them."""
    game = Club().open(rules={"target": 390, "claim": "automatic"})
    reports = [*slates(100), *one_sided()]
    game.report(*reports, confirm(1), confirm(2))
    match = {"kind": "count", "mode": "rosen", "points": {"1": 0}, "match": 2}
    body = game.report(correct(reports[1]["id"], match))
    assert [one["status"] for one in game.deals()] == ["settled", "stopped"]
    assert game.deals()[1]["confirmed_by"] == []
    assert what_fell(body, deal=2) == turned_round(2)[:2]
    sound(game)


def test_a_ruling_on_a_signed_deal_takes_the_signatures_while_it_stands() -> None:
    """Nobody signed what the referee made of the score. Once both sign that, it is theirs too."""
    court = Court(*slates(100, 50), confirm(1, deal=1), confirm(2, deal=1), rules=HIGH)
    dispute = court.taken(deal=1, trick=None)
    told = court.ruled(dispute, remedy="adjust", points={"1": -10})
    assert effects(told, "signatures_removed") == [{"effect": "signatures_removed", "deal": 1, "sides": [1, 2]}]
    court.game.report(confirm(1, deal=1))
    assert court.game.deals()[0]["confirmed_by"] == [1]
    court.done(dispute, "appeal", by=court.scorer, side=2, statement="no")
    court.done(dispute, "take", by=court.urs)
    court.done(dispute, "dismiss", by=court.urs, reason="It was right.")
    assert court.game.deals()[0]["confirmed_by"] == [1, 2]
    court.is_sound()


def test_a_ruling_that_changes_no_score_leaves_the_signatures() -> None:
    court = Court(*slates(100), confirm(1), confirm(2), rules=HIGH)
    told = court.ruled(court.taken(deal=1, trick=None), remedy="warning")
    assert (told.get("effects", []), court.game.deals()[0]["confirmed"]) == ([], True)


def test_a_game_that_is_taken_in_has_the_signatures_that_it_had(game: GameClient) -> None:
    first, *_ = signed(game)
    game.report(correct(first["id"], deal(), counted(60), deal()))
    document = elsewhere(exported(game))
    other = taken(Club(), document)
    assert [one["confirmed_by"] for one in other.deals()] == [[], [], []]
    assert exported(other) == document
    sound(other)


def test_the_journal_says_what_a_signature_is_about_and_no_more(game: GameClient) -> None:
    signed(game)
    entry = game.journal()[-1]
    assert entry["about"] == {"deal": game.deals()[1]["id"]}
    lines = json.loads(exported(game))["journal"]
    assert lines[-1]["about"] == entry["about"]
    assert lines[-1]["bindings"][0]["signed"]["leaders"] == [2] * 9
