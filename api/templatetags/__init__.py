"""What the templates of the pages can do besides Django's own."""
