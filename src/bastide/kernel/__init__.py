"""Ints only: the grid, the tiles laid on it, and the features they form.

`geometry`: cells, sides, ports and points as ints.
`kinds`: the table of feature kinds.
`marks`: the table of what else is printed on tiles.
`tile`: what is printed on a tile.
`features`: features as a union-find with columns of numbers.
`catalogue`: the tiles of a game compiled into tables.
`board`: the tiles laid so far.
`anchors`: the positions of pieces on a tile.
`ballistics`: the flight of a thrown token, in whole numbers.
`twin`: a slow board that computes everything from scratch, for tests.
`notebook`: the display of objects in a notebook.
"""
