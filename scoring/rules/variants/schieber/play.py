"""Schieber (docs/rules.md, section 4): two against two, announcing, pushing, Weis, Stöck, match and end claim."""

from collections.abc import Sequence

from scoring.rules.deal.facts import Deal
from scoring.rules.deal.parts import Claim, Meld, Moment
from scoring.rules.pack.cards import notations
from scoring.rules.pack.seats import Table
from scoring.rules.proof.findings import STOECK_RANKS, stoeck_cards
from scoring.rules.record.kinds import Announced, Counted, EndClaimed, Pushed, Report, StoeckShown, WeisShown
from scoring.rules.record.refusals import Refused
from scoring.rules.scoring.result import DealOutcome, TotalsBefore, status_of
from scoring.rules.scoring.status import DealStatus
from scoring.rules.variants.base import Handler, Hearing, Variant
from scoring.rules.variants.columns import ADJUSTED, FACTOR, TOTAL, TRICKS, Column
from scoring.rules.variants.schieber.account.steps import account_of
from scoring.rules.variants.schieber.berg import kept
from scoring.rules.variants.schieber.ending import outcome_of, scores_apart
from scoring.rules.variants.schieber.extras import STOECK, Stoeck, weis_is_decided
from scoring.rules.variants.schieber.options import PRESETS, SchieberOptions
from scoring.rules.variants.schieber.remedies import REMEDY_CONDITIONS
from scoring.rules.variants.schieber.scores import SchieberScore, factor_of
from scoring.rules.variants.schieber.showing import has_weis_left, take_weis
from scoring.rules.variants.schieber.slates import check_against_paper, check_paper_claim, take_count
from scoring.rules.variants.schieber.stages import STAGE_POINTS
from scoring.rules.variants.schieber.timing import late_weise
from scoring.rules.variants.schieber.weis import CRITERIA
from scoring.rules.variants.shared import announcing
from scoring.rules.variants.shared.card_play import CARD_PLAY
from scoring.rules.variants.shared.slates import may_count

TABLE = Table(seats=4, partners=True)


def may_show_stoeck(deal: Deal, options: SchieberOptions) -> bool:
    """From the announcement on while the deal is played, and under `reported` not after its moment (R-29)."""
    if not options.stoeck or stoeck_cards(deal) is None or len(deal.stoecke) == len(deal.table.all_seats):
        return False
    if options.stoeck_call == "reported" and deal.all_played and deal.void_after is None:
        return not _stoeck_call_is_over(deal)
    return not deal.over and not (options.stoeck_call == "reported" and _stoeck_call_is_over(deal))


def _stoeck_call_is_over(deal: Deal) -> bool:
    """Whether the trick after the one with the second card has begun; the last leaves time until the next deal."""
    pair = stoeck_cards(deal)
    lying = [found for card in pair or () if (found := deal.where(card))]
    return len(lying) == len(STOECK_RANKS) and len(deal.tricks) > max(one.trick for one in lying)


def take_stoeck(deal: Deal, report: StoeckShown, options: SchieberOptions, hearing: Hearing) -> None:
    """King and Ober of trump in one hand; counts from now on (R-29). Said again by the seat it says nothing new."""
    if not options.stoeck:
        raise Refused("not_in_these_rules", option="stoeck")
    if deal.mode is None:
        raise Refused("out_of_phase")
    if stoeck_cards(deal) is None:
        raise Refused("stoeck_impossible", mode=deal.mode.name)
    if not may_show_stoeck(deal, options):
        raise Refused("stoeck_too_late" if options.stoeck_call == "reported" else "out_of_phase")
    if any(shown.seat == report.seat for shown in deal.stoecke):
        return
    if hearing.fresh:
        check_against_paper(deal, report, options)
    deal.stoecke.append(Meld(report.seat, hearing.unit, deal.tick()))
    if deal.between_tricks():
        deal.moments.append(Moment(deal.clock, deal.complete_tricks))


def claims_exist(options: SchieberOptions) -> bool:
    """Whether anybody claims in these rules (R-30, R-31)."""
    return options.target is not None and options.claim in {"trick_winner", "anyone"}


def may_claim(deal: Deal, options: SchieberOptions) -> bool:
    """Whether the moment is open to either side (R-31), on cards or on paper."""
    if not claims_exist(options):
        return False
    return on_paper(deal) or bool(entitled(deal, options))


def on_paper(deal: Deal) -> bool:
    """Whether a claim now would have to say itself what was taken: nothing lies on record."""
    return deal.mode is not None and not deal.tricks and not deal.over


def is_claim_open(deal: Deal, options: SchieberOptions) -> bool:
    """Whether a claim that says nothing but its side is judged now; on paper it must say what was taken."""
    return bool(entitled(deal, options))


def entitled(deal: Deal, options: SchieberOptions) -> tuple[int, ...]:
    """The sides that may claim now (R-31); between deals only where nobody wins without a claim (R-34)."""
    if not claims_exist(options):
        return ()
    if deal.over:
        return _entitled_between_deals(deal, options)
    done = deal.complete_tricks
    if done == 0:
        return ()
    if options.claim == "anyone":
        return deal.table.sides
    winner = deal.tricks[done - 1].winner
    if deal.running is not None or winner is None:
        return ()
    return (deal.side_taking(deal.tricks[done - 1]) or deal.table.side_of(winner),)


