"""The expansions, one module each: data and plain functions, with the value `EXPANSION` last.

`base`: the base game, in all its rule editions.
`hand`: a hand of three tiles.
`inns_and_cathedrals`, `traders_and_builders`, `hills_and_sheep`, `wheel_of_fortune`, `river`: the Big Box of 2014.
`count`, `king_and_robber`, `cult`, `river_2`, `mage_and_witch`, `catapult`: Count, King & Cohorts.
`catapult_aims`: how bots aim the catapult.
`crop_circles`: crop circles.
`abbot`, `river_20`, `anniversary_mini`: the 20th Anniversary Edition.
`gold_rush`: Gold Rush, a game of its own.
"""
