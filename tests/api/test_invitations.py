"""Nobody acts in another's name: invitations over the API, and what an organizer tries who wants to decide the appeal.

The organizer has decided first, a side has appealed, and now the organizer tries to be the second instance, too.
"""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from scoring.models import Dispute, Role, Token
from scoring.services.tokens import issue
from tests.api.court import Court
from tests.api.says import Json, new_id, reports_of
from tests.api.table import NOW, Answer, Device

pytestmark = pytest.mark.django_db

RULING: Json = {"discovered": "deal_over", "remedy": "warning", "reason": "Seen."}


@pytest.fixture
def court() -> Court:
    return Court(*reports_of("R1"))


def invited(court: Court, name: str, **more: Any) -> Json:
    """What the organizer is answered who hands out a referee's token in the name of an account."""
    answer = court.organizer.post(f"{court.game.path}/tokens", {"role": "referee", "user": name, **more})
    assert answer.status == 201, answer.raw
    told: Json = answer.body
    return told


def own(court: Court, name: str) -> Device:
    """A device with an organizer's token of this account, which is new."""
    user = User.objects.create_user(name)
    return court.club.device(issue(role=Role.ORGANIZER, user=user, now=NOW)[1])


def accept(device: Device, invitation: Json) -> Answer:
    return device.post(f"/me/invitations/{invitation['id']}/accept", {})


# --- an account answers an invitation ---------------------------------------------------------------------------------


def test_an_account_accepts_with_a_token_of_its_own_and_decides_under_its_name(court: Court) -> None:
    rita, invitation = own(court, "rita"), invited(court, "RITA", label="Rita's phone")
    waiting = rita.get("/me/invitations").body["results"]
    assert [(one["id"], one["game"], one["label"]) for one in waiting] == [
        (invitation["id"], court.game.id, "Rita's phone")
    ]
    assert waiting[0]["invited_by"] == court.club.user.username
    assert invitation["accepted_at"] is None
    answer = accept(rita, invitation)
    assert answer.status == 200, answer.raw
    assert (answer.body["id"], answer.body["user"]) == (invitation["id"], "rita")
    phone = court.club.device(answer.body["token"])
    assert phone.get("/me").body["accepted_at"] == answer.body["accepted_at"] is not None
    assert court.club.device(invitation["token"]).get("/me").status == 401
    assert rita.get("/me/invitations").body["results"] == []
    dispute = court.taken(by=phone)
    court.ruled(dispute, by=phone, remedy="warning")
    told = court.read(dispute)
    assert (told["referee"], told["decided_by"]) == ("rita", "rita")
    assert [one["by"] for one in told["timeline"][1:]] == [{"role": "referee", "label": "Rita's phone"}] * 2


def test_a_decision_with_a_token_that_nobody_has_accepted_says_who_handed_it_out(court: Court) -> None:
    User.objects.create_user("rita")
    forged = court.club.device(invited(court, "rita", label="rita")["token"])
    dispute = court.taken(by=forged)
    ruled = court.ruled(dispute, by=forged, remedy="warning")
    organizer = court.club.user.username
    by = {"role": "referee", "label": "rita", "handed_out_by": organizer}
    assert ruled["ruling"]["by"] == by
    told = court.read(dispute, by=court.scorer)
    assert (told["referee"], told["decided_by"]) == (organizer, organizer)
    assert [one["by"] for one in told["timeline"][1:]] == [by, by]
    journal = court.game.journal(by=court.scorer)
    assert [one["by"] for one in journal if one["by"]["role"] == "referee"] == [by, by]
    public = court.game.journal(by=court.game.outsider)
    assert "handed_out_by" not in str(public)
    assert organizer not in str(public)


