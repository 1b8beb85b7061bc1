"""Django's admin as the review desk."""

from django.contrib.admin.apps import AdminConfig


class ReviewDeskConfig(AdminConfig):
    """The admin with the site that lets referees in."""

    default_site = "scoring.desk.site.ReviewDesk"
