"""`manage.py rebuild [--check] [GAME_ID …]`: compute all results of the journal again."""

import json
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from scoring.management.progress import Progress
from scoring.models import Game
from scoring.services.differences import NO_VALUE
from scoring.services.rebuild import (
    MISBOUND,
    MISSING,
    ROW,
    UNREADABLE,
    BrokenLine,
    Difference,
    Rebuilt,
    game_ids,
    rebuild,
)
from scoring.wording import title

LONGEST: Final = 120
"""The number of characters that are printed of a value."""
USAGE: Final = 2
"""The exit code if the command could not begin. The code 1 means that a game is wrong."""

RIGHT: Final = "right"
MENDED: Final = "mended"
WRONG: Final = "wrong"


class Command(BaseCommand):
    help = (
        "Work out games and deals anew from the journal alone, report every value that is stored otherwise, "
        "and mend it. Exits with 1 where something is wrong that was not mended."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--check", action="store_true", help="write nothing")
        parser.add_argument("games", nargs="*", type=UUID, metavar="GAME_ID", help="only these games; left out: all")

    def handle(self, *_args: Any, check: bool, games: Sequence[UUID], **_options: Any) -> None:
        _see_that_all_exist(games)
        outcomes: Counter[str] = Counter()
        with Progress(self.stderr, total=len(games) or Game.objects.count()) as progress:
            for rebuilt in filter(None, (rebuild(game_id, check=check) for game_id in games or game_ids())):
                progress.step()
                outcomes[_outcome(rebuilt)] += 1
                if not rebuilt.sound:
                    progress.clear()
                    self.stdout.write("\n".join(_lines_about(rebuilt, check=check)))
        counts = ", ".join(f"{outcomes[outcome]} {outcome}" for outcome in (RIGHT, MENDED, WRONG))
        self.stdout.write(f"games: {outcomes.total()} read, {counts}")
        if outcomes[WRONG]:
            raise CommandError("Rows differ from the journal." if check else "Not all could be mended.")


def _see_that_all_exist(games: Sequence[UUID]) -> None:
    known = set(Game.objects.filter(pk__in=games).values_list("pk", flat=True))
    for game_id in games:
        if game_id not in known:
            raise CommandError(f"There is no game {game_id}.", returncode=USAGE)


def _outcome(rebuilt: Rebuilt) -> str:
    if rebuilt.sound:
        return RIGHT
    return MENDED if rebuilt.mended and not rebuilt.broken else WRONG


def _lines_about(rebuilt: Rebuilt, *, check: bool) -> Iterator[str]:
    """Yield the lines about a game that is not sound."""
    game = f"game {rebuilt.game}"
    for misfit in rebuilt.broken:
        yield f"{game}, {_misfit(misfit)}"
    for difference in rebuilt.differences:
        yield f"{game}, {_difference(difference)}"
    if rebuilt.mended:
        yield f"{game}: mended"
    elif rebuilt.differences and not check:
        yield f"{game}: left as it is, because its journal cannot be read whole"


def _misfit(misfit: BrokenLine) -> str:
    if misfit.code == MISSING:
        return f"report {misfit.seq}: is not in the journal, although later ones are"
    report = f"report {misfit.seq} ({misfit.kind} {misfit.id})"
    if misfit.code == UNREADABLE:
        return f"{report}: cannot be read, so nothing follows from it"
    if misfit.code == MISBOUND:
        return f"{report}: is bound to another deal or report than the journal says"
    why = title(misfit.code, language="en")
    return f"{report}: does not fit what stands before it, so nothing follows from it: {why}"


def _difference(difference: Difference) -> str:
    places = (("deal", difference.deal), (difference.field, ""))
    place = ", ".join(f"{name} {number}".strip() for name, number in places if number is not None and name != ROW)
    if difference.stored is NO_VALUE and difference.field == ROW:
        return f"{place}: is in the journal, and has no row"
    if difference.follows is NO_VALUE and difference.field == ROW:
        return f"{place}: has a row, and is not in the journal"
    if difference.secret:
        return f"{place}: not as the journal says (not shown while the deal is open)"
    return f"{place}: stored is {_value(difference.stored)}, the journal says {_value(difference.follows)}"


def _value(value: Any) -> str:
    text = str(value) if value is NO_VALUE else json.dumps(value, default=str)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
