"""Accounts in the admin: Django's own pages, but names that differ in case alone are one name."""

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import User

from scoring.services.tokens import check_name

if TYPE_CHECKING:
    AccountChangeForm = UserChangeForm[User]
    DjangoUserAdmin = UserAdmin[User]
else:
    AccountChangeForm, DjangoUserAdmin = UserChangeForm, UserAdmin

admin.site.unregister(User)


class RenamingForm(AccountChangeForm):
    """A change of an account, its name among it."""

    def clean(self) -> dict[str, Any]:
        """Refuse the name of another account, in whatever cases."""
        values = super().clean() or self.cleaned_data
        if "username" in values:
            check_name(User(pk=self.instance.pk, username=values["username"]))
        return values


@admin.register(User)
class AccountAdmin(DjangoUserAdmin):
    """The accounts of people."""

    form = RenamingForm
