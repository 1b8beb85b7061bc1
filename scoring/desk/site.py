"""The review desk as a site: whom it lets in, what stands at its head, and its own pages beside those of the rows."""

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, URLResolver, include, path, reverse
from django.utils import timezone
from django.utils.translation import get_language

from scoring.desk.language import language_menu
from scoring.selectors.desk import may_enter
from scoring.services.tokens import known_account
from scoring.wording import label, name_of


class DeskLogin(AdminAuthenticationForm):
    """Lets in whoever has something to do here; who is of the staff is no other question."""

    def clean_username(self) -> str:
        """Return the name as its account has it: names are equal in every case."""
        username: str = self.cleaned_data["username"]
        known = known_account(username)
        return username if known is None else known.get_username()

    def confirm_login_allowed(self, user: User) -> None:
        """Refuse an account that may see nothing, in the words of a wrong password."""
        AuthenticationForm.confirm_login_allowed(self, user)
        if not may_enter(user, now=timezone.now()):
            raise ValidationError(
                self.error_messages["invalid_login"],
                code="invalid_login",
                params={"username": self.username_field.verbose_name},
            )


class ReviewDesk(AdminSite):
    """Django's admin, for referees and organizers."""

    login_form = DeskLogin
    index_template = "admin/desk/index.html"

    def has_permission(self, request: HttpRequest) -> bool:
        """Whether whoever asks may enter: right and right only follow from games and tokens, never from a copy."""
        return isinstance(request.user, User) and may_enter(request.user, now=timezone.now())

    def each_context(self, request: HttpRequest) -> dict[str, Any]:
        """What every page shows, in the language of the reader."""
        language = get_language() or "en"
        name = f"jassref · {label('referee_desk', language=language)}"
        return super().each_context(request) | {
            "site_header": name,
            "site_title": name,
            "languages": language_menu(),
            "spoken": language,
            "languages_title": name_of("pages", key="languages", language=language),
            "desk_title": label("queue", language=language),
            "rest_title": label("all_games_administration", language=language),
        }

    def index(  # type: ignore[override]  # a page for the staff, else the way to another
        self, request: HttpRequest, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The front page for the staff; everybody else comes for the queue."""
        if isinstance(request.user, User) and request.user.is_staff:
            return super().index(request, extra_context)
        return HttpResponseRedirect(reverse("admin:desk_queue"))

    def get_urls(self) -> list[URLPattern | URLResolver]:
        """Its own pages first."""
        from scoring.desk.urls import urls  # noqa: PLC0415  the views need this site

        return [path("desk/", include(urls(self))), *super().get_urls()]
