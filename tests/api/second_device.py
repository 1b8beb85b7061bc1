"""What a second device at the table is told: it is on record already, or it contradicts the record."""

from tests.api.says import Json, new_id
from tests.api.table import Device, GameClient


def duplicate(game: GameClient, report: Json, *, by: Device | None = None) -> Json:
    """Send what is on record already, see that nothing changes, and answer the line about it."""
    before, version = game.stored()[:-1], game.version  # the last are the other names
    answer = game.send(report, by=by or game.scorer)
    assert answer.status == 200, answer.raw
    assert (answer.body["duplicate"], answer.body["findings"]) == (True, [])
    assert answer.body["game"]["version"] == version
    assert game.stored()[:-1] == before
    (line,) = answer.body["reports"]
    assert line["duplicate"] is True
    return dict(line)


def on_record(game: GameClient, kind: str) -> Json:
    """The newest journal entry of a kind."""
    return [entry for entry in game.journal() if entry["kind"] == kind][-1]


def is_another_name(game: GameClient, report: Json, entry: Json, *, by: Device | None = None) -> None:
    """A second device's report is a duplicate of the entry, and its id another name of it."""
    sent = {**report, "id": new_id()}
    line = duplicate(game, sent, by=by)
    assert line == {"id": sent["id"], "recorded_as": entry["id"], "seq": entry["seq"], "duplicate": True}
    assert duplicate(game, sent, by=by) == line


def contradicts(game: GameClient, report: Json, recorded: Json | None, *, by: Device | None = None) -> None:
    """A report contradicts the record: the answer shows the journal entry and what was sent."""
    problem = game.refused(report, by=by)
    assert (problem["status"], problem["code"], problem["report"]) == (409, "conflicting_report", 0)
    assert problem["recorded"] == recorded
    assert problem["sent"] == report
