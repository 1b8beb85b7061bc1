"""A Coiffeur table for tests, and deals of the oracle as a table reports them."""

import random
from typing import Any

from scoring.rules.variants import VARIANTS
from scoring.rules.variants.coiffeur.options import CoiffeurOptions
from scoring.rules.variants.coiffeur.play import COIFFEUR
from tests.oracle.coiffeur import Plan, announcing_side, card_points, took_everything
from tests.rules.table import JassTable, Json, announce, confirm, count, deal, incident, play, push, trick


def coiffeur(*, first_dealer: int = 4, **changes: Any) -> JassTable:
    """A table of the default preset, with some options changed."""
    resolved = VARIANTS["coiffeur"].resolve(changes)
    assert not isinstance(resolved, list), resolved
    assert isinstance(resolved[1], CoiffeurOptions)
    return JassTable(resolved[1], first_dealer=first_dealer, variant=COIFFEUR)


def opening(plan: Plan, **more: Any) -> list[Json]:
    """The deal until somebody has announced."""
    return [deal(), *([push()] if plan["pushed"] else []), announce(plan["mode"], seat=plan["declarer"], **more)]


def cards(plan: Plan, *, rng: random.Random) -> list[Json]:
    """The tricks, card by card or whole."""
    reports: list[Json] = []
    for number, one in enumerate(plan["tricks"], start=1):
        singly = rng.random() < 0.3
        reports += [play(card) for card in one["cards"]] if singly else [trick(" ".join(one["cards"]), number=number)]
    return reports


def slate(plan: Plan) -> Json:
    """What a table writes that keeps no cards: both sides' points, and at 157 : 0 whether it was a match."""
    points = card_points(plan)
    more: Json = {}
    if 0 in points.values():
        side = 1 if points[1] else 2
        more = {"match": side if took_everything(plan, side) else None}
    return count(points[1], points[2] if announcing_side(plan) == 1 else None, **more)


def slates(*deals: tuple[str, int]) -> list[list[Json]]:
    """Deals by their slates: the mode, and the points of the side that announced, by turns."""
    return [
        [deal(), count(*((own, None) if number % 2 else (None, own)), mode=mode)]
        for number, (mode, own) in enumerate(deals, start=1)
    ]


def misdealt(table: JassTable, number: int) -> None:
    """Let all sides sign that this deal was misdealt."""
    (id_,) = table.tell(incident("misdeal", deal=number))
    table.tell(confirm(1, report=id_), confirm(2, report=id_))