def _entitled_between_deals(deal: Deal, options: SchieberOptions) -> tuple[int, ...]:
    """After a settled deal; where a slate does not tell who took the last trick, the claimer counts as entitled."""
    if options.no_claim != "play_on" or deal.void_after is not None:
        return ()
    if options.claim == "anyone" or deal.last_side is None:
        return deal.table.sides
    return (deal.last_side,)


def take_claim(deal: Deal, report: EndClaimed, options: SchieberOptions, hearing: Hearing) -> None:
    """The end claim. Right or wrong, it ends the game (R-32); read again, it keeps its right."""
    if not claims_exist(options):
        raise Refused("not_in_these_rules", option="claim")
    if deal.mode is None and not deal.over:
        raise Refused("out_of_phase")
    if hearing.fresh:
        _check_claim(deal, report, options)
    deal.tick()
    claim = Claim(hearing.unit, report)
    deal.claims.append(claim)
    deal.moments.append(Moment(deal.clock, deal.complete_tricks, claim, after_deal=deal.over))


def _check_claim(deal: Deal, report: EndClaimed, options: SchieberOptions) -> None:
    if not may_claim(deal, options):
        raise Refused("out_of_phase")
    if on_paper(deal):
        check_paper_claim(deal, report, options)
        return
    if report.counted is not None or report.weis is not None or report.stoeck is not None:
        field = "counted" if report.counted is not None else "weis" if report.weis is not None else "stoeck"
        raise Refused("invalid_value", pointer=(field,), hint="left_out")
    sides = entitled(deal, options)
    if report.side not in sides:
        raise Refused("not_entitled", pointer=("side",), entitled=list(sides))


def still_open(deal: Deal, options: SchieberOptions) -> frozenset[type[Report]]:
    """What may still be typed in although the game has ended in this deal (R-28, R-29)."""
    kinds: set[type[Report]] = set()
    if deal.before_second_trick:
        kinds |= {WeisShown, StoeckShown}
    if deal.all_played and options.stoeck_call == "reported":
        kinds.add(StoeckShown)
    return frozenset(kinds)


def judge(deal: Deal, options: SchieberOptions, before: TotalsBefore | None) -> DealOutcome:
    """Scores, end and status of the deal. `before` is None where an earlier deal has ended the game (R-35)."""
    outcome = outcome_of(deal, options, before)
    extras, end, scores = outcome.extras, outcome.end, outcome.scores
    decided = weis_is_decided(deal)
    return DealOutcome(
        status=status_of(
            deal,
            surplus=before is None,
            broken_off=end is not None and end.within,
            phase=DealStatus.ANNOUNCING if deal.mode is None else DealStatus.PLAYING,
        ),
        scores=None if deal.void_after is not None else tuple(score.as_json() for score in scores),
        totals={score.side: score.total for score in scores},
        result=end.result if end else None,
        weis=tuple(
            _weis_as_json(shown, counts=counts if decided else None)
            for shown, counts in zip(deal.weise, extras.counts, strict=True)
        ),
        stoeck=_stoeck_as_json(extras.stoeck, scores),
        memory=kept(deal, outcome.berg),
    )


def _stoeck_as_json(stoeck: Stoeck | None, scores: Sequence[SchieberScore]) -> dict[str, int | None] | None:
    """The Stöck where it counts: what became known after the end of the game does not (R-32)."""
    if stoeck is None or not any(score.stoeck for score in scores):
        return None
    return {"seat": stoeck.seat, "points": STOECK}


def _weis_as_json(shown: Meld, *, counts: bool | None) -> dict[str, object]:
    """A Weis as docs/api.md (Deals) shows it: without cards while it is only said."""
    said = {"said": shown.said.form.as_json()} if shown.said else {}
    return {
        "seat": shown.seat,
        "cards": notations(shown.cards) or None,
        **said,
        "points": shown.weis.points if shown.weis else 0,
        "counts": counts,
    }


SCHIEBER = Variant(
    name="schieber",
    table=TABLE,
    presets=PRESETS,
    handlers={
        **CARD_PLAY,
        Pushed: Handler(announcing.may_push, announcing.take_push),
        Announced: Handler(announcing.may_announce, announcing.take_announce),
        WeisShown: Handler(has_weis_left, take_weis),
        StoeckShown: Handler(may_show_stoeck, take_stoeck),
        EndClaimed: Handler(is_claim_open, take_claim),
        Counted: Handler(may_count, take_count),
    },
    lacks=frozenset({("deal", "turned"), ("count", "bids"), ("count", "tricks")}),
    owing=announcing.owing,
    entitled=entitled,
    still_open=still_open,
    judge=judge,
    factor=factor_of,
    findings=late_weise,
    scores_apart=scores_apart,
    explain=account_of,
    remedies=REMEDY_CONDITIONS,
    closed_facts={"stage": tuple(STAGE_POINTS), "decided_by": CRITERIA},
    columns={
        "tricks": TRICKS,
        "match": Column("What a match adds, before the factor (R-22)."),
        "weis": Column("The Weise that count, before the factor."),
        "stoeck": Column("The Stöck, before the factor."),
        "factor": FACTOR,
        "adjusted": ADJUSTED,
        "berg": Column("The Bergpreis, where the side wins it in this deal; after the factor (R-37).", left_out=True),
        "total": TOTAL,
    },
)
