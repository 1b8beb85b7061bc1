"""Differenzler (docs/rules.md, section 5): everybody alone says how many points they will make."""

from collections.abc import Mapping
from dataclasses import replace

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Bid, Count
from scoring.rules.pack.cards import suit_of
from scoring.rules.pack.modes import MODES
from scoring.rules.pack.seats import Table
from scoring.rules.pack.tricks import DEAL_POINTS
from scoring.rules.record.kinds import BidMade, Counted, DealOpened, HandShown
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.result import DealOutcome, TotalsBefore, status_of
from scoring.rules.scoring.status import DealStatus
from scoring.rules.variants.base import Handler, Hearing, Variant
from scoring.rules.variants.columns import TRICKS, Column
from scoring.rules.variants.differenzler.account import account_of
from scoring.rules.variants.differenzler.ending import end_by, scores_apart
from scoring.rules.variants.differenzler.options import PRESETS, DifferenzlerOptions
from scoring.rules.variants.differenzler.scores import added_by, penalties_of
from scoring.rules.variants.shared.card_play import CARD_PLAY, may_play
from scoring.rules.variants.shared.slates import counted_points, may_count, tricks_by_slate

TABLE = Table(seats=4, partners=False)


def secret_kinds(options: DifferenzlerOptions) -> frozenset[str]:
    """The kinds that are hidden until the deal is settled: hands, and bids unless all hear them (R-40)."""
    return frozenset({HandShown.kind} if options.bids == "open" else {HandShown.kind, BidMade.kind})


def open_deal(deal: Deal, report: DealOpened, options: DifferenzlerOptions) -> None:
    """The suit of the turned card is trump, and each of the four owes a bid (R-40)."""
    if report.turned is not None:
        deal.turned, deal.mode = report.turned, MODES[suit_of(report.turned)]
        deal.turned_seat = deal.dealer if options.turned_card == "dealers" else None
    deal.to_bid = frozenset(deal.table.all_seats)


# --- bids -------------------------------------------------------------------------------------------------------------


def may_bid(deal: Deal, options: DifferenzlerOptions) -> bool:
    """Until everybody has bid; before the first trick, save on slips, which count until the deal is settled (R-40)."""
    if deal.over or not deal.no_bid_yet:
        return False
    return options.bids == "slips" or not (deal.tricks or deal.done)


def bidders(deal: Deal, options: DifferenzlerOptions) -> tuple[int, ...]:
    """The seats that are expected to bid: one after another from forehand where bids are open, else all left (R-40)."""
    missing = tuple(seat for seat in deal.table.order_from(deal.forehand) if seat in deal.no_bid_yet)
    return missing[:1] if options.bids == "open" else missing


def take_bid(deal: Deal, report: BidMade, options: DifferenzlerOptions, hearing: Hearing) -> None:
    """A bid, once for each seat. Nothing is said of what it is compared with: it may be hidden."""
    if report.seat in deal.bids:
        raise Refused("already_bid", pointer=("seat",), seat=report.seat)
    if not may_bid(deal, options) or report.seat not in deal.no_bid_yet:
        raise Refused("out_of_phase")
    expected = bidders(deal, options)
    if report.seat not in expected:
        raise Refused("not_your_turn", pointer=("seat",), expected_seat=expected[0])
    deal.tick()
    deal.bids[report.seat] = Bid(report.points, hearing.unit)


def may_play_now(deal: Deal, options: DifferenzlerOptions) -> bool:
    """Nobody plays before all have bid, save where bids are written on slips (R-40)."""
    return may_play(deal, options) and (options.bids == "slips" or not deal.no_bid_yet)


def _once_bid(handler: Handler[object]) -> Handler[DifferenzlerOptions]:
    """The handler of a kind that waits for the bids."""

    def take(deal: Deal, report: object, options: DifferenzlerOptions, hearing: Hearing) -> None:
        if not may_play_now(deal, options):
            raise Refused("out_of_phase")
        handler.take(deal, report, options, hearing)

    return Handler(may_play_now, take)


# --- a slate ----------------------------------------------------------------------------------------------------------


def take_count(deal: Deal, report: Counted, options: DifferenzlerOptions, hearing: Hearing) -> None:
    """The points of a deal by the slate, and the bids that are not on record yet.

    On slips, bids may still come after it; the deal waits for them.
    """
    if not may_count(deal, options):
        raise Refused("out_of_phase")
    points = counted_points(deal, report, hearing)
    bids = _new_bids(deal, report.bids or {}, options)
    if options.bids != "slips" and deal.no_bid_yet - bids.keys():
        raise Refused("missing_field", pointer=("bids",), name="bids")
    _check_tricks(deal, report.tricks, points, options)
    deal.tick()
    deal.bids |= {seat: Bid(points_bid, hearing.unit) for seat, points_bid in bids.items()}
    deal.count = Count(hearing.unit, report, points, sum(points.values()) == DEAL_POINTS, last_side=None)


