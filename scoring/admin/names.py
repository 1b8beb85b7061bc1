"""The names of models, fields and values in the admin, in the reader's language.

They are set on the models when the admin is loaded, and not in the models themselves. So a new
translation needs no migration, and the models know no language.
"""

from collections.abc import Callable, Iterator
from typing import Any, Final

from django.apps import AppConfig
from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.utils.functional import lazystr
from django.utils.translation import get_language

from scoring.models import Deal
from scoring.wording import administration, deck_names, deck_of, name_of, offence, ruling_term
from scoring.wording.catalogue import FALLBACK

GROUPS: Final = {
    "scoring.Game.status": "game_statuses",
    "scoring.Game.variant": "variants",
    "scoring.Game.preset": "presets",
    "scoring.Game.deck": "decks",
    "scoring.Deal.status": "deal_statuses",
    "scoring.Deal.mode": "modes",
    "scoring.Dispute.state": "dispute_states",
    "scoring.Dispute.category": "offences",
    "scoring.Report.kind": "kinds",
    "scoring.Report.by_role": "roles",
    "scoring.ReportName.kind": "kinds",
    "scoring.Token.role": "roles",
}
"""The fields whose values are codes, and the group of words that names these codes."""


class _Word:
    """A word that is looked up each time it is shown: the language is that of the request."""

    def __init__(self, *path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        found = administration(language_now())
        for key in self._path:
            found = found[key]
        return str(found)


def language_now() -> str:
    """Return the language of the page that is being made."""
    return get_language() or FALLBACK


def admin_text(key: str, **facts: object) -> str:
    """Return a sentence of the admin with its facts."""
    text: str = administration(language_now())["texts"][key]
    return text.format(**facts)


def later(*path: str) -> Any:
    """Return a word as Django takes it for a name that is shown later."""
    return lazystr(_Word(*path))


def name_models(app: AppConfig) -> None:
    """Name the application, its models with a page in the admin, and their fields."""
    app.verbose_name = later("app")
    for model in filter(admin.site.is_registered, app.get_models()):
        options: Any = model._meta  # noqa: SLF001 - Django's own way to a model's names
        options.verbose_name = later("models", options.model_name)
        options.verbose_name_plural = later("plurals", options.model_name)
        for field in options.fields:
            field.verbose_name = later("fields", field.name)


def word_for(group: str, *, key: str, deck: str = "swiss") -> str:
    """Return the name of a code of this group. The name of a mode depends on the deck (R-2)."""
    language = language_now()
    if group == "modes":
        return deck_names(deck, language=language)["modes"].get(key, key)
    if group == "offences":
        return offence(key, language=language).name
    if group == "dispute_states":
        return ruling_term(group, key=key, language=language).name
    return name_of(group, key=key, language=language)


# --- columns, fields and filters --------------------------------------------------------------------------------------


def spoken(model: type[Model], name: Any) -> Any:
    """Return the column or field as a function that shows a word, if its values are codes."""
    group = GROUPS.get(f"{model._meta.label}.{name}")  # noqa: SLF001 - as above
    return _column(model._meta.get_field(name), group) if group else name  # noqa: SLF001 - as above


def _column(field: Any, group: str) -> Callable[[Model], str]:
    def column(row: Model) -> str:
        value = getattr(row, field.name)
        deck = deck_of(row.game.variant, deck=row.game.deck) if isinstance(row, Deal) else "swiss"
        return word_for(group, key=str(value), deck=deck) if value else ""

    column.__name__ = field.name
    return admin.display(description=field.verbose_name, ordering=field.name, empty_value="–")(column)


class SpokenFilter(admin.AllValuesFieldListFilter):
    """A filter by a code, which shows the code's name."""

    def __init__(self, field: Any, request: HttpRequest, *args: Any, **kwargs: Any) -> None:
        super().__init__(field, request, *args, **kwargs)
        self._group = GROUPS[f"{field.model._meta.label}.{field.name}"]  # noqa: SLF001 - as above

    def choices(self, changelist: Any) -> Iterator[Any]:
        """Yield the choices; the first, for all, has its name from Django."""
        for number, choice in enumerate(super().choices(changelist)):
            display = word_for(self._group, key=str(choice["display"])) if number else choice["display"]
            yield {**choice, "display": display}
