"""A dispute at the desk: what its page shows, what may be done, and what became of it."""

import re
from typing import Any
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from scoring.desk.pages.deal import _own_to_a_variant
from scoring.drawing.deal import Pack
from scoring.models import Dispute, Report, Role
from tests.api.says import announce, correct, deal, hand, incident, play, reports_of, retract, trick
from tests.api.table import Club, GameClient
from tests.desk.hall import a_call, a_referee, a_revoke, browser_of, open_dispute, page, send, text_of

pytestmark = pytest.mark.django_db
LATER = "this_and_later_tricks_to_opponents"


@pytest.fixture
def game() -> GameClient:
    return a_revoke(Club())


@pytest.fixture
def rita(game: GameClient) -> Client:
    return browser_of(a_referee(game))


@pytest.fixture
def dispute(rita: Client, game: GameClient) -> Dispute:
    return open_dispute(rita, game)


def a_ruling(**fields: Any) -> dict[str, Any]:
    """The form of an ordinary decision."""
    ordinary = {
        "id": uuid4(),
        "offence": "revoke",
        "discovered": "trick_turned",
        "remedy": LATER,
        "trick": 2,
        "seat": 3,
    }
    return ordinary | fields


# --- what is shown ----------------------------------------------------------------------------------------------------


def test_the_page_shows_the_deal_with_the_card_in_question_and_its_proof(rita: Client, dispute: Dispute) -> None:
    said = text_of(page(rita, dispute))
    assert (
        "Revoke · Chiara · Banner of Shields · Proven by: King of Acorns, Trick 3 · Legal cards: King of Acorns" in said
    )
    assert re.search(r"Banner of Shields 10 2 Chiara Card in question", said)
    assert re.search(r"King of Acorns K 3 Chiara Proof", said)
    assert "Beat +31 Anna + Chiara 0 · Beat + Dario 31" in said


def test_the_page_shows_what_was_known_then_and_what_came_to_light(rita: Client, dispute: Dispute) -> None:
    said = text_of(page(rita, dispute))
    hand_of_chiara = said.partition("Chiara Unseen: 7")[2].partition("Dario Unseen")[0]
    assert "Open → Illegal" in hand_of_chiara
    assert "Came to light later King of Acorns" in hand_of_chiara


def test_another_moment_is_looked_at_by_its_card(rita: Client, dispute: Dispute) -> None:
    assert "Chiara Unseen: 6" in text_of(page(rita, dispute, at="12"))
    assert "Chiara Unseen: 9" in text_of(page(rita, dispute, at="0"))
    for nonsense in ("99", "-1", "x", "²"):
        assert "Chiara Unseen: 7" in text_of(page(rita, dispute, at=nonsense))


def test_the_page_shows_the_journal_and_the_history(rita: Client, dispute: Dispute) -> None:
    said = text_of(page(rita, dispute))
    assert "Scorer phone · Sent as played" in said
    history = said.partition("History")[2]
    assert history.index("Raised") < history.index("Taken")


def test_every_remedy_that_is_possible_comes_with_its_effect(rita: Client, dispute: Dispute) -> None:
    said = text_of(page(rita, dispute))
    offered = said.partition("Remedy")[2]
    assert offered.index("This and all later tricks to the opponents") < offered.index("The score stands")
    assert "Usual remedy" in offered
    assert "Anna + Chiara 24 → 0 0 → 0 Beat + Dario 70 → 94 0 → 0" in offered
    assert "Stöck struck" not in offered  # there is none


def test_what_somebody_wrote_is_text_and_nothing_else() -> None:
    club = Club()
    game = a_call(club, label="<b>Table</b>", players=["<i>A</i>", "Beat", "Chiara", "Dario"])
    client = browser_of(a_referee(game))
    call = game.journal()[-1]["id"]
    client.post(reverse("admin:desk_raise", args=(game.id, 1)), {"call": call})
    shown = page(client, Dispute.objects.get())
    assert "<i>A</i>" not in shown
    assert "<b>Table</b>" not in shown
    assert "&lt;i&gt;A&lt;/i&gt;" in shown


