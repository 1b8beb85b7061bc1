"""Who may see and do what in a game (docs/api.md, Tokens; docs/rights.md has the whole table)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import connection

from scoring.models import Deal, Dispute, DisputeState, Game, GameStatus, Report, Role, Token
from scoring.models.fields import to_database
from scoring.rules.record.kinds import KINDS, Corrected, DealOpened, Incident, Retracted, Said
from scoring.rules.scoring.status import COUNTING, DealStatus
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import ANYBODY, REFEREE, TABLE, Viewer
from scoring.selectors.tokens import account_of, working

# --- by role ----------------------------------------------------------------------------------------------------------

SEAT_KINDS = frozenset({"deal", "hand", "push", "announce", "play", "weis", "stoeck", "bid", "lay", "power"})
"""The kinds that players report for their own seat."""
SIDE_KINDS = frozenset({"claim", "confirm"})
"""The kinds that players report for their own side."""
PLAYER_KINDS = SEAT_KINDS | SIDE_KINDS | {"incident", "retract", "correct"}
"""All kinds that players report. A whole trick or a count is more than one seat knows."""

_ACTIONS: dict[str, tuple[str, ...]] = {
    Role.ORGANIZER: (
        "create_games",
        "change_games",
        "abandon_games",
        "manage_tokens",
        "manage_players",
        "see_secrets",
        "raise_disputes",
        "decide_disputes",
    ),
    Role.REFEREE: ("see_secrets", "raise_disputes", "decide_disputes"),
    Role.SCORER: ("raise_disputes",),
    Role.PLAYER: ("raise_disputes",),
}


def kinds_of(role: str, variant: str | None = None) -> tuple[str, ...]:
    """The report kinds that a role may send, in the order of their declaration; `variant` leaves those that it has."""
    known = KINDS if variant is None else VARIANTS[variant].kinds
    return tuple(kind for kind in KINDS if kind in known and (role != Role.PLAYER or kind in PLAYER_KINDS))


def may(role: str, variant: str | None = None) -> tuple[str, ...]:
    """What a role may do: its actions, such as `change_games`, then the report kinds that it may send.

    `variant` is that of the game to which a token is bound.
    """
    return _ACTIONS[role] + kinds_of(role, variant)


# --- by token ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Access:
    """The rights of a token in one game.

    `role` is None for a reader of a public game. A player has a `seat` and a `side`, and speaks for these alone.
    """

    role: Role | None
    viewer: Viewer
    seat: int | None = None
    side: int | None = None

    @property
    def writes(self) -> bool:
        """Whether the token may send reports."""
        return self.role is not None

    @property
    def governs(self) -> bool:
        """Whether the token may change the game and hand out tokens: the organizer's may."""
        return self.role == Role.ORGANIZER

    @property
    def rules(self) -> bool:
        """Whether the token may take and decide disputes: those of referees and of the organizer may."""
        return self.role in {Role.ORGANIZER, Role.REFEREE}

    @property
    def reaches_all(self) -> bool:
        """Whether the token may take back every report, however old."""
        return self.role in {Role.ORGANIZER, Role.REFEREE}

    @property
    def only_own(self) -> bool:
        """Whether the token may take back only reports that it sent itself."""
        return self.role == Role.PLAYER

    def may_report(self, said: Said) -> bool:
        """Whether the token may send this report. Players speak for their own seat and side only."""
        report = said.report
        if self.role != Role.PLAYER:
            return self.writes
        if report.kind not in PLAYER_KINDS:
            return False
        if isinstance(report, Corrected):
            return all(self.may_report(one) for one in report.replacement)
        if isinstance(report, Incident):  # anybody may say what anybody did
            return True
        own_seat = getattr(report, "seat", None) in {None, self.seat}
        return own_seat and getattr(report, "side", None) in {None, self.side}


