"""The application that answers the REST API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    """The REST API; it has no rows of its own."""

    name = "api"
    verbose_name = "REST API"
