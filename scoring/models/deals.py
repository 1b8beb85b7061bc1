"""Deals: results of the journal, in rows that can be rebuilt from it."""

from django.db import models
from django.db.models import Q

from scoring.models.fields import DocumentField, seat_check
from scoring.models.games import Game
from scoring.rules.pack.modes import MODE
from scoring.rules.scoring.status import DealStatus

STATUSES = [status.value for status in DealStatus]


class Deal(models.Model):
    """One deal: the columns that SQL needs, and the whole deal as a document (`sheet`)."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="deals", db_index=False)
    number = models.PositiveIntegerField()
    status = models.CharField(max_length=10, choices=[(status, status.title()) for status in STATUSES])
    dealer = models.PositiveSmallIntegerField()
    leader = models.PositiveSmallIntegerField(help_text="Who leads the first trick.")
    mode = models.CharField(max_length=10, null=True)  # noqa: DJ001 - none is not a mode
    factor = models.PositiveSmallIntegerField(null=True)
    declarer = models.PositiveSmallIntegerField(null=True)
    opening = models.UUIDField(help_text="Its id: that of its opening report. The number may change, this does not.")
    opened = models.PositiveIntegerField(help_text="The seq at which its opening report stands.")
    opened_at = models.PositiveSmallIntegerField(default=0, help_text="Which report at that place it is.")
    carry = DocumentField(help_text="What the scoring carried into it: the deal can be scored without those before.")
    sheet = DocumentField(help_text="All of the deal, secrets included.")
    total_1 = models.IntegerField(null=True)
    total_2 = models.IntegerField(null=True)
    total_3 = models.IntegerField(null=True)
    total_4 = models.IntegerField(null=True)
    open_findings = models.PositiveSmallIntegerField(default=0, help_text="Those that no referee has decided.")

    class Meta:
        indexes = (
            models.Index(fields=("game", "number"), name="deal_with_open_findings", condition=Q(open_findings__gt=0)),
        )
        constraints = (
            models.UniqueConstraint(fields=("game", "number"), name="deal_once_in_game"),
            models.CheckConstraint(condition=Q(number__gte=1), name="deal_number_from_one"),
            models.CheckConstraint(condition=Q(opened__gte=1), name="deal_opened_by_report"),
            models.CheckConstraint(condition=Q(status__in=STATUSES), name="deal_status_known"),
            models.CheckConstraint(condition=Q(mode__in=tuple(MODE)), name="deal_mode_known"),
            models.CheckConstraint(condition=Q(factor__gte=1), name="deal_factor_from_one"),
            seat_check("dealer", name="deal_dealer_is_seat"),
            seat_check("leader", name="deal_leader_is_seat"),
            seat_check("declarer", name="deal_declarer_is_seat"),
        )

    def __str__(self) -> str:
        return f"deal {self.number}"
