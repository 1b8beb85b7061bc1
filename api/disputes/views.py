"""Disputes: raised at a table, read by those who belong to it, taken and decided by referees (section 9)."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.disputes.request import raised_of
from api.disputes.schema import (
    DISPUTE,
    DISPUTE_LINE,
    RAISE_REQUEST,
)
from api.forms.queries import ChoiceParameter, IntegerParameter, Parameter, TextParameter, UUIDParameter
from api.games.views import OneGameView, found
from api.http.authentication import token_of
from api.http.etags import conflict, etag_of, if_match
from api.http.pagination import PAGED, page_of
from api.http.parsers import object_in, object_or_problem
from api.http.views import ApiView
from api.openapi.components import answers
from api.openapi.examples import ANSWERS, DISPUTES
from api.openapi.parameters import IF_MATCH, LOCATION, etag
from api.problems.faults import Problem
from api.problems.refusals import problem_of_refusal
from scoring.models import Dispute, DisputeState, Game, Role, Token
from scoring.rules.record.refusals import Refused
from scoring.rules.variants import VARIANTS
from scoring.selectors import disputes as selector
from scoring.selectors import games
from scoring.selectors.access import Access, acting
from scoring.services.disputes import steps as service
from scoring.services.disputes.entries import DisputeRecord, StepRequest
from scoring.services.tokens import known_account

STATE_PARAMETER: Final = ChoiceParameter(
    name="state", about="Only disputes in this state.", choices=tuple(DisputeState.values)
)
LONGEST: Final = 10_000_000
FILTERS: Final[tuple[Parameter, ...]] = (
    STATE_PARAMETER,
    UUIDParameter(name="game", about="Only disputes of this game."),
    TextParameter(name="referee", about="Only those that this account has taken; `me`: your own.", max_length=150),
    IntegerParameter(name="age", about="Only those raised at least so many minutes ago.", minimum=0, maximum=LONGEST),
)
ME: Final = "me"
ALREADY: Final = "This was on record under its `id` already."


def bearer(request: Request) -> Token:
    """The token of whoever asks about disputes: they are not for the public."""
    token = token_of(request)
    if token is None:
        raise Problem("not_authenticated")
    return token


def matches(request: Request) -> Callable[[int], bool] | None:
    """What the header If-Match asks for; None where it is not sent."""
    header = request.META.get("HTTP_IF_MATCH")
    return None if header is None else lambda version: if_match(header, etag=etag_of(version))


def problem_at(refusal: Refused, game: Game, request: Request) -> Problem:
    """The refusal as a problem, with the version that the game has."""
    if refusal.code == "version_conflict":
        return conflict(request, version=game.version)
    return problem_of_refusal(refusal)


def case_json(case: DisputeRecord) -> dict[str, Any]:
    """A dispute after a step, with all that led there."""
    told = selector.dispute_json(case.dispute, entries=case.entries)
    return {**told, "duplicate": True} if case.known else told


class DisputesView(ApiView):
    """The disputes of all games that the token belongs to."""

    parameters: ClassVar = {"get": (*PAGED, *FILTERS)}

    def find(self, request: Request, **path: Any) -> None:
        """Whoever has no token has no disputes."""
        bearer(request)

    @extend_schema(
        operation_id="list_disputes", tags=["disputes"], responses={200: answers("Disputes", item=DISPUTE_LINE)}
    )
    def get(self, request: Request) -> HttpResponse:
        """The disputes that the token may see, those that have waited longest first."""
        found_ones = selector.visible_to(bearer(request))
        for name in ("state", "game"):
            if self.query[name] is not None:
                found_ones = found_ones.filter(**{name: self.query[name]})
        referee = self.query["referee"]
        if referee == ME:
            found_ones = found_ones.filter(referee__isnull=False, referee=bearer(request).user_id)
        elif referee is not None:
            found_ones = found_ones.filter(referee__isnull=False, referee=known_account(referee))
        if self.query["age"] is not None:
            found_ones = selector.raised_before(found_ones, minutes=self.query["age"], now=timezone.now())
        return self.answer(_page(self, found_ones))


def _page(view: ApiView, rows: Any) -> dict[str, Any]:
    page = page_of(
        rows,
        request=view.request,
        limit=view.query["limit"],
        cursor=view.query["cursor"],
        keys=selector.OLDEST_FIRST,
    )
    return page.envelope(selector.dispute_json(dispute) for dispute in page.rows)


class GameDisputesView(OneGameView):
    """The disputes of a game, and new ones."""

    open_to_all: ClassVar[tuple[str, ...]] = ()
    parameters: ClassVar = {"get": (*PAGED, STATE_PARAMETER)}
    problem_codes: ClassVar = {
        "get": ("forbidden",),
        "post": ("forbidden", "not_a_seat", "id_reused", "too_much_at_once", "version_conflict"),
    }

    def find(self, request: Request, **path: Any) -> None:
        """The game, where the token belongs to it; writing finds it under its lock."""
        bearer(request)
        if request.method == "POST":
            return
        super().find(request, **path)
        if not self.access.viewer.inside:
            raise Problem("forbidden")

    @extend_schema(
        operation_id="list_disputes_of_game",
        tags=["disputes"],
        responses={200: answers("Disputes", item=DISPUTE_LINE)},
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """The disputes of a game, the oldest first."""
        rows = selector.of_game(self.game)
        return self.answer(_page(self, rows if self.query["state"] is None else rows.filter(state=self.query["state"])))

    @extend_schema(
        operation_id="raise_dispute",
        tags=["disputes"],
        parameters=[IF_MATCH, LOCATION, etag(200, 201)],
        request={"application/json": RAISE_REQUEST},
        responses={201: DISPUTE, 200: OpenApiResponse(DISPUTE, description=ALREADY)},
        examples=[
            OpenApiExample("A revoke", value=DISPUTES["raise"], request_only=True),
            OpenApiExample(
                "The new dispute", value=ANSWERS["dispute_raised"], response_only=True, status_codes=["201"]
            ),
        ],
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Raise a dispute about a deal. Until it is decided no result of the game is official."""
        token, data = bearer(request), object_or_problem(request)
        with transaction.atomic():
            game, access = found(game_id, token, game=games.locked(game_id))
            if not access.writes:
                raise Problem("forbidden")
            sent = raised_of(object_in(data), shape=VARIANTS[game.variant].shape, seat=access.seat)
            _check_speaker(sent.told.raised_by or {}, access)
            actor = acting(token, access)
            try:
                by = StepRequest(actor=actor, id=sent.id, matches=matches(request), now=timezone.now())
                case = service.raise_dispute(game, sent.said, step=by)
            except Refused as refusal:
                raise problem_at(refusal, game, request) from None
        headers = {"Location": f"/api/v1/disputes/{case.dispute.pk}", "ETag": etag_of(game.version)}
        return self.answer(case_json(case), status=200 if case.known else 201, headers=headers)


def _check_speaker(by: Mapping[str, int], access: Access) -> None:
    """A player raises what the own seat or side has to say."""
    if access.role != Role.PLAYER or by in ({"seat": access.seat}, {"side": access.side}):
        return
    raise Problem("forbidden", own_seat=access.seat, seat=by.get("seat"), role=access.role)


class OneDisputeView(ApiView):
    """What all views of one dispute have in common: the dispute, where the token may see it."""

    dispute: Dispute

    def find(self, request: Request, **path: Any) -> None:
        """The dispute; else there is none."""
        dispute = selector.find(path["dispute_id"], token=bearer(request))
        if dispute is None:
            raise Problem("not_found")
        self.dispute = dispute


class DisputeView(OneDisputeView):
    """One dispute."""

    @extend_schema(
        operation_id="read_dispute",
        tags=["disputes"],
        responses={200: DISPUTE},
        examples=[OpenApiExample("A dispute that was ruled on", value=ANSWERS["dispute"], response_only=True)],
    )
    def get(self, request: Request, dispute_id: UUID) -> HttpResponse:
        """One dispute with its timeline: every step, also decisions in whose place later ones stand."""
        dispute = self.dispute
        return self.answer(selector.dispute_json(dispute, entries=selector.entries_of(dispute)))
