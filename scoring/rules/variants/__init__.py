"""The variants: each a value that says what differs from the others."""
