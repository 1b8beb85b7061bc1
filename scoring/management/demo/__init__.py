"""The demo: it records a real deal through the API of a running server, and shows the score."""
