"""Nobody acts in another's name: an account accepts a role before decisions bear its name."""

from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from scoring.models import Token
from scoring.services.tokens import account
from tests.api.court import Court
from tests.api.says import Json, reports_of
from tests.api.table import Device, problem_in
from tests.desk.hall import browser_of, queue

pytestmark = pytest.mark.django_db

RULING: Json = {"discovered": "deal_over", "remedy": "warning", "reason": "Seen."}


@pytest.fixture
def court() -> Court:
    return Court(*reports_of("R1"))


def invited(court: Court, name: str) -> Json:
    """What the organizer is answered who hands out a referee's token in the name of an account."""
    answer = court.organizer.post(f"{court.game.path}/tokens", {"role": "referee", "user": name})
    assert answer.status == 201
    told: Json = answer.body
    return told


def device(court: Court, token: str) -> Device:
    return court.club.device(token)


def accepted(token: Json, *, by: Client) -> str:
    """The new secret of a token that an account accepts at the desk."""
    response = by.post(reverse("admin:desk_accept", args=(token["id"],)))
    assert response.status_code == 200
    return response.content.decode().partition('translate="no">')[2].partition("<")[0]


def test_until_it_is_accepted_a_token_decides_in_the_name_of_who_handed_it_out(court: Court) -> None:
    victim = User.objects.create_user("rita")
    forged = device(court, invited(court, "rita")["token"])
    dispute = court.dispute()
    told = court.done(dispute, "take", by=forged)
    assert told["referee"] == court.club.user.username
    court.ruled(dispute, by=forged, remedy="warning")
    assert court.read(dispute)["decided_by"] == court.club.user.username
    page = browser_of(court.club.user).get(reverse("admin:desk_dispute", args=(dispute["id"],))).content.decode()
    assert f"Token handed out by {court.club.user.username}" in page
    assert reverse("admin:desk_dispute", args=(dispute["id"],)) not in queue(browser_of(victim))


def test_an_organizer_cannot_appeal_against_himself_in_another_name(court: Court) -> None:
    User.objects.create_user("rita")
    forged = device(court, invited(court, "rita")["token"])
    dispute = court.taken(by=court.organizer)
    court.ruled(dispute, by=court.organizer, remedy="warning")
    court.done(dispute, "appeal", by=court.scorer, side=2, statement="No.")
    answer = court.do(dispute, "take", by=forged)
    assert (answer.status, problem_in(answer)["code"]) == (403, "forbidden")
    assert court.do(dispute, "rulings", by=forged, **RULING).status == 403


def test_who_accepts_at_the_desk_gets_a_new_secret_and_decides_under_the_own_name(court: Court) -> None:
    rita = browser_of(User.objects.create_user("rita"))
    token = invited(court, "rita")
    assert "Invitations to be a referee" in queue(rita)
    own = device(court, accepted(token, by=rita))
    assert "Invitations to be a referee" not in queue(rita)
    assert device(court, token["token"]).get("/me").status == 401  # who handed it out knows the first secret
    dispute = court.dispute()
    assert court.done(dispute, "take", by=own)["referee"] == "rita"


def test_who_handed_out_the_token_of_one_instance_is_not_the_other(court: Court) -> None:
    rita = browser_of(User.objects.create_user("rita"))
    own = device(court, accepted(invited(court, "rita"), by=rita))
    for first, second in ((own, court.organizer), (court.organizer, own)):
        dispute = court.taken(by=first)
        court.ruled(dispute, by=first, remedy="warning")
        court.done(dispute, "appeal", by=court.scorer, side=2, statement="No.")
        assert court.do(dispute, "take", by=second).status == 403
        court.done(dispute, "take", by=court.vreni)


def test_who_declines_at_the_desk_is_no_referee(court: Court) -> None:
    rita, eve = (browser_of(User.objects.create_user(name)) for name in ("rita", "eve"))
    token, _ = invited(court, "rita"), invited(court, "eve")
    address = reverse("admin:desk_decline", args=(token["id"],))
    assert "Decline" in queue(rita)
    assert eve.post(address).status_code == 404
    assert rita.get(address).status_code == 405
    assert rita.post(address).status_code == 302
    assert rita.get(reverse("admin:desk_queue")).status_code == 302, "nothing else lets her in"
    assert device(court, token["token"]).get("/me").status == 401


