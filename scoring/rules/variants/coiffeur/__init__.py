"""Coiffeur (R-60 to R-63)."""
