"""The commands of `manage.py` for people who run the service."""
