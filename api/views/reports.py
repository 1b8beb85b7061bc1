"""Sending reports: the one way to write a game (API.md section 4)."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.authentication import token_of
from api.etags import etag_of, if_match
from api.faults import Problem
from api.parsers import body_of, parse_object
from api.refusals import problem_of_refusal
from api.reports import reports_of
from api.views.games import Journal, found
from scoring.models import Game
from scoring.rules.codec import written
from scoring.rules.refusals import Refused
from scoring.rules.variants import VARIANTS
from scoring.selectors import games
from scoring.selectors.access import Access
from scoring.selectors.reports import recorded_json
from scoring.services.reports import Accepted, Author, Irregular, Sent, accept


class ReportsView(Journal):
    """The journal, and what is added to it."""

    def find(self, request: Request, **path: Any) -> None:
        """Reading finds the game here; writing finds it under its lock, so that it is read once."""
        if request.method != "POST":
            super().find(request, **path)
        elif token_of(request) is None:
            raise Problem("not_authenticated")

    @extend_schema(operation_id="send_reports", tags=["reports"])
    def post(self, request: Request, game_id: UUID) -> HttpResponse:
        """Report what happened at the table: 1 to 200 reports, in order, all or nothing."""
        raw = _body(request)  # before the lock: a slow client must not hold the table up
        with transaction.atomic():
            game, access = found(game_id, token_of(request), game=games.locked(game_id))
            if not access.writes:
                raise Problem("forbidden")
            if isinstance(raw, Problem):
                raise raw
            sent, dry_run = reports_of(parse_object(raw), shape=VARIANTS[game.variant].shape)
            _check_rights(sent, access)
            accepted = _accept(request, game, access, sent, dry_run=dry_run)
        return self._answer(accepted, access, dry_run=dry_run)

    def _answer(self, accepted: Accepted, access: Access, *, dry_run: bool) -> HttpResponse:
        game = games.game_json(accepted.game, access.viewer, still_open=accepted.still_open)
        body: dict[str, Any] = {"reports": accepted.lines, "findings": accepted.findings, "game": game}
        if accepted.known:
            body["duplicate"] = True
        if dry_run:
            return self.answer({**body, "dry_run": True})
        headers = {"ETag": etag_of(accepted.game.version)}
        return self.answer(body, status=200 if accepted.known else 201, headers=headers)


def _body(request: Request) -> bytes | Problem:
    """The bytes of the body, or what is wrong with it, to be said in its turn."""
    try:
        return body_of(request)
    except Problem as problem:
        return problem


def _check_rights(sent: Sequence[Sent], access: Access) -> None:
    """Whether the token may send each of these reports; 403 with the index of the first it may not."""
    for index, one in enumerate(sent):
        if not access.may_report(one.said):
            raise Problem("forbidden", members={"report": index}, role=access.role)


def _accept(request: Request, game: Game, access: Access, sent: Sequence[Sent], *, dry_run: bool) -> Accepted:
    header = request.META.get("HTTP_IF_MATCH")
    matches = None if header is None else lambda version: if_match(header, etag=etag_of(version))
    token = token_of(request)
    if token is None:
        raise Problem("not_authenticated")
    try:
        return accept(game, sent, author=Author(token, access), matches=matches, dry_run=dry_run, now=timezone.now())
    except Refused as refusal:
        raise _problem(refusal, game, access, sent) from None
    except Irregular as irregular:
        members = {"report": irregular.findings[0]["report"]}
        raise Problem("irregular", members=members, findings=irregular.findings) from None


def _problem(refusal: Refused, game: Game, access: Access, sent: Sequence[Sent]) -> Problem:
    """The refusal as a problem; a contradiction shows what is on record and what was sent."""
    if refusal.code == "version_conflict":
        return Problem("version_conflict", headers={"ETag": etag_of(game.version)}, version=game.version)
    if refusal.code != "conflicting_report":
        return problem_of_refusal(refusal)
    unit = refusal.params.get("recorded")
    said = sent[refusal.report or 0].said
    members = {
        "recorded": recorded_json(game, unit.id, viewer=access.viewer) if unit else None,
        "sent": {"kind": said.report.kind, **written(said)},
    }
    return problem_of_refusal(refusal, members=members)
