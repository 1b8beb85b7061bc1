"""Counts of recent requests, which all processes of a database share to limit floods."""

from django.db import models


class RateWindow(models.Model):
    """The requests, or the guesses, of one token or address in the window of its last request."""

    key = models.CharField(max_length=80, primary_key=True)
    window = models.BigIntegerField(help_text="The number of the window: its beginning over its length.")
    used = models.PositiveIntegerField()

    class Meta:
        constraints = (models.CheckConstraint(condition=~models.Q(key=""), name="rate_window_has_key"),)

    def __str__(self) -> str:
        return f"{self.key}: {self.used}"
