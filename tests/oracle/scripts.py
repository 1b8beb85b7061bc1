"""Random whole games as scripts of table events, bent so that every kind of end comes up often.

A game is planned first (tests.oracle.plans): its deals with hands, play, Weise and Stöck, and a target. Then a
scribe writes it down with reports at lawful and unlawful moments, claims, and events that are refused. All that a
script reports is true, and all cards are lawfully played.
"""

import random
from typing import Any

from tests.oracle.cards import MODES, SEATS
from tests.oracle.dealer import Plan, random_options, true_weise
from tests.oracle.ends import sides_there, totals_at
from tests.oracle.events import REFUSALS
from tests.oracle.plans import AIMS, full_sheet, known_by_weis, mark_for, planned, some_deals
from tests.oracle.presets import Options
from tests.oracle.schieber import apply
from tests.oracle.scores import Sheet, stoeck_plays
from tests.oracle.standing import current, end_of_game, last_trick_stoeck, new_game, typed_in_late
from tests.oracle.weis import is_run

Event = dict[str, Any]

NOTHING_LATE: dict[str, Any] = {"weis": [], "stoeck": None, "claim": None}


def random_game(rng: random.Random, *, options: Options | None = None, aim: str | None = None) -> dict[str, Any]:
    """A whole game: {"aim", "options", "first_dealer", "script"}.

    Given options are kept, save the target, which is chosen so that the aimed end can happen.
    """
    aim = aim or rng.choice(list(AIMS))
    if options is None:
        options = random_options(rng, **{option: rng.choice(values) for option, values in AIMS[aim].items()})
    first_dealer = rng.choice(SEATS)
    target, plans = planned(aim, rng=rng, options={**options, "berg": None}, first_dealer=first_dealer)
    if options["berg"] is not None:
        target = max(2, target)
        end = target if options["target"] is not None else None
        mark = mark_for(plans, options={**options, "berg": None}, target=end, rng=rng)
        options = {**options, "berg": {**options["berg"], "points": mark}}
    if options["target"] is not None:
        options = {**options, "target": target}
    script = write_script(plans, rng=rng, options=options, first_dealer=first_dealer, habits=habits_for(aim, rng))
    return {"aim": aim, "options": options, "first_dealer": first_dealer, "script": script}


def random_script(rng: random.Random, options: Options, first_dealer: int) -> list[Event]:
    """A script for these very options, target and all; the game may stay open."""
    plans = some_deals(rng.randint(1, 6), rng=rng, options=options, first_dealer=first_dealer)
    habits = habits_for(rng.choice(list(AIMS)), rng)
    return write_script(plans, rng=rng, options=options, first_dealer=first_dealer, habits=habits)


def habits_for(aim: str, rng: random.Random) -> dict[str, float]:
    """How the table behaves: the chances of claims, of refused events, and of reports that come too late."""
    habits = {"claim when there": 0.5, "claim between deals": 0.5, "claim blindly": 0.01, "too late": 0.1}
    habits["noise"] = rng.choice([0.0, 0.02, 0.1])
    if aim == "false_claim":
        habits["claim blindly"] = 0.1
    if aim in ("stoeck", "weis", "stich", "draw"):
        habits |= {"claim when there": 0.15, "claim blindly": 0.0, "too late": 0.0}
    if aim in ("late", "late_open", "last_stoeck", "deal_end"):
        habits |= {"claim when there": 0.02, "claim blindly": 0.0}
    if aim == "between_deals":
        habits |= {"claim when there": 0.02, "claim blindly": 0.002, "claim between deals": 0.4}
    return habits