def test_what_was_done_before_it_was_accepted_stays_that_of_who_handed_it_out(court: Court) -> None:
    rita, invitation = own(court, "rita"), invited(court, "rita")
    forged = court.club.device(invitation["token"])
    before = court.dispute()
    court.done(before, "take", by=forged)
    court.game.report({"kind": "incident", "category": "remark"}, by=forged)
    phone = court.club.device(accept(rita, invitation).body["token"])
    court.game.report({"kind": "incident", "category": "remark"}, by=phone)
    court.done(before, "statements", by=phone, statement="I have looked at it.")
    timeline = court.read(before)["timeline"]
    assert ["handed_out_by" in one["by"] for one in timeline] == [False, True, False]
    incidents = [one for one in court.game.journal() if one["kind"] == "incident"]
    assert ["handed_out_by" in one["by"] for one in incidents] == [True, False]


def test_who_lost_the_answer_accepts_again(court: Court) -> None:
    rita, invitation = own(court, "rita"), invited(court, "rita")
    first, second = accept(rita, invitation).body, accept(rita, invitation).body
    assert second["accepted_at"] == first["accepted_at"]
    assert court.club.device(first["token"]).get("/me").status == 401
    again = court.club.device(second["token"])
    assert again.get("/me").body["user"] == "rita"
    assert accept(again, invitation).status == 200, "an accepted referee's token is one of the account's own"


def test_who_declines_is_no_referee(court: Court) -> None:
    rita, invitation = own(court, "rita"), invited(court, "rita")
    there = f"/me/invitations/{invitation['id']}"
    assert rita.call("DELETE", there).status == 204
    assert rita.call("DELETE", there).status == 404
    assert accept(rita, invitation).status == 404
    assert court.club.device(invitation["token"]).get("/me").status == 401
    assert rita.get("/me/invitations").body["results"] == []


def test_invitations_come_in_pages(court: Court) -> None:
    rita = own(court, "rita")
    ids = [invited(court, "rita", label=str(number))["id"] for number in range(5)]
    assert [one["id"] for one in rita.pages("/me/invitations?limit=2")] == ids


@pytest.mark.parametrize("role", ["scorer", "player", "invitation", "nobody"])
def test_who_proves_no_account_answers_none(court: Court, role: str) -> None:
    User.objects.create_user("rita")
    invitation = invited(court, "rita")
    who = {
        "scorer": court.scorer,
        "player": court.seats[1],
        "invitation": court.club.device(invitation["token"]),
        "nobody": court.game.outsider,
    }[role]
    status = 401 if role == "nobody" else 403
    there = f"/me/invitations/{invitation['id']}"
    answers = [who.get("/me/invitations"), who.call("DELETE", there), accept(who, invitation)]
    assert [answer.status for answer in answers] == [status] * 3
    assert Token.objects.get(pk=invitation["id"]).accepted_at is None


def test_an_expired_or_revoked_invitation_is_none(court: Court) -> None:
    rita = own(court, "rita")
    for gone in ({"expires_at": NOW}, {"revoked_at": NOW}):
        invitation = invited(court, "rita")
        Token.objects.filter(pk=invitation["id"]).update(**gone)
        assert accept(rita, invitation).status == 404
    assert rita.get("/me/invitations").body["results"] == []


@pytest.mark.parametrize("body", [{"accept": True}, [], b"{"])
def test_a_body_that_says_something_is_refused(court: Court, body: Any) -> None:
    rita, invitation = own(court, "rita"), invited(court, "rita")
    assert rita.post(f"/me/invitations/{invitation['id']}/accept", body).status in {400, 422}
    assert Token.objects.get(pk=invitation["id"]).accepted_at is None
    assert rita.call("POST", f"/me/invitations/{invitation['id']}/accept").status == 200


# --- an organizer against whom a side appeals -------------------------------------------------------------------------


class Cheat:
    """An organizer who has decided, and a dispute in which a side has appealed against that."""

    def __init__(self, court: Court) -> None:
        self.court = court
        self.device = court.organizer
        self.user = court.club.user
        self.dispute = court.taken(by=self.device)
        court.ruled(self.dispute, by=self.device, remedy="warning")
        court.done(self.dispute, "appeal", by=court.seats[2], statement="No.")

    def decides(self, *devices: Device, dispute: Json | None = None) -> bool:
        """Whether one of these devices gets through with anything."""
        steps: list[tuple[str, Json]] = [("take", {}), ("rulings", RULING), ("dismiss", {"reason": "No."})]
        wanted = dispute or self.dispute
        tried = [self.court.do(wanted, step, by=one, **body) for one in devices for step, body in steps]
        assert {answer.status for answer in tried} <= {200, 201, 401, 403, 409}
        return any(answer.status in {200, 201} for answer in tried)


