"""Games: opening them, reading them, their deals and their journal (docs/api.md, Games and Deals)."""

from collections.abc import Callable, Hashable, Sequence
from functools import partial
from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.forms.queries import BooleanParameter, ChoiceParameter, Parameter, TextParameter, UUIDParameter
from api.games.change_schema import ENTRY
from api.games.fields import GAME
from api.games.request import GameRequest, opening_of
from api.games.schema import DEAL
from api.games.shared_bodies import SHARED, SharedBody
from api.http.authentication import account_of, token_of
from api.http.etags import etag_of, form_of, is_known
from api.http.limits import count_long_read
from api.http.pagination import JOURNAL, PAGED, journal_page, page_of
from api.http.parsers import body_of, parse_object
from api.http.renderers import to_json
from api.http.views import ApiView, not_modified
from api.openapi.components import answers
from api.openapi.examples import ANSWERS, OPENING
from api.openapi.parameters import IF_NONE_MATCH, LOCATION, NOT_MODIFIED, TAG_OF_CONTENT, etag
from api.problems.documents import Problem
from api.problems.refusals import problem_of_refusal
from scoring.models import Deal, Game, GameStatus, Role, Token
from scoring.rules.record.refusals import Refused
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import ANYBODY
from scoring.selectors import games, reports
from scoring.selectors.access import Access, access_to
from scoring.selectors.search import holds
from scoring.services.games import open_game

FILTERS: tuple[Parameter, ...] = (
    BooleanParameter(name="mine", about="Only games that your token is bound to, or that you organize."),
    ChoiceParameter(name="status", about="Only games in this state.", choices=tuple(GameStatus.values)),
    ChoiceParameter(name="variant", about="Only games of this variant.", choices=tuple(VARIANTS)),
    UUIDParameter(name="player", about="Only games in which this player sits."),
    TextParameter(
        name="label", about="Only games whose label contains this, in small or capital letters.", max_length=200
    ),
)

OF_THIS_GAME: Final = {"game_id": "$response.body#/id"}


