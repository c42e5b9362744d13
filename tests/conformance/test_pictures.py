"""Every state can be drawn, and printed in the terminal."""

from __future__ import annotations

from xml.etree import ElementTree

from bastide import draw
from bastide.cli.legend import legend
from bastide.kernel.kinds import KINDS
from bastide.play.picture import picture
from bastide.play.view import view
from bastide.rules.state import State

SPACE = KINDS["crown"].characters
"""The sign of a space, which those who stand on it hide."""


def test_boards_are_drawn_from_states_and_from_views(sample: tuple[State, ...]) -> None:
    for state in (sample[0], sample[len(sample) // 2], sample[-1]):
        drawn = draw.board(state, owners=True, scores=True)
        root = ElementTree.fromstring(drawn)
        assert root.tag.endswith("svg")
        for viewer in (0, None):
            assert draw.board(view(state, viewer), owners=True, scores=True) == drawn


def test_boards_are_printed_and_the_legend_has_their_signs(sample: tuple[State, ...]) -> None:
    everywhere = set("0123456789-↑→↓← \n")
    for state in sample:
        text = picture(state)
        signs = {sign for entry in legend(state, (), "ABC", "fr") for sign, _ in entry.signs}
        assert set(text) - set("".join(signs)) <= everywhere
        assert {sign for sign in signs if not set(sign) & set(text)} <= {SPACE, "→"}
