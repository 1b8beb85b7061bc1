"""Writes: one module per noun, one function per thing that happens."""
