"""The pages for people, from outside: in the reader's language, for phones, keyboards and screen readers."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from django.test import Client

from api.problems.codes import CODES
from api.templatetags.wording import code_marked
from scoring.wording import explanation, language_name, languages, terms
from tests.api.answers import code_of, problem_in

PAGES = ["/", "/problems", "/problems/irregular", "/problems/unavailable"]
EMPTY = {"meta", "link", "br"}


@dataclass
class Page(HTMLParser):
    """A page, read strictly: every element is closed where it must be."""

    source: str
    open: list[str] = field(default_factory=list)
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    texts: list[tuple[str, str]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()
        self.feed(self.source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.texts.append((self.open[-1] if self.open else "", data.strip()))

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attributes for name, attributes in self.elements if name == tag]

    def said(self, tag: str) -> list[str]:
        return [text for name, text in self.texts if name == tag]


def page_at(client: Client, path: str, *, accept_language: str = "") -> Page:
    response = client.get(path, headers={"Accept": "text/html", "Accept-Language": accept_language})
    assert response.status_code == 200
    return Page(response.content.decode())


@pytest.mark.parametrize("language", languages())
class TestLanguage:
    @pytest.mark.parametrize("path", PAGES)
    def test_the_browser_asks(self, client: Client, path: str, language: str) -> None:
        response = client.get(path, headers={"Accept": "text/html", "Accept-Language": f"{language}-CH, es;q=0.5"})
        assert response["Content-Language"] == language
        assert response["Vary"].startswith("Authorization, Accept-Language, Accept")
        assert Page(response.content.decode()).all("html") == [{"lang": language}]

    @pytest.mark.parametrize("path", PAGES)
    def test_the_reader_chooses(self, client: Client, path: str, language: str) -> None:
        response = client.get(path, {"lang": language}, headers={"Accept-Language": "es, en;q=0.5"})
        assert response["Content-Language"] == language
        page = Page(response.content.decode())
        assert page.all("html") == [{"lang": language}]
        kept = [link["href"] for link in page.all("a") if link["href"].startswith(("/problems", "/?"))]
        assert kept
        assert all(href.endswith(f"?lang={language}") for href in kept)

    def test_a_code_is_explained(self, client: Client, language: str) -> None:
        page = page_at(client, "/problems/not_your_turn", accept_language=language)
        told, words = explanation("not_your_turn", language=language), terms(language)["pages"]
        assert page.said("h1") == [told.title]
        assert page.said("h2") == [words[part].name for part in ("meaning", "example", "todo")]
        assert {told.meaning, told.example, told.todo} <= set(page.said("p"))
        assert page.said("title") == [f"{told.title} · jassref"]

    def test_all_codes_are_listed(self, client: Client, language: str) -> None:
        page = page_at(client, "/problems", accept_language=language)
        assert {explanation(code, language=language).title for code in CODES} <= set(page.said("a"))
        assert {link["href"] for link in page.all("a")} >= {f"/problems/{code}" for code in CODES}
        assert len(page.said("h2")) == len({code.status for code in CODES.values()})

    def test_as_json_too(self, client: Client, language: str) -> None:
        response = client.get(f"/problems/irregular?lang={language}", headers={"Accept": "application/json"})
        assert response["Content-Language"] == language
        assert response.json()["todo"] == explanation("irregular", language=language).todo


class TestSwitcher:
    @pytest.mark.parametrize("path", PAGES)
    def test_each_page_leads_to_itself_in_every_language(self, client: Client, path: str) -> None:
        links = [link for link in page_at(client, path, accept_language="fr").all("a") if "lang" in link]
        assert {link["href"]: link["hreflang"] for link in links} == {f"?lang={each}": each for each in languages()}
        assert all(link["lang"] == link["hreflang"] for link in links)
        assert [link["lang"] for link in links if "aria-current" in link] == ["fr"]

    def test_each_language_calls_itself_by_its_own_name(self, client: Client) -> None:
        said = page_at(client, "/").said("a")
        assert {language_name(language) for language in languages()} <= set(said)

    @pytest.mark.parametrize("path", PAGES)
    def test_no_choice_is_made_up(self, client: Client, path: str) -> None:
        links = [link["href"] for link in page_at(client, path, accept_language="de").all("a") if "lang" not in link]
        assert links
        assert not any("?" in href for href in links)

    @pytest.mark.parametrize("query", ["lang=es", "lang=", "lang=DE", "lang=de&lang=fr"])
    def test_a_language_that_we_do_not_speak_is_refused(self, client: Client, query: str) -> None:
        response = client.get(f"/problems?{query}", headers={"Accept-Language": "nl"})
        assert code_of(response) == (422, "invalid_value")
        assert response["Content-Language"] == "nl"
        assert problem_in(response)["errors"][0]["parameter"] == "lang"

    def test_another_parameter_is_refused(self, client: Client) -> None:
        assert code_of(client.get("/problems?language=de")) == (422, "unknown_parameter")

    def test_what_a_problem_points_to_speaks_its_language(self, client: Client) -> None:
        problem = client.get("/nowhere", headers={"Accept-Language": "tr-TR"})
        page = page_at(client, problem.json()["type"], accept_language="tr-TR")
        assert page.said("h1") == [problem.json()["title"]]


@pytest.mark.parametrize("path", PAGES)
class TestForEverybody:
    def test_for_screen_readers(self, client: Client, path: str) -> None:
        page = page_at(client, path, accept_language="it")
        assert [len(page.all(tag)) for tag in ("header", "main", "h1", "title")] == [1, 1, 1, 1]
        levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
        assert levels[0] == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))
        names = [nav["aria-label"] for nav in page.all("nav")]
        assert len(set(names)) == len(names) >= 1
        assert "Lingue" in names
        assert page.said("a").count("") == 0

    def test_codes_are_not_translated(self, client: Client, path: str) -> None:
        assert all(code.get("translate") == "no" for code in page_at(client, path).all("code"))

    def test_for_phones(self, client: Client, path: str) -> None:
        metas = page_at(client, path).all("meta")
        assert {"name": "viewport", "content": "width=device-width, initial-scale=1"} in metas
        style = " ".join(page_at(client, path).said("style"))
        assert not re.search(r"(?<!max-)width: *[0-9.]+(?:px|rem)", style)
        assert "overflow-wrap: anywhere" in style

    def test_for_keyboards(self, client: Client, path: str) -> None:
        page = page_at(client, path)
        assert all("tabindex" not in attributes and "onclick" not in attributes for _, attributes in page.elements)
        assert "a:focus-visible { outline: 3px" in " ".join(page.said("style"))

    @pytest.mark.parametrize("scheme", ["light", "dark"])
    def test_contrast(self, client: Client, path: str, scheme: str) -> None:
        style = " ".join(page_at(client, path).said("style"))
        light, _, dark = style.partition("prefers-color-scheme: dark")
        colours = dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", light if scheme == "light" else dark))
        assert colours.keys() == {"ground", "text", "quiet", "link", "rule"}
        for name in ("text", "quiet", "link"):
            assert contrast(colours[name], colours["ground"]) >= 6, name
        assert contrast(colours["rule"], colours["ground"]) >= 3

    def test_nothing_runs(self, client: Client, path: str) -> None:
        page = page_at(client, path)
        assert page.all("script") == page.all("img") == page.all("form") == []


def contrast(one: str, other: str) -> float:
    """WCAG 2: from 1 to 21."""

    def luminance(colour: str) -> float:
        parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
        red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_what_stands_in_backticks_is_code(client: Client) -> None:
    page = page_at(client, "/problems/unavailable")
    assert "python manage.py migrate" in page.said("code")
    assert not any("`" in text for _, text in page.texts)


def test_texts_are_escaped(client: Client) -> None:
    assert code_marked("<b> & `<i>`") == '&lt;b&gt; &amp; <code translate="no">&lt;i&gt;</code>'


class TestOtherTexts:
    """Content-Language wherever there is text in a language; Vary wherever it may be another one."""

    @pytest.mark.parametrize("path", ["/api/v1/docs", "/api/v1/schema"])
    def test_the_documentation_is_english(self, client: Client, path: str) -> None:
        response = client.get(path, headers={"Accept-Language": "de"})
        assert response["Content-Language"] == "en"

    @pytest.mark.parametrize(
        ("method", "path", "body"),
        [
            ("get", "/nowhere", None),
            ("get", "/api/v1/games/x", None),
            ("delete", "/api/v1/presets", None),
            ("get", "/api/v1/decks?deck=swiss", None),
            ("post", "/api/v1/games", "{"),
        ],
    )
    @pytest.mark.parametrize("language", languages())
    @pytest.mark.django_db
    def test_every_problem(self, client: Client, method: str, path: str, body: str | None, language: str) -> None:
        header = f"es, {language};q=0.3, *;q=0.1"
        sent = client.generic(method.upper(), path, body or "", "application/json", headers={"Accept-Language": header})
        assert sent["Content-Language"] == language
        assert {"Authorization", "Accept-Language"} <= {name.strip() for name in sent["Vary"].split(",")}
        assert problem_in(sent)["title"] == explanation(problem_in(sent)["code"], language=language).title
