"""Characters play like their levels, but each with its temper."""

from __future__ import annotations

import importlib.util
import pickle
from pathlib import Path
from random import Random

import pytest

from bastide.bots import BOTS, CHARACTERS, LEVELS, Budget, determinize, is_searching, make_bot
from bastide.bots.arena import bot_factory, parse_contender
from bastide.bots.evaluation import evaluate
from bastide.bots.tempers import Temper, Tempered
from bastide.games import GameRules, make_rules
from bastide.kernel.geometry import STEPS
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.rules.model import CELL, Action, Seat
from bastide.words import LANGUAGES, catalogue
from tests.boards import board, play

RULES = make_rules("second")
FEW = Budget(simulations=3)


def chosen(bot: str, game: Game, seed: int = 1) -> Action:
    """Return what a bot chooses in a game."""
    return make_bot(bot, game.rules, seed).choose(determinize(game.state, game.actor, Random(seed)), FEW)


def played(rules: GameRules, seed: int, moves: int) -> Game:
    """Return a game of novices after some moves."""
    game = Game(rules, 2, Seeded(seed))
    bots = [make_bot("novice", rules, seat) for seat in range(2)]
    for number in range(moves):
        game.play(bots[game.actor].choose(determinize(game.state, game.actor, Random(number)), FEW))
    return game


def test_characters_are_sorted_by_rating_and_known_by_their_id() -> None:
    assert list(CHARACTERS) == ["pepin", "aubin", "odile", "garsende", "odon", "isaure"]
    assert [character.id for character in CHARACTERS.values()] == list(CHARACTERS)
    ratings = [character.rating for character in CHARACTERS.values()]
    assert ratings == sorted(ratings)
    assert not CHARACTERS.keys() & LEVELS.keys()
    assert list(BOTS) == [*LEVELS, *CHARACTERS]
    assert {character.level for character in CHARACTERS.values()} == LEVELS.keys()
    assert len({character.name for character in CHARACTERS.values()}) == len(CHARACTERS)


def test_characters_with_a_search_are_warmed_up() -> None:
    assert [bot for bot in BOTS if is_searching(bot)] == ["strong", "master", "odon", "isaure"]


def test_the_arena_knows_them() -> None:
    assert str(parse_contender("isaure@400")) == "isaure@400"
    assert bot_factory("odile") is CHARACTERS["odile"].factory


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_character_has_its_words(language: str) -> None:
    words = catalogue(language)
    for character in CHARACTERS:
        assert words[f"choice.bots.{character}"].startswith(CHARACTERS[character].name)
        for part in ("temper", "hello", "score", "goodbye"):
            assert words[f"character.{character}_{part}"]


def test_characters_without_a_temper_are_their_levels() -> None:
    for character, level in (("aubin", "novice"), ("odon", "strong"), ("isaure", "master")):
        assert CHARACTERS[character].factory is LEVELS[level]
        assert CHARACTERS[character].level == level


def test_pepin_lays_tiles_where_they_touch_two_others() -> None:
    game = played(RULES, 5, 40)
    while game.rules.kind_of(game.options()[0]).name != "place":
        game.play(game.options()[0])
    kind = game.rules.kind_of(game.options()[0])

    def touched(option: Action) -> int:
        cell = kind.unpack(option)[kind.fields.index(CELL)]
        return sum(cell + step in game.state.board.tile_at for step in STEPS)

    assert {touched(option) == 1 for option in game.options()} == {True, False}
    assert all(touched(chosen("pepin", game, seed)) > 1 for seed in range(20))


def extra(text: str, temper: Temper, seat: Seat = 0) -> list[float]:
    """Return what a temper adds to the value of a board for red and blue, in the eyes of one of them."""
    state = board(f"{text} ; bag E:4", "second", players=2)
    values = Tempered(make_rules("second"), Random(1), temper).evaluator(state, seat)(state)
    return [round(own - plain, 6) for own, plain in zip(values, evaluate(state, seat), strict=True)]


CITY = "E(0,0)/CFFF {}, E(0,-1)/FFCF"
BESIDE = "E(0,0)/FCFF +blue:city, B(0,-1), E(1,-1)/FFCF +red:city"


def test_a_temper_of_one_is_greedy() -> None:
    for text in (CITY.format("+red:field"), BESIDE):
        assert extra(text, Temper()) == [0, 0]


def test_odile_values_fields_with_their_cities() -> None:
    assert extra(CITY.format("+red:field"), Temper(fields=1.5)) == [1.5, 0]
    assert extra(CITY.format("+blue:field"), Temper(fields=1.5)) == [0, 1.5]
    assert extra("E(0,0)/CFFF +red:field", Temper(fields=1.5))[0] > 0, "a city may still be finished"


def test_garsende_values_what_others_hold() -> None:
    temper = Temper(contested=1.5)
    assert extra("E(0,0)/CFFF +red:city", temper) == [0, 0]
    assert extra("E(0,0)/CFFF +red:city", temper, seat=1) == [0.5, 0]


def test_garsende_keeps_the_value_of_what_is_scored_in_her_turn() -> None:
    rules = make_rules("second")
    before = board("E(0,0)/CFFF +blue:city ; bag E:4 ; to red", rules, players=2)
    evaluator = Tempered(rules, Random(1), Temper(contested=1.5)).evaluator(before, 0)
    after = play(before.copy(), "E(0,-1)/FFCF -")
    assert after.score == [0, 2]
    assert evaluator(after)[1] - evaluate(after, 0)[1] == pytest.approx(1)


def test_garsende_likes_to_be_one_tile_away() -> None:
    assert extra(BESIDE, Temper(reach=0.5)) == [0.5, 0]
    assert extra("E(0,0)/FCFF +blue:city, B(0,-1), E(1,-1)/FFCF", Temper(reach=0.5)) == [0, 0]


@pytest.mark.parametrize("preset", ["first", "second", "bigbox2014", "gold_rush"])
def test_tempers_play_all_rules_and_travel_between_processes(preset: str) -> None:
    rules = make_rules(preset)
    game = played(rules, 2, 30)
    for character in ("odile", "garsende"):
        bot = pickle.loads(pickle.dumps(make_bot(character, rules, 1)))
        assert bot.choose(determinize(game.state, game.actor, Random(1)), FEW) in game.options()


def test_faces_have_no_ids_since_a_page_may_show_one_twice() -> None:
    faces = sorted((Path(__file__).parents[2] / "src" / "bastide" / "web" / "art" / "bots").glob("*.svg"))
    assert {face.stem for face in faces} == set(CHARACTERS)
    assert [face.stem for face in faces if " id=" in face.read_text(encoding="utf-8")] == []


def test_the_browser_has_the_same_characters() -> None:
    path = Path(__file__).parents[2] / "docs" / "make_characters.py"
    spec = importlib.util.spec_from_file_location("make_characters", path)
    assert spec is not None
    assert spec.loader is not None
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    assert maker.SCRIPT.read_text(encoding="utf-8") == maker.script(), "run docs/make_characters.py"
