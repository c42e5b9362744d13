"""The tile sets: one readable file each, and the loader that checks every line of them.

`lines`: one line of a tile file, read and checked.
`loader`: whole tile files.
"""

from bastide.tiles.loader import TileSet, available, by_id, editions, find, load, own_folder, parse

__all__ = ["TileSet", "available", "by_id", "editions", "find", "load", "own_folder", "parse"]
