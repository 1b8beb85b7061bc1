"""Who sat at the seats of an imported game before substitutes came, read strictly."""

from collections.abc import Sequence
from typing import Any, Final

from rest_framework import serializers

from api.forms.fields import Strict, StrictInteger, StrictString, StrictUUID, refused
from api.forms.objects import StrictSerializer, read
from api.games.request import MOST_SEATS, SeatNumber
from api.problems.faults import RequestFault
from scoring.models.fields import NAME_LENGTH

PLACE_LENGTH: Final = 2


class PlaceField(Strict, serializers.JSONField):
    """Where a deal was opened: the place in the journal, and which report there it was."""

    def to_internal_value(self, data: Any) -> list[int]:
        """The two numbers."""
        if not isinstance(data, list) or any(type(one) is not int for one in data):
            raise refused("wrong_type", expected="array")
        if len(data) != PLACE_LENGTH or min(data) < 0:
            raise refused("invalid_value", items=PLACE_LENGTH)
        return data


class SittingForm(StrictSerializer):
    """Somebody at a seat from a deal on."""

    seat = SeatNumber(min_value=1, max_value=MOST_SEATS)
    player = StrictString(max_length=NAME_LENGTH)
    from_deal = StrictInteger(min_value=1)
    deal = StrictUUID(required=False, allow_null=True)
    place = PlaceField(required=False)


SITTING: Final = SittingForm()


def sittings_of(given: Sequence[Any], *, seats: int, faults: list[RequestFault]) -> list[dict[str, Any]]:
    """The sittings, seat by seat; where they are none, the faults are added."""
    found = []
    earlier: dict[int, int] = {}
    for index, one in enumerate(given):
        values = _sitting(one, index, faults)
        if values is None:
            continue
        if values["seat"] > seats:
            fault = RequestFault("not_a_seat", params={"value": values["seat"], "seats": seats})
            faults.append(fault.under("game", "sittings", index, "seat"))
        if ("place" in values) != (values["seat"] in earlier):
            faults.append(_contradicts(index, "place"))
        if values["from_deal"] < earlier.get(values["seat"], 1):
            faults.append(_contradicts(index, "from_deal"))
        earlier[values["seat"]] = values["from_deal"]
        found.append(values)
    return found


def _contradicts(index: int, member: str) -> RequestFault:
    return RequestFault("does_not_verify", params={"hint": "outcome"}).under("game", "sittings", index, member)


def _sitting(given: Any, index: int, faults: list[RequestFault]) -> dict[str, Any] | None:
    """One of them as the game keeps it."""
    if not isinstance(given, dict):
        faults.append(RequestFault("wrong_type", params={"expected": "object"}).under("game", "sittings", index))
        return None
    values = read(SITTING, given, "game", "sittings", index, faults=faults)
    if values is None:
        return None
    begins = {"deal": values.get("deal") and str(values["deal"]), "place": values["place"]} if "place" in values else {}
    return {"seat": values["seat"], "player": values["player"], "from_deal": values["from_deal"], **begins}
