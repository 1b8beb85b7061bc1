"""The account of Weis, Stöck and match in a Schieber deal: what each is worth, and why it counts or does not."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from scoring.rules.deal.parts import Meld, Weis
from scoring.rules.pack.cards import notation, notations
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.proof.faults import Fault
from scoring.rules.proof.findings import is_false, stoeck_cards
from scoring.rules.record.kinds import NOBODY
from scoring.rules.variants.schieber.account.base import SchieberAccount
from scoring.rules.variants.schieber.extras import STOECK, Stoeck, weis_is_decided, weise_compared, weise_that_stand
from scoring.rules.variants.schieber.weis import Comparison
from scoring.rules.variants.shared.accounts import COUNT, OPENING, SCORE, TRICK
from scoring.rules.view.account import Step

WEIS = "weis"


# --- Weis -------------------------------------------------------------------------------------------------------------


def weis_steps(account: SchieberAccount) -> Iterator[Step]:
    """Each Weis that was shown: its value (R-24), and whether it counts."""
    for shown in account.deal.weise:
        if shown.weis is not None:
            yield _value(shown, shown.weis)
            yield _verdict(account, shown, shown.weis)
    yield from account.finding_steps(faults=(Fault.FALSE_WEIS, Fault.LATE_WEIS), chapter=WEIS)


def _value(shown: Meld, weis: Weis) -> Step:
    facts = {**_named(shown, weis), "kind": weis.kind, "length": weis.length}
    if not weis.cards:
        return Step("R-24", WEIS, "weis", "weis_said", facts)
    return Step("R-24", WEIS, "weis", f"weis_{weis.kind}", facts)


def _named(shown: Meld, weis: Weis) -> dict[str, Any]:
    form = {"form": shown.said.form.as_json()} if shown.said else {}
    return {"seat": shown.seat, "cards": notations(weis.cards), **form, "points": weis.points}


def _verdict(account: SchieberAccount, shown: Meld, weis: Weis) -> Step:
    """Why the Weis counts, or does not (R-26, R-27, R-28, R-36)."""
    true, comparison = weise_compared(account.deal, account.options)
    facts = _named(shown, weis)
    place = next((index for index, one in enumerate(true) if one is shown), None)
    if not is_false(account.deal, shown) and (place is None or comparison is None):
        return Step("R-27", WEIS, "weis_counts", "weis_struck", {**facts, "counts": False})
    if place is None or comparison is None:
        return Step("R-36", WEIS, "weis_counts", _false(shown), {**facts, "counts": False})
    if not weis_is_decided(account.deal):
        return Step("R-28", WEIS, "weis_counts", "weis_open", {**facts, "counts": None})
    if not comparison.counts[place]:
        return _beaten(account, true, comparison, place=place, facts=facts)
    side = account.deal.table.side_of(shown.seat)
    facts |= {"counts": True, "side": side}
    adds = account.adds(side, to="weis", points=weis.points) if account.score(side).weis else None
    if place != comparison.best:
        return Step("R-27", WEIS, "weis_counts", "weis_with_side", facts, adds)
    others = [index for index, one in enumerate(true) if account.deal.table.side_of(one.seat) != side]
    rival = comparison.rival(others)
    if rival is None:
        return Step("R-27", WEIS, "weis_counts", "weis_alone", facts, adds)
    return Step(
        "R-26", WEIS, "weis_counts", "weis_best", {**facts, **_against(true, comparison, place, rival, of=rival)}, adds
    )


def _false(shown: Meld) -> str:
    return "weis_false" if shown.cards else "weis_said_false"


def _beaten(
    account: SchieberAccount, true: list[Meld], comparison: Comparison, *, place: int, facts: dict[str, Any]
) -> Step:
    """The other side has the best Weis, or one's own side has it and only the best one counts (R-27)."""
    best, side_of = comparison.best, account.deal.table.side_of
    key = "weis_not_best" if side_of(true[best].seat) == side_of(true[place].seat) else "weis_beaten"
    against = _against(true, comparison, best, place, of=best)
    rule = "R-26" if key == "weis_beaten" else "R-27"
    return Step(rule, WEIS, "weis_counts", key, {**facts, "counts": False, **against})


def _against(true: list[Meld], comparison: Comparison, better: int, worse: int, *, of: int) -> dict[str, Any]:
    """The other Weis of a comparison, and what decided it (R-26)."""
    other = true[of]
    form = {"other_form": other.said.form.as_json()} if other.said else {}
    return {
        "other_seat": other.seat,
        "other_cards": notations(other.cards),
        **form,
        "decided_by": comparison.decided_by(better, worse),
    }


def slate_weis_steps(account: SchieberAccount) -> Iterator[Step]:
    """The Weis that a slate gives, where none was shown that stands (R-27)."""
    if account.slate is None or weise_that_stand(account.deal):
        return
    for side, points in (account.slate.weis or {}).items():
        if not account.score(side).weis:  # struck by a ruling
            continue
        adds = account.adds(side, to="weis", points=points)
        yield Step("R-27", COUNT, "weis_counts", "weis_slate", {"side": side, "points": points, "counts": True}, adds)


# --- Stöck ------------------------------------------------------------------------------------------------------------


