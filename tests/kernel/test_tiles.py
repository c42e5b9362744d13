"""The tile files: what is in them, and how broken ones are refused."""

import re
from collections import Counter

import pytest

from bastide.errors import BadTiles
from bastide.kernel.geometry import PORT_NAMES
from bastide.tiles import available, load, parse

BASE = load("base")
HEAD = """set test
prefix T
title Test
editions plain
total plain {total} in {kinds} kinds
"""


def refused(lines: str, total: int = 1, kinds: int = 1) -> str:
    with pytest.raises(BadTiles) as error:
        parse(HEAD.format(total=total, kinds=kinds) + lines)
    return str(error.value)


@pytest.mark.parametrize(("edition", "kinds"), [("plain", 24), ("garden", 32)])
def test_the_base_set_has_its_72_tiles(edition: str, kinds: int) -> None:
    copies = BASE.copies(edition)
    assert sum(n for _, n in copies) == 72
    assert len(copies) == kinds


def test_the_letters_a_to_x_name_the_24_plain_tiles() -> None:
    assert "".join(sorted(t.letter for t in BASE.tiles if t.letter)) == "ABCDEFGHIJKLMNOPQRSTUVWX"
    by_letter = {tile.letter: n for tile, n in BASE.copies("plain")}
    counts = "A2 B4 C1 D4 E5 F2 G1 H3 I2 J3 K3 L3 M2 N3 O2 P3 Q1 R3 S2 T1 U8 V9 W4 X1"
    assert by_letter == {word[0]: int(word[1]) for word in counts.split()}


def test_an_edition_that_a_set_does_not_have_means_its_default() -> None:
    assert BASE.copies("of the future") == BASE.copies("plain")


def test_gardens_replace_plain_twins() -> None:
    def layout(edition: str) -> Counter[object]:
        found: Counter[object] = Counter()
        for tile, n in BASE.copies(edition):
            segments = [s for s in tile.segments if s.kind != "garden"]
            found[tile.edges, tuple((s.kind, s.ports, s.marks) for s in segments)] += n
        return found

    assert layout("plain") == layout("garden")
    assert sum(n for tile, n in BASE.copies("garden") if "garden" in tile.id) == 8


@pytest.mark.parametrize("name", available())
def test_every_set_owns_each_port_once(name: str) -> None:
    for tile in load(name).tiles:
        ports = Counter(port for segment in tile.segments for port in segment.ports)
        assert ports == Counter(range(12)), tile.id


@pytest.mark.parametrize("name", available())
def test_tiles_are_unique_over_all_sets(name: str) -> None:
    others = {tile.id for other in available() if other != name for tile in load(other).tiles}
    assert not others & {tile.id for tile in load(name).tiles}


def test_a_good_line_is_read() -> None:
    tiles = parse(HEAD.format(total=2, kinds=1) + "Z  CRFR  2  city C pennant; road R; field El Wr ~C; field Er S Wl")
    (tile,) = tiles.tiles
    assert tile.edges == ("city", "road", "field", "road")
    assert tile.segments[0].marks == (("pennant", 1),)
    assert tile.segments[2].touches == (0,)
    assert [PORT_NAMES[p] for p in tile.segments[1].ports] == ["Em", "Wm"]


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Z CRFR 1 city C; road R; field El Wr ~C; field Er Sl Sr Wl", "T-CRFR: the port Sm .* belongs to nothing"),
        ("Z CRFR 1 city C; road R; field El Wr ~C; field Er S Wl Wr", "T-CRFR: the port Wr .* field and field"),
        ("Z CRFR 1 city C; road R; field El Wr ~C Em; field Er S Wl", "T-CRFR: the port Em .* road and field"),
        ("Z CRFR 1 city C; road R; field El Wr; field Er S Wl", "T-CRFR: .* beside a city"),
        ("Z CRFR 1 city C; road R; field El Wr ~D; field Er S Wl", "T-CRFR: ~D points at nothing on this tile"),
        ("Z CRFR 1 city C; road R; field El Wr ~C ~R; field Er S Wl", "T-CRFR: a field cannot touch a road"),
        ("Z CRFR 1 city C; road R ~C; field El Wr ~C; field Er S Wl", "T-CRFR: a road touches nothing"),
        ("Z CRFR 1 city C D; road R; field El Wr ~C; field Er S Wl", "T-CRFR: no side of its name is marked D"),
        ("Z CRFR 1 castle C; road R; field El Wr; field Er S Wl", "T-CRFR: .castle C. does not begin with a kind"),
        ("Z CRFR 1 city C; road R; field El Wr ~C; field Er S Wl 7", "T-CRFR: .7. is neither"),
        ("Z CRXR 1 city C", "T-CRXR: its name must begin with four letters"),
        ("Z CRF 1 city C", "T-CRF: its name must begin with four letters"),
        ("Z FFFF 1 field N E S; city Wl Wm Wr", "T-FFFF: the port Wl belongs to a city, but its side asks for a field"),
        ("Z CRFR many city C", "Line 6 of the tile file cannot be read"),
        ("Z CRFR", "Line 6 of the tile file cannot be read"),
    ],
)
def test_a_broken_line_is_refused_with_the_tile_and_the_reason(line: str, words: str) -> None:
    assert re.search(words, refused(line)), refused(line)


