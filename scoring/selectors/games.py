"""Reading games: rows for the services, and JSON for the API."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import Q, QuerySet

from scoring import mapping
from scoring.models import Deal, FormerSeat, Game, GameStatus, Report, Role, Seat, Token
from scoring.rules.guide import NOTHING_NEXT
from scoring.rules.pack.lineup import shown
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import Viewer, seen_sheet
from scoring.rules.view.table import playable, unplayed, with_plays
from scoring.selectors.access import retractable
from scoring.statements.record import game_with, read_around


def find(game_id: UUID) -> Game | None:
    """The game with its current deal. One statement reads both, so body and ETag are of one state."""
    return next(iter(Game.objects.select_related("current_deal").filter(pk=game_id)), None)


def version_of(game_id: UUID) -> int | None:
    """The version that the game has now."""
    return Game.objects.filter(pk=game_id).values_list("version", flat=True).first()


def outline(game_id: UUID, token: Token | None) -> Game | None:
    """The game without its documents: enough to know the rights of a token and the variant.

    A token that is bound to the game carries the row already, and so does one that was read for this request. Then no
    statement is needed.
    """
    if token is not None and token.game_id == game_id:
        return token.game
    if token is not None and token.asked is not None and token.asked.pk == game_id:
        return token.asked
    return next(iter(Game.objects.only("variant", "organizer", "public", "version").filter(pk=game_id)), None)


def locked(game_id: UUID, *, ids: Collection[UUID] = ()) -> Game | None:
    """The game with its two last deals. Its row is locked until the transaction ends: one writer at a time.

    What else most calls need of the record is read with the deals, after the lock: `Game.at_hand`, with the reports
    that these ids name.
    """
    # The lock on the game's row is the only one. Everything that a report changes hangs from one game, so two tables
    # never wait for each other, and there is no second lock to take in the wrong order. SQLite has no row locks:
    # there the transaction itself is the lock (jassref/databases.py).
    return _with_last_deals(game_with(game_id, lock=True), ids)


def unlocked(game_id: UUID, *, ids: Collection[UUID] = ()) -> Game | None:
    """The same without the lock, to be read within `reading`."""
    return _with_last_deals(game_with(game_id, lock=False), ids)


def _with_last_deals(game: Game | None, ids: Collection[UUID]) -> Game | None:
    if game is not None:
        game.last_deals, game.at_hand = read_around(game, ids)
        if game.current_deal_id is not None:
            game.current_deal = game.last_deals[0]
    return game


_MODE = "transaction_mode"  # an attribute of SQLite's connections alone


@contextmanager
def reading() -> Iterator[None]:
    """A transaction that writes nothing: it sees one state, and no writer waits for it."""
    # By default a transaction of PostgreSQL sees a new state with each statement, and one of SQLite takes the lock of
    # all writers at once: each dry run at one table would hold up the reports of all others.
    if connection.vendor != "sqlite":
        outermost = not connection.in_atomic_block
        with transaction.atomic():
            if outermost:
                with connection.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
        return
    with ExitStack() as stack:
        mode = getattr(connection, _MODE)
        setattr(connection, _MODE, "DEFERRED")
        try:
            stack.enter_context(transaction.atomic())
        finally:
            setattr(connection, _MODE, mode)
        yield


def visible_to(token: Token | None) -> QuerySet[Game]:
    """The public games and those that the token may see."""
    return Game.objects.select_related("current_deal").filter(Q(public=True) | _own(token))


def mine(token: Token | None) -> QuerySet[Game]:
    """The games that are the token's own, public or not."""
    return Game.objects.select_related("current_deal").filter(_own(token))


def with_player(games: QuerySet[Game], player_id: UUID) -> QuerySet[Game]:
    """The games in which this player sits or sat, also if the id was merged into another player's."""
    own = Q(player=player_id) | Q(player__merged=player_id)
    seats, former = Seat.objects.filter(own), FormerSeat.objects.filter(own)
    return games.filter(Q(pk__in=seats.values("game")) | Q(pk__in=former.values("game")))


def _own(token: Token | None) -> Q:
    if token is None:
        return Q(pk__in=())
    if token.role == Role.ORGANIZER:
        return Q(organizer=token.user_id)
    return Q(pk=token.game_id)


def game_json(game: Game, viewer: Viewer, *, still_open: bool = False, fresh: Sequence[Report] = ()) -> dict[str, Any]:
    """A game in the shape of docs/api.md (Games).

    `still_open` keeps the secrets of the deal. A dry run sets it, because it settles no deal for good. `fresh` are the
    rows that a dry run would add to the journal.
    """
    deal, table = game.current_deal, VARIANTS[game.variant].table
    seen = seen_sheet(deal.sheet, viewer, still_open=still_open) if deal else None
    return {
        "id": str(game.id),
        "variant": game.variant,
        "label": game.label,
        "public": game.public,
        "deck": game.deck,
        "rules": {"preset": game.preset, **game.options},
        "seats": shown(game.lineup),
        "sides": _sides(game),
        "status": game.status,
        "result": game.result,
        "version": game.version,
        "deal": with_plays(seen, table=table) if seen else None,
        "next": next_json(game, viewer, seen=seen, fresh=fresh),
        "open_disputes": game.open_disputes if viewer.inside else None,
        "open_findings": _open_findings(game, seen),
        "created_at": game.created_at,
        "updated_at": game.updated_at,
        "imported": game.imported,
    }


def _open_findings(game: Game, seen: Mapping[str, Any] | None) -> int:
    """The findings without a decision: those of the current deal as it is seen, and what it carries from before."""
    if game.current_deal is None or seen is None:
        return 0
    here = sum(finding["status"] in mapping.OPEN_FINDINGS for finding in seen["findings"])
    return here + int(game.current_deal.carry["proven"])


def next_json(
    game: Game, viewer: Viewer, *, seen: Mapping[str, Any] | None, fresh: Sequence[Report] = ()
) -> dict[str, Any]:
    """What may come next, in the shape of docs/api.md (Next); `seen` is the current deal as this viewer sees it."""
    stored = {**NOTHING_NEXT, **game.next}  # rows from before a member existed lack it until they are rebuilt
    if game.status == GameStatus.ABANDONED:
        seen = None
    rules = mapping.rules_game(game)
    return {
        **{name: stored[name] for name in ("expects", "seat", "seats", "entitled", "confirm")},
        "retract": retractable(game, viewer, newest=stored["newest"], fresh=fresh),
        "unplayed": unplayed(seen),
        "playable": playable(seen, stored, table=rules.variant.table, undertrump=rules.options.undertrump),
    }


def _sides(game: Game) -> list[dict[str, Any]]:
    table = VARIANTS[game.variant].table
    return [
        {"side": side, "seats": list(table.seats_of(side)), "score": score}
        for side, score in zip(table.sides, game.scores, strict=True)
    ]


def named_as(named: int | str) -> Q:
    """A condition for the deal with this number or id."""
    return Q(opening=named) if isinstance(named, str) else Q(number=named)


def number_of(game: Game, deal: str) -> int | None:
    """The number under which the deal with this id stands now, None where there is none."""
    return deals_of(game).filter(opening=deal).values_list("number", flat=True).first()


def deals_of(game: Game) -> QuerySet[Deal]:
    """The deals of a game, oldest first."""
    return Deal.objects.filter(game=game).order_by("number")


def deal_json(game: Game, deal: Deal, viewer: Viewer) -> dict[str, Any]:
    """A deal of the game as docs/api.md (Deals) shows it."""
    return with_plays(seen_sheet(deal.sheet, viewer), table=VARIANTS[game.variant].table)
