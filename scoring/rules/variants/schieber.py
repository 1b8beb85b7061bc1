"""Schieber (RULES.md section 4): two against two, announcing and pushing, Weis, Stöck, match and the end claim."""

from scoring.rules.cards import notations
from scoring.rules.claims import End, Standing, end_of
from scoring.rules.deal import Claim, Deal, Moment, Shown
from scoring.rules.findings import stoeck_cards
from scoring.rules.modes import MODE
from scoring.rules.options import SchieberOptions
from scoring.rules.record import Announced, EndClaimed, Pushed, StoeckShown, WeisShown
from scoring.rules.refusals import Refused
from scoring.rules.seats import Table
from scoring.rules.tally import SideScore, extras_of, scores_now
from scoring.rules.variants.kinds import CARD_PLAY, Handler, Hearing
from scoring.rules.variants.variant import Judged, Variant
from scoring.rules.weis import overlaps, recognise

TABLE = Table(seats=4, partners=True)


def may_push(deal: Deal, options: SchieberOptions) -> bool:
    """Forehand may push once (R-20)."""
    return deal.mode is None and deal.pushed is None and options.pushing == "once"


def take_push(deal: Deal, report: Pushed, options: SchieberOptions, hearing: Hearing) -> None:
    """Forehand leaves the announcement to the partner."""
    if options.pushing == "off":
        raise Refused("not_in_these_rules", option="pushing")
    if deal.mode is not None:
        raise Refused("out_of_phase")
    if deal.pushed is not None:
        raise Refused("cannot_push", expected_seat=announcer(deal))
    if report.seat not in {None, deal.forehand}:
        raise Refused("not_your_turn", pointer=("seat",), expected_seat=deal.forehand)
    deal.tick()
    deal.pushed = hearing.unit


def may_announce(deal: Deal, options: SchieberOptions) -> bool:
    """The mode is announced once."""
    return deal.mode is None


def announcer(deal: Deal) -> int:
    """Forehand, or after a push the partner (R-20)."""
    return (deal.pushed and deal.table.partner_of(deal.forehand)) or deal.forehand


def take_announce(deal: Deal, report: Announced, options: SchieberOptions, hearing: Hearing) -> None:
    """The mode of the deal, by the seat that announces."""
    if not may_announce(deal, options):
        raise Refused("out_of_phase")
    seat = announcer(deal)
    if report.seat not in {None, seat}:
        raise Refused("not_your_turn", pointer=("seat",), expected_seat=seat)
    deal.tick()
    deal.mode, deal.declarer, deal.announced = MODE[report.mode], seat, hearing.unit


def may_show_weis(deal: Deal, options: SchieberOptions) -> bool:
    """From the announcement until a card of the second trick lies (R-28)."""
    return options.weis and deal.mode is not None and deal.before_second_trick


def take_weis(deal: Deal, report: WeisShown, options: SchieberOptions, hearing: Hearing) -> None:
    """A Weis with its cards; whether it counts is decided at the end of the first trick."""
    if not options.weis:
        raise Refused("not_in_these_rules", option="weis")
    if deal.mode is None:
        raise Refused("out_of_phase")
    if not deal.before_second_trick:
        raise Refused("weis_too_late")
    weis = recognise(report.cards, mode=deal.mode, table=options.weis_table or "small")
    if weis is None:
        raise Refused("not_a_weis", pointer=("cards",), cards=notations(report.cards))
    earlier = [shown.weis for shown in deal.weise if shown.seat == report.seat and shown.weis]
    if overlaps(weis, earlier, crossing=bool(options.crossing)):
        raise Refused("weis_overlap", pointer=("cards",))
    deal.weise.append(Shown(report.seat, hearing.unit, deal.tick(), weis))


def may_show_stoeck(deal: Deal, options: SchieberOptions) -> bool:
    """From the announcement on while the deal is played, and under `reported` not after its moment (R-29)."""
    if not options.stoeck or stoeck_cards(deal) is None or len(deal.stoecke) == len(deal.table.all_seats):
        return False
    if options.stoeck_call == "reported":
        return not _stoeck_call_is_over(deal)
    return not deal.all_played


def _stoeck_call_is_over(deal: Deal) -> bool:
    """Whether the trick after the one with the second card has begun; the last trick leaves time until the next deal."""
    pair = stoeck_cards(deal)
    if pair is None or not all(card in deal.seat_of for card in pair):
        return False
    second = max(deal.seat_of[card][1] for card in pair)
    return len(deal.tricks) > second


def take_stoeck(deal: Deal, report: StoeckShown, options: SchieberOptions, hearing: Hearing) -> None:
    """King and Ober of trump in one hand; counts from now on (R-29)."""
    if not options.stoeck:
        raise Refused("not_in_these_rules", option="stoeck")
    if deal.mode is None:
        raise Refused("out_of_phase")
    if stoeck_cards(deal) is None:
        raise Refused("stoeck_impossible", mode=deal.mode.name)
    if not may_show_stoeck(deal, options):
        raise Refused("stoeck_too_late" if options.stoeck_call == "reported" else "out_of_phase")
    deal.stoecke.append(Shown(report.seat, hearing.unit, deal.tick()))
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
    return deal.mode is not None and not deal.tricks


