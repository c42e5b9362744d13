"""The tile sets and their loader. Every set is a text file, such as ``base.tiles``; docs/tiles.md describes the format.

`lines`: the parser of one line of a tile file.
`loader`: the parser of whole files, and the sets by name.
"""

from bastide.tiles.loader import Position, TileSet, available, by_id, editions, find, load, own_folder, parse

__all__ = ["Position", "TileSet", "available", "by_id", "editions", "find", "load", "own_folder", "parse"]
