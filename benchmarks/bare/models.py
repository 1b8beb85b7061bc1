"""Two lean tables: a row that is locked, and lines that belong to it."""

import uuid
from typing import ClassVar

from django.db import models


class Table(models.Model):
    """The row that its writers lock."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4)
    version = models.PositiveIntegerField(default=0)

    objects: ClassVar[models.Manager["Table"]] = models.Manager()

    class Meta:
        app_label = "bare"

    def __str__(self) -> str:
        return str(self.id)


class Line(models.Model):
    """A line that is added."""

    table = models.ForeignKey(Table, on_delete=models.PROTECT, related_name="lines", db_index=False)
    number = models.PositiveIntegerField()
    payload = models.JSONField()

    objects: ClassVar[models.Manager["Line"]] = models.Manager()

    class Meta:
        app_label = "bare"
        indexes = (models.Index(fields=("table", "number"), name="bare_line_by_number"),)

    def __str__(self) -> str:
        return f"line {self.number}"
