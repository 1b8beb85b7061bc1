"""The journal: who reported what kind of report, and when. Only superusers see the content."""

from django.contrib import admin

from scoring.admin.names import SpokenFilter
from scoring.admin.readonly import ReadOnlyAdmin
from scoring.models import Report, ReportName


@admin.register(Report)
class ReportAdmin(ReadOnlyAdmin):
    """The journal entries of all games, the newest first."""

    list_display = ("game", "seq", "kind", "by_role", "by_label", "recorded_at", "replaces")
    list_filter = (("kind", SpokenFilter), ("by_role", SpokenFilter))
    search_fields = ("game__label", "=game__id", "=report_id")
    list_select_related = ("game",)
    ordering = ("-id",)
    fields = (
        "game",
        "seq",
        "report_id",
        "kind",
        "payload",
        "as_played",
        "replaces",
        "by_role",
        "by_label",
        "occurred_at",
        "recorded_at",
    )
    secret_fields = ("payload",)


@admin.register(ReportName)
class ReportNameAdmin(ReadOnlyAdmin):
    """The ids that other devices sent for reports on record."""

    list_display = ("game", "name", "kind", "report")
    list_select_related = ("game", "report")
    search_fields = ("=name", "=game__id")
    ordering = ("-id",)
    secret_fields = ("payload",)
