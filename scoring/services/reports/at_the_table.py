"""The journal as a call needs it that tells of cards alone: without incidents, of which a table may report many."""

from scoring.models import Game, Report
from scoring.rules.record.kinds import Confirmed, Corrected, Incident, Retracted
from scoring.selectors.reports import standing_from
from scoring.services.reports.calls import Call


def journal_for(call: Call, *, place: int) -> list[Report]:
    """All entries from this place of the journal on that this call may depend on, oldest first."""
    others = (Confirmed, Corrected, Incident, Retracted)
    beside = any(isinstance(call.sent[index].said.report, others) for index in call.fresh)
    return standing_from(call.game, place=place) if beside else standing_at_the_table(call.game, place=place)


def standing_at_the_table(game: Game, *, place: int) -> list[Report]:
    """All entries from this place of the journal on, without incidents that nobody took back, corrected or signed.

    Such an incident changes nothing that is worked out. A table may report 100 of them in a deal, and a trick that
    follows need not read them.
    """
    at_hand = game.at_hand
    if at_hand is None or (at_hand.place, at_hand.version) != (place, game.version):
        return standing_from(game, place=place)
    found = list(at_hand.entries)
    return standing_from(game, place=place) if any(map(_signs_an_incident, found)) else found


def _signs_an_incident(entry: Report) -> bool:
    """Whether an entry, or what a correction puts in its place, is the signature of an incident."""
    if entry.kind != Corrected.kind:
        return entry.kind == Confirmed.kind and entry.payload.get("report") is not None
    told = entry.payload["replacement"]
    replacement = told if isinstance(told, list) else [told]
    return any(one["kind"] == Confirmed.kind and one.get("report") is not None for one in replacement)
