"""The OpenAPI document: what all its parts share, and its examples."""
