"""The five presets of Schieber, copied from the table of section 8 of the rules."""

from collections.abc import Mapping
from typing import Any

Options = dict[str, Any]


def _factors(*values: int) -> dict[str, int]:
    """R-21: the factors in the order of the table: E R S B obe une."""
    return dict(zip(["eicheln", "rosen", "schilten", "schellen", "obenabe", "unenufe"], values, strict=True))


_STARGAMES: Options = {
    "target": 1000,
    "deals": None,
    "factors": _factors(1, 1, 2, 2, 3, 4),
    "pushing": "once",
    "undertrump": "strict",
    "weis": True,
    "weis_table": "small",
    "crossing": False,
    "tie_between_kinds": "quartet",
    "weis_scores": "best",
    "longer_run_wins": False,
    "trump_breaks_tie": True,
    "weis_time": "first_trick",
    "stoeck": True,
    "stoeck_call": "known",
    "match_bonus": 100,
    "claim": "trick_winner",
    "order": "stoeck_weis_stich",
    "no_claim": "last_trick_first",
    "start_scores": {"1": 0, "2": 0},
    "berg": None,
}

_OFFICIAL: Options = {
    "target": 1000,
    "deals": None,
    "factors": _factors(1, 1, 2, 2, 3, 3),
    "pushing": "once",
    "undertrump": "strict",
    "weis": True,
    "weis_table": "grand",
    "crossing": True,
    "tie_between_kinds": "run",
    "weis_scores": "side",
    "longer_run_wins": True,
    "trump_breaks_tie": True,
    "weis_time": "first_trick",
    "stoeck": True,
    "stoeck_call": "reported",
    "match_bonus": 100,
    "claim": "anyone",
    "order": "stoeck_weis_stich",
    "no_claim": "last_trick_first",
    "start_scores": {"1": 0, "2": 0},
    "berg": None,
}

_SWISSLOS: Options = {
    "target": 2500,
    "deals": None,
    "factors": _factors(1, 1, 2, 2, 3, 3),
    "pushing": "once",
    "undertrump": "strict",
    "weis": True,
    "weis_table": "grand",
    "crossing": True,
    "tie_between_kinds": "run",
    "weis_scores": "side",
    "longer_run_wins": True,
    "trump_breaks_tie": True,
    "weis_time": "first_trick",
    "stoeck": True,
    "stoeck_call": "known",
    "match_bonus": 100,
    "claim": "automatic",
    "order": "stoeck_weis_stich",
    "no_claim": "last_trick_first",
    "start_scores": {"1": 0, "2": 0},
    "berg": None,
}

_TOURNAMENT: Options = {
    "target": None,
    "deals": 12,
    "factors": _factors(1, 1, 1, 1, 1, 1),
    "pushing": "once",
    "undertrump": "strict",
    "weis": False,
    "weis_table": None,
    "crossing": None,
    "tie_between_kinds": None,
    "weis_scores": None,
    "longer_run_wins": None,
    "trump_breaks_tie": None,
    "weis_time": None,
    "stoeck": False,
    "stoeck_call": None,
    "match_bonus": 0,
    "claim": "off",
    "order": None,
    "no_claim": None,
    "start_scores": {"1": 0, "2": 0},
    "berg": None,
}

# Section 8: as official but target 3000, factors 1 1 2 2 3 4, tie_between_kinds quartet.
_PAGAT: Options = {
    **_OFFICIAL,
    "target": 3000,
    "factors": _factors(1, 1, 2, 2, 3, 4),
    "tie_between_kinds": "quartet",
}

OPTIONS: dict[str, Options] = {
    "schieber-stargames": _STARGAMES,
    "schieber-official": _OFFICIAL,
    "schieber-swisslos": _SWISSLOS,
    "schieber-tournament": _TOURNAMENT,
    "schieber-pagat": _PAGAT,
}

WEIS_PARTS = [
    "weis_table",
    "crossing",
    "tie_between_kinds",
    "weis_scores",
    "longer_run_wins",
    "trump_breaks_tie",
    "weis_time",
]


def options_of(preset: str, **changes: Any) -> Options:
    """Section 8: a preset with some options overridden for a game."""
    options: Options = {**OPTIONS[preset], **changes}
    options["factors"] = {**OPTIONS[preset]["factors"], **changes.get("factors", {})}
    options["start_scores"] = {**OPTIONS[preset]["start_scores"], **changes.get("start_scores", {})}
    _one_end(options, changes)
    # What an override switches on takes the default preset's values for its parts.
    switched_on = []
    if options["weis"]:
        switched_on += WEIS_PARTS
    if options["stoeck"]:
        switched_on += ["stoeck_call"]
    if options["target"] is not None:
        switched_on += ["order", "no_claim"]
    for part in switched_on:
        if options[part] is None:
            options[part] = _STARGAMES[part]
    # nobody could ever win.
    if options["no_claim"] == "play_on" and options["claim"] in ("off", "automatic"):
        raise ValueError("play_on needs claims")
    return options


def totals_at_start(options: Mapping[str, Any]) -> dict[int, int]:
    """R-30: what the sides have before the first deal."""
    return {int(side): points for side, points in options["start_scores"].items()}


def _one_end(options: Options, changes: Options) -> None:
    """R-30: exactly one end; giving one clears the preset's other, giving both is refused."""
    if changes.get("target") is not None and changes.get("deals") is not None:
        raise ValueError("a game has exactly one end")
    if changes.get("target") is not None:
        options["deals"] = None
    if changes.get("deals") is not None:
        options["target"] = None
    if (options["target"] is None) == (options["deals"] is None):
        raise ValueError("a game has exactly one end")
