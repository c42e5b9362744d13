"""Numbers that people type: what looks like one but is none is refused like any other nonsense."""

import pytest

from bastide.errors import BastideError
from bastide.games import parse_rules
from bastide.play.dealer import Seeded
from bastide.play.game import Game
from bastide.play.position import parse_position
from bastide.tiles import parse

HUGE = "9" * 5000


@pytest.mark.parametrize("number", ["²", "٣", "--5", HUGE, "-"])
def test_odd_numbers_are_refused_everywhere(number: str) -> None:
    for text in (
        f"D(0,0) ; to {number}",
        f"D(0,0) ; turn {number}",
        f"D(0,0) ; scores {number} 0",
        f"D(0,0) ; bag U:{number}",
        f"D({number},0)",
        f"D(0,0)+{number}:road",
        f"D(0,0)+1:field.{number}",
        f"D(0,0)/{number}",
    ):
        with pytest.raises(BastideError):
            parse_position(text)
    with pytest.raises(BastideError):
        parse_rules(f"first followers={number}")
    for token in (f"({number},0)", f"(1,0)/{number}", number):
        if token != "-":
            with pytest.raises(BastideError):
                Game(None, 2, Seeded(1)).play(token)
    head = "set t\nprefix T\ntitle T\neditions plain\n"
    with pytest.raises(BastideError):
        parse(head + f"total plain {number} in 1 kinds\nZ FFFF 1 field N E S W")
    with pytest.raises(BastideError):
        parse(head + f"total plain 1 in 1 kinds\nZ FFFF {number} field N E S W")


@pytest.mark.parametrize("text", ["", "  ", "12.", "{a remark}"])
def test_a_line_without_a_token_plays_nothing_and_says_so(text: str) -> None:
    with pytest.raises(BastideError, match="plays nothing"):
        Game(None, 2, Seeded(1)).play(text)
