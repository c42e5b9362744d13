"""Every state can be drawn, and printed in the terminal."""

from __future__ import annotations

from xml.etree import ElementTree

from bastide import draw
from bastide.play.picture import picture
from bastide.play.view import view
from bastide.rules.state import State


def test_boards_are_drawn_from_states_and_from_views(sample: tuple[State, ...]) -> None:
    for state in (sample[0], sample[len(sample) // 2], sample[-1]):
        drawn = draw.board(state, owners=True, scores=True)
        root = ElementTree.fromstring(drawn)
        assert root.tag.endswith("svg")
        for viewer in (0, None):
            assert draw.board(view(state, viewer), owners=True, scores=True) == drawn


def test_boards_are_printed(sample: tuple[State, ...]) -> None:
    for state in sample:
        lines = picture(state).splitlines()
        assert len(lines) > 3
