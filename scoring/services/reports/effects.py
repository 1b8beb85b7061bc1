"""The effects of a call beyond its own reports: on signatures, earlier deals, entries about a deal, and the end."""

from collections.abc import Container, Iterator, Mapping
from typing import Any, Final

from scoring.models import Dispute, DisputeState, Game, GameStatus
from scoring.rules.referee import Referee
from scoring.rules.scoring.status import RUNNING
from scoring.rules.view.secrets import is_open
from scoring.services.ledger import Consequences

SIGNATURES_REMOVED: Final = "signatures_removed"
SCORED_ANEW: Final = "scored_anew"
LEADERS_MOVED: Final = "leaders_moved"
INCIDENT_WITHOUT_DEAL: Final = "incident_without_deal"
DISPUTE_WITHOUT_DEAL: Final = "dispute_without_deal"
RULING_WITHOUT_DEAL: Final = "ruling_without_deal"
GAME_ENDED: Final = "game_ended"
GAME_REOPENED: Final = "game_reopened"
WINNERS_CHANGED: Final = "winners_changed"
TOKENS_REVOKED: Final = "tokens_revoked"
"""The tokens of a seat: a substitute has taken it, and whoever held them may not speak for it any more."""
EFFECTS: Final = (
    SIGNATURES_REMOVED,
    SCORED_ANEW,
    LEADERS_MOVED,
    INCIDENT_WITHOUT_DEAL,
    DISPUTE_WITHOUT_DEAL,
    RULING_WITHOUT_DEAL,
    GAME_ENDED,
    GAME_REOPENED,
    WINNERS_CHANGED,
    TOKENS_REVOKED,
)

RULED: Final = frozenset({DisputeState.RULED, DisputeState.FINAL})
"""The states of a dispute in which a decision stands."""


def effects_of(game: Game, applied: Consequences, referee: Referee) -> list[dict[str, Any]]:
    """The effects: deal by deal, then on what is left without a deal, then on the game.

    Each is {"effect": name, …}. The other members depend on the effect; docs/api.md lists them.
    """
    return [*_on_deals(game, applied, referee), *_without_deal(game, applied, referee), *_on_game(game, applied)]


def _on_deals(game: Game, applied: Consequences, referee: Referee) -> Iterator[dict[str, Any]]:
    """What became of deals that were there before, wherever they stand now."""
    earlier = _scored_by_others(game, applied, referee)
    for deal in applied.deals:
        _, before = applied.before.get(deal.opening, (None, None))
        if before is None or before is deal.sheet:
            continue
        lost = sorted(set(before["confirmed_by"]) - set(deal.sheet["confirmed_by"]))
        if lost:
            yield {"effect": SIGNATURES_REMOVED, "deal": deal.number, "sides": lost}
        if deal.number in earlier and before["scores"] != deal.sheet["scores"]:
            yield {"effect": SCORED_ANEW, "deal": deal.number, **_scores(before, deal.sheet)}
        moved = _leaders_moved(before, deal.sheet)
        if moved:
            tricks = [one["trick"] for one in moved]
            yield {"effect": LEADERS_MOVED, "deal": deal.number, "tricks": tricks, "leaders": moved}


def _scored_by_others(game: Game, applied: Consequences, referee: Referee) -> Container[int]:
    """The numbers of the deals whose new scores are an effect of this call, and not what it reports.

    They are all deals but the current one, and that one too if it was over and nothing in it is reported now. Example:
    deal 1 is taken back, so deal 2 becomes the first, other seats lead, and what side 1 took counts for side 2.
    """
    current = game.current_deal
    if current is None:
        return ()
    _, before = applied.before.get(current.opening, (None, None))
    version = applied.game.get("version", game.version)
    reported = any(
        part.changed > version for unit in referee.units if unit.root > current.opened for part in unit.parts
    )
    was_over = before is not None and before["status"] not in RUNNING
    return range(current.number + (was_over and not reported))


def _scores(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """The scores before and after, where neither deal keeps secrets from anybody."""
    if is_open(before) or is_open(after):
        return {}
    return {"before": before["scores"], "after": after["scores"]}


def _leaders_moved(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[dict[str, int]]:
    """The tricks that lie as before, and that another seat led than was thought: who led them before and now."""
    pairs = zip(before["tricks"], after["tricks"], strict=False)
    return [
        {"trick": new["number"], "before": old["leader"], "after": new["leader"]}
        for old, new in pairs
        if old["leader"] != new["leader"] and old["cards"] == new["cards"]
    ]


def _without_deal(game: Game, applied: Consequences, referee: Referee) -> Iterator[dict[str, Any]]:
    """The entries about deals that are gone. They stay on record, and are about no other deal."""
    gone = [id_ for id_, number in applied.moved.items() if number is None]
    if not gone:
        return
    ids = {str(id_) for id_ in gone}
    for report, incident in referee.incidents.items():
        if incident.deal in ids:
            yield {"effect": INCIDENT_WITHOUT_DEAL, "report": report}
    for dispute in Dispute.objects.filter(game=game, about__in=gone).order_by("raised_at", "id"):
        effect = RULING_WITHOUT_DEAL if dispute.state in RULED else DISPUTE_WITHOUT_DEAL
        yield {"effect": effect, "dispute": str(dispute.pk)}


def _on_game(game: Game, applied: Consequences) -> Iterator[dict[str, Any]]:
    """Whether the game has ended, is open again, or has ended otherwise than it had."""
    before = applied.game.get("result", game.result)
    if game.status == GameStatus.ABANDONED or _without_official(before) == _without_official(game.result):
        return
    if game.result is None:
        yield {"effect": GAME_REOPENED}
    elif before is None:
        yield {"effect": GAME_ENDED, "result": game.result}
    else:
        yield {"effect": WINNERS_CHANGED, "result": game.result, "result_before": before}


def _without_official(result: Mapping[str, Any] | None) -> Any:
    """The result without what a ruling may still change."""
    return result and {name: value for name, value in result.items() if name != "official"}
