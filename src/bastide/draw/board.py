"""A board as SVG: tiles by reference, pieces from back to front, and overlays."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

import shapely
from shapely.affinity import translate
from shapely.geometry.base import BaseGeometry

from bastide.draw import palette as ink
from bastide.draw.curves import turned
from bastide.draw.geometry import circle
from bastide.draw.layout import wheel_of
from bastide.draw.outlines import area, marks, path_of
from bastide.draw.pieces import dye_of, pattern, piece, pile
from bastide.draw.scene import Drawable, Scene, cell_of, scene_of
from bastide.draw.stance import DOLLS, FOOT, LOW_DETAIL, Stance, aside, stances, token_scale
from bastide.draw.svg import DETAILED, PREFIX, TextStyle, disc, document, moved, num, path, rect, text
from bastide.draw.symbols.registry import definitions
from bastide.draw.symbols.wheel import pig_space
from bastide.draw.tabletop import LINEN, card_edge, cards, linen
from bastide.draw.tile import symbol, symbol_id
from bastide.draw.tokens import TOKEN_FIGURES, TOKEN_SIZES, low_detail_piece, token
from bastide.draw.track import HEIGHT as TRACK_HEIGHT
from bastide.draw.track import WIDTH as TRACK_WIDTH
from bastide.draw.track import track_shapes
from bastide.games import sites
from bastide.kernel.anchors import centre
from bastide.kernel.kinds import LAND
from bastide.rules.model import Token

MARGIN: Final = 25.0
BADGE: Final = TextStyle(13, ink.INK, "middle", "bold")
COLUMN_LABEL: Final = TextStyle(18, ink.INK, "middle")
ROW_LABEL: Final = TextStyle(18, ink.INK, "end")
LABELS: Final = 40.0
"""Width of the margin for column and row numbers."""
HELD: Final = tuple(site.kind for site in sites().values() if site.completes)
"""The kinds of features that ``owners`` covers."""


def board(
    source: Drawable,
    *,
    tile_pixels: int = 96,
    owners: bool = False,
    fields: bool = False,
    legal: bool | Iterable[tuple[int, int]] = False,
    last_move: bool = True,
    labels: bool = False,
    scores: bool = False,
    names: Sequence[str] = (),
    around: Iterable[tuple[int, int]] = (),
) -> str:
    """Return the board of a game, a state or a view as an SVG document.

    ``owners`` fills cities, roads and buildings with the pattern of their owners, ``fields`` does so for fields;
    ``legal`` highlights the cells where the tile in hand fits (or the given cells, since a view does not list them),
    ``last_move`` frames the tiles of the last turn, ``labels`` numbers columns and rows, and ``scores`` adds the score
    track, with ``names`` if given. The cells ``around`` are included in the picture even if they are empty. Tiles under
    64 pixels are drawn without fine detail, those under 32 in low detail.
    """
    scene = scene_of(source)
    if names:
        scene.names = list(names)
    lit = scene.legal if legal is True else dict.fromkeys(legal or (), 0)
    return _BoardDrawing(scene, tile_pixels, lit, list(around)).draw(owners, fields, last_move, labels, scores)


class _BoardDrawing:
    """The drawing of one board."""

    def __init__(
        self, scene: Scene, tile_pixels: int, lit: dict[tuple[int, int], int], around: Sequence[tuple[int, int]]
    ) -> None:
        self.scene, self.pixels, self.lit = scene, tile_pixels, lit
        self.small = tile_pixels < LOW_DETAIL
        cells = [cell_of(scene.board, number) for number in range(len(scene.board.laid))]
        columns, rows = ([cell[i] for cell in (*cells, *lit, *around)] or [0] for i in (0, 1))
        self.west, self.north = 100.0 * min(columns), 100.0 * min(rows)
        self.east, self.south = 100.0 * (max(columns) + 1), 100.0 * (max(rows) + 1)
        self.symbols: dict[str, str] = {}
        self.parts: list[str] = []

    def draw(self, owners: bool, fields: bool, last_move: bool, labels: bool, scores: bool) -> str:
        self.tiles()
        if fields:
            self.overlay(LAND, unowned=True)
        if owners:
            self.overlay(HELD)
        self.legal_cells()
        if last_move:
            self.frames()
        self.pieces()
        if labels:
            self.labels()
        edge = self.whole(MARGIN + (LABELS if labels else 0.0))
        x, y = self.west - edge, self.north - edge
        width, height = self.east - self.west + 2 * edge, self.south - self.north + 2 * edge
        if scores:
            wide = max(width, 400.0)
            beside = self.whole((wide - width) / 2)
            x, width = x - beside, width + 2 * beside
            scale = width / TRACK_WIDTH
            self.parts.append(moved(track_shapes(self.scene.scores, self.scene.names), x, y + height, scale))
            height += self.whole(TRACK_HEIGHT * scale)
        shapes = "".join(self.parts)
        symbols = "".join(self.symbols.values())
        table = rect(x, y, width, height, f"url(#{LINEN})") + card_edge(self.pixels)
        cells = [cell_of(self.scene.board, number) for number in range(len(self.scene.board.laid))]
        land = definitions([symbols, shapes], self.pixels >= DETAILED)
        defs = f"<defs>{linen(self.pixels)}{cards(cells)}{land}{symbols}</defs>"
        return document(defs + table + shapes, x, y, width, height, width * self.pixels / 100)

    def whole(self, length: float) -> float:
        """Return a length rounded to whole pixels, to avoid hairlines between tiles."""
        return round(length * self.pixels / 100) * 100 / self.pixels

    def tiles(self) -> None:
        """Draw the tiles."""
        board, copies = self.scene.board, Counter[int]()
        for number, laid in enumerate(board.laid):
            kind, turns = divmod(laid, 4)
            tile, copy = board.catalogue.tiles[kind], copies[kind]
            copies[kind] += 1
            name = symbol_id(tile, turns, 0 if self.small else copy)
            if name not in self.symbols:
                self.symbols[name] = symbol(tile, turns, 0 if self.small else copy, self.small)
            x, y = cell_of(board, number)
            self.parts.append(f'<use href="#{name}" x="{100 * x}" y="{100 * y}" width="100" height="100"/>')

    def overlay(self, kinds: Sequence[str], unowned: bool = False) -> None:
        """Fill features with the patterns of their owners."""
        scene = self.scene
        held = scene.owners(kinds)
        features, names = scene.board.features, scene.board.catalogue.kinds
        members: dict[int, list[int]] = {}
        for segment, root in enumerate(features.root):
            if names[features.kind[root]] in kinds and (unowned or root in held):
                members.setdefault(root, []).append(segment)
        for root, segments in members.items():
            d = path_of(shapely.union_all([self._ground(segment) for segment in segments]))
            seats = held.get(root, ())
            fill = f"url(#{self._pattern(seats)})" if seats else "none"
            edge = dye_of(seats[0]).shade if seats else ink.LEAF_DARK
            dashes = "" if seats else ' stroke-dasharray="5 4"'
            style = f'fill-rule="evenodd" stroke-opacity=".8"{dashes}'
            self.parts.append(path(d, fill, edge, 2.2, style))

    def _ground(self, segment: int) -> BaseGeometry:
        board = self.scene.board
        number = board.tile_of(segment)
        x, y = cell_of(board, number)
        tile, turns = board.tile(number), board.rotation(number)
        signs = [circle(spot, size) for _, spot, size in marks(tile, turns)]
        whole = area(tile, segment - board.first[number], turns).buffer(0.3)
        ground = whole.difference(shapely.union_all(signs))
        return translate(ground, 100.0 * x, 100.0 * y)

    def _pattern(self, seats: tuple[int, ...]) -> str:
        """Return the id of the pattern of one seat, or of stripes of several, and define it."""
        for seat in seats:
            self.symbols.setdefault(f"seat-{seat}", pattern(seat))
        if len(seats) == 1:
            return f"{PREFIX}seat-{seats[0]}"
        name = f"{PREFIX}seats-{'-'.join(map(str, seats))}"
        stripes = "".join(
            f'<rect x="{25 * i}" width="25" height="50" fill="url(#{PREFIX}seat-{seat})"/>'
            for i, seat in enumerate(seats)
        )
        size = f'patternUnits="userSpaceOnUse" width="{25 * len(seats)}" height="50"'
        self.symbols.setdefault(name, f'<pattern id="{name}" {size}>{stripes}</pattern>')
        return name

    def legal_cells(self) -> None:
        """Highlight the cells where the tile in hand fits, with a dot per rotation."""
        for (x, y), rotations in sorted(self.lit.items()):
            frame = rect(100 * x + 5, 100 * y + 5, 90, 90, ink.GLOW, ink.GLOW, 3)
            frame = frame.replace("/>", ' fill-opacity=".16" rx="8" stroke-dasharray="9 6"/>')
            dots = [
                disc(100 * x + 50 + 12 * (i - (rotations - 1) / 2), 100 * y + 50, 3.6, ink.GLOW)
                for i in range(rotations)
            ]
            self.parts.append(frame + ("" if self.small else "".join(dots)))

    def frames(self) -> None:
        """Frame the tiles of the last turn, numbered if there are several."""
        for i, number in enumerate(self.scene.last, start=1):
            x, y = cell_of(self.scene.board, number)
            frame = rect(100 * x + 2.5, 100 * y + 2.5, 95, 95, "none", ink.INK, 3)
            self.parts.append(frame + frame.replace(ink.INK, ink.HALO).replace("/>", ' stroke-dasharray="7 6"/>'))
            if len(self.scene.last) > 1:
                badge = disc(100 * x + 12, 100 * y + 12, 8.5, ink.HALO, ink.INK, 1.5)
                self.parts.append(badge + text(str(i), 100 * x + 12, 100 * y + 16.5, BADGE))

    def pieces(self) -> None:
        """Draw pieces and tokens from north to south and from east to west, so that lying pieces hide no others."""
        shapes = [(stance.y, -stance.x, self._piece(stance)) for stance in stances(self.scene, self.pixels)]
        self.parts += [shape for _, _, shape in sorted([*shapes, *self._tokens()], key=lambda item: item[:2])]

    def _piece(self, stance: Stance) -> str:
        standing, x, y, scale, lying = stance
        name = f"{PREFIX}piece-{standing.kind}-{standing.seat}-{int(lying)}-{standing.number}"
        if name not in self.symbols:
            if standing.number > 1:
                shape = moved(pile(standing.number), 0, 0)
            else:
                shape = (low_detail_piece if self.pixels < DOLLS else piece)(standing.kind, standing.seat, lying)
            self.symbols[name] = f'<g id="{name}">{shape}</g>'
        return f'<use href="#{name}" transform="translate({num(x)} {num(y + FOOT * scale)})scale({scale:.2f})"/>'

    def _tokens(self) -> list[tuple[float, float, str]]:
        """Return the tokens on the board: beside the pieces of their segment, or on the wheel."""
        shapes: list[tuple[float, float, str]] = []
        beside = Counter[int]()
        for shown in self.scene.tokens:
            if shown.name not in TOKEN_FIGURES:
                continue
            spot = self._token_spot(shown, beside)
            if spot:
                x, y = spot
                size = token_scale(self.pixels) * TOKEN_SIZES.get(shown.name, 1.0)
                shapes.append((y, -x, moved(token(shown.name, shown.number, shown.seat), x, y, size)))
        return shapes

    def _token_spot(self, shown: Token, beside: Counter[int]) -> tuple[float, float] | None:
        if shown.segment is not None:
            rank = beside[shown.segment]
            beside[shown.segment] += 1
            (x, y), (dx, dy) = centre(self.scene.board, shown.segment), aside(self.scene, shown.segment)
            if shown.name == "count":
                return x / 10 + 16, y / 10 + 4
            return x / 10 + dx - 18 + 17 * (rank % 3), y / 10 + dy + 17 + 15 * (rank // 3)
        if shown.name == "wheel-pig":
            return self._on_wheel(shown.number)
        return None

    def _on_wheel(self, sector: int) -> tuple[float, float] | None:
        board = self.scene.board
        for number in range(len(board.laid)):
            middle = wheel_of(board.tile(number))
            if middle is not None:
                turns, (column, row) = board.rotation(number), cell_of(board, number)
                x, y = turned(middle, turns)
                dx, dy = pig_space(sector, turns)
                return 100 * column + x + dx, 100 * row + y + dy
        return None

    def labels(self) -> None:
        """Number columns and rows."""
        for column in range(round(self.west / 100), round(self.east / 100)):
            self.parts.append(text(str(column), 100 * column + 50, self.north - 14, COLUMN_LABEL))
        for row in range(round(self.north / 100), round(self.south / 100)):
            self.parts.append(text(str(row), self.west - 14, 100 * row + 56, ROW_LABEL))
