"""Who has won, and when: R-30 to R-34.

An end is a dict {"winner", "winners", "reason", "moment"}; the moment is the number of cards that lay.
"""

from collections.abc import Mapping
from typing import Any

from tests.oracle.berg import berg_in, credited_at
from tests.oracle.cards import SIDES, other_side, side_of
from tests.oracle.scores import Sheet, scores_at, tricks_of

Options = Mapping[str, Any]
End = dict[str, Any]


def end_of_deal(sheet: Sheet, before: dict[int, int], options: Options) -> End | None:
    """The end that this deal has brought to a game with a target, read from the deal's whole record.

    `before` holds the totals of the sides before the deal; `sheet["claim"]` is None or {"side", "moment"}.
    """
    complete = len(sheet["cards"]) // 4
    # R-33 comes before any claim, and whatever `claim` says.
    if complete >= 1:
        end = first_trick_end(sheet, before, options)
        if end is not None:
            return end
    # `automatic` is asked after each complete trick but the last.
    if options["claim"] == "automatic":
        for number in range(1, min(complete, 8) + 1):
            end = automatic_end(sheet, before, options, number=number)
            if end is not None:
                return end
    # a claim decides at once, either way.
    if sheet["claim"] is not None:
        return claim_end(sheet, before, options)
    # the last trick.
    if complete == 9 and options["no_claim"] == "last_trick_first":
        return last_trick_end(sheet, before, options)
    return None


def totals_at(sheet: Sheet, before: dict[int, int], options: Options, *, moment: int) -> dict[int, int]:
    """R-32: a side's total before the deal and what counts for it in the deal at that moment."""
    return {row["side"]: before[row["side"]] + row["total"] for row in credited_at(sheet, before, options, moment)}


def sides_there(totals: dict[int, int], options: Options) -> list[int]:
    """R-30: the sides that reach the target."""
    return [side for side in SIDES if totals[side] >= options["target"]]


def won_by(side: int, reason: str, moment: int) -> End:
    """One side has won."""
    return {"winners": [side], "winner": side, "reason": reason, "moment": moment}


def first_trick_end(sheet: Sheet, before: dict[int, int], options: Options) -> End | None:
    """R-33: if after the first trick both sides reach the target, the stages decide."""
    # with `play_on` only if neither side had reached the target before the deal.
    if sides_there(before, options):
        return None
    if len(sides_there(totals_at(sheet, before, options, moment=4), options)) < 2:
        return None
    winner, stage = first_stage(sheet, before, options, earlier=0, moment=4)
    return won_by(winner, stage, 4)


def automatic_end(sheet: Sheet, before: dict[int, int], options: Options, *, number: int) -> End | None:
    """R-31: the first side whose total reaches the target after a complete trick has won."""
    moment = 4 * number
    there = sides_there(totals_at(sheet, before, options, moment=moment), options)
    if len(there) == 0:
        return None
    if len(there) == 1:
        return won_by(there[0], "automatic", moment)
    # Both at once: the stages of R-33 decide.
    winner, _ = first_stage(sheet, before, options, earlier=moment - 4, moment=moment)
    return won_by(winner, "automatic", moment)


def first_stage(
    sheet: Sheet, before: dict[int, int], options: Options, *, earlier: int, moment: int
) -> tuple[int, str]:
    """R-33: the first stage at which a side reaches the target, each stage added to what the side already has.

    What a side already has is what it had at the earlier moment, where neither had reached the target.
    """
    had, has = scores_at(sheet, options, earlier), scores_at(sheet, options, moment)
    totals = totals_at(sheet, before, options, moment=earlier)
    berg = berg_in(sheet, before, options)
    waiting = berg if berg is not None and earlier < berg["moment"] <= moment else None
    if earlier == 0:
        # A Stöck that is known before the first trick is no less a stage of R-33.
        totals = dict(before)
        had = [{**row, "tricks": 0, "weis": 0, "stoeck": 0} for row in had]
    parts = {"stoeck": "stoeck", "weis": "weis", "stich": "tricks"}
    for stage in options["order"].split("_"):
        for side in SIDES:
            new = has[side - 1][parts[stage]] - had[side - 1][parts[stage]]
            totals[side] += new * has[side - 1]["factor"]
        # the bonus counts from the stage on at which it is won.
        if waiting is not None and totals[waiting["side"]] >= options["berg"]["points"]:
            totals[waiting["side"]] += options["berg"]["bonus"]
            waiting = None
        there = sides_there(totals, options)
        if there:
            # A stage brings points to one side only, so they cannot both get there in it.
            assert len(there) == 1
            return there[0], stage
    raise AssertionError("neither side reaches the target")


def claim_end(sheet: Sheet, before: dict[int, int], options: Options) -> End:
    """R-32: the claim reaches the target and has won, or falls short and has lost."""
    side, moment = sheet["claim"]["side"], sheet["claim"]["moment"]
    if side in sides_there(totals_at(sheet, before, options, moment=moment), options):
        return won_by(side, "claim", moment)
    return won_by(other_side(side), "false_claim", moment)


def last_trick_end(sheet: Sheet, before: dict[int, int], options: Options) -> End | None:
    """R-34: the side that took the last trick counts first, then the other; else the next deal."""
    there = sides_there(totals_at(sheet, before, options, moment=36), options)
    taker = side_of(tricks_of(sheet, 36)[8]["winner"])
    for side in (taker, other_side(taker)):
        if side in there:
            return won_by(side, "deal_end", 36)
    return None


def end_of_deals(totals: dict[int, int]) -> End:
    """R-30: after the fixed number of deals the higher total wins, equal totals are a draw."""
    if totals[1] == totals[2]:
        return {"winners": [1, 2], "winner": None, "reason": "deals", "moment": 36}
    return won_by(1 if totals[1] > totals[2] else 2, "deals", 36)
