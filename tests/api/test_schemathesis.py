"""Every operation of the published document, called in all the ways that it allows, and in some that it does not.

schemathesis makes the requests from the document and compares the answers with it: no 5xx; no status, media type,
header or body that the document does not tell of; what it allows is taken, what it forbids is not.
"""

from collections.abc import Mapping
from typing import Any, TypeAlias

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck
from hypothesis import settings as examples
from pytest_django import Settings
from schemathesis import BaseSchema, Case
from schemathesis.config import SchemathesisConfig

from api.openapi.examples import OPENING, REPORTS
from jassref.wsgi import application
from scoring.models import Role
from tests import proofs
from tests.api.says import weis
from tests.api.table import Club, Device, GameClient

pytestmark = pytest.mark.django_db

LENGTH = proofs.proof_size(5, 150)

TAKEN = ["2xx", "3xx", "401", "403", "404", "409", "412", "422"]
"""What the document allows is answered so. Whether a tag is stale or a report fits the rules, no schema tells."""
REFUSED = ["400", "401", "403", "404", "405", "406", "409", "415", "422", "428"]
"""What the document forbids is answered so."""
OF_THE_GAME = {"path.game_id": OPENING["id"], "path.number": 1, "header.If-Match": "*"}
"""What leads to the game that there is. Else nearly every path would lead nowhere, and nearly every tag be stale."""


AnyCase: TypeAlias = "Case[Any]"


def service(environ: dict[str, Any], start_response: Any) -> list[bytes]:
    """The service, which keeps the connection that holds the test's transaction; by itself it would let go of it."""
    signals = (request_started, request_finished)
    for signal in signals:
        signal.disconnect(close_old_connections)
    answer = application(environ, start_response)
    try:
        return list(answer)
    finally:
        answer.close()
        for signal in signals:
            signal.connect(close_old_connections)


def published(*, systematic: bool = False, parameters: Mapping[str, Any] | None = None) -> BaseSchema:
    """The document that the service publishes; `systematic` tries every bound of every value, besides chance."""
    config: dict[str, Any] = {
        "seed": 36,
        "generation": {
            "no-shrink": True,
            "max-examples": LENGTH,
            "deterministic": not proofs.PROVING,
            "database": "none",
        },
        "phases": {
            "coverage": {"enabled": systematic},
            # A state machine does not tell its checks of the token, nor that a link has put right what was wrong.
            "stateful": {"checks": {name: {"enabled": False} for name in ("ignored_auth", "negative_data_rejection")}},
        },
        "checks": {
            "positive_data_acceptance": {"expected-statuses": TAKEN},
            "negative_data_rejection": {"expected-statuses": REFUSED},
            "missing_required_header": {"expected-statuses": REFUSED},
        },
        "parameters": dict(parameters or {}),
    }
    return schemathesis.openapi.from_wsgi("/api/v1/schema", service, config=SchemathesisConfig.from_dict(config))


SYSTEMATIC = published(systematic=True, parameters=OF_THE_GAME)
BY_CHANCE = published(parameters=OF_THE_GAME)
ANYWHERE = published()

RECORDS = r"/(reports|import)$"
"""Where a body holds reports of every kind. To try each bound of them all takes minutes: that is for `make prove`."""
OTHERS = SYSTEMATIC if proofs.PROVING else SYSTEMATIC.exclude(path_regex=RECORDS, method="POST")

in_one_transaction = examples(
    max_examples=LENGTH, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(autouse=True)
def no_limits(settings: Settings) -> None:
    """Nothing here waits a minute because it tried too many wrong tokens."""
    settings.RATE_TOKEN = settings.RATE_ADDRESS = 0


@pytest.fixture
def game() -> GameClient:
    """The game that the examples of the document are about, in its first deal."""
    club = Club()
    opened = club.organizer.post("/games", OPENING)
    game = GameClient(club, opened.body["id"])
    game.report(*(REPORTS[kind] for kind in ("deal", "hand", "push", "announce", "weis")))
    game.report(weis(3, "RO RU R10", id=REPORTS["correct"]["report"]))
    return game


def headers_of(device: Device) -> dict[str, str]:
    return {} if device.secret is None else {"Authorization": f"Bearer {device.secret}"}


@OTHERS.parametrize()
@in_one_transaction
def test_calls_by_an_organizer(case: AnyCase, game: GameClient) -> None:
    case.call_and_validate(headers=headers_of(game.organizer))


@BY_CHANCE.include(path_regex=RECORDS, method="POST").parametrize()
@in_one_transaction
def test_records_by_an_organizer(case: AnyCase, game: GameClient) -> None:
    case.call_and_validate(headers=headers_of(game.organizer))


@BY_CHANCE.include(path_regex="game|me").parametrize()
@in_one_transaction
def test_calls_by_a_player(case: AnyCase, game: GameClient) -> None:
    player = game.club.device(game.token(Role.PLAYER, seat=1))
    case.call_and_validate(headers=headers_of(player))


@ANYWHERE.parametrize()
@in_one_transaction
def test_calls_by_nobody(case: AnyCase) -> None:
    case.call_and_validate(headers={"Accept-Encoding": "identity"})  # what it calls with does not uncompress


def test_calls_that_follow_from_each_other() -> None:
    organizer = Club().organizer

    class Table(ANYWHERE.as_state_machine()):  # type: ignore[misc]  # the class is made at run time
        """Opens games, and follows the links from there."""

        def get_call_kwargs(self, case: AnyCase) -> dict[str, Any]:
            return {"headers": headers_of(organizer)}

    steps = examples(
        max_examples=LENGTH, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck)
    )
    Table.run(settings=steps)
