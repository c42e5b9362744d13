"""The tile sets: one readable file each, and the loader that checks every line of them."""

from bastide.tiles.loader import TileSet, available, by_id, editions, find, load, own_folder, parse

__all__ = ["TileSet", "available", "by_id", "editions", "find", "load", "own_folder", "parse"]
