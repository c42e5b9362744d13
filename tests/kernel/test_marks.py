"""The table of marks: whole, and with signs that cannot be mistaken in a terminal."""

from __future__ import annotations

from unicodedata import east_asian_width

import pytest

from bastide.kernel.kinds import KINDS
from bastide.kernel.marks import MARKS
from bastide.tiles import by_id
from bastide.words import LANGUAGES, catalogue

IN_FEATURES = {"bridge", "crown", "deep", "district", "fork", "lake", "river", "sector", "source", "start"}
"""Marks that show in the features, or not at all."""


def printed() -> set[tuple[str, int]]:
    """Return all marks on tiles, with their values."""
    tiles = by_id().values()
    return {mark for tile in tiles for mark in (*tile.marks, *(m for s in tile.segments for m in s.marks))}


def test_every_mark_on_a_tile_has_a_sign() -> None:
    names = {name for name, _ in printed()}
    assert names - MARKS.keys() <= IN_FEATURES
    assert MARKS.keys() <= names
    for name, value in printed():
        if name in MARKS:
            assert len(MARKS[name].sign(value)) == (value if MARKS[name].counted else len(MARKS[name].signs[0]))


def test_signs_are_distinct() -> None:
    signs = [sign for mark in MARKS.values() for sign in mark.signs]
    characters = {sign for kind in KINDS.values() for sign in kind.characters}
    assert len(set(signs)) == len(signs)
    assert set(signs) & characters == set()


def test_signs_are_not_those_of_pieces() -> None:
    for mark in MARKS.values():
        assert not any(sign in "0123456789" or sign.islower() or sign.isspace() for sign in "".join(mark.signs))


def test_signs_are_one_column_wide() -> None:
    for mark in MARKS.values():
        for sign in "".join(mark.signs):
            assert east_asian_width(sign) not in {"W", "F"}
            assert sign.isprintable()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mark_has_a_name(language: str) -> None:
    words = catalogue(language).keys()
    for name, mark in MARKS.items():
        if name != "arrow":
            values = range(1, len(mark.signs) + 1)
            assert f"mark.{name}" in words or {f"mark.{name}.{value}" for value in values} <= words


def test_a_value_beyond_the_known_ones_has_the_last_sign() -> None:
    assert MARKS["icon"].sign(9) == MARKS["icon"].sign(3) == "³"
    assert MARKS["horses"].sign(2) == "HH"
