"""The expansions, one module each: data and plain functions, with the value `EXPANSION` last.

The base rules:

`base`: the base game in all its rule editions.
`hand`: the three-tile hand of the second edition.

From the Big Box of 2014:

`inns_and_cathedrals`: Inns & Cathedrals.
`traders_and_builders`: Traders & Builders.
`hills_and_sheep`: Hills & Sheep.
`wheel_of_fortune`: the Wheel of Fortune.
`river`: the River.

From Count, King & Cohorts:

`count`: the Count of Carcassonne.
`king_and_robber`: the King and the Robber Baron.
`cult`: cult places and heretics.
`river_2`: the River II.
`mage_and_witch`: the Mage and the Witch.
`catapult`: the Catapult.
`catapult_aims`: how bots decide at the fair.
`crop_circles`: crop circles.

From the 20th Anniversary Edition:

`abbot`: abbots and gardens.
`river_20`: its river.
`anniversary_mini`: its arrows.

A game of its own:

`gold_rush`: Gold Rush.
"""
