"""One evening through the API, from the first request to the end of the game: the source of the document's examples.

`told` sends the requests of api/openapi/examples.json and answers the whole file anew, with what the service said.
What differs from evening to evening (times, ids of players and requests) is replaced by what always stands in the file.
"""

import re
from typing import Any

from api.openapi.examples import DISPUTES, OPENING, REPORTS, Json
from scoring.models import Role
from tests.api.says import deal, play, retract, trick, tricks_of, weis
from tests.api.table import TIME, Club, Device, GameClient, problem_in

GIVEN_UP = "0d4c1a3e-6f2b-4c55-9a57-8f6c2f1f7a11"
HOST = "https://jassref.example"
MOMENT = "2026-03-07T19:30:00Z"
INSTANCE = "urn:uuid:6f9f5a54-0f3d-4b53-8f0e-2d6a1c9be0aa"


def _id(number: int) -> str:
    """An id that a phone has chosen; the numbers below 0x20 belong to the examples."""
    return f"3d6f0a52-1b7c-4e8d-9c21-5a4be7f9{number:04x}"


def told(club: Club | None = None) -> Json:
    """The examples, as the service answers them now."""
    evening = Evening(club or Club())
    evening.before_the_game()
    evening.first_deal()
    evening.rest_of_the_first_deal()
    evening.second_and_third_deal()
    evening.a_dispute()
    evening.a_game_given_up()
    evening.taken_elsewhere()
    return {
        "opening": OPENING,
        "reports": dict(REPORTS),
        "calls": evening.calls,
        "disputes": dict(DISPUTES),
        "answers": _always(evening.answers, evening.made, account=evening.club.user.username),
        "problems": _always(evening.problems, evening.made),
    }