def test_a_hidden_hand_is_shown_to_the_referee_alone(game: GameClient, rita: Client) -> None:
    game.report(hand(1, "E8 EU EA R7 R8 RO RK S7 SK"))
    shown = rita.get(reverse("admin:desk_deal", args=(game.id, 1))).content.decode()
    assert "King of Shields" in text_of(shown)
    stranger = browser_of(a_referee(a_revoke(Club()), name="other"))
    assert stranger.get(reverse("admin:desk_deal", args=(game.id, 1))).status_code == 404


# --- what is done -----------------------------------------------------------------------------------------------------


def test_a_finding_is_raised_for_the_opponents_and_taken(dispute: Dispute, game: GameClient) -> None:
    assert (dispute.state, dispute.raised_by_side, dispute.seat, dispute.trick) == ("under_review", 2, 3, 2)
    assert dispute.referee is not None
    assert [entry["kind"] for entry in game.journal()[-2:]] == ["dispute", "dispute"]


def test_a_decision_changes_the_score_and_stands_on_record(rita: Client, dispute: Dispute, game: GameClient) -> None:
    said = send(rita, "rule", dispute, **a_ruling())
    assert "Recorded" in said
    assert [score["total"] for score in game.deal["scores"]] == [0, 94]
    entry = game.journal()[-1]
    assert (entry["kind"], entry["article"], entry["remedy"]) == ("ruling", "JW-2", LATER)
    assert entry["by"] == {"role": "referee", "label": "rita"}
    assert game.deal["findings"][0]["status"] == "ruled"


def test_a_form_that_is_sent_twice_decides_once(rita: Client, dispute: Dispute) -> None:
    form = a_ruling()
    for _ in range(2):
        assert "Recorded" in send(rita, "rule", dispute, **form)
    assert Report.objects.filter(kind="ruling").count() == 1


def test_words_that_are_sent_twice_stand_there_once(rita: Client, dispute: Dispute) -> None:
    for name, kept in (("state", "statement"), ("dismiss", "dismissed")):
        there = reverse(f"admin:desk_{name}", args=(dispute.pk,))
        form = re.search(rf'action="{there}".*?</form>', page(rita, dispute), re.DOTALL)
        assert form is not None
        id_ = re.search(r'name="id" value="([^"]+)"', form[0])
        assert id_ is not None
        for _ in range(2):
            assert "Recorded" in send(rita, name, dispute, id=id_[1], text="He had none.")
        steps = [entry.payload["step"] for entry in Report.objects.filter(kind="dispute")]
        assert steps.count(kept) == 1


@pytest.mark.parametrize("what", ["finding", "call"])
def test_a_button_that_is_pressed_twice_opens_one_dispute(what: str, rita: Client, game: GameClient) -> None:
    game.report(incident("call_referee"))
    wanted = {"finding": game.deal["findings"][0]["id"], "call": game.journal()[-1]["id"]}
    there = reverse("admin:desk_raise", args=(game.id, 1))
    otto = browser_of(a_referee(game, name="otto"))
    opened = [one.post(there, {what: wanted[what]}).headers["location"] for one in (rita, rita, otto)]
    dispute = Dispute.objects.get()
    assert opened == [reverse("admin:desk_dispute", args=(dispute.pk,))] * 3
    assert dispute.referee == User.objects.get(username="rita"), "who was first has it"
    game.report(incident("call_referee"))
    rita.post(there, {"call": game.journal()[-1]["id"]})
    assert Dispute.objects.count() == 2, "a later call is another one"


def test_a_preview_tells_what_a_decision_would_do_and_writes_nothing(
    rita: Client, dispute: Dispute, game: GameClient
) -> None:
    before = game.stored()
    said = send(rita, "rule", dispute, preview="1", **a_ruling(remedy="adjust", points_1="-7", reason="late"))
    assert "Anna + Chiara 24 → 17" in said.partition("Effect on the score")[2]
    assert game.stored() == before


def test_a_preview_needs_no_reason_yet(rita: Client, dispute: Dispute) -> None:
    said = send(rita, "rule", dispute, preview="1", **a_ruling(remedy="deal_lost"))
    assert "Beat + Dario 70 → 277" in said.partition("Effect on the score")[2].partition("Offence")[0]


