"""The account of a Schieber deal: why its score is what it is, chapter by chapter."""
