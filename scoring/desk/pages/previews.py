"""What a ruling would do to the score, before and after: for each possible remedy, and for a decision in full."""

from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from scoring.desk.pages.page import Visit, refused
from scoring.models import Dispute, Game
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.refusals import Refused
from scoring.selectors.access import Actor
from scoring.selectors.desk import DealAtDesk
from scoring.selectors.rulings import Preview, preview, standing, usual_for
from scoring.services.disputes.entries import StepRequest
from scoring.services.disputes.steps import rule
from scoring.wording import label, labelled, name_of, ruling_term
from scoring.wording.steps import TableNames

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Change:
    """A number before a ruling and after it, for one side."""

    side: str
    deal_before: int | None
    deal_after: int | None
    before: int
    after: int

    @property
    def differs(self) -> bool:
        """Whether the ruling changes it."""
        return (self.deal_before, self.before) != (self.deal_after, self.after)


@dataclass(frozen=True, slots=True)
class RulingEffect:
    """What a ruling does: the score of each side, and in words what becomes of deal and game; or why it cannot be."""

    changes: Sequence[Change] = ()
    notes: Sequence[str] = ()
    refusal: str = ""

    @property
    def differs(self) -> bool:
        """Whether the ruling changes anything that is counted."""
        return bool(self.notes) or any(change.differs for change in self.changes)


@dataclass(frozen=True, slots=True)
class OfferedRemedy:
    """A remedy that is possible: what it is, whether the catalogue names it, its effect; None where it needs more."""

    remedy: str
    name: str
    about: str
    standing: str
    effect: RulingEffect | None


@dataclass(frozen=True, slots=True)
class RulingPreview:
    """Where a ruling is tried out: the dispute and its game, who would rule, and how its players are called."""

    visit: Visit
    actor: Actor
    game: Game
    dispute: Dispute
    table: TableNames

    def tried(self, ruled: Ruled) -> RulingEffect:
        """What this ruling would do, also before its reason is given. Nothing is written."""
        ruled = replace(ruled, reason=ruled.reason or "…")
        try:
            step = StepRequest(actor=self.actor, now=self.visit.now)
            outcome = rule(copy(self.game), copy(self.dispute), ruled, step=step, dry_run=True).finish()
        except Refused as refusal:
            return RulingEffect(refusal=refused(refusal, language=self.visit.language))
        if outcome.case.known:  # it says what stands
            return RulingEffect()
        return effect_of(outcome.before, outcome.after, table=self.table, language=self.visit.language)


def effect_of(before: Json, after: Json, *, table: TableNames, language: str) -> RulingEffect:
    """The difference between two standings of a deal and its game."""
    was, now = (_by_side(each["scores"]) for each in (before, after))
    changes = [
        Change(
            side=" + ".join(table.names[seat] for seat in seats),
            deal_before=was.get(side),
            deal_after=now.get(side),
            before=before["totals"][str(side)],
            after=after["totals"][str(side)],
        )
        for side, seats in table.sides.items()
    ]
    return RulingEffect(changes, list(_notes(before, after, language=language)))


def _by_side(scores: Sequence[Json] | None) -> dict[int, int | None]:
    return {score["side"]: score["total"] for score in scores or ()}


def _notes(before: Json, after: Json, *, language: str) -> Iterator[str]:
    """What becomes of the deal and of the result, where that changes."""
    if before["deal_status"] != after["deal_status"]:
        status = name_of("deal_statuses", key=after["deal_status"], language=language)
        yield labelled(label("deal", language=language), status, language=language)
    winners = [(each["result"] or {}).get("winners") for each in (before, after)]
    if winners[0] != winners[1]:
        yield label("result_changes", language=language)


def offers(case: Dispute, found: DealAtDesk, *, wanted: Ruled, table: TableNames, language: str) -> list[OfferedRemedy]:
    """Every remedy that is possible, those that the catalogue names first, each with its effect.

    `wanted` says what is known of the ruling before it is made: the offence, and when it was found.
    """
    game = found.game
    usual = usual_for(game, offence=wanted.offence, discovered=wanted.discovered)
    ordered = {one.remedy for one in usual.usual} if usual else set()
    before = standing(game, found.deal)
    return [
        _offer(one, is_usual=one.remedy in ordered, before=before, table=table, language=language)
        for one in preview(game, case, discovered=wanted.discovered, offence=wanted.offence)
    ]


def _offer(one: Preview, *, is_usual: bool, before: Json, table: TableNames, language: str) -> OfferedRemedy:
    term = ruling_term("remedies", key=one.remedy, language=language)
    return OfferedRemedy(
        remedy=one.remedy,
        name=term.name,
        about=term.about,
        standing=label("usual_remedy" if is_usual else "also_allowed", language=language) if one.usual else "",
        effect=effect_of(before, one.after, table=table, language=language) if one.after else None,
    )
