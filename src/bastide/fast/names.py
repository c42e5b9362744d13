"""What the engine knows by name, by number: columns of a state, kinds of features and pieces, marks of tiles.

A number is an index of the table that says where a ruleset keeps the thing (`layout.RuleTables`), or that it has none.
"""

from __future__ import annotations

from typing import Final

from bastide.kernel.kinds import KINDS

COLUMNS: Final = (
    "turn.again",
    "round.left",
    "arrow.active",
    "arrow.own",
    "circle.chosen",
    "count.stands",
    "count.before",
    "count.entered",
    "fair.game",
    "fair.thrown",
    "fair.chosen",
    "fair.rests",
    "fair.victim",
    "fair.missed",
    "gold.reserve",
    "gold.held",
    "gold.taken",
    "gold.digs",
    "gold.shared",
    "goods.held",
    "hand.passed",
    "king.held",
    "king.record",
    "robber.held",
    "robber.record",
    "sheep.flock",
    "sheep.grows",
    "sheep.tended",
    "wheel.pig",
    "wheel.stopped",
)
(
    AGAIN,
    ROUND_LEFT,
    ARROW_ACTIVE,
    ARROW_OWN,
    CIRCLE_CHOSEN,
    COUNT_STANDS,
    COUNT_BEFORE,
    COUNT_ENTERED,
    FAIR_GAME,
    FAIR_THROWN,
    FAIR_CHOSEN,
    FAIR_RESTS,
    FAIR_VICTIM,
    FAIR_MISSED,
    GOLD_RESERVE,
    GOLD_HELD,
    GOLD_TAKEN,
    GOLD_DIGS,
    GOLD_SHARED,
    GOODS_HELD,
    HAND_PASSED,
    KING_HELD,
    KING_RECORD,
    ROBBER_HELD,
    ROBBER_RECORD,
    SHEEP_FLOCK,
    SHEEP_GROWS,
    SHEEP_TENDED,
    WHEEL_PIG,
    WHEEL_STOPPED,
) = range(len(COLUMNS))
"""The columns of `GameRecord.ext`. Those of the abbot and the volcano have fields of their own."""

FEATURES: Final = tuple(KINDS)
(
    CITY,
    ROAD,
    FIELD,
    RIVER,
    WALL,
    MONASTERY,
    GARDEN,
    SHRINE,
    CROWN,
    DISTRICT,
    RAIL,
    MOUNTAIN,
    TOWN,
    PRAIRIE,
) = range(len(FEATURES))
"""Kinds of features."""

PIECES: Final = ("abbot", "builder", "pig", "shepherd", "mage", "witch", "tent", "gold")
ABBOT, BUILDER, PIG, SHEPHERD, MAGE, WITCH, TENT, GOLD = range(len(PIECES))

TILE_MARKS: Final = (
    "hill",
    "icon",
    "magic",
    "arrow",
    "pair",
    "remote",
    "again",
    "circle",
    "fair",
    "vineyard",
    "volcano",
)
HILL, ICON, MAGIC, ARROW, PAIR, REMOTE, TURN_AGAIN, CIRCLE, FAIR, VINEYARD, VOLCANO = range(len(TILE_MARKS))
"""Marks of tiles as a whole."""

FEATURE_MARKS: Final = ("pennant", "wine", "grain", "cloth", "pigsty", "sheep", "sector", "district", "nuggets")
PENNANT, WINE, GRAIN, CLOTH, PIGSTY, SHEEP, SECTOR, DISTRICT_NUMBER, NUGGETS = range(len(FEATURE_MARKS))
"""Marks that features add up."""
