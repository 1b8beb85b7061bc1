"""What follows from the facts of the deals: verdicts, scores, findings, the end, and what may come next.

Nothing is read here and nothing refused; reading.py fills the deals.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from scoring.rules.deal.decided import NOTHING_DECIDED
from scoring.rules.deal.facts import Deal
from scoring.rules.deal.shown import known_hands
from scoring.rules.options.declared import GameOptions
from scoring.rules.proof.evidence import without_hands
from scoring.rules.proof.findings import Finding, concerns, findings_of
from scoring.rules.record.decisions import Ruled
from scoring.rules.record.kinds import KINDS
from scoring.rules.scoring.carry import Carry, Redeal
from scoring.rules.scoring.result import DealOutcome
from scoring.rules.scoring.signatures import signed_by
from scoring.rules.scoring.status import CARRIED, RUNNING, SIGNABLE, opens_secrets
from scoring.rules.variants.base import Variant
from scoring.rules.view.account import Account, Step
from scoring.rules.view.secrets import REFEREE, Viewer
from scoring.rules.view.sheet import Known, sheet_of


@dataclass(frozen=True, slots=True)
class Game:
    """What the referee must know of a game besides its record. `id` is the namespace of the findings' ids.

    `dealer_set` is the seq of the newest entry that changed the first dealer. 0 means that none did.
    """

    id: UUID
    variant: Variant[Any]
    options: GameOptions
    first_dealer: int
    dealer_set: int = 0

    @property
    def start(self) -> Carry:
        """Before the first deal."""
        return Carry.first(dealer=self.first_dealer, totals=self.options.start_scores)


@dataclass(slots=True)
class DealState:
    """A deal as far as it has been read: what it inherits, and its facts."""

    carry: Carry
    facts: Deal


@dataclass
class Position:
    """A game at a moment of its record: its deals as far as they have been read, and what follows from their facts."""

    game: Game
    start: Carry
    deals: list[DealState] = field(default_factory=list, init=False)

    # What follows from a deal is asked for many times while one report is heard, and most reports change one deal.
    # So it is worked out once and kept by the deal's number. Every change of a deal's facts, or of what the deal
    # inherits, must go through a method of this class: it is the only place that knows what to forget.
    _judged: dict[int, DealOutcome] = field(default_factory=dict, init=False, repr=False)
    _findings: dict[int, dict[frozenset[int], list[Finding]]] = field(default_factory=dict, init=False, repr=False)

    @property
    def current(self) -> DealState | None:
        """The deal opened last, None before the first."""
        return self.deals[-1] if self.deals else None

    def judged(self, deal: DealState) -> DealOutcome:
        """Scores, status and end of a deal."""
        number = deal.facts.number
        if number not in self._judged:
            facts = self._facts_scored(deal)
            self._judged[number] = self.game.variant.judge(facts, self.game.options, deal.carry.standing)
        return self._judged[number]

    def _facts_scored(self, deal: DealState) -> Deal:
        """The facts that scores are made of. A surplus deal may count again, and one that a ruling has ended go on."""
        facts, surplus = deal.facts, deal.carry.standing is None
        hides = (surplus and not facts.complete) or self._ended_by_ruling(deal)
        return without_hands(facts, facts.hands) if facts.hands and hides else facts

    def _ended_by_ruling(self, deal: DealState) -> bool:
        """Whether a ruling alone has ended the deal within its tricks."""
        facts = deal.facts
        if not facts.rulings or facts.all_played or facts.count:
            return False
        bare = replace(facts, decided=NOTHING_DECIDED, unseen=frozenset(facts.hands))
        return self.game.variant.judge(bare, self.game.options, deal.carry.standing).status in RUNNING

    def _opens(self, deal: DealState) -> bool:
        """Whether nothing is hidden. A ruling that ends the deal opens it once it is final, or all have signed."""
        for_good = deal.facts.ruled_for_good or self.confirmed(deal) or not self._ended_by_ruling(deal)
        return for_good and opens_secrets(self.judged(deal).status, complete=deal.facts.complete)

    def penalties(self, deal: DealState) -> dict[int, int]:
        """What the penalties that rulings order add to the totals, also in a void deal: taken from points, or added."""
        sign = 1 if self.game.variant.lowest_wins else -1
        return {side: sign * points for side, points in deal.facts.decided.penalties.items()}

    def findings(self, deal: DealState, *, unseen: Collection[int] = ()) -> list[Finding]:
        """What the facts of a deal prove, as if the hands of the `unseen` seats had not been reported."""
        known = self._findings.setdefault(deal.facts.number, {})
        without = frozenset(unseen).intersection(known_hands(deal.facts))
        if without not in known:
            facts = without_hands(deal.facts, without)
            own = self.game.variant.findings(facts, self.game.options)
            found = findings_of(facts, undertrump=self.game.options.undertrump, besides=own)
            known[without] = [self._as_decided(finding, deal.facts) for finding in found]
        return known[without]

    def _as_decided(self, finding: Finding, facts: Deal) -> Finding:
        """The finding as the newest ruling or dismissal about it has left it."""
        ids = {str(finding.id_in(self.game.id, deal)) for deal in (facts.id, str(facts.number))}
        for decision in reversed(facts.decisions.values()):
            if concerns(decision, finding, ids=ids):
                return replace(finding, status="ruled" if isinstance(decision, Ruled) else "dismissed")
        return finding

    def signed_by(self, deal: DealState) -> list[int]:
        """The sides that have signed the deal as it stands now."""
        return signed_by(deal.facts, self.judged(deal))

    def confirmed(self, deal: DealState) -> bool:
        """Whether all sides have signed the deal as it stands now."""
        return len(self.signed_by(deal)) == len(deal.facts.table.sides)

    def sheet(self, deal: DealState) -> dict[str, Any]:
        """The deal in the shape of docs/api.md (Deals), hidden things included."""
        known = self._known_to(deal, unseen=())
        by_viewer = {viewer: self._known_to(deal, unseen=unseen) for viewer, unseen in self._viewers(deal).items()}
        by_viewer = by_viewer if any(each != known for each in by_viewer.values()) else {}
        factor = self.game.variant.factor(deal.facts, self.game.options)
        told = sheet_of(deal.facts, known, by_viewer=by_viewer, factor=factor, game=self.game.id)
        return {**told, "opens": self._opens(deal)}

    def _known_to(self, deal: DealState, *, unseen: Collection[int]) -> Known:
        """What follows from the deal for those from whom the hands of these seats are hidden."""
        outcome, facts = self.judged(deal), self._facts_known(deal, unseen=unseen)
        if facts is not deal.facts:
            told = self.game.variant.judge(facts, self.game.options, deal.carry.standing)
            outcome = replace(outcome, scores=told.scores, weis=told.weis, stoeck=told.stoeck)
        return Known(outcome, tuple(self.findings(deal, unseen=unseen)))

    def _viewers(self, deal: DealState) -> dict[str, Collection[int]]:
        """The seat of each hidden hand, and "others", with the seats whose hands are hidden from them."""
        hands = known_hands(deal.facts).keys()
        if not hands or self._opens(deal):
            return {}
        return {"others": hands, **{str(seat): hands - {seat} for seat in sorted(hands)}}

    def steps(self, deal: DealState, *, seen: Mapping[str, Any], viewer: Viewer = REFEREE) -> list[Step]:
        """Why the deal's score is what it is, step by step; `seen` is its sheet as the viewer may see it."""
        turn = self.turn if deal is self.current else None
        facts = self._facts_known(deal, unseen=[seat for seat in deal.facts.hands if not viewer.knows_hand(seat)])
        account = Account(facts, self.game.options, deal.carry, self.judged(deal).status, seen, turn)
        return list(self.game.variant.explain(account))

    def _facts_known(self, deal: DealState, *, unseen: Collection[int]) -> Deal:
        """The facts from which somebody is told the running score who does not know the hands of these seats."""
        facts = self._facts_scored(deal)
        hides = known_hands(facts) and self.judged(deal).status in RUNNING
        return replace(without_hands(facts, unseen), settling=True) if hides else facts

    @property
    def totals(self) -> tuple[int, ...]:
        """The score of each side: settled and stopped deals only."""
        return self.final.totals

    @property
    def final(self) -> Carry:
        """The state after all that counts so far."""
        current = self.current
        if current is None:
            return self.start
        over = self.judged(current).status in CARRIED
        return self.carry_after(current) if over else current.carry

    @property
    def result(self) -> dict[str, Any] | None:
        """How the game ended, None while it is open; not official while a proven fault has no ruling."""
        final = self.final
        if final.result is None or final.result.waits:
            return None
        return {**final.result.as_json(), "official": final.proven == 0}

    @property
    def expects(self) -> list[str]:
        """The report kinds that may come now (docs/api.md, Next)."""
        current, variant = self.current, self.game.variant
        if current is None:
            return ["deal"]
        kinds = variant.expects(current.facts, self.game.options)
        result = self.final.result
        if result is None:
            return ["deal", *kinds] if current.facts.over else kinds
        if result.deal != current.facts.number or self.confirmed(current):
            return []
        late = variant.still_open(current.facts, self.game.options)
        return [kind for kind in kinds if KINDS[kind] in late]

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that owe what comes next; empty where nobody in particular does."""
        current = self.current
        if current is None or self.final.result is not None:
            return ()
        return self.game.variant.owing(current.facts, self.game.options)

    @property
    def turn(self) -> int | None:
        """The seat that is alone expected to act, None where none is."""
        owing = self.owing
        return owing[0] if len(owing) == 1 else None

    @property
    def entitled(self) -> tuple[int, ...]:
        """The sides that may claim now (R-31)."""
        current = self.current
        if current is None or self.final.result is not None:
            return ()
        return self.game.variant.entitled(current.facts, self.game.options)

    @property
    def unsigned(self) -> list[int] | None:
        """The sides that have not signed the deal settled or stopped last; None where this position has none."""
        over = next((deal for deal in reversed(self.deals) if self.judged(deal).status in SIGNABLE), None)
        if over is None:
            return None
        signed = self.signed_by(over)
        return [side for side in self.game.variant.table.sides if side not in signed]

    @property
    def next_trick(self) -> int | None:
        """The number of the trick that is led next, None where nobody leads any more."""
        current = self.current
        if current is None or current.facts.done or self.final.result is not None:
            return None
        number = len(current.facts.tricks) + 1
        return number if number <= current.facts.last else None

    def findings_by_id(self) -> dict[UUID, tuple[Deal, Finding]]:
        """The findings of all deals, each with its deal."""
        return {
            finding.id_in(self.game.id, deal.facts.id): (deal.facts, finding)
            for deal in self.deals
            for finding in self.findings(deal)
        }

    def carry_after(self, deal: DealState) -> Carry:
        """What the deal after this one inherits."""
        facts, judged = deal.facts, self.judged(deal)
        carry = deal.carry.opened_deal(next_dealer=facts.table.next(facts.dealer))
        after = facts.void_after or facts.redealt_after
        if after is not None:
            carry = carry.dealt_again(Redeal(after, facts.dealer, facts.number))
        if facts.void_after is not None:
            return carry.void(added=self.penalties(deal), result=judged.result)
        proven = sum(finding.status == "proven" for finding in self.findings(deal))
        return carry.settled(totals=judged.totals, result=judged.result, proven=proven, memory=judged.memory)

    # --- which deal --------------------------------------------------------------------------------------------

    def _index_of(self, id_: str | None) -> int | None:
        """Which of the deals has this id; None where it is gone, or lies before this reading."""
        return next((index for index, deal in enumerate(self.deals) if deal.facts.id == id_), None)

    def _dealt_again(self, index: int) -> bool:
        """Whether a void deal was dealt again: a later one was opened because of it."""
        facts = self.deals[index].facts
        due = (deal.carry.due for deal in self.deals[index + 1 :])
        return any(redeal is not None and redeal.deal == facts.number for redeal in due)

    # --- changing ----------------------------------------------------------------------------------------------

    def _forget(self, deal: DealState, *, findings: bool = True) -> None:
        """Work out anew what follows from a deal, when it is next asked for; its findings may be those it had."""
        self._judged.pop(deal.facts.number, None)
        if findings:
            self._findings.pop(deal.facts.number, None)

    def keep_open(self, deal: DealState) -> None:
        """Read a deal as if nothing settled it, where it keeps secrets."""
        deal.facts.kept_open = True
        self._forget(deal)

    def make_void(self, deal: DealState) -> None:
        """Read a deal as void because of entries that this reading does not have; no effect where it is void already.

        A deal that is read alone ends before the signatures or the ruling that made it void, if those came later.
        """
        if deal.facts.void_after is None:
            deal.facts.void_after = deal.facts.number
            self._forget(deal)