def test_nobody_accepts_for_another_and_nobody_twice(court: Court) -> None:
    rita, eve = (browser_of(User.objects.create_user(name)) for name in ("rita", "eve"))
    token = invited(court, "rita")
    address = reverse("admin:desk_accept", args=(token["id"],))
    invited(court, "eve")
    assert eve.post(address).status_code == 404
    assert browser_of(court.club.user).post(address).status_code == 404
    accepted(token, by=rita)
    assert rita.post(address).status_code == 404


def test_an_invitation_that_was_taken_back_is_none(court: Court) -> None:
    rita = browser_of(User.objects.create_user("rita"))
    token = invited(court, "rita")
    assert court.organizer.call("DELETE", f"{court.game.path}/tokens/{token['id']}").status == 204
    assert rita.get(reverse("admin:desk_queue")).status_code == 302


def test_a_referee_whom_the_operator_makes_needs_no_invitation(court: Court) -> None:
    call_command("referee", "rita", "--game", court.game.id)
    assert Token.objects.get(user__username="rita").accepted_at is not None


# --- accounts ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "again"), [("Anna", "anna"), ("anna", "ANNA"), ("Zoë", "ZOË")])
def test_an_account_is_the_same_in_every_case(first: str, again: str) -> None:
    assert account(first) == account(again)
    assert User.objects.count() == 1


def test_a_token_makes_no_second_account_in_another_case(court: Court) -> None:
    User.objects.create_user("Rita")
    assert invited(court, "rita")["user"] == "Rita"
    call_command("api_token", "RITA")
    assert User.objects.filter(username__iexact="rita").count() == 1


def test_an_organizer_makes_accounts_up_to_a_limit(court: Court, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.http.limits.NEW_ACCOUNTS", 8)
    monkeypatch.setattr("api.http.limits.time", SimpleNamespace(time=lambda: 6_000_000_000.5))  # an hour of its own
    answers = [
        court.organizer.post(f"{court.game.path}/tokens", {"role": "referee", "user": f"name{n}"}) for n in range(20)
    ]
    assert {answer.status for answer in answers} == {201, 429}
    assert User.objects.filter(username__startswith="name").count() <= 10
    User.objects.create_user("rita")
    assert invited(court, "rita")  # who has an account can be invited


def test_the_operator_makes_no_second_account_in_another_case() -> None:
    User.objects.create_user("Zoë")
    with pytest.raises(CommandError, match="has this name"):
        call_command("createsuperuser", "--noinput", "--username", "ZOË", "--email", "")
    with pytest.raises(ValidationError, match="has this name"):
        User.objects.create_user("zoë")
    assert User.objects.count() == 1


def test_nobody_is_renamed_to_another_in_the_admin() -> None:
    root, anna = User.objects.create_superuser("root"), User.objects.create_user("Anna")
    admin = browser_of(root)
    other = User.objects.create_user("beat")
    joined = {"date_joined_0": "2026-03-07", "date_joined_1": "12:00:00"}
    for name, status in (("ANNA", 200), ("Beat", 302)):
        there = reverse("admin:auth_user_change", args=(other.pk,))
        assert admin.post(there, {"username": name, **joined}).status_code == status
    other.refresh_from_db()
    assert other.username == "Beat"
    made = admin.post(reverse("admin:auth_user_add"), {"username": "aNNa", "usable_password": "false"})
    assert made.status_code == 200
    assert list(User.objects.filter(username__iexact="anna")) == [anna]


def test_who_logs_in_writes_the_name_in_any_case(court: Court, settings: Settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # nobody attacks a test
    User.objects.create_superuser("Zoë", password="secret of zoe")
    for name in ("Zoë", "ZOË", "zoë"):
        sent = {"username": name, "password": "secret of zoe", "next": "/admin/desk/"}
        assert Client().post(reverse("admin:login"), sent).status_code == 302
    assert court.organizer.get("/disputes?referee=ZOË").body["results"] == []


def test_a_referee_is_found_by_name_in_any_case(court: Court) -> None:
    dispute = court.taken()
    name = court.users["vreni"].username.upper()
    assert [one["id"] for one in court.organizer.get(f"/disputes?referee={name}").body["results"]] == [dispute["id"]]
    assert court.organizer.get("/disputes?referee=nobody").body["results"] == []
