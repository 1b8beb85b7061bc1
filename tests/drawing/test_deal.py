"""A deal as it lies on the table: seats, points, marks and findings, each from the sheet that a reader may see."""

from typing import Any

from django.template.loader import render_to_string

from scoring.drawing.deal import DealDrawn, Marks, deal_drawn
from scoring.rules.view.secrets import REFEREE, seen_sheet
from scoring.wording.steps import TableNames
from tests.rules.known_deal import RUN_OF_SEAT_2, opened, played
from tests.rules.table import Json, stargames, stoeck, trick

FOUR = TableNames({1: "Anna", 2: "Beat", 3: "Chiara", 4: "Dario"}, {1: [1, 3], 2: [2, 4]}, "swiss")
REVOKED = [*played(1, 2), trick("EU R10 EK SO")]


def sheet_of(*reports: Json) -> dict[str, Any]:
    table = stargames()
    for report in reports:
        table.tell({**report, "as_played": True})
    current = table.referee.current
    assert current is not None
    return seen_sheet(table.referee.sheet(current), REFEREE)


def drawn(*reports: Json, about: Marks | None = None, language: str = "en") -> DealDrawn:
    sheet = sheet_of(*reports)
    return deal_drawn(sheet, table=FOUR, variant="schieber", language=language, about=about or Marks())


def test_cards_lie_before_their_players_in_the_order_of_play() -> None:
    second = drawn(*opened(), *played(1, 2)).tricks[1]
    assert second.leader == "Beat"
    assert [(card.order, card.player, card.place, card.name) for card in second.cards] == [
        (1, "Beat", "east", "Ober of Acorns"),
        (2, "Chiara", "north", "Banner of Shields"),
        (3, "Dario", "west", "Seven of Acorns"),
        (4, "Anna", "south", "Ace of Acorns"),
    ]


def test_points_run_along() -> None:
    tricks = drawn(*opened(), *played(1, 3)).tricks
    assert [(one.winner, one.points, [points for _, points in one.standing]) for one in tricks] == [
        ("Beat", 31, [0, 31]),
        ("Anna", 24, [24, 31]),
        ("Beat", 19, [24, 50]),
    ]


def test_a_trick_that_lies_open_has_no_winner() -> None:
    last = drawn(*opened(), *played(1, 1), {"kind": "play", "card": "EO"}).tricks[-1]
    assert (last.winner, last.points, len(last.cards)) == (None, None, 1)


def test_marks_say_in_words_what_is_special_about_a_card() -> None:
    about = Marks(questioned="S10", proof="EK", moment=6, trick=2, link="?at={moment}")
    tricks = drawn(*opened(), *REVOKED, about=about).tricks
    marks = {card.name: [text for _, text in card.marks] for one in tricks for card in one.cards if card.marks}
    assert marks["Banner of Shields"] == ["Card in question", "This moment"]
    assert marks["King of Acorns"] == ["Proof"]
    assert marks["Ace of Acorns"] == ["Takes the trick"]
    assert [one.questioned for one in tricks] == [False, True, False]
    assert [card.link for card in tricks[1].cards] == ["?at=5", "?at=6", "?at=7", "?at=8"]


def test_findings_stand_beside_their_trick() -> None:
    king = "King of Acorns"
    told = f"Revoke · Chiara · Banner of Shields · Proven by: {king}, Trick 3 · Legal cards: {king} · Proven"
    assert [one.findings for one in drawn(*opened(), *REVOKED).tricks] == [[], [told], []]


def test_weise_and_stoeck_are_told() -> None:
    melds = drawn(*opened(RUN_OF_SEAT_2, stoeck(1)), *played(1, 7)).melds
    assert [(one.player, one.kind, one.points, len(one.cards), one.counts) for one in melds] == [
        ("Beat", "Weis", 20, 3, True),
        ("Anna", "Stöck", 20, 0, True),
    ]


def test_three_sit_round_the_table_too() -> None:
    sheet = {
        "tricks": [{"number": 1, "leader": 2, "cards": ["E6", "E7", "E8"], "winner": 1, "points": 0}],
        "weis": [],
        "stoeck": None,
        "findings": [],
    }
    three = TableNames({1: "Anna", 2: "Beat", 3: "Chiara"}, {1: [1], 2: [2], 3: [3]}, "swiss")
    (trick_of_three,) = deal_drawn(sheet, table=three, variant="eidex", language="en").tricks
    assert [(card.player, card.place) for card in trick_of_three.cards] == [
        ("Beat", "east"),
        ("Chiara", "west"),
        ("Anna", "south"),
    ]


def test_a_trick_that_was_given_away_counts_for_who_got_it() -> None:
    sheet = sheet_of(*opened(), *played(1, 2))
    sheet["tricks"][1]["awarded_to"] = 2
    last = deal_drawn(sheet, table=FOUR, variant="schieber", language="en").tricks[-1]
    assert (last.winner, last.awarded_to, [points for _, points in last.standing]) == ("Anna", "Beat + Dario", [0, 55])


def test_the_template_draws_every_card_by_its_name() -> None:
    page = render_to_string("drawing/deal.html", {"drawn": drawn(*opened(), *played(1, 9), language="de"), "words": {}})
    assert page.count("<svg") == 36
    assert page.count("<title>Rosen-") == 9
