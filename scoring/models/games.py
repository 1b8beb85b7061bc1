"""Games and their seats."""

import uuid
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.at_hand import AtHand
from scoring.models.fields import LABEL_LENGTH, DocumentField, seat_check

if TYPE_CHECKING:
    from scoring.models.deals import Deal


class GameStatus(models.TextChoices):
    """The status of a game."""

    PLAYING = "playing"
    FINISHED = "finished"
    ABANDONED = "abandoned"


class Deck(models.TextChoices):
    """The deck whose names the cards have (R-2)."""

    SWISS = "swiss"
    GERMAN = "german"
    FRENCH = "french"


class Game(models.Model):
    """A game: its rules, and the results of its journal.

    `status`, `result`, `scores`, `next`, `open_disputes`, `version` and `current_deal` follow from
    the journal and can be rebuilt from it. They are stored so that a reader need not read the
    journal. Writers lock this row, so only one of them writes at a time.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    organizer = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="games")
    variant = models.CharField(max_length=20)
    label = models.CharField(max_length=LABEL_LENGTH, blank=True, default="")
    public = models.BooleanField(default=False)
    deck = models.CharField(max_length=10, choices=Deck, default=Deck.SWISS)
    preset = models.CharField(max_length=60)
    options = DocumentField(help_text="Every option by its name, copied when the game was opened.")
    first_dealer = models.PositiveSmallIntegerField()
    dealer_set = models.PositiveIntegerField(default=0, help_text="The seq of the entry that set the first dealer.")
    lineup = DocumentField(help_text="The seats with the names that the game is played under.")
    opened_with = DocumentField(null=True, help_text="The first request, normalised; the same id must bring the same.")
    imported = DocumentField(null=True, help_text="Where it came in as a whole: when, and by which token.")
    status = models.CharField(max_length=10, choices=GameStatus, default=GameStatus.PLAYING)
    result = DocumentField(null=True)
    scores = DocumentField(help_text="The score of each side, side 1 first.")
    next = DocumentField(help_text="What the table expects, and of whom.")
    open_disputes = models.PositiveIntegerField(default=0, help_text="How many disputes wait for a decision.")
    version = models.PositiveIntegerField(default=0, help_text="The seq of the newest journal entry.")
    current_deal = models.ForeignKey("Deal", null=True, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    last_deals: "tuple[Deal, ...]" = ()
    """The current deal and the one before it, if the game was read under its lock. Not a column."""

    at_hand: AtHand | None = None
    """What was read with these deals. Not a column."""

    class Meta:
        indexes = (
            models.Index(fields=("-created_at", "-id"), name="game_newest"),
            models.Index(fields=("organizer", "-created_at", "-id"), name="game_newest_by_organizer"),
            models.Index(fields=("public", "-created_at", "-id"), name="game_newest_public"),
        )
        constraints = (
            models.CheckConstraint(condition=Q(status__in=GameStatus.values), name="game_status_known"),
            models.CheckConstraint(condition=Q(deck__in=Deck.values), name="game_deck_known"),
            models.CheckConstraint(
                condition=Q(status=GameStatus.PLAYING, result__isnull=True)
                | Q(status=GameStatus.FINISHED, result__isnull=False)
                | Q(status=GameStatus.ABANDONED),
                name="game_finished_has_result",
            ),
            seat_check("first_dealer", name="game_first_dealer_is_seat"),
        )

    def __str__(self) -> str:
        return self.label or str(self.id)


class Seat(models.Model):
    """A seat, its player, and its side (R-4)."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    side = models.PositiveSmallIntegerField()
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="seats")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="seat_once_in_game"),
            seat_check("number", name="seat_number_is_seat"),
            models.CheckConstraint(condition=Q(side__range=(1, 4)), name="seat_side_is_side"),
        )

    def __str__(self) -> str:
        return f"seat {self.number}"


class FormerSeat(models.Model):
    """A seat that a player had for a part of the game, before a substitute took it."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="former_seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    player = models.ForeignKey("Player", on_delete=models.PROTECT, related_name="former_seats")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("game", "number", "player"), name="former_seat_once_for_a_player"),
            seat_check("number", name="former_seat_number_is_seat"),
        )

    def __str__(self) -> str:
        return f"seat {self.number}, formerly"
