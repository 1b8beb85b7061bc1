"""Who may see and do what in a game: the answer to a token (API.md section 2; docs/rights.md has the whole table)."""

from dataclasses import dataclass

from scoring.models import Game, Role, Token
from scoring.rules.record import Corrected, Incident, Said
from scoring.rules.secrets import ANYBODY, REFEREE, Viewer
from scoring.rules.variants import VARIANTS
from scoring.selectors.rights import PLAYER_KINDS


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
        return Access(role, Viewer(seats=frozenset({token.seat})), seat=token.seat, side=side)
    return Access(role, ANYBODY)
