"""The benchmarks run; what they measure is for `make bench` to say."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import evening, legality, referee, replays, variants
from benchmarks.deals import Position, lawful_deals
from benchmarks.measure import Figures, Row, in_turns, table
from benchmarks.neighbours import Engine, engines
from scoring.rules.pack.cards import Cards
from scoring.rules.proof.legality import legal_cards
from scoring.rules.review import review
from scoring.rules.variants import VARIANTS

ROOT = Path(__file__).resolve().parents[2]


def test_what_needs_no_server_runs_and_prints_a_table() -> None:
    command = [sys.executable, "-m", "benchmarks", "--quick", "--rules"]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "| legal cards, strict " in done.stdout
    assert "| hearing a trick in deal 3 " in done.stdout
    assert "| what it proves, after each card, eidex " in done.stdout
    assert "legal cards: round 1 of 3" in done.stderr
    assert "Other work, a private PostgreSQL among it, took " in done.stdout


def test_the_rules_are_compared_with_those_of_a_commit_and_no_tree_is_left() -> None:
    git = ["git", "-C", str(ROOT)]
    if subprocess.run([*git, "rev-parse", "HEAD"], check=False, capture_output=True).returncode:
        pytest.skip("these files are no git repository")
    trees = subprocess.run([*git, "worktree", "list"], check=True, capture_output=True).stdout
    command = [sys.executable, "-m", "benchmarks", "--quick", "--base"]
    done = subprocess.run([*command, "HEAD"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "| hearing a trick " in done.stdout
    assert subprocess.run([*git, "worktree", "list"], check=True, capture_output=True).stdout == trees
    unknown = subprocess.run([*command, "no-such-commit"], cwd=ROOT, check=False, capture_output=True, text=True)
    assert (unknown.returncode, unknown.stdout) == (1, "")
    assert "There is no work tree of no-such-commit" in unknown.stderr


def test_an_evening_has_a_timetable() -> None:
    tables = [evening.Table(f"/{number}", iter(())) for number in range(50)]
    jobs = evening.timetable(tables, readers=200, seconds=60)
    assert [job.due for job in jobs] == sorted(job.due for job in jobs)
    due = {what: [job.due for job in jobs if job.what == what] for what in ("report", "read")}
    assert len(due["report"]) == pytest.approx(50 * 60 / 20, abs=1)
    assert len(due["read"]) == pytest.approx(200 * 60 / 2, abs=1)
    assert len(set(due["report"])) == len(due["report"])


def test_a_ratio_with_a_wide_spread_is_not_printed() -> None:
    ours, other = Figures((100.0, 200.0, 300.0)), Figures((100.0, 100.0, 100.0))
    shown = table([Row(what="work", unit="ms", ours=ours, against="that", other=other)])
    assert "too wide" in shown
    assert "2.00" not in shown


def test_a_deal_asks_thirty_six_questions_and_plays_every_card_once() -> None:
    (deal,) = lawful_deals(1, seed=1)
    assert len(deal.positions) == 36
    assert sorted(card for trick in deal.tricks for card in trick) == list(range(36))


def test_the_same_seed_deals_the_same() -> None:
    assert lawful_deals(3, seed=5) == lawful_deals(3, seed=5)


def test_the_card_points_that_a_replay_is_compared_with() -> None:
    deals = lawful_deals(6, seed=2)
    points = referee.card_points(deals)
    assert [sum(pair) for pair in points] == [157] * 6
    turned_round = referee.card_points([*deals[1:], deals[0]])
    assert turned_round == [*points[1:], points[0]], "they go by who led the deal, not by the seats"


def test_jass_kit_counts_the_same_points_where_it_is_installed() -> None:
    pytest.importorskip("jass", reason="jass-kit comes with benchmarks/requirements.txt")
    deals = lawful_deals(12, seed=3)
    (question,) = (engine.question for engine in engines() if engine.name in replays.NAME)
    assert replays.replay(replays.scripts(deals, question=question)) == referee.card_points(deals)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_deal_of_each_variant_is_lawful_and_whole(name: str) -> None:
    variant = VARIANTS[name]
    game, journal = variants.game_of(variant), variants.record(variant, seed=4)
    read = review(game, journal)
    assert (read.misfits, [(sheet["status"], sheet["findings"]) for sheet in read.sheets]) == ((), [("settled", [])])
    assert len(variants.moments(game, journal)) == variant.table.seats * variant.tricks


def engine(*, leaves_out: Cards = 0) -> Engine:
    """An engine that answers as we do, save that it leaves cards out."""

    def answer(position: Position) -> Cards:
        allowed = legal_cards(position.hand, trick=position.trick, mode=position.mode, undertrump="strict")
        return allowed & ~leaves_out

    return Engine("other", "strict", answer, lambda position: (position,), int, lambda _position: "")


def test_an_engine_that_answers_otherwise_is_told_of() -> None:
    positions = [position for deal in lawful_deals(2, seed=1) for position in deal.positions]
    assert legality.differences(engine(), positions) == [
        "other against R-15 as `strict`, 72 positions: the same answer on all."
    ]
    (told,) = legality.differences(engine(leaves_out=1), positions)
    assert told.endswith("(UNEXPLAINED).")


def test_contenders_take_turns() -> None:
    order = []

    def measure(name: str) -> float:
        order.append(name)
        return float(len(order))

    figures = in_turns({"a": lambda: measure("a"), "b": lambda: measure("b")}, rounds=2, turns=2, about="turns")
    assert order == ["a", "b"] * 4
    assert figures == {"a": Figures((2.0, 6.0)), "b": Figures((3.0, 7.0))}


def test_a_row_shows_medians_and_the_median_of_the_ratios() -> None:
    row = Row(
        what="games",
        unit="a second",
        ours=Figures((1000.0, 1200.0, 1100.0)),
        against="others",
        other=Figures((100.0, 100.0, 100.0)),
        aim="≥ 5",
    )
    assert [cell.strip() for cell in table([row]).splitlines()[-1].strip("|").split("|")] == [
        "games",
        "a second",
        "1 100",
        "others",
        "100",
        "11.00",
        "18%",
        "≥ 5",
    ]
