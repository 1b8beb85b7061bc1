"""Behind every rule that rows can break stands a constraint."""

import uuid
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from scoring.models import Game, Player, Seat
from tests.models.rows import NOON, a_deal, a_dispute, a_game, a_name, a_report, a_token, a_user

pytestmark = pytest.mark.django_db


def refused(make: Callable[..., Any], *args: Any, **values: Any) -> bool:
    """Whether the database refuses to keep such a row."""
    try:
        with transaction.atomic():
            make(*args, **values)
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize(
    "values",
    [
        {"status": "paused"},
        {"deck": "tarot"},
        {"first_dealer": 0},
        {"first_dealer": 5},
        {"status": "finished", "result": None},
        {"status": "playing", "result": {"winners": [1]}},
        {"version": -1},
    ],
)
def test_a_game_that_cannot_be(values: dict[str, Any]) -> None:
    assert refused(a_game, **values)


@pytest.mark.parametrize(
    "values", [{"status": "finished", "result": {"winners": [1]}}, {"status": "abandoned"}, {"label": "Table 7"}]
)
def test_a_game_that_can_be(values: dict[str, Any]) -> None:
    assert not refused(a_game, **values)


def test_one_player_a_seat() -> None:
    game = a_game()
    anna = Player.objects.create(name="Anna", owner=game.organizer, created_at=NOON)
    Seat.objects.create(game=game, number=1, side=1, player=anna)
    assert refused(Seat.objects.create, game=game, number=1, side=1, player=anna)
    assert refused(Seat.objects.create, game=game, number=5, side=1, player=anna)
    assert refused(Seat.objects.create, game=game, number=2, side=0, player=anna)
    assert refused(Player.objects.create, name="", owner=game.organizer, created_at=NOON)


@pytest.mark.parametrize(
    "values",
    [
        {"number": 0},
        {"status": "paused"},
        {"mode": "kreuz"},
        {"factor": 0},
        {"declarer": 5},
        {"dealer": 0},
        {"leader": 0},
        {"opened": 0},
    ],
)
def test_a_deal_that_cannot_be(values: dict[str, Any]) -> None:
    assert refused(a_deal, a_game(), **values)


def test_a_deal_number_once_in_a_game() -> None:
    game = a_game()
    a_deal(game)
    assert refused(a_deal, game)
    assert not refused(a_deal, game, number=2, mode="rosen", factor=1, declarer=3, status="playing")
    assert not refused(a_deal, a_game())


@pytest.mark.parametrize(
    "values", [{"seq": 0}, {"root": 2}, {"root": 0}, {"kind": ""}, {"by_role": "public"}, {"payload": None}]
)
def test_a_report_that_cannot_be(values: dict[str, Any]) -> None:
    assert refused(a_report, a_game(), **values)


def test_seq_and_id_once_in_a_game() -> None:
    game = a_game()
    first = a_report(game)
    assert refused(a_report, game, seq=1)
    assert refused(a_report, game, seq=2, report_id=first.report_id)
    assert not refused(a_report, game, seq=2)
    assert not refused(a_report, a_game(), report_id=first.report_id)


def test_a_report_that_replaces_stands_at_the_place_of_the_replaced() -> None:
    game = a_game()
    a_report(game)
    assert refused(a_report, game, seq=2, kind="retract", replaces=1), "at its own place"
    assert refused(a_report, game, seq=2, root=1), "at another's place without replacing it"
    assert not refused(a_report, game, seq=2, kind="retract", replaces=1, root=1)


def test_nothing_is_replaced_twice() -> None:
    game = a_game()
    a_report(game)
    a_report(game, seq=2, kind="retract", replaces=1, root=1)
    assert refused(a_report, game, seq=3, kind="retract", replaces=1, root=1)


def test_a_name_stands_for_one_report_of_a_game() -> None:
    game = a_game()
    first, second, name = a_report(game), a_report(game, seq=2), uuid.uuid4()
    a_name(first, name=name)
    assert refused(a_name, second, name=name)


@pytest.mark.parametrize(
    ("role", "bound_to", "allowed"),
    [
        ("organizer", {"user"}, True),
        ("organizer", set(), False),
        ("organizer", {"user", "game"}, False),
        ("organizer", {"user", "seat"}, False),
        ("referee", {"user", "game"}, True),
        ("referee", {"user"}, False),
        ("referee", {"game"}, False),
        ("referee", {"user", "game", "seat"}, False),
        ("scorer", {"game"}, True),
        ("scorer", {"game", "user"}, False),
        ("scorer", set(), False),
        ("scorer", {"game", "seat"}, False),
        ("player", {"game", "seat"}, True),
        ("player", {"game"}, False),
        ("player", {"game", "seat", "user"}, False),
        ("player", {"seat"}, False),
        ("admin", {"user"}, False),
    ],
)
def test_a_token_is_bound_as_its_role_asks(role: str, bound_to: set[str], allowed: bool) -> None:  # noqa: FBT001 - a column of the table
    game = a_game()
    everything = {"user": game.organizer, "game": game, "seat": 2}
    bound = {name: value if name in bound_to else None for name, value in everything.items()}
    values = bound | {"digest": "0" * 64, "role": role, "created_at": NOON}
    assert refused(type(a_token()).objects.create, **values) is not allowed


