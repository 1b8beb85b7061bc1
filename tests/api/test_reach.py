"""Every remedy, at every moment, in every variant, over HTTP: what a ruling changes is the same wherever one looks."""

from itertools import product
from typing import Any

import pytest

from scoring.rules.rulings.remedies import REMEDIES
from scoring.rules.variants import VARIANTS
from tests.api.court import Court
from tests.api.says import Json, confirm, play, tricks_of
from tests.api.table import Answer, Club, GameClient, without_chance
from tests.api.test_transfer import exported, moved_with_its_disputes, taken, without_who
from tests.proofs import proof_size
from tests.rules import test_eidex as eidex
from tests.rules.table import insisted
from tests.rules.test_reach import MOMENTS, OPENINGS

pytestmark = pytest.mark.django_db

RUNNING = {"trick_open", "trick_turned"}
CELLS = list(product(REMEDIES, OPENINGS, MOMENTS))[:: proof_size(15, 1)]
"""Every fifteenth cell in a short run: each remedy, variant and moment is among them."""


def test_a_short_run_has_something_of_everything() -> None:
    assert {remedy for remedy, _, _ in CELLS} == set(REMEDIES)
    assert {variant for _, variant, _ in CELLS} == set(OPENINGS)
    assert {moment for _, _, moment in CELLS} == set(MOMENTS)


def reports_at(variant: str, moment: str) -> list[Json]:
    """What the table has reported by this moment."""
    _, opening = OPENINGS[variant]
    tricks = tricks_of("C1" if variant == "eidex" else "R1")
    if moment in RUNNING:
        first = [play(tricks[2]["cards"][0])] if moment == "trick_open" else []
        return [insisted(one) for one in [*opening, *tricks[:2], *first]]
    laid = eidex.lays() if variant == "eidex" else []
    again = [opening[0]] if moment == "later_deal" else []
    return [insisted(one) for one in [*opening, *tricks, *laid, *again]]


def court_at(variant: str, moment: str) -> Court:
    """A game at this moment; a deal that is over is signed by all."""
    court = Court(*reports_at(variant, moment), variant=variant, club=Club(), public=False)
    if moment not in RUNNING:
        sides = VARIANTS[variant].table.sides
        court.game.report(*(confirm(side, deal=1) for side in sides))
    return court


def ruling(court: Court, dispute: Json, remedy: str, *, leads: int | None, dry_run: bool) -> Answer:
    sides = [side["side"] for side in court.game.game()["sides"]]
    told: dict[str, Any] = {"discovered": "deal_over", "remedy": remedy, "reason": "Seen by all.", "leads": leads}
    points = {str(side): 5 * side for side in sides} if remedy in {"adjust", "penalty_points"} else None
    return court.do(dispute, "rulings", by=court.vreni, **told, points=points, dry_run=dry_run)


@pytest.mark.parametrize("named", [False, True], ids=["", "leads"])
@pytest.mark.parametrize(("remedy", "variant", "moment"), CELLS)
def test_a_ruling_reaches_everything(*, remedy: str, variant: str, moment: str, named: bool) -> None:
    court = court_at(variant, moment)
    before = court.game.deals()[0]
    offender = before["tricks"][1]["leader"]
    dispute = court.taken(trick=2, seat=offender, raised_by={"seat": offender})
    leads = offender if named else None
    stored = court.game.stored()
    tried = ruling(court, dispute, remedy, leads=leads, dry_run=True)
    assert court.game.stored() == stored
    made = ruling(court, dispute, remedy, leads=leads, dry_run=False)
    if made.status != 201:
        assert made.code == tried.code, "a dry run is refused like the real thing"
        assert made.code in {(409, "remedy_not_possible"), (409, "nobody_leads")}
        assert court.game.stored() == stored
        return
    assert tried.status == 200
    for member in ("before", "after", "effects", "warnings"):
        assert tried.body[member] == made.body[member], member
    after = court.game.deals()[0]
    assert tried.body["game"]["next"] == made.body["game"]["next"]
    lies_as_it_lay(before, after)
    fallen = [one["sides"] for one in made.body["effects"] if one["effect"] == "signatures_removed"]
    assert fallen == ([before["confirmed_by"]] if before["confirmed_by"] and not after["confirmed_by"] else [])
    goes_on(court, made.body["ruling"], before)
    is_told_everywhere(court)
    goes_with_its_game(court.game)
    court.is_sound()


