"""The state of each dispute, in rows that can be rebuilt from the journal."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from scoring.models.fields import DocumentField, seat_check
from scoring.models.games import Game
from scoring.rules.rulings import disputes

WORD_LENGTH = 40


class DisputeState(models.TextChoices):
    """The state of a dispute."""

    OPEN = disputes.OPEN
    UNDER_REVIEW = disputes.UNDER_REVIEW
    RULED = disputes.RULED
    DISMISSED = disputes.DISMISSED
    WITHDRAWN = disputes.WITHDRAWN
    APPEALED = disputes.APPEALED
    FINAL = disputes.FINAL


NEVER_DECIDED = Q(decided__isnull=True, appealed__isnull=True)
ONCE_DECIDED = Q(decided__isnull=False, appealed__isnull=True)
NEEDED = (
    Q(NEVER_DECIDED, state=DisputeState.OPEN, taken__isnull=True, referee__isnull=True)
    | Q(NEVER_DECIDED, state=DisputeState.UNDER_REVIEW, taken__isnull=False)
    | Q(NEVER_DECIDED, state=DisputeState.WITHDRAWN)
    | Q(ONCE_DECIDED, state__in=(DisputeState.RULED, DisputeState.DISMISSED), taken__isnull=False)
    | Q(
        state__in=(DisputeState.APPEALED, DisputeState.FINAL),
        decided__isnull=False,
        appealed__isnull=False,
    )
)
"""The columns that each state needs: a ruled dispute was taken and decided, not appealed."""


class Dispute(models.Model):
    """A dispute that a side brings before the referee, with the state that its entries give it.

    `taken`, `decided` and `appealed` are the seqs of the last entries that did so. `referee` and
    `decided_by` are the accounts that took and decided it. They are null in an imported game,
    because an account belongs to one service.
    """

    id = models.UUIDField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="disputes", db_index=False)
    about = models.UUIDField(null=True, help_text="The id of the deal that it is about.")
    deal = models.PositiveIntegerField(null=True, help_text="Where that deal stands now; null where it is gone.")
    trick = models.PositiveSmallIntegerField(null=True)
    seat = models.PositiveSmallIntegerField(null=True)
    side = models.PositiveSmallIntegerField(null=True)
    category = models.CharField(max_length=WORD_LENGTH)
    finding = models.UUIDField(null=True)
    raised_by_seat = models.PositiveSmallIntegerField(null=True)
    raised_by_side = models.PositiveSmallIntegerField(null=True)
    state = models.CharField(max_length=15, choices=DisputeState)
    referee = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="disputes_taken"
    )
    decided_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="disputes_decided"
    )
    taken = models.PositiveIntegerField(null=True)
    decided = models.PositiveIntegerField(null=True)
    appealed = models.PositiveIntegerField(null=True)
    entries = DocumentField(help_text="The seqs of its entries in the journal.")
    raised_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        indexes = (
            models.Index(fields=("game", "raised_at", "id"), name="dispute_oldest_of_game"),
            models.Index(fields=("state", "raised_at", "id"), name="dispute_oldest_by_state"),
        )
        constraints = (
            models.CheckConstraint(condition=Q(state__in=DisputeState.values), name="dispute_state_known"),
            models.CheckConstraint(condition=NEEDED, name="dispute_has_what_its_state_needs"),
            models.CheckConstraint(
                condition=Q(referee__isnull=True) | Q(taken__isnull=False), name="dispute_referee_has_taken_it"
            ),
            models.CheckConstraint(
                condition=Q(decided_by__isnull=True) | Q(decided__isnull=False), name="dispute_decided_by_somebody"
            ),
            models.CheckConstraint(
                condition=Q(raised_by_seat__isnull=True, raised_by_side__isnull=False)
                | Q(raised_by_seat__isnull=False, raised_by_side__isnull=True),
                name="dispute_raised_by_seat_or_side",
            ),
            models.CheckConstraint(condition=Q(deal__gte=1), name="dispute_about_a_deal"),
            models.CheckConstraint(condition=~Q(category=""), name="dispute_has_category"),
            models.CheckConstraint(condition=Q(trick__range=(1, 12)), name="dispute_trick_in_deal"),
            models.CheckConstraint(condition=Q(side__range=(1, 4)), name="dispute_side_is_side"),
            models.CheckConstraint(condition=Q(raised_by_side__range=(1, 4)), name="dispute_raised_by_side"),
            seat_check("seat", name="dispute_seat_is_seat"),
            seat_check("raised_by_seat", name="dispute_raised_by_seat"),
        )

    def __str__(self) -> str:
        return f"{self.category} in deal {self.deal}: {self.state}"
