"""The part of a dispute's page with which a referee decides: what is usual, what each remedy does, and the form."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from scoring.desk.forms import POINTS, Choices, RulingForm
from scoring.desk.pages.previews import offers
from scoring.models import Dispute
from scoring.rules.deal.facts import Deal as DealFacts
from scoring.rules.pack.cards import notation
from scoring.rules.record.decisions import Ruled
from scoring.rules.rulings.catalogue import CatalogueEntry
from scoring.rules.rulings.punished import PUNISHED_ALREADY, punishments
from scoring.rules.rulings.remedies import SCORE_STANDS
from scoring.selectors.desk import DealAtDesk
from scoring.selectors.rulings import filled, usual_for
from scoring.wording import label, note, ruling_term
from scoring.wording.steps import TableNames


@dataclass(frozen=True, slots=True)
class PunishedLine:
    """That another ruling has punished the fault: its dispute, the warning, and the warning in full."""

    dispute: UUID
    name: str
    about: str


def deciding(
    dispute: Dispute,
    found: DealAtDesk,
    choices: Choices,
    *,
    table: TableNames,
    form: RulingForm | None,
    with_form: bool,
) -> dict[str, Any]:
    """The remedies with their effects, what the catalogue says, and the form for who may decide now.

    Rulings that have punished the same fault are told before the referee decides.
    """
    language = choices.pack.language
    first = _as_sent(first_guess(dispute, found.facts), form)
    usual = usual_for(dispute.game, offence=first.offence, discovered=first.discovered)
    blank = RulingForm(initial=_initial(first, usual, dispute, found.facts), choices=choices)
    return {
        "form": (form or blank) if with_form else None,
        "offers": offers(dispute, found, wanted=first, table=table, language=language),
        "usual": _usual(usual, language),
        "punished": [_punished(one, language) for one in punishments(filled(first, dispute), found.facts)],
    }


def _punished(ruled: Ruled, language: str) -> PunishedLine:
    remedy = ruling_term("remedies", key=ruled.remedy, language=language).name
    warning = ruling_term("warnings", key=PUNISHED_ALREADY, language=language)
    return PunishedLine(UUID(ruled.dispute), warning.name, warning.about.format(remedy=remedy))


def _as_sent(first: Ruled, form: RulingForm | None) -> Ruled:
    """As it was sent: what is usual depends on the offence and the time, what it punishes on the place, too."""
    if form is None or not form.is_valid():
        return first
    names = ("offence", "discovered", "trick", "seat", "side")
    return replace(first, **{name: form.cleaned_data[name] for name in names})


def _initial(first: Ruled, usual: CatalogueEntry | None, dispute: Dispute, facts: DealFacts) -> dict[str, Any]:
    """What stands in the form before the referee has touched it: the decision that stands, else what is usual."""
    shown = {name: getattr(first, name) for name in ("offence", "discovered", "trick", "seat", "side")}
    stands = _stands(dispute, facts)
    if stands is None:
        return {**shown, "remedy": usual.usual[0].remedy if usual else SCORE_STANDS}
    return {
        **shown,
        **{name: getattr(stands, name) for name in ("remedy", "article", "reason")},
        "card": None if stands.card is None else notation(stands.card),
        **{f"{POINTS}{side}": amount for side, amount in (stands.points or {}).items()},
    }


def _stands(dispute: Dispute, facts: DealFacts) -> Ruled | None:
    """The ruling on this dispute that stands, None where there is none."""
    decision = facts.decisions.get(str(dispute.pk))
    return decision if isinstance(decision, Ruled) else None


def _usual(usual: CatalogueEntry | None, language: str) -> Mapping[str, str]:
    """What the catalogue says of the case: article, source, and a line in words."""
    if usual is None:
        return {}
    name = label("catalogue", language=language)
    return {"article": usual.article, "source": usual.source, "note": note(usual.note, language=language), "name": name}


def first_guess(dispute: Dispute, facts: DealFacts) -> Ruled:
    """What the ruling is about as far as the dispute tells it, or the ruling on it that stands."""
    stands = _stands(dispute, facts)
    if stands is not None:
        return stands
    return Ruled(
        dispute=str(dispute.pk),
        offence=dispute.category,
        discovered=_discovered(facts, trick=dispute.trick, seq=dispute.entries[0]),
        remedy=SCORE_STANDS,
        trick=dispute.trick,
        seat=dispute.seat,
        side=dispute.side,
    )


def _discovered(facts: DealFacts, *, trick: int | None, seq: int) -> str:
    """When it was found, by what was on record as the dispute was raised."""
    seats = facts.table.seats
    turned = [one for one in facts.tricks if len(one.units) == seats and all(unit.seq < seq for unit in one.units)]
    if len(turned) == facts.last or facts.count is not None:
        return "deal_over"
    if trick is not None and trick not in {one.number for one in turned}:
        return "trick_open"
    return "trick_turned"
