"""`bastide play`: whole games by typing, all commands, hidden hands, real tiles, saving and loading."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from bastide import Game, Seeded, load, save
from bastide.cli.menu import by_number, menu_items
from bastide.errors import BadNotation
from bastide.play.notation import action_text
from tests.cli.conftest import Bastide
from tests.games import random_game

HALF_WAY = "D(0,0) ; tile W"
"""A position with a choice of cells and rotations."""


def typed_game(
    rules: str, seats: list[str], seed: str, generator: Random, hidden: bool = False
) -> tuple[Game, list[str]]:
    """Play a random game and return it with the input for it, numbers and tokens in turn."""
    game, lines, eyes = Game(rules, seats, Seeded(seed)), [], -1
    while not game.over:
        if hidden and game.actor != eyes:
            eyes = game.actor
            lines.append("")
        listed = menu_items(game.state, "en")
        entry = generator.choice(listed)
        way = generator.randrange(len(entry.actions))
        action = entry.actions[way]
        typings = [f"{entry.number} {way + 1}", game.text(action)]
        if len(entry.actions) == 1:
            typings.append(f"{entry.number}")
        lines.append(generator.choice(typings))
        if len(entry.actions) > 1 and generator.random() < 0.5:
            lines[-1:] = [f"{entry.number}", f"{way + 1}"]
        game.play(action)
    return game, lines


@pytest.mark.parametrize("rules", ["bigbox2014", "second hand_size=3", "anniversary"])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_whole_game(bastide: Bastide, tmp_path: Path, rules: str, language: str) -> None:
    seats = ["Ann", "Bob", "Zoe"]
    game, lines = typed_game(rules, seats, "whole", Random(language), hidden="hand_size" in rules)
    path = str(tmp_path / "game.json")
    options = ["--rules", rules, "--seats", ", ".join(seats), "--seed", "whole", "--save", path, "--lang", language]
    ran = bastide("play", *options, typed=lines)
    assert (ran.code, ran.err) == (0, "")
    assert load(path).log == game.log
    standings = ", ".join(f"{name} {points}" for name, points in zip(seats, game.scores, strict=True))
    assert standings in ran.out
    assert not game.state.legal
    if language == "fr":
        assert ("voyageur" in ran.out, "voleur" in ran.out) == (rules == "anniversary", rules != "anniversary")


def test_every_legal_action_has_a_number_and_a_token() -> None:
    game, generator = Game("bigbox2014", 2, Seeded(3)), Random(3)
    while not game.over:
        state = game.state
        listed = menu_items(state, "en")
        assert sorted(action for entry in listed for action in entry.actions) == sorted(state.legal)
        assert len({entry.number for entry in listed}) == len(listed)
        for entry in listed:
            for number, way in enumerate(entry.actions, start=1):
                found = by_number(listed, f"{entry.number} {number}")
                assert found is not None
                assert found[0].actions[found[1] or 0] == way
                assert action_text(state, way).startswith(entry.token)
        game.play(generator.choice(state.legal))


def test_numbers_read_in_several_ways() -> None:
    listed = menu_items(Game(position=HALF_WAY).state, "en")
    assert len(listed[0].actions) > 1
    assert by_number(listed, "1") == (listed[0], None)
    for text in ("1 2", "1.2", "1,2", "1/2"):
        assert by_number(listed, text) == (listed[0], 1)
    for text in ("0", "9", "1 0", "1 9"):
        with pytest.raises(BadNotation):
            by_number(listed, text)
    assert by_number(listed, "(1,0)") is None
    assert by_number(listed, "") is None


def test_the_screen_before_a_placement(bastide: Bastide) -> None:
    ran = bastide("play", "--load", HALF_WAY, typed=["1", "", "2 2"])
    assert (ran.code, ran.err) == (0, "")
    shown, ways, cells, piece, *_ = ran.out.split("? ")
    assert "[1]  -------  [2]" in shown
    assert "W FRRR" in shown
    assert "1 (-1,0) FRRR RRFR RRRF   2 (1,0)  FRRR RFRR RRFR   3 (0,1)  FRRR" in shown
    assert "1 FRRR    2 RRFR    3 RRRF" in ways
    assert "1 (-1,0)" in cells
    assert "Red extends the central road to 2 tiles." in piece
    assert "0 -" in piece
    assert "thief (road, 2 tiles)" in piece


def test_events_are_shown_with_the_score(bastide: Bastide) -> None:
    ran = bastide("play", "--load", "D(0,0) ; tile E", "--lang", "fr", typed=["(0,-1)/2", "+city"])
    assert "1 +city  chevalier (ville, 2 tuiles, zone complète)" in ran.out
    assert "2 tuiles × 2 = 4 points pour Rouge." in ran.out
    assert "> 2 Bleu" in ran.out


def test_invalid_choices_change_nothing_and_are_explained(bastide: Bastide, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    wrong = [
        "99",
        "0",
        "(5,5)",
        "(0,-1)",
        "(1,0)/7",
        "+road",
        "-",
        "1.",
        "12.",
        "nonsense",
        "x",
        "<A",
        "{remark}",
        "é",
        "²",
        "9" * 5000,
    ]
    ran = bastide("play", "--load", HALF_WAY, "--save", path, typed=wrong)
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.count("Which cell (1–3)? ") == len(wrong) + 1
    assert "99 is not a choice: type a number from 1 to 3, or a token." in ran.out
    assert "A tile at (5,5) would touch no other" in ran.out
    assert "It is time to lay the tile, not to put nothing down." in ran.out
    assert load(path).log == []


@pytest.mark.parametrize("word", ["u", "undo", "annuler"])
def test_undo(bastide: Bastide, tmp_path: Path, word: str) -> None:
    path = str(tmp_path / "game.json")
    ran = bastide("play", "--seed", "1", "--save", path, typed=["1 1", word, word])
    assert "Taken back." in ran.out
    assert "There is nothing to take back." in ran.out
    assert len(load(path).log) == 1


def test_undo_draws_the_same_tile_again_also_in_a_loaded_game(bastide: Bastide, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    bastide("play", "--seed", "7", "--save", path, typed=["1 1", "0", "1 1", "0"])
    before = load(path).log
    bastide("play", "--seed", "8", "--load", path, "--save", path, typed=["u", "u", "u", "u", "1 1", "0", "1 1", "0"])
    assert load(path).log == before


def test_log_board_and_help(bastide: Bastide) -> None:
    ran = bastide("play", "--load", HALF_WAY, typed=["(1,0)", "l", "b", "h", "aide"])
    assert "1. (1,0)" in ran.out
    assert ran.out.count("thief (road, 2 tiles)") == 2
    assert ran.out.count("take back the last choice") == 2


def test_leaving_an_unsaved_game_needs_confirmation(bastide: Bastide) -> None:
    ran = bastide("play", "--seed", "1", typed=["1 1", "q", "b", "q", "q", "never read"])
    assert ran.out.count("This game is not saved") == 2
    assert ran.out.endswith("Goodbye. The game was not saved.\n")
    assert "never read" not in ran.out
    assert bastide("play", typed=["q"]).out.endswith("Goodbye.\n")


@pytest.mark.parametrize(
    "lines", [["1 1", "s {path}", "q"], ["1 1", "s", "{path}", "q"], ["1 1", "enregistrer {path}"]]
)
def test_saving_by_hand(bastide: Bastide, tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "by hand.json"
    ran = bastide("play", "--seed", "1", typed=[line.format(path=path) for line in lines])
    assert f"The game is saved to {path}." in ran.out
    assert ran.out.endswith("Goodbye.\n")
    assert len(load(path).log) == 2


def test_saving_to_an_impossible_path(bastide: Bastide, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "no" / "where.json")
    ran = bastide("play", "--seed", "1", typed=[f"s {nowhere}", "s", "", "1 1"])
    assert f"The game cannot be saved to {nowhere}: No such file or directory" in ran.out
    assert ran.code == 0
    assert bastide("play", "--save", nowhere).code == 2


def test_continuing_a_saved_game(bastide: Bastide, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    bastide("play", "--seats", "Ann,Bob", "--seed", "1", "--save", path, typed=["1 1", "0"])
    ran = bastide("play", "--load", path, "--save", path, typed=["1 1"])
    assert "Turn 2, Bob" in ran.out
    assert len(load(path).log) == 5
    assert bastide("play", "--load", path, typed=["q"]).out.endswith("Goodbye.\n")


def test_a_finished_game_can_be_viewed_and_undone(bastide: Bastide, tmp_path: Path) -> None:
    game = random_game("bigbox2014", 2, 3)
    save(game, tmp_path / "game.json")
    ran = bastide("play", "--load", str(tmp_path / "game.json"), typed=["3", "l", ""])
    assert "The game is over: nothing more can be played." in ran.out
    assert game.turns()[-1] in ran.out
    assert ran.out.endswith("Goodbye.\n")
    assert "Taken back." in bastide("play", "--load", str(tmp_path / "game.json"), typed=["u"]).out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--rules", "third"], "There is no preset third"),
        (["--seats", "0"], "0 cannot play"),
        (["--seats", "99999999999"], "99999999999 cannot play"),
        (["--seats", "Ann,Ann"], "“Ann” cannot be the name of a seat"),
        (["--seats", "Ann,"], "“” cannot be the name of a seat"),
        (["--load", "nothing.json"], "The file nothing.json cannot be read"),
        (["--load", HALF_WAY, "--seats", "2"], "A loaded game has its own rules and seats"),
        (["--load", HALF_WAY, "--rules", "first"], "A loaded game has its own rules and seats"),
    ],
)
def test_bad_input_is_reported(bastide: Bastide, arguments: list[str], said: str) -> None:
    ran = bastide("play", *arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(said)


def test_an_existing_file_is_not_overwritten(bastide: Bastide, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text("Dear diary", encoding="utf-8")
    assert bastide("play", "--save", str(path)).code == 2
    assert bastide("play", "--save", str(path), "--load", HALF_WAY).code == 2
    assert path.read_text(encoding="utf-8") == "Dear diary"


# Hands that others must not see


def test_a_hand_is_shown_only_after_its_owner_has_sat_down(bastide: Bastide) -> None:
    ran = bastide("play", "--rules", "second hand_size=3", "--seed", "1")
    assert "It is Red's turn. Only Red may look now: press Enter. " in ran.out
    assert "Hand of" not in ran.out
    ran = bastide("play", "--rules", "second hand_size=3", "--seed", "1", typed=["", "1", "1 1", "0"])
    _, red, blue = ran.out.split("press Enter. ")
    assert "Hand of Red:" in red
    assert "Hand of Blue:" not in ran.out
    assert "Hand of" not in blue
    assert "It is Blue's turn." in red


def test_the_screen_reveals_no_hidden_tile(bastide: Bastide) -> None:
    game = Game("second hand_size=3", ["Red", "Blue"], Seeded("1"))
    lines = ["", "l", "1", "1 1", "-", "", "l", "b"]
    ran = bastide("play", "--rules", "second hand_size=3", "--seed", "1", typed=lines)
    assert game.turns()[0].count("<") == 6
    assert "<" not in ran.out.replace("< ", "").replace("<\n", "")
    assert "takes" not in ran.out


def test_each_player_reads_what_happened_since_their_last_turn(bastide: Bastide) -> None:
    lines = ["", "1", "1 1", "-", "", "1", "1 1", "-"]
    ran = bastide("play", "--rules", "second hand_size=3", "--seats", "3", "--seed", "1", typed=lines)
    to_blue, to_green = ran.out.split("It is Blue's turn")[0], ran.out.split("It is Green's turn")[0]
    assert [line.split()[:2] for line in to_blue.splitlines()[-2:]] == [["Red", "chooses"], ["Red", "finishes"]]
    assert [line.split()[0] for line in to_green.splitlines()[-4:]] == ["Red", "Red", "Blue", "Blue"]


def test_the_hand_over_can_be_left(bastide: Bastide) -> None:
    ran = bastide("play", "--rules", "second hand_size=3", "--seed", "1", typed=["q", "never read"])
    assert "never read" not in ran.out
    ran = bastide("play", "--rules", "second hand_size=3", "--seed", "1", typed=["", "1", "1 1", "-", "q", "q", "no"])
    assert ran.out.count("This game is not saved") == 1
    assert ran.out.endswith("Goodbye. The game was not saved.\n")


def test_undo_asks_the_other_player_back_to_the_screen(bastide: Bastide) -> None:
    lines = ["", "1", "1 1", "-", "", "u", ""]
    ran = bastide("play", "--rules", "second hand_size=3", "--seed", "1", typed=lines)
    assert ran.out.count("It is Red's turn.") == 2


# Real tiles


def test_real_tiles_are_typed_as_they_are_drawn(bastide: Bastide, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    lines = ["Z", "1", "", "d", "X", "1 1", "-", "X", "BA-CRFR", "(-1,0)", "-"]
    ran = bastide("play", "--given", "--save", path, typed=lines)
    assert ran.code == 0
    assert "Not seen yet: A×2 B×4 C×1 D×3 " in ran.out
    assert "There is no tile Z in this game" in ran.out
    assert "No tile X is left to draw." in ran.out
    tiles = [entry["tile"] for entry in json.loads(Path(path).read_text(encoding="utf-8"))["log"] if "tile" in entry]
    assert tiles == ["BA-RSTU", "BA-CRFR"]


def test_a_wrong_tile_is_taken_back(bastide: Bastide, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    bastide("play", "--given", "--save", path, typed=["X", "u", "V", "1 1"])
    assert [load(path).json(entry.action)["do"] for entry in load(path).log] == ["draw", "place"]
    assert "nothing to take back" in bastide("play", "--given", typed=["u"]).out


def test_real_tiles_in_hands_are_typed_by_their_owners(bastide: Bastide) -> None:
    lines = ["", "A", "B", "C", "", "<D", "E", "F", "", "1"]
    ran = bastide("play", "--given", "--rules", "second hand_size=3", typed=lines)
    red, blue, again = (ran.out.index(f"It is {name}'s turn") for name in ("Red", "Blue", "Red"))
    assert red == again < blue
    assert ran.out.count("It is Red's turn") == 2
    assert "Hand of Blue:\nD CRFR    E CFFF" in ran.out
    assert "Hand of Red:\nA FFRF    B FFFF\n" in ran.out
    assert "1 A FFRF   2 B FFFF   3 C CCCC" in ran.out


# For real


def test_a_whole_game_in_a_process_of_its_own(tmp_path: Path) -> None:
    game, lines = typed_game("bigbox2014", ["Red", "Blue"], "process", Random(1))
    path = tmp_path / "game.json"
    ran = subprocess.run(
        [sys.executable, "-m", "bastide.cli", "play", "--seed", "process", "--save", str(path), "--lang", "en"],
        input="\n".join([*lines, "q"]),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert load(path).log == game.log
    assert ran.stdout.endswith("Goodbye.\n")