def _new_bids(deal: Deal, by_slate: Mapping[int, int], options: DifferenzlerOptions) -> dict[int, int]:
    """The bids of a slate that are not on record. Open ones may be said again; hidden ones are never compared."""
    for seat, points in by_slate.items():
        known = deal.bids.get(seat)
        if options.bids != "open" and seat not in deal.no_bid_yet:
            raise Refused("already_bid", pointer=("bids", str(seat)), seat=seat)
        if known is not None and known.points != points:
            raise Refused("conflicting_report", pointer=("bids", str(seat)), recorded=known.unit)
    return {seat: points for seat, points in by_slate.items() if seat not in deal.bids}


def _check_tricks(
    deal: Deal, tricks: Mapping[int, int] | None, points: Mapping[int, int], options: DifferenzlerOptions
) -> None:
    """How many tricks each has: asked for where a bid of 0 earns its bonus by a trick worth nothing (R-41)."""
    by_slate = tricks_by_slate(deal, tricks) if tricks is not None else {}
    if sum(by_slate.values()) > deal.last or min(by_slate.values(), default=0) < 0:
        raise Refused("invalid_value", pointer=("tricks",), maximum=deal.last)
    taken = [deal.side_taking(trick) for trick in deal.tricks]
    for side, number in sorted(by_slate.items()):
        least = max(taken.count(side), 1 if points[side] else 0)
        if number < least:
            raise Refused("invalid_value", pointer=("tricks", str(side)), minimum=least, maximum=deal.last)
    if len(by_slate) == len(deal.table.sides) and sum(by_slate.values()) < deal.last:
        raise Refused("invalid_value", pointer=("tricks",), minimum=deal.last)
    asked = options.exact_bonus != 0 and options.exact_bonus_at_zero == "with_trick"
    if asked and any(not points[side] and side not in by_slate for side in deal.table.sides):
        raise Refused("missing_field", pointer=("tricks",), name="tricks")


# --- what follows -----------------------------------------------------------------------------------------------------


def owing(deal: Deal, options: DifferenzlerOptions) -> tuple[int, ...]:
    """Whose card comes next; before that, and after the last trick, the seats whose bids are missing."""
    if deal.over:
        return ()
    return (deal.turn,) if may_play_now(deal, options) else bidders(deal, options)


def judge(deal: Deal, options: DifferenzlerOptions, before: TotalsBefore | None) -> DealOutcome:
    """Penalties, end and status of the deal. `before` is None where an earlier deal has ended the game (R-35)."""
    penalties = penalties_of(deal, options)
    end = end_by(deal, options, before)
    if end is not None and end.within:
        penalties = tuple(replace(one, difference=0, bonus=0) for one in penalties)
    return DealOutcome(
        status=status_of(
            deal,
            surplus=before is None,
            broken_off=end is not None and end.within,
            phase=DealStatus.BIDDING if options.bids != "slips" and deal.no_bid_yet else DealStatus.PLAYING,
        ),
        scores=None if deal.void_after is not None else tuple(one.as_json() for one in penalties),
        totals=added_by(deal, penalties),
        result=end.result if end else None,
    )


DIFFERENZLER = Variant(
    name="differenzler",
    table=TABLE,
    lowest_wins=True,
    presets=PRESETS,
    handlers={
        **{kind: CARD_PLAY[kind] if kind is HandShown else _once_bid(CARD_PLAY[kind]) for kind in CARD_PLAY},
        BidMade: Handler(may_bid, take_bid),
        Counted: Handler(may_count, take_count),
    },
    lacks=frozenset(("count", name) for name in ("match", "last_trick", "weis", "stoeck", "mode", "declarer")),
    needs=frozenset({("deal", "turned")}),
    open=open_deal,
    owing=owing,
    judge=judge,
    scores_apart=scores_apart,
    explain=account_of,
    secret=secret_kinds,
    columns={
        "tricks": TRICKS,
        "bid": Column("Null where none is made, or for who may not see it yet.", nullable=True),
        "adjusted": Column("Penalty points that rulings give or take, where they do.", signed=True, left_out=True),
        "total": Column("The penalty (R-41); null while it is not known, or hidden.", nullable=True, signed=True),
    },
)
