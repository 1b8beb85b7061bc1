"""Reading disputes: those that a token may see, and how each of them came to be where it is."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from django.db.models import Q, QuerySet

from scoring.models import Dispute, Game, Report, Role, Seat, Token
from scoring.rules.rulings.disputes import DISMISS, NEXT, RAISED, RULE, STEPS

OLDEST_FIRST = ("raised_at", "id")
"""Their order: who has waited longest stands on top."""

_SHOWN = ("referee", "decided_by")


def visible_to(token: Token) -> QuerySet[Dispute]:
    """The disputes of the games that the token is bound to, or whose organizer it is. The public sees none."""
    of_games = Q(game__organizer=token.user_id) if token.role == Role.ORGANIZER else Q(game=token.game_id)
    return Dispute.objects.select_related(*_SHOWN).filter(of_games)


def of_game(game: Game) -> QuerySet[Dispute]:
    """The disputes of a game."""
    return Dispute.objects.select_related(*_SHOWN).filter(game=game)


def find(dispute_id: UUID, *, token: Token) -> Dispute | None:
    """The dispute, where this token may see it."""
    return visible_to(token).filter(pk=dispute_id).first()


def reread(dispute: Dispute) -> Dispute:
    """The dispute as it stands now, its game being locked."""
    return Dispute.objects.select_related("referee", "decided_by").get(pk=dispute.pk)


def raised_before(disputes: QuerySet[Dispute], *, minutes: int, now: datetime) -> QuerySet[Dispute]:
    """Those that were raised at least so many minutes ago."""
    return disputes.filter(raised_at__lte=now - timedelta(minutes=minutes))


def plays_in(game: Game, user_id: int) -> bool:
    """Whether somebody with this account sits in the game; an account of a player who was merged counts as well."""
    his = Q(player__user=user_id) | Q(player__merged__user=user_id)
    return Seat.objects.filter(his, game=game).exists()


def entries_of(dispute: Dispute) -> list[Report]:
    """Its entries in the journal, the oldest first."""
    return list(Report.objects.filter(game=dispute.game_id, seq__in=dispute.entries).order_by("seq"))


# --- as it is shown -----------------------------------------------------------------------------------------------


def dispute_json(dispute: Dispute, *, entries: Sequence[Report] | None = None) -> dict[str, Any]:
    """A dispute as the API shows it; with its entries also how it came there."""
    by_seat = dispute.raised_by_seat
    told = {
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
    return told if entries is None else {**told, "timeline": timeline(dispute, entries)}


def timeline(dispute: Dispute, entries: Sequence[Report]) -> list[dict[str, Any]]:
    """Every step of a dispute, the oldest first. A decision in whose place a later one stands is marked."""
    return [_step(entry, dispute) for entry in entries]


def _step(entry: Report, dispute: Dispute) -> dict[str, Any]:
    payload: Mapping[str, Any] = entry.payload
    what = "ruled" if entry.kind == "ruling" else str(payload["step"])
    action = RULE if entry.kind == "ruling" else STEPS.get(what)
    told: dict[str, Any] = {
        "seq": entry.seq,
        "id": str(entry.report_id),
        "at": entry.recorded_at,
        "by": {"role": entry.by_role, "label": entry.by_label},
        "what": what,
    }
    if entry.kind != "ruling":
        told["side"] = payload.get("side")
        told["statement"] = payload.get("statement")
    if action == RULE:
        told["ruling"] = ruling_fields(entry)
    if action in {RULE, DISMISS}:
        told["superseded"] = entry.seq != dispute.decided
    if what == RAISED:
        told["raised_by"] = payload["raised_by"]
    return told


def ruling_fields(entry: Report) -> dict[str, Any]:
    """What was ruled, without the id of its dispute, which stands around it."""
    return {name: value for name, value in entry.payload.items() if name != "dispute"}


def ruling_json(entry: Report) -> dict[str, Any]:
    """A ruling as the answer to it shows it."""
    return {
        "seq": entry.seq,
        "id": str(entry.report_id),
        "at": entry.recorded_at,
        "by": {"role": entry.by_role, "label": entry.by_label},
        **entry.payload,
    }
