"""The rows as Django's admin shows them, and handing out tokens. The referee's own pages are in scoring/desk."""

from scoring.admin import disputes, games, reports, tokens

__all__ = ["disputes", "games", "reports", "tokens"]
