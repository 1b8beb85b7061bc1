"""Schieber (section 4)."""