def access_to(game: Game, token: Token | None) -> Access | None:
    """The rights of the token in this game, None if it may not even see the game."""
    if token is not None and token.role == Role.ORGANIZER and token.user_id == game.organizer_id:
        return Access(Role.ORGANIZER, REFEREE)
    if token is not None and token.game_id == game.id:
        return _bound(token, game)
    return Access(None, ANYBODY) if game.public else None


def _bound(token: Token, game: Game) -> Access:
    role = Role(token.role)
    if role == Role.REFEREE:
        return Access(role, REFEREE)
    if role == Role.PLAYER and token.seat is not None:
        side = VARIANTS[game.variant].table.side_of(token.seat)
        return Access(
            role, Viewer(seats=frozenset({token.seat}), inside=True, token=token.pk), seat=token.seat, side=side
        )
    return Access(role, TABLE)


@dataclass(frozen=True, slots=True)
class Actor:
    """Somebody who acts in a game: their rights there, and the label that the journal shows.

    `user` is their account, if they have one. `token` is None at the review desk.
    """

    access: Access
    label: str
    token: Token | None = None
    user: User | None = None

    @property
    def role(self) -> Role:
        """The role in which they act. Raises ValueError without one."""
        if self.access.role is None:
            raise ValueError("nobody acts in a game without a role")
        return self.access.role


def acting(token: Token, access: Access) -> Actor:
    """The actor behind a token: its account, or whoever handed it out while the account has not accepted it."""
    account = account_of(token)
    if account is None and token.role == Role.REFEREE:
        account = token.made_by
    return Actor(access, token.label, token=token, user=account)


def handed_out_by(entry: Report) -> User | None:
    """Who handed out the referee's token of an entry, where its account had not accepted it; None otherwise.

    Such an entry bears the name of an account that may know nothing of it.
    """
    token = entry.token
    if token is None or token.role != Role.REFEREE:
        return None
    if entry.user_id is None:  # a report; decisions say themselves who acted
        accepted = token.accepted_at is not None and token.accepted_at <= entry.recorded_at
    else:
        accepted = token.accepted_at is not None and token.user_id == entry.user_id
    return None if accepted else token.made_by


def author_json(entry: Report, *, inside: bool = True) -> dict[str, Any]:
    """Who sent an entry: role and label of the token, and for those `inside` who handed it out unaccepted."""
    by = {"role": entry.by_role, "label": entry.by_label}
    handed_out = handed_out_by(entry) if inside else None
    return by if handed_out is None else {**by, "handed_out_by": handed_out.get_username()}


def at_the_desk(user: User, game: Game, *, now: datetime) -> Actor | None:
    """The actor behind an account at the review desk, None if it may not act there.

    The organizer of the game may, and every account that has accepted a referee's token that works.
    """
    if user.pk == game.organizer_id:
        return Actor(Access(Role.ORGANIZER, REFEREE), user.get_username(), user=user)
    if working(now=now).filter(game=game, role=Role.REFEREE, user=user, accepted_at__isnull=False).exists():
        return Actor(Access(Role.REFEREE, REFEREE), user.get_username(), user=user)
    return None


# --- what may be taken back -------------------------------------------------------------------------------------------

ALWAYS = "always"
"""A referee may take an entry back at any time."""

NEXT_DEAL = "next_deal"
"""Others may do so until the deal after its own has a complete trick or is counted."""

RETRACT_UNTIL = (ALWAYS, NEXT_DEAL)

RETRACTABLE = frozenset(KINDS) - {Retracted.kind, Corrected.kind}
"""The kinds that can be retracted; what was taken back or corrected can only be corrected again."""


def _quoted(words: Iterable[str]) -> str:
    """Words of our own as a list in SQL."""
    return ", ".join(f"'{word}'" for word in sorted(words))


