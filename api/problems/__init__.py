"""Errors as problem documents: codes, faults, refusals, exceptions."""