def with_the_own_token(cheat: Cheat) -> list[Device]:
    return [cheat.device]


def with_another_own_token(cheat: Cheat) -> list[Device]:
    return [cheat.court.club.device(issue(role=Role.ORGANIZER, user=cheat.user, label="x", now=NOW)[1])]


def with_a_referees_token_in_the_own_name(cheat: Cheat) -> list[Device]:
    return [cheat.court.club.device(invited(cheat.court, cheat.user.username.upper())["token"])]


def in_the_name_of_an_account_that_is_there(cheat: Cheat) -> list[Device]:
    return [cheat.court.club.device(invited(cheat.court, cheat.court.users["vreni"].username)["token"])]


def in_the_name_of_an_account_made_for_it(cheat: Cheat) -> list[Device]:
    return [
        cheat.court.club.device(invited(cheat.court, f"judge {number}".replace(" ", ""))["token"]) for number in "12"
    ]


def by_accepting_with_the_invitation_itself(cheat: Cheat) -> list[Device]:
    invitation = invited(cheat.court, "puppet")
    puppet = cheat.court.club.device(invitation["token"])
    assert accept(puppet, invitation).status == 403
    assert accept(cheat.device, invitation).status == 404
    return [puppet]


def by_accepting_with_another_invitation(cheat: Cheat) -> list[Device]:
    """One invitation of the same account is used to accept the other."""
    one, other = invited(cheat.court, "puppet"), invited(cheat.court, "puppet")
    devices = [cheat.court.club.device(each["token"]) for each in (one, other)]
    assert accept(devices[0], other).status == accept(devices[1], one).status == 403
    return devices


def with_somebody_whom_they_made_a_referee(cheat: Cheat) -> list[Device]:
    friend = own(cheat.court, "friend")
    return [cheat.court.club.device(accept(friend, invited(cheat.court, "friend")).body["token"])]


def with_somebody_whose_token_is_revoked_in_between(cheat: Cheat) -> list[Device]:
    """Who was made a referee once is not independent because the token is gone; a second one is handed out."""
    friend = own(cheat.court, "friend")
    first = invited(cheat.court, "friend")
    accept(friend, first)
    assert cheat.device.call("DELETE", f"{cheat.court.game.path}/tokens/{first['id']}").status == 204
    call_command("referee", "friend", "--game", cheat.court.game.id)
    secret = issue(role=Role.REFEREE, user=User.objects.get(username="friend"), game=cheat.court.game.row, now=NOW)[1]
    return [cheat.court.club.device(secret)]


def with_a_scorers_token(cheat: Cheat) -> list[Device]:
    return [cheat.court.scorer, *cheat.court.seats.values()]


def as_a_player_of_the_game(cheat: Cheat) -> list[Device]:
    """The independent referee is said to play, so that nobody is left to decide."""
    player = cheat.court.game.game()["seats"][0]["player"]["id"]
    vreni = cheat.court.users["vreni"].username
    assert cheat.device.call("PATCH", f"/players/{player}", {"user": vreni}).status == 200
    return [cheat.device, cheat.court.vreni]


ATTACKS: list[Callable[[Cheat], list[Device]]] = [
    with_the_own_token,
    with_another_own_token,
    with_a_referees_token_in_the_own_name,
    in_the_name_of_an_account_that_is_there,
    in_the_name_of_an_account_made_for_it,
    by_accepting_with_the_invitation_itself,
    by_accepting_with_another_invitation,
    with_somebody_whom_they_made_a_referee,
    with_somebody_whose_token_is_revoked_in_between,
    with_a_scorers_token,
    as_a_player_of_the_game,
]


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda one: one.__name__)
def test_an_organizer_does_not_decide_the_appeal_against_themself(attack: Callable[[Cheat], list[Device]]) -> None:
    cheat = Cheat(Court(*reports_of("R1")))
    before = cheat.court.read(cheat.dispute)
    assert not cheat.decides(*attack(cheat))
    assert cheat.court.read(cheat.dispute) == before


