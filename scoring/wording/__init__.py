"""Findings and refusals as sentences, one data file per language."""
