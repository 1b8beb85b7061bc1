"""The demo: a deal that was really played, recorded through the HTTP API of a running server, and its score sheet."""
