"""Writing what follows from the journal: the columns of a game, its deals and its tricks.

Every writer and rebuild go through here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from scoring.mapping import DEAL_FIELDS, TRICK_FIELDS, deal_values, game_values, trick_row
from scoring.models import Deal, Game, GameStatus, Trick
from scoring.rules.referee import Referee

Columns = Mapping[str, Any]
"""Columns by their name."""

NOTHING_MORE: Final[Columns] = {"expects": [], "seat": None}
"""What a game expects that was given up."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """What `work_out` has set: the deals that the referee reads, and what stood in columns before that changed.

    `deals` are oldest first; those without a row yet are in `fresh` as well. `changed` holds the former columns of each
    deal that stood otherwise, `game` those of the game; `gone` are the rows of deals that the journal does not open.
    `lying` are the tricks that have rows, by the number of their deal.
    """

    deals: Sequence[Deal]
    fresh: Sequence[Deal]
    changed: Mapping[int, Columns]
    gone: Sequence[Deal]
    game: Columns
    lying: Mapping[int, Iterable[Columns]]


def work_out(
    game: Game,
    judge: Referee,
    *,
    rows: Mapping[int, Deal],
    abandoned: bool | None = None,
    waiting: int | None = None,
) -> Consequences:
    """Set on `game` and its deals what the referee reads, without writing.

    `rows` are the deals on record from the referee's start on, by number. `game.current_deal` is the last deal.
    `abandoned` says whether the game was, `waiting` how many disputes wait for a decision; left out, its row knows.
    """
    deals, fresh, changed = [], [], {}
    lying = {number: _tricks_in(row.sheet) for number, row in rows.items()}
    for read in judge.deals:
        number, values = read.facts.number, deal_values(judge, read)
        row = rows.get(number)
        if row is None:
            fresh.append(row := Deal(game=game, number=number, **values))
        elif before := _set(row, values):
            changed[number] = before
        deals.append(row)
    current = deals[-1] if deals else None
    if abandoned is None:
        abandoned = game.status == GameStatus.ABANDONED
    columns = {
        **game_values(judge, waiting=game.open_disputes if waiting is None else waiting),
        "status": _status(abandoned=abandoned, over=judge.result is not None),
        "version": judge.version,
        "current_deal": current,
    }
    if abandoned:
        columns["next"] = dict(NOTHING_MORE)
    last = current.number if current else 0
    gone = [row for number, row in rows.items() if number > last]
    before = _set(game, columns)
    game.current_deal = current  # the same row may have been read twice; what is answered is the one that changed
    return Consequences(deals, fresh, changed, gone, game=before, lying=lying)


def _tricks_in(sheet: Any) -> Iterable[Columns]:
    """The tricks of a stored sheet; none where it is not one, which rebuild is there for."""
    return sheet.get("tricks", ()) if isinstance(sheet, Mapping) else ()


def _status(*, abandoned: bool, over: bool) -> str:
    if abandoned:
        return GameStatus.ABANDONED
    return GameStatus.FINISHED if over else GameStatus.PLAYING


def _set(row: Deal | Game, values: Columns) -> dict[str, Any]:
    """Set the columns; answer what stood in those that were different."""
    before = {name: getattr(row, name) for name, value in values.items() if getattr(row, name) != value}
    for name in before:
        setattr(row, name, values[name])
    return before


def save(game: Game, applied: Consequences, *, now: datetime) -> None:
    """Write what was applied: deals, tricks and the game, in few statements however many deals changed."""
    changed = [deal for deal in applied.deals if deal.number in applied.changed]
    if applied.fresh:
        Deal.objects.bulk_create(applied.fresh)
    if len(changed) == 1:
        changed[0].save(update_fields=applied.changed[changed[0].number])
    elif changed:
        Deal.objects.bulk_update(changed, DEAL_FIELDS)
    _save_tricks(applied.deals, lying=applied.lying)
    game.updated_at = now
    game.save(update_fields=(*applied.game, "updated_at"))
    gone = [row.pk for row in applied.gone]
    if gone:
        Trick.objects.filter(deal__in=gone).delete()
        Deal.objects.filter(pk__in=gone).delete()


def _save_tricks(deals: Iterable[Deal], *, lying: Mapping[int, Iterable[Columns]]) -> None:
    changed = []
    for deal in deals:
        old = {trick["number"]: trick for trick in lying.get(deal.number, ())}
        new = {trick["number"]: trick for trick in deal.sheet["tricks"]}
        changed += [trick_row(deal, trick) for number, trick in new.items() if old.get(number) != trick]
        gone = [number for number in old if number not in new]
        if gone:
            Trick.objects.filter(deal=deal, number__in=gone).delete()
    if changed:
        Trick.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=("deal", "number"), update_fields=TRICK_FIELDS
        )
