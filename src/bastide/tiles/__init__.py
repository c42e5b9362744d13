"""The tile sets: one readable file each, and the loader that checks every line of them."""

from bastide.tiles.loader import TileSet, available, editions, find, load, parse

__all__ = ["TileSet", "available", "editions", "find", "load", "parse"]
