"""The OpenAPI document, and the page that shows it."""

from functools import cache
from pathlib import Path
from typing import Any, Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.http.renderers import HTMLRenderer, JSONRenderer, to_json
from api.http.views import ApiView
from api.site.compressed import Compressed, varies_by_encoding

POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the viewer may load: its own files, and styles that it writes itself; nothing from outside."""
VIEWER: Final = Path(__file__).with_name("scalar") / "standalone.js.gz"
"""Scalar's `dist/browser/standalone.js` of VIEWER_VERSION, compressed."""
VIEWER_VERSION: Final = "1.76.0"
IN_ENGLISH: Final = {"Content-Language": "en"}
"""The documentation has one language, whatever the reader asks for."""


class YAMLRenderer(JSONRenderer):
    """YAML (RFC 9512)."""

    media_type = "application/yaml"
    format = "yaml"


class ScriptRenderer(JSONRenderer):
    """A program for browsers."""

    media_type = "text/javascript"
    format = "js"


class OlderYAMLRenderer(YAMLRenderer):
    """YAML by the name that tools used before it had one."""

    media_type = "application/x-yaml"


class OpenAPIJSONRenderer(JSONRenderer):
    """JSON by the name of what it holds."""

    media_type = "application/vnd.oai.openapi+json"


class OpenAPIYAMLRenderer(YAMLRenderer):
    """YAML by the name of what it holds."""

    media_type = "application/vnd.oai.openapi"


class CompressedView(ApiView):
    """A large text for everybody, compressed for those who take that."""

    authentication_classes = ()
    cache_control = "public, max-age=300"

    # As in ApiView, the stubs allow a Response alone.
    def finalize_response(  # type: ignore[override]  # a plain HttpResponse
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """The answer, which says what it depends on."""
        return varies_by_encoding(super().finalize_response(request, response, *args, **kwargs))


class SchemaView(CompressedView):
    """The OpenAPI document."""

    renderer_classes = (JSONRenderer, YAMLRenderer, OpenAPIJSONRenderer, OpenAPIYAMLRenderer, OlderYAMLRenderer)

    @extend_schema(operation_id="schema", tags=["service"], responses={200: {"type": "object"}})
    def get(self, request: Request) -> HttpResponse:
        """The API in OpenAPI 3.1, as JSON or, by `Accept`, as YAML."""
        chosen = request.accepted_renderer
        response = written(chosen.format).answer(request, content_type=chosen.media_type)
        response["Content-Language"] = "en"
        return response


@extend_schema(exclude=True)
class DocsView(ApiView):
    """The viewer of the document, from our own files (docs/decisions/0020-viewer-of-the-api.md)."""

    authentication_classes = ()
    renderer_classes = (HTMLRenderer,)
    cache_control = "public, max-age=300"

    def get(self, request: Request) -> HttpResponse:
        """The page."""
        text = render_to_string("api/docs.html", {"schema": reverse("schema"), "viewer": reverse("viewer")})
        return HttpResponse(text, headers={**IN_ENGLISH, "Content-Security-Policy": POLICY})


@extend_schema(exclude=True)
class ViewerView(CompressedView):
    """The program of the viewer. Its path names its version, so browsers may keep it for good."""

    renderer_classes = (ScriptRenderer,)
    cache_control = "public, max-age=31536000, immutable"

    def get(self, request: Request) -> HttpResponse:
        """Scalar, as its makers published it."""
        return viewer().answer(request, content_type="text/javascript; charset=utf-8")


@cache
def written(form: str) -> Compressed:
    """The document in `json` or `yaml`; it is the same for everybody and as long as the process lives."""
    document = SchemaGenerator().get_schema(request=None, public=True)
    if form == "json":
        return Compressed.of(to_json(document))
    renderer: Any = OpenApiYamlRenderer()
    return Compressed.of(renderer.render(document, renderer_context={}))


@cache
def viewer() -> Compressed:
    """The file of the viewer."""
    return Compressed(VIEWER.read_bytes())
