"""Sentences from the data files, as HTML."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def code_marked(text: str) -> SafeString:
    """The text with everything in `backticks` as code, which nobody should translate."""
    pieces = text.split("`")
    shown = (
        format_html('<code translate="no">{}</code>' if place % 2 else "{}", piece)
        for place, piece in enumerate(pieces)
    )
    return mark_safe("".join(shown))  # noqa: S308  each piece is escaped
