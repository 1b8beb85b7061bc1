"""Coiffeur (docs/rules.md section 10): each side announces each of the six modes once, and who announces scores."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.rules.deal.facts import Count, Deal
from scoring.rules.options.options import CoiffeurOptions
from scoring.rules.pack.modes import MODE
from scoring.rules.pack.seats import Side, Table
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.record.kinds import NOBODY, Announced, Counted, DealOpened, HandShown, Pushed
from scoring.rules.record.refusals import Refused
from scoring.rules.rulings.remedies import NOTHING_DECIDED
from scoring.rules.scoring.ending import Result, Standing
from scoring.rules.scoring.points import points_split, taken_by
from scoring.rules.variants.base import Judged, Variant, status_of
from scoring.rules.variants.shared import announcing
from scoring.rules.variants.shared.card_play import CARD_PLAY, Handler, Hearing
from scoring.rules.variants.shared.chapters import (
    COUNT,
    DURING,
    SCORE,
    count_steps,
    last_deal_steps,
    total_steps,
    unplaced_steps,
)
from scoring.rules.variants.shared.columns import ADJUSTED, TOTAL, TRICKS, Column
from scoring.rules.variants.shared.slates import check_match, counted_points, may_count
from scoring.rules.variants.shared.told import DealTold
from scoring.rules.variants.shared.trick_account import trick_steps
from scoring.rules.view.account import Account, Step

TABLE = Table(seats=4, partners=True)

DEALS = len(MODE) * len(TABLE.sides)
"""How many counted deals a game has: every mode of every side (R-63)."""

NOT_COUNTED = ("last_trick", "weis", "stoeck", "bids", "tricks")
"""What a slate says in other variants, and not here (R-61)."""

SECRET = frozenset({HandShown.kind})
"""What is hidden until a deal is settled: the hands that were shown."""


def secret_kinds(options: CoiffeurOptions) -> frozenset[str]:
    """The kinds that are hidden until the deal is settled."""
    return SECRET


def open_deal(deal: Deal, report: DealOpened, options: CoiffeurOptions) -> None:
    """Nothing is turned, and nothing awaited: forehand announces (R-60)."""
    deal.secret = SECRET


# --- what a side has announced ----------------------------------------------------------------------------------------


def announcing_side(deal: Deal) -> Side:
    """The side that announces and alone scores: forehand's, for it is pushed to the partner (R-60, R-62)."""
    return deal.table.side_of(deal.forehand)


def played_before(deal: Deal) -> Sequence[str]:
    """The modes that the announcing side has played in earlier deals: what is remembered of the game (R-60)."""
    modes: Sequence[str] = (deal.memory or {}).get(str(announcing_side(deal)), ())
    return modes


def remembered(deal: Deal) -> Mapping[str, Sequence[str]]:
    """What the deals after this one must know: the modes of each side, by its number."""
    modes = [*played_before(deal), *([deal.mode.name] if deal.mode else [])]
    return {**(deal.memory or {}), str(announcing_side(deal)): modes}


def check_free(deal: Deal, mode: str | None, hearing: Hearing) -> None:
    """Refuse a mode that the side has played; one that was played all the same is scored as announced (R-60)."""
    if hearing.insisted or mode not in played_before(deal):
        return
    free = [name for name in MODE if name not in played_before(deal)]
    raise Refused("mode_not_allowed", pointer=("mode",), **({"allowed": free} if free else {}))


def take_announce(deal: Deal, report: Announced, options: CoiffeurOptions, hearing: Hearing) -> None:
    """One of the modes that the side has left; who announces leads (R-60, R-61)."""
    announcing.check_announce(deal, report)
    check_free(deal, report.mode, hearing)
    announcing.take_announce(deal, report, options, hearing)
    deal.first_leader = deal.declarer


def take_count(deal: Deal, report: Counted, options: CoiffeurOptions, hearing: Hearing) -> None:
    """Settle the deal by what the slate holds; the mode always matters."""
    if not may_count(deal, options):
        raise Refused("out_of_phase")
    if deal.mode is None:
        check_free(deal, report.mode, hearing)
    announcing.take_mode(deal, report, options, needed=True)
    points = counted_points(deal, report, hearing)
    check_match(deal, report, points)
    deal.tick()
    deal.first_leader = deal.declarer
    deal.count = Count(hearing.unit, report, points, sum(points.values()) == DEAL_POINTS, last_side=None)


