"""The models: one module per noun, and the guards that keep the journal unchanged."""

from scoring.models.access import Role, Token
from scoring.models.deals import Deal
from scoring.models.disputes import Dispute, DisputeState
from scoring.models.games import Deck, FormerSeat, Game, GameStatus, Seat
from scoring.models.limits import RateWindow
from scoring.models.players import Player
from scoring.models.reports import Report, ReportName
from scoring.models.tricks import Trick

__all__ = [
    "Deal",
    "Deck",
    "Dispute",
    "DisputeState",
    "FormerSeat",
    "Game",
    "GameStatus",
    "Player",
    "RateWindow",
    "Report",
    "ReportName",
    "Role",
    "Seat",
    "Token",
    "Trick",
]
