"""What every request passes: id, limits, authentication, body, negotiation, entity tags."""
