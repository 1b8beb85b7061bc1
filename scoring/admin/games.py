"""Games, players, deals and tricks at the review desk."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from scoring.admin.names import SpokenFilter, later
from scoring.admin.readonly import ReadOnlyAdmin, is_superuser
from scoring.models import Deal, Game, Player, Seat, Trick
from scoring.rules.scoring.status import SIGNABLE


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """Players, by name."""

    list_display = ("name", "owner", "created_at")
    search_fields = ("name",)
    list_select_related = ("owner",)
    ordering = ("name",)
    game_of = "seats__game"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Return the user's own players, and the players in the user's games."""
        everything = Player.objects.order_by(*self.ordering)
        if is_superuser(request):
            return everything
        in_games = super().get_queryset(request).values("pk")
        return everything.filter(Q(owner=request.user.pk) | Q(pk__in=in_games))


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    """Games, the newest first."""

    game_of = "pk"
    list_display = ("label_or_id", "variant", "status", "organizer", "public", "version", "updated_at")
    list_filter = (("status", SpokenFilter), ("variant", SpokenFilter), "public")
    search_fields = ("label", "id")
    list_select_related = ("organizer",)
    ordering = ("-created_at", "-id")

    @admin.display(description=later("models", "game"), ordering="label")
    def label_or_id(self, game: Game) -> str:
        """Return the label of the game, or its id."""
        return str(game)


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    """Seats and their players."""

    list_display = ("game", "number", "side", "player")
    search_fields = ("player__name", "game__label")
    list_select_related = ("game", "player")
    ordering = ("-game__created_at", "-game_id", "number")


@admin.register(Deal)
class DealAdmin(ReadOnlyAdmin):
    """Deals, newest first. Totals could reveal a bid, so they appear once it is decided."""

    list_display = ("game", "number", "status", "mode", "dealer", "declarer", "totals")
    list_filter = (("status", SpokenFilter), ("mode", SpokenFilter))
    search_fields = ("game__label", "=game__id")
    list_select_related = ("game",)
    ordering = ("-id",)
    fields = ("game", "number", "status", "dealer", "leader", "mode", "factor", "declarer", "totals", "carry", "sheet")
    readonly_fields = ("totals",)
    secret_fields = ("carry", "sheet", "total_1", "total_2", "total_3", "total_4")

    @admin.display(description=later("fields", "totals"), empty_value="–")
    def totals(self, deal: Deal) -> str | None:
        """Return the score of each side, side 1 first."""
        if deal.status not in SIGNABLE:
            return None
        totals = (deal.total_1, deal.total_2, deal.total_3, deal.total_4)
        return " : ".join(str(total) for total in totals if total is not None)


@admin.register(Trick)
class TrickAdmin(ReadOnlyAdmin):
    """Tricks, the newest first."""

    game_of = "deal__game"
    list_display = ("deal", "number", "leader", "cards", "winner", "points")
    list_select_related = ("deal",)
    search_fields = ("cards", "=deal__game__id")
    ordering = ("-id",)
