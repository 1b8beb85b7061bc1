"""What `manage.py` can do for whoever runs the service."""
