"""The base of all admin pages: they show rows and change none."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from scoring.admin.names import spoken
from scoring.selectors.desk import games_of

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


def is_superuser(request: HttpRequest) -> bool:
    """Return whether the user of the request may see and do everything."""
    return isinstance(request.user, User) and request.user.is_superuser


class ReadOnlyAdmin(ModelAdmin):
    """Rows to read. Only reports change the results of a journal.

    `secret_fields` may contain hidden hands, bids or laid cards. Only superusers see them or filter
    by them. Other users see the rows of the games that they organize or referee. `game_of` is the
    lookup from a row to its game.
    """

    actions: tuple[str, ...] | None = None
    show_full_result_count = False  # a journal grows long
    secret_fields: tuple[str, ...] = ()
    game_of: str = "game"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Return the rows that the user may see."""
        everything: QuerySet[Any] = super().get_queryset(request)
        if is_superuser(request) or not isinstance(request.user, User):
            return everything if is_superuser(request) else everything.none()
        return everything.filter(**{f"{self.game_of}__in": games_of(request.user, now=timezone.now())})

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds a row by hand."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody changes a row by hand."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Nobody deletes a row by hand."""
        return False

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        """Return the fields of the page; only superusers get the secret ones."""
        fields = list(super().get_fields(request, obj))
        shown = fields if is_superuser(request) else [field for field in fields if field not in self.secret_fields]
        return [spoken(self.model, field) for field in shown]

    def get_list_display(self, request: HttpRequest) -> tuple[Any, ...]:
        """Return the columns; codes are shown by their names."""
        return tuple(spoken(self.model, name) for name in super().get_list_display(request))

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Return whether a list may use this filter; a secret field would reveal its value."""
        secret = lookup.split("__", maxsplit=1)[0] in self.secret_fields
        return (is_superuser(request) or not secret) and super().lookup_allowed(lookup, value, request)
