"""The account of a deal of Cosmic Eidex: tricks and laid cards, and what they bring everybody (R-50 to R-54)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.rules.deal.laid import laid_twice
from scoring.rules.options.options import EidexOptions
from scoring.rules.pack.cards import notation
from scoring.rules.variants.eidex.ending import result_steps, total_steps, won_steps
from scoring.rules.variants.shared.told import DealTold
from scoring.rules.variants.shared.trick_account import trick_steps
from scoring.rules.view.account import Account, Step

OPENING, LAID, COUNT, SCORE = "opening", "laid", "count", "score"

BESIDE = ("wrong_deal", "wrong_count", "card_twice")
"""Faults that stand beside what they are about; all others stand beside their trick, or at the end."""


def account_of(account: Account) -> list[Step]:
    """All steps, in their order. Laid cards, and what follows from them, are told as the reader may see them."""
    told = DealTold(account)
    steps = list(_opening(told))
    for trick in told.deal.tricks:
        steps += trick_steps(told, trick)
    steps += [*_laid(told), *_count(told), *_unplaced(told), *_sums(told)]
    options: EidexOptions = account.options
    return [*steps, *won_steps(told, options), *total_steps(told, options), *result_steps(told, options)]


def _opening(told: DealTold) -> Iterator[Step]:
    """Who deals and is forehand (R-5), and the turned card of the dealer's hand that sets the mode (R-50)."""
    deal = told.deal
    seats = {"dealer": deal.dealer, "forehand": deal.forehand}
    yield Step("R-5", OPENING, "deal", "deal", {"number": deal.number, **seats})
    yield from told.findings(faults=("wrong_deal",), chapter=OPENING)
    if deal.turned is not None and deal.mode is not None:
        facts = {"card": notation(deal.turned), "mode": deal.mode.name, "seat": deal.turned_seat}
        yield Step("R-50", OPENING, "turned", "turned_dealers", facts)


def _laid(told: DealTold) -> Iterator[Step]:
    """What everybody has laid, from forehand on, and what it counts; of a hidden card that it is reported (R-51)."""
    deal = told.deal
    seen = {entry["seat"]: entry["card"] for entry in told.account.seen["laid"] or ()}
    points = {score["side"]: score["laid"] for score in _scores(told)}
    for seat in deal.table.order_from(deal.forehand):
        if seat not in seen:
            if seat in deal.no_card_yet and told.account.status == "playing":
                yield Step("R-51", LAID, "laid", "laid_open", {"seat": seat})
        elif seen[seat] is None:
            yield Step("R-51", LAID, "laid", "laid_hidden", {"seat": seat})
        else:
            yield _laid_card(told, seat, card=seen[seat], points=points.get(seat))
    for step in told.findings(faults=("card_twice",), chapter=LAID):
        if step.facts["trick"] is None:
            yield step


def _laid_card(told: DealTold, seat: int, *, card: str, points: int | None) -> Step:
    """A laid card that the reader may see: what it counts, or that it is somewhere else as well."""
    facts: dict[str, Any] = {"seat": seat, "card": card}
    if points is None:
        return Step("R-51", LAID, "laid", "laid_in_slate" if told.counts else "laid_uncounted", facts)
    if told.deal.over and any(one.seat == seat for one in laid_twice(told.deal)):
        return Step("R-51", LAID, "laid", "laid_twice", facts)
    return Step("R-51", LAID, "laid", "laid", {**facts, "points": points}, told.adds(seat, to="laid", points=points))


def _count(told: DealTold) -> Iterator[Step]:
    """The points of each player by a slate, given or derived from what a deal has (R-9), and the tricks it tells."""
    count = told.deal.count
    if count is None:
        return
    for side, points in count.points.items():
        facts = {"side": side, "points": points}
        adds = told.adds(side, to="points", points=points)
        if side in count.report.points:
            yield Step("R-51", COUNT, "count", "count_given", facts, adds)
        else:
            rest = sum(given for other, given in count.points.items() if other != side)
            yield Step("R-9", COUNT, "count", "count_derived", {**facts, "others": rest}, adds)
    for side, taken in sorted((count.report.tricks or {}).items()):
        yield Step("R-52", COUNT, "tricks", "count_tricks", {"side": side, "taken": taken})
    yield from told.findings(faults=("wrong_count",), chapter=COUNT)


def _unplaced(told: DealTold) -> Iterator[Step]:
    """The findings that belong to no trick and stand nowhere else."""
    here = tuple({f["fault"] for f in told.account.findings if f["trick"] is None and f["fault"] not in BESIDE})
    if here:
        yield from told.findings(faults=here, chapter=SCORE)


def _scores(told: DealTold) -> Sequence[Mapping[str, Any]]:
    """What everybody has, as the reader may know it."""
    scores: Sequence[Mapping[str, Any]] = told.account.seen["scores"] or ()
    return scores


def _sums(told: DealTold) -> Iterator[Step]:
    """Tricks and laid card together, where both are known (R-51)."""
    key = "sum_points_so_far" if told.account.status == "playing" else "sum_points"
    for score in _scores(told):
        if score["tricks"] is not None and score["points"] is not None:
            parts = {"tricks": score["tricks"], "laid": score["laid"]}
            facts = {"side": score["side"], "parts": parts, "points": score["points"]}
            yield Step("R-51", SCORE, "points", key, facts)