def stoeck_steps(account: SchieberAccount) -> Iterator[Step]:
    """The Stöck (R-29), each step in the chapter where it stands: beside its trick, its Weis, or with the slate."""
    pair = stoeck_cards(account.deal)
    stoeck = account.outcome.extras.stoeck
    cards = [notation(card) for card in pair or ()]
    for shown in account.deal.stoecke:
        if is_false(account.deal, shown):
            facts = {"seat": shown.seat, "cards": cards, "points": STOECK, "counts": False}
            yield _after(account.begun_by(shown.clock), Step("R-36", OPENING, "stoeck", "stoeck_false", facts))
    if stoeck is not None:
        yield _stoeck(account, stoeck, cards=cards)
    elif pair is not None and account.options.stoeck:
        yield from _struck(account, pair) if _is_struck(account) else _uncalled(account, pair)
    for step in account.finding_steps(faults=(Fault.FALSE_STOECK,), chapter=OPENING):
        yield _after(account.begun_by(account.deal.clock), step)


def _stoeck(account: SchieberAccount, stoeck: Stoeck, *, cards: list[str]) -> Step:
    """The Stöck, from the moment it is known; what became known after the end does not count (R-32)."""
    counts = account.score(stoeck.side).stoeck > 0
    known = {"cards": cards, "points": STOECK, "counts": counts, "how": stoeck.how}
    facts = {"seat": stoeck.seat, "side": stoeck.side, **known}
    if not counts:
        return _after(account.begun_by(stoeck.clock), Step("R-32", OPENING, "stoeck", "stoeck_late", facts))
    adds = account.adds(stoeck.side, to="stoeck", points=STOECK)
    chapter = {"slate": COUNT, "weis": WEIS}.get(stoeck.how, OPENING)
    step = Step("R-29", chapter, "stoeck", f"stoeck_{stoeck.how}", facts, adds)
    return _after(account.begun_by(stoeck.clock), step) if chapter == OPENING else step


def _uncalled(account: SchieberAccount, pair: tuple[int, int]) -> Iterator[Step]:
    """Both cards were played by one seat, which has not called them (R-29)."""
    lying = [found for card in pair if (found := account.deal.where(card))]
    if len(lying) < len(pair) or lying[0].seat != lying[1].seat or account.options.stoeck_call != "reported":
        return
    facts = {"seat": lying[0].seat, "cards": [notation(card) for card in pair], "points": STOECK, "counts": False}
    yield _after(max(one.trick for one in lying), Step("R-29", OPENING, "stoeck", "stoeck_uncalled", facts))


def _is_struck(account: SchieberAccount) -> bool:
    """Whether a ruling lets the Stöck of a side count nothing."""
    return bool(account.deal.decided.stoeck_struck) or account.deal.decided.lost_by is not None


def _struck(account: SchieberAccount, pair: tuple[int, int]) -> Iterator[Step]:
    """The Stöck that were shown, and count nothing by a ruling."""
    cards = [notation(card) for card in pair]
    for shown in account.deal.stoecke:
        if not is_false(account.deal, shown):
            facts = {"seat": shown.seat, "cards": cards, "points": STOECK, "counts": False}
            yield _after(account.begun_by(shown.clock), Step("R-29", OPENING, "stoeck", "stoeck_struck", facts))


def _after(trick: int, step: Step) -> Step:
    """The step beside the trick after which it stands; before the first it stays where it is."""
    if trick == 0:
        return step
    return replace(step, chapter=TRICK, facts={**step.facts, "trick": trick})


# --- match ------------------------------------------------------------------------------------------------------------


def match_steps(account: SchieberAccount) -> Iterator[Step]:
    """All tricks of one side, or why 157 points are no match (R-22)."""
    lost_by = account.deal.decided.lost_by
    if lost_by is not None and account.counts:
        for side in account.deal.table.opponents_of(lost_by):
            adds = account.adds(side, to="tricks", points=DEAL_POINTS)
            facts = {"side": side, "other": lost_by, "points": DEAL_POINTS}
            yield Step("R-9", SCORE, "deal_lost", "deal_lost", facts, adds)
            if account.options.match_bonus:
                yield _match(account, side, key="match_ruled")
        return
    yield from _match_by_tricks(account)


def _match_by_tricks(account: SchieberAccount) -> Iterator[Step]:
    count, tricks, side_taking = account.deal.count, account.deal.tricks, account.deal.side_taking
    if count is not None:
        if count.match is not None:
            yield _match(account, count.match, key="match_slate")
        elif count.report.match == NOBODY:
            yield from _no_match(account, max(count.points, key=lambda side: count.points[side]), trick=None)
        return
    if account.tricks_counted < account.deal.last:
        return
    sides = {side for trick in tricks if (side := side_taking(trick))}
    if len(sides) == 1:
        yield _match(account, sides.pop(), key="match")
        return
    for side in sides:
        if not any(trick.points for trick in tricks if side_taking(trick) == side):
            lost = next(trick for trick in tricks if side_taking(trick) == side)
            yield from _no_match(account, *account.deal.table.opponents_of(side), trick=(lost.number, side))


def _match(account: SchieberAccount, side: int, *, key: str) -> Step:
    bonus = account.options.match_bonus
    adds = account.adds(side, to="match", points=bonus)
    return Step("R-22", SCORE, "match", key if bonus else "match_no_bonus", {"side": side, "points": bonus}, adds)


def _no_match(account: SchieberAccount, side: int, *, trick: tuple[int, int] | None) -> Iterator[Step]:
    if not account.options.match_bonus:
        return
    number, other = trick or (None, None)
    yield Step("R-22", SCORE, "match", "no_match", {"side": side, "points": 0, "lost_trick": number, "other": other})
