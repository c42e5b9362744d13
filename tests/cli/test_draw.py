"""`bastide draw`: pictures of saved games and positions, and whole games as animations."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from io import BytesIO
from pathlib import Path
from random import Random
from xml.etree import ElementTree as ET

import pytest
from PIL import Image

from bastide import CHANCE, Game, Given, Seeded, draw, game_text, save
from bastide.cli.draw import turn_ends
from bastide.draw import palette as ink
from bastide.rules.actions import to_json
from bastide.wire.values import Cell
from tests.cli.conftest import Bastide, Ran
from tests.games import play_on

POSITION = "D(0,0) U(1,0)+1:road ; to 2 ; turn 2 ; scores 0 4"
PNG = b"\x89PNG"


def random_game(rules: str, moves: int) -> Game:
    return play_on(Game(rules, ["Ann", "Bob"], Seeded(3)), Random(3), moves)


@pytest.fixture(scope="module")
def game() -> Game:
    return random_game("second", 21)


@pytest.fixture
def saved(game: Game, tmp_path: Path) -> str:
    save(game, tmp_path / "game.json")
    return str(tmp_path / "game.json")


def size(path: Path) -> tuple[int, int]:
    return Image.open(BytesIO(path.read_bytes())).size


def test_a_saved_game_becomes_an_svg(bastide: Bastide, saved: str, game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    ran = bastide("draw", saved, "-o", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert path.read_text(encoding="utf-8") == draw.board(game)
    assert ran.err == f"Drawn: {path} ({path.stat().st_size / 1000:.0f} kB).\n"


def test_a_picture_goes_to_standard_output_unless_a_file_is_named(bastide: Bastide, saved: str, game: Game) -> None:
    assert bastide("draw", saved) == (0, f"{draw.board(game)}\n", "")


def test_a_position_is_drawn_from_the_command_line_a_file_and_standard_input(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(POSITION.replace(" ; ", "\n; "), encoding="utf-8")
    ran = bastide("draw", POSITION)
    assert (ran.code, ran.err) == (0, "")
    assert ET.fromstring(ran.out).attrib["viewBox"] == "-25 -25 250 150"
    assert ran.out == draw.board(Game(position=POSITION, dealer=Given())) + "\n"
    assert bastide("draw", str(path)) == ran
    assert bastide("draw", "-", typed=[POSITION]) == ran


def test_a_game_in_notation_is_drawn(bastide: Bastide, game: Game) -> None:
    assert bastide("draw", "-", typed=game_text(game).splitlines()).out == f"{draw.board(game)}\n"


def test_a_png_is_as_large_as_asked(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "position.png"
    assert bastide("draw", POSITION, "-o", str(path)).code == 0
    assert path.read_bytes().startswith(PNG)
    assert size(path) == (240, 144)
    assert bastide("draw", POSITION, "-o", str(path), "--pixels", "200").code == 0
    assert size(path) == (500, 300)


OPTIONS = ("--owners", "--fields", "--legal", "--labels", "--scores")


@pytest.mark.parametrize("option", OPTIONS)
def test_each_option_adds_what_it_says(bastide: Bastide, option: str) -> None:
    position = f"{POSITION} ; tile V"
    game = Game(position=position, dealer=Given(), seats=["Red", "Blue"])
    owners, fields, legal, labels, scores = (option == other for other in OPTIONS)
    drawn = bastide("draw", position, option).out
    expected = draw.board(game, owners=owners, fields=fields, legal=legal, labels=labels, scores=scores)
    assert drawn == f"{expected}\n"
    assert len(drawn) > len(bastide("draw", position).out)


def test_seats_without_names_are_called_by_their_colours(bastide: Bastide) -> None:
    assert ">Blue 4<" in bastide("draw", POSITION, "--scores").out
    assert ">Bleu 4<" in bastide("draw", POSITION, "--scores", "--lang", "fr").out


def test_an_earlier_ply(bastide: Bastide, saved: str, game: Game) -> None:
    for moment in (0, 5, len(game.log)):
        assert bastide("draw", saved, "--move", str(moment)).out == draw.board(game.branch(moment, Given())) + "\n"


@pytest.mark.parametrize("moment", ["-1", "9999"])
def test_a_ply_beyond_the_log_is_refused(bastide: Bastide, saved: str, moment: str) -> None:
    ran = bastide("draw", saved, "--move", moment)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


# Animations


def frames(path: Path) -> int:
    image = Image.open(BytesIO(path.read_bytes()))
    assert image.format == "GIF"
    return int(getattr(image, "n_frames", 1))


def turns_of(game: Game) -> int:
    """Return the number of turns in which a tile was placed."""
    return len({entry.turn for entry in game.log if to_json(game.rules, entry.action)["do"] == "place"})


def test_a_gif_shows_the_start_and_every_turn(bastide: Bastide, saved: str, game: Game, tmp_path: Path) -> None:
    path = tmp_path / "game.gif"
    ran = bastide("draw", saved, "--gif", "-o", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert frames(path) == 1 + turns_of(game)
    columns, rows = ({cell[i] for cell in map(tuple, cells(game))} for i in (0, 1))
    assert size(path) == tuple(40 * (max(line) - min(line) + 1) + 20 for line in (columns, rows))


def cells(game: Game) -> list[Cell]:
    return [laid["cell"] for laid in game.view(None)["board"]]


def test_the_name_of_a_file_says_that_it_is_a_gif(bastide: Bastide, saved: str, tmp_path: Path) -> None:
    one, other = tmp_path / "one.gif", tmp_path / "other.gif"
    assert bastide("draw", saved, "-o", str(one), "--move", "8", "--pixels", "16").code == 0
    assert bastide("draw", saved, "-o", str(other), "--move", "8", "--pixels", "16", "--gif").code == 0
    assert one.read_bytes() == other.read_bytes()
    assert size(one)[0] % 16 == 8


def test_a_gif_with_everything_has_one_size(bastide: Bastide, saved: str, tmp_path: Path) -> None:
    path, plain = tmp_path / "game.gif", tmp_path / "plain.gif"
    assert bastide("draw", saved, "-o", str(plain), "--pixels", "16", "--move", "12").code == 0
    assert bastide("draw", saved, "-o", str(path), "--pixels", "16", "--move", "12", *OPTIONS).code == 0
    assert frames(path) == frames(plain)


def test_every_picture_of_a_gif_has_one_size_even_with_a_tile_in_hand(
    bastide: Bastide, saved: str, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn: list[str] = []
    moment = max(i for i, entry in enumerate(game.log, start=1) if entry.actor == CHANCE)

    def keep(frames: Iterable[str], colours: str, progress: Callable[[], None]) -> bytes:
        drawn.extend(frames)
        return b""

    monkeypatch.setattr("bastide.cli.draw.gif", keep)
    assert bastide("draw", saved, "-o", str(tmp_path / "game.gif"), "--legal", "--move", str(moment)).code == 0
    assert any(ink.GLOW in svg for svg in drawn), "a tile is in hand"
    assert len({ET.fromstring(svg).attrib["viewBox"] for svg in drawn}) == 1


def test_a_gif_without_a_name_is_game_gif(bastide: Bastide, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ran = bastide("draw", POSITION, "--gif")
    assert (ran.code, ran.out) == (0, "")
    assert "game.gif" in ran.err
    assert frames(tmp_path / "game.gif") == 1


@pytest.mark.parametrize("rules", ["second", "second hand_size=3", "gold_rush", "second expansions=river"])
def test_the_frames_of_an_animation_are_the_ends_of_turns(rules: str) -> None:
    game = random_game(rules, 1000)
    ends = turn_ends(game)
    assert ends == sorted(set(ends))
    assert (ends[0], ends[-1]) == (0, len(game.log))
    assert len(ends) == 1 + turns_of(game)
    for end in ends[1:-1]:
        assert game.log[end - 1].turn != game.log[end].turn


def test_a_game_that_has_not_begun_is_one_picture() -> None:
    assert turn_ends(Game("second", dealer=Given())) == [0]


# What goes wrong


def refused(ran: Ran) -> str:
    assert (ran.code, ran.out) == (2, "")
    assert len(ran.err.splitlines()) == 1
    return ran.err


@pytest.mark.parametrize("name", ["game.jpg", "game", "game.txt", ".svg"])
def test_a_file_of_another_kind_is_refused(bastide: Bastide, tmp_path: Path, name: str) -> None:
    path = str(tmp_path / name)
    assert refused(bastide("draw", POSITION, "-o", path)).startswith(f"{path} cannot be drawn: name a file that ends")
    assert "finit par" in refused(bastide("draw", POSITION, "-o", path, "--lang", "fr"))
    assert not Path(path).exists()


def test_an_animation_needs_a_gif_file(bastide: Bastide, tmp_path: Path) -> None:
    assert ".gif" in refused(bastide("draw", POSITION, "--gif", "-o", str(tmp_path / "game.png")))


@pytest.mark.parametrize("pixels", ["0", "7", "401", "-96"])
def test_tiles_too_small_or_too_large_are_refused(bastide: Bastide, pixels: str) -> None:
    said = f"Tiles cannot be {pixels} pixels wide: choose a number from 8 to 400.\n"
    assert refused(bastide("draw", POSITION, f"--pixels={pixels}")) == said
    assert "de 8 à 400" in refused(bastide("draw", POSITION, f"--pixels={pixels}", "--lang", "fr"))


@pytest.mark.parametrize("pixels", ["8", "400"])
def test_the_smallest_and_the_largest_tiles_are_drawn(bastide: Bastide, pixels: str) -> None:
    root = ET.fromstring(bastide("draw", POSITION, "--pixels", pixels).out)
    assert 2 * int(pixels) < float(root.attrib["width"]) < 3 * int(pixels)


def test_a_file_that_cannot_be_written_is_reported(bastide: Bastide, tmp_path: Path) -> None:
    (tmp_path / "folder.svg").mkdir()
    for path, why in ((tmp_path / "none" / "a.svg", "No such file"), (tmp_path / "folder.svg", "Is a directory")):
        assert refused(bastide("draw", POSITION, "-o", str(path))).startswith(
            f"The file {path} cannot be written: {why}"
        )
    said = refused(bastide("draw", POSITION, "-o", str(tmp_path / "none" / "a.png"), "--lang", "fr"))
    assert said.startswith("Le fichier ")


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("nothing.json", "The file nothing.json cannot be read: No such file or directory"),
        ("D(0,0) Z(1,0)", "There is no tile Z in this game"),
        ("D(0,0) and so on", "The position cannot be read at “and so on”"),
    ],
)
def test_input_that_cannot_be_read_is_reported_and_writes_no_file(
    bastide: Bastide, what: str, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "game.svg"
    assert refused(bastide("draw", what, "-o", str(path))).startswith(said)
    assert not path.exists()


def test_without_the_extra_svg_is_drawn_and_png_is_refused_with_a_hint(
    bastide: Bastide, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    assert bastide("draw", POSITION, "-o", str(tmp_path / "a.svg")).code == 0
    path = tmp_path / "a.png"
    assert "pip install 'bastide[picture]'" in refused(bastide("draw", POSITION, "-o", str(path)))
    assert not path.exists()


def test_messages_in_french(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    assert bastide("draw", POSITION, "-o", str(path), "--lang", "fr").err.startswith(f"Dessiné : {path} (")
