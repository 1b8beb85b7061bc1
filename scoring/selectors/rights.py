"""What each role may do, as the table of roles says it."""

from scoring.models import Role
from scoring.rules.record.kinds import KINDS

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
