"""The URLs of the measured server: the bare view's, and those of the service as they are."""

from django.urls import include, path

from benchmarks.bare.views import BareView, PlainView
from jassref.urls import handler400, handler403, handler404, handler500

__all__ = ["handler400", "handler403", "handler404", "handler500", "urlpatterns"]

urlpatterns = [
    path("bare/<uuid:table_id>", BareView.as_view(), name="bare"),
    path("plain/<uuid:table_id>", PlainView.as_view(), name="plain"),
    path("", include("jassref.urls")),
]
