"""Games, states, boards and tiles have pictures in notebooks, loaded only when needed."""

from __future__ import annotations

import subprocess
import sys

import pytest

import bastide
from bastide import draw
from bastide.kernel.notebook import render_svg
from bastide.tiles import load
from tests.draw.lands import played, wide_land


def ran(code: str) -> str:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()


def test_a_tile_shows_itself() -> None:
    for tile in load("base").tiles:
        assert tile._repr_svg_() == draw.tile(tile)


def test_a_board_shows_itself() -> None:
    assert wide_land(30)._repr_svg_() == draw.board(wide_land(30))


def test_games_and_states_show_themselves_with_scores() -> None:
    game = played("second", moves=30)
    assert game._repr_svg_() == draw.board(game, scores=True)
    assert game.state._repr_svg_() == draw.board(game.state, scores=True)
    assert bastide.Game("gold_rush")._repr_svg_().startswith("<svg ")


def test_objects_without_a_renderer_are_an_error() -> None:
    with pytest.raises((KeyError, TypeError)):
        render_svg(object())


def test_importing_bastide_does_not_load_the_drawing_libraries() -> None:
    heavy = "('shapely', 'numpy', 'PIL', 'resvg_py', 'bastide.draw')"
    code = f"import sys, bastide; bastide.Game('second').play; print([m for m in {heavy} if m in sys.modules])"
    assert ran(code) == "[]"


def test_pictures_need_no_import_of_the_drawing_package() -> None:
    assert ran("from bastide.tiles import find; print(find('BA-CRFR')._repr_svg_()[:4])") == "<svg"
    assert ran("import bastide; print(bastide.Game('second').state.board._repr_svg_()[:4])") == "<svg"
    assert ran("import bastide; print(bastide.Game('second')._repr_svg_()[:4])") == "<svg"


def test_drawing_svg_needs_no_extra() -> None:
    block = "import sys; sys.modules['PIL'] = sys.modules['resvg_py'] = None; "
    assert ran(f"{block}import bastide; print(bastide.Game('second')._repr_svg_()[:4])") == "<svg"
