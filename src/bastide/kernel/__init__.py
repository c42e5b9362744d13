"""Ints only: the grid, the tiles laid on it, and the features they form."""
