"""Why a score is what it is."""
