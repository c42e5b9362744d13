"""`bastide tiles`: the sets, their certainty, and custom tile files."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bastide import draw
from bastide.draw.anchors import ANCHOR
from bastide.draw.contact_sheet import rotation_sheet
from bastide.games import parse_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.play.record import save
from bastide.tiles import available, load, loader, parse
from bastide.tiles.loader import OWN_FOLDER
from tests.cli.conftest import Bastide

MINE = """
set my_tiles
prefix MY
title My tiles
editions plain
total plain 3 in 2 kinds

-  FRFR-long  2  road R; field N El Wr; field Er S Wl
-  CFFF-mine  1  city C; field E S W ~C  ! partly
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "my_tiles.tiles").write_text(MINE, encoding="utf-8")
    monkeypatch.setenv(OWN_FOLDER, str(tmp_path))
    return tmp_path


def test_every_set_has_a_line_with_its_certainty(bastide: Bastide) -> None:
    ran = bastide("tiles")
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines] == list(available())
    assert "gold_rush             Gold Rush: 72 reconstructed" in lines
    assert "base                  Base game: 72 tiles" in lines
    assert "anniversary           The 20th Anniversary mini expansion: 1 tile, 14 reconstructed" in lines
    assert any(line.endswith(": 12 tiles, 4 reconstructed, one tile of 2 cells") for line in lines)
    assert "count                 The Count of Carcassonne: 12 tiles" in lines
    assert any(line.endswith(": 12 tiles, 16 in exchange for others, a board of 16 cells") for line in lines)
    assert "72 reconstituées" in bastide("tiles", "--lang", "fr").out


def test_a_set_is_listed_tile_by_tile(bastide: Bastide) -> None:
    lines = bastide("tiles", "river", "--lang", "fr").out.splitlines()
    assert lines[1].split() == ["plain", "garden", "c3", "bigbox2014"]
    assert "R1-FWFW-sheep                     0      0  0          2  connue en partie" in lines
    assert len(lines) == 2 + len(load("river").tiles)
    assert "CO-FIIR-01                        1  certain" in bastide("tiles", "count").out
    assert bastide("tiles", "dragons").err.startswith("There is no tile set or tile dragons")


def test_a_file_is_checked_and_its_first_error_reported(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "my_tiles.tiles"
    path.write_text(MINE, encoding="utf-8")
    ran = bastide("tiles", "--check", str(path))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines()[0] == f"{path} is valid and can be played with as the set my_tiles."
    assert "MY-CFFF-mine                      1  known in part" in ran.out
    path.write_text(MINE.replace("2  road R; field N El Wr", "2  road R; field N El"), encoding="utf-8")
    ran = bastide("tiles", "--check", str(path))
    assert ran.code == 2
    assert ran.err == "Tile MY-FRFR-long: the port Wr must belong to exactly one feature, but belongs to nothing.\n"
    assert ran.out == ""
    assert bastide("tiles", "--check", str(tmp_path / "none")).code == 2


def test_every_built_in_file_passes_the_check() -> None:
    for path in sorted(Path(str(loader.__file__)).parent.glob("*.tiles")):
        assert parse(path.read_text(encoding="utf-8")).name == path.stem


def test_a_custom_set_can_be_played(bastide: Bastide, folder: Path) -> None:
    assert "my_tiles" in available()
    made = parse_rules("bigbox2014 tiles=base,my_tiles")
    assert made.tiles_in_all == 75
    assert parse_rules("first tiles=base,MY-CFFF-mine,MY-CFFF-mine").tiles_in_all == 74
    assert "my_tiles" in bastide("games").out
    ran = bastide("simulate", "--rules", "bigbox2014 tiles=base,my_tiles", "--games", "1")
    assert (ran.code, ran.err) == (0, "")


def test_a_file_of_the_same_name_replaces_a_built_in_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, bastide: Bastide
) -> None:
    ours = len(load("cult").tiles)
    head = "set cult\nprefix CU\ntitle Only one\neditions plain\ntotal plain 1 in 1 kinds\n"
    text = f"{head}-  FFFF-shrine 1 shrine; field N E S W\n"
    (tmp_path / "cult.tiles").write_text(text, encoding="utf-8")
    monkeypatch.setenv(OWN_FOLDER, str(tmp_path))
    assert (ours, len(load("cult").tiles)) == (6, 1)
    monkeypatch.delenv(OWN_FOLDER)
    assert len(load("cult").tiles) == 6


def test_a_missing_folder_is_reported(monkeypatch: pytest.MonkeyPatch, bastide: Bastide, tmp_path: Path) -> None:
    monkeypatch.setenv(OWN_FOLDER, str(tmp_path / "nowhere"))
    ran = bastide("tiles")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("BASTIDE_TILES is set to ")
    assert ran.err.endswith("which is not a folder: name one with tile files, or leave it empty.\n")


# Contact sheets


