"""Bounds for the size and the speed of pictures, as the table in docs/performance.md shows them."""

from __future__ import annotations

import gzip
import time

import pytest

from bastide import draw
from bastide.draw.symbols.registry import definitions
from bastide.draw.tile import COPIES, tile_shapes
from bastide.kernel.catalogue import period
from bastide.tiles import load
from tests.draw.lands import wide_land

pytestmark = pytest.mark.slow


def test_a_board_of_250_tiles_is_small_and_quick() -> None:
    board = wide_land(250)
    draw.prerender(board.catalogue.tiles)
    drawn = draw.board(board)
    begun = time.perf_counter()
    for _ in range(5):
        draw.board(board)
    assert (time.perf_counter() - begun) / 5 < 0.2
    assert len(drawn.encode()) < 1_000_000


def test_a_first_base_game_downloads_little() -> None:
    tiles = [tile for tile, _ in load("base").copies("garden")]
    pictures = [
        tile_shapes(tile, turn, copy) for tile in tiles for turn in range(period(tile)) for copy in range(COPIES)
    ]
    page = definitions(pictures) + "".join(pictures)
    assert len(gzip.compress(page.encode())) < 250_000


def test_simple_tiles_take_over_on_small_boards() -> None:
    board = wide_land(250)
    fine, simple = draw.board(board, tile_pixels=32), draw.board(board, tile_pixels=31)
    assert len(simple) < len(fine) / 3