def test_a_secret_belongs_to_one_token() -> None:
    assert refused(a_token, digest=a_token().digest)


def test_what_the_journal_refers_to_stays() -> None:
    game = a_game()
    token = a_token(role="scorer", game=game, made_by=game.organizer)
    a_report(game, token=token)
    for thing in (token, game, game.organizer):
        with pytest.raises(ProtectedError):
            thing.delete()


def test_a_document_keeps_its_members_in_their_order() -> None:
    document = {"target": 1000, "deals": None, "factors": {"rosen": 1, "eicheln": 2}, "label": "\0 and ü"}
    game = a_game(options=document)
    read = Game.objects.get(pk=game.pk).options
    assert read == document
    assert [list(read), list(read["factors"])] == [list(document), ["rosen", "eicheln"]]


def test_no_document_is_null_and_never_a_json_null() -> None:
    game = a_game(result={"winners": [1]}, status="finished")
    game.result, game.status = None, "playing"
    Game.objects.bulk_update([game], ["result", "status"])
    assert Game.objects.filter(result__isnull=True).get() == game
    Game.objects.update(result={"winners": [2]}, status="finished")
    assert Game.objects.get().result == {"winners": [2]}
    Game.objects.update(result=None, status="playing")
    assert Game.objects.get().result is None


def test_many_documents_in_one_update() -> None:
    game = a_game()
    deals = [a_deal(game, number=number) for number in (1, 2)]
    for deal in deals:
        deal.sheet = {"number": deal.number, "hands": None}
    type(deals[0]).objects.bulk_update(deals, ["sheet"])
    assert [deal.sheet for deal in game.deals.order_by("number")] == [deal.sheet for deal in deals]


DISPUTES: list[tuple[bool, dict[str, Any]]] = [
    (True, {}),
    (True, {"state": "under_review", "taken": 2}),
    (True, {"state": "withdrawn"}),
    (True, {"state": "withdrawn", "taken": 2}),
    (True, {"state": "ruled", "taken": 2, "decided": 3}),
    (True, {"state": "dismissed", "taken": 2, "decided": 3}),
    (True, {"state": "appealed", "decided": 3, "appealed": 4}),
    (True, {"state": "final", "decided": 5, "appealed": 4}),
    (True, {"raised_by_side": None, "raised_by_seat": 4}),
    (True, {"trick": 9, "seat": 4, "side": 2}),
    (False, {"state": "gone"}),
    (False, {"state": "under_review"}),
    (False, {"taken": 2}),
    (False, {"decided": 2}),
    (False, {"state": "withdrawn", "decided": 2}),
    (False, {"state": "ruled", "taken": 2}),
    (False, {"state": "ruled", "decided": 2}),
    (False, {"state": "ruled", "taken": 2, "decided": 3, "appealed": 4}),
    (False, {"state": "appealed", "decided": 3}),
    (False, {"state": "final", "appealed": 3}),
    (False, {"raised_by_side": None}),
    (False, {"raised_by_seat": 1}),
    (False, {"raised_by_side": 5}),
    (False, {"raised_by_side": None, "raised_by_seat": 5}),
    (False, {"deal": 0}),
    (False, {"category": ""}),
    (False, {"trick": 13}),
    (False, {"seat": 5}),
    (False, {"side": 0}),
]


@pytest.mark.parametrize(("can_be", "values"), DISPUTES, ids=[f"{can}-{values}" for can, values in DISPUTES])
def test_a_dispute_has_what_its_state_needs(can_be: bool, values: dict[str, Any]) -> None:  # noqa: FBT001 - a column of the table
    assert refused(a_dispute, a_game(), **values) is not can_be


def test_a_referee_has_taken_it_and_somebody_has_decided_it() -> None:
    game, user = a_game(), a_user()
    assert refused(a_dispute, game, referee=user)
    assert not refused(a_dispute, game, state="under_review", taken=2, referee=user)
    assert refused(a_dispute, game, state="under_review", taken=2, decided_by=user)
    assert not refused(a_dispute, game, state="ruled", taken=2, decided=3, decided_by=user)