def test_a_preview_says_what_is_usual_for_the_offence_that_was_chosen(rita: Client, dispute: Dispute) -> None:
    said = send(rita, "rule", dispute, preview="1", **a_ruling(offence="misdeal", remedy="deal_void"))
    assert "Regulation R9-14" in said


def test_what_a_decision_lacks_is_told_beside_what_was_filled_in(rita: Client, dispute: Dispute) -> None:
    said = send(rita, "rule", dispute, **a_ruling(remedy="deal_lost"))
    assert "“Reason” is missing" in said
    dispute.refresh_from_db()
    assert dispute.state == "under_review"
    assert "Offence" in send(rita, "rule", dispute, **a_ruling(offence="beer"))
    assert "U+202E" in send(rita, "rule", dispute, **a_ruling(reason="a\u202eb"))


def test_dismissing_needs_a_reason(rita: Client, dispute: Dispute) -> None:
    send(rita, "dismiss", dispute, text="")
    dispute.refresh_from_db()
    assert dispute.state == "under_review"
    assert "Dismissed" in send(rita, "dismiss", dispute, text="It was a slip of the pen.")
    dispute.refresh_from_db()
    assert dispute.state == "dismissed"


def test_statements_of_the_sides_are_put_down(rita: Client, dispute: Dispute) -> None:
    said = send(rita, "state", dispute, side="1", text="I had none left.")
    assert "I had none left. Anna + Chiara · Statement" in said
    assert "We saw it. Referee rita" in send(rita, "state", dispute, side="", text="We saw it.")


def test_only_the_organizer_withdraws(rita: Client, dispute: Dispute, game: GameClient) -> None:
    assert "Withdraw" not in text_of(page(rita, dispute)).partition("Deal 1")[0]
    send(rita, "withdraw", dispute)
    dispute.refresh_from_db()
    assert dispute.state == "under_review"
    send(browser_of(game.club.user), "withdraw", dispute)
    dispute.refresh_from_db()
    assert dispute.state == "withdrawn"


def test_another_referee_looks_on_or_takes_it_over(dispute: Dispute, game: GameClient) -> None:
    other = browser_of(a_referee(game, name="otto"))
    assert reverse("admin:desk_rule", args=(dispute.pk,)) not in page(other, dispute)
    assert "This and all later tricks" in text_of(page(other, dispute))  # what it would do is for all to see
    send(other, "take", dispute)
    assert reverse("admin:desk_rule", args=(dispute.pk,)) in page(other, dispute)


def test_a_superuser_who_is_no_referee_of_the_game_decides_nothing(dispute: Dispute) -> None:
    root = browser_of(User.objects.create_superuser("root"))
    assert reverse("admin:desk_take", args=(dispute.pk,)) not in page(root, dispute)
    for name in ("take", "withdraw"):
        assert root.post(reverse(f"admin:desk_{name}", args=(dispute.pk,))).status_code == 403
    assert root.post(reverse("admin:desk_rule", args=(dispute.pk,)), a_ruling()).status_code == 403
    finding = {"finding": str(dispute.finding)}
    assert root.post(reverse("admin:desk_raise", args=(dispute.game_id, 1)), finding).status_code == 403


@pytest.mark.parametrize("name", ["take", "state", "rule", "dismiss", "withdraw"])
def test_steps_are_posts_of_ones_own_games_with_a_token_of_the_form(name: str, rita: Client, dispute: Dispute) -> None:
    there = reverse(f"admin:desk_{name}", args=(dispute.pk,))
    assert rita.get(there).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(User.objects.get(username="rita"))
    assert strict.post(there).status_code == 403
    stranger = browser_of(a_referee(a_revoke(Club()), name="other"))
    assert stranger.post(there).status_code == 404


