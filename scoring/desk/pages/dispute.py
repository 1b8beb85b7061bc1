"""The page of a dispute: its state, its timeline, the actions that are open, and the form for the decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.safestring import SafeString

from scoring.desk.forms import Choices, RulingForm, WordsForm
from scoring.desk.pages.deal import deal_page, topic_of
from scoring.desk.pages.deciding import deciding
from scoring.desk.pages.journal import EntryWords, by_whom
from scoring.desk.pages.page import Visit
from scoring.desk.pages.previews import RulingEffect, RulingPreview
from scoring.drawing.deal import Pack
from scoring.drawing.tables import table_of
from scoring.models import Dispute, Report, Role
from scoring.rules.rulings import disputes as rules
from scoring.rules.rulings.possible import possible
from scoring.selectors import disputes as selector
from scoring.selectors.access import Actor
from scoring.selectors.desk import DealAtDesk, deal_at_desk
from scoring.wording import deck_of, offence, ruling_term
from scoring.wording.steps import TableNames

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class TimelineStep:
    """A step of a dispute: when, by whom, what, for which side, in which words."""

    at: datetime
    by: str
    what: str
    side: str
    text: str
    told: SafeString
    superseded: bool
    seq: int
    decides: bool


@dataclass(frozen=True, slots=True)
class DisputeAtDesk:
    """A dispute with its entries, and who looks at it; all there is where its deal was taken back."""

    visit: Visit
    dispute: Dispute
    entries: Sequence[Report]
    actor: Actor | None

    @property
    def teller(self) -> EntryWords:
        """Tells in the words of the reader."""
        game = self.dispute.game
        return EntryWords(
            table_of(game, deal=self.dispute.deal), Pack(deck_of(game.variant, deck=game.deck), self.visit.language)
        )

    @property
    def choices(self) -> Choices:
        """What its forms may offer."""
        return Choices({"tricks": []}, self.teller.table, self.teller.pack)

    def may(self, action: str) -> bool:
        """Whether a button for this is shown; the services decide whether it does anything."""
        if self.actor is None:
            return False
        if action in rules.DECISIONS and self.corrects:
            return True
        if action not in rules.NEXT[self.dispute.state]:
            return False
        if action == rules.WITHDRAW:
            return self.actor.role == Role.ORGANIZER
        if action == rules.TAKE:
            return self.dispute.referee_id != self.visit.user.pk
        if action in rules.DECISIONS:
            return self.dispute.taken is not None and self.dispute.referee_id in {None, self.visit.user.pk}
        return True

    @property
    def corrects(self) -> bool:
        """Whether who looks at it has decided it, and may still correct that."""
        decided = self.dispute.state in rules.DECIDED_ANEW
        return decided and self.actor is not None and self.dispute.decided_by_id == self.visit.user.pk

    @property
    def ruling_preview(self) -> RulingPreview | None:
        """Where rulings are tried out; None where nobody here may rule now."""
        if self.actor is None or not self.may(rules.RULE):
            return None
        return RulingPreview(self.visit, self.actor, self.dispute.game, self.dispute, self.teller.table)


@dataclass(frozen=True, slots=True)
class DisputeWithDeal(DisputeAtDesk):
    """A dispute with its deal."""

    found: DealAtDesk

    @property
    def choices(self) -> Choices:
        """What its forms may offer."""
        rules, decided_anew = self.found.rules, str(self.dispute.pk)
        own = rules.variant.remedies
        remedies = possible(self.found.facts, rules.options, own=own, dispute=decided_anew)
        teller = self.teller
        return Choices(self.found.sheet, teller.table, teller.pack, remedies, self.dispute.category)


def dispute_at_desk(visit: Visit, dispute: Dispute) -> DisputeAtDesk:
    """The dispute with all that belongs to it: a DisputeWithDeal, unless its deal is gone."""
    entries, actor = selector.entries_of(dispute), visit.actor(dispute.game)
    found = deal_at_desk(dispute.game, dispute.deal)
    if found is None:
        return DisputeAtDesk(visit, dispute, entries, actor)
    return DisputeWithDeal(visit, dispute, entries, actor, found)


# --- what the page shows ----------------------------------------------------------------------------------------------


def content(
    case: DisputeWithDeal,
    *,
    form: RulingForm | None = None,
    effect: RulingEffect | None = None,
    stating: WordsForm | None = None,
    dismissing: WordsForm | None = None,
) -> dict[str, Any]:
    """The page of a dispute. A form that was sent comes back with its effect or its faults."""
    dispute, visit = case.dispute, case.visit
    finding = str(dispute.finding) if dispute.finding else None
    seats = len(case.teller.table.names)
    topic = topic_of(case.found.sheet, trick=dispute.trick, seat=dispute.seat, finding=finding, seats=seats)
    return {
        **deal_page(case.found, topic, asked=visit.request.GET.get("at", ""), language=visit.language),
        **without_deal(case, stating=stating, dismissing=dismissing),
        **_deciding(case, form=form, effect=effect),
    }


def _deciding(case: DisputeWithDeal, *, form: RulingForm | None, effect: RulingEffect | None) -> dict[str, Any]:
    """What the page shows for who decides, while the dispute waits or its decision can be corrected."""
    if case.dispute.state not in rules.WAITING and not case.corrects:
        return {}
    table, preview = case.teller.table, case.ruling_preview
    content = deciding(case.dispute, case.found, case.choices, table=table, form=form, with_form=preview is not None)
    return {**content, "effect": effect, "corrects": case.corrects}


def without_deal(
    case: DisputeAtDesk, *, stating: WordsForm | None = None, dismissing: WordsForm | None = None
) -> dict[str, Any]:
    """What the page shows of the dispute itself, and the forms for words."""
    dispute, visit, choices = case.dispute, case.visit, case.choices
    steps = list(timeline(case))
    return {
        "game": dispute.game,
        "dispute": dispute,
        "offence": offence(dispute.category, language=visit.language),
        "state": ruling_term("dispute_states", key=dispute.state, language=visit.language),
        "raised_by": raised_by(case),
        "timeline": steps,
        "statements": [step for step in steps if step.text and not step.decides],
        "decided": [step for step in steps if step.decides],
        "may": {action: case.may(action) for action in (rules.TAKE, rules.DISMISS, rules.WITHDRAW, rules.STATE)},
        "stating": stating or WordsForm(choices=choices, name="statement", with_side=True, required=True),
        "dismissing": dismissing or WordsForm(choices=choices, name="reason", with_side=False, required=True),
    }


def raised_by(case: DisputeAtDesk) -> str:
    """Which seat or side raised it, by its players."""
    table, dispute = case.teller.table, case.dispute
    if dispute.raised_by_seat is not None:
        return table.names[dispute.raised_by_seat]
    return _players(dispute.raised_by_side, table)


def timeline(case: DisputeAtDesk) -> Iterator[TimelineStep]:
    """Every step of it, the oldest first."""
    language, table = case.visit.language, case.teller.table
    for entry, step in zip(case.entries, selector.timeline(case.dispute, case.entries), strict=True):
        raised, decides = step["what"] == rules.RAISED, "superseded" in step
        yield TimelineStep(
            at=entry.recorded_at,
            by=by_whom(entry, language=language),
            what=ruling_term("dispute_steps", key=step["what"], language=language).name,
            side=raised_by(case) if raised else _players(step.get("side"), table),
            text=step.get("statement") or step.get("ruling", {}).get("reason") or "",
            told=case.teller.said(_without_words(step.get("ruling", {}))),
            superseded=step.get("superseded", False),
            seq=entry.seq,
            decides=decides,
        )


def _players(side: int | None, table: TableNames) -> str:
    return " + ".join(table.names[seat] for seat in table.sides[side]) if side else ""


def _without_words(ruling: Json) -> Json:
    return {name: value for name, value in ruling.items() if name not in {"reason", "deal"}}
