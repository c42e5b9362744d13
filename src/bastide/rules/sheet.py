"""The turn sheet: one total order of all steps. Reading these lists is reading the game.

A ruleset keeps the lines of the expansions that are in play and drops the others. The comment beside a line says which
rule fixes its place.
"""

from __future__ import annotations

from typing import Final

SETUP: Final = (
    "hand.deal",  # ED-HAND-1: after the start tile, before the first turn
)

TURN: Final = (
    "draw",  # BASE-DRAW-1: a turn begins with a tile from the supply
    "hand.draw",  # ED-HAND-12: the tiles of an earlier stage are drawn even so
    "hand.pick",  # ED-HAND-2: or with one from the hand
    "hand.discard",  # ED-HAND-6: nothing in the hand fits: one tile leaves the game
    "hand.replace",  # ED-HAND-6: and another takes its place, then pick again
    "hand.pass",  # ED-HAND-7: no supply left either: the whole turn is passed
    "place",  # BASE-PLACE-1: the tile is laid
    "redraw",  # BASE-DRAW-2: it fits nowhere: out of the game, draw again
    "piece",  # BASE-PIECE-1: one piece at most, chosen from the pool of all expansions
    "collect",  # BASE-SCORE-2: which features did the tile complete?
    "award",  # BASE-SCORE-3: their points, before any follower moves
    "return",  # BASE-SCORE-5: then their followers go home
    "hand.refill",  # ED-HAND-4: after scoring, a tile for the one played
    "end",  # BASE-END-1: nothing left to draw: on to the final scoring
    "hand.end",  # ED-HAND-9: with hands, once they are empty or stuck
    "next",  # BASE-SETUP-4: the next seat clockwise
)

FINAL: Final = (
    "final.features",  # BASE-FINAL-1: incomplete cities, roads and monasteries
    "final.return",  # BASE-FINAL-4: their followers are removed, farmers stay
    "final.fields",  # BASE-FARM-1: then the fields
    "final.winner",  # BASE-FINAL-5: most points
)

SHEET: Final = SETUP + TURN + FINAL
