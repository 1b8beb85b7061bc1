"""The steps of a dispute: each writes one entry of the journal."""