def test_a_dispute_about_a_deal_that_was_taken_back_can_be_closed() -> None:
    game = Club().open()
    opened, call = (one["id"] for one in game.report(deal(), incident("call_referee"))["reports"])
    rita = browser_of(a_referee(game))
    rita.post(reverse("admin:desk_raise", args=(game.id, 1)), {"call": call})
    game.report(retract(opened, as_played=True))
    dispute = Dispute.objects.get()
    assert "The deal is not on record any more" in text_of(page(rita, dispute))
    assert "The deal is not on record any more" in send(rita, "dismiss", dispute, text="")
    assert "Recorded" in send(rita, "state", dispute, text="They dealt again.")
    assert rita.post(reverse("admin:desk_rule", args=(dispute.pk,)), a_ruling()).status_code == 404
    said = send(rita, "dismiss", dispute, text="There is nothing to decide.")
    assert said.index("Recorded") < said.index("There is nothing to decide.")
    dispute.refresh_from_db()
    assert dispute.state == "dismissed"


def test_who_is_logged_out_meanwhile_comes_back_to_the_page(dispute: Dispute, game: GameClient) -> None:
    found, opened = (reverse("admin:desk_deal", args=(game.id, 1)), reverse("admin:desk_dispute", args=(dispute.pk,)))
    for name, page_of_it in (("raise", found), ("rule", opened)):
        args = (game.id, 1) if name == "raise" else (dispute.pk,)
        sent = Client().post(reverse(f"admin:desk_{name}", args=args), a_ruling())
        assert sent.headers["location"] == f"{reverse('admin:login')}?next={page_of_it}"


def test_what_is_not_there_is_not_found(rita: Client, game: GameClient, dispute: Dispute) -> None:
    assert rita.get(reverse("admin:desk_deal", args=(game.id, 2))).status_code == 404
    assert rita.get(reverse("admin:desk_dispute", args=(uuid4(),))).status_code == 404
    assert rita.get(reverse("admin:desk_protocol", args=(dispute.pk,))).status_code == 404
    assert rita.post(reverse("admin:desk_raise", args=(game.id, 1)), {"finding": uuid4()}).status_code == 404


def test_on_appeal_somebody_else_decides_and_both_protocols_stay(
    rita: Client, dispute: Dispute, game: GameClient
) -> None:
    send(rita, "rule", dispute, **a_ruling())
    first = Report.objects.get(kind="ruling").seq
    appeal = {"side": 1, "statement": "Too hard."}
    assert game.scorer.post(f"/disputes/{dispute.pk}/appeal", appeal).status == 200
    said = send(rita, "take", dispute)
    assert "Recorded" not in said.partition("Revoke")[0]
    other = browser_of(a_referee(game, name="otto"))
    send(other, "take", dispute)
    assert "Recorded" in send(other, "rule", dispute, **a_ruling(remedy="score_stands", reason="A misunderstanding."))
    assert [score["total"] for score in game.deal["scores"]] == [24, 70]
    there = reverse("admin:desk_protocol", args=(dispute.pk,))
    newest, older = (text_of(other.get(there, query).content.decode()) for query in ({}, {"entry": str(first)}))
    assert "Anna + Chiara 0 → 24" in newest
    assert "Anna + Chiara 24 → 0" in older
    assert "Too hard." in newest
    assert "Too hard." not in older


def test_a_referee_corrects_what_they_have_decided(rita: Client, dispute: Dispute, game: GameClient) -> None:
    send(rita, "rule", dispute, **a_ruling(reason="Seen by all."))
    first = Report.objects.get(kind="ruling").seq
    shown = page(rita, dispute)
    assert "Correct the decision" in text_of(shown)
    assert "Seen by all." in shown.partition('id="id_reason"')[2], "the form has what stands"
    same = send(rita, "rule", dispute, preview="1", **a_ruling(reason="Seen by all."))
    assert "The score does not change" in same.partition("Effect on the score")[2].partition("Offence")[0]
    corrected = a_ruling(remedy="score_stands", reason="It was the third trick.")
    tried = send(rita, "rule", dispute, preview="1", **corrected)
    assert "Anna + Chiara 0 → 24" in tried.partition("Effect on the score")[2].partition("Offence")[0]
    said = send(rita, "rule", dispute, **corrected)
    assert "Recorded" in said
    assert said.index("Decision No longer stands") < said.index("Decision Stands")
    assert [score["total"] for score in game.deal["scores"]] == [24, 70]
    there = reverse("admin:desk_protocol", args=(dispute.pk,))
    newest, older = (text_of(rita.get(there, query).content.decode()) for query in ({}, {"entry": str(first)}))
    assert "Decision Stands" in newest
    assert "(No longer stands)" in newest.partition("History")[2]
    assert "Decision No longer stands Replaced by entry" in older


