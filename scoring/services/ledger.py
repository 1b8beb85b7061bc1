"""The rows that follow from the journal: the columns of a game and its deals.

Every writer uses this module, and so does rebuild.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Model

from scoring.mapping import DEAL_FIELDS, deal_values, game_values
from scoring.models import Deal, Dispute, Game, GameStatus
from scoring.rules.guide import NOTHING_NEXT
from scoring.rules.pack.lineup import OpenedDeal, has_substitutes, renumbered
from scoring.rules.referee import Referee
from scoring.rules.scoring.status import SIGNABLE
from scoring.statements.writes import update_columns

Columns = Mapping[str, Any]
"""The values of columns by their names."""


@dataclass(frozen=True, slots=True)
class Consequences:
    """The result of `work_out`: the deals that the referee reads, and the former values of changed columns.

    `deals` are oldest first. Those without a row are in `fresh` as well. `changed` has the former columns of each deal
    that differs, by number, and `game` those of the game. `gone` are the rows of deals that the journal does not open.
    `before` has the number and the sheet of each deal that had a row, by the id of the deal. `inheriting` are rows of
    which the `carry` alone is set anew.
    """

    deals: Sequence[Deal]
    fresh: Sequence[Deal]
    changed: Mapping[int, Columns]
    gone: Sequence[Deal]
    game: Columns
    before: Mapping[UUID, tuple[int, Any]]
    inheriting: Sequence[Deal] = ()

    @property
    def moved(self) -> dict[UUID, int | None]:
        """The deals that have another number now, by their ids; None for those that are gone."""
        now = {deal.opening: deal.number for deal in self.deals}
        return {id_: now.get(id_) for id_, (number, _) in self.before.items() if now.get(id_) != number}


def work_out(
    game: Game,
    referee: Referee,
    *,
    rows: Mapping[int, Deal],
    abandoned: bool | None = None,
    waiting: int | None = None,
) -> Consequences:
    """Set what the referee reads on `game` and its deals, without writing to the database.

    `rows` are the deals on record from the referee's start on, by number. `abandoned` says whether the game was
    abandoned, `waiting` counts the disputes that wait for a decision. The row of the game is the default for both.
    Sets `game.current_deal` to the last deal.
    """
    known = {row.opening: (number, row.sheet) for number, row in rows.items()}
    deals, fresh, changed = _work_out_deals(game, referee, rows=rows)
    abandoned = game.status == GameStatus.ABANDONED if abandoned is None else abandoned
    columns = _columns_of(
        referee,
        abandoned=abandoned,
        waiting=game.open_disputes if waiting is None else waiting,
        unsigned=_unsigned_before(game, referee),
    )
    current = deals[-1] if deals else None
    game_before = set_columns(game, {**columns, "current_deal": current})
    # `rows` and `game.current_deal` may be two values of one row. The answer shows the one that has just been set.
    game.current_deal = current
    gone = [row for number, row in rows.items() if current is None or number > current.number]
    return Consequences(deals, fresh, changed, gone, game=game_before, before=known)


def work_out_stretch(
    game: Game,
    referee: Referee,
    *,
    rows: Mapping[int, Deal],
    kept: Sequence[Deal],
    totals: Sequence[int],
    proven: int,
) -> Consequences:
    """The same where the referee has read a stretch of the record, whose deals have these `rows`.

    The deals `kept` after it score what they scored. They inherit so many points more by side (`totals`), and so many
    findings (`proven`). The game goes on as it did.
    """
    known = {row.opening: (number, row.sheet) for number, row in rows.items()}
    deals, fresh, changed = _work_out_deals(game, referee, rows=rows)
    scores = _added(game.scores, totals)
    game_before = set_columns(game, {"scores": scores, "version": referee.version})
    inheriting = kept if any(totals) or proven else ()
    for row in inheriting:
        inherited = {"totals": _added(row.carry["totals"], totals), "proven": row.carry["proven"] + proven}
        row.carry = {**row.carry, **inherited}
    return Consequences(deals, fresh, changed, (), game=game_before, before=known, inheriting=inheriting)


def _added(had: Sequence[int], more: Sequence[int]) -> list[int]:
    return [points + one for points, one in zip(had, more, strict=True)]


def _work_out_deals(
    game: Game, referee: Referee, *, rows: Mapping[int, Deal]
) -> tuple[list[Deal], list[Deal], dict[int, Columns]]:
    """The deals that the referee reads, those of them without a row, and what stood in the rows that changed."""
    deals: list[Deal] = []
    fresh: list[Deal] = []
    changed: dict[int, Columns] = {}
    for state in referee.deals:
        number, values = state.facts.number, deal_values(referee, state)
        row = rows.get(number)
        if row is None:
            fresh.append(row := Deal(game=game, number=number, **values))
        elif before := set_columns(row, values):
            changed[number] = before
        deals.append(row)
    return deals, fresh, changed


def _unsigned_before(game: Game, referee: Referee) -> list[int] | None:
    """The sides that have not signed the last deal over before the reading begins; None where that does not matter."""
    if not referee.deals or referee.unsigned is not None:
        return None
    first = referee.deals[0].facts.number
    row = next((row for row in game.last_deals if row.number == first - 1 and row.status in SIGNABLE), None)
    if row is None and first > 1:
        earlier = Deal.objects.filter(game=game, number__lt=first, status__in=SIGNABLE)
        row = earlier.order_by("-number").first()
    sides = referee.game.variant.table.sides
    return None if row is None else [side for side in sides if side not in row.sheet["confirmed_by"]]


def _columns_of(referee: Referee, *, abandoned: bool, waiting: int, unsigned: list[int] | None) -> Columns:
    """The columns of a game that follow from the journal, without its current deal."""
    return {
        **game_values(referee, waiting=waiting, unsigned=unsigned),
        "status": _status(abandoned=abandoned, over=referee.result is not None),
        "version": referee.version,
        **({"next": dict(NOTHING_NEXT)} if abandoned else {}),
    }


def _status(*, abandoned: bool, over: bool) -> str:
    if abandoned:
        return GameStatus.ABANDONED
    return GameStatus.FINISHED if over else GameStatus.PLAYING


def set_columns(row: Model, values: Columns) -> dict[str, Any]:
    """Set the columns of a row; answer the former values of those that differ."""
    before = {name: getattr(row, name) for name, value in values.items() if getattr(row, name) != value}
    for name in before:
        setattr(row, name, values[name])
    return before


def save(game: Game, applied: Consequences, *, now: datetime) -> None:
    """Write deals and the game. Few statements suffice, however many deals changed."""
    changed = [deal for deal in applied.deals if deal.number in applied.changed]
    if applied.fresh:
        Deal.objects.bulk_create(applied.fresh)
        if "current_deal" in applied.game:
            game.current_deal = applied.deals[-1]  # again: only now has the row a key that the game can refer to
    # Nearly every call changes one deal. A correction of deal 1 may change all that follow, and the game is locked
    # meanwhile. So of all of them only the columns are written that differ in one of them.
    differing = {name for before in applied.changed.values() for name in before}
    update_columns(changed, [name for name in DEAL_FIELDS if name in differing])
    update_columns(applied.inheriting, ["carry"])
    game.updated_at = now
    update_columns([game], [*applied.game, "updated_at"])
    # The number of a deal is only where it stands. When deals move, the disputes about them follow.
    for id_, number in applied.moved.items():
        Dispute.objects.filter(game=game, about=id_).update(deal=number)
    gone = [row.pk for row in applied.gone]
    if gone:
        Deal.objects.filter(pk__in=gone).delete()
    if has_substitutes(game.lineup) and (applied.fresh or applied.moved):
        game.lineup = lineup_of(game, Deal.objects.filter(game=game).only("opening", "opened", "opened_at", "number"))
        game.save(update_fields=("lineup",))


def lineup_of(game: Game, deals: Iterable[Deal]) -> list[dict[str, Any]]:
    """The line-up with the numbers under which the first deals of its sittings stand now; `deals` are all there are."""
    opened = [OpenedDeal(str(one.opening), (one.opened, one.opened_at), one.number) for one in deals]
    return renumbered(game.lineup, opened)
