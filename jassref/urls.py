"""The URLs of the service: the review desk, and everything else in the API's hands."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("api.urls")),
]

# Every error of every path is a problem document, also where no view was reached.
handler400 = "api.problems.bad_request_view"
handler403 = "api.problems.forbidden_view"
handler404 = "api.problems.not_found_view"
handler500 = "api.problems.server_error_view"
