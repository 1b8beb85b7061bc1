"""Every code that a problem can carry, with its HTTP status and the members it adds: the one table of docs/api.md.

The sentences stand in scoring/wording; a test holds both together.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Code:
    """What is fixed about a problem code: its HTTP status, and the facts that stand beside `detail` where known."""

    status: int
    members: tuple[str, ...] = ()


CODES: Final[Mapping[str, Code]] = {
    # Any request (docs/api.md, Problem codes)
    "malformed_json": Code(400),
    "incomplete_body": Code(400),
    "bad_request": Code(400),
    "not_authenticated": Code(401),
    "forbidden": Code(403),
    "not_found": Code(404),
    "method_not_allowed": Code(405),
    "not_acceptable": Code(406),
    "request_timeout": Code(408),
    "version_conflict": Code(412),
    "too_large": Code(413),
    "unsupported_media_type": Code(415),
    "missing_field": Code(422),
    "wrong_type": Code(422),
    "invalid_value": Code(422),
    "unknown_field": Code(422),
    "unknown_parameter": Code(422),
    "precondition_required": Code(428),
    "too_many_requests": Code(429, ("seconds",)),
    "server_error": Code(500),
    "unavailable": Code(503, ("failed", "seconds")),
    # Games (docs/api.md, Problem codes)
    "invalid_option": Code(422, ("option", "allowed")),
    # Reports: refused, nothing is recorded (docs/api.md, Problem codes)
    "unknown_kind": Code(422, ("allowed",)),
    "not_a_card": Code(422),
    "not_a_seat": Code(422),
    "not_a_weis": Code(422),
    "weis_overlap": Code(422),
    "mode_not_allowed": Code(422, ("allowed",)),
    "not_in_these_rules": Code(422, ("option",)),
    "bid_out_of_range": Code(422, ("allowed",)),
    "points_do_not_sum": Code(422, ("expected",)),
    "match_with_points": Code(422),
    "out_of_reach": Code(403),
    "deal_under_ruling": Code(409, ("deal",)),
    "out_of_phase": Code(409, ("expects",)),
    "not_your_turn": Code(409, ("expected_seat",)),
    "card_already_played": Code(409, ("seat", "trick")),
    "card_not_in_hand": Code(409, ("seat", "card")),
    "hand_contradicts": Code(409, ("seat", "card")),
    "already_shown": Code(409, ("seat",)),
    "already_bid": Code(409, ("seat",)),
    "already_laid": Code(409, ("seat",)),
    "weis_too_late": Code(409),
    "stoeck_too_late": Code(409),
    "stoeck_impossible": Code(409),
    "cannot_push": Code(409),
    "not_entitled": Code(409, ("entitled",)),
    "wrong_dealer": Code(409, ("expected_dealer",)),
    "game_over": Code(409),
    "points_too_low": Code(409, ("side", "least")),
    "conflicting_report": Code(409, ("recorded", "sent")),
    "trick_missing": Code(409, ("expected_number",)),
    "later_reports_conflict": Code(409, ("reports", "conflicts")),
    "already_replaced": Code(409, ("current",)),
    "id_reused": Code(409),
    "too_much_at_once": Code(422),
    # Rulings (docs/api.md, Problem codes)
    "remedy_not_possible": Code(409, ("remedy", "possible")),
    "nobody_leads": Code(409),
    # One document for a whole game
    "secrets_open": Code(409),
    "does_not_verify": Code(422),
    # Against the rules, unless sent as played (docs/api.md, Problem codes)
    "irregular": Code(409, ("findings",)),
}
