"""A hall with tables at which something has happened, and browsers of those who may look at it."""

import re
from html import unescape
from typing import Any

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from scoring.models import Dispute, Role
from scoring.services.tokens import issue
from tests.api.says import announce, deal, incident, trick, weis
from tests.api.table import NOW, Club, GameClient
from tests.rules.known_deal import TRICKS

REVOKED = (TRICKS[0], TRICKS[1], "EU R10 EK SO")
"""Seat 3 does not follow in trick 2, and shows in trick 3 that it could have."""


def a_revoke(club: Club, **opening: Any) -> GameClient:
    """A table at which Chiara has revoked in trick 2; her king in trick 3 proves it."""
    game = club.open(**{"label": "Table 7"} | opening)
    game.report(deal(), announce("rosen"), weis(2, "RU R10 R9"))
    for number, cards in enumerate(REVOKED, start=1):
        answer = game.send(trick(cards, number=number, as_played=True), by=game.scorer)
        assert answer.status == 201, answer.raw
    return game


def a_call(club: Club, **opening: Any) -> GameClient:
    """A table that calls the referee."""
    game = club.open(**{"label": "Table 3"} | opening)
    game.report(deal(), announce("schilten"), trick("S7 S8 S9 S6", number=1))
    game.report(incident("call_referee", note="A card was taken back"), by=game.scorer)
    return game


def a_referee(*games: GameClient, name: str = "rita") -> User:
    """Somebody who is the referee of these games."""
    user = User.objects.create_user(name)
    for game in games:
        issue(role=Role.REFEREE, user=user, game=game.row, label="rita", now=NOW)
    return user


def browser_of(user: User, *, language: str = "en") -> Client:
    client = Client(headers={"accept-language": language})
    client.force_login(user)
    return client


def queue(client: Client, **query: str) -> str:
    """What the queue says."""
    response = client.get(reverse("admin:desk_queue"), query)
    assert response.status_code == 200
    return text_of(response.content.decode())


def text_of(page: str) -> str:
    """The words of the page's content, with one blank between them."""
    content = page.partition('id="content-start"')[2] or page
    content = re.sub(r"</?(?:bdi|strong|q)>", "", content)
    without = re.sub(r"<(style|option)\b.*?</\1>|<[^>]+>", " ", content, flags=re.DOTALL)
    return " ".join(unescape(without).split())


def open_dispute(client: Client, game: GameClient) -> Dispute:
    """Open a dispute for the first finding of the game's deal, and take it."""
    sent = client.post(reverse("admin:desk_raise", args=(game.id, 1)), {"finding": game.deal["findings"][0]["id"]})
    assert sent.status_code == 302
    return Dispute.objects.get(game=game.row)


def page(client: Client, dispute: Dispute, **query: str) -> str:
    """The page of a dispute."""
    response = client.get(reverse("admin:desk_dispute", args=(dispute.pk,)), query)
    assert response.status_code == 200
    return response.content.decode()


def send(client: Client, name: str, dispute: Dispute, **fields: Any) -> str:
    """Press a button of a dispute's page; what the page says afterwards."""
    response = client.post(reverse(f"admin:desk_{name}", args=(dispute.pk,)), fields, follow=True)
    assert response.status_code == 200
    return text_of(response.content.decode())
