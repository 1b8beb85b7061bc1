"""How often somebody has asked lately: what the processes of one database share to keep floods out."""

from django.db import models


class RateWindow(models.Model):
    """The requests of one token or address, or its guesses, in the window of time that it asked in last."""

    key = models.CharField(max_length=80, primary_key=True)
    window = models.BigIntegerField(help_text="The number of the window: its beginning over its length.")
    used = models.PositiveIntegerField()

    class Meta:
        constraints = (models.CheckConstraint(condition=~models.Q(key=""), name="rate_window_has_key"),)

    def __str__(self) -> str:
        return f"{self.key}: {self.used}"
