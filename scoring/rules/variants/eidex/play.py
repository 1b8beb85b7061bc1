"""Cosmic Eidex (docs/rules.md, section 6): three players, each alone, who lay a card away and avoid the middle."""

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import LaidCard
from scoring.rules.pack.cards import ACE, SIX, rank_of, suit_of
from scoring.rules.pack.modes import MODE, MODES, Mode
from scoring.rules.pack.seats import Table
from scoring.rules.record.kinds import CardLaid, Counted, DealOpened, HandShown
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.result import DealOutcome, TotalsBefore, status_of
from scoring.rules.scoring.status import DealStatus
from scoring.rules.variants.base import Handler, Hearing, Variant
from scoring.rules.variants.columns import Column
from scoring.rules.variants.eidex.account import account_of
from scoring.rules.variants.eidex.ending import end_by, totals_added
from scoring.rules.variants.eidex.options import PRESETS, EidexOptions
from scoring.rules.variants.eidex.scores import scores_of
from scoring.rules.variants.eidex.slates import take_count
from scoring.rules.variants.shared.card_play import CARD_PLAY
from scoring.rules.variants.shared.slates import may_count

TABLE = Table(seats=3, partners=False)


def secret_kinds(options: EidexOptions) -> frozenset[str]:
    """The kinds that are hidden until the deal is settled."""
    return frozenset({HandShown.kind, CardLaid.kind})


def open_deal(deal: Deal, report: DealOpened, options: EidexOptions) -> None:
    """The turned card is one of the dealer's hand and sets the mode; each player owes a laid card (R-50, R-51)."""
    if report.turned is not None:
        deal.turned, deal.turned_seat = report.turned, deal.dealer
        deal.mode = mode_by(report.turned, options)
    deal.to_lay = frozenset(deal.table.all_seats)


def mode_by(turned: int, options: EidexOptions) -> Mode:
    """The suit of the turned card is trump; under `ace_six_modes` an ace means Obenabe and a six Unenufe (R-50)."""
    if options.ace_six_modes and rank_of(turned) in {ACE, SIX}:
        return MODE["obenabe" if rank_of(turned) == ACE else "unenufe"]
    return MODES[suit_of(turned)]


# --- laid cards -------------------------------------------------------------------------------------------------------


def may_lay(deal: Deal, options: EidexOptions) -> bool:
    """A laid card may be reported until the deal is settled (R-51)."""
    return not deal.over and bool(deal.no_card_yet)


def take_lay(deal: Deal, report: CardLaid, options: EidexOptions, hearing: Hearing) -> None:
    """The laid card of a seat, once. It is compared with nothing: it is hidden (docs/api.md, Secrets)."""
    if report.seat in deal.laid:
        raise Refused("already_laid", pointer=("seat",), seat=report.seat)
    if not may_lay(deal, options):
        raise Refused("out_of_phase")
    deal.laid[report.seat] = LaidCard(report.card, hearing.unit, deal.tick())


# --- what follows -----------------------------------------------------------------------------------------------------


def owing(deal: Deal, options: EidexOptions) -> tuple[int, ...]:
    """Whose card comes next; after the last trick the seats that have not said what they laid."""
    if deal.over:
        return ()
    return tuple(sorted(deal.no_card_yet)) if deal.done else (deal.turn,)


def judge(deal: Deal, options: EidexOptions, before: TotalsBefore | None) -> DealOutcome:
    """Win points, end and status of the deal. `before` is None where an earlier deal has ended the game (R-35)."""
    end = end_by(deal, options, before)
    void = deal.void_after is not None
    return DealOutcome(
        status=status_of(
            deal, surplus=before is None, broken_off=end is not None and end.within, phase=DealStatus.PLAYING
        ),
        scores=None if void else tuple(score.as_json() for score in scores_of(deal, options)),
        totals=totals_added(deal, options, before),
        result=end.result if end else None,
    )


EIDEX = Variant(
    name="eidex",
    table=TABLE,
    hand_size=12,
    tricks=11,
    presets=PRESETS,
    handlers={
        **CARD_PLAY,
        CardLaid: Handler(may_lay, take_lay),
        Counted: Handler(may_count, take_count),
    },
    lacks=frozenset(("count", name) for name in ("match", "last_trick", "weis", "stoeck", "bids", "mode", "declarer")),
    needs=frozenset({("deal", "turned")}),
    open=open_deal,
    owing=owing,
    judge=judge,
    explain=account_of,
    secret=secret_kinds,
    columns={
        "tricks": Column("Card points of the tricks, with the last-trick 5; null by a slate.", nullable=True),
        "laid": Column(
            "The points of the laid card; null by a slate, or for who may not see it yet.",
            nullable=True,
        ),
        "points": Column("Tricks and laid card together; null while one is missing, or hidden.", nullable=True),
        "adjusted": Column("Win points that rulings give or take, where they do.", signed=True, left_out=True),
        "total": Column(
            "The win points of the deal (R-52), and what rulings give or take; null until it is settled. "
            "What they add to the score is less where R-53 or R-54 hold somebody back.",
            nullable=True,
            signed=True,
        ),
    },
)
