"""The pages at the root, the documentation, health checks."""
