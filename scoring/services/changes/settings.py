"""Changing what a game is played by."""

from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from scoring.models import Game, GameStatus, Report
from scoring.rules.options.declared import GameOptions
from scoring.rules.pack.lineup import OpenedDeal, lineup_at
from scoring.rules.record.kinds import KINDS
from scoring.rules.record.refusals import Refused
from scoring.rules.referee import Referee
from scoring.rules.scoring.status import COUNTING
from scoring.services.anew import Foreseen, foresee
from scoring.services.changes.seating import Lineup, first_deal, new_lineup, seat, with_substitutes
from scoring.services.entries import enter
from scoring.services.games import set_start
from scoring.services.reports.calls import Author

SETTINGS = "settings"
"""The kind of journal entry that tells a change of what the game is played by."""

BEFORE_THE_FIRST_REPORT = ("players", "first_dealer", "deck", "rules")
"""What is fixed once the first report is on record. New names may be given at any time. Seats that are swapped, another
first dealer, and fewer deals are possible later as well: `_is_later_change` says which."""

CARDS_LIE = frozenset({"play", "trick", "count", "claim", "lay", "correct"})
"""Kinds after which a change of the seats, the first dealer or the number of deals needs a reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameChange:
    """What is to be different in a game; None leaves a thing as it is. `rules` are a preset's name and its options.

    `from_deal` is the deal, by its number or its id, from which the `players` sit there.
    """

    label: str | None = None
    public: bool | None = None
    players: Sequence[str | UUID] | None = None
    from_deal: int | str | None = None
    first_dealer: int | None = None
    deck: str | None = None
    rules: tuple[str, GameOptions] | None = None
    reason: str | None = None


def foresee_change(game: Game, change: GameChange) -> Foreseen | None:
    """What the record comes to by a change; None where it does not follow from what changes.

    Asked before the game is locked. The change itself is checked under the lock.
    """
    stands = _stands(game)
    wanted = {name: value for name, value in _wanted(change, None).items() if name in {"first_dealer", "rules"}}
    changed = {name: value for name, value in wanted.items() if value is not None and value != stands[name]}
    return foresee(game, _later(game, changed)) if changed and game.version else None


def _later(game: Game, changed: Mapping[str, Any]) -> Game:
    """A copy of the game as it is once the entry of this change is on record."""
    later = copy(game)
    later.version += 1
    if "first_dealer" in changed:
        later.first_dealer, later.dealer_set = changed["first_dealer"], later.version
    if "rules" in changed:
        _set_rules(later, changed["rules"])
    return later


def change_game(
    game: Game, change: GameChange, *, author: Author, now: datetime, foreseen: Foreseen | None = None
) -> list[dict[str, Any]]:
    """Change what a game is played by, and answer the effects; `game` is locked by the caller.

    One journal entry tells what changed. Where the record follows from what changed, it is judged anew, or it was
    `foreseen` by the same version.
    Raises Refused: `out_of_phase` for what stands since the first report, `game_over` for that in an abandoned game,
    `missing_field` where a late change has no reason, `later_reports_conflict` where reports would not fit any more.
    """
    since = None if change.from_deal is None else first_deal(game, change.from_deal)
    changed = _changed(game, change, _lineup(game, change, since=since, now=now))
    if not changed:
        return []
    late = _is_late(game, changed, substitutes=since is not None)
    if late and change.reason is None and _cards_lie(game):
        raise Refused("missing_field", pointer=("reason",), name="reason")
    judged = [name for name in ("first_dealer", "rules") if late and name in changed]
    record = _judged_anew(game, {name: changed[name] for name in judged}, foreseen)
    if record is not None and "rules" in changed:
        _check_not_below_played(record.before, deals=changed["rules"]["deals"])
    reason = {} if change.reason is None else {"reason": change.reason}
    enter(game, SETTINGS, {**changed, **_as_told(changed, since=since), **reason}, author=author, now=now)
    effects = _apply(game, changed, late=late, substitutes=since is not None, now=now)
    game.save()
    if record is None:
        return effects
    record.check_still_fits(member=judged[0])
    return [*effects, *record.write(game, now=now)]


def _judged_anew(game: Game, changed: Mapping[str, Any], foreseen: Foreseen | None) -> Foreseen | None:
    """What the record comes to by what changed of it, None where nothing did."""
    if not changed:
        return None
    later = _later(game, changed)
    return foreseen if foreseen is not None and foreseen.holds(game, later) else foresee(game, later)


def _changed(game: Game, change: GameChange, lineup: Lineup | None) -> dict[str, Any]:
    """What of the change is not so already."""
    stands = _stands(game)
    wanted = _wanted(change, lineup)
    return {name: value for name, value in wanted.items() if value is not None and value != stands[name]}


def _wanted(change: GameChange, lineup: Lineup | None) -> dict[str, Any]:
    """What is asked for, None for what is to stay; `lineup` says who is to sit where."""
    return {
        "label": change.label,
        "public": change.public,
        "players": lineup,
        "first_dealer": change.first_dealer,
        "deck": change.deck,
        "rules": change.rules and {"preset": change.rules[0], **change.rules[1].as_json()},
    }


def _stands(game: Game) -> dict[str, Any]:
    return {
        "label": game.label,
        "public": game.public,
        "players": game.lineup,
        "first_dealer": game.first_dealer,
        "deck": game.deck,
        "rules": {"preset": game.preset, **game.options},
    }


def _lineup(game: Game, change: GameChange, *, since: OpenedDeal | None, now: datetime) -> Lineup | None:
    """Who is to sit where; None where nothing is said of it."""
    if change.players is None:
        return None
    if since is None:
        return new_lineup(game, change.players)
    return with_substitutes(game, change.players, since=since, now=now)


def _is_late(game: Game, changed: Mapping[str, Any], *, substitutes: bool) -> bool:
    """Whether something is changed that was fixed by the first report; Refused where it must stay.

    Who sits there from a deal on is a late change at any time.
    """
    fixed = [name for name in changed if name in BEFORE_THE_FIRST_REPORT]
    if "players" in fixed and not substitutes and _ids(changed["players"]) == _ids(game.lineup):
        fixed.remove("players")
    if fixed and game.status == GameStatus.ABANDONED:
        raise Refused("game_over", pointer=(fixed[0],), abandoned=True)
    if not fixed or not Report.objects.filter(game=game, kind__in=KINDS).exists():
        return False
    for name in fixed:
        if name == "players" and substitutes:
            continue
        if not _is_later_change(game, name, changed[name]):
            raise Refused("out_of_phase", pointer=(name,), expects=game.next["expects"], fixed=name)
    return True


def _is_later_change(game: Game, name: str, value: Any) -> bool:
    """Whether this is a change that is possible at any time: another first dealer, swapped seats, or fewer deals."""
    if name == "players":
        return sorted(_ids(value)) == sorted(_ids(game.lineup))
    if name == "rules":
        stands = _stands(game)["rules"]
        different = {option for option in stands if stands[option] != value.get(option)}
        return different == {"deals"} and bool(value["deals"]) and value["deals"] < (stands["deals"] or 0)
    return name == "first_dealer"


def _cards_lie(game: Game) -> bool:
    return Report.objects.filter(game=game, kind__in=CARDS_LIE).exists()


def _check_not_below_played(record: Referee, *, deals: int) -> None:
    """A game cannot be shorter than what was played of it."""
    played = sum(record.judged(deal).status in COUNTING for deal in record.deals)
    if deals < played:
        raise Refused("out_of_phase", pointer=("rules", "deals"), expects=record.expects)


def _ids(lineup: Sequence[Mapping[str, Any]]) -> list[str]:
    return [one["player"]["id"] for one in lineup]


def _as_told(changed: Mapping[str, Any], *, since: OpenedDeal | None) -> dict[str, Any]:
    """The players as the journal tells them, and the first deal of a substitute: its number then, and its id."""
    if "players" not in changed:
        return {}
    if since is None:
        return {"players": [one["player"] for one in changed["players"]]}
    sitting = [one["player"] for one in lineup_at(changed["players"], deal=since.number)]
    return {"players": sitting, "from_deal": since.number, **({"deal": since.id} if since.id else {})}


def _apply(
    game: Game, changed: Mapping[str, Any], *, late: bool, substitutes: bool, now: datetime
) -> list[dict[str, Any]]:
    """Set what is different, and answer the effects."""
    if "first_dealer" in changed:
        game.dealer_set = game.version
    for name in ("label", "public", "first_dealer", "deck"):
        if name in changed:
            setattr(game, name, changed[name])
    effects = seat(game, changed["players"], substitutes=substitutes, now=now) if "players" in changed else []
    if "rules" in changed:
        _set_rules(game, changed["rules"])
        if not late:
            set_start(game)
    return effects


def _set_rules(game: Game, rules: Mapping[str, Any]) -> None:
    game.preset = rules["preset"]
    game.options = {name: value for name, value in rules.items() if name != "preset"}
    if not game.options.get("characters"):
        game.lineup = [{name: value for name, value in one.items() if name != "character"} for one in game.lineup]
