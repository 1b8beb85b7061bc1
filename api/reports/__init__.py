"""Reports: sending them."""
