"""The application that records, scores and referees games."""

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    """Games, their journal and what follows from it."""

    name = "scoring"
    verbose_name = "Scoring"
