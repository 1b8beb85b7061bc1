"""An id that is taken is refused before the database refuses it: a database logs the values of what it refuses."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.db import DatabaseError, connection

from tests.api.court import Court
from tests.api.says import Json, deal, incident, new_id, slates
from tests.api.table import PLAYERS, Answer, Club

pytestmark = pytest.mark.django_db


@contextmanager
def no_database_errors() -> Iterator[None]:
    """See that the database refuses nothing meanwhile."""
    refused: list[str] = []

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - the signature is Django's
        try:
            return execute(sql, params, many, context)
        except DatabaseError as error:
            refused.append(f"{error}: {sql}")
            raise

    with connection.execute_wrapper(watch):
        yield
    assert refused == []


def code_of(answer: Answer) -> str:
    return str(answer.body["code"])


def test_the_watch_sees_what_the_database_refuses() -> None:
    with pytest.raises(AssertionError, match="nowhere"), no_database_errors():  # noqa: PT012 - the wrapper asserts at its end
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT * FROM nowhere")
        except DatabaseError:
            connection.needs_rollback = False


def test_a_report_a_step_and_a_dispute_under_a_taken_id() -> None:
    court, other = Court(*slates(100, 50)), Court(*slates(70))
    taken = other.dispute()["id"]
    report = court.game.journal()[0]["id"]
    with no_database_errors():
        for id_ in (taken, report):
            assert code_of(court.raising(id=id_, trick=None)) == "id_reused"
        dispute = court.dispute()
        assert code_of(court.do(dispute, "take", by=court.vreni, id=report)) == "id_reused"
        assert code_of(court.game.send(deal(id=dispute["id"]))) == "id_reused"
        assert code_of(court.game.send(incident("remark", id=report))) == "id_reused"
        assert court.game.send(deal(id=taken)).status == 201, "ids of reports are those of one game"


def test_a_game_under_a_taken_id() -> None:
    game, other = Club().open(), Club()
    opened = {"id": game.id, "variant": "schieber", "players": list(PLAYERS)}
    with no_database_errors():
        assert code_of(game.organizer.post("/games", opened)) == "id_reused"
        assert code_of(other.organizer.post("/games", opened)) == "id_reused"


def test_an_import_with_taken_ids() -> None:
    court = Court(*slates(100))
    court.ruled(court.taken(trick=None), remedy="warning")
    document: Json = court.organizer.get(f"{court.game.path}/export").body
    renamed = {**document, "game": {**document["game"], "id": new_id()}}
    with no_database_errors():
        for sent in (document, renamed):
            answer = Club().organizer.post("/games/import", sent)
            assert code_of(answer) == "id_reused", answer.raw


def test_an_account_in_another_case() -> None:
    court = Court(*slates(100))
    for name in ("Zoë", "zoë", "ZOË"):
        with no_database_errors():
            answer = court.organizer.post(f"{court.game.path}/tokens", {"role": "referee", "user": name})
        assert answer.body["user"] == "Zoë"
