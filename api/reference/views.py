"""What the service knows by itself: the presets of the rules, and the names of cards."""

from functools import cache
from typing import Any, ClassVar, Final

from django.http import HttpResponse
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.explain.schema import LANGUAGE as IN_LANGUAGE
from api.http.views import ApiView
from api.openapi.components import answers, named
from api.openapi.types import BOOLEAN, STRING, Schema, about, enum_schema, object_schema, ref, union
from api.site.pages import LANGUAGE
from scoring.rules.variants import PRESETS, VARIANTS
from scoring.wording import about as about_term
from scoring.wording import decks, name_of

DECK = {
    "type": "object",
    "required": ["deck", "selectable", "languages"],
    "properties": {
        "deck": {"type": "string", "description": "Its code."},
        "selectable": {"type": "boolean", "description": "Whether a game may be given this `deck`."},
        "languages": {
            "type": "object",
            "description": "The names by language: en, de, fr, it, nl, tr.",
            "additionalProperties": {
                "type": "object",
                "description": "The names of suits, ranks, cards and modes by their codes.",
                "required": ["suits", "ranks", "cards", "modes"],
                "properties": {
                    part: {"type": "object", "additionalProperties": {"type": "string"}}
                    for part in ("suits", "ranks", "cards", "modes")
                },
            },
        },
    },
}


def _preset(variant: str) -> Schema:
    """A preset of this variant."""
    names = enum_schema(name for name, preset in PRESETS.items() if preset.variant == variant)
    return object_schema(
        {
            "preset": about(names, "Its name, for `rules.preset`."),
            "name": about(STRING, "What people call it, in the reader's language."),
            "about": about(STRING, "A line that explains it, in the reader's language."),
            "variant": {**STRING, "const": variant},
            "default": about(BOOLEAN, "Whether games of the variant have it if they name none."),
            "options": ref(f"{variant.title()}Options"),
        }
    )


for _variant in VARIANTS:
    named(f"{_variant.title()}Preset", _preset(_variant))
PRESET: Final = named("Preset", union({name: f"{name.title()}Preset" for name in VARIANTS}, by="variant"))


class PresetsView(ApiView):
    """The presets of the rules."""

    open_to_all = ("get",)
    cache_control = "public, max-age=300"
    parameters: ClassVar = {"get": (LANGUAGE,)}

    @extend_schema(
        operation_id="presets",
        tags=["rules"],
        parameters=[IN_LANGUAGE],
        responses={200: answers("Presets", item=PRESET)},
    )
    def get(self, request: Request) -> HttpResponse:
        """Every preset with all its options, whole in `results`. The names are in the language of the reader."""
        results, headers = presets(self.language), {"Content-Language": self.language}
        return self.answer({"results": results, "next": None, "previous": None}, headers=headers)


class DecksView(ApiView):
    """The names of cards."""

    open_to_all = ("get",)
    cache_control = "public, max-age=300"

    @extend_schema(operation_id="decks", tags=["rules"], responses={200: answers("Decks", item=DECK)})
    def get(self, request: Request) -> HttpResponse:
        """The names of suits, ranks, cards and modes per deck and language, whole in `results`."""
        return self.answer({"results": decks(), "next": None, "previous": None})


@cache
def presets(language: str) -> list[dict[str, Any]]:
    """All presets as they are shown."""
    return [
        {
            "preset": name,
            "name": name_of("presets", key=name, language=language),
            "about": about_term("presets", key=name, language=language),
            "variant": preset.variant,
            "default": VARIANTS[preset.variant].default_preset == name,
            "options": dict(preset.values),
        }
        for name, preset in PRESETS.items()
    ]
