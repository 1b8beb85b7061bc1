"""The OpenAPI document, and the page that shows it."""

from functools import cache
from typing import Any, Final

from django.http import HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from api.http.renderers import HTMLRenderer, JSONRenderer
from api.http.views import ApiView

POLICY: Final = (
    "default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What Swagger UI may load: its own files, and styles that it writes itself; nothing from outside."""
IN_ENGLISH: Final = {"Content-Language": "en"}
"""The documentation has one language, whatever the reader asks for."""


class YAMLRenderer(JSONRenderer):
    """YAML (RFC 9512)."""

    media_type = "application/yaml"
    format = "yaml"


class OlderYAMLRenderer(YAMLRenderer):
    """YAML by the name that tools used before it had one."""

    media_type = "application/x-yaml"


class OpenAPIJSONRenderer(JSONRenderer):
    """JSON by the name of what it holds."""

    media_type = "application/vnd.oai.openapi+json"


class OpenAPIYAMLRenderer(YAMLRenderer):
    """YAML by the name of what it holds."""

    media_type = "application/vnd.oai.openapi"


class SchemaView(ApiView):
    """The OpenAPI document."""

    authentication_classes = ()
    renderer_classes = (JSONRenderer, YAMLRenderer, OpenAPIJSONRenderer, OpenAPIYAMLRenderer, OlderYAMLRenderer)
    cache_control = "public, max-age=300"

    @extend_schema(operation_id="schema", tags=["service"], responses={200: {"type": "object"}})
    def get(self, request: Request) -> HttpResponse:
        """The API in OpenAPI 3.1, as JSON or, by `Accept`, as YAML."""
        chosen = request.accepted_renderer
        return HttpResponse(written(chosen.format), content_type=chosen.media_type, headers=IN_ENGLISH)


@extend_schema(exclude=True)
class DocsView(ApiView):
    """Swagger UI, from our own files."""

    authentication_classes = ()
    renderer_classes = (HTMLRenderer,)
    cache_control = "public, max-age=300"

    def get(self, request: Request) -> HttpResponse:
        """The page."""
        text = render_to_string("api/docs.html", {"schema": reverse("schema")})
        return HttpResponse(text, headers={**IN_ENGLISH, "Content-Security-Policy": POLICY})


@cache
def written(form: str) -> bytes:
    """The document in `json` or `yaml`; it is the same for everybody and as long as the process lives."""
    renderer: Any = OpenApiYamlRenderer() if form == "yaml" else OpenApiJsonRenderer()
    text: bytes = renderer.render(SchemaGenerator().get_schema(request=None, public=True), renderer_context={})
    return text