def entitled(deal: Deal, options: SchieberOptions) -> tuple[int, ...]:
    """The sides that may claim now (R-31); between deals only where nobody wins without a claim (R-34)."""
    done = deal.complete_tricks
    if done == 0 or (deal.all_played and options.no_claim != "play_on"):
        return ()
    if options.claim == "anyone":
        return deal.table.sides
    winner = deal.tricks[done - 1].winner
    if deal.running is not None or winner is None:
        return ()
    return (deal.table.side_of(winner),)


def take_claim(deal: Deal, report: EndClaimed, options: SchieberOptions, hearing: Hearing) -> None:
    """The end claim. Right or wrong, it ends the game (R-32); read again, it keeps its right."""
    if not claims_exist(options):
        raise Refused("not_in_these_rules", option="claim")
    if hearing.fresh:
        _check_claim(deal, report, options)
    claim = Claim(report.side, hearing.unit, deal.tick(), report.counted, report.weis, report.stoeck)
    deal.claims.append(claim)
    deal.moments.append(Moment(deal.clock, deal.complete_tricks, claim))


def _check_claim(deal: Deal, report: EndClaimed, options: SchieberOptions) -> None:
    if not may_claim(deal, options):
        raise Refused("out_of_phase")
    if on_paper(deal):
        _check_paper(deal, report, options)
        return
    if report.counted is not None or report.weis is not None or report.stoeck is not None:
        field = "counted" if report.counted is not None else "weis" if report.weis is not None else "stoeck"
        raise Refused("invalid_value", pointer=(field,), allowed="nothing: the cards of the deal are on record")
    sides = entitled(deal, options)
    if report.side not in sides:
        raise Refused("not_entitled", pointer=("side",), entitled=list(sides))


def _check_paper(deal: Deal, report: EndClaimed, options: SchieberOptions) -> None:
    if report.counted is None:
        raise Refused("missing_field", pointer=("counted",), name="counted")
    if sum(report.counted.values()) > 152:
        raise Refused("invalid_value", pointer=("counted",), allowed="152 points or fewer in all")
    if report.weis is not None and not options.weis:
        raise Refused("not_in_these_rules", pointer=("weis",), option="weis")
    if report.weis is not None and len(report.weis) > 1:
        raise Refused("invalid_value", pointer=("weis",), allowed="one side")
    if report.stoeck is not None and not options.stoeck:
        raise Refused("not_in_these_rules", pointer=("stoeck",), option="stoeck")
    if report.stoeck is not None and stoeck_cards(deal) is None:
        raise Refused("stoeck_impossible", pointer=("stoeck",), mode=deal.mode.name if deal.mode else None)


def turn(deal: Deal, options: SchieberOptions) -> int | None:
    """The seat that is alone expected to act."""
    if deal.mode is None:
        return announcer(deal)
    return None if deal.all_played else deal.turn


def still_open(deal: Deal, options: SchieberOptions) -> frozenset[type]:
    """What may still be typed in although the game has ended in this deal (R-28, R-29)."""
    kinds: set[type] = set()
    if deal.before_second_trick and deal.tricks:
        kinds |= {WeisShown, StoeckShown}
    if deal.all_played and options.stoeck_call == "reported":
        kinds.add(StoeckShown)
    return frozenset(kinds)


def judge(deal: Deal, options: SchieberOptions, before: Standing | None) -> Judged:
    """Scores, end and status of the deal. `before` is None where an earlier deal has ended the game (R-35)."""
    extras = extras_of(deal, options)
    end = end_of(deal, options, extras, before) if before else None
    scores = end.scores if end else scores_now(deal, options, extras)
    return Judged(
        status=_status(deal, end, surplus=before is None),
        scores=tuple(score.as_json() for score in scores),
        totals={score.side: score.total for score in scores},
        result=end.result if end else None,
        weis=tuple(_weis_as_json(shown, counts if deal.complete_tricks else None) for shown, counts in zip(deal.weise, extras.counts, strict=True)),
        stoeck={"seat": extras.stoeck.seat, "points": 20} if extras.stoeck and extras.stoeck.clock <= deal.clock else None,
    )


def _status(deal: Deal, end: End | None, *, surplus: bool) -> str:
    if surplus:
        return "surplus"
    if end is not None and end.within:
        return "stopped"
    if deal.all_played:
        return "settled"
    return "announcing" if deal.mode is None else "playing"


def _weis_as_json(shown: Shown, counts: object) -> dict[str, object]:
    weis = shown.weis
    return {
        "seat": shown.seat,
        "cards": notations(weis.cards) if weis else [],
        "points": weis.points if weis else 0,
        "counts": counts,
    }


def _factor(deal: Deal, options: SchieberOptions) -> int | None:
    return options.factor_of(deal.mode) if deal.mode else None


SCHIEBER = Variant(
    name="schieber",
    table=TABLE,
    hand_size=9,
    tricks=9,
    options=SchieberOptions,
    handlers={
        **CARD_PLAY,
        Pushed: Handler(may_push, take_push),
        Announced: Handler(may_announce, take_announce),
        WeisShown: Handler(may_show_weis, take_weis),
        StoeckShown: Handler(may_show_stoeck, take_stoeck),
        EndClaimed: Handler(may_claim, take_claim),
    },
    turn=turn,
    still_open=still_open,
    judge=judge,
    factor=_factor,
)

__all__ = ["SCHIEBER", "SideScore"]
