"""Writing what follows from the journal: the columns of a game, its deals and its tricks."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

from scoring.mapping import DEAL_FIELDS, GAME_FIELDS, TRICK_FIELDS, deal_values, game_values, trick_row
from scoring.models import Deal, Game, GameStatus, Trick
from scoring.rules.referee import Referee


def apply(game: Game, judge: Referee, *, rows: Mapping[int, Deal]) -> tuple[list[Deal], list[Deal]]:
    """Set on `game` and its deals what the referee reads, without writing: answers the new and the changed deals.

    `rows` are the deals on record from the referee's start on, by number. `game.current_deal` is the last deal.
    """
    fresh, changed = [], []
    current = None
    for read in judge.deals:
        values = deal_values(judge, read)
        row = rows.get(read.facts.number)
        if row is None:
            fresh.append(current := Deal(game=game, number=read.facts.number, **values))
            continue
        current = row
        if any(getattr(row, name) != value for name, value in values.items()):
            _set(row, values)
            changed.append(row)
    _set(game, game_values(judge))
    game.version = judge.version
    game.current_deal = current
    if game.status != GameStatus.ABANDONED:
        game.status = GameStatus.FINISHED if game.result else GameStatus.PLAYING
    return fresh, changed


def write(game: Game, judge: Referee, *, rows: Mapping[int, Deal], now: datetime) -> None:
    """Write what the referee reads: deals, tricks and the game, in few statements however many deals changed."""
    before = {number: row.sheet["tricks"] for number, row in rows.items()}
    fresh, changed = apply(game, judge, rows=rows)
    if fresh:
        Deal.objects.bulk_create(fresh)
    if len(changed) == 1:
        changed[0].save(update_fields=DEAL_FIELDS)
    elif changed:
        Deal.objects.bulk_update(changed, DEAL_FIELDS)
    _write_tricks([*fresh, *changed], before=before)
    game.updated_at = now
    game.save(update_fields=(*GAME_FIELDS, "updated_at"))
    gone = [row.pk for number, row in rows.items() if not judge.deals or number > judge.deals[-1].facts.number]
    if gone:
        Trick.objects.filter(deal__in=gone).delete()
        Deal.objects.filter(pk__in=gone).delete()


def _write_tricks(deals: Iterable[Deal], *, before: Mapping[int, list[Mapping[str, Any]]]) -> None:
    changed, gone = [], []
    for deal in deals:
        old = {trick["number"]: trick for trick in before.get(deal.number, ())}
        new = {trick["number"]: trick for trick in deal.sheet["tricks"]}
        changed += [trick_row(deal, trick) for number, trick in new.items() if old.get(number) != trick]
        gone += [(deal.pk, number) for number in old if number not in new]
    if changed:
        Trick.objects.bulk_create(
            changed, update_conflicts=True, unique_fields=("deal", "number"), update_fields=TRICK_FIELDS
        )
    for deal_id, number in gone:
        Trick.objects.filter(deal=deal_id, number__gte=number).delete()


def _set(row: Deal | Game, values: Mapping[str, Any]) -> None:
    for name, value in values.items():
        setattr(row, name, value)
