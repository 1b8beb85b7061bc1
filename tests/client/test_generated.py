"""A client that a generator makes of the document: it compiles, is whole, and plays a deal against a real server."""

import compileall
import importlib
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import pytest

from tests.api.says import Json, opening_of, tricks_of, worked
from tests.commands.serving import ROOT, Served, fresh_database, manage

NAME = "generated_jassref"


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The name of the generated package, which can be imported."""
    folder = tmp_path_factory.mktemp("client")
    settings = folder / "settings.yml"
    settings.write_text("post_hooks: []\n", encoding="utf-8")  # nobody reads it, so it need not be pretty
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none", "--config", str(settings)]
    made = subprocess.run(
        [*command, "--path", "api/schema.yml", "--output-path", str(folder / NAME), "--fail-on-warning"],
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(folder))
        patch.setattr(logging.getLogger("httpx"), "level", logging.WARNING)
        yield NAME


def module(client: str, name: str) -> Any:
    """A module of the package; its types are those of the document, which only the generator knows."""
    return importlib.import_module(f"{client}.{name}")


def test_it_compiles(client: str) -> None:
    folder = Path(module(client, "models").__file__).parents[1]
    assert compileall.compile_dir(folder, quiet=2)


def test_it_has_a_function_for_each_operation(client: str) -> None:
    folder = Path(module(client, "models").__file__).parents[1]
    functions = {path.stem for path in folder.glob("api/*/*.py")} - {"__init__"}
    document = (ROOT / "api" / "schema.yml").read_text(encoding="utf-8")
    operations = {line.split()[1] for line in document.splitlines() if line.lstrip().startswith("operationId:")}
    assert functions == operations


def test_every_answer_has_a_type(client: str) -> None:
    """Any stands only for answers without a body."""
    folder = Path(module(client, "models").__file__).parents[1]
    untyped = [
        (path.stem, line.strip())
        for path in folder.glob("api/*/*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if "cast(Any" in line and not line.strip().endswith("cast(Any, None)")
    ]
    assert untyped == []


@pytest.mark.django_db  # touches rows, though in a database of its own
def test_it_plays_a_deal(client: str, tmp_path: Path) -> None:
    with fresh_database(tmp_path) as environment:
        token = manage("api_token", "anna", environment=environment).stdout.splitlines()[-1]
        with Served(environment, "--no-demo") as served:
            served.answers()
            with module(client, "client").AuthenticatedClient(base_url=served.url, token=token) as caller:
                settled = played(client, caller)
    assert [side.score for side in settled.sides] == [50, 344]
    assert (settled.deal.status.value, settled.deal.findings) == ("settled", [])
    assert settled.version == len(opening_of("R1")) + len(tricks_of("R1"))


def played(client: str, caller: Any) -> Any:
    """Open a game and play R1 in it, first with mistakes; the game as it stands at the end."""
    models = module(client, "models")
    request = models.SchieberGameRequest.from_dict(
        {"id": str(uuid4()), "variant": "schieber", "players": ["Anna", "Beat", "Chiara", "Dario"], "public": True}
    )
    game = module(client, "api.games.open_game").sync(client=caller, body=request)
    assert isinstance(game, models.SchieberGame)

    def send(*reports: Json, dry_run: bool = False) -> Any:
        body = models.ReportsRequest.from_dict({"reports": list(reports), "dry_run": dry_run})
        return module(client, "api.reports.send_reports").sync(game.id, client=caller, body=body)

    opening = send(*opening_of("R1"))
    assert isinstance(opening, models.ReportsRecorded)
    last = {"kind": "trick", "id": str(uuid4()), **worked_trick(1)}
    assert isinstance(send(last, dry_run=True), models.ReportsTriedOut)
    assert isinstance(send(last), models.ReportsRecorded)
    assert isinstance(send(last), models.ReportsRepeated)
    refused = send({"kind": "play", "card": last["cards"][0]})
    assert isinstance(refused, models.CardAlreadyPlayed)
    assert (refused.code, refused.status) == ("card_already_played", 409)
    done = send(*(each for each in tricks_of("R1")[1:]))
    assert isinstance(done, models.ReportsRecorded)
    journal = module(client, "api.reports.read_journal").sync(game.id, client=caller)
    assert [entry.kind for entry in journal.results][:2] == ["deal", "announce"]
    return module(client, "api.games.read_game").sync(UUID(str(game.id)), client=caller)


def worked_trick(number: int) -> Json:
    """A trick of R1 with its number."""
    return {"number": number, "cards": worked("R1")["tricks"][number - 1]["cards"]}
