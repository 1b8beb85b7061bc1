"""`Accept-Language` as RFC 9110 reads it."""

import pytest

from scoring.wording import language_of


@pytest.mark.parametrize(
    ("header", "language"),
    [
        # by quality, then by place in the header
        ("de", "de"),
        ("DE", "de"),
        ("en, de", "en"),
        ("de, en", "de"),
        ("nl;q=0.5, tr;q=0.5", "nl"),
        ("fr;q=0.3, de;q=0.8, en;q=0.5", "de"),
        ("fr;q=0.999, it", "it"),
        ("tr;q=0.001, xx", "tr"),
        ("it;q=1.000, de;q=1", "it"),
        ("de; q=0.2 , fr ;q=0.9", "fr"),
        # ranges: a region asks for its language
        ("de-CH", "de"),
        ("de-Latn-CH-1996", "de"),
        ("fr-CH, de;q=0.9", "fr"),
        ("de-CH, en;q=0.9, de;q=0.8", "de"),
        ("de-CH;q=0.1, fr;q=0.5, de;q=0.9", "de"),
        ("tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7", "tr"),
        # q=0 excludes
        ("de;q=0, fr;q=0.1", "fr"),
        ("en;q=0, it;q=0.001", "it"),
        ("de;q=0, de-CH, nl;q=0.5", "nl"),
        ("de-CH;q=0, de;q=0.3, fr;q=0.2", "de"),
        ("de;q=0.000, nl;q=0.1", "nl"),
        # * is everything that is not named
        ("*", "en"),
        ("de, *", "de"),
        ("*, de", "de"),
        ("*, de;q=0.5", "en"),
        ("en;q=0.1, *;q=0.5", "de"),
        ("en;q=0, *", "de"),
        ("en;q=0, de;q=0, *", "fr"),
        ("rm, *;q=0.1", "en"),
        ("*;q=0, tr;q=0.4", "tr"),
        ("tr, *;q=0", "tr"),
    ],
)
def test_the_wish_is_read(header: str, language: str) -> None:
    assert language_of(header) == language


@pytest.mark.parametrize(
    "header",
    [
        *("", " ", ",", ";", "rm", "rm, gsw-CH", "en;q=0", "*;q=0", "de;q=0", "de;q=0, en;q=0, fr;q=0"),
        *("de;q=2", "de;q=-1", "de;q=nan", "de;q=1e0", "de;q=0.1234", "de;q", "de;x=1", "de_CH", "de CH", "*-CH"),
        *("deutsch", "dé", "ｄｅ", "de;q=０.5", "d" * 9, "de" * 5_000, "de-" * 5_000, ";q=1," * 5_000),
    ],
)
def test_english_where_nothing_is_left(header: str) -> None:
    assert language_of(header) == "en"


def test_a_wish_among_nonsense_is_found() -> None:
    assert language_of("de;q=x, ;;, fr_CH, nl;q=0.1, " + "x," * 1_000) == "nl"


def test_a_long_header_is_read_like_a_short_one() -> None:
    padded = ", ".join(f"xx-{place:03}" for place in range(200))
    assert language_of(f"{padded}, it;q=0.2, tr;q=0.3") == "tr"
