"""docs/rulings.md names rules that exist, every ruling of the index, and where the rulebooks say what is decided."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import bastide
from bastide.rulebook import every_rule

PAGE = Path(bastide.__file__).parents[2] / "docs" / "rulings.md"
HEAD = "| rule | where | question | decision | reason |"
ID = re.compile(r"[A-Z][A-Z0-9]*(?:-[A-Z][A-Z0-9]*)*-[0-9]+")
HEADING = r"\*[^*]+\*"
PLACE = re.compile(
    r"(First|Big Box) p\. \d+(–\d+)?"
    rf"|(Second|Cohorts|Catapult|Mage & Witch|Anniversary booklet|Anniversary leaflet|Gold Rush), {HEADING}"
)
"""A page, or a heading where the rulebook has no numbers."""
NONE = "—"


def lines() -> list[str]:
    return PAGE.read_text(encoding="utf-8").splitlines()


def rows() -> list[list[str]]:
    """Return the cells of all rows with rulings."""
    found, inside = [], False
    for line in lines():
        inside = line == HEAD or (inside and line.startswith("|"))
        if inside and line not in (HEAD, "|---|---|---|---|---|"):
            found.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return found


def to_the_letter() -> list[str]:
    return [rule for line in lines() if line.startswith("To the letter: ") for rule in ID.findall(line)]


def test_rows_are_whole_and_say_something() -> None:
    assert len(rows()) > 100
    for row in rows():
        assert len(row) == 5, row
        assert all(row), row


def test_every_rule_that_is_named_exists() -> None:
    known = {rule.id for rule in every_rule()}
    for row in rows():
        assert ", ".join(ID.findall(row[0])) == row[0]
        assert set(ID.findall(row[0])) <= known, row[0]
    assert set(to_the_letter()) <= known


def test_every_ruling_of_the_index_is_decided_here_or_is_to_the_letter() -> None:
    rulings = {rule.id for rule in every_rule() if "-RUL-" in rule.id}
    decided = {rule for row in rows() for rule in ID.findall(row[0])}
    assert decided & set(to_the_letter()) == set()
    assert rulings - decided - set(to_the_letter()) == set()
    assert max(Counter(to_the_letter()).values()) == 1


def test_a_row_says_where_the_rulebook_says_it() -> None:
    books = {row.split(" | ")[0].strip("| ") for row in lines() if row.startswith("| ") and row.endswith(" |")}
    for row in rows():
        for place in [] if row[1] == NONE else row[1].split("; "):
            assert PLACE.fullmatch(place), place
            book = re.split(r" p\. |, ", place)[0]
            assert any(book in each.split(", ") for each in books), book


def test_only_what_the_product_alone_decides_has_no_place() -> None:
    assert {row[0] for row in rows() if row[1] == NONE} == {
        "ED-4",
        "BASE-SCORE-2",
        "ED-HAND-2",
        "ED-HAND-6",
        "ED-HAND-7",
        "ED-HAND-9",
        "ED-HAND-14",
        "TB-BUILDER-18",
        "HS-SHEPHERD-5",
        "HS-SHEPHERD-6",
        "KR-FINAL-4, KR-RUL-8",
        "KR-FINAL-4, KR-RUL-9",
        "COUNT-RUL-3",
        "COUNT-COUNT-5",
        "RIV20-INT-4",
        "RIV2-LEGAL-2",
        "RIV2-LEGAL-3",
        "RIV20-PLACE-3",
        "RIV20-PLACE-5",
        "MW-PLACE-9",
        "CAT-PHYS-5",
        "CAT-BOT-3",
        "CROP-RUL-2",
    }


def test_no_question_is_asked_twice() -> None:
    questions = Counter((row[1], row[2]) for row in rows())
    assert [question for question, count in questions.items() if count > 1] == []


def test_a_ruling_names_the_option_that_decides_otherwise() -> None:
    decisions = {rule: row[3] for row in rows() for rule in ID.findall(row[0]) if "`" in row[3]}
    for rule, option in {
        "ABBOT-RUL-4": "garden_vineyards",
        "BASE-RUL-4": "tiny_city_pennants",
        "COUNT-RUL-3": "count_final",
        "ED-RUL-2": "hand_end",
        "HS-RUL-6": "closed_field_herd",
        "RIV-RUL-1": "river_bends",
        "RIV2-VOLC-6": "dormant_volcano",
    }.items():
        assert f"`{option}" in decisions.get(rule, ""), rule
