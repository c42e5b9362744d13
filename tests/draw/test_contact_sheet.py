"""Contact sheets: every tile of a set once, with its id and numbers of copies."""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from bastide import draw
from bastide.draw.contact_sheet import rotation_sheet
from bastide.draw.svg import FINE
from bastide.draw.tile import COPIES, tile_shapes
from bastide.tiles import TileSet, available, load

SVG = "{http://www.w3.org/2000/svg}"
DOCS = Path(__file__).parents[2] / "docs"


@cache
def drawn(name: str, turns: int = 0) -> ET.Element:
    return ET.fromstring(draw.contact_sheet(load(name), turns))


def pictures(name: str, turns: int = 0) -> list[tuple[float, float, list[bytes]]]:
    """Return the tiles of a sheet: their positions and shapes."""
    return [
        (float(frame.attrib["x"]), float(frame.attrib["y"]), [ET.tostring(part) for part in frame])
        for frame in drawn(name, turns).findall(f"{SVG}svg")
    ]


def shapes_of(markup: str) -> list[bytes]:
    return [ET.tostring(part) for part in ET.fromstring(f'<g xmlns="{SVG[1:-1]}">{markup}</g>')]


def words(name: str) -> list[str]:
    return [str(text.text) for text in drawn(name).findall(f"{SVG}text")]


def copies_of(tile_set: TileSet, number: int) -> str:
    counts = {edition: copies[number] for edition, copies in tile_set.counts.items()}
    same = len(set(counts.values())) == 1
    return f"× {counts.popitem()[1]}" if same else " ".join(f"{edition} {n}" for edition, n in counts.items())


@pytest.mark.parametrize("name", available())
def test_every_tile_of_a_set_is_there_once_with_its_id_and_copies(name: str) -> None:
    tile_set = load(name)
    expected = [f"{tile_set.title} · {name}"]
    for number, tile in enumerate(tile_set.tiles):
        known = "" if tile.known == "certain" else f" · {tile.known}"
        expected.append(f"{tile.letter} = {tile.id}" if tile.letter else tile.id)
        expected.append(copies_of(tile_set, number) + known)
    assert words(name) == expected


@pytest.mark.parametrize("name", available())
def test_every_tile_and_every_cell_of_a_block_is_painted(name: str) -> None:
    tile_set = load(name)
    cells = [cell for _, _, cell in tile_set.block.parts] if tile_set.block else []
    assert [shapes for _, _, shapes in pictures(name)] == [
        shapes_of(tile_shapes(tile)) for tile in (*tile_set.tiles, *cells)
    ]


@pytest.mark.parametrize("name", available())
def test_a_sheet_is_large_enough_and_nothing_lies_on_anything_else(name: str) -> None:
    _, _, width, height = map(float, drawn(name).attrib["viewBox"].split())
    spots = [(x, y) for x, y, _ in pictures(name)]
    assert all(0 <= x <= width - 100 and 0 <= y <= height - 100 for x, y in spots)
    for i, (x, y) in enumerate(spots):
        assert all(abs(x - u) >= 100 or abs(y - v) >= 100 for u, v in spots[:i])


@pytest.mark.parametrize("name", available())
def test_ids_are_unique_and_whatever_is_referred_to_is_there(name: str) -> None:
    ids = [element.attrib["id"] for element in drawn(name).iter() if "id" in element.attrib]
    used = {use.attrib["href"] for use in drawn(name).iter(f"{SVG}use")}
    assert len(ids) == len(set(ids))
    assert used <= {f"#{name}" for name in ids}


@pytest.mark.parametrize("turns", range(4))
def test_turned_sheets_show_turned_tiles_in_the_same_places(turns: int) -> None:
    tiles = load("catapult").tiles
    assert [shapes for _, _, shapes in pictures("catapult", turns)] == [
        shapes_of(tile_shapes(tile, turns)) for tile in tiles
    ]
    assert [spot[:2] for spot in pictures("catapult", turns)] == [spot[:2] for spot in pictures("catapult")]


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("name", ["count", "wheel_of_fortune", "river_20"])
def test_a_block_is_turned_as_a_whole(name: str, turns: int) -> None:
    block = load(name).block
    assert block is not None
    found = pictures(name, turns)[-len(block.parts) :]
    west, north = min(x for x, _, _ in found), min(y for _, y, _ in found)
    _, _, width, height = map(float, drawn(name, turns).attrib["viewBox"].split())
    assert all(x <= width - 100 and y <= height - 100 for x, y, _ in found)
    last, bottom = max(column for column, _, _ in block.parts), max(row for _, row, _ in block.parts)
    for (x, y, shapes), (column, row, cell) in zip(found, block.parts, strict=True):
        turned = ((column, row), (bottom - row, column), (last - column, bottom - row), (row, last - column))
        assert ((x - west) / 100, (y - north) / 100) == turned[turns]
        assert shapes == shapes_of(tile_shapes(cell, turns))


def test_columns_and_width_can_be_chosen() -> None:
    narrow = ET.fromstring(draw.contact_sheet(load("cult"), columns=2, pixels=300))
    assert len({frame.attrib["x"] for frame in narrow.findall(f"{SVG}svg")}) == 2
    assert narrow.attrib["width"] == "300"


def test_a_sheet_of_rotations_shows_every_tile_in_four_rotations_at_its_size() -> None:
    tile_set = load("count")
    assert tile_set.block is not None
    tiles = [*tile_set.tiles, *(cell for _, _, cell in tile_set.block.parts)]
    for pixels in (48, 64):
        sheet = rotation_sheet(tile_set, pixels)
        frames = ET.fromstring(sheet).findall(f"{SVG}svg")
        assert [[ET.tostring(part) for part in frame] for frame in frames] == [
            shapes_of(tile_shapes(tile, turns, turns % COPIES)) for tile in tiles for turns in range(4)
        ]
        assert {(frame.attrib["width"], frame.attrib["height"]) for frame in frames} == {(f"{pixels}", f"{pixels}")}
        assert (FINE in sheet) == (pixels >= 64)


def test_the_sheets_in_the_documentation_are_up_to_date() -> None:
    spec = importlib.util.spec_from_file_location("make_pictures", DOCS / "make_pictures.py")
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    sheets: dict[str, str] = maker.sheets()
    assert set(sheets) == {path.stem for path in (DOCS / "sheets").iterdir()} == {*available(), "pieces"}
    stale = [n for n, svg in sheets.items() if (DOCS / "sheets" / f"{n}.svg").read_text(encoding="utf-8") != svg]
    assert stale == [], "run docs/make_pictures.py"