def test_nobody_else_is_offered_to_correct_it(rita: Client, dispute: Dispute, game: GameClient) -> None:
    send(rita, "rule", dispute, **a_ruling())
    other = browser_of(a_referee(game, name="otto"))
    assert "Correct the decision" not in text_of(page(other, dispute))
    send(other, "rule", dispute, **a_ruling(remedy="score_stands", reason="No."))
    assert Report.objects.filter(kind="ruling").count() == 1
    send(other, "dismiss", dispute, text="No.")
    dispute.refresh_from_db()
    assert dispute.state == "ruled"


def test_a_decision_may_be_taken_back_at_the_desk(rita: Client, dispute: Dispute) -> None:
    send(rita, "rule", dispute, **a_ruling())
    said = send(rita, "dismiss", dispute, text="It was lawful.")
    dispute.refresh_from_db()
    assert dispute.state == "dismissed"
    assert "Decision Stands Dismissed" in said
    assert "Correct the decision" in said


def test_the_next_leader_is_named_at_the_desk(rita: Client, dispute: Dispute, game: GameClient) -> None:
    shown = page(rita, dispute)
    assert 'name="leads"' in shown
    send(rita, "rule", dispute, **a_ruling(leads=1))
    assert game.game()["next"]["seat"] == 1
    said = text_of(rita.get(reverse("admin:desk_protocol", args=(dispute.pk,))).content.decode())
    assert "Leads the next trick Anna" in said
    refused = send(rita, "rule", dispute, **a_ruling(remedy="deal_void", reason="so", leads=1))
    assert "the ruling cannot name a leader" in refused


def test_a_fault_that_is_punished_already_is_told_before_the_decision(
    rita: Client, dispute: Dispute, game: GameClient
) -> None:
    assert "Punished already" not in text_of(page(rita, dispute))
    send(rita, "rule", dispute, **a_ruling())
    assert "Punished already" not in text_of(page(rita, dispute)), "a ruling does not come on top of itself"
    told = {"category": "revoke", "deal": 1, "trick": 2, "seat": 3, "raised_by": {"side": 2}, "statement": "Again."}
    second = game.scorer.post(f"{game.path}/disputes", told).body
    again = Dispute.objects.get(pk=second["id"])
    send(rita, "take", again)
    said = text_of(page(rita, again)).partition("History")[0]
    warned = "This and all later tricks to the opponents. This one comes on top."
    assert warned in said
    assert warned not in send(rita, "rule", again, preview="1", **a_ruling(trick=1, remedy="adjust", points_1="-5"))


# --- the protocol -----------------------------------------------------------------------------------------------------


def test_the_protocol_has_everything_that_a_decision_rests_on(rita: Client, dispute: Dispute) -> None:
    send(rita, "state", dispute, side="1", text="I had none left.")
    send(rita, "rule", dispute, **a_ruling(reason="The king lay two tricks later."))
    send(rita, "state", dispute, side="", text="said afterwards")
    response = rita.get(reverse("admin:desk_protocol", args=(dispute.pk,)))
    said = text_of(response.content.decode())
    for part in (
        "Protocol of the decision",
        "Table 7 · Schieber, StarGames",
        "Anna + Chiara – Beat + Dario",
        "Revoke · Chiara · Banner of Shields",
        "I had none left.",
        "Remedy This and all later tricks to the opponents",
        "Article JW-2 (JassWiki)",
        "The king lay two tricks later.",
        "Anna + Chiara 24 → 0",
        "Beat + Dario 70 → 94",
        "Signature Referee Anna + Chiara Beat + Dario",
    ):
        assert part in said, part
    assert "said afterwards" not in said
    assert " UTC" in said
    assert "Trick 1 Leader" not in said  # only the tricks that it is about


def test_a_dismissal_has_a_protocol_too(rita: Client, dispute: Dispute) -> None:
    send(rita, "dismiss", dispute, text="It was a slip of the pen.")
    said = text_of(rita.get(reverse("admin:desk_protocol", args=(dispute.pk,))).content.decode())
    assert "Decision Dismissed Reason It was a slip of the pen." in said
    assert "The score does not change" in said


