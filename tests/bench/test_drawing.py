"""Bounds for the size and the rendering time of pictures; docs/performance.md has measurements."""

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


def test_the_size_and_the_time_of_a_board_of_250_tiles() -> None:
    board = wide_land(250)
    draw.prerender(board.catalogue.tiles)
    drawn = draw.board(board)
    start = time.perf_counter()
    for _ in range(5):
        draw.board(board)
    assert (time.perf_counter() - start) / 5 < 0.2
    assert len(drawn.encode()) < 1_000_000


def test_the_download_of_a_first_base_game() -> None:
    tiles = [tile for tile, _ in load("base").copies("garden")]
    pictures = [
        tile_shapes(tile, turn, copy) for tile in tiles for turn in range(period(tile)) for copy in range(COPIES)
    ]
    page = definitions(pictures) + "".join(pictures)
    assert len(gzip.compress(page.encode())) < 250_000


def test_small_tiles_are_drawn_with_low_detail() -> None:
    board = wide_land(250)
    full_detail, low_detail = draw.board(board, tile_pixels=32), draw.board(board, tile_pixels=31)
    assert len(low_detail) < len(full_detail) / 3
