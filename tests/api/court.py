"""A game before its referees: disputes are raised, taken and decided over HTTP, every answer judged by the document."""

import itertools
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User

from scoring.models import Role
from scoring.services.rebuild import rebuild
from tests.api.document import judged
from tests.api.says import Json
from tests.api.table import Answer, Club, Device, GameClient

_numbers = itertools.count(1)


class Court:
    """A game with two referees, a scorer and a phone for each seat."""

    def __init__(self, *reports: Json, club: Club | None = None, **opening: Any) -> None:
        self.club = club or Club(transport=judged())
        self.game: GameClient = self.club.open(**opening)
        if reports:
            self.game.report(*reports)
        self.users = {name: User.objects.create_user(f"{name}{next(_numbers)}") for name in ("vreni", "urs")}
        self.vreni, self.urs = (self.referee(user) for user in self.users.values())
        self.organizer, self.scorer = self.game.organizer, self.game.scorer
        sitting = self.game.row.lineup
        self.seats = {one["seat"]: self.club.device(self.game.token(Role.PLAYER, seat=one["seat"])) for one in sitting}

    def referee(self, user: User) -> Device:
        """The device of a referee of this game."""
        return self.club.device(self.game.token(Role.REFEREE, user=user, label=user.username))

    def dispute(self, *, by: Device | None = None, **told: Any) -> Json:
        """Raise a dispute, about a revoke of seat 2 in the first trick where nothing else is said."""
        answer = self.raising(by=by, **told)
        assert answer.status == 201, answer.raw.decode()
        body: Json = answer.body
        return body

    def raising(self, *, by: Device | None = None, **told: Any) -> Answer:
        """The answer to who raises a dispute; what is None is left out."""
        wanted = {
            "category": "revoke",
            "deal": 1,
            "trick": 1,
            "seat": 2,
            "raised_by": {"side": 1},
            "statement": "He did not follow.",
            **told,
        }
        body = {name: value for name, value in wanted.items() if value is not None}
        return (by or self.scorer).post(f"{self.game.path}/disputes", body)

    def do(self, dispute: Json, action: str, *, by: Device, **body: Any) -> Answer:
        """The answer to a step."""
        return by.post(f"/disputes/{dispute['id']}/{action}", body)

    def done(self, dispute: Json, action: str, *, by: Device, **body: Any) -> Json:
        """A step that is made: the dispute as it stands then. What follows from the journal stands in the rows."""
        answer = self.do(dispute, action, by=by, **body)
        assert answer.status in {200, 201}, answer.raw.decode()
        self.is_sound()
        told: Json = answer.body
        return told

    def ruled(self, dispute: Json, *, by: Device | None = None, **ruling: Any) -> Json:
        """A ruling that is made, by a referee who has taken the dispute: the whole answer."""
        referee = by or self.vreni
        answer = self.do(
            dispute, "rulings", by=referee, **{"discovered": "deal_over", "reason": "Seen by all."} | ruling
        )
        assert answer.status == 201, answer.raw.decode()
        self.is_sound()
        told: Json = answer.body
        return told

    def taken(self, *, by: Device | None = None, **told: Any) -> Json:
        """A dispute that a referee has taken."""
        return self.done(self.dispute(**told), "take", by=by or self.vreni)

    def at(self, state: str) -> Json:
        """A dispute in this state."""
        way = {
            "open": [],
            "under_review": ["take"],
            "ruled": ["take", "rulings"],
            "dismissed": ["take", "dismiss"],
            "withdrawn": ["withdraw"],
            "appealed": ["take", "rulings", "appeal"],
            "final": ["take", "rulings", "appeal", "rulings by another"],
        }[state]
        dispute = self.dispute()
        for action in way:
            by = self.urs if action.endswith("another") else self.organizer if action == "appeal" else self.vreni
            by = self.scorer if action == "withdraw" else by
            answer = self.do(dispute, action.split()[0], by=by, **BODIES[action.split()[0]])
            assert answer.status in {200, 201}, answer.raw.decode()
        return self.read(dispute)

    def read(self, dispute: Json, *, by: Device | None = None) -> Json:
        """The dispute as it stands."""
        answer = (by or self.organizer).get(f"/disputes/{dispute['id']}")
        assert answer.status == 200, answer.raw
        body: Json = answer.body
        return body

    def is_sound(self) -> None:
        """See that every row follows from the journal."""
        told = rebuild(UUID(self.game.id), check=True)
        assert told is not None
        assert told.sound, (told.differences, told.broken)


BODIES: dict[str, Json] = {
    "take": {},
    "statements": {"side": 1, "statement": "We all saw it."},
    "rulings": {"discovered": "deal_over", "remedy": "warning", "reason": "It changed nothing."},
    "dismiss": {"reason": "He had none."},
    "withdraw": {},
    "appeal": {"side": 2, "statement": "That is too much."},
}
"""What goes with each step."""
