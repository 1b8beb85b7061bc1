"""Sending reports: the one way to write a game (docs/api.md, Reports)."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request

from api.games.views import Journal, found
from api.http.authentication import token_of
from api.http.etags import conflict, etag_of, if_match
from api.http.limits import count_dear
from api.http.parsers import body_of, parse_object
from api.http.preferences import APPLIED, wants_minimal
from api.http.views import VARY
from api.openapi.examples import ANSWERS, CALLS, REPORTS
from api.openapi.parameters import IF_MATCH, PREFER, PREFERENCE_APPLIED, etag
from api.problems.faults import Problem
from api.problems.refusals import problem_of_refusal
from api.reports.request import reports_of
from api.reports.schema import ANSWERED, CALL, NOTHING_WRITTEN
from scoring.models import Game, Token
from scoring.rules.record.entries import Sent
from scoring.rules.record.kinds import Corrected, Retracted
from scoring.rules.record.refusals import Refused
from scoring.rules.variants import VARIANTS
from scoring.selectors import games
from scoring.selectors.access import Access
from scoring.services.reports.accept import NotInsisted, accept, is_dear
from scoring.services.reports.answers import Accepted
from scoring.services.reports.calls import Author, ids_in
from scoring.services.reports.judgement import Judgement, record

PROBLEMS: Final = (
    "forbidden",
    "out_of_reach",
    "deal_under_ruling",
    "version_conflict",
    # what cannot be
    "unknown_kind",
    "not_a_card",
    "not_a_seat",
    "not_a_weis",
    "weis_overlap",
    "mode_not_allowed",
    "not_in_these_rules",
    "points_do_not_sum",
    "match_with_points",
    # what cannot be now
    "out_of_phase",
    "not_your_turn",
    "bid_out_of_range",
    "card_already_played",
    "card_not_in_hand",
    "hand_contradicts",
    "already_shown",
    "already_bid",
    "already_laid",
    "weis_too_late",
    "stoeck_too_late",
    "stoeck_impossible",
    "cannot_push",
    "not_entitled",
    "wrong_dealer",
    "game_over",
    "points_too_low",
    "conflicting_report",
    "trick_missing",
    "later_reports_conflict",
    "already_replaced",
    "id_reused",
    "too_much_at_once",
    "irregular",
)
"""What a call may be refused with, besides what any request may be."""

EXAMPLES: Final = (
    *(
        OpenApiExample(kind, value={"reports": [report]}, request_only=True, summary=f"One report: {kind}")
        for kind, report in REPORTS.items()
    ),
    *(
        OpenApiExample(name, value=call["request"], request_only=True, summary=call["summary"])
        for name, call in CALLS.items()
    ),
    OpenApiExample("recorded", value=ANSWERS["recorded"], response_only=True, status_codes=["201"]),
    OpenApiExample(
        "minimal",
        value=ANSWERS["minimal"],
        response_only=True,
        status_codes=["201"],
        summary="With `Prefer: return=minimal`",
    ),
    OpenApiExample(
        "duplicate",
        value=ANSWERS["duplicate"],
        response_only=True,
        status_codes=["200"],
        summary="Another device had sent it before",
    ),
    OpenApiExample(
        "dry_run", value=ANSWERS["dry_run"], response_only=True, status_codes=["200"], summary="A dry run of a trick"
    ),
)


class ReportsView(Journal):
    """The journal, and what is added to it."""

    problem_codes: ClassVar = {"post": PROBLEMS}

    def find(self, request: Request, **path: Any) -> None:
        """Reading finds the game here; writing finds it under its lock, so that it is read once."""
        if request.method != "POST":
            super().find(request, **path)
        elif token_of(request) is None:
            raise Problem("not_authenticated")

    @extend_schema(
        operation_id="send_reports",
        tags=["reports"],
        parameters=[IF_MATCH, PREFER, PREFERENCE_APPLIED, etag(201), etag(200, required=False)],
        request={"application/json": CALL},
        responses={
            201: ANSWERED,
            200: OpenApiResponse(NOTHING_WRITTEN, description="A dry run, or all of it was on record already."),
        },
        examples=list(EXAMPLES),
    )
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Report what happened at the table: 1 to 200 reports, in order, all or nothing."""
        # The call is read and checked before the game is locked: nobody waits while a long one is read. What it may
        # say depends on the game, so the game is looked up without its lock first, and the rights again under it.
        token = token_of(request)
        game, access = _writable(game_id, token, game=games.outline(game_id, token))
        shape = VARIANTS[game.variant].shape
        sent, dry_run = reports_of(parse_object(body_of(request)), shape=shape, speaker=access.seat)
        _check_rights(sent, access)
        if dry_run and any(isinstance(one.said.report, Retracted | Corrected) for one in sent):
            count_dear(request, token)
        author = Author(_bearer(token), access)

        def judge(game: Game | None) -> Judgement[Accepted]:
            known, access = _writable(game_id, token, game=game)
            _check_rights(sent, access)
            return _judged(request, known, sent, author=Author(author.token, access), dry_run=dry_run)

        ids = ids_in(sent)
        if dry_run:
            with games.reading():
                return self._answer(judge(games.unlocked(game_id, ids=ids)).finish(), dry_run=True)
        return self._answer(record(game_id, judge, ahead=is_dear(sent, author=author), ids=ids), dry_run=False)

    def _answer(self, accepted: Accepted, *, dry_run: bool) -> HttpResponse:
        headers = {"Vary": f"{VARY}, Prefer"}
        body: dict[str, Any] = {"reports": accepted.lines}
        if accepted.game is None:
            headers[APPLIED] = "return=minimal"
            body |= {"version": accepted.version, **({"findings": accepted.findings} if accepted.findings else {})}
        else:
            body |= {"findings": accepted.findings, "game": accepted.game}
        if accepted.effects:
            body["effects"] = accepted.effects
        if accepted.known:
            body["duplicate"] = True
        if dry_run:
            return self.answer({**body, "dry_run": True}, headers=headers)
        headers["ETag"] = etag_of(accepted.version)
        return self.answer(body, status=200 if accepted.known else 201, headers=headers)