def test_a_referee_whom_nobody_of_the_two_made_decides_it(court: Court) -> None:
    cheat = Cheat(court)
    court.done(cheat.dispute, "take", by=court.vreni)
    court.ruled(cheat.dispute, by=court.vreni, remedy="warning")
    assert court.read(cheat.dispute)["state"] == "final"


def test_who_decided_with_a_forged_token_does_not_decide_the_appeal_with_the_own(court: Court) -> None:
    User.objects.create_user("rita")
    forged = court.club.device(invited(court, "rita")["token"])
    dispute = court.taken(by=forged)
    court.ruled(dispute, by=forged, remedy="warning")
    court.done(dispute, "appeal", by=court.seats[2], statement="No.")
    before = court.read(dispute)
    for by in (forged, court.organizer):
        assert court.do(dispute, "take", by=by).status == 403
        assert court.do(dispute, "rulings", by=by, **RULING).status == 403
    assert court.read(dispute) == before


def test_who_takes_a_copy_of_the_own_game_in_does_not_decide_the_appeal_there(court: Court) -> None:
    cheat = Cheat(court)
    document = cheat.device.get(f"{court.game.path}/export").body
    moved = {**document, "game": {**document["game"], "id": new_id()}}
    copy = {"id": new_id()}
    for line in moved["journal"]:
        line |= {name: copy["id"] for name in ("id", "dispute") if line.get(name) == cheat.dispute["id"]}
    answer = cheat.device.post("/games/import", moved)
    assert answer.status == 201, answer.raw
    assert court.read(copy)["state"] == "appealed"
    assert not cheat.decides(cheat.device, dispute=copy)


def test_without_a_token_that_works_an_account_does_nothing(court: Court) -> None:
    cheat = Cheat(court)
    late = datetime.now(UTC) - timedelta(seconds=1)
    Token.objects.filter(user=court.users["urs"]).update(expires_at=late)
    assert not cheat.decides(court.urs)


# --- the same at the desk ---------------------------------------------------------------------------------------------


def desk(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def presses(client: Client, dispute: Json) -> None:
    """Try every button of the desk that decides."""
    form = {"id": new_id(), "offence": "revoke", "text": "Nothing.", **RULING}
    for name in ("take", "rule", "dismiss", "rule"):
        client.post(reverse(f"admin:desk_{name}", args=(dispute["id"],)), form)


@pytest.mark.parametrize("who", ["organizer", "invited", "friend", "staff"])
def test_an_organizer_does_not_decide_the_appeal_at_the_desk(who: str) -> None:
    court = Court(*reports_of("R1"))
    cheat = Cheat(court)
    if who == "friend":
        with_somebody_whom_they_made_a_referee(cheat)
    if who == "invited":
        invited(court, User.objects.create_user("invited").username)
    if who == "staff":  # with every permission over tokens, at the admin's page for them
        User.objects.filter(pk=cheat.user.pk).update(is_staff=True, is_superuser=True)
        admin = desk(User.objects.get(pk=cheat.user.pk))
        puppet = User.objects.create_user("puppet")
        form = {"role": "referee", "user": puppet.pk, "game": court.game.id, "label": "puppet"}
        made = admin.post(reverse("admin:scoring_token_add"), form)
        assert made.status_code == 200, made.content
        assert Token.objects.get(user=puppet).accepted_at is None
    name = {"organizer": cheat.user.username, "staff": cheat.user.username}.get(who, who)
    before = court.read(cheat.dispute)
    presses(desk(User.objects.get(username=name)), cheat.dispute)
    assert court.read(cheat.dispute) == before
    presses(desk(court.users["vreni"]), cheat.dispute)
    assert Dispute.objects.get(pk=cheat.dispute["id"]).state == "final", "the buttons are the right ones"
