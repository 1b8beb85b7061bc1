"""The queue: what waits for a referee, the most urgent on top, and for whom."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries, Settings

from scoring.desk.pages.queue import waited
from scoring.models import Deal, Dispute, Game, Report, Role, Token
from scoring.services.tokens import issue
from tests.api.says import incident, retract
from tests.api.table import NOW, Club, GameClient
from tests.api.test_costs import copy
from tests.desk.hall import a_call, a_referee, a_revoke, browser_of, open_dispute, queue

pytestmark = pytest.mark.django_db

STATEMENTS = 16
"""What reading the queue costs."""


@pytest.fixture
def club() -> Club:
    return Club()


def test_a_table_that_calls_stands_above_what_was_found(club: Club) -> None:
    called, revoked = a_call(club), a_revoke(club)
    said = queue(browser_of(a_referee(called, revoked)))
    assert "A table calls 1" in said
    assert "Findings without a dispute 1" in said
    assert said.index("Table 3 · Referee called") < said.index("Table 7 · Revoke")
    assert "A card was taken back" in said


def test_without_anything_nothing_waits(club: Club) -> None:
    assert "Nothing is waiting." in queue(browser_of(a_referee(club.open())))


def test_a_dispute_goes_through_the_queue(club: Club) -> None:
    game = a_revoke(club)
    client = browser_of(a_referee(game))
    open_dispute(client, game)
    said = queue(client)
    assert "Findings without a dispute 0" in said
    assert "Under review 1" in said
    assert "Deal 1 · Trick 2 · Chiara · Taken by rita" in said


def test_the_queue_shows_a_part_of_it_or_a_table_alone(club: Club) -> None:
    called, revoked = a_call(club), a_revoke(club)
    client = browser_of(a_referee(called, revoked))
    assert "Table 7 ·" not in queue(client, show="calls")
    assert "Table 3 ·" not in queue(client, game=revoked.id)
    assert "Table 7 ·" in queue(client, game=revoked.id)


# --- a call is answered -----------------------------------------------------------------------------------------------


def test_a_call_is_answered_by_whoever_takes_a_dispute_after_it(club: Club) -> None:
    game = a_call(club)
    client = browser_of(a_referee(game))
    call = next(entry for entry in game.journal() if entry["kind"] == "incident")
    client.post(reverse("admin:desk_raise", args=(game.id, 1)), {"call": call["id"]})
    assert Dispute.objects.get(game=game.row).category == "call_referee"
    assert "A table calls 0" in queue(client)
    game.report(incident("call_referee"))
    assert "A table calls 1" in queue(client)


def test_a_call_that_was_taken_back_is_none(club: Club) -> None:
    game = a_call(club)
    client = browser_of(a_referee(game))
    game.report(retract(game.journal()[-1]["id"]))
    assert "A table calls 0" in queue(client)


def test_other_incidents_call_nobody(club: Club) -> None:
    game = club.open()
    game.report(incident("remark", note="loud"))
    assert "A table calls 0" in queue(browser_of(a_referee(game)))


def test_a_table_may_call_before_its_first_deal(club: Club) -> None:
    game = club.open(label="Table 1")
    game.report(incident("call_referee"))
    assert "Table 1 · Referee called" in queue(browser_of(a_referee(game)))


def test_a_game_that_is_over_calls_nobody(club: Club) -> None:
    game = a_call(club)
    client = browser_of(a_referee(game))
    assert game.organizer.post(f"{game.path}/abandon", {"reason": "The hall closes."}).status == 200
    assert "A table calls 0" in queue(client)


def test_reading_the_queue_costs_the_same_however_long_it_is(
    club: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    games = [a_revoke(club), a_revoke(club), a_revoke(club), a_call(club), a_call(club)]
    client = browser_of(a_referee(*games))
    for game in games[:2]:
        open_dispute(client, game)
    with django_assert_max_num_queries(16):
        queue(client)


# --- for whom ---------------------------------------------------------------------------------------------------------


def test_everybody_sees_the_games_that_he_organizes_or_referees(club: Club) -> None:
    a_revoke(club, label="mine")
    other = a_revoke(Club(), label="other")
    root = User.objects.create_superuser("root")
    assert "Open a dispute and take it" not in queue(browser_of(root))  # he may look, and decides nothing
    assert "Open a dispute and take it" in queue(browser_of(club.user))
    assert [name in queue(browser_of(club.user)) for name in ("mine", "other")] == [True, False]
    referee = browser_of(a_referee(other))
    assert [name in queue(referee) for name in ("mine", "other")] == [False, True]
    assert [name in queue(browser_of(root)) for name in ("mine", "other")] == [True, True]


def test_the_desk_closes_with_the_token(club: Club) -> None:
    referee = a_referee(a_revoke(club))
    client = browser_of(referee)
    assert client.get(reverse("admin:desk_queue")).status_code == 200
    Token.objects.filter(user=referee).update(revoked_at=NOW)
    assert client.get(reverse("admin:desk_queue")).status_code == 302


def test_players_and_strangers_do_not_come_in(club: Club) -> None:
    a_revoke(club)
    stranger = browser_of(User.objects.create_user("stranger"))
    assert stranger.get(reverse("admin:desk_queue")).status_code == 302


def test_the_login_lets_in_a_referee_who_is_not_of_the_staff(club: Club, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody attacks a test
    referee = a_referee(a_revoke(club))
    referee.set_password("secret of rita")
    referee.save()
    stranger = User.objects.create_user("stranger", password="secret of rita")
    for user, status in ((referee, 302), (stranger, 200)):
        client = browser_of(user)
        client.logout()
        sent = {"username": user.username, "password": "secret of rita", "next": "/admin/desk/"}
        assert client.post(reverse("admin:login"), sent).status_code == status


def test_the_front_page_leads_to_the_queue(club: Club) -> None:
    referee = browser_of(a_referee(a_revoke(club)))
    assert referee.get(reverse("admin:index"))["Location"] == reverse("admin:desk_queue")
    root = browser_of(User.objects.create_superuser("root"))
    assert f'href="{reverse("admin:desk_queue")}"' in root.get(reverse("admin:index")).content.decode()


@pytest.mark.parametrize(
    ("minutes", "told"), [(0, "0′"), (7, "7′"), (59, "59′"), (60, "1 h 0′"), (150, "2 h 30′"), (-3, "0′")]
)
def test_how_long_somebody_has_waited(minutes: int, told: str) -> None:
    assert waited(timedelta(minutes=minutes)) == told


# --- nobody buries the desk -------------------------------------------------------------------------------------------


def test_a_table_that_calls_a_thousand_times_is_one_line(club: Club) -> None:
    noisy, quiet = a_call(club, label="Table 9"), a_call(club, label="Table 3")
    copies_of_calls(noisy, 1_000)
    said = queue(browser_of(a_referee(noisy, quiet)))
    assert "A table calls 2" in said
    assert said.count("Table 9 · Referee called") == 1
    assert "× 1001" in said
    assert "Table 3 · Referee called" in said


@pytest.mark.parametrize("count", [10, 1_000])
def test_the_queue_takes_the_same_statements_whatever_waits(club: Club, count: int) -> None:
    client = browser_of(a_referee(game := a_revoke(club)))
    open_dispute(client, game)
    games = [game, a_call(club)]
    for one in games[1:]:
        issue(role=Role.REFEREE, user=User.objects.get(username="rita"), game=one.row, now=NOW)
    copies_of_calls(games[1], count)
    dispute = Dispute.objects.get(game=game.row)
    Dispute.objects.bulk_create(copy(dispute, id=uuid4(), finding=None) for _ in range(count))
    found = Deal.objects.get(game=a_revoke(club).row)
    issue(role=Role.REFEREE, user=User.objects.get(username="rita"), game=found.game, now=NOW)
    Deal.objects.bulk_create(copy(found, number=number, opened=number) for number in range(2, 2 + count))
    with CaptureQueriesContext(connection) as captured:
        said = queue(client)
    assert len(captured) == STATEMENTS
    assert f"× {count + 1}" in said
    assert "× 10" in said  # findings of the newest deals of a game
    assert said.count("Revoke") < 10


def test_three_thousand_calls_cost_the_statements_of_one(club: Club) -> None:
    taken = []
    for more in (0, 2_999):
        game = a_call(club, label=f"Table {more}")
        copies_of_calls(game, more)
        client = browser_of(a_referee(game, name=f"rita{more}"))
        with CaptureQueriesContext(connection) as captured:
            said = queue(client)
        assert said.count("Referee called") == 1
        assert ("× 3000" in said) is bool(more)
        taken.append(len(captured))
    assert taken[0] == taken[1] <= STATEMENTS


def test_a_line_for_many_leads_to_each_of_them(club: Club) -> None:
    client = browser_of(a_referee(game := a_revoke(club)))
    open_dispute(client, game)
    dispute = Dispute.objects.get(game=game.row)
    Dispute.objects.bulk_create(copy(dispute, id=uuid4(), finding=None) for _ in range(4))
    assert queue(client).count("Taken by rita") == 1
    assert queue(client, show="under_review", game=game.id).count("Taken by rita") == 5


def test_a_filter_that_is_no_game_shows_nothing(club: Club) -> None:
    client = browser_of(a_referee(a_call(club)))
    assert "Table 3 · Referee" not in queue(client, game="everything")


def copies_of_calls(game: GameClient, count: int) -> None:
    """So many more calls of a table, as if no bound had refused them."""
    call = Report.objects.filter(game=game.row, kind="incident").get()
    numbers = range(call.seq + 1, call.seq + 1 + count)
    Report.objects.bulk_create(copy(call, seq=number, root=number, report_id=uuid4()) for number in numbers)
    Game.objects.filter(pk=game.row.pk).update(version=call.seq + count)


def test_a_login_that_is_asked_to_lead_elsewhere_leads_to_the_desk(club: Club, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody attacks a test
    referee = a_referee(a_revoke(club))
    referee.set_password("secret of rita")
    referee.save()
    client = browser_of(referee)
    client.logout()
    sent = {"username": "rita", "password": "secret of rita", "next": "https://elsewhere.example/"}
    assert client.post(reverse("admin:login"), sent)["Location"] == reverse("admin:index")
