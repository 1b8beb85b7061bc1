"""Django's PostgreSQL, with a pool that gets over a server that dropped its connections."""
