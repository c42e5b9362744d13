"""The machinery of rules: from the description of an expansion to a state that is played.

`model`: the vocabulary in which an expansion describes itself.
`sheet`: the turn sheet, one total order of all steps.
`ruleset`: the compiler that turns expansions, options and tiles into one flat ruleset.
`state`: the state of a game.
`engine`: options, apply, and the turn program that runs between choices.
`actions`: actions as plain data.
`events`: what followed from an action.
`reasons`: why an action is not legal.
`turn`: the steps that all games of laying tiles share.
`bag`: the tiles left to draw.
`placing`: where a tile may be laid.
`rivers`: where a river tile may be laid.
`river_search`: whether a river can still be finished.
`pieces`: pieces on the board and in supplies.
`scoring`: the worth of features and who gets it.
`rounds`: rounds of the table, in which one seat after the other is asked.
"""
