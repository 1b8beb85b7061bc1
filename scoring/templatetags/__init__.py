"""Filters of the templates of pages."""
