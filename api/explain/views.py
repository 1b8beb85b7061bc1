"""Why the score is what it is: the account of a deal, step by step."""

from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from django.template.loader import render_to_string
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from api.explain.content import explanation_content, explanation_json
from api.explain.schema import EXPLANATION
from api.explain.schema import LANGUAGE as IN_LANGUAGE
from api.forms.queries import IntegerOrUUIDParameter
from api.games.views import OneGameView
from api.http.authentication import token_of
from api.http.etags import etag_of, is_known
from api.http.limits import count_long_read
from api.http.views import not_modified
from api.openapi.examples import ANSWERS
from api.openapi.parameters import IF_NONE_MATCH, NOT_MODIFIED, etag, in_forms
from api.problems.documents import Problem
from api.site.pages import LANGUAGE, POLICY, frame
from scoring.selectors.games import number_of
from scoring.selectors.readings import Explained, explained

DEAL: Final = IntegerOrUUIDParameter(
    name="deal", about="The deal, by its number or its id. Left out: the current or last one."
)


class ExplainView(OneGameView):
    """The account of a deal."""

    representations: ClassVar = ("json", "html")
    parameters: ClassVar = {"get": (DEAL, LANGUAGE)}

    @extend_schema(
        operation_id="explain_deal",
        tags=["deals"],
        parameters=[etag(200, 304), IF_NONE_MATCH, IN_LANGUAGE],
        responses={**in_forms(EXPLANATION, "html"), 304: NOT_MODIFIED},
        examples=[OpenApiExample("A deal explained", value=ANSWERS["explain"], media_type="application/json")],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """Why the score of a deal is what it is, step by step, each with its rule and a sentence.

        As data and as a page, both in the language of the reader and with the names of the game's deck. What a reader
        may not see yet is in none of the steps. Before the first deal there are no steps. Each form and language has an
        `ETag` of its own.
        """
        named, current = self.query["deal"], self.game.current_deal
        number = number_of(self.game, named) if isinstance(named, str) else named
        if named is not None and (number is None or current is None or number > current.number):
            raise Problem("not_found")
        if is_known(request, version=self.game.version, form=self._form()):
            return not_modified(version=self.game.version, form=self._form())
        count_long_read(request, token_of(request))
        found = explained(self.game, number, viewer=self.access.viewer)
        if found is None and number is not None:
            raise Problem("not_found")
        return self._in_chosen_form(found)

    def _form(self) -> tuple[str, ...]:
        """What the bytes depend on besides the version of the game."""
        return (self.language,) if self.representation == "json" else (self.representation, self.language)

    def _in_chosen_form(self, found: Explained | None) -> HttpResponse:
        """The account in the form that was asked for."""
        game = found.game if found else self.game
        headers = {"ETag": etag_of(game.version, form=self._form()), "Content-Language": self.language}
        if self.representation == "json":
            return self.answer(explanation_json(found, game=game, language=self.language), headers=headers)
        kept = {name: self.query[name] for name in ("format", "deal") if self.query[name] is not None}
        content = explanation_content(found, game=game, language=self.language)
        around = frame(self.language, chosen=self.query["lang"], kept=kept)
        text = render_to_string("api/explain.html", {**content, **around})
        return HttpResponse(text, headers={**headers, "Content-Security-Policy": POLICY})
