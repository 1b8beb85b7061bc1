"""What is done with a dispute: taken, said something about, ruled on, dismissed, withdrawn, appealed against."""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar, Final
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.disputes.request import APPEAL, DISMISS, RULE, STATE, TAKE, WITHDRAW, Form, SentStep, ruling_of, step_of
from api.disputes.schema import (
    APPEAL_REQUEST,
    DISMISS_REQUEST,
    DISPUTE,
    RULING_ANSWER,
    RULING_REQUEST,
    STATEMENT_REQUEST,
    TAKE_REQUEST,
    WITHDRAW_REQUEST,
)
from api.disputes.views import ALREADY, OneDisputeView, bearer, case_json, matches, problem_at
from api.games.views import found
from api.http.etags import etag_of
from api.http.parsers import object_in, object_or_problem
from api.openapi.examples import ANSWERS, DISPUTES
from api.openapi.parameters import IF_MATCH, etag
from api.problems.faults import Problem
from scoring.models import Dispute, Game, Role
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.punished import PUNISHED_ALREADY
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import Viewer
from scoring.selectors import disputes as selector
from scoring.selectors import games
from scoring.selectors.access import Access, Actor, acting
from scoring.services.disputes import steps as service
from scoring.services.disputes.entries import DisputeRecord, StepRequest
from scoring.wording import ruling_term

STEP_PROBLEMS: Final = ("forbidden", "out_of_phase", "id_reused", "too_much_at_once", "version_conflict")


class DecidingView(OneDisputeView):
    """What is done with a dispute: the game is locked, then the dispute is read again."""

    problem_codes: ClassVar = {"post": STEP_PROBLEMS}
    form: ClassVar[Form] = TAKE

    @staticmethod
    def may(access: Access) -> bool:
        """Whether the role may do this at all."""
        return access.rules

    @contextmanager
    def locked(self, request: Request) -> Iterator[tuple[Game, Dispute, Actor, dict[str, Any]]]:
        """The game under its lock, the dispute as it stands now, who acts, and what was sent."""
        token = bearer(request)
        sent = object_or_problem(request, may_be_empty=not self.form.required)
        with transaction.atomic():
            game, access = found(self.dispute.game_id, token, game=games.locked(self.dispute.game_id))
            if not self.may(access):
                raise Problem("forbidden", role=access.role)
            data = object_in(sent)
            try:
                yield game, selector.reread(self.dispute), acting(token, access), data
            except Refused as refusal:
                raise problem_at(refusal, game) from None


class StepView(DecidingView, ABC):
    """A step of a dispute that is answered with the dispute."""

    done: ClassVar[int] = 200

    @abstractmethod
    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> DisputeRecord:
        """Do it."""

    def make(self, request: Request) -> HttpResponse:
        """Read the request and make the step."""
        with self.locked(request) as (game, dispute, actor, data):
            sent = step_of(data, self.form, shape=VARIANTS[game.variant].shape)
            by = StepRequest(actor=actor, id=sent.id, matches=matches(request), now=timezone.now())
            case = self.step(game, dispute, sent, by)
        status = 200 if case.known else self.done
        return self.answer(case_json(case), status=status, headers={"ETag": etag_of(game.version)})


class TakeView(StepView):
    """A referee takes a dispute on."""

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> DisputeRecord:
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

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> DisputeRecord:
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

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> DisputeRecord:
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

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> DisputeRecord:
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

    def step(self, game: Game, dispute: Dispute, sent: SentStep, by: StepRequest) -> DisputeRecord:
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


class RulingsView(DecidingView):
    """Rulings on a dispute."""

    form = RULE
    problem_codes: ClassVar = {
        "post": (*STEP_PROBLEMS, "not_a_card", "not_a_seat", "remedy_not_possible", "nobody_leads")
    }

    @extend_schema(
        operation_id="rule_on_dispute",
        tags=["disputes"],
        parameters=[IF_MATCH, etag(201), etag(200, required=False)],
        request={"application/json": RULING_REQUEST},
        responses={
            201: RULING_ANSWER,
            200: OpenApiResponse(RULING_ANSWER, description="A dry run, or it was on record already."),
        },
        examples=[
            OpenApiExample("The trick and all later ones", value=DISPUTES["ruling"], request_only=True),
            OpenApiExample("What it changes", value=ANSWERS["ruled"], response_only=True, status_codes=["201"]),
        ],
    )
    def post(self, request: Request, dispute_id: UUID) -> HttpResponse:
        """Rule on a dispute: what happened, when it was found, and what follows. The game is judged anew from there."""
        with self.locked(request) as (game, dispute, actor, data):
            sent = ruling_of(data, dispute, shape=VARIANTS[game.variant].shape)
            outcome = service.rule(
                game,
                dispute,
                sent.ruled,
                step=StepRequest(actor=actor, id=sent.id, matches=matches(request), now=timezone.now()),
                dry_run=sent.dry_run,
            )
            body = _outcome_json(outcome, viewer=actor.access.viewer, language=self.language)
        if sent.dry_run:
            return self.answer({**body, "dry_run": True, **_unnamed(body, sent)})
        headers = {"ETag": etag_of(game.version)}
        return self.answer(body, status=200 if outcome.case.known else 201, headers=headers)


def _outcome_json(outcome: service.Outcome, *, viewer: Viewer, language: str) -> dict[str, Any]:
    case = outcome.case
    changed = {
        "before": outcome.before,
        "after": outcome.after,
        "effects": list(outcome.effects),
        "warnings": [_warning_json(one, language=language) for one in outcome.punished],
    }
    return {
        "ruling": selector.ruling_json(outcome.ruling),
        **({"duplicate": True} if case.known else changed),
        "dispute": selector.dispute_json(case.dispute, entries=case.entries),
        "game": games.game_json(case.game, viewer),
    }


def _warning_json(punished: Ruled, *, language: str) -> dict[str, str]:
    """That another ruling, which stands, has punished the same fault."""
    remedy = ruling_term("remedies", key=punished.remedy, language=language).name
    about = ruling_term("warnings", key=PUNISHED_ALREADY, language=language).about
    return {
        "code": PUNISHED_ALREADY,
        "dispute": punished.dispute,
        "remedy": punished.remedy,
        "detail": about.format(remedy=remedy),
    }


def _unnamed(body: dict[str, Any], sent: SentStep) -> dict[str, Any]:
    """What a dry run shows of the ruling, which has no id where none was sent."""
    if sent.id is not None or "duplicate" in body:
        return {}
    *steps, last = body["dispute"]["timeline"]
    dispute = {**body["dispute"], "timeline": [*steps, {**last, "id": None}]}
    return {"ruling": {**body["ruling"], "id": None}, "dispute": dispute}
