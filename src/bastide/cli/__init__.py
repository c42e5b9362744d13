"""The `bastide` command.

`main`: the parser and the dispatch to subcommands.
`arguments`: arguments that several subcommands share.
`inputs`: games from files, standard input and arguments.
`outputs`: pictures to files.

A module named like a subcommand holds it: `play`, `serve`, `games`, `tiles`, `show`, `draw`, `simulate`, `arena`,
`verify`, `rules`, `bench`. The others belong to some of these:

`hotseat`: the loop of a hot-seat game.
`menu`: the legal actions as numbered items, and the parser of what a player types.
`screen`: the screen of the player to move.
`panels`: the blocks of text of a screen.
`descriptions`: short descriptions of pieces, values and holdings.
`layout`: columns and blocks of text in a terminal.
`random_games`: random games, for `simulate` and `bench`.
`simulation_report`: the report of `simulate`.
`arena_report`: the report of `arena`.
`timings`: timings for `bench`.
"""
