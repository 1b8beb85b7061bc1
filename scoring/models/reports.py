"""The journal: all reports in the order of their arrival. Rows are added, but never changed."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q

from scoring.models.access import Role, Token
from scoring.models.fields import LABEL_LENGTH, DocumentField
from scoring.models.games import Game


class Report(models.Model):
    """One entry of a game's journal, the source of everything else that is known of the game.

    Triggers protect the rows (`scoring.models.guards`). A report has a place. The place of a new
    report is its own `seq`; a correction takes the place of the report that it replaces. `root` is
    the `seq` of the place, so one query finds all reports of a place. `replaces` is unique, so
    nothing is replaced twice. Example: 5 is a trick, 8 corrects it, 9 corrects 8. All have root 5.
    """

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="reports", db_index=False)
    seq = models.PositiveIntegerField()
    report_id = models.UUIDField()
    kind = models.CharField(max_length=20)
    payload = DocumentField(help_text="The fields of its kind.")
    as_played = models.BooleanField(default=False)
    about = DocumentField(
        null=True, help_text="What each of its reports is about, a deal or a report by its id; null where nothing is."
    )
    root = models.PositiveIntegerField()
    replaces = models.PositiveIntegerField(null=True, help_text="The seq of the entry whose place it takes.")
    token = models.ForeignKey(Token, null=True, on_delete=models.PROTECT, related_name="reports")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        on_delete=models.PROTECT,
        related_name="+",
        help_text="The account that acted, where it matters who did: in disputes.",
    )
    by_role = models.CharField(max_length=10, choices=Role)
    by_label = models.CharField(max_length=LABEL_LENGTH, blank=True)
    occurred_at = models.DateTimeField(null=True)
    recorded_at = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=("game", "root"), name="report_by_place"),)
        constraints = (
            models.UniqueConstraint(fields=("game", "seq"), name="report_seq_once_in_game"),
            models.UniqueConstraint(fields=("game", "report_id"), name="report_id_once_in_game"),
            models.UniqueConstraint(fields=("game", "replaces"), name="report_replaced_once_in_game"),
            models.CheckConstraint(condition=Q(seq__gte=1), name="report_seq_from_one"),
            models.CheckConstraint(
                condition=Q(replaces__isnull=True, root=F("seq"))
                | Q(replaces__isnull=False, replaces__gte=F("root"), replaces__lt=F("seq"), root__gte=1),
                name="report_stands_at_a_place",
            ),
            models.CheckConstraint(condition=~Q(kind=""), name="report_has_kind"),
            models.CheckConstraint(condition=Q(by_role__in=Role.values), name="report_role_known"),
        )

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class ReportName(models.Model):
    """A second name of a report: the id and fields that another device sent for the same fact."""

    game = models.ForeignKey(Game, on_delete=models.PROTECT, related_name="report_names", db_index=False)
    name = models.UUIDField()
    report = models.ForeignKey(Report, on_delete=models.PROTECT, related_name="names")
    kind = models.CharField(max_length=20)
    payload = DocumentField(help_text="The fields of its kind, as the second device sent them.")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("game", "name"), name="report_name_once_in_game"),)

    def __str__(self) -> str:
        return str(self.name)
