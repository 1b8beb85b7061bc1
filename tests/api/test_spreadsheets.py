"""CSV files and what they are called."""

import pytest

from api.scoresheet.spreadsheets import attachment, to_csv


@pytest.mark.parametrize(
    ("cell", "written"),
    [
        ("Anna", "Anna"),
        ("Anna + Chiara", "Anna + Chiara"),
        ("Jean-Luc", "Jean-Luc"),
        ("=1+1", "'=1+1"),
        ("+41", "'+41"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        ("＝1", "'＝1"),
        ("  =1", "'  =1"),
        ("'=1", "''=1"),
        ("\t=1", "'\t'=1"),
        ("\tx", "'\tx"),
        ("\rx", '"\'\rx"'),
        ("a;=1", "a;'=1"),
        ("a\t-1", "a\t'-1"),
        ("a,=1", '"a,\'=1"'),
        ('a";=1', '"a"";\'=1"'),
        ("a, b", '"a, b"'),
        (-1, "-1"),
        (0, "0"),
        (None, ""),
    ],
)
def test_a_text_is_no_formula_and_a_number_is_a_number(cell: str | int | None, written: str) -> None:
    assert to_csv([[cell, "x"]], separator="comma") == f"\ufeff{written},x\r\n".encode()


def test_every_line_is_as_wide_as_the_widest() -> None:
    assert to_csv([["a"], [], ["a", 1, None]], separator="semicolon").decode("utf-8-sig") == "a;;\r\n;;\r\na;1;\r\n"
    assert to_csv([], separator="tab") == b"\xef\xbb\xbf"


@pytest.mark.parametrize(
    ("name", "plain", "full"),
    [
        ("Table 7", "Table_7", "Table_7"),
        ("Zürich · Finale", "Zurich_Finale", "Z%C3%BCrich_Finale"),
        ('a"b\\c/d:e;f', "a_b_c_d_e_f", "a_b_c_d_e_f"),
        ("../../etc/passwd", "etc_passwd", "etc_passwd"),
        (".htaccess", "htaccess", "htaccess"),
        ("CON", "_CON", "_CON"),
        ("決勝", "jassref", "%E6%B1%BA%E5%8B%9D"),
        ("///", "jassref", "jassref"),
        ("x" * 300, "x" * 60, "x" * 60),
    ],
)
def test_a_file_is_called_after_what_it_holds(name: str, plain: str, full: str) -> None:
    said = attachment(name, extension="csv")
    assert said == f"attachment; filename=\"{plain}.csv\"; filename*=UTF-8''{full}.csv"
    assert "\n" not in said
