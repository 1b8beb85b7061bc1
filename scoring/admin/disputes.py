"""Disputes as rows. Referees take and decide them on the pages of scoring/desk."""

from django.contrib import admin

from scoring.admin.names import SpokenFilter
from scoring.admin.readonly import ReadOnlyAdmin
from scoring.models import Dispute


@admin.register(Dispute)
class DisputeAdmin(ReadOnlyAdmin):
    """Disputes, the newest first."""

    list_display = ("game", "deal", "category", "state", "referee", "decided_by", "raised_at")
    list_filter = (("state", SpokenFilter), ("category", SpokenFilter))
    search_fields = ("game__label", "=game__id", "=id")
    list_select_related = ("game", "referee", "decided_by")
    ordering = ("-raised_at", "-id")
