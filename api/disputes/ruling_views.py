"""Rulings on a dispute: tried out, and made."""

from dataclasses import dataclass
from typing import Any, ClassVar
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.disputes.request import RULE, SentStep, ruling_of
from api.disputes.schema import RULING_ANSWER, RULING_REQUEST
from api.disputes.step_views import STEP_PROBLEMS, DecidingView
from api.disputes.views import bearer, matches
from api.http.etags import etag_of
from api.http.limits import count_dear
from api.openapi.examples import ANSWERS, DISPUTES
from api.openapi.parameters import IF_MATCH, etag
from scoring.models import Dispute, Game
from scoring.rules.record.decisions import Ruled
from scoring.rules.rulings.punished import PUNISHED_ALREADY
from scoring.rules.variants import VARIANTS
from scoring.rules.view.secrets import Viewer
from scoring.selectors import disputes as selector
from scoring.selectors import games
from scoring.selectors.access import Actor
from scoring.services.disputes import steps as service
from scoring.services.disputes.entries import StepRequest
from scoring.services.reports.judgement import Judgement, record
from scoring.wording import ruling_term


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
        sent = self.sent(request)
        dry_run = isinstance(sent, dict) and sent.get("dry_run") is True
        if dry_run:
            count_dear(request, bearer(request))
        judge = self.judged(sent, self._ruling)
        if dry_run:
            with games.reading():
                return self.answer(judge(games.unlocked(self.dispute.game_id)).finish().tried())
        ruled = record(self.dispute.game_id, judge, ahead=True)
        headers = {"ETag": etag_of(ruled.outcome.case.game.version)}
        return self.answer(ruled.body, status=200 if ruled.outcome.case.known else 201, headers=headers)

    def _ruling(self, game: Game, dispute: Dispute, actor: Actor, data: dict[str, Any]) -> Judgement["RulingAnswer"]:
        """Judge the ruling that was sent."""
        sent = ruling_of(data, dispute, shape=VARIANTS[game.variant].shape)
        step = StepRequest(actor=actor, id=sent.id, matches=matches(self.request), now=timezone.now())

        def tell(outcome: service.Outcome) -> RulingAnswer:
            viewer = actor.access.viewer
            return RulingAnswer(sent, outcome, _outcome_json(outcome, viewer=viewer, language=self.language))

        return service.rule(game, dispute, sent.ruled, step=step, dry_run=sent.dry_run).then(tell)


@dataclass(frozen=True, slots=True)
class RulingAnswer:
    """What became of a ruling, as it was sent, and the answer."""

    sent: SentStep
    outcome: service.Outcome
    body: dict[str, Any]

    def tried(self) -> dict[str, Any]:
        """The answer to a dry run."""
        return {**self.body, "dry_run": True, **_unnamed(self.body, self.sent)}


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