class Evening:
    """The evening: what was sent, what was answered, and the problems by their codes."""

    def __init__(self, club: Club) -> None:
        self.club = club
        self.calls: dict[str, Json] = {}
        self.answers: dict[str, Any] = {}
        self.problems: dict[str, Json] = {}
        self.made: list[str] = []  # ids that the service has made

    def before_the_game(self) -> None:
        wrong = {**OPENING, "rules": {**OPENING["rules"], "claim": "partner", "undertrumping": "free"}}
        self._problem("invalid_option", self.club.organizer.post("/games", wrong))
        answer = self.club.organizer.post("/games", OPENING)
        assert answer.status == 201, answer.raw
        self.answers["opened"] = answer.body
        self.made = [seat["player"]["id"] for seat in answer.body["seats"]]
        self.game = GameClient(self.club, OPENING["id"])
        self.phone = self.game.scorer

    def first_deal(self) -> None:
        game, phone = self.game, self.phone
        self._problem("not_authenticated", game.send(deal(), by=game.outsider))
        self._problem("out_of_phase", game.send(play("RA", seat=1), by=phone))
        self._call(
            "several",
            "Open a deal, show a hand, push and announce",
            "deal",
            "hand",
            "push",
            "announce",
            answer="recorded",
        )
        self._send(REPORTS["weis"], weis(3, "RO RU R10", id=_id(6)), REPORTS["correct"])
        self._send(REPORTS["incident"])
        brief = game.send(REPORTS["play"], by=phone, prefer="return=minimal")
        assert brief.status == 201, brief.raw
        self.answers["minimal"] = brief.body
        self._call("dry_run", "See what a trick would change", "trick", answer="dry_run", dry_run=True)
        self._send(REPORTS["trick"])
        other = {**REPORTS["trick"], "id": _id(0x2A)}
        self.answers["duplicate"] = game.send(other, by=phone).body
        self._problem("conflicting_report", game.send({**other, "id": _id(0x2B), "cards": ["RA", "S9", "R7", "R10"]}))
        self._problem("not_a_card", game.send(play("H7"), play("EO", seat=5), by=phone))
        self._problem("later_reports_conflict", game.send(retract(REPORTS["announce"]["id"]), by=phone))
        self._problem("not_your_turn", game.send(play("EO", seat=3), by=phone))
        second, third = tricks_of("R1", numbered=True)[1], play("S7", number=3, id=_id(0xD))
        self._send({**second, "id": _id(0xE)}, third, REPORTS["retract"])
        self._problem("irregular", game.send(trick("R6 R7 RO E9", number=3), by=game.organizer))
        self.answers["game"] = game.game(by=game.outsider)
        self.answers["deal"] = self.answers["game"]["deal"]
        self.answers["explain"] = game.outsider.get(f"{game.path}/explain").body
        self.answers["journal"] = game.outsider.get(f"{game.path}/reports?limit=4").body
        self._problem("secrets_open", game.outsider.get(f"{game.path}/export"))

    def rest_of_the_first_deal(self) -> None:
        self._send(REPORTS["stoeck"])
        player = self.club.device(self.game.token(Role.PLAYER, seat=1, label="Anna's phone"))
        self._problem("forbidden", self.game.send(*tricks_of("R1", numbered=True)[2:3], by=player))
        self._problem("trick_missing", self.game.send(tricks_of("R1", numbered=True)[4], by=self.phone))
        self._send(*tricks_of("R1", numbered=True)[2:])
        self._send(REPORTS["confirm"])
        self._problem("version_conflict", self.game.send(deal(), by=self.phone, if_match='"7"'))

    def second_and_third_deal(self) -> None:
        self._send(deal(deal=2, id=_id(30)), REPORTS["count"])
        self._send(deal(deal=3, id=_id(31)), {"kind": "announce", "mode": "unenufe"})
        self.answers["scoresheet"] = self.game.outsider.get(f"{self.game.path}/scoresheet").body
        told = self.game.outsider.get(f"{self.game.path}/scoresheet?format=csv").raw.decode("utf-8-sig")
        self.answers["scoresheet_csv"] = re.sub(r"\d{4}-\d\d-\d\d", MOMENT[:10], told)
        self._problem("id_reused", self.game.send({**REPORTS["weis"], "seat": 1}, by=self.phone))
        self._problem("already_replaced", self.game.send(retract(_id(6)), by=self.game.organizer))
        self._send(REPORTS["claim"])
        self._problem("game_over", self.game.send(play("E6"), by=self.phone))
        unknown = self.game.outsider.get("/games/00000000-0000-4000-8000-000000000000")
        self._problem("not_found", unknown)

    def a_dispute(self) -> None:
        organizer, raised = self.club.organizer, DISPUTES["raise"]
        self.answers["dispute_raised"] = self._step(self.phone, f"{self.game.path}/disputes", raised, status=201)
        path = f"/disputes/{raised['id']}"
        self._step(organizer, f"{path}/take", {})
        self._step(self.phone, f"{path}/statements", DISPUTES["statement"], status=201)
        impossible = {"discovered": "deal_over", "remedy": "claim_void", "reason": "It was ours."}
        self._problem("remedy_not_possible", organizer.post(f"{path}/rulings", impossible))
        self.answers["ruled"] = self._step(organizer, f"{path}/rulings", DISPUTES["ruling"], status=201)
        self.answers["dispute"] = organizer.get(path).body
        self._step(self.phone, f"{path}/appeal", DISPUTES["appeal"])
        others = [entry["id"] for entry in self.game.journal() if entry["kind"] == "dispute"]
        self.made += [id_ for id_ in others if id_ != raised["id"]]

    def _step(self, by: Device, path: str, body: Json, *, status: int = 200) -> Json:
        answer = by.post(path, body)
        assert answer.status == status, answer.raw
        told: Json = answer.body
        return told

    def a_game_given_up(self) -> None:
        organizer = self.club.organizer
        opened = organizer.post("/games", {**OPENING, "id": GIVEN_UP}).body
        self.made += [seat["player"]["id"] for seat in opened["seats"]]
        path = f"/games/{GIVEN_UP}"
        self._problem("precondition_required", organizer.call("PATCH", path, {"label": "Table 8"}))
        wanted = {"label": "Table 8", "rules": {"target": 1500}}
        assert organizer.call("PATCH", path, wanted, if_match='"0"').status == 200
        assert organizer.post(f"{path}/abandon", {"reason": "The hall closes."}).status == 200
        self.answers["changes"] = organizer.get(f"{path}/reports").body
        self.made += [entry["id"] for entry in self.answers["changes"]["results"]]

    def taken_elsewhere(self) -> None:
        document = self.club.organizer.get(f"/games/{GIVEN_UP}/export").body
        self.answers["export"] = document
        changed = {**document, "game": {**document["game"], "id": _id(0xF)}}
        changed["outcome"] = {**document["outcome"], "status": "playing"}
        self._problem("does_not_verify", self.club.organizer.post("/games/import", changed))

    def _send(self, *reports: Json, by: Device | None = None) -> Json:
        return self.game.report(*reports, by=by or self.phone)

    def _call(self, name: str, summary: str, *kinds: str, answer: str, **more: Any) -> None:
        """A call of examples, kept with what it is answered."""
        request = {"reports": [REPORTS[kind] for kind in kinds], **more}
        said = self.game.call(request, by=self.phone)
        assert said.status in {200, 201}, said.raw
        self.calls[name] = {"summary": summary, "request": request}
        self.answers[answer] = said.body

    def _problem(self, code: str, answer: Any) -> None:
        problem = problem_in(answer)
        assert problem["code"] == code, problem
        self.problems[code] = problem


def _always(value: Any, made: list[str], *, account: str = "") -> Any:
    """The same with what differs from evening to evening as it always stands in the file."""
    if isinstance(value, dict):
        same = {name: INSTANCE for name in value if name == "instance"}
        return {name: same.get(name) or _always(inner, made, account=account) for name, inner in value.items()}
    if isinstance(value, list):
        return [_always(inner, made, account=account) for inner in value]
    if not isinstance(value, str):
        return value
    if value == account:
        return "anna"
    for number, id_ in enumerate(made):
        value = value.replace(id_, f"c7a1f0de-52c4-4c0e-8b44-0f0c6d1e00{number:02x}")
    return re.sub(TIME, MOMENT, value).replace("http://testserver", HOST)