# --- pages ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Was man von jeder Hand weiss"),
        ("fr", "Ce qu’on sait de chaque main"),
        ("it", "Che cosa si sa di ogni mano"),
        ("nl", "Wat van elke hand bekend is"),
        ("tr", "Her el için bilinenler"),
    ],
)
def test_pages_speak_the_readers_language(language: str, words: str, dispute: Dispute) -> None:
    client = browser_of(User.objects.get(username="rita"), language=language)
    response = client.get(reverse("admin:desk_dispute", args=(dispute.pk,)))
    shown = response.content.decode()
    assert f'<html lang="{language}"' in shown
    assert words in shown
    assert response["Content-Language"] == language


def test_a_language_chosen_in_the_menu_stays(rita: Client, dispute: Dispute) -> None:
    chosen = rita.get(reverse("admin:desk_dispute", args=(dispute.pk,)), {"at": "3", "lang": "de"})
    assert (chosen.status_code, chosen["Location"]) == (
        302,
        reverse("admin:desk_dispute", args=(dispute.pk,)) + "?at=3",
    )
    assert "Streitfall" in page(rita, dispute)
    assert "Warteschlange" in rita.get(reverse("admin:index"), follow=True).content.decode()
    rita.get(reverse("admin:desk_queue"), {"lang": "xx"})
    assert "Streitfall" in page(rita, dispute)


def test_pages_run_no_script_and_load_nothing_from_elsewhere(rita: Client, dispute: Dispute, game: GameClient) -> None:
    send(rita, "rule", dispute, **a_ruling())
    for there in (
        reverse("admin:desk_queue"),
        reverse("admin:desk_deal", args=(game.id, 1)),
        reverse("admin:desk_dispute", args=(dispute.pk,)),
        reverse("admin:desk_protocol", args=(dispute.pk,)),
    ):
        response = rita.get(there)
        shown = response.content.decode()
        assert response["Content-Security-Policy"].startswith("default-src 'none'; style-src 'self'")
        assert "no-store" in response["Cache-Control"]
        assert not re.search(r"<script|<style| style=| on\w+=|https?://(?!www\.w3\.org)", shown), there


def test_names_of_forms_are_said_by_their_labels(rita: Client, dispute: Dispute) -> None:
    shown = page(rita, dispute)
    ids = set(re.findall(r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\bid="([^"]+)"', shown))
    assert ids <= set(re.findall(r'<label[^>]*\bfor="([^"]+)"', shown))
    assert len(re.findall(r'\bid="([^"]+)"', shown)) == len(set(re.findall(r'\bid="([^"]+)"', shown)))