# --- scores -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Score:
    """What a side has in a deal. `factor` is 0 for who did not announce, None while the mode is open (R-62).

    `adjusted` are points after the factor that a ruling gives or takes.
    """

    side: Side
    tricks: int
    match: int
    factor: int | None
    adjusted: int

    @property
    def total(self) -> int:
        """What the deal adds to the game."""
        return (self.tricks + self.match) * (self.factor or 0) + self.adjusted

    def as_json(self) -> dict[str, int | None]:
        """As the deal shows it."""
        shown = {"side": self.side, "tricks": self.tricks, "match": self.match, "factor": self.factor}
        return {**shown, **({"adjusted": self.adjusted} if self.adjusted else {}), "total": self.total}


def factor_of(deal: Deal, options: CoiffeurOptions) -> int | None:
    """The factor of the mode; None while it is open."""
    return options.factor_of(deal.mode) if deal.mode else None


def scores_of(deal: Deal, options: CoiffeurOptions) -> list[Score]:
    """What each side has at this moment; a match is one of the announcing side (R-62)."""
    own, points, match, factor = announcing_side(deal), points_of(deal), match_of(deal), factor_of(deal, options)
    given, taken = deal.decided.adjusted, deal.decided.penalties
    return [
        Score(
            side=side,
            tricks=points[side],
            match=options.match_bonus if side == own == match else 0,
            factor=factor if side == own or factor is None else 0,
            adjusted=given.get(side, 0) - taken.get(side, 0),
        )
        for side in deal.table.sides
    ]


def points_of(deal: Deal) -> Mapping[Side, int]:
    """The points before the factor: by a ruling, a slate, or the tricks so far."""
    loser = deal.decided.lost_by
    if loser is not None:
        return {side: 0 if side == loser else DEAL_POINTS for side in deal.table.sides}
    if deal.count is not None:
        return points_split(deal, deal.count.points)
    return taken_by(deal, tricks=deal.complete_tricks)


def match_of(deal: Deal) -> Side | None:
    """The side that took every trick, or is given them by a ruling."""
    if deal.decided.lost_by is not None:
        return deal.table.opponents_of(deal.decided.lost_by)[0]
    if deal.count is not None:
        return deal.count.match
    sides = {side for trick in deal.tricks if (side := deal.side_taking(trick))}
    return sides.pop() if deal.all_played and len(sides) == 1 else None


def result_of(deal: Deal, options: CoiffeurOptions, before: Standing | None) -> Result | None:
    """The end of the game that the deal gives, or None where it goes on (R-63)."""
    result = _result(deal, options, before) if before is not None else None
    if before is None or result is None or result.reason == "forfeit" or not deal.rulings:
        return result
    bare = _result(replace(deal, decided=NOTHING_DECIDED), options, before)
    return result if bare is not None and bare.winners == result.winners else replace(result, reason="ruling")


def _result(deal: Deal, options: CoiffeurOptions, before: Standing) -> Result | None:
    if deal.decided.forfeited_by is not None:
        return Result(deal.table.opponents_of(deal.decided.forfeited_by), "forfeit", deal.number)
    if deal.void_after is not None or not deal.over or before.counted + 1 < DEALS:
        return None
    totals = {score.side: before.totals[score.side] + score.total for score in scores_of(deal, options)}
    best = max(totals.values())
    return Result(tuple(side for side, total in totals.items() if total == best), "deals", deal.number)


def judge(deal: Deal, options: CoiffeurOptions, before: Standing | None) -> Judged:
    """Scores, end and status of the deal. `before` is None where an earlier deal has ended the game (R-35)."""
    scores, result = scores_of(deal, options), result_of(deal, options, before)
    return Judged(
        status=status_of(
            deal,
            surplus=before is None,
            broken_off=result is not None and not deal.over,
            phase="announcing" if deal.mode is None else "playing",
        ),
        scores=None if deal.void_after is not None else tuple(score.as_json() for score in scores),
        totals={score.side: score.total for score in scores},
        result=result,
        memory=remembered(deal),
    )


def nothing_late(deal: Deal, options: CoiffeurOptions) -> frozenset[type]:
    """Nothing is typed in after the end."""
    return frozenset()


# --- the account ------------------------------------------------------------------------------------------------------


