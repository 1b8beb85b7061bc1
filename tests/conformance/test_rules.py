"""Laws of the rules, in every variant and preset: what a record says does not depend on how it was read."""

import json
import random
from itertools import count

import pytest

from scoring.rules.call import Irregular
from scoring.rules.record.kinds import BidMade, CardLaid, HandShown
from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.scoring.carry import Carry
from scoring.rules.variants import PRESETS, VARIANTS
from scoring.rules.view.secrets import ANYBODY, REFEREE, Viewer, hidden_in, seen_fields, seen_sheet
from scoring.wording import languages
from scoring.wording.steps import TableNames, rule_line, step_pieces, text_of
from tests.api.table import reads_well
from tests.conformance.player import Json, Player
from tests.proofs import proof_size
from tests.rules.table import JassTable, correct, insisted, retract

HIDDEN_AS = {"hand": "hands", "bid": "bids", "lay": "laid"}
HIDING = {"hands": "cards", "bids": "points", "laid": "card"}
GAMES = [pytest.param(preset.variant, name, id=name) for name, preset in PRESETS.items() if preset.variant in VARIANTS]


def test_every_variant_has_options_and_presets() -> None:
    assert VARIANTS.keys() == {preset.variant for preset in PRESETS.values()}
    for name, variant in VARIANTS.items():
        assert variant.name == name
        assert {type(options) for options in variant.presets.values()} == {variant.options}
        assert variant.shape.seats * variant.shape.hand_size == 36


def test_a_variant_judges_the_remedies_that_are_left_to_it() -> None:
    left = {name for name, remedy in REMEDIES.items() if remedy.condition is None}
    judged = [set(variant.remedies) for variant in VARIANTS.values()]
    assert set().union(*judged) == left


def a_table(variant: str, preset: str, rng: random.Random) -> tuple[JassTable, Player]:
    """A table of these rules, and those who sit there."""
    resolved = VARIANTS[variant].resolve({"preset": preset, "deals": 2} if "deals" in PRESETS[preset].values else {})
    assert not isinstance(resolved, list), resolved
    _, options = resolved
    dealer = rng.choice(VARIANTS[variant].table.all_seats)
    table = JassTable(options, first_dealer=dealer, variant=VARIANTS[variant])
    return table, Player(variant, options.as_json(), rng, dealer)


def tell(table: JassTable, report: Json) -> str:
    """Tell what happened, against the rules or not, and answer its id."""
    try:
        return table.tell(report)[0]
    except Irregular:
        return table.tell(insisted(report))[0]


def play_on(table: JassTable, player: Player, *, deals: int = 2, steps: int = 150) -> list[tuple[str, Json]]:
    """Play some deals, or until the game is over; the reports with their ids."""
    done: list[tuple[str, Json]] = []
    for _ in range(steps):
        deal = table.sheet if table.referee.deals else None
        if table.ending is not None or (deal and deal["number"] == deals and "deal" in table.referee.expects):
            break
        report = player.step(table.referee.expects, table.referee.turn, deal)
        if report is None:
            break
        done.append((tell(table, report), report))
    return done


@pytest.mark.parametrize(("variant", "preset"), GAMES)
def test_what_was_heard_is_what_is_read(variant: str, preset: str) -> None:
    for seed in range(proof_size(2, 100)):
        table, player = a_table(variant, preset, random.Random(seed))
        play_on(table, player)
        assert table.sheets, "nothing was played"
        assert any(sheet["status"] in {"settled", "stopped"} for sheet in table.sheets)
        assert table.stands == table.read_again()
        for read in table.referee.deals:
            assert Carry.from_json(json.loads(json.dumps(read.carry.as_json()))) == read.carry
        assert json.loads(json.dumps(table.sheets)) == table.sheets


@pytest.mark.parametrize(("variant", "preset"), GAMES)
def test_what_is_taken_back_was_never_said(variant: str, preset: str) -> None:
    for seed in range(proof_size(2, 60)):
        rng = random.Random(seed)
        table, player = a_table(variant, preset, rng)
        play_on(table, player, steps=rng.randint(1, 60))
        before = table.stands
        report = player.step(table.referee.expects, table.referee.turn, table.sheet)
        if report is not None and table.ending is None:
            id_ = tell(table, report)
            table.tell(retract(id_))
            assert table.stands == before
            tell(table, report)
            assert table.stands == table.read_again()