def test_a_wrong_total_is_refused() -> None:
    assert "holds 3 tiles in 1 kinds, but 2 in 1" in refused("Z FFFF-x 3 monastery; field N E S W", total=2)


def test_a_tile_or_letter_listed_twice_is_refused() -> None:
    line = "Z FFFF 1 field N E S W\n"
    assert "T-FFFF is listed twice" in refused(line * 2, total=2, kinds=2)
    assert "tile Z is listed twice" in refused(line + line.replace("FFFF", "FFFF-b"), total=2, kinds=2)


@pytest.mark.parametrize("key", ["set", "prefix", "title", "editions"])
def test_a_missing_head_is_refused(key: str) -> None:
    text = HEAD.format(total=1, kinds=1) + "Z FFFF 1 field N E S W"
    with pytest.raises(BadTiles):
        parse("\n".join(line for line in text.splitlines() if not line.startswith(key)))


def test_an_unknown_start_or_missing_total_is_refused() -> None:
    assert "names FRFR as the start" in refused("start FRFR\nZ FFFF 1 field N E S W")
    with pytest.raises(BadTiles, match="does not say the total of its edition plain"):
        parse("set t\nprefix T\ntitle T\neditions plain\nZ FFFF 1 field N E S W")
    with pytest.raises(BadTiles, match="Line 5"):
        parse("set t\nprefix T\ntitle T\neditions plain\ntotal plain seven\nZ FFFF 1 field N E S W")


def test_a_double_tile_is_one_of_the_total_and_a_board_is_none_and_tiles_count_each() -> None:
    line = "Z FFFF 1 field N E S W\n"
    cells = "{0} 0 0 FIFF-w field N E S W\n{0} 1 0 FFFI-e field N E S W\n"
    double = parse(HEAD.format(total=2, kinds=2) + line + cells.format("block"))
    assert double.block is not None
    assert not double.block.board
    board = parse(HEAD.format(total=1, kinds=1) + line + cells.format("board"))
    assert board.block is not None
    assert board.block.board
    tiles = parse(HEAD.format(total=3, kinds=3) + line + cells.format("tile"))
    assert tiles.block is not None
    assert not tiles.block.board
    assert [tile.id for tile in tiles.laid] == ["T-FIFF-w", "T-FFFI-e"]
    assert not double.laid
    assert not board.laid
    assert "holds 3 tiles in 3 kinds, but 1 in 1" in refused(line + cells.format("tile"))
    assert "holds 2 tiles in 2 kinds, but 1 in 1" in refused(line + cells.format("block"))
    both = cells.format("block") + cells.format("board").replace("FF-w", "FF-x").replace("FI-e", "FI-y")
    assert "lays down one of them only" in refused(line + both)
    assert "expected “board X Y NAME" in refused("board 0 0")


def test_a_start_may_have_several_positions_beside_another() -> None:
    lines = "beside 4 1 at e2\nbeside 1 -1 3 at n2\nbeside moon 3 4\n"
    beside = parse(HEAD.format(total=1, kinds=1) + lines + "Z FFFF 1 field N E S W").beside
    assert beside == {"": {"e2": (4, 1, 0), "n2": (1, -1, 3)}, "moon": {"": (3, 4, 0)}}
    assert "says “beside at e2 …” twice" in refused("beside 4 1 at e2\nbeside 4 2 at e2\n")
    for line in ("beside 4 at e2", "beside 4 1 4 at e2", "beside 4 1 e2"):
        assert f"The line “{line}” must have two numbers" in refused(line)


def test_an_unknown_set_is_refused() -> None:
    with pytest.raises(BadTiles, match="There is no tile set or tile atlantis: name sets among"):
        load("atlantis")


def test_a_town_says_which_rails_begin_in_it() -> None:
    rest = "rail H; rail J; rail K; prairie N El Wr; prairie Er Sl; prairie Sr Wl"
    head = "set west\nprefix W\ntitle West\neditions plain\ntotal plain 1 in 1 kinds\n"
    assert parse(f"{head}-  PHJK  1  town ~H ~J ~K; {rest}").tiles[0].segments[0].touches == (1, 2, 3)
    with pytest.raises(BadTiles, match="W-PHJK: a town must say which rails begin in it"):
        parse(f"{head}-  PHJK  1  town; {rest}")
    with pytest.raises(BadTiles, match="W-PHJK: a town cannot touch a prairie"):
        parse(f"{head}-  PHJK  1  town ~5; {rest}")
