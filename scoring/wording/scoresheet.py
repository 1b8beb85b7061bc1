"""The words of a score sheet: its columns, players, modes and results in one language."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from scoring.rules.pack.lineup import player_at
from scoring.rules.scoring.status import DealStatus, EndReason
from scoring.wording.decks import deck_names, deck_of
from scoring.wording.terms import name_of, terms, value_of

Json = Mapping[str, Any]

CITED: Final = re.compile(r"\s*\((?:(?:, )?R-\d+)+\)")
TOTAL_WITH: Final[Mapping[str, str]] = {"bid": "penalty", "laid": "win_points"}
"""The name of the total in a sheet with this column: a penalty (R-41), or win points (R-52)."""


@dataclass(frozen=True, slots=True)
class SheetWords:
    """The words for one sheet in one language. `sheet` is the document that the API shows."""

    sheet: Json
    language: str

    def word(self, key: str) -> str:
        """Return a word that only the score sheet uses."""
        return name_of("scoresheet", key=key, language=self.language)

    def column(self, key: str) -> str:
        """Return the name of a column. The name of a total depends on the other columns."""
        if key == "total":
            key = next((name for other, name in TOTAL_WITH.items() if other in self.sheet["columns"]), key)
        return name_of("columns", key=key, language=self.language)

    def term(self, group: str, *, key: str) -> str:
        """Return the name of anything else."""
        return name_of(group, key=key, language=self.language)

    @property
    def title(self) -> str:
        """The label of the game, or the words "score sheet" if it has none."""
        label: str = self.sheet["game"]["label"]
        return label or self.term("words", key="scoresheet")

    def player(self, seat: int | None, *, deal: int) -> str | None:
        """Return the name of the player who sat at the seat in this deal."""
        return next(
            (player_at(one, deal=deal)["name"] for one in self.sheet["game"]["seats"] if one["seat"] == seat), None
        )

    def names_at(self, seat: Json) -> str:
        """Return who sat at the seat: a name, or several with the numbers of their deals: Beat 1–4, Eva 5–."""
        if "sat" not in seat:
            return str(seat["player"]["name"])
        return ", ".join(
            f"{one['player']['name']} {one['from_deal']}–{'' if one['to_deal'] is None else one['to_deal']}"
            for one in seat["sat"]
        )

    def side(self, number: int) -> str:
        """Return the name of the side, which names its players."""
        return next(str(side["name"]) for side in self.sheet["game"]["sides"] if side["side"] == number)

    def mode(self, name: str | None) -> str | None:
        """Return the mode's name in the game's deck (R-2, R-50), without any part in brackets."""
        game = self.sheet["game"]
        deck = deck_of(game["variant"], deck=game["deck"])
        return name and deck_names(deck, language=self.language)["modes"].get(name, name).partition(" (")[0]

    def rules(self) -> str:
        """Return the preset, the end of the game, and a head start: Schieber, StarGames · Target 1000."""
        game = self.sheet["game"]
        ends = [
            f"{self.term('options', key=name)} {value_of(name, value=value, language=self.language).name}"
            for name, value in game["end"].items()
            if value is not None
        ]
        start = [str(side["total"]) for side in self.sheet["start"]]
        begun = [f"{self.term('options', key='start_scores')} {' : '.join(start)}"] if set(start) != {"0"} else []
        return " · ".join((self.term("presets", key=game["preset"]), *ends, *begun))

    def caption(self) -> str:
        """Return the caption of the table."""
        return terms(self.language)["words"]["scoresheet"].about

    def standing(self) -> str:
        """Return the name of the last line: the final score, or the running total."""
        over = self.sheet["game"]["result"] is not None
        return self.word("final_score") if over else self.column("running_total")

    def result(self) -> Sequence[tuple[str, Sequence[str]]]:
        """Return the result as headings with their lines. Several winners are several lines."""
        game = self.sheet["game"]
        result = game["result"]
        status = self.term("game_statuses", key=game["status"])
        if result is None:
            return [(self.term("words", key="result"), [status])]
        winners = [self.side(side) for side in result["winners"]]
        draw = result["reason"] == EndReason.DEALS and len(winners) > 1
        return [
            (self.term("words", key="draw" if draw else "winner"), winners),
            (self.term("words", key="result"), [self._reason(result)]),
            *([] if result["official"] else [(self.word("notes"), [self.word("unofficial")])]),
        ]

    def _reason(self, result: Json) -> str:
        reason = terms(self.language)["reasons"][result["reason"]]
        return f"{reason.name} · {self.column('deal')} {result['deal']} · {CITED.sub('', reason.about)}"

    def notes(self, deal: Json) -> Sequence[str]:
        """Return what is unusual: a push, a state, a deal without cards, findings."""
        pushed = [self.column("pushed")] if deal["pushed"] else []
        status = [self.term("deal_statuses", key=deal["status"])] if deal["status"] != DealStatus.SETTLED else []
        known = [self.term("recorded_by", key=deal["recorded_by"])] if deal["recorded_by"] != "cards" else []
        found = [f"{self.column('findings')} {deal['open_findings']}"] if deal["open_findings"] else []
        return [*pushed, *status, *known, *found]

    def control(self) -> Sequence[tuple[str, int]]:
        """Return the control sum as lines. Stopped deals are separate: they need not make 157."""
        control = self.sheet["control"]
        lines = [
            (self.word("settled_deals"), control["deals"]),
            (self.word("expected"), control["expected"]),
            (self.word("counted"), control["counted"]),
            (self.word("difference"), control["difference"]),
        ]
        stopped = control["stopped"]
        if stopped["deals"]:
            lines += [
                (self.word("stopped_deals"), stopped["deals"]),
                (self.word("stopped_counted"), stopped["counted"]),
            ]
        return lines

    def signature(self, side: Json) -> str:
        """Say whether the side has signed the last deal that counts."""
        return self.word("signed_in_app" if side["signed"] else "not_signed")
