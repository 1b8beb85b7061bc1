"""The Django project: settings, URLs and the doors for servers; wiring only."""
