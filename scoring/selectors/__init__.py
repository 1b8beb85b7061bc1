"""Reads: everything that leaves the database for a viewer."""
