"""Every fault of a report is told at once, wherever it lies."""

import pytest

from scoring.rules.record.codec import read
from scoring.rules.record.kinds import Said
from scoring.rules.record.shape import Shape

SHAPE = Shape(seats=4, sides=2, hand_size=9, tricks=9)


@pytest.mark.parametrize(
    ("report", "faults"),
    [
        (
            {"kind": "trick", "cards": ["E6", "E6", 5, "zz"], "number": 0},
            [(("cards", 2), "wrong_type"), (("cards", 3), "not_a_card"), (("number",), "invalid_value")],
        ),
        (
            {"kind": "weis", "seat": 5, "cards": ["E6", "e6", "E6"]},
            [(("seat",), "not_a_seat"), (("cards", 1), "invalid_value"), (("cards", 2), "invalid_value")],
        ),
        (
            {"kind": "count", "points": {"1": "x", "3": 4}},
            [(("points", "1"), "wrong_type"), (("points", "3"), "unknown_field")],
        ),
        (
            {
                "kind": "correct",
                "report": "x",
                "replacement": [{"kind": "play", "card": "EZ", "zz": 1, "seat": 9}, 5, {"kind": "x"}],
            },
            [
                (("report",), "invalid_value"),
                (("replacement", 0, "card"), "not_a_card"),
                (("replacement", 0, "seat"), "not_a_seat"),
                (("replacement", 0, "zz"), "unknown_field"),
                (("replacement", 1), "wrong_type"),
                (("replacement", 2, "kind"), "unknown_kind"),
                (("reason",), "missing_field"),
            ],
        ),
    ],
)
def test_all_faults_of_a_report_at_once(report: dict[str, object], faults: list[tuple[object, str]]) -> None:
    found = read(report, shape=SHAPE)
    assert not isinstance(found, Said)
    assert [(fault.path, fault.code) for fault in found] == faults
