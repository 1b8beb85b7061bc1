"""What all pages of the review desk share: they show rows and change none."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone

from scoring.selectors.desk import games_of

if TYPE_CHECKING:
    ModelAdmin = admin.ModelAdmin[Any]
else:
    ModelAdmin = admin.ModelAdmin


def is_superuser(request: HttpRequest) -> bool:
    """Whether the one who asks may see and do everything."""
    return isinstance(request.user, User) and request.user.is_superuser


class ReadOnlyAdmin(ModelAdmin):
    """Rows to look at. What follows from a journal is changed by reports alone.

    `secret_fields` may hold hidden hands, bids or laid cards: only superusers see them or may filter by them.
    Whoever is none sees the rows of those games that he organizes or is a referee of; `game_of` leads to a row's game.
    """

    actions: tuple[str, ...] | None = None
    show_full_result_count = False  # a journal grows long
    secret_fields: tuple[str, ...] = ()
    game_of: str = "game"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows that whoever asks has to do with."""
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
        """The fields of the page, without the secret ones for those who may not see them."""
        fields = list(super().get_fields(request, obj))
        return fields if is_superuser(request) else [field for field in fields if field not in self.secret_fields]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Whether a list may be filtered so: a filter by a secret field would tell what it holds."""
        secret = lookup.split("__", maxsplit=1)[0] in self.secret_fields
        return (is_superuser(request) or not secret) and super().lookup_allowed(lookup, value, request)
