"""What a call changed besides what it reports: signatures that are gone, deals that count otherwise, the end."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from scoring.models import Game, GameStatus
from scoring.services.ledger import Consequences

SIGNATURES_REMOVED: Final = "signatures_removed"
SCORED_ANEW: Final = "scored_anew"
GAME_ENDED: Final = "game_ended"
GAME_REOPENED: Final = "game_reopened"
RESULT_CHANGED: Final = "result_changed"
EFFECTS: Final = (SIGNATURES_REMOVED, SCORED_ANEW, GAME_ENDED, GAME_REOPENED, RESULT_CHANGED)


def effects_of(game: Game, applied: Consequences) -> list[dict[str, Any]]:
    """The effects, deal by deal, that on the game last."""
    return [*_on_deals(game, applied), *_on_game(game, applied)]


def _on_deals(game: Game, applied: Consequences) -> Iterator[dict[str, Any]]:
    """Signatures are for what stood when they were given; a deal before the current one is scored anew (R-35)."""
    current = game.current_deal.number if game.current_deal else 0
    for deal in applied.deals:
        before = applied.changed.get(deal.number, {}).get("sheet")
        if before is None:
            continue
        lost = sorted(set(before["confirmed_by"]) - set(deal.sheet["confirmed_by"]))
        if lost:
            yield {"effect": SIGNATURES_REMOVED, "deal": deal.number, "sides": lost}
        if deal.number < current and before["scores"] != deal.sheet["scores"]:
            yield {"effect": SCORED_ANEW, "deal": deal.number}


def _on_game(game: Game, applied: Consequences) -> Iterator[dict[str, Any]]:
    """Whether the game has ended, is open again, or has ended otherwise than it had."""
    before = applied.game.get("result", game.result)
    if game.status == GameStatus.ABANDONED or _told(before) == _told(game.result):
        return
    if game.result is None:
        yield {"effect": GAME_REOPENED}
    else:
        yield {"effect": RESULT_CHANGED if before else GAME_ENDED, "result": game.result}


def _told(result: Mapping[str, Any] | None) -> Any:
    """The result without what a ruling may still change."""
    return result and {name: value for name, value in result.items() if name != "official"}
