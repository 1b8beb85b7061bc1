"""What each role may do."""

from scoring.models import Role
from scoring.rules.record.kinds import KINDS
from scoring.selectors.access import kinds_of, may


def test_a_scorer_reports_everything_a_player_only_what_a_seat_knows() -> None:
    assert kinds_of(Role.SCORER) == tuple(KINDS)
    assert set(KINDS) - set(kinds_of(Role.PLAYER)) <= {"trick", "count"}
    assert "trick" not in kinds_of(Role.PLAYER)
    assert "play" in kinds_of(Role.PLAYER)


def test_only_an_organizer_creates_games_and_hands_out_tokens() -> None:
    for action in ("create_games", "manage_tokens"):
        assert [role for role in Role if action in may(role)] == [Role.ORGANIZER]
    assert [role for role in Role if "see_secrets" in may(role)] == [Role.ORGANIZER, Role.REFEREE]