class GamesView(ApiView):
    """All games."""

    parameters: ClassVar = {"get": (*PAGED, *FILTERS)}
    problem_codes: ClassVar = {
        "post": ("forbidden", "not_a_seat", "invalid_option", "not_in_these_rules", "not_a_card", "id_reused")
    }
    open_to_all: ClassVar[tuple[str, ...]] = ("get",)
    links: ClassVar = {
        "post": {
            name: {"operationId": name, "parameters": OF_THIS_GAME}
            for name in ("read_game", "list_deals", "read_journal", "send_reports")
        }
    }

    def find(self, request: Request, **path: Any) -> None:
        """Whoever opens a game is an organizer."""
        token = token_of(request)
        if request.method != "POST":
            return
        if token is None:
            raise Problem("not_authenticated")
        if token.role != Role.ORGANIZER:
            raise Problem("forbidden", role=token.role)

    @extend_schema(operation_id="list_games", tags=["games"], responses={200: answers("Games", item=GAME)})
    def get(self, request: Request) -> HttpResponse:
        """The public games and those that the token may see, the newest first."""
        token = token_of(request)
        found = games.mine(token) if self.query["mine"] else games.visible_to(token)
        for name in ("status", "variant"):
            if self.query[name] is not None:
                found = found.filter(**{name: self.query[name]})
        if self.query["player"] is not None:
            found = games.with_player(found, self.query["player"])
        if self.query["label"] is not None:
            found = found.filter(holds("label", self.query["label"]))
        page = page_of(found, request=request, limit=self.query["limit"], cursor=self.query["cursor"])
        return self.answer(page.envelope(games.game_json(game, _viewer(game, token)) for game in page.rows))

    @extend_schema(
        operation_id="open_game",
        tags=["games"],
        request=GameRequest,
        parameters=[etag(200, 201), LOCATION],
        responses={
            201: GAME,
            200: OpenApiResponse(GAME, description="The `id` has opened this game before, by the same request."),
        },
        examples=[
            OpenApiExample("A game to 1000 points", value=OPENING, request_only=True),
            OpenApiExample("The new game", value=ANSWERS["opened"], response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request) -> HttpResponse:
        """Open a game. A client that chooses the `id` may repeat the request and then sees the game as it stands."""
        id_, opening = opening_of(parse_object(body_of(request)))
        try:
            game, created = open_game(opening, organizer=account_of(request), id_=id_, now=timezone.now())
        except Refused as refusal:
            raise problem_of_refusal(refusal) from None
        access = access_to(game, token_of(request))
        body = games.game_json(game, access.viewer if access else ANYBODY)
        headers = {"Location": f"/api/v1/games/{game.id}", "ETag": etag_of(game.version)}
        return self.answer(body, status=201 if created else 200, headers=headers)


def _viewer(game: Game, token: Token | None) -> Any:
    access = access_to(game, token)
    return access.viewer if access else ANYBODY


class OneGameView(ApiView):
    """What all views of one game have in common: the game, and what the token opens in it."""

    open_to_all: ClassVar[tuple[str, ...]] = ("get",)
    by_version: ClassVar[bool] = False
    """Whether its answers depend on the version of the game, their form and the viewer alone."""
    game: Game
    access: Access
    outlined: bool

    def find(self, request: Request, **path: Any) -> None:
        """The game, where the token may see it; else there is none.

        Where a view `by_version` is asked by somebody who has read it before, it is the outline, until `whole` is
        asked for: most of them have the newest version.
        """
        id_, token = path["game_id"], token_of(request)
        self.outlined = self.by_version and "HTTP_IF_NONE_MATCH" in request.META
        game = games.outline(id_, token) if self.outlined else games.find(id_)
        self.game, self.access = found(id_, token, game=game)

    def whole(self, request: Request) -> Game:
        """The game with its documents and its current deal, all of one state; 404 where it has gone from this token."""
        if self.outlined:
            self.outlined = False
            self.game, self.access = found(self.game.pk, token_of(request), game=games.find(self.game.pk))
        return self.game

    def share(self, *form: Hashable, make: Callable[[], SharedBody]) -> SharedBody:
        """The body in this form for this viewer. Readers who see the same get the same one within a second."""
        key = (type(self).__name__, self.game.pk, *form)
        return SHARED.get(key, make, version=self.game.version, viewer=lambda: self.access.viewer)

    def answer_tagged(self, data: Any, *, form: Sequence[str] = ()) -> HttpResponse:
        """The answer with the tag of the game's version; without one where somebody wrote while it was read."""
        version = self.game.version
        steady = games.version_of(self.game.pk) == version
        return self.answer(data, headers={"ETag": etag_of(version, form=form)} if steady else None)


def found(game_id: UUID, token: Token | None, *, game: Game | None) -> tuple[Game, Access]:
    """The game and what the token opens in it, or 404."""
    access = access_to(game, token) if game is not None else None
    if game is None or access is None:
        raise Problem("not_found", game=str(game_id))
    return game, access


class GameView(OneGameView):
    """One game."""

    by_version = True

    @extend_schema(
        operation_id="read_game",
        tags=["games"],
        parameters=[etag(200, 304), IF_NONE_MATCH],
        responses={200: GAME, 304: NOT_MODIFIED},
        examples=[OpenApiExample("A game in its first deal", value=ANSWERS["game"], response_only=True)],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The game as it stands, with its current or last deal. Body and `ETag` are always of one state."""
        if is_known(request, version=self.game.version):
            return not_modified(version=self.game.version)
        body = self.share(make=partial(self._body, request))
        return self.answer_as_it_is(body.content, headers={"ETag": etag_of(body.version)})

    def _body(self, request: Request) -> SharedBody:
        game = self.whole(request)
        return SharedBody(to_json(games.game_json(game, self.access.viewer)), game.version)


class DealsView(OneGameView):
    """The deals of a game."""

    @extend_schema(
        operation_id="list_deals",
        tags=["deals"],
        parameters=[TAG_OF_CONTENT, IF_NONE_MATCH],
        responses={200: answers("Deals", item=DEAL), 304: NOT_MODIFIED},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """All deals, the oldest first."""
        if is_known(request, version=self.game.version):
            return not_modified(version=self.game.version)
        count_long_read(request, token_of(request))
        shown = [games.deal_json(self.game, deal, self.access.viewer) for deal in games.deals_of(self.game)]
        return self.answer_tagged({"results": shown, "next": None, "previous": None})


class DealView(OneGameView):
    """One deal."""

    @extend_schema(
        operation_id="read_deal",
        tags=["deals"],
        parameters=[TAG_OF_CONTENT, IF_NONE_MATCH],
        responses={200: DEAL, 304: NOT_MODIFIED},
        examples=[OpenApiExample("A deal while it is played", value=ANSWERS["deal"], response_only=True)],
    )
    def get(self, request: Request, game_id: UUID, number: int) -> HttpResponse:
        """One deal, by its number."""
        if is_known(request, version=self.game.version):
            return not_modified(version=self.game.version)
        deal: Deal | None = games.deals_of(self.game).filter(number=number).first() if number < 2**31 else None
        if deal is None:
            raise Problem("not_found")
        return self.answer_tagged(games.deal_json(self.game, deal, self.access.viewer))


class Journal(OneGameView):
    """The journal of a game."""

    parameters: ClassVar = {"get": JOURNAL}

    @extend_schema(
        operation_id="read_journal",
        tags=["reports"],
        parameters=[TAG_OF_CONTENT, IF_NONE_MATCH],
        responses={200: answers("Journal", item=ENTRY), 304: NOT_MODIFIED},
        examples=[
            OpenApiExample("The first four entries", value=ANSWERS["journal"], response_only=True),
            OpenApiExample("A game changed and given up", value=ANSWERS["changes"], response_only=True),
        ],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The journal, the oldest entry first. `next` carries `after`, so a second phone catches up by following it."""
        page = journal_page(
            reports.journal_with_authors(self.game),
            request=request,
            limit=self.query["limit"],
            after=self.query["after"],
        )
        if page.rows:
            count_long_read(request, token_of(request))
        entries = reports.journal_json(page.rows, game=self.game, viewer=self.access.viewer)
        # The name of an account may change, and whether it has accepted its role, while the version stays.
        form = (form_of(to_json([entry.get("by") for entry in entries])),)
        if is_known(request, version=self.game.version, form=form):
            return not_modified(version=self.game.version, form=form)
        return self.answer_tagged(page.envelope(entries), form=form)
