"""Who is asking: the bearer token of a request (docs/api.md, Tokens)."""

from uuid import UUID

from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from api.http.limits import count_guess
from api.problems.faults import Problem
from scoring.models import Token
from scoring.selectors.tokens import find, working
from scoring.services.tokens import note_use

SCHEME = "bearer"


class BearerToken(BaseAuthentication):
    """`Authorization: Bearer jr_…`: `request.auth` is the token, `request.user` its user.

    Without the header a request is anonymous and both are None. A header that is there and opens nothing is refused,
    whatever is wrong with it, and nothing of it is repeated or logged.
    """

    def authenticate(self, request: Request) -> tuple[User | AnonymousUser, Token] | None:
        """The token's user and the token; somebody nameless where the token is bound to a seat or a table only."""
        header = get_authorization_header(request)
        if not header:
            return None
        now = timezone.now()
        token = find(_secret_in(header), now=now, asked=_game_in(request))
        if token is None:
            count_guess(request)
            raise AuthenticationFailed
        note_use(token, now=now)
        return token.user or AnonymousUser(), token

    def authenticate_header(self, request: Request) -> str:
        """How one has to ask, for `WWW-Authenticate`."""
        return 'Bearer realm="jassref"'


def _secret_in(header: bytes) -> str:
    """What follows the word Bearer, alone; empty where the header says something else."""
    scheme, _, secret = header.decode("latin-1").partition(" ")
    return secret.strip(" ") if scheme.lower() == SCHEME else ""


def _game_in(request: Request) -> UUID | None:
    """The id of the game in the path, None where it names none."""
    match = request._request.resolver_match  # noqa: SLF001 - rest_framework passes nothing on before the view begins
    id_ = match.kwargs.get("game_id") if match is not None else None
    return id_ if isinstance(id_, UUID) else None


def token_of(request: Request) -> Token | None:
    """The token of a request, None where it has none."""
    token = request.auth
    return token if isinstance(token, Token) else None


def account_of(request: Request) -> User:
    """The account of an organizer's request; 401 where there is none."""
    if not isinstance(request.user, User):
        raise Problem("not_authenticated")
    return request.user


def recheck_token(request: Request) -> None:
    """Raise AuthenticationFailed (401) where the token was revoked or has expired since the request began."""
    # A body may take minutes to arrive. A token that is revoked meanwhile must not write with what was asked before.
    token = token_of(request)
    if token is not None and not working(now=timezone.now()).filter(pk=token.pk).exists():
        raise AuthenticationFailed
