"""Django's admin: it shows rows and makes tokens. The referee's pages are in scoring/desk."""

from django.apps import apps

from scoring.admin import accounts, disputes, games, reports, tokens
from scoring.admin.names import name_models

name_models(apps.get_app_config("scoring"))

__all__ = ["accounts", "disputes", "games", "reports", "tokens"]
