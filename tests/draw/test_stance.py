"""The size of pieces, and their positions beside signs and apart from each other."""

from __future__ import annotations

from itertools import combinations
from math import dist

import pytest
import shapely

from bastide.draw.layout import lay_out
from bastide.draw.outlines import anchor, area, marks
from bastide.draw.pieces import KINDS, LYING, figure
from bastide.draw.scene import scene_of
from bastide.draw.stance import (
    CLOSE,
    DOLLS,
    FARTHEST,
    FOOT,
    LEAST,
    MOST,
    SMALLEST,
    STEPS,
    TALL,
    scale_of,
    share_of,
    spread,
    stances,
    step_aside,
)
from bastide.kernel.tile import Tile
from bastide.tiles import by_id
from tests.boards import board

TILES = sorted(by_id().values(), key=lambda tile: tile.id)


def test_followers_take_42_to_48_percent_of_a_tile() -> None:
    for pixels in range(50, 261):
        assert LEAST <= share_of(pixels) <= MOST
        assert scale_of(pixels) * TALL == pytest.approx(100 * share_of(pixels))


def test_followers_are_never_under_24_pixels() -> None:
    for pixels in range(DOLLS, 261):
        assert share_of(pixels) * pixels >= SMALLEST - 1e-9
        lying = figure("follower", True)
        assert 2 * (lying.half - 2.2) * scale_of(pixels, lying=True) * pixels / 100 >= SMALLEST


def test_pieces_do_not_shrink_as_tiles_grow() -> None:
    sizes = [round(share_of(pixels) * pixels, 6) for pixels in range(DOLLS, 261)]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("kind", KINDS)
def test_no_piece_is_much_higher_than_a_follower(kind: str) -> None:
    for pixels in (DOLLS, 48, 80, 160):
        for lying in {False, kind in LYING}:
            height = scale_of(pixels, kind, lying) * figure(kind, lying).height
            assert height <= max(58, 125 * share_of(pixels)) + 1e-9


def covered(tile: Tile, turns: int, x: float, y: float) -> float:
    """Return the area of marks that a standing piece covers."""
    scale = 100 * MOST / TALL
    body = shapely.box(x - 8 * scale, y + (FOOT - 22) * scale, x + 8 * scale, y + FOOT * scale)
    signs = [shapely.Point(spot).buffer(size) for _, spot, size in marks(tile, turns)]
    return float(body.intersection(shapely.union_all(signs)).area)


def test_pieces_step_off_signs_and_stay_on_their_ground() -> None:
    before = after = 0.0
    for tile in TILES:
        for number, segment in enumerate(tile.segments):
            if segment.kind in ("river", "wall"):
                continue
            ground = area(tile, number, 1)
            x, y = anchor(tile, number, 1)
            dx, dy = step_aside(tile, number, 1)
            assert (dx, dy) in STEPS
            slack = 8.5 if number in lay_out(tile).sites else 2
            assert (dx, dy) == (0, 0) or ground.distance(shapely.Point(x + dx, y + dy)) <= slack, (tile.id, number)
            before += covered(tile, 1, x, y)
            after += covered(tile, 1, x + dx, y + dy)
    assert after < 0.6 * before


def test_a_piece_with_nothing_to_hide_stands_on_its_anchor() -> None:
    plain = next(tile for tile in TILES if not marks(tile) and not lay_out(tile).sites)
    assert {step_aside(plain, number, turns) for number in range(len(plain.segments)) for turns in range(4)} == {(0, 0)}


def test_neighbours_move_apart_along_their_line() -> None:
    (ax, ay), (bx, by) = spread([((0, 0), 20), ((6, 8), 20)], lambda number, spot: True)
    assert dist((ax, ay), (bx, by)) == pytest.approx(CLOSE * 20, abs=0.02)
    assert [ax + bx, ay + by] == pytest.approx([6, 8])
    assert ax * 8 == pytest.approx(ay * 6)


def test_pieces_on_one_point_move_apart() -> None:
    one, other = spread([((5, 5), 20), ((5, 5), 20)], lambda number, spot: True)
    assert dist(one, other) == pytest.approx(CLOSE * 20, abs=0.02)


def test_no_piece_moves_farther_than_12_percent_or_off_its_ground() -> None:
    crowd = [((float(i % 3), float(i // 3)), 40.0) for i in range(9)]
    moved = spread(crowd, lambda number, spot: True)
    assert max(dist(to, spot) for to, (spot, _) in zip(moved, crowd, strict=True)) <= FARTHEST
    fixed = spread(crowd, lambda number, spot: number % 2 == 0)
    assert fixed[1::2] == [spot for spot, _ in crowd[1::2]]


def test_fewer_pieces_overlap_on_a_board() -> None:
    scene = scene_of(board("U(0,0)+1:road+2:road+3:road D(1,0)+2:city+1:city+1:field.S+3:field.S", players=3))
    drawn = stances(scene, 48)
    at_centres = [(x / 10, y / 10) for _, (x, y) in scene.places()]
    widths = [stance.width for stance in drawn]

    def close(spots: list[tuple[float, float]]) -> int:
        pairs = combinations(zip(spots, widths, strict=True), 2)
        return sum(dist(a, b) < CLOSE * (v + w) / 2 - 0.1 for (a, v), (b, w) in pairs)

    assert close([(stance.x, stance.y) for stance in drawn]) < close(at_centres)
