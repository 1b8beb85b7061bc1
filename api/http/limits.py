"""The limits: requests a second by token and by address, tokens and passwords guessed (429 with `Retry-After`)."""

import hashlib
import re
import time
from contextlib import suppress
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final

from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from rest_framework.request import Request

from api.problems.faults import Problem
from scoring.models import Token
from scoring.services.limits import (
    ACCOUNTS,
    ADDRESSES,
    DEAR,
    DEAR_OF_HALLS,
    DEAR_OF_STRANGERS,
    GUESSED,
    GUESSES,
    LOGGED_IN,
    LOGINS,
    NEW_ACCOUNTS,
    READ,
    READ_BY_HALLS,
    READ_BY_STRANGERS,
    READS_FOR_A_DEAR,
    TOKENS,
    TOKENS_OF_A_HALL,
)

_WITH_PORT: Final = re.compile(r"\[([^\]]+)\](?::\d+)?|([^:]+):\d+")
"""An address in brackets, as an IPv6 address stands before a port, or one with a port behind it."""


def address_of(request: HttpRequest | Request) -> str:
    """Where a request comes from: the peer, or what the trusted proxies before us say of it."""
    peer = str(request.META.get("REMOTE_ADDR", ""))
    proxies: int = settings.PROXIES
    if not proxies:
        return peer
    forwarded = [one.strip() for one in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",") if one.strip()]
    return forwarded[-proxies] if len(forwarded) >= proxies else peer


def count_request(request: Request) -> None:
    """Count a request of an address; 429 beyond the limit."""
    _refuse(ADDRESSES.wait(_key(address_of(request)), limit=settings.RATE_ADDRESS, now=time.time()))


def count_token(token: Token) -> None:
    """Count a request with a token; 429 beyond the limit."""
    _refuse(TOKENS.wait(str(token.pk), limit=settings.RATE_TOKEN, now=time.time()))


def count_dear(request: Request, token: Token | None) -> None:
    """Count a request whose work grows with the game, by token and by address; 429 beyond the limits."""
    now, most, address = time.time(), settings.RATE_DEAR, _key(address_of(request))
    if token is None:
        _refuse(DEAR_OF_STRANGERS.wait(address, limit=most, now=now))
    else:
        _refuse(DEAR.wait(str(token.pk), limit=most, now=now))
        _refuse(DEAR_OF_HALLS.wait(address, limit=most * TOKENS_OF_A_HALL, now=now))


def count_long_read(request: Request, token: Token | None) -> None:
    """Count a read whose answer grows with the game, by token and by address; 429 beyond the limits.

    It is counted when the answer is about to be made: a 304 costs nothing. Only a page of the journal must be read
    before it is known to be the same, so it counts in any case.
    """
    now, address = time.time(), _key(address_of(request))
    most: int = settings.RATE_DEAR * READS_FOR_A_DEAR
    if token is None:
        _refuse(READ_BY_STRANGERS.wait(address, limit=most, now=now))
    else:
        _refuse(READ.wait(str(token.pk), limit=most, now=now))
        _refuse(READ_BY_HALLS.wait(address, limit=most * TOKENS_OF_A_HALL, now=now))


def count_guess(request: Request) -> None:
    """Count a token that opened nothing; 429 in place of 401 for whoever tries too many. Good tokens go on working."""
    limit = GUESSES if settings.RATE_ADDRESS else 0
    _refuse(GUESSED.wait(_key(address_of(request)), limit=limit, now=time.time()))


def count_account(user: User) -> None:
    """Count a new account that somebody asks for; 429 beyond the limit of an hour."""
    limit = NEW_ACCOUNTS if settings.RATE_ADDRESS else 0
    _refuse(ACCOUNTS.wait(str(user.pk), limit=limit, now=time.time()))


def count_login(request: HttpRequest) -> None:
    """Count a password that is tried, before anybody looks whether it is right; 429 for whoever tries too many."""
    # A hall has one address. Counted by address alone, one guest with wrong passwords would keep all referees out.
    limit = LOGINS if settings.RATE_ADDRESS else 0
    name = User.normalize_username(request.POST.get("username", "")).casefold()
    account = hashlib.sha256(f"{_key(address_of(request))} {name}".encode()).hexdigest()
    _refuse(ADDRESSES.wait(_key(address_of(request)), limit=settings.RATE_ADDRESS, now=time.time()))
    _refuse(LOGGED_IN.wait(account, limit=limit, now=time.time()))


def _key(address: str) -> str:
    """The address as the shared rows know it: not itself, for nobody needs to read it there.

    Of an IPv6 address its network of 64 bits, which is what one subscriber has. A port, which some proxies write behind
    it, is another one for every connection and counts for nothing.
    """
    form = _WITH_PORT.fullmatch(address)
    address = (form[1] or form[2]) if form else address
    with suppress(ValueError):
        known = ip_address(address.partition("%")[0])
        if isinstance(known, IPv6Address):
            address = str(known.ipv4_mapped or ip_network((int(known), 64), strict=False))
    return hashlib.sha256(address.encode()).hexdigest()


def _refuse(seconds: int) -> None:
    if seconds:
        raise Problem("too_many_requests", seconds=seconds)
