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
    "wheel.turn",  # WOF-WHEEL-2: a drawn icon acts before the tile is laid
    "wheel.plague",  # WOF-PLAGUE-1: seat after seat takes a follower back
    "wheel.crown",  # WOF-WHEEL-2: then the crown of the sector
    "place",  # BASE-PLACE-1: the tile is laid
    "redraw",  # BASE-DRAW-2: it fits nowhere: out of the game, draw again
    "hill.bury",  # HS-HILL-1: as part of laying, a tile goes under the hill
    "builder.see",  # TB-BUILDER-6: the second part is earned when the tile is laid
    "flock.choose",  # HS-FLOCK-1: expand or herd, before any piece
    "flock.grow",  # HS-FLOCK-3: the token of the flock that expands
    "flock.close",  # HS-FLOCK-9: a closed field is herded after the choice
    "piece",  # BASE-PIECE-1: one piece at most, chosen from the pool of all expansions
    "shepherd.token",  # HS-SHEPHERD-2: a new shepherd draws a token at once
    "shepherd.close",  # HS-FLOCK-9: put into a closed field he herds right away
    "collect",  # BASE-SCORE-2: which features did the tile complete?
    "award",  # BASE-SCORE-3: their points, before any follower moves
    "return",  # BASE-SCORE-5: then their followers go home
    "goods.take",  # TB-GOODS-1: after the scoring, goods for whoever completed a city
    "hand.refill",  # ED-HAND-4: after scoring, a tile for the one played
    "end",  # BASE-END-1: nothing left to draw: on to the final scoring
    "hand.end",  # ED-HAND-9: with hands, once they are empty or stuck
    "next",  # BASE-SETUP-4: the next seat clockwise
)

FINAL: Final = (
    "final.features",  # BASE-FINAL-1: incomplete cities, roads and monasteries
    "final.return",  # BASE-FINAL-4: their followers are removed, farmers stay
    "final.fields",  # BASE-FARM-1: then the fields
    "final.goods",  # TB-GOODS-6: after the fields, the most of each kind of goods
    "final.winner",  # BASE-FINAL-5: most points
)

SHEET: Final = SETUP + TURN + FINAL
