"""Cosmic Eidex (section 6)."""
