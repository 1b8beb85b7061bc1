"""What is done with a dispute: taken, said something about, ruled on, dismissed, withdrawn, appealed against."""

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, ClassVar, Final, TypeVar
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.disputes.request import APPEAL, DISMISS, STATE, TAKE, WITHDRAW, Form, SentStep, step_of
from api.disputes.schema import (
    APPEAL_REQUEST,
    DISMISS_REQUEST,
    DISPUTE,
    STATEMENT_REQUEST,
    TAKE_REQUEST,
    WITHDRAW_REQUEST,
)
from api.disputes.views import ALREADY, OneDisputeView, bearer, case_json, matches, problem_at
from api.games.views import found
from api.http.etags import etag_of
from api.http.parsers import object_in, object_or_problem
from api.openapi.examples import DISPUTES
from api.openapi.parameters import IF_MATCH, etag
from api.problems.faults import Problem
from scoring.models import Dispute, Game, Role
from scoring.rules.record.refusals import Refused
from scoring.rules.variants import VARIANTS
from scoring.selectors import disputes as selector
from scoring.selectors.access import Access, Actor, acting
from scoring.services.disputes import steps as service
from scoring.services.disputes.entries import DisputeRecord, StepRequest
from scoring.services.reports.judgement import Judgement, record

T = TypeVar("T")

Judge = Callable[[Game, Dispute, Actor, dict[str, Any]], Judgement[T]]
"""How a step is judged: by the game, the dispute, who acts, and what was sent."""

STEP_PROBLEMS: Final = ("forbidden", "out_of_phase", "id_reused", "too_much_at_once", "version_conflict")


class DecidingView(OneDisputeView):
    """What is done with a dispute: the game is locked, then the dispute is read again."""

    problem_codes: ClassVar = {"post": STEP_PROBLEMS}
    form: ClassVar[Form] = TAKE

    @staticmethod
    def may(access: Access) -> bool:
        """Whether the role may do this at all."""
        return access.rules

    def sent(self, request: Request) -> dict[str, Any] | Problem:
        """The body, which is read before anything is locked."""
        return object_or_problem(request, may_be_empty=not self.form.required)

    def judged(self, sent: dict[str, Any] | Problem, judge: Judge[T]) -> Callable[[Game | None], Judgement[T]]:
        """What judges a step by a state of the game: by the dispute as it stands then, who acts, and what was sent."""
        token = bearer(self.request)

        def by_state(game: Game | None) -> Judgement[T]:
            known, access = found(self.dispute.game_id, token, game=game)
            if not self.may(access):
                raise Problem("forbidden", role=access.role)
            data = object_in(sent)
            try:
                return judge(known, selector.reread(self.dispute), acting(token, access), data)
            except Refused as refusal:
                raise problem_at(refusal, known, self.request) from None

        return by_state


class StepView(DecidingView, ABC):
    """A step of a dispute that is answered with the dispute."""

    done: ClassVar[int] = 200

    ahead: ClassVar[bool] = False
    """Whether the step is judged before the game is locked, because the game is read anew from an early deal on."""

    @abstractmethod
    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> Judgement[DisputeRecord]:
        """Judge it."""

    def make(self, request: Request) -> HttpResponse:
        """Read the request and make the step."""

        def judge(game: Game, dispute: Dispute, actor: Actor, data: dict[str, Any]) -> Judgement[DisputeRecord]:
            sent = step_of(data, self.form, shape=VARIANTS[game.variant].shape)
            by = StepRequest(actor=actor, id=sent.id, matches=matches(request), now=timezone.now())
            return self.step(game, dispute, sent, by)

        case = record(self.dispute.game_id, self.judged(self.sent(request), judge), ahead=self.ahead)
        status = 200 if case.known else self.done
        return self.answer(case_json(case), status=status, headers={"ETag": etag_of(case.game.version)})


