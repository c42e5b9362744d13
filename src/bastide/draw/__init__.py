"""Tiles, pieces and boards as SVG, painted by our own code from the tile data alone.

>>> import bastide
>>> from bastide import draw
>>> game = bastide.Game("bigbox2014", seats=["Red", "Blue"], dealer=bastide.Seeded(1))
>>> picture = draw.board(game, legal=True, scores=True)
>>> picture.count("<use ") > 1
True
"""

from bastide.draw.board import board
from bastide.draw.export import gif, png
from bastide.draw.outlines import anchor, area, outline
from bastide.draw.palette import DYES, Dye
from bastide.draw.pieces import piece
from bastide.draw.sheet import sheet
from bastide.draw.tile import fill_ahead, tile
from bastide.draw.tokens import token
from bastide.draw.track import track
from bastide.kernel import showing
from bastide.kernel.board import Board
from bastide.kernel.tile import Tile
from bastide.play.game import Game
from bastide.rules.state import State

__all__ = [
    "DYES",
    "Dye",
    "anchor",
    "area",
    "board",
    "fill_ahead",
    "gif",
    "outline",
    "piece",
    "png",
    "sheet",
    "tile",
    "token",
    "track",
]

showing.painted_by(Tile, tile)
showing.painted_by(Board, board)
showing.painted_by(State, lambda state: board(state, scores=True))
showing.painted_by(Game, lambda game: board(game, scores=True))
