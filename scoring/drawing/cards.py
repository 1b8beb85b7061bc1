"""The 36 cards as SVG, in the faces of the three decks (R-2). All of it is drawn here, nothing copied.

A card shows its rank as the deck writes it and the symbol of its suit, both large enough for a phone. Suits differ in
their outline first and in their colour second, so that nobody needs to see the colour. The face is always light, also
on a dark page, as a card is; its title is its name in the reader's language.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from scoring.wording.decks import deck_names, rank_letter

FACE: Final = "#fffdf7"
EDGE: Final = "#3b3f45"


@dataclass(frozen=True, slots=True)
class Suit:
    """A symbol in a square of 24 by 24, in one colour and, for what is left open in it, the colour of the face."""

    colour: str
    shape: str

    def drawn(self) -> SafeString:
        """The symbol; `{c}` and `{f}` in its shape are its colour and the face's."""
        return mark_safe(self.shape.format(c=self.colour, f=FACE))  # noqa: S308  nothing from outside is in it


ACORN: Final = (
    '<path fill="{c}" d="M10.9 5V1.6h2.2V5z"/><path fill="{c}" d="M3 11.6C3 7 7 4.4 12 4.4S21 7 21 11.6z"/>'
    '<path fill="none" stroke="{c}" stroke-width="2.2" d="M5.4 13.6h13.2C18.6 18.4 15.4 21 12 22.8'
    'C8.6 21 5.4 18.4 5.4 13.6z"/><path stroke="{f}" stroke-width="1" d="M8 11.2 10.5 5.5M13 11.2 15 6"/>'
)
ROSE: Final = (
    '<g fill="{c}"><circle cx="12" cy="5.6" r="4.7"/><circle cx="18.1" cy="10" r="4.7"/>'
    '<circle cx="15.8" cy="17.2" r="4.7"/><circle cx="8.2" cy="17.2" r="4.7"/>'
    '<circle cx="5.9" cy="10" r="4.7"/></g><circle cx="12" cy="12" r="4.2" fill="{f}"/>'
    '<circle cx="12" cy="12" r="2.3" fill="{c}"/>'
)
SHIELD: Final = (
    '<path fill="{c}" d="M3 2h18v10.5c0 5.5-4.2 8.5-9 10.5-4.8-2-9-5-9-10.5z"/>'
    '<path fill="{f}" d="M5.5 4.5h13v3.5h-13z"/><path fill="{f}" d="M10.4 9.5h3.2v9.8l-1.6.9-1.6-.9z"/>'
)
BELL: Final = (
    '<circle cx="12" cy="2.9" r="1.9" fill="none" stroke="{c}" stroke-width="1.6"/>'
    '<circle cx="12" cy="13.4" r="9.3" fill="{c}"/><path fill="{f}" d="M2.6 11.3h18.8v2H2.6z"/>'
    '<circle cx="12" cy="16.6" r="1.8" fill="{f}"/><path stroke="{f}" stroke-width="1.7" d="M12 16.6v6"/>'
)
LEAF: Final = (
    '<path fill="{c}" d="M12 1C4.5 6.5 2 10.4 2 13.8 2 17 4.6 18.8 7.3 18.8c1.6 0 2.9-.6 3.7-1.5V23h2v-5.7'
    'c.8.9 2.1 1.5 3.7 1.5 2.7 0 5.3-1.8 5.3-5C22 10.4 19.5 6.5 12 1z"/>'
    '<path fill="none" stroke="{f}" stroke-width="1.1" '
    'd="M12 5v11M12 9.5l4 -1.5M12 9.5l-4 -1.5M12 13.5l5 -2M12 13.5l-5 -2"/>'
)
HEART: Final = (
    '<path fill="{c}" d="M12 22.5C3.8 16 1.5 11.9 1.5 8.2 1.5 4.7 4.2 2.3 7.2 2.3c2 0 3.9 1.1 4.8 3'
    ' .9-1.9 2.8-3 4.8-3 3 0 5.7 2.4 5.7 5.9 0 3.7-2.3 7.8-10.5 14.3z"/>'
)
CLUB: Final = (
    '<g fill="{c}"><circle cx="12" cy="6.3" r="5.1"/><circle cx="6.3" cy="14" r="5.1"/>'
    '<circle cx="17.7" cy="14" r="5.1"/><path d="M9.5 9h5v6h-5z"/><path d="M11 13h2c.2 4.5 1.5 7.5 4.5 9.5h-11'
    'c3-2 4.3-5 4.5-9.5z"/></g>'
)
SPADE: Final = (
    '<path fill="{c}" d="M12 1C4.8 7 1.8 10.4 1.8 14c0 3 2.3 4.9 4.9 4.9 1.8 0 3.3-.8 4.2-2.2-.4 2.7-1.6 4.6-3.9 5.9'
    'h10c-2.3-1.3-3.5-3.2-3.9-5.9.9 1.4 2.4 2.2 4.2 2.2 2.6 0 4.9-1.9 4.9-4.9C22.2 10.4 19.2 7 12 1z"/>'
)
DIAMOND: Final = '<path fill="{c}" d="M12 .8 21 12l-9 11.2L3 12z"/>'

