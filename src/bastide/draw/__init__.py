"""Tiles, pieces and boards as SVG, drawn from the tile data alone.

`svg`: SVG markup.
`palette`: colours.
`curves`: cubic Bézier curves.

From a tile to its layout:

`topology`: how the segments of a tile connect.
`regions`: outlines and walls of cities and mountains.
`geometry`: polygons from curves, and free positions in them.
`paths`: curves of roads, railroads and rivers.
`areas`: which part of a tile belongs to which segment.
`layout`: positions of everything on a tile.
`outlines`: outlines of segments and positions of pieces, for clients.
`anchors`: adds the positions of pieces to a tile file.

From a layout to a picture:

`symbols`: houses, plants and marks, used by reference.
`packing`: packs upright symbols into free ground.
`city`: the houses of a city.
`stonework`: walls, bridges and village squares.
`vegetation`: farms, woods and single plants on open land.
`painter`: paints a tile.
`frontier`: paints a tile of the Gold Rush.
`low_detail`: paints a tile for very small boards.
`tile`: tiles as SVG, cached.
`pieces`: pieces as SVG.
`tokens`: tokens as SVG.
`track`: the score track.
`scene`: the visible part of a game, a state or a view.
`stance`: how large pieces are drawn, and where.
`tabletop`: the table under a board.
`board`: a board as SVG.
`portrait`: a board with names and scores, on a card to share.
`contact_sheet`: all tiles of a set on one page.
`export`: PNG and GIF.

>>> import bastide
>>> from bastide import draw
>>> game = bastide.Game("bigbox2014", seats=["Red", "Blue"], dealer=bastide.Seeded(1))
>>> picture = draw.board(game, legal=True, scores=True)
>>> picture.count("<use ") > 1
True
"""

from bastide.draw.board import board
from bastide.draw.contact_sheet import contact_sheet
from bastide.draw.export import gif, png
from bastide.draw.outlines import anchor, area, outline
from bastide.draw.palette import DYES, Dye
from bastide.draw.pieces import piece
from bastide.draw.tile import prerender, tile
from bastide.draw.tokens import token
from bastide.draw.track import track
from bastide.kernel.board import Board
from bastide.kernel.notebook import register_renderer
from bastide.kernel.tile import Tile
from bastide.play.game import Game
from bastide.rules.state import State

__all__ = [
    "DYES",
    "Dye",
    "anchor",
    "area",
    "board",
    "contact_sheet",
    "gif",
    "outline",
    "piece",
    "png",
    "prerender",
    "tile",
    "token",
    "track",
]

register_renderer(Tile, tile)
register_renderer(Board, board)
register_renderer(State, lambda state: board(state, scores=True))
register_renderer(Game, lambda game: board(game, scores=True))
