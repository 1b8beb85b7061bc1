"""Signs between words, in the language of the page."""

from django import template
from django.utils.translation import get_language

from scoring.wording import FALLBACK, with_colon

register = template.Library()


@register.filter
def colon(name: str) -> str:
    """Return the name with a colon, to stand before what it names."""
    return with_colon(name, language=get_language() or FALLBACK)