FACES: Final[Mapping[str, Mapping[str, Suit]]] = {
    "swiss": {
        "E": Suit("#6a4410", ACORN),
        "R": Suit("#c2185b", ROSE),
        "S": Suit("#1554a0", SHIELD),
        "B": Suit("#b35c00", BELL),
    },
    "german": {
        "E": Suit("#6a4410", ACORN),
        "R": Suit("#1e7034", LEAF),
        "S": Suit("#c4161c", HEART),
        "B": Suit("#b35c00", BELL),
    },
    "french": {
        "E": Suit("#1e6b3a", CLUB),
        "R": Suit("#1b1b1f", SPADE),
        "S": Suit("#c4161c", HEART),
        "B": Suit("#1554a0", DIAMOND),
    },
}
"""The suits of each deck by their codes."""

BANNER: Final = '<path d="M10 50v28" stroke="{c}" stroke-width="2.5"/><path fill="{c}" d="M11 51h11l-3.5 4 3.5 4H11z"/>'
"""The ten of the Swiss deck carries a banner."""


def card_svg(code: str, *, deck: str, language: str) -> SafeString:
    """The card as a picture with its name; `code` is its notation (R-1)."""
    suit, rank = _suit(code[0], deck), rank_letter(code[1:], deck=deck, language=language)
    banner = mark_safe(BANNER.format(c=suit.colour)) if (deck, code[1:]) == ("swiss", "10") else ""  # noqa: S308  ours
    return format_html(
        '<svg class="card" viewBox="0 0 60 84" role="img"><title>{}</title>'
        '<rect x="1" y="1" width="58" height="82" rx="6" fill="{}" stroke="{}" stroke-width="1.5"/>'
        '<text x="30" y="33" text-anchor="middle" font-family="system-ui, sans-serif" font-weight="700" '
        'font-size="{}" fill="{}" aria-hidden="true">{}</text>{}'
        '<g transform="translate({}">{}</g></svg>',
        card_name(code, deck=deck, language=language),
        FACE,
        EDGE,
        32 if len(rank) == 1 else 29,
        suit.colour,
        rank,
        banner,
        "22 47) scale(1.35)" if banner else "11.4 41) scale(1.55)",
        suit.drawn(),
    )


def suit_svg(code: str, *, deck: str, language: str) -> SafeString:
    """The symbol of a suit alone, on a light ground, with its name."""
    return format_html(
        '<svg class="suit" viewBox="-3 -3 30 30" role="img"><title>{}</title>'
        '<rect x="-3" y="-3" width="30" height="30" rx="5" fill="{}"/>{}</svg>',
        deck_names(deck, language=language)["suits"][code],
        FACE,
        _suit(code, deck).drawn(),
    )


def card_name(code: str, *, deck: str, language: str) -> str:
    """What the card is called."""
    return deck_names(deck, language=language)["cards"][code]


def _suit(code: str, deck: str) -> Suit:
    return FACES.get(deck, FACES["french"])[code]
