"""What is done at the desk: each is a POST, and each goes through the services under the game's lock.

What cannot be done is told on the page that it was asked from, in the words of the API's refusals.
"""

from collections.abc import Callable
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.http import Http404
from django.http.response import HttpResponseBase

from scoring.desk.forms import RulingForm, WordsForm
from scoring.desk.pages.dispute import DisputeWithDeal
from scoring.desk.pages.page import Visit, refused
from scoring.desk.views import deal_at, dispute_or_404, dispute_with_deal_or_404, page_of, raised
from scoring.models import Dispute, Game, Token
from scoring.rules.record.kinds import Said
from scoring.rules.record.refusals import Refused
from scoring.selectors.access import Actor
from scoring.selectors.desk import brought
from scoring.selectors.disputes import reread
from scoring.selectors.games import locked
from scoring.selectors.tokens import invitations
from scoring.services import tokens
from scoring.services.disputes import steps as services
from scoring.services.disputes.entries import StepRequest
from scoring.services.reports.judgement import Judgement, record
from scoring.wording import label

Step = Callable[[Game, Dispute, StepRequest], Judgement[object]]


def _actor(visit: Visit, game: Game) -> Actor:
    """Who acts; somebody who only may look does not."""
    actor = visit.actor(game)
    if actor is None:
        raise PermissionDenied
    return actor


def _request(visit: Visit, game: Game, *, id_: UUID | None = None) -> StepRequest:
    return StepRequest(actor=_actor(visit, game), id=id_, now=visit.now)


def _locked(game_id: UUID) -> Game:
    game = locked(game_id)
    if game is None:
        raise Http404
    return game


def raise_(visit: Visit, game_id: UUID, number: int) -> HttpResponseBase:
    """Open a dispute for a finding, or for a table that calls, and take it; one that is there already is shown."""
    found, post = deal_at(visit, game_id, number), visit.request.POST
    said = raised(found, finding=post.get("finding", ""), call=post.get("call", ""))
    by = _request(visit, found.game)
    if said is None:
        raise Http404
    try:
        with transaction.atomic():
            game = _locked(game_id)
            before = _brought(game, said, call=post.get("call"))
            if before is not None:
                return visit.goes_to("dispute", before.pk)
            opened = services.raise_dispute(game, said, step=by)
            services.take(game, opened.dispute, step=by).finish()
    except Refused as refusal:
        visit.complains(refusal)
        return visit.goes_to("deal", game_id, number)
    return _done(visit, opened.dispute.pk)


def _brought(game: Game, said: Said, *, call: str | None) -> Dispute | None:
    """The dispute that somebody has opened for the same, with another press of the button or at another desk."""
    finding = getattr(said.report, "finding", None)
    return brought(game, deal=said.deal, finding=finding, call=call)


def accept(visit: Visit, token_id: UUID) -> HttpResponseBase:
    """Take on the role of a referee that somebody has offered; the page shows the new secret this once."""
    with transaction.atomic():
        token = _invitation(visit, token_id)
        secret = tokens.accept(token, now=visit.now)
    return visit.page("accepted.html", {"token": token, "secret": secret}, title=str(token.game))


def decline(visit: Visit, token_id: UUID) -> HttpResponseBase:
    """Decline the role of a referee that somebody has offered: the token opens nothing any more."""
    with transaction.atomic():
        tokens.revoke(_invitation(visit, token_id), now=visit.now)
    return visit.goes_to("queue")


def _invitation(visit: Visit, token_id: UUID) -> Token:
    """The invitation of whoever asks, locked; 404 where it is none, or somebody else's."""
    token = invitations(visit.user, now=visit.now).select_for_update(of=("self",)).filter(pk=token_id).first()
    if token is None:
        raise Http404
    return token


def take(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    """Take it on."""
    return _made(visit, dispute_id, lambda game, one, by: services.take(game, one, step=by))


def withdraw(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    """Take it back."""
    return _made(visit, dispute_id, lambda game, one, by: services.withdraw(game, one, step=by))


def state(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    """Put down what a side, or the referee, says."""
    case = dispute_or_404(visit, dispute_id)
    form = WordsForm(visit.request.POST, choices=case.choices, name="statement", with_side=True, required=True)
    if not form.is_valid():
        return page_of(case, stating=form)
    values = form.cleaned_data
    said = {"statement": values["text"], "side": values["side"]}
    return _made(visit, dispute_id, lambda game, one, by: services.state(game, one, **said, step=by), id_=values["id"])


def dismiss(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    """Decide that nothing follows."""
    case = dispute_or_404(visit, dispute_id)
    form = WordsForm(visit.request.POST, choices=case.choices, name="reason", with_side=False, required=True)
    if not form.is_valid():
        return page_of(case, dismissing=form)
    reason, id_ = form.cleaned_data["text"], form.cleaned_data["id"]
    return _made(visit, dispute_id, lambda game, one, by: services.dismiss(game, one, reason=reason, step=by), id_=id_)


def _made(visit: Visit, dispute_id: UUID, step: Step, *, id_: UUID | None = None) -> HttpResponseBase:
    """The page of the dispute again, once the step is made or refused."""
    try:
        _make(visit, visit.dispute(dispute_id), step, id_=id_)
    except Refused as refusal:
        visit.complains(refusal)
        return visit.goes_to("dispute", dispute_id)
    return _done(visit, dispute_id)


def _make(visit: Visit, dispute: Dispute, step: Step, *, id_: UUID | None) -> None:
    by = _request(visit, dispute.game, id_=id_)

    def judge(game: Game | None) -> Judgement[object]:
        if game is None:
            raise Http404
        return step(game, reread(dispute), by)

    record(dispute.game_id, judge, ahead=True)


def _done(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    visit.says(label("saved", language=visit.language))
    return visit.goes_to("dispute", dispute_id)


# --- a ruling ---------------------------------------------------------------------------------------------------------


def rule(visit: Visit, dispute_id: UUID) -> HttpResponseBase:
    """Decide, or see what the decision would do: the button that was pressed says which."""
    case = dispute_with_deal_or_404(visit, dispute_id)
    form = RulingForm(visit.request.POST, choices=case.choices)
    if not form.is_valid():
        return page_of(case, form=form)
    if "preview" in visit.request.POST:
        return _tried(case, form)
    ruled, id_ = form.ruled(), form.cleaned_data["id"]
    try:
        _make(
            visit,
            case.dispute,
            lambda game, one, by: services.rule(game, one, ruled, step=by),
            id_=id_,
        )
    except Refused as refusal:
        form.add_error(None, refused(refusal, language=visit.language))
        return page_of(dispute_with_deal_or_404(visit, dispute_id), form=form)
    return _done(visit, dispute_id)


def _tried(case: DisputeWithDeal, form: RulingForm) -> HttpResponseBase:
    ruling_preview = case.ruling_preview
    return page_of(case, form=form, effect=ruling_preview.tried(form.ruled()) if ruling_preview else None)
