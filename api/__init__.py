"""The REST API: URLs, views, serializers, problems."""
