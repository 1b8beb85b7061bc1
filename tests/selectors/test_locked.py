"""One writer at a time: who had to wait for a game sees it as the other left it, its deal too."""

import threading
import time
from uuid import UUID

import pytest
from django.db import connection, transaction

from scoring.models import Deal, Game
from scoring.selectors import games
from tests.models.rows import a_deal, a_game

pytestmark = pytest.mark.django_db(transaction=True)


class Waiting(threading.Thread):
    """Locks the game in a transaction of its own, and keeps what it found."""

    def __init__(self, game_id: UUID) -> None:
        super().__init__()
        self.game_id = game_id
        self.found: Game | None = None

    def run(self) -> None:
        try:
            with transaction.atomic():
                self.found = games.locked(self.game_id)
        finally:
            connection.close()

    def deal_found(self) -> Deal:
        self.join()
        assert self.found is not None
        assert self.found.current_deal is not None
        assert self.found.current_deal.pk == self.found.current_deal_id
        return self.found.current_deal


def a_game_with_a_deal() -> Game:
    game = a_game()
    game.current_deal = a_deal(game, sheet={"tricks": []})
    game.save()
    return game


def waiting(game: Game) -> Waiting:
    """Somebody who by now waits for the game's lock, which we hold."""
    thread = Waiting(game.pk)
    thread.start()
    time.sleep(0.2)
    return thread


def test_who_waited_sees_what_was_written_into_the_deal() -> None:
    game = a_game_with_a_deal()
    with transaction.atomic():
        games.locked(game.pk)
        second = waiting(game)
        Deal.objects.filter(game=game).update(sheet={"tricks": [{"number": 1}]})
        Game.objects.filter(pk=game.pk).update(version=1)
    assert second.deal_found().sheet == {"tricks": [{"number": 1}]}


def test_who_waited_sees_the_deal_that_was_opened() -> None:
    game = a_game_with_a_deal()
    with transaction.atomic():
        games.locked(game.pk)
        second = waiting(game)
        Game.objects.filter(pk=game.pk).update(current_deal=a_deal(game, number=2, opened=2), version=1)
    assert second.deal_found().number == 2
