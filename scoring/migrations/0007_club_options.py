"""Games on record get the options that clubs have asked for, each with the value that keeps their verdicts."""

from typing import Any

from django.db import migrations

SIDES = {"schieber": 2, "differenzler": 4, "eidex": 3, "coiffeur": 2}


def add(apps: Any, schema_editor: Any) -> None:
    """Add the options to each game's own copy, and to the request that opened it."""
    games = apps.get_model("scoring", "Game").objects.using(schema_editor.connection.alias)
    for game in games.iterator(chunk_size=200):
        game.options = {**game.options, **_new(game.variant, game.options)}
        if game.opened_with is not None:
            rules = game.opened_with["rules"]
            game.opened_with["rules"] = {**rules, **_new(game.variant, rules)}
        game.save(update_fields=("options", "opened_with"))


def _new(variant: str, options: dict[str, Any]) -> dict[str, Any]:
    """Nobody has a head start, a Weis is in time until the second trick, and there is no Bergpreis."""
    start = {"start_scores": {str(side): 0 for side in range(1, SIDES[variant] + 1)}}
    if variant != "schieber":
        return start
    return {**start, "weis_time": "first_trick" if options["weis"] else None, "berg": None}


def remove(apps: Any, schema_editor: Any) -> None:
    """Take them away again."""
    games = apps.get_model("scoring", "Game").objects.using(schema_editor.connection.alias)
    for game in games.iterator(chunk_size=200):
        game.options = _without(game.options, game.variant)
        if game.opened_with is not None:
            game.opened_with["rules"] = _without(game.opened_with["rules"], game.variant)
        game.save(update_fields=("options", "opened_with"))


def _without(options: dict[str, Any], variant: str) -> dict[str, Any]:
    new = _new(variant, {"weis": False})
    return {name: value for name, value in options.items() if name not in new}


class Migration(migrations.Migration):
    dependencies = [("scoring", "0007_first_dealer_set")]

    operations = [migrations.RunPython(add, remove)]
