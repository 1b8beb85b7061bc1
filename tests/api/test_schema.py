"""The published document: valid, fresh, complete, and true of what the service answers."""

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from openapi_spec_validator import validate

import api
import scoring
from api.openapi.problems import problem_name
from api.problems.codes import CODES
from api.reports.request import SPOKEN
from api.reports.wire_schema import SEEN, SENT, wire_schemas
from scoring.models import Role
from scoring.rules.options.domains import Fault as OptionProblem
from scoring.rules.record.codec import REPLACING, WIRE_TYPES, wires_of
from scoring.rules.record.kinds import KINDS
from scoring.rules.record.wire import Wire
from scoring.rules.variants import VARIANTS
from tests import proofs
from tests.api.document import Operation, document, faults, judged, operations
from tests.api.plays import Scribe, random_rules, rules_of
from tests.api.says import (
    Json,
    announce,
    claim,
    deal,
    hand,
    play,
    reports_of,
    retract,
    stoeck,
    trick,
    tricks_of,
    worked,
)
from tests.api.story import told
from tests.api.table import Club

HAND_OF_SEAT_1 = " ".join(worked("R1")["hands"]["1"])
API_FOLDER = Path(api.__file__).parent
RULES_FOLDER = Path(scoring.__file__).parent

# --- the document ----------------------------------------------------------------------------------------------------


def test_the_document_is_valid() -> None:
    validate(document())
    assert document()["openapi"].startswith("3.1")


def test_the_committed_document_is_the_one_that_the_code_makes() -> None:
    kept = yaml.safe_load((API_FOLDER / "schema.yml").read_text(encoding="utf-8"))
    assert kept == document(), "api/schema.yml is stale: make schema writes it anew"


def test_the_service_publishes_the_document(client: Client) -> None:
    assert client.get("/api/v1/schema").json() == document()


def test_every_path_of_the_api_is_in_the_document() -> None:
    unlisted = {"docs", "viewer"}  # a page for people, and what it runs
    served = {_as_template(pattern) for pattern in _patterns() if _is_ours(pattern) and pattern.name not in unlisted}
    assert served == {path for path in document()["paths"] if path.startswith("/api/v1/")}


def _patterns() -> Iterator[URLPattern]:
    for one in get_resolver().url_patterns:
        if isinstance(one, URLResolver) and str(one.pattern) == "":
            yield from (each for each in one.url_patterns if isinstance(each, URLPattern))


def _is_ours(pattern: URLPattern) -> bool:
    return str(pattern.pattern).startswith("api/v1/")


def _as_template(pattern: URLPattern) -> str:
    steps = str(pattern.pattern).split("/")
    return "/" + "/".join("{" + step[1:-1].split(":")[1] + "}" if step.startswith("<") else step for step in steps)


def test_every_operation_has_a_name_of_its_own_and_says_what_it_does() -> None:
    names = [one.says["operationId"] for one in operations()]
    assert len(set(names)) == len(names)
    assert all(one.says["summary"] and one.says["tags"] for one in operations())
    assert all(said["description"] for one in operations() for _, _, said in one.responses())


def test_reading_needs_no_token_and_writing_does() -> None:
    own = {"me", "revoke_me", "list_invitations", "list_tokens", "list_players", "read_player"}
    own |= {"list_disputes", "list_disputes_of_game", "read_dispute"}
    for one in operations():
        security = one.says.get("security", [{}])
        needs_token = {} not in security
        assert needs_token == (one.method != "get" or one.says["operationId"] in own), one.path


# --- reports ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("union", "kinds", "suffix"),
    [
        ("Report", KINDS, "Report"),
        ("ReportShown", KINDS, "Shown"),
        ("Replacement", REPLACING, "Replacement"),
        ("ReplacementShown", REPLACING, "Shown"),
    ],
)
def test_every_kind_is_in_the_union(union: str, kinds: dict[str, Any], suffix: str) -> None:
    schema = document()["components"]["schemas"][union]
    mapping = schema["discriminator"]["mapping"]
    assert list(mapping) == list(kinds)
    assert [one["$ref"] for one in schema["oneOf"]] == list(mapping.values())
    for kind, place in mapping.items():
        member = _at(place)
        assert member["properties"]["kind"]["const"] == kind
        assert "kind" in member["required"]
        fields = dict(wires_of(kinds[kind]))
        assert set(fields) <= set(member["properties"])
        own = {"seat"} if suffix != "Shown" and kind in SPOKEN else set()  # a player need not say whose it is
        assert {name for name, wire in fields.items() if wire.required} - own == set(member["required"]) - {"kind"}
        assert (member.get("additionalProperties") is False) == (suffix != "Shown")


def test_every_wire_type_has_a_form() -> None:
    assert set(wire_schemas(Wire("int"), SENT)) == set(wire_schemas(Wire("int"), SEEN)) == set(WIRE_TYPES)