def retractable(
    game: Game, viewer: Viewer, *, newest: Mapping[str, str] | None, fresh: Sequence[Report] = ()
) -> dict[str, Any] | None:
    """The newest entry that this viewer's token may take back, `{"report", "kind"}`; None where there is none.

    `newest` is the newest one of the current deal, whoever sent it. A player reaches their own alone, and that costs a
    statement. `fresh` are rows that are not on record yet.
    """
    player = bool(viewer.seats)
    nothing = not game.version or game.status == GameStatus.ABANDONED
    if nothing or not viewer.inside or (player and viewer.token is None):
        return None
    found = dict(newest) if newest is not None and not player else _newest(game, viewer, fresh=fresh)
    if found is not None and found["kind"] == DealOpened.kind and not viewer.referee:
        return None if under_ruling([found["report"]]) else found
    return found


def oldest_within_reach(game: Game) -> int:
    """The oldest place that a scorer or a player reaches; `TakingBack.floor` says the same of a record that is read."""
    if game.current_deal is None:
        return 0
    _, number, opened = _floor(game, ANYBODY)
    counting = Deal.objects.filter(game=game, number__lt=number, status__in=COUNTING)
    earlier = counting.order_by("-number").values_list("opened", flat=True).first() if number > 1 else None
    return opened if earlier is None else earlier


def _newest(game: Game, viewer: Viewer, *, fresh: Sequence[Report]) -> dict[str, Any] | None:
    """The newest entry within reach, by the journal."""
    replaced = {row.replaces for row in fresh}
    standing = [row for row in fresh if row.kind in RETRACTABLE and row.seq not in replaced]
    if standing:
        return {"report": str(standing[-1].report_id), "kind": standing[-1].kind}
    by_token = "" if viewer.token is None else "AND token_id = %s"
    own = [] if viewer.token is None else [to_database(viewer.token)]
    values = [to_database(game.pk), game.version, *_floor(game, viewer), *own, game.version, 1 + len(replaced)]
    with connection.cursor() as cursor:
        cursor.execute(_NEWEST.replace("BY_TOKEN", by_token), values)
        rows = [row for row in cursor.fetchall() if row[0] not in replaced]
    return {"report": str(UUID(str(rows[0][1]))), "kind": rows[0][2]} if rows else None


def _floor(game: Game, viewer: Viewer) -> list[Any]:
    """The values for the oldest place within reach; `Referee.floor` says the same of a record that is being read."""
    deal = game.current_deal
    if viewer.referee or deal is None:
        return [to_database(game.pk), 0, 0]
    sheet = deal.sheet
    played = any(trick["winner"] is not None for trick in sheet["tricks"])
    counted = sheet["recorded_by"] != "cards" and sheet["status"] != DealStatus.STOPPED
    return [to_database(game.pk), 0 if played or counted else deal.number, deal.opened]


# A deal that was begun is all that a scorer or a player reaches; before that, also the one that counted last.
_NEWEST = """
    SELECT seq, report_id, kind FROM scoring_report AS entry
    WHERE game_id = %s AND seq <= %s AND root = seq AND kind IN (KINDS)
        AND root >= COALESCE((
            SELECT opened FROM scoring_deal WHERE game_id = %s AND number < %s AND status IN (COUNTING)
            ORDER BY number DESC LIMIT 1
        ), %s)
        BY_TOKEN
        AND NOT EXISTS (
            SELECT 1 FROM scoring_report AS later
            WHERE later.game_id = entry.game_id AND later.replaces = entry.seq AND later.seq <= %s
        )
    ORDER BY seq DESC LIMIT %s
""".replace("KINDS", _quoted(RETRACTABLE)).replace("COUNTING", _quoted(COUNTING))


def under_ruling(deals: Iterable[str]) -> frozenset[UUID]:
    """Those of these deals that a ruling or a dispute is about; only a referee takes their openings away."""
    wanted = list(deals)
    if not wanted:
        return frozenset()
    left = Dispute.objects.exclude(state__in=(DisputeState.WITHDRAWN, DisputeState.DISMISSED))
    found = left.filter(about__in=wanted).values_list("about", flat=True)
    return frozenset(id_ for id_ in found if id_ is not None)
