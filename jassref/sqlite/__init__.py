"""SQLite as a database of the service, in a file for the service alone."""
