"""A deal as a table for people, from what the API says of it (docs/api.md, Deals)."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from scoring.wording import deck_names

Json = Mapping[str, Any]

TALLY: Final = {"tricks": "Card points", "match": "Match", "weis": "Weis", "stoeck": "Stöck"}
"""The parts of a side's score before the factor, and their names."""


def score_sheet(game: Json, deal: Json) -> str:
    """Return the deal trick by trick, then its score."""
    names = {seat["seat"]: seat["player"]["name"] for seat in game["seats"]}
    sides = [" + ".join(names[seat] for seat in side["seats"]) for side in game["sides"]]
    tricks, scores = _tricks(game, deal, names, sides), _scores(deal, names, sides)
    return "\n".join((_heading(game, deal, names), "", *tricks, "", *scores))


def _heading(game: Json, deal: Json, names: Mapping[int, str]) -> str:
    names_of_suits, english = (deck_names(game["deck"], language=each)["suits"] for each in ("de", "en"))
    legend = ", ".join(f"{code} {name} ({english[code].lower()})" for code, name in names_of_suits.items())
    mode = f"{deal['mode']}, announced by {names[deal['declarer']]}" if deal["mode"] else "nothing announced"
    return f"Deal {deal['number']} of {game['label'] or game['id']} ({game['rules']['preset']}): {mode}\n{legend}"


def _tricks(game: Json, deal: Json, names: Mapping[int, str], sides: Sequence[str]) -> Iterator[str]:
    """Yield a line for each trick, with the points that each side has so far."""
    side_of = {seat["seat"]: seat["side"] for seat in game["seats"]}
    taken = {side["side"]: 0 for side in game["sides"]}
    rows = [["Trick", "Led by", "Cards", "Taken by", "Points", *sides]]
    for trick in deal["tricks"]:
        if trick["winner"] is not None:
            taken[side_of[trick["winner"]]] += trick["points"]
        cards = " ".join(card.ljust(3) for card in trick["cards"])
        winner = names.get(trick["winner"], "nobody yet")
        rows.append(_texts(trick["number"], names[trick["leader"]], cards, winner, trick["points"], *taken.values()))
    return _columns(rows, right={0, 4, *range(5, 5 + len(sides))})


def _scores(deal: Json, names: Mapping[int, str], sides: Sequence[str]) -> Iterator[str]:
    """Yield a line for each part of the score."""
    scores = deal["scores"]
    if scores is None:
        yield "This deal is void: nobody scores."
        return
    rows = [["", *sides]]
    rows += [_texts(title, *(score[part] for score in scores)) for part, title in TALLY.items()]
    rows.append(_texts("Sum", *(sum(score[part] for part in TALLY) for score in scores)))
    rows.append(_texts("Factor", *(f"x {score['factor']}" for score in scores)))
    rows.append(_texts("Total", *(score["total"] for score in scores)))
    yield from _columns(rows, right=set(range(1, 1 + len(sides))))
    yield ""
    for weis in deal["weis"]:
        counts = "counts" if weis["counts"] else "does not count"
        yield f"Weis of {names[weis['seat']]}: {' '.join(weis['cards'])}, {weis['points']}, {counts}"
    if deal["stoeck"]:
        yield f"Stöck of {names[deal['stoeck']['seat']]}: {deal['stoeck']['points']}"


def _texts(*values: object) -> list[str]:
    return ["" if value is None else str(value) for value in values]


def _columns(rows: Sequence[Sequence[str]], *, right: set[int]) -> Iterator[str]:
    """Return the rows with aligned columns; those in `right` are aligned to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (
            text.rjust(width) if index in right else text.ljust(width)
            for index, (text, width) in enumerate(zip(row, widths, strict=True))
        )
        yield "  ".join(cells).rstrip()