class TakeView(StepView):
    """A referee takes a dispute on."""

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> Judgement[DisputeRecord]:
        """Take it."""
        return service.take(game, dispute, step=by)

    @extend_schema(
        operation_id="take_dispute",
        tags=["disputes"],
        parameters=[IF_MATCH, etag(200)],
        request={"application/json": TAKE_REQUEST},
        responses={200: DISPUTE},
    )
    def post(self, request: Request, dispute_id: UUID) -> HttpResponse:
        """Take a dispute on, also from another referee; who decided it first does not take the appeal."""
        return self.make(request)


class StatementsView(StepView):
    """What the sides say."""

    form = STATE
    done = 201

    @staticmethod
    def may(access: Access) -> bool:
        """Everybody who belongs to the game."""
        return access.writes

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> Judgement[DisputeRecord]:
        """Say it."""
        return service.state(game, dispute, statement=str(sent.told.statement), side=sent.told.side, step=by)

    @extend_schema(
        operation_id="make_statement",
        tags=["disputes"],
        parameters=[IF_MATCH, etag(200, 201)],
        request={"application/json": STATEMENT_REQUEST},
        responses={201: DISPUTE, 200: OpenApiResponse(DISPUTE, description=ALREADY)},
        examples=[OpenApiExample("The other side", value=DISPUTES["statement"], request_only=True)],
    )
    def post(self, request: Request, dispute_id: UUID) -> HttpResponse:
        """Say something about a dispute, as often as needed until it is final."""
        return self.make(request)


class DismissView(StepView):
    """A decision that nothing follows."""

    form = DISMISS
    ahead = True

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> Judgement[DisputeRecord]:
        """Dismiss it."""
        return service.dismiss(game, dispute, reason=str(sent.told.statement), step=by)

    @extend_schema(
        operation_id="dismiss_dispute",
        tags=["disputes"],
        parameters=[IF_MATCH, etag(200)],
        request={"application/json": DISMISS_REQUEST},
        responses={200: DISPUTE},
        examples=[OpenApiExample("No fault", value=DISPUTES["dismiss"], request_only=True)],
    )
    def post(self, request: Request, dispute_id: UUID) -> HttpResponse:
        """Decide that nothing follows, with the reason. What it is about is no fault any more."""
        return self.make(request)


class WithdrawView(StepView):
    """A dispute that is taken back."""

    form = WITHDRAW

    @staticmethod
    def may(access: Access) -> bool:
        """Who may have raised it; the service knows who has."""
        return access.role != Role.REFEREE

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> Judgement[DisputeRecord]:
        """Take it back."""
        return service.withdraw(game, dispute, reason=sent.told.statement, step=by)

    @extend_schema(
        operation_id="withdraw_dispute",
        tags=["disputes"],
        parameters=[IF_MATCH, etag(200)],
        request={"application/json": WITHDRAW_REQUEST},
        responses={200: DISPUTE},
    )
    def post(self, request: Request, dispute_id: UUID) -> HttpResponse:
        """Take a dispute back before it is decided: who raised it does, or the organizer."""
        return self.make(request)


class AppealView(StepView):
    """A decision that is appealed against."""

    form = APPEAL

    @staticmethod
    def may(access: Access) -> bool:
        """The sides, and the organizer."""
        return access.role != Role.REFEREE

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> Judgement[DisputeRecord]:
        """Appeal."""
        return service.appeal(game, dispute, statement=str(sent.told.statement), side=sent.told.side, step=by)

    @extend_schema(
        operation_id="appeal",
        tags=["disputes"],
        parameters=[IF_MATCH, etag(200)],
        request={"application/json": APPEAL_REQUEST},
        responses={200: DISPUTE},
        examples=[OpenApiExample("An appeal", value=DISPUTES["appeal"], request_only=True)],
    )
    def post(self, request: Request, dispute_id: UUID) -> HttpResponse:
        """Ask for another decision, by somebody else than who decided first. After it the dispute is final."""
        return self.make(request)