def test_every_option_is_in_the_rules() -> None:
    for name, variant in VARIANTS.items():
        names = {option.name for option in variant.options.declared()}
        asked = document()["components"]["schemas"][f"{name.title()}RulesRequest"]["properties"]
        assert set(asked) == {"preset", *names}
        assert set(asked["preset"]["enum"]) == set(variant.presets)


def _at(place: str) -> Json:
    found: Any = document()
    for step in place.removeprefix("#/").split("/"):
        found = found[step]
    return dict(found)


# --- errors ----------------------------------------------------------------------------------------------------------

OF_OTHER_METHODS = {"method_not_allowed"}
"""What an operation that the document does not have is answered with."""


def test_every_code_is_listed_where_it_can_be_answered() -> None:
    listed = {code for one in operations() for code in _codes_of(one)}
    assert set(CODES) - listed <= OF_OTHER_METHODS
    assert not listed & OF_OTHER_METHODS


OF_GAMES = ["services/games.py"]
OF_CHANGES = ["services/changes/seating.py", "services/changes/settings.py"]
OF_REPORTS = ["rules/**/*.py", "services/reports/*.py"]
OF_STEPS = ["rules/rulings/disputes.py", "services/disputes/entries.py", "services/disputes/steps.py"]
OF_RULINGS = [*OF_STEPS, "rules/rulings/possible.py", "services/disputes/rulings.py"]
OF_OPTIONS = {"options.py", "declared.py"}
OF_DISPUTES = {"disputes.py", "possible.py"}


@pytest.mark.parametrize(
    ("operation", "patterns", "reader"),
    [
        ("send_reports", OF_REPORTS, "reports/request.py"),
        ("open_game", OF_GAMES, "games/request.py"),
        ("change_game", OF_CHANGES, "games/change_request.py"),
        ("appeal", OF_STEPS, "disputes/request.py"),
        ("rule_on_dispute", OF_RULINGS, "disputes/request.py"),
    ],
)
def test_what_writes_lists_every_refusal_of_rules_and_services(
    operation: str, patterns: list[str], reader: str
) -> None:
    others = OF_OPTIONS | (OF_DISPUTES if operation == "send_reports" else set())
    files = [file for pattern in patterns for file in RULES_FOLDER.glob(pattern) if file.name not in others]
    raised = {code for file in (*files, API_FOLDER / reader) for code in _codes_in(file)}
    listed = set(_codes_of(_operation(operation)))
    assert raised
    assert raised <= set(CODES)
    assert raised <= listed


def test_what_a_call_is_held_up_by_is_listed() -> None:
    assert {"irregular", "forbidden", "version_conflict", "not_found"} <= set(_codes_of(_operation("send_reports")))
    assert {"forbidden", *get_args(OptionProblem)} <= set(_codes_of(_operation("open_game")))


def _operation(name: str) -> Operation:
    return next(one for one in operations() if one.says["operationId"] == name)


def test_every_status_lists_the_codes_that_have_it() -> None:
    for one in operations():
        for status, _, said in one.responses():
            for code in _codes_at(said):
                assert CODES[code].status == int(status), (one.path, code)


def test_every_code_has_a_plain_schema_with_its_members() -> None:
    """Nothing to merge: viewers that had to froze, and generators lost the types."""
    schemas = document()["components"]["schemas"]
    general = schemas["Problem"]["properties"]
    for code, says in CODES.items():
        own = schemas[problem_name(code)]
        assert not {"allOf", "oneOf", "anyOf"} & set(own)
        assert set(says.members) <= set(own["properties"]) <= set(general)
        assert own["properties"]["code"]["const"] == code
        assert own["properties"]["status"]["const"] == says.status


def _codes_of(operation: Operation) -> list[str]:
    return [code for _, _, said in operation.responses() for code in _codes_at(said)]


def _codes_at(said: Json) -> list[str]:
    problem = said.get("content", {}).get("application/problem+json")
    if problem is None:
        return []
    places = [each["$ref"] for each in problem["schema"].get("oneOf", [problem["schema"]])]
    return [_at(place)["properties"]["code"]["const"] for place in places]


def _codes_in(file: Path) -> Iterator[str]:
    """The codes that refusals in a file are made with."""
    place = {"Refused": 0, "Misshapen": 0, "RequestFault": 0, "ShapeFault": 1, "Problem": 0}
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in place:
            arguments = node.args[place[node.func.id] : place[node.func.id] + 1]
            yield from (
                each.value
                for argument in arguments
                for each in ([argument.body, argument.orelse] if isinstance(argument, ast.IfExp) else [argument])
                if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )


# --- examples --------------------------------------------------------------------------------------------------------


