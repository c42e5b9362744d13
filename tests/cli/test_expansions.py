"""Expansions at the terminal: every choice of every kind has a number and a description."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from bastide import Game, Seeded, load
from bastide.cli.descriptions import holdings
from bastide.cli.menu import menu_items
from bastide.games import DEFAULT_GAME, GAMES
from bastide.kernel.ballistics import BOARD_AT, GRASP
from bastide.play.notation import parse_action
from bastide.play.picture import picture
from bastide.rules.model import CHANCE
from bastide.words import catalogue
from tests.cli.conftest import Bastide
from tests.rulesets import FULL

EVERY = [expansion.id for expansion in DEFAULT_GAME.expansions]
ALL = [f"bigbox2014 expansions={','.join(full)}" for full in FULL]
APART = ("count", "river")
SEATS = ["Ann", "Bob", "Zoe"]


def typed_numbers(rules: str, seed: str) -> tuple[Game, list[str]]:
    """Play a random game and return it with the numbers to type for it."""
    game, generator, lines = Game(rules, SEATS, Seeded(seed)), Random(seed), []
    while not game.over:
        if any(game.state.ext.get("fair.chosen", [])):
            lines.append("")  # the catcher sits down at an empty screen
        listed = menu_items(game.state, "en")
        assert sorted(action for entry in listed for action in entry.actions) == sorted(game.state.legal)
        assert len({entry.number for entry in listed}) == len(listed)
        entry = generator.choice(listed)
        way = generator.randrange(len(entry.actions))
        assert parse_action(game.state, game.text(entry.actions[way])) == entry.actions[way]
        lines.append(f"{entry.number} {way + 1}")
        game.play(entry.actions[way])
    return game, lines


@pytest.mark.parametrize(
    ("rules", "language"),
    [
        (ALL[2], "fr"),
        pytest.param(ALL[0], "en", marks=pytest.mark.long),
        *(
            # These go with none of the above.
            pytest.param(f"bigbox2014 expansions={name}", "en", marks=[] if name in APART else pytest.mark.long)
            for name in EVERY
        ),
    ],
)
def test_a_whole_game_by_numbers(bastide: Bastide, tmp_path: Path, rules: str, language: str) -> None:
    game, lines = typed_numbers(rules, "whole")
    path = str(tmp_path / "game.json")
    options = ["--rules", rules, "--seats", ",".join(SEATS), "--seed", "whole", "--save", path, "--lang", language]
    ran = bastide("play", *options, typed=lines)
    assert (ran.code, ran.err.count("\n")) == (0, len(game.rules.warnings))
    assert load(path).log == game.log
    assert ", ".join(f"{name} {points}" for name, points in zip(SEATS, game.scores, strict=True)) in ran.out
    shown = bastide("show", path, "--story", "--log", "--lang", language)
    assert (shown.code, shown.err) == (0, "")


# The plague asks seats that are not on turn

SICK = (
    "D(0,0)+1:city U(1,0)+2:road B(1,1)+2:monastery ; rules bigbox2014 expansions=wheel_of_fortune ; column wheel.pig 4"
)
ICON = "WOF-FRFR-icon-1"


def test_the_plague_asks_each_seat_by_name(bastide: Bastide, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    ran = bastide("play", "--load", SICK, "--given", "--save", path, typed=[ICON, "1", "2"])
    red, blue, after = ran.out.split("Your choice ")
    assert "The pig moves 1 and stops at the plague." in red
    assert "is asked" not in red
    assert "1 flee:follower:(0,0).city take back a follower: knight (city, 1 tile)" in red
    assert "Turn 1, Red, " in blue
    assert "Blue is asked to take back a follower for the plague.\n" in blue
    assert "0 --------[1]---\n" in blue
    assert "2 flee:follower:(1,1).monastery take back a follower: monk (monastery, 3 tiles)" in blue
    assert "Blue takes back a follower that stood " in after
    assert [entry.actor for entry in load(path).log] == [CHANCE, 0, 1]


def test_the_plague_in_french(bastide: Bastide) -> None:
    ran = bastide("play", "--load", SICK, "--given", "--lang", "fr", typed=[ICON, "1"])
    assert "C'est à Bleu de reprendre un partisan à cause de la peste." in ran.out


def test_crown_spaces_have_their_numbers_on_the_board(bastide: Bastide) -> None:
    game = Game("bigbox2014 expansions=wheel_of_fortune", SEATS, Seeded(1))
    assert str(game).count("o") == 9
    game.play(game.options()[0])
    crown = next(entry for entry in menu_items(game.state, "en") if entry.token == "+(2,0).crown")
    assert crown.text == "follower (crown: plague)"
    options = ["--rules", "bigbox2014 expansions=wheel_of_fortune", "--seats", "Ann,Bob,Zoe", "--seed", "1"]
    ran = bastide("play", *options, typed=["1 1", str(crown.number)])
    before, after, *_ = ran.out.split("Your choice ")
    numbered = f"[{crown.number - 1}]....[{crown.number}]....[{crown.number + 1}]"
    assert numbered in before
    assert "o......1......o" in after
    assert numbered not in after


# Draws from a real bag that are no tiles


def test_tokens_are_typed_by_their_number(bastide: Bastide, tmp_path: Path) -> None:
    path = str(tmp_path / "game.json")
    lines = ["E", "(0,-1)/2", "+shepherd:field", "9", "sheep", "3"]
    ran = bastide("play", "--given", "--rules", "bigbox2014 expansions=hills_and_sheep", "--save", path, typed=lines)
    assert ran.code == 0
    assert "0 token:wolf draw a token: wolf" in ran.out
    assert ran.out.count("What was drawn (its number)? ") == 3
    assert "“sheep” is not a sheep." in ran.out
    assert "Red draws a token with 3 sheep." in ran.out
    assert "1 × shepherd; 1 × 3 sheep" not in ran.out
    assert "0 × shepherd; 1 × 3 sheep" in ran.out
    assert load(path).text(load(path).log[-1].action) == "token:3"


def test_a_wolf_and_a_whole_token_are_understood_too(bastide: Bastide) -> None:
    for typed in ("0", "wolf", "token:wolf", "token:0"):
        lines = ["E", "(0,-1)/2", "+shepherd:field", typed]
        ran = bastide("play", "--given", "--rules", "bigbox2014 expansions=hills_and_sheep", typed=lines)
        assert "Red draws a wolf." in ran.out


# Secret choices, points and numbers

MIDDLE = "scatter:" + ":".join(["32767", "32768"] * 4 + ["0"])
"""A throw without any error."""
CATCH = "U(0,0) U(1,0) ; rules bigbox2014 expansions=catapult ; tile CAT-FFFF-06"


def test_the_catcher_does_not_see_where_the_hurler_aims(bastide: Bastide) -> None:
    typed = ["(0,1)", "-", "fair:catch", "hurl:(4321,-987)", "l", "q", "", "l", "reach:(5000,0)"]
    ran = bastide("play", "--load", CATCH, "--given", "--seed", "1", typed=typed)
    _, waited, after = ran.out.partition("It is Blue's turn. Only Blue may look now: press Enter.")
    assert waited
    asked, _, told = after.partition("reach:(5000,0)")
    assert "Blue is asked to hold out the hands." in asked
    assert "4321" not in asked
    assert "Red hurls a token: " in told


def test_the_screen_says_where_the_measuring_board_lies(bastide: Bastide) -> None:
    """CAT-PHYS-12: for hurler and catcher, and in no other game of the fair."""
    for language in ("en", "fr"):
        text = catalogue(language)["fact.fair_game.catch"]
        assert str(BOARD_AT) in text
        assert str(GRASP) in text
        typed = ["(0,1)", "-", "fair:catch", "hurl:(5000,0)", "", "reach:(5000,0)"]
        ran = bastide("play", "--load", CATCH, "--given", "--seed", "1", "--lang", language, typed=typed)
        assert ran.out.count(text) == 3, "for red's aim, for blue's hands and for blue's aim"
        other = bastide("play", "--load", CATCH, "--given", "--lang", language, typed=["(0,1)", "-", "fair:target"])
        assert text not in other.out
        assert catalogue(language)["fact.fair_game.target"] in other.out


SHEPHERDS = (
    "U(0,0)+1:shepherd:field.N+1:shepherd:field.S ; rules first expansions=hills_and_sheep shepherds=2 "
    "; column sheep.flock 0 0 1 0 1 1 0 0 0 0 0 0 0 0 0 0 ; players 2 ; tile U"
)


def test_the_screen_says_which_piece_is_meant(bastide: Bastide) -> None:
    """HS-SHEPHERD-5 and CAT-SEDUCE-2: which flock, though both are on one tile, and whose place."""
    for language, texts in {
        "en": ("The shepherd at (0,0).field.N (3 sheep) is asked.", "(0,0).field.S (1 sheep, 2 sheep) is asked."),
        "fr": ("Pour ce pion : berger en (0,0).field.N (3 moutons).", "(0,0).field.S (1 mouton, 2 moutons)."),
    }.items():
        ran = bastide("play", "--load", SHEPHERDS, "--given", "--lang", language, typed=["(1,0)", "herd"])
        first, _, second = ran.out.rpartition("herd\n")
        assert texts[0] in first
        assert texts[1] in second
        assert texts[0] not in second
    ran = bastide("play", "--load", SHEPHERDS, "--given", typed=["(1,0)"])
    assert "1 × 1 sheep, 1 × 2 sheep, 1 × 3 sheep" in ran.out, "beside the scores, all flocks together"
    bare = SHEPHERDS.replace("0 0 1 0", "0 0 0 0")
    ran = bastide("play", "--load", bare, "--given", typed=["(1,0)"])
    assert "The shepherd at (0,0).field.N is asked." in ran.out
    typed = ["(0,1)", "-", "fair:seduction", "hurl:(500,500)", ""]
    town = CATCH.replace("U(0,0)", "U(0,0)+2:road")
    for language, text in (("en", "the follower at (0,0).road."), ("fr", "partisan en (0,0).road.")):
        ran = bastide("play", "--load", town, "--given", "--seed", "1", "--lang", language, typed=typed)
        assert text in ran.out


def test_a_player_who_takes_over_the_screen_reads_only_what_is_new(bastide: Bastide) -> None:
    typed = ["(0,1)", "-", "fair:catch", "hurl:(5000,0)", "", "reach:(5000,0)"]
    ran = bastide("play", "--load", CATCH, "--given", "--seed", "1", typed=typed)
    assert ran.out.count("Red extends the central field.") == 1, "when it was laid, before the eyes of all"


def test_points_are_typed_freely_and_bad_ones_refused(bastide: Bastide) -> None:
    typed = ["(0,1)", "-", "fair:target", "hurl:(9999,0)", "hurl:(0)", "hurl:(-321,123)"]
    ran = bastide("play", "--load", CATCH, "--given", "--seed", "1", typed=typed)
    assert "Red hurls a token over the land." in ran.out
    assert "“(0)” is not a point." in ran.out
    assert ran.out.count("hurl:(500,500)") > 1
    french = bastide("play", "--load", CATCH, "--given", "--seed", "1", "--lang", "fr", typed=typed)
    assert "Rouge lance un jeton sur le pays." in french.out


def test_choices_of_several_values_are_described(bastide: Bastide) -> None:
    town = (
        "CO-FIIR-01(0,0) CO-FIII-02(1,0) CO-FIII-03(2,0)+2:district+2:big:district CO-RFII-04(3,0) CO-IIIF-05(0,1) "
        "CO-IIII-06(1,1) CO-IIII-07(2,1) CO-IFII-08(3,1) CO-IICF-09(0,2) CO-IIFI-10(1,2) CO-IIRI-11(2,2) "
        "CO-ICFI-12(3,2) ; rules bigbox2014 expansions=count,inns_and_cathedrals ; column count.stands 1 ; tile E"
    )
    ran = bastide("play", "--load", town, "--given", typed=["(4,2)/3", "-"])
    assert "leave:follower:castle:(3,2).city" in ran.out
    assert "send a follower out of Carcassonne: big follower, castle, city (3,2)" in ran.out
    assert "the Count stands in: market" in ran.out


def test_choices_are_described_with_the_colon_of_their_language(bastide: Bastide) -> None:
    typed = ["(0,1)", "-"]
    english = bastide("play", "--load", CATCH, "--given", typed=typed)
    assert "choose a game for the fair: catch" in english.out
    french = bastide("play", "--load", CATCH, "--given", "--lang", "fr", typed=typed)
    assert "choisir un jeu pour la foire : attrape" in french.out


def test_unadvised_combinations_give_a_warning(bastide: Bastide) -> None:
    said = "The Count and River II can be played together, but the rulebook advises against it.\n"
    for command in (["play", "--given"], ["simulate", "--games", "1"]):
        ran = bastide(*command, "--rules", "bigbox2014 expansions=count,river_2")
        assert (ran.code, ran.err) == (0, said)
    french = bastide("play", "--given", "--rules", "bigbox2014 expansions=count,river", "--lang", "fr")
    assert french.err == (
        "Le Comte et La Rivière peuvent se jouer ensemble, mais nous le déconseillons ; aucune règle ne le fait.\n"
    )
    french = bastide("play", "--given", "--rules", "bigbox2014 expansions=count,river_2", "--lang", "fr")
    assert french.err == "Le Comte et La Rivière II peuvent se jouer ensemble, mais la règle le déconseille.\n"
    assert bastide("play", "--given", "--rules", "bigbox2014 expansions=count").err == ""


# What lies beside the board


def test_goods_flocks_and_the_pig_are_shown(bastide: Bastide) -> None:
    position = f"D(0,0) ; rules {ALL[1]} ; column goods.held 2 0 1 0 0 0 ; column wheel.pig 5"
    ran = bastide("show", position)
    assert "tiles left, the pig stands at: plague" in ran.out
    assert "1 × pig; 2 × wine, 1 × cloth\n" in ran.out
    assert "1 × pig\n" in ran.out
    assert "1 × cochon ; 2 × vin, 1 × tissu" in bastide("show", position, "--lang", "fr").out
    assert holdings(Game("bigbox2014", 2).state, None, "en") == []


def test_words_of_columns_belong_to_columns() -> None:
    every = [expansion for game in GAMES.values() for expansion in (*game.base, *game.expansions)]
    known = {column.name for expansion in every for column in expansion.columns}
    told = {key.removeprefix("column.") for key in catalogue("en") if key.startswith("column.")}
    assert {name for name in told if name not in known and name.rpartition(".")[0] not in known} == set()


# Pieces side by side


def test_a_follower_is_not_hidden_by_another_piece() -> None:
    rules = "rules bigbox2014 expansions=traders_and_builders,inns_and_cathedrals"
    game = Game(position=f"D(0,0)+1:builder:city+1:city+2:big:road+2:pig:field.S ; {rules}")
    assert str(game) == "     0\n  .##1b#.\n0 --2----\n  ...p..."
    shown = picture(game.state, colour=True)
    assert "\033[97;41m1b\033[0m" in shown
    assert "\033[1;4;97;44m2\033[0m" in shown