def test_a_contact_sheet_goes_into_a_file(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "cult.svg"
    ran = bastide("tiles", "--sheet", "cult", "-o", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert ran.err.startswith(f"Drawn: {path} (")
    assert path.read_text(encoding="utf-8") == draw.contact_sheet(load("cult"))


def test_a_contact_sheet_may_be_a_png(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "cult.png"
    assert bastide("tiles", "--sheet", "cult", "-o", str(path)).code == 0
    assert path.read_bytes() == draw.png(draw.contact_sheet(load("cult")))


@pytest.mark.parametrize("pixels", ["0", "-4", "100000"])
def test_a_contact_sheet_has_tiles_of_a_width_that_can_be_drawn(bastide: Bastide, tmp_path: Path, pixels: str) -> None:
    path = tmp_path / "sheet.png"
    ran = bastide("tiles", "--sheet", "cult", "--rotations", pixels, "-o", str(path))
    assert (ran.code, path.exists()) == (2, False)
    assert ran.err.startswith(f"Tiles cannot be {pixels} pixels wide")


def test_a_contact_sheet_may_show_all_rotations_at_the_size_of_play(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "cult.svg"
    assert bastide("tiles", "--sheet", "cult", "--rotations", "48", "-o", str(path)).code == 0
    assert path.read_text(encoding="utf-8") == rotation_sheet(load("cult"), 48)


def test_a_contact_sheet_of_custom_tiles(bastide: Bastide, folder: Path) -> None:
    path = folder / "mine.svg"
    assert bastide("tiles", "--sheet", "my_tiles", "-o", str(path)).code == 0
    drawn = path.read_text(encoding="utf-8")
    assert all(f">{tile.id}<" in drawn for tile in load("my_tiles").tiles)


@pytest.mark.parametrize(
    ("arguments", "said", "in_french"),
    [
        (
            ["cult"],
            "A contact sheet is drawn into a file: name it with -o sheet.svg.",
            "Une planche va dans un fichier",
        ),
        (["cult", "-o", "cult.gif"], "cult.gif cannot be drawn: name a file that ends in .svg, .png.", "cult.gif ne"),
        (["dragons", "-o", "a.svg"], "There is no tile set or tile dragons", "Il n'y a "),
        (["cult", "-o", "no/such/a.svg"], "The file no/such/a.svg cannot be written: No such", "Le fichier no/such"),
    ],
)
def test_a_contact_sheet_that_cannot_be_drawn_is_reported(
    bastide: Bastide, arguments: list[str], said: str, in_french: str
) -> None:
    ran = bastide("tiles", "--sheet", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said)
    assert bastide("tiles", "--sheet", *arguments, "--lang", "fr").err.startswith(in_french)


# Where pieces stand


REMARKED = MINE.replace("\n-  FRFR", "\n# FRFR-long is a road; it is long\n-  FRFR")
TRAILING = MINE.replace("Er S Wl", "Er S Wl  # so; long")


def anchored(bastide: Bastide, path: Path) -> str:
    ran = bastide("tiles", "--anchors", str(path))
    assert (ran.code, ran.err) == (0, "")
    return ran.out


@pytest.mark.parametrize("text", [MINE, REMARKED, TRAILING], ids=["plain", "remark", "remark after a tile"])
def test_adding_anchors_is_idempotent(bastide: Bastide, tmp_path: Path, text: str) -> None:
    path = tmp_path / "my_tiles.tiles"
    path.write_text(text, encoding="utf-8")
    first = anchored(bastide, path)
    assert all(segment.anchor for tile in parse(first).tiles for segment in tile.segments)
    assert ANCHOR.sub("", first) == text
    path.write_text(first, encoding="utf-8")
    assert anchored(bastide, path) == first


def test_anchors_change_nothing_else_about_tiles(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "my_tiles.tiles"
    path.write_text(MINE, encoding="utf-8")
    bare, full = parse(MINE), parse(anchored(bastide, path))
    assert bare.counts == full.counts
    for one, other in zip(bare.tiles, full.tiles, strict=True):
        assert one == replace(other, segments=tuple(replace(segment, anchor=None) for segment in other.segments))


def test_existing_anchors_stay(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "my_tiles.tiles"
    path.write_text(MINE.replace("city C;", "city C @510,110;"), encoding="utf-8")
    assert "city C @510,110; field E S W ~C @" in anchored(bastide, path)


def test_built_in_files_have_all_anchors(bastide: Bastide) -> None:
    for path in sorted(Path(str(loader.__file__)).parent.glob("*.tiles")):
        assert anchored(bastide, path) == path.read_text(encoding="utf-8"), path.name


def test_a_file_that_cannot_be_anchored_is_reported(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "my_tiles.tiles"
    path.write_text(MINE.replace("2  road R; field N El Wr", "2  road R; field N El"), encoding="utf-8")
    ran = bastide("tiles", "--anchors", str(path))
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("Tile MY-FRFR-long: the port Wr must belong to exactly one feature")
    assert bastide("tiles", "--anchors", str(tmp_path / "none")).code == 2


# Gold Rush at the terminal: what is secret is for its owner's eyes


def test_mine_tokens_are_shown_to_their_owner_alone(bastide: Bastide) -> None:
    position = (
        "GR-MHPH-10s(0,0)+1:tent:mountain+0:gold:mountain ; rules gold_rush ; tile GR-MHPH-10a ;"
        " column gold.held 0 0 0 0 0 0 0 0 1 0 ; column gold.taken 0 1"
    )
    ran = bastide("play", "--load", position, "--given", typed=["", "(1,0)", "dig", "5", "", "q", "q"])
    red, _, blue = ran.out.partition("It is Blue's turn. Only Blue may look now: press Enter.")
    assert "1 × mine token" in red
    assert "1 × 3 nuggets" not in red
    assert "What was drawn (its number)? 5" in red
    assert "1 × 3 nuggets" in blue
    assert "1 × 5 nuggets" not in blue
    assert blue.count("1 × mine token") == 2, "how many are open to all"


def test_a_whole_gold_rush_by_the_log(bastide: Bastide, tmp_path: Path) -> None:
    game = Game("gold_rush", ["Ann", "Bob"], Seeded(5))
    while not game.over:
        game.play(game.options()[-1])
    path = str(tmp_path / "gold.json")
    save(game, path)
    shown = bastide("show", path, "--story", "--log")
    assert (shown.code, shown.err) == (0, "")
    assert "prospector" in shown.out or "pitches the tent" in shown.out