def account_of(account: Account) -> list[Step]:
    """Why the score of the deal is what it is, step by step."""
    told, options = DealTold(account), account.options
    scores = scores_of(told.deal, options)
    steps = [*_opening(told), *announcing.announce_steps(told), *_again(told)]
    steps += announcing.factor_steps(told, factor_of(told.deal, options))
    for trick in told.deal.tricks:
        steps += trick_steps(told, trick)
    steps += count_steps(told, points_of(told.deal), rule="R-62")
    steps += told.findings(faults=("wrong_count",), chapter=COUNT)
    steps += unplaced_steps(told, beside=("wrong_deal", "wrong_count"))
    if told.counts:
        steps += [*_lost(told), *_match(told, scores), *_sums(told, scores)]
    steps += total_steps(told, {score.side: score.total for score in scores}, rule="R-63")
    result = result_of(told.deal, options, account.carry.standing)
    return [*steps, *last_deal_steps(told, result, deals=DEALS, rule="R-63")]


def _opening(told: DealTold) -> Iterator[Step]:
    facts = {"number": told.deal.number, "dealer": told.deal.dealer, "forehand": told.deal.forehand}
    yield Step("R-61", announcing.OPENING, "deal", "deal_announcer_leads", facts)
    yield from told.findings(faults=("wrong_deal",), chapter=announcing.OPENING)


def _again(told: DealTold) -> Iterator[Step]:
    """That the side had played the mode before, where the game was still open."""
    deal = told.deal
    if deal.mode is not None and deal.mode.name in played_before(deal) and told.account.carry.result is None:
        facts = {"side": announcing_side(deal), "mode": deal.mode.name}
        yield Step("R-60", announcing.OPENING, "announce", "mode_again", facts)


def _lost(told: DealTold) -> Iterator[Step]:
    loser = told.deal.decided.lost_by
    for side in () if loser is None else told.deal.table.opponents_of(loser):
        facts = {"side": side, "other": loser, "points": DEAL_POINTS}
        yield Step("R-9", SCORE, "deal_lost", "deal_lost", facts, told.adds(side, to="tricks", points=DEAL_POINTS))


def _match(told: DealTold, scores: Sequence[Score]) -> Iterator[Step]:
    """The match of the announcing side (R-62), or that a slate without points of the others is none (R-22)."""
    deal = told.deal
    own = next(score for score in scores if score.side == announcing_side(deal))
    ruled, slate = deal.decided.lost_by is not None, deal.count is not None
    if own.match:
        key = "match_ruled" if ruled else "match_slate" if slate else "match"
        adds = told.adds(own.side, to="match", points=own.match)
        yield Step("R-62", SCORE, "match", key, {"side": own.side, "points": own.match}, adds)
    elif deal.count is not None and deal.count.report.match == NOBODY and own.tricks == DEAL_POINTS and not ruled:
        facts = {"side": own.side, "points": 0, "lost_trick": None, "other": None}
        yield Step("R-22", SCORE, "match", "no_match", facts)


def _sums(told: DealTold, scores: Sequence[Score]) -> Iterator[Step]:
    """The points of who announced times the factor; what the others took does not count (R-62)."""
    so_far = "_so_far" if told.account.status in DURING else ""
    for score in scores:
        if score.factor is None:
            continue
        parts = {"tricks": score.tricks, "match": score.match}
        facts = {"side": score.side, "parts": parts, "points": sum(parts.values()), "total": score.total}
        ruled = {"adjusted": score.adjusted} if score.adjusted else {}
        if score.side == announcing_side(told.deal):
            key = "sum_ruled" if ruled else f"sum{so_far}"
            yield Step("R-62", SCORE, "sum", key, {**facts, "factor": score.factor, **ruled})
        else:
            yield Step("R-62", SCORE, "sum", "sum_others_ruled" if ruled else "sum_others", {**facts, **ruled})


COIFFEUR = Variant(
    name="coiffeur",
    table=TABLE,
    hand_size=9,
    tricks=9,
    lowest_wins=False,
    options=CoiffeurOptions,
    handlers={
        **CARD_PLAY,
        Pushed: Handler(announcing.may_push, announcing.take_push),
        Announced: Handler(announcing.may_announce, take_announce),
        Counted: Handler(may_count, take_count),
    },
    lacks=frozenset(
        {("deal", "turned"), *(("count", name) for name in ("last_trick", "weis", "stoeck", "bids", "tricks"))}
    ),
    needs=frozenset(),
    open=open_deal,
    secret=secret_kinds,
    turn=announcing.turn,
    still_open=nothing_late,
    judge=judge,
    factor=factor_of,
    explain=account_of,
    columns={
        "tricks": TRICKS,
        "match": Column("What a match of the announcing side adds, before the factor (R-62)."),
        "factor": Column("0 for who did not announce; null while the mode is not known (R-62).", nullable=True),
        "adjusted": ADJUSTED,
        "total": TOTAL,
    },
)
