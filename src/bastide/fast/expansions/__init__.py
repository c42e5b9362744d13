"""The expansions in compiled code: a module beside each of `bastide.expansions` that does more than declare numbers.

The functions have the engine's names; `turn_sheet` calls them in the order of the turn.

`abbot`: abbots that are taken back
`anniversary_mini`: arrows
`catapult`: the games of the fair
`count`: the Count of Carcassonne and his districts
`crop_circles`: rounds of adding and removing followers
`cult`: shrines beside monasteries
`gold_rush`: tents, mine tokens, mountains and towns
`hand`: a hand of three tiles
`hills_and_sheep`: hills, flocks and vineyards
`king_and_robber`: the two titles
`mage_and_witch`: figures that change what roads and cities are worth
`river_2`: the volcano
`traders_and_builders`: builders, goods and pigs
`wheel_of_fortune`: the wheel and the crown
"""
