"""Where the pages of the desk are, below /admin/desk/."""

from django.contrib.admin import AdminSite
from django.urls import URLPattern, path

from scoring.desk import steps, views
from scoring.desk.pages import protocol, queue
from scoring.desk.pages.page import View, at_desk

READ = ("GET", "HEAD")
WRITE = ("POST",)


def urls(site: AdminSite) -> list[URLPattern]:
    """All of them, for those whom the site lets in."""
    deal, dispute = "games/<uuid:game_id>/deals/<int:number>/", "disputes/<uuid:dispute_id>/"
    pages: list[tuple[str, str, View[...], tuple[str, ...]]] = [
        ("", "queue", queue.queue, READ),
        ("invitations/<uuid:token_id>/", "accept", steps.accept, WRITE),
        ("invitations/<uuid:token_id>/decline/", "decline", steps.decline, WRITE),
        (deal, "deal", views.deal, READ),
        (f"{deal}raise/", "raise", steps.raise_, WRITE),
        (dispute, "dispute", views.dispute, READ),
        (f"{dispute}take/", "take", steps.take, WRITE),
        (f"{dispute}statements/", "state", steps.state, WRITE),
        (f"{dispute}rulings/", "rule", steps.rule, WRITE),
        (f"{dispute}dismiss/", "dismiss", steps.dismiss, WRITE),
        (f"{dispute}withdraw/", "withdraw", steps.withdraw, WRITE),
        (f"{dispute}protocol/", "protocol", protocol.protocol, READ),
    ]
    return [
        path(route, at_desk(site, view, methods=methods), name=f"desk_{name}") for route, name, view, methods in pages
    ]