def _examples() -> Iterator[tuple[str, str, Any]]:
    """(its name, the place of its schema, its value) of each example in the document."""
    for one in operations():
        contents = {f"{one.place}/requestBody": one.says.get("requestBody", {})} | {
            where: said for _, where, said in one.responses()
        }
        for where, said in contents.items():
            for media_type, content in said.get("content", {}).items():
                place = f"{where}/content/{media_type.replace('/', '~1')}/schema"
                for name, example in content.get("examples", {}).items():
                    yield f"{one.says['operationId']} {name}", place, _value(example)
    for name, schema in document()["components"]["schemas"].items():
        for example in schema.get("examples", ()):
            yield name, f"/components/schemas/{name}", example


def _value(example: Json) -> Any:
    return (_at(example["$ref"]) if "$ref" in example else example)["value"]


def test_every_example_is_what_its_schema_says() -> None:
    examples = list(_examples())
    assert examples
    for name, place, value in examples:
        assert faults(value, place, closed=True) == [], name


def test_there_are_the_examples_that_one_looks_for() -> None:
    names = {name for name, _, _ in _examples()}
    assert {f"send_reports {kind.title()}" for kind in KINDS} <= names
    assert {f"{kind.title()}Report" for kind in KINDS} <= names
    assert {"send_reports irregular", "send_reports conflicting_report", "send_reports not_a_card"} <= names
    assert {"open_game AGameTo1000Points", "open_game invalid_option", "read_game AGameInItsFirstDeal"} <= names


# --- what is answered ------------------------------------------------------------------------------------------------


@pytest.fixture
def club() -> Club:
    """A club all of whose requests and answers are compared with the document."""
    return Club(judged())


@pytest.mark.django_db
def test_a_whole_evening_is_as_documented(club: Club) -> None:
    told(club)


@pytest.mark.django_db
def test_a_game_read_by_everybody_is_as_documented(club: Club) -> None:
    game = club.open(public=False, label="")
    player = club.device(game.token(Role.PLAYER, seat=2))
    referee = club.device(game.token(Role.REFEREE, user=club.user))
    game.report(*reports_of("R1")[:4])
    game.report(hand(1, HAND_OF_SEAT_1.lower()), by=game.scorer)
    for device in (club.organizer, game.scorer, player, referee, game.outsider):
        for path in ("", "/deals", "/deals/1", "/deals/2", "/reports", "/reports?limit=1&after=2", "/reports?after=99"):
            device.get(game.path + path)
        device.get("/games")
        device.get("/games?limit=1&mine=true&status=playing")
        device.get("/games?colour=red&limit=0")
        device.get("/me")
        device.get(game.path, if_none_match='"5"')
        device.get(game.path, accept="text/html")
    assert club.organizer.get(game.path, if_none_match='"5"').status == 304


@pytest.mark.django_db
@pytest.mark.parametrize("also", [{}, {"dry_run": True}])
def test_what_is_refused_is_as_documented(club: Club, also: Json) -> None:
    game = club.open(rules={"preset": "schieber-official"})
    calls: list[list[Json]] = [
        [play("E6")],
        [deal(dealer=1)],
        [deal(), announce("rosen"), *tricks_of("R2", numbered=True)[:2]],
        [play("E6", number=1)],
        [play("SU"), trick("SU S6 SA R9", number=3), trick("SU S6 SA R10", number=3)],
        [play("E6", number=1, deal=1)],
        [trick("E6 E6 E6 E6", deal=3)],
        [{"kind": "weis", "seat": 1, "cards": ["E6"], "deal": 1}],
        [stoeck(1), stoeck(1)],
        [claim(2)],
        [claim(1, as_played=None)],
        [{"kind": "confirm", "side": 1}, {"kind": "incident", "category": "misdeal"}],
        [retract("1f0dbb2c-3f43-4c0c-9c53-0b9f0ac1d3a7")],
        [{"kind": "correct", "report": "1f0dbb2c-3f43-4c0c-9c53-0b9f0ac1d3a7", "replacement": [], "reason": ""}],
        [{"kind": "trick", "cards": ["E6"] * 5, "leader": 7, "number": "1", "deal": 1.0, "colour": "red"}],
        [],
    ]
    for call in calls:
        game.call({"reports": call, **also})
    for body in (b"", b"{", b"[]", b'{"reports": 7}', b'{"reports": [7], "dry_run": 1, "dry": true}'):
        game.call(body)
    game.call(b"<reports/>", content_type="application/xml")
    game.call({"reports": calls[0]}, if_match='"0"')
    club.device("jr_nobody").post(game.path + "/reports", {"reports": []})


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(proofs.proof_size(3, 100)))
def test_what_a_table_at_random_is_answered_is_as_documented(club: Club, seed: int) -> None:
    rng = random.Random(seed)
    options = random_rules(rng)
    game = club.open(rules=rules_of(options))
    Scribe(game, rng, options).deals(2)
    for device in (game.organizer, game.scorer, game.outsider):
        game.all(by=device)
