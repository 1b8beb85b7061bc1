"""Taking in whole games that another service, or this one, exported."""
