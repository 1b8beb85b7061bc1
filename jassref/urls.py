"""The URLs of the service: the review desk, and everything else in the API's hands."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("", include("api.urls")),
]

# Every error of every path is a problem document, also where no view was reached.
handler400 = "api.problems.documents.bad_request_view"
handler403 = "api.problems.documents.forbidden_view"
handler404 = "api.problems.documents.not_found_view"
handler500 = "api.problems.documents.server_error_view"
