"""Each secret kind of the rules, at every place where a reader meets it; a kind added to the table is tested here."""

from typing import Any

import pytest

from api.reports.schema import SECRET
from scoring.models import Role
from scoring.rules.deal.secret import SECRET_KINDS, SecretKind
from scoring.rules.record.codec import wires_of
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import ANYBODY, REFEREE, Viewer, seen_fields, seen_sheet
from tests.api.says import Json, bid, correct, deal, hand, lay, new_id
from tests.api.table import Club, Device, GameClient

OWN, OTHER = Viewer(seats=frozenset({2})), Viewer(seats=frozenset({1}))
GAMES: dict[str, tuple[Json, Json, Json, Json]] = {
    "hand": ({}, deal(), hand(2, "E6 E7 E8 E9 E10 EU EO EK EA"), hand(2, "R6 R7 R8 R9 R10 RU RO RK RA")),
    "bid": (
        {"variant": "differenzler", "rules": {"bids": "hidden"}},
        deal(turned="SA"),
        bid(2, 40),
        bid(2, 50),
    ),
    "lay": ({"variant": "eidex", "first_dealer": 1}, deal(turned="BK"), lay(2, "R7"), lay(2, "R8")),
}
"""A game in which each kind is secret, the opening of a deal, a report of the kind for seat 2, and what corrects it."""

kinds = pytest.mark.parametrize("of", SECRET_KINDS.values(), ids=list(SECRET_KINDS))


def sheet(of: SecretKind, **more: Any) -> dict[str, Any]:
    """The sheet of a running deal with one secret of seat 2."""
    members = dict.fromkeys((*of.in_score, *of.in_all_scores), 7)
    return {
        "status": "playing",
        "secret": [of.kind],
        of.listed: [{"seat": 2, of.hidden: 7}],
        "scores": [{"side": 2, **members}],
        "findings": [],
        **more,
    }


@kinds
class TestInTheRules:
    def test_a_report_has_the_field_that_it_hides(self, of: SecretKind) -> None:
        fields = dict(wires_of(of.report))
        assert fields.keys() >= {"seat", of.hidden}
        assert fields[of.hidden].type in SECRET

    def test_a_sheet_hides_it_from_other_seats(self, of: SecretKind) -> None:
        for viewer, value in ((OWN, 7), (OTHER, None), (ANYBODY, None), (REFEREE, 7)):
            assert seen_sheet(sheet(of), viewer)[of.listed] == [{"seat": 2, of.hidden: value}]

    def test_a_score_hides_it_from_other_seats(self, of: SecretKind) -> None:
        for viewer, value in ((OWN, 7), (OTHER, None), (ANYBODY, None), (REFEREE, 7)):
            (score,) = seen_sheet(sheet(of), viewer)["scores"]
            assert {score[name] for name in of.in_score} <= {value}
            assert {score[name] for name in of.in_all_scores} <= {7 if viewer is REFEREE else None}

    def test_settlement_opens_it(self, of: SecretKind) -> None:
        assert seen_sheet(sheet(of, status="settled"), ANYBODY)[of.listed] == [{"seat": 2, of.hidden: 7}]
        assert seen_sheet(sheet(of, status="settled"), ANYBODY, still_open=True)[of.listed][0][of.hidden] is None


@pytest.mark.parametrize("of", [of for of in SECRET_KINDS.values() if of.in_count])
def test_a_slate_hides_it_seat_by_seat(of: SecretKind) -> None:
    name, others = str(of.in_count), SECRET_KINDS.keys() - {of.kind}
    fields = {name: {"1": 7, "2": 8}}
    assert seen_fields("count", fields, OWN) == {name: {"1": None, "2": 8}}
    assert seen_fields("count", fields, OWN, hidden=others) == seen_fields("count", fields, REFEREE) == fields


@pytest.mark.django_db
@kinds
class TestOverTheApi:
    def opened(self, of: SecretKind) -> tuple[GameClient, Json, Device, Device]:
        """A game with a secret of seat 2, its report, and the devices of seats 1 and 2."""
        request, opening, report, _ = GAMES[of.kind]
        game = Club().open(**request)
        game.report(opening)
        other, own = (game.club.device(game.token(Role.PLAYER, seat=seat, label=f"seat {seat}")) for seat in (1, 2))
        return game, {**report, "id": new_id()}, other, own

    def test_an_answer_hides_it_from_who_reported_it_for_another_seat(self, of: SecretKind) -> None:
        game, report, _, own = self.opened(of)
        for answer in (game.try_out(report, by=game.scorer), game.send(report, by=game.scorer)):
            assert answer.body["reports"][0][of.hidden] is None
        assert game.send(report, by=own).body["reports"][0][of.hidden] == report[of.hidden]

    def test_the_journal_and_the_deal_hide_it(self, of: SecretKind) -> None:
        game, report, other, own = self.opened(of)
        game.report(report)
        for device, value in ((other, None), (game.scorer, None), (game.outsider, None), (own, report[of.hidden])):
            assert game.journal(by=device)[-1][of.hidden] == value
            assert game.deals(by=device)[-1][of.listed][0][of.hidden] == value

    def test_a_correction_hides_it(self, of: SecretKind) -> None:
        game, report, other, own = self.opened(of)
        game.report(report)
        new = GAMES[of.kind][3]
        answer = game.report(correct(report["id"], new), by=game.scorer)
        assert answer["reports"][0]["replacement"][of.hidden] is None
        for device, value in ((other, None), (game.outsider, None), (own, new[of.hidden])):
            assert game.journal(by=device)[-1]["replacement"][of.hidden] == value


def test_a_variant_keeps_nothing_secret_but_these_kinds() -> None:
    for variant in VARIANTS.values():
        for options in variant.presets.values():
            assert variant.secret(options) <= SECRET_KINDS.keys()


def test_every_kind_has_its_game() -> None:
    assert GAMES.keys() == SECRET_KINDS.keys()
