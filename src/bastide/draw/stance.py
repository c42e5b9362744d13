"""How large pieces are drawn, and where: beside signs and buildings, and apart from each other.

Only the drawing moves. The centres of pieces, which thrown tokens hit, are those of `bastide.kernel.anchors`. The
browser places pieces in the same way (``web/js/board/stance.js``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations
from math import cos, dist, sin, tau
from typing import Final, NamedTuple

import shapely

from bastide.draw.curves import turned
from bastide.draw.layout import lay_out
from bastide.draw.outlines import anchor, area, marks
from bastide.draw.pieces import NEUTRAL, figure
from bastide.draw.scene import Scene, ScenePiece, cell_of
from bastide.draw.svg import Point
from bastide.kernel.anchors import centre
from bastide.kernel.kinds import LAND
from bastide.kernel.tile import Tile

TALL: Final = 28.2
"""Height of a follower with its rim, at scale 1."""
MOST: Final = 0.48
LEAST: Final = 0.42
"""Share of a tile that a follower is high, on tiles of up to 60 pixels and of 160 pixels or more."""
SMALLEST: Final = 24
"""Least height of a follower in pixels."""
TALLEST: Final = 58.0
"""Greatest height of a piece in hundredths of a tile, unless followers are nearly as high."""
LIE: Final = 0.93
"""Scale of lying pieces, which are longer than standing ones are high."""
CHIP: Final = 0.7
"""Scale of gold."""
TOKENS: Final = 0.8
"""Scale of tokens beside a piece."""
COUNTER: Final = 24.0
"""Diameter of a follower in low detail, at scale 1."""
LOW_DETAIL_SCALE: Final = 2.6
"""Scale of pieces on tiles in low detail."""
DOLLS: Final = 40
"""On tiles with fewer pixels, pieces are counters."""
LOW_DETAIL: Final = 32
"""Tiles with fewer pixels are drawn in low detail."""
FOOT: Final = 6.0
"""Distance from the position of a piece down to its foot, at scale 1."""
BESIDE: Final = 1.4
"""Pieces that share a segment are drawn farther apart than they stand, by this factor."""
STEPS: Final = tuple((float(dx), float(dy)) for dy in (0, 5, 10, 15, -6) for dx in (0, 5, -5, 10, -10, 15, -15))
HIDING: Final = 60.0
"""Cost of hiding a sign, in hundredths of a tile."""
STRAYING: Final = 40.0
"""Cost of leaving the ground of the segment."""
CAST: Final = 2.2
"""How far shadows reach beyond pieces."""
CLOSE: Final = 0.7
"""Pieces whose distance is less than this share of their width move apart."""
FARTHEST: Final = 12.0
"""How far a piece moves from a neighbour."""
ROUNDS: Final = 4


def share_of(pixels: float) -> float:
    """Return the height of a follower as a share of a tile.

    >>> [round(share_of(pixels), 2) for pixels in (40, 50, 60, 80, 160, 240)]
    [0.6, 0.48, 0.48, 0.47, 0.42, 0.42]
    """
    return max(LEAST, min(MOST, MOST - 0.0006 * (pixels - 60)), SMALLEST / pixels)


def scale_of(pixels: float, kind: str = "follower", lying: bool = False) -> float:
    """Return the scale of a piece on tiles of some size.

    >>> [round(scale_of(pixels), 2) for pixels in (24, 32, 40, 56, 80, 160)]
    [2.6, 3.12, 2.13, 1.7, 1.66, 1.49]
    """
    if pixels < DOLLS and kind not in NEUTRAL:
        return LOW_DETAIL_SCALE if pixels < LOW_DETAIL else 100 * SMALLEST / pixels / COUNTER
    share = 100 * share_of(max(LOW_DETAIL, pixels))
    most = max(TALLEST, 1.25 * share) / figure(kind, lying).height
    return min(share / TALL * (LIE if lying else 1.0), most) * (CHIP if kind == "gold" else 1.0)


def token_scale(pixels: float) -> float:
    """Return the scale of tokens on tiles of some size."""
    return TOKENS * 100 * share_of(max(DOLLS, pixels)) / TALL


class Stance(NamedTuple):
    """How a piece is drawn: where, how large, and whether it lies."""

    piece: ScenePiece
    x: float
    y: float
    scale: float
    lying: bool

    @property
    def width(self) -> float:
        """Its width without its shadow."""
        return 2 * (figure(self.piece.kind, self.lying).half - CAST) * self.scale


def stances(scene: Scene, pixels: float) -> list[Stance]:
    """Return how the pieces of a scene are drawn on tiles of some size."""
    board, found = scene.board, []
    for piece, (px, py) in scene.places():
        x, y = (value / 10 for value in centre(board, piece.segment))
        dx, dy = aside(scene, piece.segment)
        lying = bool(piece.strength) and board.catalogue.kinds[board.features.kind[piece.segment]] in LAND
        place = x + BESIDE * (px / 10 - x) + dx, y + BESIDE * (py / 10 - y) + dy
        found.append(Stance(piece, *place, scale_of(pixels, piece.kind, lying), lying))

    def stands(number: int, spot: Point) -> bool:
        segment = found[number].piece.segment
        tile = board.tile_of(segment)
        column, row = cell_of(board, tile)
        ground = area(board.tile(tile), segment - board.first[tile], board.rotation(tile))
        return bool(shapely.contains_xy(ground, spot[0] - 100 * column, spot[1] - 100 * row))

    spots = spread([((stance.x, stance.y), stance.width) for stance in found], stands)
    return [stance._replace(x=x, y=y) for stance, (x, y) in zip(found, spots, strict=True)]


def aside(scene: Scene, segment: int) -> Point:
    """Return how far beside its centre a piece on a segment of the board is drawn."""
    board = scene.board
    tile = board.tile_of(segment)
    return step_aside(board.tile(tile), segment - board.first[tile], board.rotation(tile))


def spread(pieces: Sequence[tuple[Point, float]], stands: Callable[[int, Point], bool]) -> list[Point]:
    """Return the positions of pieces, given with their widths, after neighbours have moved apart along their line.

    ``stands`` says whether a piece may stand on a point.

    >>> spread([((0, 0), 20), ((10, 0), 20), ((50, 0), 20)], lambda number, spot: True)
    [(-2.0, 0.0), (12.0, 0.0), (50, 0)]
    """
    spots = [spot for spot, _ in pieces]
    for _ in range(ROUNDS):
        for i, j in combinations(range(len(spots)), 2):
            least = CLOSE * (pieces[i][1] + pieces[j][1]) / 2
            (ax, ay), (bx, by) = spots[i], spots[j]
            far = dist(spots[i], spots[j])
            if far >= least - 0.01:
                continue
            ux, uy = ((bx - ax) / far, (by - ay) / far) if far else (1.0, 0.0)
            for number, sign in ((i, -1), (j, 1)):
                step = sign * (least - far) / 2
                for part in (step, step / 2):
                    to = spots[number][0] + ux * part, spots[number][1] + uy * part
                    if dist(to, pieces[number][0]) <= FARTHEST and stands(number, to):
                        spots[number] = to
                        break
    return spots


@cache
def step_aside(tile: Tile, segment: int, turns: int = 0) -> Point:
    """Return how far beside its anchor a piece is drawn, to hide no signs and not to leave its ground."""
    x, y = anchor(tile, segment, turns)
    lying = tile.segments[segment].kind in LAND
    signs = [sign for sign in _signs(tile, turns) if abs(sign[0] - x) < 60 and abs(sign[1] - y) < 70]
    if not signs:
        return 0.0, 0.0
    ground = area(tile, segment, turns).buffer(8.0 if segment in lay_out(tile).sites else 1.5)
    points = [_points_of(sign) for sign in signs]
    half, up, down = ((13.0, 12.0, 5.0), (8.5, 17.0, 7.0))[not lying]
    scale = 100 * MOST / TALL

    def cost(step: Point) -> float:
        left, top = x + step[0] - half * scale, y + step[1] - up * scale
        right, foot = x + step[0] + half * scale, y + step[1] + down * scale
        hidden = sum(sum(left < px < right and top < py < foot for px, py in sign) / len(sign) for sign in points)
        strays = not shapely.contains_xy(ground, x + step[0], y + step[1])
        return abs(step[0]) + abs(step[1]) + HIDING * hidden + STRAYING * strays

    return min(STEPS, key=cost)


def _signs(tile: Tile, turns: int) -> Iterator[tuple[float, float, float]]:
    """Yield the centre and the radius of every sign and building that must be seen."""
    yield from ((*spot, size) for _, spot, size in marks(tile, turns))
    for site in lay_out(tile).sites.values():
        x, y = turned(site.spot, turns)
        if site.name == "monastery":
            yield x - 9, y - 3, 9.0
            yield x - 4, y - 22, 7.0
        elif site.name != "crown":
            yield x, y, 8.0


def _points_of(sign: tuple[float, float, float]) -> list[Point]:
    """Return points all over a sign."""
    x, y, r = sign
    rings = [(k * r, a * tau / 8) for k in (0.5, 0.95) for a in range(8)]
    return [(x, y), *((x + far * cos(angle), y + far * sin(angle)) for far, angle in rings)]