def test_reading_a_dispute_costs_a_bounded_number_of_statements(
    rita: Client, dispute: Dispute, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_max_num_queries(30):
        page(rita, dispute)


# --- other deals ------------------------------------------------------------------------------------------------------


def test_an_earlier_deal_is_shown_with_its_own_journal() -> None:
    game = Club().open(label="Table 1")
    game.report(*reports_of("R1"))
    game.report(deal(), announce("rosen"), trick("R6 R7 R8 R9"))
    game.report(incident("remark", note="of the first deal", deal=1))
    client = browser_of(a_referee(game))
    first, second = (
        text_of(client.get(reverse("admin:desk_deal", args=(game.id, number))).content.decode()) for number in (1, 2)
    )
    assert ("of the first deal" in first, "of the first deal" in second) == (True, False)
    assert first.count("New deal") == second.count("New deal") == 1
    assert "Trick 9 Leader" in first
    assert "Trick 2 Leader" not in second


def test_a_ruling_on_an_earlier_deal_is_seen_in_its_protocol_alone() -> None:
    game = Club().open(label="Table 1")
    game.report(*reports_of("R1"))
    game.report(*reports_of("R1", forehand=2))
    client = browser_of(a_referee(game))
    raising = {"category": "remark", "deal": 1, "seat": 1, "raised_by": {"side": 2}, "statement": "He spoke."}
    assert game.scorer.post(f"{game.path}/disputes", raising).status == 201
    dispute = Dispute.objects.get()
    send(client, "take", dispute)
    form = a_ruling(
        offence="remark", discovered="deal_over", remedy="penalty_points", points_1="20", trick="", seat="1"
    )
    assert "Recorded" in send(client, "rule", dispute, **form | {"reason": "He had been warned."})
    protocol = client.get(reverse("admin:desk_protocol", args=(dispute.pk,))).content.decode()
    assert "Anna + Chiara 50 → 30" in text_of(protocol)
    assert "Trick 9" in text_of(protocol)  # no trick was named, so all are shown


def test_a_deal_that_only_a_slate_knows_has_no_hands_to_look_at() -> None:
    game = Club().open()
    game.report(deal(), {"kind": "count", "points": {"1": 97, "2": 60}, "mode": "rosen", "declarer": 1})
    said = text_of(browser_of(a_referee(game)).get(reverse("admin:desk_deal", args=(game.id, 1))).content.decode())
    assert "No trick on record" in said


def test_a_deal_before_its_announcement_is_shown_as_well() -> None:
    game = Club().open()
    game.report(deal())
    said = text_of(browser_of(a_referee(game)).get(reverse("admin:desk_deal", args=(game.id, 1))).content.decode())
    assert "No trick on record" in said


def test_corrections_are_marked_in_the_journal(game: GameClient, rita: Client) -> None:
    last = game.journal()[-1]["id"]
    game.report(correct(last, trick("EU R10 SO EK", number=3)))
    said = text_of(rita.get(reverse("admin:desk_deal", args=(game.id, 1))).content.decode())
    assert "Replaced by entry 7" in said
    assert "Corrected" in said


def test_what_only_some_variants_have_is_told_where_it_is_there() -> None:
    sheet = {
        "turned": "E6",
        "bids": [{"seat": 1, "points": 40}],
        "laid": [{"seat": 2, "card": "R6"}, {"seat": 3, "card": None}],
    }
    names = {1: "Anna", 2: "Beat", 3: "Chiara"}
    assert list(_own_to_a_variant(sheet, names=names, pack=Pack("swiss", "en"))) == [
        ("Turned card", "Six of Acorns"),
        ("Bid", "Anna 40"),
        ("Laid card", "Beat Six of Roses"),
        ("Laid card", "Chiara –"),
    ]


def noticed(shown: str) -> str:
    """The time of discovery that is chosen on the page."""
    (chosen,) = re.findall(r'<input type="radio" name="discovered" value="(\w+)"[^>]*\bchecked', shown)
    return str(chosen)


def test_a_dispute_without_a_finding_asks_about_the_card_of_its_seat(game: GameClient, rita: Client) -> None:
    game.report(play("R9"))
    for trick_number, seat in ((1, 4), (4, 2), (4, 3)):
        raising = {"category": "remark", "deal": 1, "trick": trick_number, "seat": seat, "raised_by": {"seat": 1}}
        assert game.scorer.post(f"{game.path}/disputes", raising | {"statement": "Hm."}).status == 201
    first, open_trick, not_played = Dispute.objects.order_by("raised_at", "trick", "seat")
    assert "Six of Roses 6 4 Dario Card in question" in text_of(page(rita, first))
    send(rita, "take", first)
    assert noticed(page(rita, first)) == "trick_turned"
    send(rita, "take", open_trick)
    assert noticed(page(rita, open_trick)) == "trick_open"
    assert "Card in question" not in text_of(page(rita, not_played))
    assert "Raised by Anna" in text_of(page(rita, not_played))


def test_a_player_who_calls_raises_it_for_the_own_seat() -> None:
    game = a_call(Club())
    beat = game.club.device(game.token(Role.PLAYER, seat=2))
    game.report(incident("call_referee", note="Look at this"), by=beat)
    client = browser_of(a_referee(game))
    call = game.journal()[-1]["id"]
    client.post(reverse("admin:desk_raise", args=(game.id, 1)), {"call": call})
    dispute = Dispute.objects.get()
    assert (dispute.raised_by_seat, dispute.category) == (2, "call_referee")
    said = text_of(page(client, dispute))
    assert "Raised by Beat" in said
    assert "Look at this Beat · Raised" in said
    assert "Other than the regulation says: A reason is needed here" in said
