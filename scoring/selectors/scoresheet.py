"""The score sheet of a game: its deals in one table, with totals and the control sum (docs/api.md, Score sheet).

Nothing here knows a variant: the columns are those that the deals' scores have, and the running totals are those that
each deal was scored upon.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.db.models import F

from scoring.mapping import OPEN_FINDINGS
from scoring.models import Deal, Game
from scoring.rules.pack.lineup import shown
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.scoring.status import COUNTING, DealStatus
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import Viewer, seen_sheet
from scoring.selectors.games import find

Json = Mapping[str, Any]

SIDE: Final = "side"
TOTAL: Final = "total"


@dataclass(frozen=True, slots=True)
class _Row:
    """A deal as it is kept: its sheet, the totals before it, and the version of the game at that moment."""

    sheet: Json
    before: Sequence[int]
    version: int


def scoresheet(game: Game, viewer: Viewer) -> dict[str, Any]:
    """The sheet as this viewer sees it. It shows one state of the game, perhaps a newer one than the row given."""
    game, rows = _of_one_state(game)
    seen = [seen_sheet(row.sheet, viewer) for row in rows]
    after = [*(row.before for row in rows), game.scores][1:]
    sides = VARIANTS[game.variant].table.sides
    return {
        "game": _head(game),
        "columns": _columns(seen),
        "start": _by_side(sides, list(game.options["start_scores"].values())),
        "deals": [_deal(sheet, _by_side(sides, totals)) for sheet, totals in zip(seen, after, strict=True)],
        "totals": _by_side(sides, game.scores),
        "control": _control(seen, sides),
        "signatures": _signatures(seen, sides),
    }


def _of_one_state(game: Game) -> tuple[Game, list[_Row]]:
    """The game and its deals as they were at one moment: read again where somebody wrote in between."""
    while True:
        deals = Deal.objects.filter(game=game).order_by("number").annotate(version=F("game__version"))
        rows = [_Row(sheet, carry["totals"], at) for sheet, carry, at in deals.values_list("sheet", "carry", "version")]
        if {row.version for row in rows} == ({game.version} if game.current_deal_id else set()):
            return game, rows
        fresh = find(game.pk)
        if fresh is None or fresh.version == game.version:
            return game, rows
        game = fresh


def _head(game: Game) -> dict[str, Any]:
    return {
        "id": str(game.id),
        "label": game.label,
        "variant": game.variant,
        "deck": game.deck,
        "preset": game.preset,
        "end": {name: game.options.get(name) for name in ("target", "deals")},
        "seats": shown(game.lineup),
        "sides": _sides(game),
        "status": game.status,
        "result": game.result,
        "version": game.version,
        "created_at": game.created_at,
        "updated_at": game.updated_at,
    }


def _sides(game: Game) -> list[dict[str, Any]]:
    table = VARIANTS[game.variant].table
    names = {seat["seat"]: "/".join(_names_at(seat)) for seat in shown(game.lineup)}
    seats = {side: table.seats_of(side) for side in table.sides}
    return [
        {SIDE: side, "seats": list(own), "name": " + ".join(names[seat] for seat in own)} for side, own in seats.items()
    ]


def _names_at(seat: Json) -> list[str]:
    """The names of all who sat at the seat, the first one first; somebody who came back stands once."""
    return list(dict.fromkeys(one["player"]["name"] for one in seat.get("sat") or [seat]))


def _columns(deals: Iterable[Json]) -> list[str]:
    """The parts of the scores, in the order in which the deals have them, and the total as the last."""
    scores = [score for deal in deals for score in deal["scores"] or ()]
    named = dict.fromkeys(name for score in scores for name in score if name not in {SIDE, TOTAL})
    return [*named, *([TOTAL] if scores else [])]


COPIED: Final = (
    *("number", "dealer", "declarer", "pushed", "mode", "factor", "recorded_by", "status"),
    *("scores", "confirmed_by", "confirmed"),
)
"""What the sheet has of a deal as it stands there."""


def _deal(deal: Json, totals: list[dict[str, int]]) -> dict[str, Any]:
    return {
        **{name: deal[name] for name in COPIED},
        "counts": deal["status"] in COUNTING,
        "totals": totals,
        "open_findings": sum(finding["status"] in OPEN_FINDINGS for finding in deal["findings"]),
    }


def _by_side(sides: Sequence[int], totals: Sequence[int]) -> list[dict[str, int]]:
    return [{SIDE: side, TOTAL: total} for side, total in zip(sides, totals, strict=True)]


def _control(deals: Sequence[Json], sides: Sequence[int]) -> dict[str, Any]:
    """Whether the points before the factor make 157 in each settled deal (docs/rules.md, section 9).

    A stopped deal need not make it.
    """
    settled = [deal for deal in deals if deal["status"] == DealStatus.SETTLED]
    stopped = [deal for deal in deals if deal["status"] == DealStatus.STOPPED]
    points = _card_points(settled)
    expected, counted = DEAL_POINTS * len(settled), sum(points.values())
    return {
        "deals": len(settled),
        "expected": expected,
        "counted": counted,
        "difference": counted - expected,
        "sides": [{SIDE: side, "points": points.get(side, 0)} for side in sides],
        "stopped": {"deals": len(stopped), "counted": sum(_card_points(stopped).values())},
    }


def _card_points(deals: Iterable[Json]) -> dict[int, int]:
    """The card points of each side: its tricks, and in Cosmic Eidex the laid card with them (R-51)."""
    points: dict[int, int] = {}
    for score in (score for deal in deals for score in deal["scores"] or ()):
        points[score[SIDE]] = points.get(score[SIDE], 0) + (score.get("points", score["tricks"]) or 0)
    return points


def _signatures(deals: Sequence[Json], sides: Sequence[int]) -> list[dict[str, Any]]:
    """For each side: whether it has signed the last deal that counts, and which of them it has not signed."""
    counting = [deal for deal in deals if deal["status"] in COUNTING]
    open_ = {side: [deal["number"] for deal in counting if side not in deal["confirmed_by"]] for side in sides}
    last = counting[-1]["number"] if counting else None
    return [
        {SIDE: side, "signed": bool(counting) and last not in open_[side], "unsigned": open_[side]} for side in sides
    ]
