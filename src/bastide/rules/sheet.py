"""The turn sheet: one total order of all steps. Reading these lists is reading the game.

A ruleset keeps the lines of the expansions that are in play and drops the others. The comment beside a line says which
rule fixes its place.
"""

from __future__ import annotations

from typing import Final

SETUP: Final = (
    "gold.first",  # GOLD-SETUP-1: a mine token on the start tile
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
    "gold.lay",  # GOLD-MINE-1: mine tokens for the nuggets of the new tile
    "builder.see",  # TB-BUILDER-6: the second part is earned when the tile is laid
    "arrow.choose",  # ANNIV-ARROW-10: the activated arrow first
    "arrow.comfort",  # ANNIV-ARROW-6: then the points for one that is not
    "magic.move",  # MW-PLACE-1, MW-MERGE-1: mage and witch move before the flock and before any piece
    "flock.choose",  # HS-FLOCK-1: expand or herd, before any piece
    "flock.grow",  # HS-FLOCK-3: the token of the flock that expands
    "flock.next",  # HS-SHEPHERD-5: with several shepherds, the next field that the tile extended
    "flock.close",  # HS-FLOCK-9: a closed field is herded after the choice
    "volcano.rage",  # RIV2-VOLC-2: nobody puts anything down at a volcano: on to the scoring
    "abbot.ready",  # ABBOT-RECALL-5: an abbot taken back may be put down again from the next piece step on
    "piece",  # BASE-PIECE-1: one piece at most, chosen from the pool of all expansions
    "gold.dig",  # GOLD-TAKE-1: what the token is that the owner of a tent takes
    "shepherd.token",  # HS-SHEPHERD-2: a new shepherd draws a token at once
    "shepherd.close",  # HS-FLOCK-9: put into a closed field he herds right away
    "count.look",  # COUNT-ENTER-7: from here on, points come from features
    "abbot.recall",  # ABBOT-RECALL-2: an abbot taken back scores first
    "collect",  # BASE-SCORE-2: which features did the tile complete?
    "count.leave",  # COUNT-MOVE-1: followers leave Carcassonne for them before any majority is judged
    "gold.share",  # GOLD-MTN-2: the tokens of a complete mountain, before its points
    "award",  # BASE-SCORE-3: their points, before any follower moves
    "cult.duel",  # CULT-SCORE-2: whoever lost a challenge goes home together with the winner
    "return",  # BASE-SCORE-5: then their followers go home
    "goods.take",  # TB-GOODS-1: after the scoring, goods for whoever completed a city
    "king.take",  # KR-KING-7: King and Robber Baron change hands after the points
    "count.enter",  # COUNT-INT-17: after all that, a follower may enter Carcassonne
    "count.escort",  # COUNT-COUNT-1: and whoever sent one may move the Count
    "king.pay",  # KR-RUL-9: points at once for the titles come from no feature, so after the gate of Carcassonne
    "circle.choose",  # CROP-TURN-1: after the scoring, before any further part
    "circle.act",  # CROP-ORDER-1: seat after seat, the seat on turn last
    "fair.choose",  # CAT-ROUND-1: likewise, and no tile has both
    "fair.aim",  # CAT-ROUND-3: every seat throws once, the seat on turn first
    "fair.hands",  # CAT-CATCH-2: the catcher chooses without knowing the aim
    "fair.scatter",  # CAT-PHYS-6: the numbers of the throw are drawn when all have chosen
    "fair.victim",  # CAT-SEDUCE-2: two are equally near: the hurler chooses
    "fair.exchange",  # CAT-SEDUCE-3: and may send one of his own instead
    "fair.next",  # CAT-ROUND-4: the next throw, or the reckoning after the last
    "hand.refill",  # ED-HAND-4: after scoring, a tile for the one played
    "end",  # BASE-END-1: nothing left to draw: on to the final scoring
    "hand.last",  # ED-HAND-14: or, by an option, with the last tile drawn
    "hand.end",  # ED-HAND-9: with hands, once they are empty or stuck
    "volcano.again",  # RIV2-VOLC-4: after a volcano, a fresh turn of the same seat
    "next",  # BASE-SETUP-4: the next seat clockwise
)

FINAL: Final = (
    "final.leave",  # COUNT-RUL-3, GOLD-FINAL-1: some leave their places before anything is counted
    "final.features",  # BASE-FINAL-1: incomplete cities, roads and monasteries
    "final.return",  # BASE-FINAL-4: their followers are removed, farmers stay
    "final.market",  # COUNT-FINAL-1: from the market to the fields before they are counted
    "final.fields",  # BASE-FARM-1: then the fields
    "final.goods",  # TB-GOODS-6: after the fields, the most of each kind of goods
    "final.gold",  # GOLD-FINAL-6: mine tokens are shown last
    "final.king",  # KR-FINAL-1: and the King and the Robber Baron
    "final.winner",  # BASE-FINAL-5: most points
)

SHEET: Final = SETUP + TURN + FINAL
