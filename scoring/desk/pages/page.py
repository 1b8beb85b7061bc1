"""What every page of the desk has in common: who looks, in which language, and the frame around it."""

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
"""Pages of the desk run no script at all and load their own style sheets only."""

WORDS_OF_THE_TABLE: Final = ("leader", "journal")
P = ParamSpec("P")


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at the desk: who, when, in which language, and how he asked."""

    request: HttpRequest
    site: AdminSite
    user: User
    language: str
    now: datetime

    @property
    def games(self) -> QuerySet[Game]:
        """The games that he may look into."""
        return games_of(self.user, now=self.now)

    def game(self, game_id: UUID) -> Game:
        """One of them; nobody learns of another one that it is there."""
        found = self.games.select_related("current_deal").filter(pk=game_id).first()
        if found is None:
            raise Http404
        return found

    def dispute(self, dispute_id: UUID) -> Dispute:
        """A dispute of one of them."""
        found = Dispute.objects.select_related("game__current_deal", "referee", "decided_by")
        dispute = found.filter(pk=dispute_id, game__in=self.games).first()
        if dispute is None:
            raise Http404
        return dispute

    def decides_in(self, games: Iterable[UUID]) -> set[UUID]:
        """Those of these games in which he may do something, not only look."""
        return set(refereed_by(self.user, now=self.now).filter(pk__in=list(games)).values_list("pk", flat=True))

    def actor(self, game: Game) -> Actor | None:
        """Who he is in the game; None for a superuser who has nothing to decide there."""
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
        """On to another page of the desk."""
        return HttpResponseRedirect(reverse(f"admin:desk_{name}", args=args))

    def says(self, text: str) -> None:
        """Tell him on the next page that something was done."""
        messages.success(self.request, text)

    def complains(self, refusal: Refused) -> None:
        """Tell him on the next page why something was not done."""
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
    """A refusal of the rules as a sentence; a field is called what it is called on the page."""
    params = {**refusal.params}
    spoken = ruling_terms(language)["words"]
    if params.get("name") in spoken:
        params["name"] = spoken[params["name"]].name
    return sentence(refusal.code, language=language, params=params)


View = Callable[Concatenate[Visit, P], HttpResponseBase]


def at_desk(site: AdminSite, view: View[P], *, methods: tuple[str, ...]) -> Callable[..., HttpResponseBase]:
    """The view for those whom the site lets in, by these methods alone. Nothing of it is kept by a cache."""

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
