"""The application that records, scores and referees games."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class ScoringConfig(AppConfig):
    """Games, their journal and what follows from it."""

    name = "scoring"
    verbose_name = "Scoring"

    def ready(self) -> None:
        """See to it that every migration leaves the journal guarded."""
        from scoring.models.guards import install_after_migrate  # models can be imported only now

        post_migrate.connect(install_after_migrate, sender=self)
