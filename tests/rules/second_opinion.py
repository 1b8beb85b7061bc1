"""How the project's answers are held against those of the oracle: the same options, the same shapes."""

from typing import Any

from scoring.rules.variants import VARIANTS
from scoring.rules.variants.schieber.options import SchieberOptions
from tests.oracle.cards import PACK, side_of
from tests.oracle.presets import WEIS_PARTS
from tests.oracle.presets import Options as OracleOptions
from tests.rules.table import Json

PARTS = {"weis": WEIS_PARTS, "stoeck": ["stoeck_call"], "target": ["order", "no_claim"]}
"""The options that are null while the one that switches them on is null or false (section 8)."""


def same_options(oracle: OracleOptions) -> SchieberOptions:
    """The oracle's options in the project, which refuses a value where nothing is left for it to decide."""
    without = {part for switch, parts in PARTS.items() if not oracle[switch] for part in parts}
    given = {name: None if name in without else value for name, value in oracle.items()}
    resolved = VARIANTS["schieber"].resolve({"preset": "schieber-stargames", **given})
    assert not isinstance(resolved, list), resolved
    found = resolved[1]
    assert isinstance(found, SchieberOptions)
    assert {name: value for name, value in found.as_json().items() if name != "catalogue"} == given
    return found


def scored(sheet: Json) -> Json:
    """What a settled deal was worth, in the shape of the oracle's `score_deal`."""
    counting = [weis for weis in sheet["weis"] if weis["counts"]]
    sides = {side_of(weis["seat"]) for weis in counting}
    matches = [row["side"] for row in sheet["scores"] if row["match"]]
    return {
        "tricks": [{name: one[name] for name in ("leader", "cards", "winner", "points")} for one in sheet["tricks"]],
        "weis": {
            "side": sides.pop() if len(sides) == 1 else None,
            "points": sum(weis["points"] for weis in counting),
            "counts": [weis["counts"] for weis in sheet["weis"]],
        },
        "stoeck": sheet["stoeck"]["seat"] if sheet["stoeck"] else None,
        "match": matches[0] if matches else None,
        "scores": sheet["scores"],
    }


def row_of(sheet: Json) -> Json:
    """A deal in the shape of the oracle's rows."""
    complete = [one for one in sheet["tricks"] if one["winner"]]
    lying = [one["cards"] for one in sheet["tricks"] if not one["winner"]]
    return {
        "number": sheet["number"],
        "dealer": sheet["dealer"],
        "forehand": sheet["leader"],
        "mode": sheet["mode"],
        "declarer": sheet["declarer"],
        "pushed": sheet["pushed"],
        "status": sheet["status"],
        "factor": sheet["factor"],
        "tricks": [{name: one[name] for name in ("leader", "cards", "winner", "points")} for one in complete],
        "running": lying[0] if lying else [],
        "weis": sheet["weis"],
        "stoeck": sheet["stoeck"]["seat"] if sheet["stoeck"] else None,
        "scores": sheet["scores"],
    }


def oracle_row(row: Json) -> Json:
    """A row of the oracle as the project shows a deal: Weise with their cards in order, and scores from the start."""
    nothing = {"tricks": 0, "match": 0, "weis": 0, "stoeck": 0, "factor": None, "total": 0}
    return {
        **row,
        "weis": [{**weis, "cards": in_order(weis["cards"])} for weis in row["weis"]],
        "scores": row["scores"] or [{"side": 1, **nothing}, {"side": 2, **nothing}],
    }


def in_order(cards: list[Any]) -> list[Any]:
    """Cards as the project writes a set of them."""
    return sorted(cards, key=PACK.index)
