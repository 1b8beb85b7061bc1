"""The admin speaks the reader's language: models, fields, values, and what it says about tokens."""

from typing import Any

import pytest
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import User
from django.test import Client
from django.utils.translation import override

from scoring.admin.names import GROUPS, word_for
from scoring.models import Game, Token
from scoring.wording import administration, languages
from tests.models.rows import a_deal, a_game, a_user

OURS = [model for model in admin.site._registry if model._meta.app_label == "scoring"]


@pytest.fixture
def chief(db: None) -> Client:
    """The browser of a superuser."""
    browser = Client(headers={"host": "localhost"})
    browser.force_login(User.objects.create_superuser("chief"))
    return browser


def page(browser: Client, path: str, language: str) -> str:
    answer = browser.get(path, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("model", OURS, ids=lambda model: model.__name__)
def test_every_model_and_field_has_a_name(language: str, model: Any) -> None:
    words = administration(language)
    assert words["models"][model._meta.model_name]
    assert words["plurals"][model._meta.model_name]
    with override(language):
        assert str(model._meta.verbose_name) == words["models"][model._meta.model_name]
        for field in model._meta.fields:
            assert str(field.verbose_name) == words["fields"][field.name]


@pytest.mark.parametrize("language", languages())
def test_no_two_fields_of_a_model_have_one_name(language: str) -> None:
    with override(language):
        for model in OURS:
            names = [str(field.verbose_name) for field in model._meta.fields]
            assert len(set(names)) == len(names), (model, sorted(names))


def test_the_names_need_no_migration() -> None:
    """A migration writes down what a field was declared with, and not what it is called on a page."""
    for model in OURS:
        for field in model._meta.fields:
            assert field.auto_created or "verbose_name" not in field.deconstruct()[3]
        assert "verbose_name" not in model._meta.original_attrs
    assert apps.get_app_config("scoring").label == "scoring"


@pytest.mark.parametrize("language", ["de", "fr", "it", "nl", "tr"])
def test_codes_are_shown_as_words(chief: Client, language: str) -> None:
    a_game(label="Finale", status="playing")
    listed = page(chief, "/admin/scoring/game/", language)
    with override(language):
        status, variant = word_for("game_statuses", key="playing"), word_for("variants", key="schieber")
    assert f">{status}<" in listed
    assert f">{variant}<" in listed
    assert ">playing<" not in listed
    game = Game.objects.get()
    shown = page(chief, f"/admin/scoring/game/{game.pk}/change/", language)
    with override(language):
        assert word_for("presets", key=game.preset) in shown


@pytest.mark.parametrize("language", ["de", "fr", "it", "nl", "tr"])
def test_every_list_opens_and_is_filtered_in_each_language(chief: Client, language: str) -> None:
    a_game(label="Finale")
    for model in OURS:
        listed = page(chief, f"/admin/scoring/{model._meta.model_name}/", language)
        assert administration(language)["plurals"][model._meta.model_name].lower() in listed.lower()
    assert "Finale" in page(chief, "/admin/scoring/game/?variant=schieber", language)


@pytest.mark.parametrize(("deck", "name"), [("swiss", "Rosen"), ("german", "Laub"), ("french", "Schaufel")])
def test_a_mode_is_named_by_the_deck_of_its_game(chief: Client, deck: str, name: str) -> None:
    a_deal(game=a_game(deck=deck), mode="rosen")
    assert f'<td class="field-mode">{name}</td>' in page(chief, "/admin/scoring/deal/", "de")
    assert "Rosen" in page(chief, "/admin/scoring/deal/?mode=rosen", "de")


def test_a_token_is_made_and_revoked_in_german(chief: Client) -> None:
    user = a_user(username="vreni")
    form = {"role": "organizer", "user": user.pk, "label": "Saal"}
    german = {"accept-language": "de-CH"}
    made = chief.post("/admin/scoring/token/add/", form, headers=german).content.decode()
    words = administration("de")["texts"]
    assert words["token_made"] in made
    assert words["back_to_tokens"] in made
    assert words["send_it"] in made
    token = Token.objects.get()
    act = {"action": "revoke_selected", "_selected_action": [token.pk]}
    told = chief.post("/admin/scoring/token/", act, headers=german, follow=True).content.decode()
    assert words["revoked_all"] in told
    assert words["revoked"] in told


def test_each_group_has_words_for_its_codes() -> None:
    for group in set(GROUPS.values()):
        assert word_for(group, key="no-such-code") == "no-such-code"
