"""Differenzler (section 5)."""
