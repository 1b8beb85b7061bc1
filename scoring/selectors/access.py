"""Who may see and do what in a game (docs/api.md, Tokens; docs/rights.md has the whole table)."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from scoring.models import Game, Role, Token
from scoring.rules.record.kinds import KINDS, Corrected, Incident, Said
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import ANYBODY, REFEREE, TABLE, Viewer
from scoring.selectors.tokens import working

# --- by role ----------------------------------------------------------------------------------------------------------

SEAT_KINDS = frozenset({"deal", "hand", "push", "announce", "play", "weis", "stoeck", "bid", "lay", "power"})
"""What a player reports for the own seat."""
SIDE_KINDS = frozenset({"claim", "confirm"})
"""What a player reports for the own side."""
PLAYER_KINDS = SEAT_KINDS | SIDE_KINDS | {"incident", "retract", "correct"}
"""All that a player reports. A whole trick or a count is more than one seat knows."""

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


def kinds_of(role: str) -> tuple[str, ...]:
    """The kinds of report that a role may send at all, in the order in which the kinds are declared."""
    return tuple(kind for kind in KINDS if role != Role.PLAYER or kind in PLAYER_KINDS)


def may(role: str) -> tuple[str, ...]:
    """All that a role may do, in plain words: what it may do to games, then the kinds of report it may send."""
    return _ACTIONS[role] + kinds_of(role)


# --- by token ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Access:
    """What a token opens in one game.

    `role` is None for a reader without a right of his own; `seat` and `side` are those that a player speaks for.
    """

    role: Role | None
    viewer: Viewer
    seat: int | None = None
    side: int | None = None

    @property
    def writes(self) -> bool:
        """Whether reports may be sent at all."""
        return self.role is not None

    @property
    def governs(self) -> bool:
        """Whether the game itself may be changed, and tokens handed out: its organizer."""
        return self.role == Role.ORGANIZER

    @property
    def rules(self) -> bool:
        """Whether disputes may be taken and decided: referees, and the organizer as one of them."""
        return self.role in {Role.ORGANIZER, Role.REFEREE}

    @property
    def reaches_all(self) -> bool:
        """Whether every report may be taken back, however old."""
        return self.role in {Role.ORGANIZER, Role.REFEREE}

    @property
    def only_own(self) -> bool:
        """Whether only reports sent with the same token may be taken back."""
        return self.role == Role.PLAYER

    def may_report(self, said: Said) -> bool:
        """Whether this report may be sent: a player speaks for the own seat and side only."""
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
    """What the token opens in this game, None where it may not even be seen."""
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
        return Access(role, Viewer(seats=frozenset({token.seat}), inside=True), seat=token.seat, side=side)
    return Access(role, TABLE)


@dataclass(frozen=True, slots=True)
class Actor:
    """Who acts in a game: what is open to him there, and how the journal tells of it.

    `user` is the account behind it, where there is one; `token` is None for who works at the review desk.
    """

    access: Access
    label: str
    token: Token | None = None
    user: User | None = None

    @property
    def role(self) -> Role:
        """The role in which he acts; who has none does not act."""
        if self.access.role is None:
            raise ValueError("nobody acts in a game without a role")
        return self.access.role


def acting(token: Token, access: Access) -> Actor:
    """Who acts with this token."""
    return Actor(access, token.label, token=token, user=token.user)


def at_the_desk(user: User, game: Game, *, now: datetime) -> Actor | None:
    """Who acts at the review desk: the organizer of the game, or who has a referee's token for it that works.

    None for everybody else.
    """
    if user.pk == game.organizer_id:
        return Actor(Access(Role.ORGANIZER, REFEREE), user.get_username(), user=user)
    if working(now=now).filter(game=game, role=Role.REFEREE, user=user).exists():
        return Actor(Access(Role.REFEREE, REFEREE), user.get_username(), user=user)
    return None
