"""The common part of all desk pages: the visit, its language, and the frame around the page."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from http import HTTPMethod
from typing import Any, Concatenate, Final, ParamSpec
from urllib.parse import urljoin
from uuid import UUID

from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.models import Dispute, Game
from scoring.rules.record.refusals import Refused
from scoring.selectors.access import Actor, at_the_desk
from scoring.selectors.desk import games_of, refereed_by
from scoring.wording import name_of, ruling_terms, sentence
from scoring.wording.catalogue import FALLBACK

POLICY: Final = (
    "default-src 'none'; style-src 'self'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
"""Desk pages run no script and load only their own style sheets."""

WORDS_OF_THE_TABLE: Final = ("leader", "journal")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Visit:
    """One request of somebody at the desk: the account, the language, the time and the request."""

    request: HttpRequest
    site: AdminSite
    user: User
    language: str
    now: datetime

    @property
    def games(self) -> QuerySet[Game]:
        """The games that this account may see."""
        return games_of(self.user, now=self.now)

    def game(self, game_id: UUID) -> Game:
        """One of these games. Raises Http404 for all others, so nobody learns that they exist."""
        found = self.games.select_related("current_deal").filter(pk=game_id).first()
        if found is None:
            raise Http404
        return found

    def dispute(self, dispute_id: UUID) -> Dispute:
        """A dispute of one of these games. Raises Http404 for all others."""
        found = Dispute.objects.select_related("game__current_deal", "referee", "decided_by")
        dispute = found.filter(pk=dispute_id, game__in=self.games).first()
        if dispute is None:
            raise Http404
        return dispute

    def decides_in(self, games: Iterable[UUID]) -> set[UUID]:
        """The ids of those games in which this account may act, not only look."""
        return set(refereed_by(self.user, now=self.now).filter(pk__in=list(games)).values_list("pk", flat=True))

    def actor(self, game: Game) -> Actor | None:
        """The actor behind this account in the game, None for a superuser without a role there."""
        return at_the_desk(self.user, game, now=self.now)

    def page(self, template: str, content: Mapping[str, Any], *, title: str, status: int = 200) -> HttpResponse:
        """The page, within the frame of the site."""
        frame = self.site.each_context(self.request) | {
            "title": title,
            "words": words(self.language),
            "is_nav_sidebar_enabled": False,
        }
        response = TemplateResponse(self.request, f"admin/desk/{template}", frame | dict(content), status=status)
        response.headers["Content-Security-Policy"] = POLICY
        return response

    def goes_to(self, name: str, *args: object) -> HttpResponseRedirect:
        """A redirect to another page of the desk."""
        return HttpResponseRedirect(reverse(f"admin:desk_{name}", args=args))

    def says(self, text: str) -> None:
        """Show on the next page that something was done."""
        messages.success(self.request, text)

    def complains(self, refusal: Refused) -> None:
        """Show on the next page why something was refused."""
        messages.error(self.request, refused(refusal, language=self.language))


def words(language: str) -> dict[str, str]:
    """The words of the desk, and those of the table that its pages need."""
    table = {key: name_of("words", key=key, language=language) for key in WORDS_OF_THE_TABLE}
    desk = {key: term.name for key, term in ruling_terms(language)["words"].items()}
    return (
        table
        | desk
        | {
            "trick_open": ruling_terms(language)["discovered"]["trick_open"].name,
            "version": name_of("scoresheet", key="version", language=language),
        }
    )


def refused(refusal: Refused, *, language: str) -> str:
    """A refusal as a sentence. Fields have the names that the page gives them."""
    params = {**refusal.params}
    spoken = ruling_terms(language)["words"]
    if params.get("name") in spoken:
        params["name"] = spoken[params["name"]].name
    return sentence(refusal.code, language=language, params=params)


View = Callable[Concatenate[Visit, P], HttpResponseBase]


def at_desk(site: AdminSite, view: View[P], *, methods: tuple[str, ...]) -> Callable[..., HttpResponseBase]:
    """The view for accounts that the site lets in. Other methods get 405, and no cache keeps the page."""

    @wraps(view)
    def visited(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if not isinstance(request.user, User):  # the site lets nobody else in
            raise Http404
        visit = Visit(request, site, request.user, get_language() or FALLBACK, timezone.now())
        return view(visit, *args, **kwargs)

    inside = site.admin_view(require_http_methods(methods)(visited))

    def entered(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.method == HTTPMethod.POST and not site.has_permission(request):
            return redirect_to_login(urljoin(request.path, ".."), reverse("admin:login"))  # to the page of the button
        return inside(request, *args, **kwargs)

    return never_cache(entered)
