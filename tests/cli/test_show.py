"""`bastide show`: saved games, games in notation and positions, after any action."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bastide import Game, Seeded, game_text, save
from tests.cli.conftest import Bastide
from tests.games import play_on

POSITION = "D(0,0) U(1,0)+1:road ; to 2 ; turn 2 ; scores 0 4"
DRAWN = """\
     0      1
  .#####........
0 ---------1----
  ..............

# city   -|+ road   . field   1 followers

Turn 2, Blue, 70 tiles left
  1 Red   0 points  6 × follower
> 2 Blue  4 points  7 × follower

D(0,0) U(1,0)+1:road ; to 2 ; turn 2 ; scores 0 4
"""


@pytest.fixture
def game() -> Game:
    return play_on(Game("second hand_size=3", ["Ann", "Bob", "Zoe"], Seeded(1)), Random(1))


@pytest.fixture
def saved(game: Game, tmp_path: Path) -> str:
    save(game, tmp_path / "game.json")
    return str(tmp_path / "game.json")


def test_a_position(bastide: Bastide) -> None:
    assert bastide("show", POSITION) == (0, DRAWN, "")


def test_a_position_from_a_file_and_from_standard_input(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "position.txt"
    path.write_text(POSITION.replace(" ; ", "\n; "), encoding="utf-8")
    assert bastide("show", str(path)) == (0, DRAWN, "")
    assert bastide("show", "-", typed=[POSITION]) == (0, DRAWN, "")


def test_the_tile_to_be_laid_is_drawn(bastide: Bastide) -> None:
    assert "W FRRR\n" in bastide("show", "D(0,0) ; tile W").out


def test_a_game_is_told_in_the_words_of_its_edition(bastide: Bastide) -> None:
    story = "rules {} tiles=base\nseats Ann, Bob\n\n1. U(1,0) +road.E\n"
    for rules, thief in (("second", "voleur"), ("anniversary", "voyageur"), ("first", "vagabond")):
        assert (
            f"Ann place un {thief} sur sa route."
            in bastide("show", "-", "--story", "--lang", "fr", typed=[story.format(rules)]).out
        )


def test_in_french_and_in_colour(bastide: Bastide) -> None:
    ran = bastide("show", POSITION, "--lang", "fr", "--color", "always")
    assert "Tour 2, Bleu, 70 tuiles restantes" in ran.out
    assert "\033[97;41m1\033[0m" in ran.out
    assert "\033" not in bastide("show", POSITION, "--color", "never").out


def test_a_saved_game(bastide: Bastide, saved: str, game: Game) -> None:
    ran = bastide("show", saved)
    assert ran.code == 0
    assert ran.out.startswith(str(game))
    assert "The game is over, 0 tiles left" in ran.out
    assert ran.out.endswith(f"{game.position_text()}\n")


def test_a_game_in_notation(bastide: Bastide, game: Game) -> None:
    ran = bastide("show", "-", typed=game_text(game).splitlines())
    assert ran.out.endswith(f"{game.position_text()}\n")


def test_an_earlier_ply_with_its_hands(bastide: Bastide, saved: str, game: Game) -> None:
    ran = bastide("show", saved, "--move", "9")
    assert "Turn 1, Ann, 62 tiles left" in ran.out
    assert all(f"Hand of {name}:" in ran.out for name in game.seats)
    assert bastide("show", saved, "--move", str(len(game.log))).out == bastide("show", saved).out


def test_the_log_and_the_story(bastide: Bastide, saved: str, game: Game) -> None:
    ran = bastide("show", saved, "--log", "--story")
    lines = ran.out.splitlines()
    assert all(turn in lines for turn in game.turns())
    assert "The game is over: " in ran.out
    early = bastide("show", saved, "--log", "--story", "--move", "20").out
    assert "The game is over: " not in early
    assert game.turns()[0] in early.splitlines()
    assert game.turns()[20] not in early.splitlines()


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ("nothing.json", "The file nothing.json cannot be read: No such file or directory"),
        (".", "The file . cannot be read: Is a directory"),
        ("D(0,0) D(0,0)", "Two tiles of the position lie at (0,0)."),
        ("D(0,0) U(1,0)/1", "U at (1,0) does not fit"),
        ("D(0,0) Z(1,0)", "There is no tile Z in this game"),
        ("D(0,0) and so on", "The position cannot be read at “and so on”"),
        ("D(0,0) ; to 9", "The clause “to 9” must be one number from 1 to 2."),
        ("D(0,0) ; weather fine", "A position has no clause “weather”"),
        ("D(99999999,0)", "The cell (99999999, 0) is too far away"),
        ("D(0,0) " * 5000, "Two tiles"),
    ],
)
def test_input_that_cannot_be_shown_is_reported(bastide: Bastide, what: str, said: str) -> None:
    ran = bastide("show", what)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "The position has no tile"),
        ("{", "The saved game is damaged: it is not JSON"),
        ("{}", "This is not a saved game"),
        ('{"format": "bastide-game", "version": 99}', "The saved game is of version 99"),
        ('{"format": "bastide-game", "version": 1}', "The saved game is damaged: its checksum does not match."),
        ("{" + '"a":[' * 100_000, "The saved game is damaged: it is not JSON"),
        ("1. V(9,9)", "A tile at (9,9) would touch no other"),
    ],
)
def test_invalid_text_is_reported(bastide: Bastide, tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "broken"
    path.write_text(text, encoding="utf-8")
    for ran in (bastide("show", str(path)), bastide("show", "-", typed=[text])):
        assert (ran.code, ran.out) == (2, "")
        assert ran.err.startswith(said)


def test_a_file_that_is_not_text(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff\xff")
    ran = bastide("show", str(path))
    assert ran.code == 2
    assert ran.err.startswith(f"The file {path} cannot be read")


def test_a_saved_game_that_was_changed(bastide: Bastide, saved: str) -> None:
    Path(saved).write_text(Path(saved).read_text(encoding="utf-8").replace("Ann", "Eve"), encoding="utf-8")
    assert bastide("show", saved).code == 2


@pytest.mark.parametrize("moment", ["-1", "100000"])
def test_a_ply_beyond_the_log(bastide: Bastide, saved: str, moment: str) -> None:
    ran = bastide("show", saved, "--move", moment)
    assert ran.code == 2
    assert ran.err.startswith(f"There is no action {moment}: the log goes from 0 to ")