def _writable(game_id: UUID, token: Token | None, *, game: Game | None) -> tuple[Game, Access]:
    """The game and what the token opens in it; 404 where it may not be seen, 403 where nothing may be reported."""
    game, access = found(game_id, token, game=game)
    if not access.writes:
        raise Problem("forbidden")
    return game, access


def _check_rights(sent: Sequence[Sent], access: Access) -> None:
    """Whether the token may send each of these reports; 403 with the index of the first it may not."""
    for index, one in enumerate(sent):
        if not access.may_report(one.said):
            seat = getattr(one.said.report, "seat", None)
            other = seat if seat != access.seat else None
            raise Problem("forbidden", members={"report": index}, own_seat=access.seat, seat=other, role=access.role)


def _bearer(token: Token | None) -> Token:
    if token is None:
        raise Problem("not_authenticated")
    return token


def _judged(
    request: Request, game: Game, sent: Sequence[Sent], *, author: Author, dry_run: bool
) -> Judgement[Accepted]:
    header = request.META.get("HTTP_IF_MATCH")
    matches = None if header is None else lambda version: if_match(header, etag=etag_of(version))
    try:
        return accept(
            game,
            sent,
            author=author,
            matches=matches,
            dry_run=dry_run,
            now=timezone.now(),
            brief=wants_minimal(request),
        )
    except Refused as refusal:
        if refusal.code == "version_conflict":
            raise conflict(request, version=game.version) from None
        raise problem_of_refusal(refusal) from None
    except NotInsisted as held_up:
        members = {"report": held_up.findings[0]["report"]}
        raise Problem("irregular", members=members, findings=held_up.findings) from None
