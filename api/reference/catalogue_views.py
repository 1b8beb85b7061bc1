"""The offence catalogues: what regulations usually make follow from a fault or an incident."""

from functools import cache
from typing import Any, ClassVar, Final

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.explain.schema import LANGUAGE as IN_LANGUAGE
from api.http.views import ApiView
from api.openapi.components import answers
from api.openapi.types import (
    BOOLEAN,
    STRING,
    Schema,
    about,
    array,
    enum_schema,
    integer_schema,
    nullable,
    object_schema,
)
from api.site.pages import LANGUAGE
from scoring.rules.rulings.catalogue import CATALOGUES, DEFAULT, OFFENCES, Catalogue, CatalogueEntry, Ordered
from scoring.rules.rulings.remedies import DISCOVERED, REMEDIES
from scoring.wording import note, offence, ruling_term, value_of

REMEDY: Final[Schema] = object_schema(
    {
        "remedy": about(enum_schema(REMEDIES), "Its code, for a ruling."),
        "name": STRING,
        "about": about(STRING, "What it does, in a sentence."),
        "points": about(nullable(integer_schema(1)), "How many points, where the regulation says so."),
    }
)
ENTRY: Final[Schema] = object_schema(
    {
        "offence": about(enum_schema(OFFENCES), "The fault or the incident."),
        "name": about(STRING, "What it is called."),
        "variant": about(
            nullable(STRING), "The variant that this is said of; null: every variant that has no entry of its own."
        ),
        "discovered": about(
            array(object_schema({"time": enum_schema(DISCOVERED), "name": STRING}), 1),
            "The times of discovery that it is for.",
        ),
        "usual": about(array(REMEDY, 1), "What is ordered, all of it together."),
        "also": about(array(REMEDY), "What the regulation allows instead."),
        "note": about(STRING, "The entry in words."),
        "article": about(STRING, "A short label that a ruling can cite."),
        "source": about(STRING, "Whose rule it is."),
        "catalogue": about(STRING, "The catalogue that says it: the default one where this one says nothing."),
    }
)
CATALOGUE: Final[Schema] = object_schema(
    {
        "catalogue": about(STRING, "Its code, for `rules.catalogue`."),
        "version": about(integer_schema(1), "Higher whenever it says something else."),
        "default": about(BOOLEAN, "Whether it answers where another one says nothing."),
        "name": STRING,
        "about": STRING,
        "source": about(STRING, "Where it is from."),
        "entries": about(
            array(ENTRY, 1),
            "By offence. One for each variant and time of discovery; where an entry names the variant of the game, it "
            "goes before one for all.",
        ),
    }
)


class CataloguesView(ApiView):
    """The offence catalogues."""

    authentication_classes = ()
    cache_control = "public, max-age=300"
    parameters: ClassVar = {"get": (LANGUAGE,)}

    @extend_schema(
        operation_id="catalogues",
        tags=["rules"],
        parameters=[IN_LANGUAGE],
        responses={200: answers("Catalogues", item=CATALOGUE)},
    )
    def get(self, request: Request) -> HttpResponse:
        """What each regulation usually makes follow from an offence, whole in `results`.

        The texts are in the language of the reader. No catalogue binds a referee: a ruling may differ, with a reason.
        """
        results, headers = catalogues(self.language), {"Content-Language": self.language}
        return self.answer({"results": results, "next": None, "previous": None}, headers=headers)


@cache
def catalogues(language: str) -> list[dict[str, Any]]:
    """All catalogues as they are shown."""
    return [_catalogue(each, language=language) for each in CATALOGUES.values()]


def _catalogue(found: Catalogue, *, language: str) -> dict[str, Any]:
    called = value_of("catalogue", value=found.name, language=language)
    return {
        "catalogue": found.name,
        "version": found.version,
        "default": found.name == DEFAULT,
        "name": called.name,
        "about": called.about,
        "source": found.source,
        "entries": [_entry(each, language=language) for each in found.entries],
    }


def _entry(entry: CatalogueEntry, *, language: str) -> dict[str, Any]:
    return {
        "offence": entry.offence,
        "name": offence(entry.offence, language=language).name,
        "variant": entry.variant,
        "discovered": [
            {"time": time, "name": ruling_term("discovered", key=time, language=language).name}
            for time in entry.discovered
        ],
        "usual": [_ordered(one, language=language) for one in entry.usual],
        "also": [_ordered(one, language=language) for one in entry.also],
        "note": note(entry.note, language=language),
        "article": entry.article,
        "source": entry.source,
        "catalogue": entry.catalogue,
    }


def _ordered(one: Ordered, *, language: str) -> dict[str, Any]:
    called = ruling_term("remedies", key=one.remedy, language=language)
    return {"remedy": one.remedy, "name": called.name, "about": called.about, "points": one.points}
