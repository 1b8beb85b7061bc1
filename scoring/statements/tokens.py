"""Who asks: the token of a secret with all that its rights depend on."""

from typing import Final
from uuid import UUID

from django.contrib.auth.models import User

from scoring.models import Game, Token
from scoring.models.fields import to_database
from scoring.statements.rows import Rows, answered, in_one_line

_TOKENS: Final = Rows(Token)
_USERS: Final = Rows(User, only=("id", "username", "first_name", "last_name", "is_active", "is_staff", "is_superuser"))
_DOCUMENTS: Final = frozenset({"options", "lineup", "opened_with", "imported", "result", "scores", "next"})
"""Those of a game are long, and few requests with a token need them."""

_GAMES: Final = Rows(
    Game,
    only=[field.name for field in Game._meta.concrete_fields if field.name not in _DOCUMENTS],  # noqa: SLF001 - how Django tells it
)

_ASK: Final = in_one_line(f"""
    SELECT {_TOKENS.of("token")}, {_USERS.of("account")}, {_GAMES.of("game")}
    FROM {_TOKENS.table} AS token
    LEFT JOIN {_USERS.table} AS account ON account.id = token.user_id
    LEFT JOIN {_GAMES.table} AS game ON game.id = COALESCE(token.game_id, %s)
    WHERE token.digest = %s
""")  # noqa: S608 - names of ours, no value


def token_with(digest: str, *, asked: UUID | None) -> Token | None:
    """The token with this digest, its user and its game; None where there is none.

    `asked` is the game that the request is about. A token of no game has it in `Token.asked`.
    """
    rows = answered(_ASK, [None if asked is None else to_database(asked), digest])
    if not rows:
        return None
    (values,) = rows
    users, games = len(_TOKENS), len(_TOKENS) + len(_USERS)
    token = _TOKENS.reading()(values[:users])
    if values[users] is not None:
        token.user = _USERS.reading()(values[users:games])
    if values[games] is not None:
        game = _GAMES.reading()(values[games:])
        if token.game_id is None:
            token.asked = game
        else:
            token.game = game
    return token
