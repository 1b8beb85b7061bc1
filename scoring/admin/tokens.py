"""Tokens in the admin: make them, with the secret shown once, and revoke them."""

from typing import TYPE_CHECKING, Any

from django import forms
from django.contrib import admin, messages
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from scoring.admin.names import SpokenFilter, admin_text, later
from scoring.admin.readonly import ReadOnlyAdmin, is_superuser
from scoring.models import Game, Role, Token
from scoring.rules.record.text import NOT_IN_A_LINE
from scoring.selectors.tokens import works
from scoring.services import tokens

if TYPE_CHECKING:
    TokenModelForm = forms.ModelForm[Token]
else:
    TokenModelForm = forms.ModelForm

SECRET = "secret_of_new_token"  # noqa: S105 - the attribute of the request that carries it to its answer
SHOWN = (
    "state",
    "created_at",
    "last_used_at",
    "revoked_at",
    "made_by",
)  # of a token that is there, besides what its form asks


class TokenForm(TokenModelForm):
    """The form for a new token. Only superusers use other people's accounts and games."""

    maker: User  # set by the admin for each request

    class Meta:
        model = Token
        fields = ("role", "user", "game", "seat", "label", "expires_at")

    def clean_label(self) -> str:
        """Return the label, if it has no hidden characters: the journal shows it."""
        label: str = self.cleaned_data["label"]
        if NOT_IN_A_LINE.search(label):
            raise ValidationError(admin_text("label_in_a_line"))
        return label

    def clean(self) -> dict[str, Any]:
        """Check the fields together: no organizer's token for another, no seat that the game lacks."""
        values = super().clean() or self.cleaned_data
        if values.get("role") == Role.ORGANIZER and values.get("user") != self.maker and not self.maker.is_superuser:
            raise ValidationError({"user": admin_text("own_organizer")})
        game, seat = values.get("game"), values.get("seat")
        if game is not None and seat is not None and seat > tokens.seats_of(game):
            raise ValidationError({"seat": admin_text("seats", seats=tokens.seats_of(game))})
        return values


@admin.register(Token)
class TokenAdmin(ReadOnlyAdmin):
    """The tokens that a user has, has made, or that belong to their games. Superusers see all."""

    form = TokenForm
    list_display = ("__str__", "user", "game", "seat", "state", "created_at", "expires_at", "last_used_at", "made_by")
    list_filter = (("role", SpokenFilter),)
    search_fields = ("label", "user__username", "game__label")
    list_select_related = ("user", "game", "made_by")
    ordering = ("-created_at", "-id")
    raw_id_fields = ("user", "game")
    secret_fields = ("digest",)
    actions = ("revoke_selected",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Return whether the user has the permission to add tokens."""
        return request.user.has_perm("scoring.add_token")

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may change tokens: revoking is the only change that exists."""
        return request.user.has_perm("scoring.change_token")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Token]:
        """Return the tokens that the user may see."""
        everything = Token.objects.order_by(*self.ordering)
        if is_superuser(request):
            return everything
        user = request.user.pk
        return everything.filter(Q(user=user) | Q(made_by=user) | Q(game__organizer=user))

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        """Return the fields of the form, and the fields shown for an existing token."""
        return [*TokenForm.Meta.fields, *self.get_readonly_fields(request, obj)]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        """Return the fields that nobody fills in."""
        return () if obj is None else SHOWN

    def get_form(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """Return the form, with the user as its `maker`."""
        return type("TokenForm", (super().get_form(request, *args, **kwargs),), {"maker": request.user})

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Suggest an organizer's token for the user, the most common case."""
        return {"role": Role.ORGANIZER, "user": request.user.pk} | super().get_changeform_initial_data(request)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer active users, and the games that the user organizes."""
        if db_field.name == "user":
            kwargs["queryset"] = User.objects.filter(is_active=True)
        if db_field.name == "game" and not is_superuser(request):
            kwargs["queryset"] = Game.objects.filter(organizer=request.user.pk)
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: Token, form: TokenForm, change: bool) -> None:  # noqa: FBT001 - the signature is Django's
        """Make the token. The request carries its secret to the answer; nothing stores it."""
        made, secret = tokens.issue(**form.cleaned_data, made_by=form.maker, now=timezone.now())
        obj.pk, obj.created_at = made.pk, made.created_at
        setattr(request, SECRET, secret)

    def response_add(self, request: HttpRequest, obj: Token, post_url_continue: str | None = None) -> HttpResponse:
        """Show the secret. No other page ever does."""
        context = self.admin_site.each_context(request) | {
            "title": admin_text("token_made"),
            "words": {key: admin_text(key) for key in ("home", "send_it", "back_to_tokens")},
            "shown_once": admin_text("shown_once", token=obj),
            "token": obj,
            "secret": getattr(request, SECRET),
            "opts": self.opts,
        }
        return TemplateResponse(request, "admin/scoring/token/made.html", context)

    @admin.display(description=later("fields", "state"))
    def state(self, token: Token) -> str:
        """Return whether the token works now."""
        if token.revoked_at is not None:
            return admin_text("revoked")
        return admin_text("works" if works(token, now=timezone.now()) else "works_no_more")

    @admin.action(description=later("texts", "revoke_selected"), permissions=["revoke"])
    def revoke_selected(self, request: HttpRequest, queryset: QuerySet[Token]) -> None:
        """Revoke tokens for good."""
        for token in queryset.filter(revoked_at=None):
            tokens.revoke(token, now=timezone.now())
            self.log_change(request, token, "Revoked.")
        self.message_user(request, admin_text("revoked_all"), messages.SUCCESS)
