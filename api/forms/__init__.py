"""Strict reading of input: fields, objects, query parameters, parts of paths."""
