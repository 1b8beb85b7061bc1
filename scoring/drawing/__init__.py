"""How is that drawn? Cards as pictures, and a deal as it lies on the table."""

from scoring.drawing.cards import card_svg, suit_svg

__all__ = ["card_svg", "suit_svg"]
