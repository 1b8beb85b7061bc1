"""Tokens: handing them out, and the one in use."""
