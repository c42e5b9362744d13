"""Message catalogues: the same messages with the same values in all languages, and every used id exists."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import bastide
from bastide.games import GAMES
from bastide.rules import sheet
from bastide.rules.ruleset import Ruleset
from bastide.words import LANGUAGES, Word, catalogue, say

ROOT = Path(bastide.__file__).parent


def values_in(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_all_languages_have_the_same_messages_with_the_same_values() -> None:
    first = catalogue(LANGUAGES[0])
    for language in LANGUAGES[1:]:
        other = catalogue(language)
        assert first.keys() == other.keys()
        for key in first:
            assert values_in(first[key]) == values_in(other[key]), key


def test_languages_differ() -> None:
    same = [key for key, text in catalogue("en").items() if text == catalogue("fr")[key]]
    bare = {key: re.sub(r"\{\w+\}", "", catalogue("en")[key]) for key in same if not key.startswith("table.")}
    assert [key for key, text in bare.items() if " " in text.strip() and re.search("[a-z]{2}", text)] == []


def raised_messages() -> set[str]:
    """Return the message ids of every error and every reason in the package."""
    found = set()
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.args:
                first = node.args[0]
                error = re.fullmatch(r"Bad\w+|BeyondWindow|IllegalAction|BastideError", node.func.id)
                if error and isinstance(first, ast.Constant):
                    found.add(str(first.value))
            if isinstance(node, ast.keyword) and node.arg == "why_not" and isinstance(node.value, ast.Constant):
                found.add(str(node.value.value))
            if isinstance(node, ast.Return) and isinstance(node.value, ast.Tuple) and len(node.value.elts) == 2:
                message, values = node.value.elts
                if isinstance(message, ast.Constant) and isinstance(values, ast.Dict):
                    found.add(str(message.value))
                elif isinstance(message, ast.IfExp) and isinstance(values, ast.Dict):
                    found |= {str(e.value) for e in (message.body, message.orelse) if isinstance(e, ast.Constant)}
    return found


def test_every_error_has_a_message() -> None:
    messages = raised_messages()
    assert {"edges_clash", "unknown_option", "record_future", "fits_nowhere"} <= messages
    assert {f"error.{message}" for message in messages} <= catalogue("en").keys()


def test_every_error_message_is_used() -> None:
    used = {f"error.{message}" for message in raised_messages()}
    assert {key for key in catalogue("en") if key.startswith("error.")} - used == set()


def test_everything_in_the_rules_has_a_name() -> None:
    keys = catalogue("en").keys()
    for game in GAMES.values():
        every = [*game.base, *game.expansions]
        every += [part for e in every for option in e.options for _, part in option.brings]
        for expansion in every:
            assert {f"kind.{kind.name}" for kind in expansion.kinds} <= keys
            assert {f"piece.{piece.name}" for piece in expansion.pieces} <= keys
            special = {piece.name for piece in expansion.pieces if piece.goes_on is not None}
            assert {f"belongs.{name}" for name in special} <= keys
            assert {f"role.{site.role}" for site in expansion.sites} <= keys
            assert {f"option.{option.name}" for option in expansion.options} <= keys
    assert {f"step.{step}" for step in sheet.SHEET} <= keys


def test_every_score_line_has_a_message() -> None:
    keys = catalogue("en").keys()
    lines = set()
    for path in ROOT.rglob("*.py"):
        lines |= set(re.findall(r'Line\("(\w+)"', path.read_text(encoding="utf-8")))
    assert {"tiles", "gold"} <= lines
    assert {f"line.{name}" for name in lines} <= keys


def test_kinds_of_features_have_names() -> None:
    from bastide.kernel.kinds import KINDS

    assert {f"feature.{kind}" for kind in KINDS} <= catalogue("en").keys()


@pytest.mark.parametrize(
    ("language", "number", "text"),
    [("en", 0, "0 tiles × 2"), ("en", 1, "1 tile × 2"), ("fr", 0, "0 tuile × 2"), ("fr", 2, "2 tuiles × 2")],
)
def test_numbers_take_the_right_word(language: str, number: int, text: str) -> None:
    assert say(language, "line.tiles", {"times": number, "each": 2}) == text


def test_a_word_is_in_the_language_of_its_sentence() -> None:
    assert say("fr", "error.no_site", {"feature": Word("feature.road")}).endswith("(route).")


def test_rulesets_know_only_steps_with_words() -> None:
    assert isinstance(bastide.make_rules(), Ruleset)
