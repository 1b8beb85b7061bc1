"""Disputes: raising, reading and deciding them."""
