"""The Bergpreis: R-37.

A sheet has "berg_taken" where a side has won it in an earlier deal. Who wins it in a deal is {"side", "moment"}: the
number of cards that lay.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracle.cards import SIDES, other_side, side_of
from tests.oracle.scores import Sheet, scores_at, tricks_of

Options = Mapping[str, Any]
Rows = list[dict[str, int]]

PARTS = {"stoeck": "stoeck", "weis": "weis", "stich": "tricks"}


def berg_in(sheet: Sheet, before: dict[int, int], options: Options) -> dict[str, int] | None:
    """Who wins the Bergpreis in this deal, as far as it has come."""
    if options["berg"] is None or sheet["mode"] is None or sheet.get("berg_taken"):
        return None
    had = [{"total": 0, "tricks": 0, "weis": 0, "stoeck": 0} for _ in SIDES]
    for moment, rows in looked_at(sheet, options):
        totals = {side: before[side] + rows[side - 1]["total"] for side in SIDES}
        there = [side for side in SIDES if totals[side] >= options["berg"]["points"]]
        if len(there) == 1:
            return {"side": there[0], "moment": moment}
        if there:
            return {"side": first_in_stages(before, options, had=had, has=rows), "moment": moment}
        had = rows
    if len(sheet["cards"]) == 36:
        return at_the_end(sheet, before, options)
    return None


def looked_at(sheet: Sheet, options: Options) -> Iterator[tuple[int, Rows]]:
    """After each complete trick but the last; when a Stöck is said between two tricks; at a claim.

    What is typed in late for the first trick was said in it.
    """
    said = sheet["stoeck"]["lying"] if sheet["stoeck"] is not None else None
    claimed = sheet.get("claim") and sheet["claim"]["moment"]
    for number in range(1, min(len(sheet["cards"]) // 4, 8) + 1):
        moment = 4 * number
        if said == moment and number > 1:
            yield moment, scores_at({**sheet, "stoeck": None}, options, moment)
        yield moment, scores_at(sheet, options, moment)
        if claimed is not None and moment <= claimed < moment + 4:
            yield claimed, scores_at(sheet, options, claimed)


def first_in_stages(before: dict[int, int], options: Options, *, had: Rows, has: Rows) -> int:
    """R-33: stage by stage, what is new since the moment before is added to what the sides had then."""
    totals = {side: before[side] + had[side - 1]["total"] for side in SIDES}
    order = "stoeck_weis_stich" if options["target"] is None else options["order"]
    for stage in order.split("_"):
        for side in SIDES:
            totals[side] += (has[side - 1][PARTS[stage]] - had[side - 1][PARTS[stage]]) * has[side - 1]["factor"]
        there = [side for side in SIDES if totals[side] >= options["berg"]["points"]]
        if there:
            assert len(there) == 1  # a stage brings points to one side only
            return there[0]
    raise AssertionError("neither side is there")


def at_the_end(sheet: Sheet, before: dict[int, int], options: Options) -> dict[str, int] | None:
    """R-34: the side that took the last trick counts first, then the other."""
    rows = scores_at(sheet, options, 36)
    taker = side_of(tricks_of(sheet, 36)[8]["winner"])
    for side in (taker, other_side(taker)):
        if before[side] + rows[side - 1]["total"] >= options["berg"]["points"]:
            return {"side": side, "moment": 36}
    return None


def credited_at(sheet: Sheet, before: dict[int, int], options: Options, moment: int) -> Rows:
    """What each side has in the deal at that moment, with the Bergpreis if it is won by then."""
    won = berg_in(sheet, before, options)
    rows = [dict(row) for row in scores_at(sheet, options, moment)]
    if won is not None and won["moment"] <= moment:
        row = rows[won["side"] - 1]
        row["berg"] = options["berg"]["bonus"]
        row["total"] += options["berg"]["bonus"]
    return rows
