"""The service over HTTP: a server process, a client process with several connections, a real database."""
