"""The score sheet of a game: data, a spreadsheet, or a page to be printed and signed (docs/api.md, Score sheet)."""

from functools import partial
from typing import ClassVar, Final
from uuid import UUID

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request

from api.forms.queries import ChoiceParameter
from api.games.shared_bodies import SharedBody
from api.games.views import OneGameView
from api.http.authentication import token_of
from api.http.etags import etag_of, is_known
from api.http.limits import count_long_read
from api.http.renderers import to_json
from api.http.views import not_modified
from api.openapi.examples import ANSWERS
from api.openapi.parameters import IF_NONE_MATCH, NOT_MODIFIED, etag, in_forms
from api.scoresheet.page import MOST_ON_PAPER, scoresheet_csv, scoresheet_page
from api.scoresheet.schema import CONTENT_LANGUAGE, DISPOSITION, SCORESHEET
from api.scoresheet.spreadsheets import SEPARATORS, attachment, separator_of
from api.site.pages import LANGUAGE, POLICY
from scoring.selectors.scoresheet import scoresheet

PAPER: Final = ChoiceParameter(
    name="paper", about="For `html`: the paper that it is printed on.", choices=tuple(MOST_ON_PAPER), default="a4"
)
SEPARATOR: Final = ChoiceParameter(
    name="separator",
    about="For `csv`: what stands between two cells. Left out: what spreadsheets in the language of the answer expect, "
    "`comma` in English and `semicolon` in the other languages.",
    choices=tuple(SEPARATORS),
)


class ScoresheetView(OneGameView):
    """The score sheet of a game."""

    by_version = True
    representations: ClassVar = ("json", "csv", "html")
    parameters: ClassVar = {"get": (LANGUAGE, PAPER, SEPARATOR)}

    @extend_schema(
        operation_id="read_scoresheet",
        tags=["games"],
        parameters=[etag(200, 304), IF_NONE_MATCH, CONTENT_LANGUAGE, DISPOSITION],
        responses={**in_forms(SCORESHEET, "csv", "html"), 304: NOT_MODIFIED},
        examples=[
            OpenApiExample("The sheet after two deals", value=ANSWERS["scoresheet"], media_type="application/json"),
            OpenApiExample("The same for a spreadsheet", value=ANSWERS["scoresheet_csv"], media_type="text/csv"),
        ],
    )
    def get(self, request: Request, game_id: UUID) -> HttpResponse:
        """All deals in one table with running totals, the control sum, and who has signed.

        As data, as a spreadsheet, or as a page to be printed; the last two in the language of the reader and with the
        names of the game's deck. Each form has an `ETag` of its own.
        """
        form = self._form()
        if is_known(request, version=self.game.version, form=form):
            return not_modified(version=self.game.version, form=form)
        count_long_read(request, token_of(request))
        body = self.share(*form, make=partial(self._body, request))
        headers = {"ETag": etag_of(body.version, form=form)}
        if self.representation == "json":
            return self.answer_as_it_is(body.content, headers=headers)
        headers["Content-Language"] = self.language
        if self.representation == "csv":
            headers["Content-Disposition"] = body.name
            return HttpResponse(body.content, content_type="text/csv; charset=utf-8", headers=headers)
        return HttpResponse(body.content, headers={**headers, "Content-Security-Policy": POLICY})

    def _body(self, request: Request) -> SharedBody:
        """The sheet in the form that was asked for."""
        sheet = scoresheet(self.whole(request), self.access.viewer)
        head, language = sheet["game"], self.language
        name = attachment(head["label"] or head["id"], extension="csv")
        if self.representation == "json":
            content = to_json(sheet)
        elif self.representation == "csv":
            content = scoresheet_csv(sheet, language=language, separator=self.separator)
        else:
            content = scoresheet_page(sheet, language=language, paper=self.query["paper"]).encode()
        return SharedBody(content, head["version"], name=name)

    @property
    def separator(self) -> str:
        """The separator that was asked for, else the one that goes with the language."""
        return self.query["separator"] or separator_of(self.language)

    def _form(self) -> tuple[str, ...]:
        """What the bytes depend on besides the version of the game."""
        if self.representation == "json":
            return ()
        return (
            self.representation,
            self.language,
            self.separator if self.representation == "csv" else self.query["paper"],
        )
