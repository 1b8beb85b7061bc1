"""Reading disputes: those that a token may see, and the timeline of each."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.models import Dispute, FormerSeat, Game, Report, Role, Seat, Token
from scoring.rules.rulings.disputes import DISMISS, NEXT, RAISED, RULE, STEPS
from scoring.selectors.access import author_json

OLDEST_FIRST = ("raised_at", "id")
"""The order of disputes: the one that has waited longest is first."""

_SHOWN = ("referee", "decided_by")


def visible_to(token: Token) -> QuerySet[Dispute]:
    """The disputes that a token may see: of the game it is bound to, or of all games of its organizer."""
    of_games = Q(game__organizer=token.user_id) if token.role == Role.ORGANIZER else Q(game=token.game_id)
    return Dispute.objects.select_related(*_SHOWN).filter(of_games)


def of_game(game: Game) -> QuerySet[Dispute]:
    """The disputes of a game."""
    return Dispute.objects.select_related(*_SHOWN).filter(game=game)


def find(dispute_id: UUID, *, token: Token) -> Dispute | None:
    """The dispute, None if this token may not see it."""
    return visible_to(token).filter(pk=dispute_id).first()


def reread(dispute: Dispute) -> Dispute:
    """The dispute, read again after its game was locked."""
    return Dispute.objects.select_related("referee", "decided_by").get(pk=dispute.pk)


def raised_before(disputes: QuerySet[Dispute], *, minutes: int, now: datetime) -> QuerySet[Dispute]:
    """Those that were raised at least so many minutes ago."""
    return disputes.filter(raised_at__lte=now - timedelta(minutes=minutes))


def plays_in(game: Game, user_id: int) -> bool:
    """Whether a player with this account sits in the game, or sat there before a substitute came.

    Accounts of merged players count as well.
    """
    own = Q(player__user=user_id) | Q(player__merged__user=user_id)
    return any(kind.objects.filter(own, game=game).exists() for kind in (Seat, FormerSeat))


def entries_of(dispute: Dispute) -> list[Report]:
    """Its entries in the journal, the oldest first."""
    entries = Report.objects.select_related("token__made_by", "user")
    return list(entries.filter(game=dispute.game_id, seq__in=dispute.entries).order_by("seq"))


# --- as it is shown -----------------------------------------------------------------------------------------------


def dispute_json(dispute: Dispute, *, entries: Sequence[Report] | None = None) -> dict[str, Any]:
    """A dispute in the shape of docs/api.md (Disputes), with its timeline if its entries are given."""
    by_seat = dispute.raised_by_seat
    shown = {
        "id": str(dispute.pk),
        "game": str(dispute.game_id),
        "about": None if dispute.about is None else {"deal": str(dispute.about)},
        "deal": dispute.deal,
        "trick": dispute.trick,
        "seat": dispute.seat,
        "side": dispute.side,
        "category": dispute.category,
        "finding": None if dispute.finding is None else str(dispute.finding),
        "raised_by": {"side": dispute.raised_by_side} if by_seat is None else {"seat": by_seat},
        "state": dispute.state,
        "expects": list(NEXT[dispute.state]),
        "referee": dispute.referee.get_username() if dispute.referee else None,
        "decided_by": dispute.decided_by.get_username() if dispute.decided_by else None,
        "raised_at": dispute.raised_at,
        "updated_at": dispute.updated_at,
    }
    return shown if entries is None else {**shown, "timeline": timeline(dispute, entries)}


def timeline(dispute: Dispute, entries: Sequence[Report]) -> list[dict[str, Any]]:
    """Every step of a dispute, oldest first. `superseded` marks a decision that a later one replaced."""
    return [_step(entry, dispute) for entry in entries]


def _step(entry: Report, dispute: Dispute) -> dict[str, Any]:
    payload: Mapping[str, Any] = entry.payload
    what = "ruled" if entry.kind == "ruling" else str(payload["step"])
    action = RULE if entry.kind == "ruling" else STEPS.get(what)
    step: dict[str, Any] = {
        "seq": entry.seq,
        "id": str(entry.report_id),
        "at": entry.recorded_at,
        "by": author_json(entry),
        "what": what,
    }
    if entry.kind != "ruling":
        step["side"] = payload.get("side")
        step["statement"] = payload.get("statement")
    if action == RULE:
        step["ruling"] = ruling_fields(entry)
    if action in {RULE, DISMISS}:
        step["superseded"] = entry.seq != dispute.decided
    if what == RAISED:
        step["raised_by"] = payload["raised_by"]
    return step


def ruling_fields(entry: Report) -> dict[str, Any]:
    """The fields of a ruling without the id of its dispute."""
    return {name: value for name, value in entry.payload.items() if name != "dispute"}


def ruling_json(entry: Report) -> dict[str, Any]:
    """A ruling as the answer to it shows it."""
    return {
        "seq": entry.seq,
        "id": str(entry.report_id),
        "at": entry.recorded_at,
        "by": author_json(entry),
        **entry.payload,
    }