@pytest.mark.parametrize(("variant", "preset"), GAMES)
def test_a_correction_by_the_same_changes_nothing(variant: str, preset: str) -> None:
    for seed in range(proof_size(2, 60)):
        rng = random.Random(seed)
        table, player = a_table(variant, preset, rng)
        done = play_on(table, player, steps=rng.randint(2, 80))
        before = table.stands
        id_, report = rng.choice(done)
        tell(table, insisted(correct(id_, report)))
        assert table.stands == before


@pytest.mark.parametrize(("variant", "preset"), GAMES)
def test_the_points_of_a_settled_deal_make_157(variant: str, preset: str) -> None:
    for seed in range(proof_size(2, 60)):
        table, player = a_table(variant, preset, random.Random(seed))
        play_on(table, player)
        for sheet in table.sheets:
            if sheet["status"] == "settled":
                assert sum(score.get("points", score["tricks"]) for score in sheet["scores"]) == 157


@pytest.mark.parametrize(("variant", "preset"), GAMES)
def test_the_steps_of_an_account_make_the_scores(variant: str, preset: str) -> None:
    seating = VARIANTS[variant].table
    names = TableNames(
        {seat: f"N{seat}" for seat in seating.all_seats},
        {side: seating.seats_of(side) for side in seating.sides},
        "swiss",
    )
    for seed in range(proof_size(1, 40)):
        rng = random.Random(seed)
        table, player = a_table(variant, preset, rng)
        play_on(table, player, steps=rng.choice([10, 40, 150]))
        for read in table.referee.deals:
            sheet = table.referee.sheet(read)
            for viewer in (REFEREE, ANYBODY, Viewer(seats=frozenset({1}))):
                seen = seen_sheet(sheet, viewer)
                steps = table.referee.steps(read, seen=seen, viewer=viewer)
                _check_sums(seen, [step.as_json()["adds"] for step in steps])
                for language in languages():
                    for step in steps:
                        assert reads_well(
                            text_of(step_pieces(step.key, facts=step.facts, table=names, language=language))
                        )
                        assert rule_line(step.rule, language=language)


def _check_sums(seen: Json, adds: list[Json | None]) -> None:
    """The parts make every column of the scores that some part goes to, as far as the reader may see it."""
    parts = [part for part in adds if part]
    for column in {part["to"] for part in parts}:
        for score in seen["scores"]:
            if score[column] is not None:
                made = sum(part["points"] for part in parts if part["side"] == score["side"] and part["to"] == column)
                assert made == score[column], (column, score)


@pytest.mark.parametrize(("variant", "preset"), GAMES)
def test_secrets_are_kept_until_the_deal_is_settled(variant: str, preset: str) -> None:
    tried = 0
    for seed in count():
        if seed >= proof_size(2, 60) and tried:
            break
        rng = random.Random(seed)
        table, player = a_table(variant, preset, rng)
        play_on(table, player, steps=rng.randint(1, 150))
        sheet = table.sheet
        hidden = hidden_in(sheet)
        tried += any(sheet[HIDDEN_AS[kind]] for kind in hidden)
        assert hidden == (frozenset() if sheet["status"] in {"settled", "stopped"} else frozenset(sheet["secret"]))
        for viewer in (ANYBODY, *(Viewer(seats=frozenset({seat})) for seat in table.variant.table.all_seats)):
            seen = seen_sheet(sheet, viewer)
            for kind, name in HIDDEN_AS.items():
                for entry in seen[name] or ():
                    kept = kind in hidden and entry["seat"] not in viewer.seats
                    assert (entry[HIDING[name]] is None) == kept
            for entry in table.journal:
                report = entry.said.report
                if isinstance(report, HandShown | BidMade | CardLaid):
                    fields: Json = {"seat": report.seat, "cards": [], "points": 1, "card": "E6"}
                    changed = seen_fields(report.kind, fields, viewer, hidden=hidden) != fields
                    assert changed == (report.kind in hidden and report.seat not in viewer.seats)
