"""The application that records, scores and referees games."""

from django.apps import AppConfig
from django.db.models.signals import post_migrate, pre_migrate, pre_save


class ScoringConfig(AppConfig):
    """Games, their journal and what follows from it."""

    name = "scoring"
    verbose_name = "Scoring"

    def ready(self) -> None:
        """See to it that every migration leaves the journal guarded and bound, and that account names stay apart.

        A view of the database is made anew after each migration.
        """
        from django.contrib.auth.models import User  # models can be imported only now

        from scoring.models import guards, tricks
        from scoring.services.binding import bind_after_migrate
        from scoring.services.tokens import check_before_saving

        pre_migrate.connect(tricks.drop_before_migrate, sender=self)
        post_migrate.connect(tricks.install_after_migrate, sender=self)
        post_migrate.connect(guards.install_after_migrate, sender=self)
        post_migrate.connect(bind_after_migrate, sender=self)
        pre_save.connect(check_before_saving, sender=User)
