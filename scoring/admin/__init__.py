"""Django's admin: it shows rows and makes tokens. The referee's pages are in scoring/desk."""

from scoring.admin import accounts, disputes, games, reports, tokens

__all__ = ["accounts", "disputes", "games", "reports", "tokens"]
