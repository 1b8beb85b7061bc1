"""The rows of the database and their constraints."""