class Scribe:
    """Writes one game down, keeping the oracle's view of it at hand."""

    def __init__(self, *, rng: random.Random, options: Options, first_dealer: int, habits: dict[str, float]) -> None:
        self.rng = rng
        self.options = options
        self.habits = habits
        self.game = new_game(options, first_dealer)
        self.script: list[Event] = []
        self.plan: Plan = {}
        self.pending: list[Event] = []  # the reports of this deal that are still to be made: {"due", "event"}

    def say(self, event: Event) -> bool:
        self.script.append(event)
        return bool(apply(self.game, event)["accepted"])

    def chance(self, habit: str) -> bool:
        return self.rng.random() < self.habits[habit]

    def over(self) -> bool:
        return end_of_game(self.game) is not None

    def lying(self) -> int:
        sheet = current(self.game)
        return 0 if sheet is None else len(sheet["cards"])

    # A deal from its opening to its last trick, or to the end of the game.

    def write_deal(self, plan: Plan) -> None:
        self.plan = plan
        self.pending = self.reports_of(plan)
        self.noise()
        self.say({"kind": "deal"})
        self.noise()
        if plan["pushed"]:
            self.say({"kind": "push"})
            self.noise()
        self.say({"kind": "announce", "mode": plan["mode"]})
        self.moment()
        for trick in plan["tricks"]:
            if self.over():
                return
            self.write_trick(trick["cards"])

    def write_trick(self, cards: list[str]) -> None:
        single = self.rng.choice([0, 0, 0, 0, 1, 2, 3, 4])
        for card in cards[:single]:
            self.say({"kind": "play", "card": card})
            self.moment()
            if self.over():
                return
        if single < 4:
            self.say({"kind": "trick", "cards": cards})
            self.moment()

    def moment(self) -> None:
        """What may be said between two cards, in any order; and once more what an end has left to be said."""
        acts = [self.report, self.claim, self.noise]
        self.rng.shuffle(acts)
        for act in acts:
            act()
        if self.over():
            self.report()

    # Weise and Stöck, when they are due.

    def reports_of(self, plan: Plan) -> list[Event]:
        """The reports of the deal, each with the number of cards that lie when it is due."""
        late = plan.get("late", NOTHING_LATE)
        early = late is not NOTHING_LATE or self.habits["too late"] == 0.0
        reports = []
        for weis in plan["weis"]:
            is_late = weis in late["weis"]
            due = 4 if is_late else self.weis_due(early=early)
            reports.append({"due": due, "late": is_late, "event": {"kind": "weis", **weis}})
        if plan["stoeck_reported"] is not None:
            is_late = late["stoeck"] is not None
            due = late["stoeck"] if is_late else self.stoeck_due(plan, early=early)
            event = {"kind": "stoeck", "seat": plan["stoeck_reported"]}
            reports.append({"due": due, "late": is_late, "event": event})
        return reports

    def weis_due(self, *, early: bool) -> int:
        if early:
            return self.rng.randint(0, 3)
        if self.chance("too late"):
            return self.rng.randint(5, 12)
        return self.rng.choice([0, 0, 0, 1, 2, 3, 4, 4, 4])

    def stoeck_due(self, plan: Plan, *, early: bool) -> int:
        if "stoeck_due" in plan:
            return int(plan["stoeck_due"])
        if early:
            return self.rng.randint(0, 3)
        plays = stoeck_plays(full_sheet(plan), 36)
        second = plays[1][1] if plays else 36
        return self.rng.choice([0, 1, 4, second, second + 1, second + 5, self.rng.randint(0, 36)])

    def report(self) -> None:
        waiting = list(self.pending)
        for entry in waiting:
            if self.lying() < entry["due"] or (entry["late"] and self.claim_is_to_come()):
                continue
            if self.over() and not self.door_open() and self.rng.random() < 0.9:
                continue
            if self.disputable(entry["event"]):
                continue
            self.pending.remove(entry)
            self.say(entry["event"])

    def claim_is_to_come(self) -> bool:
        late = self.plan.get("late", NOTHING_LATE)
        return late["claim"] is not None and self.lying() <= 4 and not self.over()

    def door_open(self) -> bool:
        return typed_in_late(self.game) or last_trick_stoeck(self.game)

    def disputable(self, event: Event) -> bool:
        """Reports whose refusal the rules leave open are not made."""
        sheet = current(self.game)
        reasons = REFUSALS[event["kind"]](self.game, event)
        if event["kind"] != "stoeck" or sheet is None or not reasons or self.over():
            return False
        return known_by_weis(sheet) or "out_of_phase" in reasons

    # Claims.

    def claim(self) -> None:
        sheet = current(self.game)
        if self.over() or sheet is None or sheet["mode"] is None or self.lying() < 4:
            return
        late = self.plan.get("late", NOTHING_LATE)
        if late["claim"] is not None and self.lying() == 4:
            self.say({"kind": "claim", "side": late["claim"]["side"]})
        elif self.options["target"] is not None:
            self.claim_at_will(sheet)

    def claim_at_will(self, sheet: Sheet) -> None:
        there = sides_there(totals_at(sheet, sheet["before"], self.options, moment=self.lying()), self.options)
        habit = "claim between deals" if self.lying() == 36 else "claim when there"
        for side in self.rng.sample([1, 2], 2):
            if self.over():
                return
            if (side in there and self.chance(habit)) or self.chance("claim blindly"):
                self.say({"kind": "claim", "side": side})

    # Events that are refused.

    def noise(self) -> None:
        while self.chance("noise"):
            candidates = [event for event in self.foolish_events() if REFUSALS[event["kind"]](self.game, event)]
            if candidates:
                self.say(self.rng.choice(candidates))

    def foolish_events(self) -> list[Event]:
        sheet = current(self.game)
        events: list[Event] = [{"kind": "deal"}, {"kind": "push"}, {"kind": "announce", "mode": self.rng.choice(MODES)}]
        # A claim without any card on record would be one on paper.
        if sheet is None or sheet["mode"] is None or self.lying() > 0:
            events.append({"kind": "claim", "side": self.rng.choice([1, 2])})
        if self.over() or self.lying() < 36:
            events += self.next_cards()
        if sheet is not None and sheet["mode"] is None:
            events += [entry["event"] for entry in self.pending]
        if sheet is not None and sheet["mode"] is not None and self.lying() <= 4 and not self.over():
            events += self.reports_not_in_these_rules()
        return events

    def reports_not_in_these_rules(self) -> list[Event]:
        events: list[Event] = []
        if not self.options["weis"]:
            for seat, hand in self.plan["hands"].items():
                runs = [cards for cards in true_weise(hand, self.plan["mode"], self.options) if is_run(cards)]
                events += [{"kind": "weis", "seat": seat, "cards": cards} for cards in runs]
        if not self.options["stoeck"] and self.plan["stoeck_holder"] is not None:
            events.append({"kind": "stoeck", "seat": self.plan["stoeck_holder"]})
        return events

    def next_cards(self) -> list[Event]:
        number, lying = divmod(self.lying(), 4)
        cards = self.plan["tricks"][number % 9]["cards"]
        return [{"kind": "play", "card": cards[lying]}, {"kind": "trick", "cards": cards}]

    def aftermath(self) -> None:
        """Both sides may confirm, which closes the last doors; then whatever is said comes too late."""
        if not self.over():
            return
        if self.rng.random() < 0.3:
            for side in self.rng.sample([1, 2], 2):
                self.say({"kind": "confirm", "side": side})
            for entry in self.pending:
                self.say(entry["event"])
        for _ in range(self.rng.randint(0, 3)):
            candidates = [event for event in self.foolish_events() if REFUSALS[event["kind"]](self.game, event)]
            self.say(self.rng.choice(candidates))


def write_script(
    plans: list[Plan], *, rng: random.Random, options: Options, first_dealer: int, habits: dict[str, float]
) -> list[Event]:
    """The planned deals as they are reported at the table, until the game is over or the plan is at its end."""
    scribe = Scribe(rng=rng, options=options, first_dealer=first_dealer, habits=habits)
    for plan in plans:
        if scribe.over():
            break
        scribe.write_deal(plan)
    scribe.aftermath()
    return scribe.script
