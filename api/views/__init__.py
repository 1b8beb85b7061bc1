"""The views: each reads, calls the rules of the house once, and answers."""
