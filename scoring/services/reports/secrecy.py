"""What is hidden from the author of a call: in what is on record, and in what the call comes to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from scoring import mapping
from scoring.models import Deal, Game, Report
from scoring.rules.call import NewFinding
from scoring.rules.deal.secret import AWAITED, SECRET_KINDS
from scoring.rules.record.entries import Unit
from scoring.rules.record.kinds import HandShown
from scoring.rules.referee import Referee
from scoring.rules.view.secrets import SECRETS, Viewer, hidden_in, may_hide, seen_fields, seen_finding
from scoring.selectors.games import game_json
from scoring.selectors.reports import NONE_HIDDEN, hidden_at, shown


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What is hidden from the author of a call. Whatever a call is answered passes here.

    It goes through the call in three steps: `Secrecy(game, viewer)` knows what is on record, `reaching` also what the
    deals that the call may change have hidden before it, and `after` what they hide once it is recorded.
    """

    # A call that is not recorded (a dry run, or one that is held up) settles no deal. Its answer must hide what the
    # deals hid before it, although the referee has them settled. Otherwise a dry run of the last trick would show every
    # bid to whoever asks. So what was hidden is noted before the rows change, and `recorded` decides which one counts.

    game: Game
    viewer: Viewer
    before: Mapping[int, frozenset[str]] = field(default_factory=dict)
    referee: Referee | None = None
    recorded: bool = False
    fresh: Sequence[Report] = ()

    def reaching(self, rows: Mapping[int, Deal]) -> "Secrecy":
        """The same, knowing what is hidden in these deals on record, by their numbers."""
        return replace(self, before={number: hidden_in(row.sheet) for number, row in rows.items()})

    def after(self, referee: Referee, *, recorded: bool, fresh: Sequence[Report]) -> "Secrecy":
        """The same after the call, which this referee has heard; `fresh` are the rows that it adds to the journal."""
        return replace(self, referee=referee, recorded=recorded, fresh=fresh)

    # --- what is hidden ----------------------------------------------------------------------------------------------

    def hidden_before(self, number: int) -> frozenset[str]:
        """The kinds that the deal with this number hid before the call; all that the game hides in a new deal."""
        return self.before[number] if number in self.before else self._in_a_new_deal()

    def hidden_in(self, number: int) -> frozenset[str]:
        """The kinds that are hidden in the deal with this number, as far as the answer is concerned."""
        if not self.recorded or self.referee is None:
            return self.hidden_before(number)
        deal = next((deal for deal in self.referee.deals if deal.facts.number == number), None)
        return hidden_in(self.referee.sheet(deal)) if deal else self._in_a_new_deal()

    def opened_deals(self) -> frozenset[str]:
        """The ids of the deals that hide no hand from anybody, as far as the answer is concerned."""
        deals = [deal.facts for deal in self.referee.deals] if self.referee else []
        return frozenset(deal.id for deal in deals if HandShown.kind not in self.hidden_in(deal.number))

    def _hidden_at(self, place: int) -> frozenset[str]:
        """The kinds that are hidden in the deal to which a place of the record belongs."""
        places = [(deal.facts.opened.root, deal.facts.number) for deal in (self.referee.deals if self.referee else [])]
        opened = max((root for root, _ in places if root <= place), default=None)
        here = [self.hidden_in(number) for root, number in places if root == opened]  # several, after a correction
        return frozenset().union(*here) if here else self._in_a_new_deal()

    def _in_a_new_deal(self) -> frozenset[str]:
        game = mapping.rules_game(self.game)
        return game.variant.secret(game.options)

    def hides_bids_of_others(self, row: Deal) -> bool:
        """Whether a deal on record hides from the author what somebody has bid or laid."""
        kinds = [SECRET_KINDS[kind] for kind in AWAITED & self.hidden_before(row.number)]
        return any(not self.viewer.may_see(one["seat"]) for of in kinds for one in row.sheet[of.listed] or ())

    def unseen_hands(self, units: Iterable[Unit], *, rows: Mapping[int, Deal]) -> frozenset[tuple[int, int]]:
        """The hands among these that are hidden from the author: place in the record, and seat.

        `rows` are the deals in which the units lie, by number.
        """
        hands = {
            (unit.root, said.report.seat)
            for unit in units
            for said in unit.said
            if isinstance(said.report, HandShown) and not self.viewer.knows_hand(said.report.seat)
        }
        return frozenset(one for one in hands if HandShown.kind in _hidden_in_rows(rows, place=one[0]))

    # --- what is shown -----------------------------------------------------------------------------------------------

    def fields_on_record(self, kind: str, fields: Mapping[str, Any], *, place: int) -> Mapping[str, Any]:
        """The fields of a report on record, or of one that is compared with it, as the author may see them."""
        return seen_fields(kind, fields, self.viewer, hidden=self.hidden_on_record(kind, fields, place=place))

    def hidden_on_record(self, kind: str, fields: Mapping[str, Any], *, place: int) -> frozenset[str]:
        """The kinds that are hidden at a place of the record; costs statements where the report may hide something."""
        return hidden_at(self.game, place=place) if may_hide(kind, fields) else NONE_HIDDEN

    def new_entry(self, row: Report) -> dict[str, Any]:
        """A new entry of the journal as the author may see it."""
        hidden = self._hidden_at(row.root) if may_hide(row.kind, row.payload) else NONE_HIDDEN
        return shown(row, self.viewer, hidden=hidden)

    def new_finding(self, new: NewFinding) -> dict[str, Any]:
        """A new finding as the author may see it."""
        finding = new.finding.as_json(self.game.id, new.deal_id)
        return seen_finding(finding, self.viewer, hidden=bool(self.hidden_in(new.deal)))

    def game_shown(self) -> dict[str, Any]:
        """The game as it is now; the deal that a dry run settles keeps its secrets."""
        deal, dry_run = self.game.current_deal, self.referee is not None and not self.recorded
        still_open = dry_run and deal is not None and bool(self.hidden_in(deal.number))
        fresh = self.fresh if dry_run else ()
        return game_json(self.game, self.viewer, still_open=still_open, fresh=fresh)


def _hidden_in_rows(rows: Mapping[int, Deal], *, place: int) -> frozenset[str]:
    """The kinds that are hidden at this place of the record; all kinds where none of these deals was opened before."""
    opened = max((row.opened for row in rows.values() if row.opened <= place), default=None)
    here = [hidden_in(row.sheet) for row in rows.values() if row.opened == opened]
    return frozenset().union(*here) if here else SECRETS
