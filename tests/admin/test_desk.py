"""The admin shows rows, changes none, shows everybody his own alone, and hidden hands to superusers alone."""

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from scoring import models
from tests.models.rows import NOON, a_deal, a_game, a_name, a_report, a_token, a_user

pytestmark = pytest.mark.django_db

TABLES = [
    models.Player,
    models.Game,
    models.Seat,
    models.Deal,
    models.Trick,
    models.Report,
    models.ReportName,
    models.Token,
    models.Dispute,
]
HIDDEN = "BA R10"  # a hand, as nobody else shows it


def a_clerk(*permissions: str) -> User:
    """Somebody of the staff with these rights."""
    clerk = a_user(is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return clerk


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def root() -> Client:
    return browser_of(a_user(is_staff=True, is_superuser=True))


RIGHTS = [f"{right}_{model.__name__.lower()}" for model in TABLES for right in ("view", "change", "delete", "add")]


@pytest.fixture
def organizer() -> User:
    """Somebody with every right to every table, who is no superuser."""
    return a_clerk(*RIGHTS)


@pytest.fixture
def clerk(organizer: User) -> Client:
    return browser_of(organizer)


def page_of(row: Model, client: Client) -> str:
    name = type(row).__name__.lower()
    response = client.get(reverse(f"admin:scoring_{name}_change", args=[row.pk]))
    assert response.status_code == 200
    return response.content.decode()


def list_of(name: str, client: Client, **filters: str) -> str:
    response = client.get(reverse(f"admin:scoring_{name}_changelist"), filters)
    return response.content.decode() if response.status_code == 200 else f"refused: {response.status_code}"


def every_row(organizer: User) -> list[Model]:
    game = a_game(label="Table 7", organizer=organizer)
    anna = models.Player.objects.create(name="Anna", owner=game.organizer, created_at=NOON)
    seat = models.Seat.objects.create(game=game, number=1, side=1, player=anna)
    deal = a_deal(
        game,
        status="settled",
        total_1=20,
        total_2=35,
        carry={"hands": HIDDEN},
        sheet={
            "hands": HIDDEN,
            "tricks": [{"number": 1, "leader": 1, "cards": ["R6"], "winner": None, "points": None}],
        },
    )
    trick = models.Trick.objects.get(deal=deal)
    report = a_report(game, kind="hand", payload={"seat": 1, "cards": HIDDEN})
    name = a_name(report)
    return [game, anna, seat, deal, trick, report, name]


def test_every_table_is_at_the_desk() -> None:
    assert [model for model in TABLES if not admin.site.is_registered(model)] == []


@pytest.mark.parametrize("model", TABLES)
def test_nobody_changes_or_deletes_a_row(model: type[Model], root: Client) -> None:
    desk = admin.site.get_model_admin(model)
    request = RequestFactory().get("/")
    request.user = User.objects.get(is_superuser=True)
    assert (desk.has_change_permission(request), desk.has_delete_permission(request)) == (False, False)
    assert desk.has_add_permission(request) is (model is models.Token)
    assert "delete_selected" not in desk.get_actions(request)


def test_lists_and_pages_open_for_the_clerk_and_the_superuser(organizer: User, clerk: Client, root: Client) -> None:
    rows = every_row(organizer)
    for row in rows:
        for client in (clerk, root):
            assert "refused" not in list_of(type(row).__name__.lower(), client, q="Table 7")
            page = page_of(row, client)
            assert 'name="_save"' not in page
            assert "deletelink" not in page


def test_hidden_hands_are_shown_to_superusers_alone(organizer: User, clerk: Client, root: Client) -> None:
    *_, deal, _trick, report, name = every_row(organizer)
    for row in (deal, report, name):
        assert HIDDEN in page_of(row, root)
        assert HIDDEN not in page_of(row, clerk)
        assert HIDDEN not in list_of(type(row).__name__.lower(), root)


@pytest.mark.parametrize(
    ("name", "lookup", "value"),
    [
        ("report", "payload__icontains", "BA"),
        ("deal", "sheet__icontains", "BA"),
        ("deal", "carry__icontains", "BA"),
        ("deal", "total_1__gt", "10"),
        ("game", "current_deal__sheet__icontains", "BA"),
        ("reportname", "payload__icontains", "BA"),
        ("reportname", "report__payload__icontains", "BA"),
        ("report", "names__payload__icontains", "BA"),
        ("trick", "deal__sheet__icontains", "BA"),
        ("seat", "game__current_deal__sheet__icontains", "BA"),
        ("token", "digest__startswith", "a"),
    ],
)
def test_no_clerk_learns_by_filtering_what_he_may_not_see(
    name: str, lookup: str, value: str, organizer: User, clerk: Client
) -> None:
    every_row(organizer)
    assert list_of(name, clerk, **{lookup: value}).startswith("refused")


def test_running_totals_are_not_shown(organizer: User, clerk: Client, root: Client) -> None:
    running = a_deal(a_game(organizer=organizer), status="playing", total_1=4711)
    settled = a_deal(a_game(organizer=organizer), status="settled", total_1=4712, total_2=0)
    for client in (clerk, root):
        assert "4711" not in page_of(running, client)
        assert "4712 : 0" in page_of(settled, client)


def test_the_desk_is_for_the_staff() -> None:
    client = browser_of(a_user())
    assert list_of("report", client) == "refused: 302"


def test_nobody_sees_the_rows_of_others(clerk: Client, root: Client) -> None:
    for row in every_row(a_user()):
        name = type(row).__name__.lower()
        page = reverse(f"admin:scoring_{name}_change", args=[row.pk])
        assert clerk.get(page).status_code == 302  # to the index, as of a row that is not there
        assert page not in list_of(name, clerk)
        assert page in list_of(name, root)


def test_a_referee_sees_the_rows_of_the_games_that_he_referees() -> None:
    referee = a_clerk(*RIGHTS)
    rows = every_row(a_user())
    client = browser_of(referee)
    assert isinstance(rows[0], models.Game)
    token = a_token(role="referee", game=rows[0], user=referee, accepted_at=NOON)
    assert all(str(row.pk) in list_of(type(row).__name__.lower(), client) for row in rows)
    models.Token.objects.filter(pk=token.pk).update(revoked_at=NOON)
    assert "Table 7" not in list_of("game", client)


def test_ones_own_players_are_shown_also_before_they_play(organizer: User, clerk: Client) -> None:
    models.Player.objects.create(name="Anna", owner=organizer, created_at=NOON)
    models.Player.objects.create(name="Beat", owner=a_user(), created_at=NOON)
    assert ("Anna" in list_of("player", clerk), "Beat" in list_of("player", clerk)) == (True, False)
