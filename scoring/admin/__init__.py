"""The review desk: pages of Django's admin that show the rows, and hand out tokens."""

from scoring.admin import games, reports, tokens

__all__ = ["games", "reports", "tokens"]
