"""A Weis that is said and not shown, through the API (docs/api.md, Reports; R-28)."""

import pytest

from tests.api.says import Json, announce, correct, deal, new_id, retract, trick, weis
from tests.api.second_device import contradicts, duplicate, on_record
from tests.api.table import Club, GameClient
from tests.api.test_transfer import elsewhere, exported, taken

pytestmark = pytest.mark.django_db

TO_THE_KING: Json = {"run": 3, "high": "K"}


def said(seat: int, form: Json, **more: object) -> Json:
    return {"kind": "weis", "seat": seat, "said": form, **more}


@pytest.fixture
def table() -> GameClient:
    game = Club().open()
    game.report(deal(), announce("rosen"))
    return game


def test_it_stands_in_the_deal_the_journal_and_the_explanation(table: GameClient) -> None:
    table.report(said(2, {"run": 3, "high": "k", "trump": False}), said(3, {"four": "9"}), trick("R7 R8 RU R6"))
    form = {"run": 3, "high": "K", "trump": False}
    assert table.deal["weis"] == [
        {"seat": 2, "cards": None, "said": form, "points": 20, "counts": False},
        {"seat": 3, "cards": None, "said": {"four": "9"}, "points": 150, "counts": True},
    ]
    assert [entry["said"] for entry in table.journal() if entry["kind"] == "weis"] == [form, {"four": "9"}]
    for language in ("de", "en", "fr", "it", "nl", "tr"):
        steps = table.outsider.get(f"{table.path}/explain?lang={language}").body["steps"]
        assert [step["form"] for step in steps if step["key"] == "weis_said"] == [form, {"four": "9"}]
        assert [step["other_form"] for step in steps if step["key"] == "weis_beaten"] == [{"four": "9"}]


def test_a_second_device_says_it_again(table: GameClient) -> None:
    table.report(said(2, TO_THE_KING, deal=1))
    first = on_record(table, "weis")
    assert duplicate(table, said(2, TO_THE_KING, deal=1, id=new_id()))["recorded_as"] == first["id"]


def test_the_cards_are_the_same_weis_and_both_may_come_again(table: GameClient) -> None:
    table.report(said(2, TO_THE_KING, deal=1))
    table.report(weis(2, "SK SO SU", deal=1))
    assert [one["cards"] for one in table.deal["weis"]] == [["SU", "SO", "SK"]]
    duplicate(table, weis(2, "SK SO SU", deal=1, id=new_id()))
    duplicate(table, said(2, TO_THE_KING, deal=1, id=new_id()))


def test_other_cards_contradict_it(table: GameClient) -> None:
    table.report(said(2, TO_THE_KING))
    contradicts(table, weis(2, "SO SK SA"), on_record(table, "weis"))
    table.report({**weis(2, "SA SK SO"), "as_played": True})
    assert len(table.deal["weis"]) == 2


@pytest.mark.parametrize(
    ("report", "code", "pointer"),
    [
        ({"kind": "weis", "seat": 2}, "missing_field", "/reports/0/cards"),
        (weis(2, "SK SO SU", said=TO_THE_KING), "invalid_value", "/reports/0/said"),
        (said(2, {"run": 3}), "missing_field", "/reports/0/said/high"),
        (said(2, {"run": 2, "high": "K"}), "invalid_value", "/reports/0/said/run"),
        (said(2, {"run": 3, "high": "Q"}), "invalid_value", "/reports/0/said/high"),
        (said(2, {"run": 3, "high": "K", "trump": "no"}), "wrong_type", "/reports/0/said/trump"),
        (said(2, {"four": "U", "run": 3}), "unknown_field", "/reports/0/said/run"),
        (said(2, []), "wrong_type", "/reports/0/said"),  # type: ignore[arg-type]  # that is what is wrong
        (said(2, {"run": 4, "high": "8"}), "not_a_weis", "/reports/0/said"),
    ],
)
def test_refusals_name_the_field(table: GameClient, report: Json, code: str, pointer: str) -> None:
    problem = table.refused(report)
    pointers = [each["pointer"] for each in problem.get("errors", [problem])]
    assert (problem["code"] if problem["code"] == code else problem["errors"][0]["code"], pointers) == (code, [pointer])


def test_a_correction_puts_what_was_said_in_the_place_of_cards(table: GameClient) -> None:
    (line,) = table.report(weis(2, "SK SO SU"))["reports"]
    table.report(correct(line["id"], said(2, {"run": 3, "high": "A"})))
    assert [(one["cards"], one["said"]) for one in table.deal["weis"]] == [(None, {"run": 3, "high": "A"})]


def test_the_pages_say_it_in_words(table: GameClient) -> None:
    table.report(said(2, TO_THE_KING), trick("R7 R8 RU R6"))
    page = table.outsider.get(f"{table.path}/explain?format=html&lang=de").raw.decode()
    assert "Folge von 3, höchste Karte König" in page


def test_it_goes_out_and_comes_in_again(table: GameClient) -> None:
    table.report(said(2, TO_THE_KING, deal=1), weis(2, "SK SO SU"), trick("R7 R8 RU R6"))
    assert taken(Club(), elsewhere(exported(table))).deal["weis"] == table.deal["weis"]


def test_a_correction_never_makes_two_weise_of_one(table: GameClient) -> None:
    told, shown = said(2, {"four": "U"}, id=new_id()), weis(2, "EU RU SU BU", id=new_id())
    table.report(told, shown)
    other = correct(told["id"], said(2, {"four": "9"}))
    problem = table.refused(other)
    assert (problem["code"], problem["reports"]) == ("later_reports_conflict", [shown["id"]])
    assert problem["conflicts"] == [{"report": shown["id"], "code": "conflicting_report"}]
    assert [one["points"] for one in table.deal["weis"]] == [200]
    both = [other, correct(shown["id"], weis(2, "E9 R9 S9 B9"))]
    table.report(*both)
    assert [(one["said"], one["points"]) for one in table.deal["weis"]] == [({"four": "9"}, 150)]


def test_another_mode_makes_no_two_weise_of_one(table: GameClient) -> None:
    told, shown = said(2, {**TO_THE_KING, "trump": True}), weis(2, "RK RO RU", id=new_id())
    table.report(told, shown)
    (announced,) = [entry for entry in table.journal() if entry["kind"] == "announce"]
    problem = table.refused(correct(announced["id"], announce("eicheln")))
    assert (problem["code"], problem["reports"]) == ("later_reports_conflict", [shown["id"]])
    table.report(correct(announced["id"], announce("eicheln"), as_played=True))
    assert len(table.deal["weis"]) == 2
    table.report(retract(shown["id"]))
    assert len(table.deal["weis"]) == 1


def test_a_correction_of_the_cards_makes_no_two_weise_of_one(table: GameClient) -> None:
    shown, told = weis(2, "EU RU SU BU", id=new_id()), said(2, {"four": "U"}, id=new_id())
    table.report(shown, told)
    problem = table.refused(correct(shown["id"], weis(2, "E9 R9 S9 B9")))
    assert (problem["code"], problem["reports"]) == ("later_reports_conflict", [told["id"]])
    assert [one["points"] for one in table.deal["weis"]] == [200]
