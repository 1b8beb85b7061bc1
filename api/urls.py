"""The URLs of the API and of what stands beside it at the root. No trailing slashes, never a redirect."""

from django.urls import path, re_path, register_converter
from django.urls.resolvers import URLPattern, URLResolver
from django.views.decorators.csrf import csrf_exempt

from api.disputes.ruling_views import RulingsView
from api.disputes.step_views import (
    AppealView,
    DismissView,
    StatementsView,
    TakeView,
    WithdrawView,
)
from api.disputes.views import DisputesView, DisputeView, GameDisputesView
from api.explain.views import ExplainView
from api.forms.converters import UUIDConverter
from api.games.change_views import AbandonView, ChangingGameView, ResumeView
from api.games.views import DealsView, DealView, GamesView
from api.players.views import MergeView, PlayersView, PlayerView
from api.problems.documents import not_found_view
from api.reference.catalogue_views import CataloguesView
from api.reference.views import DecksView, PresetsView
from api.reports.views import ReportsView
from api.scoresheet.views import ScoresheetView
from api.site.documents import VIEWER_VERSION, DocsView, SchemaView, ViewerView
from api.site.health import LiveView, ReadyView
from api.site.pages import ProblemsView, ProblemView, RootView
from api.tokens.invitation_views import AcceptView, InvitationsView, InvitationView
from api.tokens.me_views import MeView
from api.tokens.views import TokensView, TokenView
from api.transfer.views import ExportSchemaView, ExportView, ImportView

register_converter(UUIDConverter, "id")

urlpatterns: list[URLPattern | URLResolver] = [
    path("", RootView.as_view(), name="root"),
    path("livez", LiveView.as_view(), name="livez"),
    path("readyz", ReadyView.as_view(), name="readyz"),
    path("problems", ProblemsView.as_view(), name="problems"),
    path("problems/<str:code>", ProblemView.as_view(), name="problem"),
    path("api/v1/schema", SchemaView.as_view(), name="schema"),
    path("api/v1/docs", DocsView.as_view(), name="docs"),
    path(f"api/v1/docs/scalar-{VIEWER_VERSION}.js", ViewerView.as_view(), name="viewer"),
    path("api/v1/export-schema", ExportSchemaView.as_view(), name="export-schema"),
    path("api/v1/me", MeView.as_view(), name="me"),
    path("api/v1/me/invitations", InvitationsView.as_view(), name="invitations"),
    path("api/v1/me/invitations/<id:token_id>", InvitationView.as_view(), name="invitation"),
    path("api/v1/me/invitations/<id:token_id>/accept", AcceptView.as_view(), name="accept"),
    path("api/v1/presets", PresetsView.as_view(), name="presets"),
    path("api/v1/decks", DecksView.as_view(), name="decks"),
    path("api/v1/catalogues", CataloguesView.as_view(), name="catalogues"),
    path("api/v1/games", GamesView.as_view(), name="games"),
    path("api/v1/games/import", ImportView.as_view(), name="import"),
    path("api/v1/games/<id:game_id>", ChangingGameView.as_view(), name="game"),
    path("api/v1/games/<id:game_id>/deals", DealsView.as_view(), name="deals"),
    path("api/v1/games/<id:game_id>/deals/<int:number>", DealView.as_view(), name="deal"),
    path("api/v1/games/<id:game_id>/explain", ExplainView.as_view(), name="explain"),
    path("api/v1/games/<id:game_id>/reports", ReportsView.as_view(), name="reports"),
    path("api/v1/games/<id:game_id>/export", ExportView.as_view(), name="export"),
    path("api/v1/games/<id:game_id>/scoresheet", ScoresheetView.as_view(), name="scoresheet"),
    path("api/v1/games/<id:game_id>/abandon", AbandonView.as_view(), name="abandon"),
    path("api/v1/games/<id:game_id>/resume", ResumeView.as_view(), name="resume"),
    path("api/v1/games/<id:game_id>/tokens", TokensView.as_view(), name="tokens"),
    path("api/v1/games/<id:game_id>/tokens/<id:token_id>", TokenView.as_view(), name="token"),
    path("api/v1/games/<id:game_id>/disputes", GameDisputesView.as_view(), name="game-disputes"),
    path("api/v1/disputes", DisputesView.as_view(), name="disputes"),
    path("api/v1/disputes/<id:dispute_id>", DisputeView.as_view(), name="dispute"),
    path("api/v1/disputes/<id:dispute_id>/take", TakeView.as_view(), name="take"),
    path("api/v1/disputes/<id:dispute_id>/statements", StatementsView.as_view(), name="statements"),
    path("api/v1/disputes/<id:dispute_id>/rulings", RulingsView.as_view(), name="rulings"),
    path("api/v1/disputes/<id:dispute_id>/dismiss", DismissView.as_view(), name="dismiss"),
    path("api/v1/disputes/<id:dispute_id>/withdraw", WithdrawView.as_view(), name="withdraw"),
    path("api/v1/disputes/<id:dispute_id>/appeal", AppealView.as_view(), name="appeal"),
    path("api/v1/players", PlayersView.as_view(), name="players"),
    path("api/v1/players/<id:player_id>", PlayerView.as_view(), name="player"),
    path("api/v1/players/<id:player_id>/merge", MergeView.as_view(), name="merge"),
    # Last: what is nowhere else is a problem document too, also where DEBUG would write a page about it.
    re_path("", csrf_exempt(not_found_view)),
]
