"""What a request to change a game says, read strictly."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from rest_framework import serializers

from api.forms.fields import Strict, StrictBoolean, StrictChoice, StrictInteger, StrictString, StrictUUID, refused
from api.forms.objects import StrictSerializer, read
from api.games.request import MOST_SEATS, AnyList, AnyObject, SeatNumber, check_dealer, option_fault, players_of
from api.problems.faults import Problem, RequestFault
from scoring.models import Deck, Game
from scoring.models.fields import LABEL_LENGTH
from scoring.rules.options.declared import GameOptions
from scoring.rules.variants import VARIANTS
from scoring.services.changes.settings import GameChange


class DealName(Strict, serializers.JSONField):
    """A deal, by its number or its id."""

    def to_internal_value(self, data: Any) -> int | str:
        """The number, or the id in its normal form."""
        if isinstance(data, str):
            return str(StrictUUID().to_internal_value(data))
        if type(data) is not int:
            raise refused("wrong_type", expected="integer")
        return data


class ChangeRequest(StrictSerializer):
    """What is to be different in a game. What is left out stays as it is."""

    label = StrictString(
        required=False, allow_blank=True, max_length=LABEL_LENGTH, help_text="What the game is called."
    )
    public = StrictBoolean(required=False, help_text="Whether anybody may read the game.")
    players = AnyList(
        required=False,
        help_text="All seats in order: a name renames who sits there; a player on record takes the seat, which is "
        "possible before the first report only. The names or ids of those who sit there, in another order, swap their "
        "seats; that is possible later as well, with a `reason`. With `from_deal` they sit there from that deal on: "
        "a name that nobody in the game has is a new player.",
    )
    from_deal = DealName(
        required=False,
        help_text="The deal from which the `players` sit there, by its number or its id: a substitute comes. One more "
        "than there are deals is the next one. Once cards lie with a `reason`.",
    )
    first_dealer = SeatNumber(
        required=False,
        min_value=1,
        max_value=MOST_SEATS,
        help_text="Once cards lie only with a `reason`: the record is judged anew.",
    )
    deck = StrictChoice(tuple(Deck.values), required=False, help_text="Before the first report only.")
    rules = AnyObject(
        required=False,
        help_text="Options that are to be different, or another preset with options. Before the first report only, "
        "but for `deals`.",
    )
    deals = StrictInteger(
        required=False,
        min_value=1,
        help_text="The same as `deals` in `rules`. After the first report only fewer, not "
        "fewer than were played; once cards lie with a `reason`.",
    )
    reason = StrictString(
        required=False,
        max_length=LABEL_LENGTH,
        help_text="Why. Required for seats, `first_dealer` and `deals` once cards lie.",
    )


class AbandonRequest(StrictSerializer):
    """Why a game is given up."""

    reason = StrictString(max_length=LABEL_LENGTH, help_text="Why.")


class ResumeRequest(StrictSerializer):
    """That giving up was a mistake."""

    id = StrictUUID(required=False, help_text="The id of the entry. The same again changes nothing.")
    reason = StrictString(required=False, max_length=LABEL_LENGTH, help_text="Why.")


CHANGE = ChangeRequest()
ABANDON = AbandonRequest()
RESUME = ResumeRequest()


def change_of(data: dict[str, Any], *, game: Game) -> GameChange:
    """What is to be different; a Problem with all faults of the request."""
    faults: list[RequestFault] = []
    values = read(CHANGE, data, faults=faults) or data
    seats = VARIANTS[game.variant].table.seats
    players = players_of(values["players"], seats=seats, faults=faults) if "players" in values else None
    dealer = values.get("first_dealer")
    check_dealer(dealer, seats=seats, faults=faults)
    if "from_deal" in values and "players" not in values:
        faults.append(RequestFault("missing_field", params={"name": "players"}).under("players"))
    given = _with_deals(values)
    rules = _rules(given, game, faults) if isinstance(given, dict) else None
    if faults:
        raise Problem.of(faults)
    return GameChange(
        label=values.get("label"),
        public=values.get("public"),
        players=players,
        from_deal=values.get("from_deal"),
        first_dealer=dealer,
        deck=values.get("deck"),
        rules=rules,
        reason=values.get("reason"),
    )


def _with_deals(values: Mapping[str, Any]) -> Any:
    """The rules that are asked for, with the number of deals that may stand beside them."""
    deals = values.get("deals")
    if type(deals) is not int or deals < 1:
        return values.get("rules")  # left out, or told already
    given = values.get("rules", {})
    return {**given, "deals": deals} if isinstance(given, dict) else given


def reason_of(data: dict[str, Any]) -> str:
    """Why a game is given up."""
    return str(ABANDON.run_validation(data)["reason"])


def resumption_of(data: dict[str, Any]) -> tuple[UUID | None, str | None]:
    """The id and the reason with which a game is resumed, as far as they are given."""
    values = RESUME.run_validation(data)
    return values.get("id"), values.get("reason")


def _rules(given: Mapping[str, Any], game: Game, faults: list[RequestFault]) -> tuple[str, GameOptions] | None:
    """The rules that follow: those of the game with these options changed, or those of another preset."""
    wanted = given if "preset" in given else _with_kept(given, game)
    resolved = VARIANTS[game.variant].resolve(wanted)
    if isinstance(resolved, list):
        faults += [option_fault(fault) for fault in resolved]
        return None
    return resolved


def _with_kept(given: Mapping[str, Any], game: Game) -> dict[str, Any]:
    """The given options over those of the game that they leave standing.

    Not those of which one gives way to another (the end), nor the parts of a switch that is turned. Of a table of
    options (the factors) those that are not given stand.
    """
    declared = VARIANTS[game.variant].options.declared()
    ends = {option.one_of: option.name for option in declared if option.one_of and given.get(option.name) is not None}
    gone = {option.name for option in declared if option.one_of in ends and option.name != ends[option.one_of]}
    turned = gone | {name for name, value in given.items() if bool(value) != bool(game.options.get(name))}
    kept = {option.name for option in declared if option.name not in gone and option.part_of not in turned}
    stands = {name: value for name, value in game.options.items() if name in kept}
    return {"preset": game.preset, **stands, **{name: _over(stands.get(name), one) for name, one in given.items()}}


def _over(stands: Any, given: Any) -> Any:
    return {**stands, **given} if isinstance(stands, dict) and isinstance(given, dict) else given