def lies_as_it_lay(before: Json, after: Json) -> None:
    """Cards and leaders stay. Signatures hold while the scores are those that were signed."""
    for was, now in zip(before["tricks"], after["tricks"], strict=True):
        assert (was["leader"], was["cards"]) == (now["leader"], now["cards"])
    assert after["confirmed_by"] == (before["confirmed_by"] if after["scores"] == before["scores"] else [])


def goes_on(court: Court, ruled: Json, before: Json) -> None:
    """Who leads next is the seat that the ruling names, else at the offender's right, else who has taken the trick."""
    game = court.game.game()
    deal, seats = game["deal"], [seat["seat"] for seat in game["seats"]]
    if deal["id"] != before["id"] or deal["status"] != "playing" or "play" not in game["next"]["expects"]:
        assert ruled.get("leads") is None
        assert deal["status"] != "void" or game["next"]["expects"][:1] in (["deal"], [])
        return
    lying = [trick for trick in deal["tricks"] if len(trick["cards"]) < len(seats)]
    last = deal["tricks"][-1]
    if lying:
        assert game["next"]["seat"] == seats[(last["leader"] - 1 + len(last["cards"])) % len(seats)]
        return
    awarded = "awarded_to" in last and last["number"] == ruled["trick"]
    due = ruled.get("leads") or (ruled["seat"] % len(seats) + 1 if awarded else last["winner"])
    assert (game["next"]["seat"], game["next"]["seats"]) == (due, [due])
    cards = tricks_of("C1" if game["variant"] == "eidex" else "R1")[len(deal["tricks"])]["cards"]
    known = {finding["id"] for finding in deal["findings"]}
    led = court.game.report(play(cards[0], seat=due, as_played=True))
    assert [one["fault"] for one in led["findings"] if one["id"] not in known and one["fault"] == "wrong_lead"] == []
    assert led["game"]["deal"]["tricks"][-1]["leader"] == due


def is_told_everywhere(court: Court) -> None:
    """The account adds up to the scores of the deal, and the score sheet to those of the game."""
    game, deals = court.game.game(), court.game.deals()
    totals = [0 for _ in game["sides"]]
    sheet = court.organizer.get(f"{court.game.path}/scoresheet").body
    for deal in deals:
        told = court.organizer.get(f"{court.game.path}/explain?deal={deal['number']}").body
        assert (told["scores"], told["status"]) == (deal["scores"], deal["status"])
        assert list(told["totals"]["before"].values()) == totals
        assert all(step["text"] for step in told["steps"])
        adds_up(told)
        if deal["status"] in {"settled", "stopped", "void"}:
            totals = list(told["totals"]["after"].values())
    assert totals == [side["score"] for side in game["sides"]]
    rulings = [step["key"] for step in told_rulings(court)]
    assert rulings[0] == "ruling_stands"
    assert [line["number"] for line in sheet["deals"]] == [deal["number"] for deal in deals]
    assert [line["scores"] for line in sheet["deals"]] == [deal["scores"] for deal in deals]
    assert [line["confirmed_by"] for line in sheet["deals"]] == [deal["confirmed_by"] for deal in deals]


def told_rulings(court: Court) -> list[Json]:
    steps = court.organizer.get(f"{court.game.path}/explain?deal=1").body["steps"]
    return [step for step in steps if step["chapter"] == "rulings"]


def adds_up(told: Json) -> None:
    """What the steps add is what each side has."""
    for row in told["scores"] or ():
        for column in ("tricks", "match", "weis", "stoeck"):
            if row.get(column) is None or (column == "tricks" and "bid" in row):
                continue
            parts = [step["adds"] for step in told["steps"] if step["adds"]]
            assert row[column] == sum(
                one["points"] for one in parts if (one["side"], one["to"]) == (row["side"], column)
            ), (row["side"], column)


def goes_with_its_game(game: GameClient) -> None:
    """The game that comes of the exported document is the same, with its sheet and accounts."""
    document = exported(game)
    other = taken(Club(), moved := moved_with_its_disputes(document))
    assert exported(other) == moved
    assert without_who(other) == without_who(game)
    for page in ("scoresheet", "explain?deal=1"):
        here, there = (one.organizer.get(f"{one.path}/{page}").body for one in (game, other))
        assert without_chance(here) == without_chance(there)
