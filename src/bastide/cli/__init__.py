"""The `bastide` command.

`main`: the parser and the dispatch to subcommands.
`arguments`: arguments that several subcommands share.
`inputs`: games from files, standard input and arguments.
`outputs`: pictures to files.

The subcommands, each followed by its supporting modules:

`play`: a hot-seat game.
`hotseat`: the loop of a hot-seat game.
`menu`: the legal actions as numbered items, and the parser of what a player types.
`screen`: the table in a terminal, and the screen of the player to move.
`legend`: the legend of the board.
`panels`: the blocks of text of a screen.
`descriptions`: short descriptions of pieces, values and holdings.
`layout`: columns and blocks of text in a terminal.
`serve`: the table server.
`backup`: a copy of its store.
`restore`: its store from such a copy.
`load`: load tests of a server.
`load_report`: the report of `load`.
`games`: the list of presets, options, expansions and tile sets.
`tiles`: lists, checks and contact sheets of tile sets.
`show`: a game or a position in the terminal.
`draw`: a game or a position as a picture.
`simulate`: random games.
`random_games`: random games through the engine.
`simulation_report`: the report of `simulate`.
`arena`: matches between bots.
`arena_report`: the report of `arena`.
`verify`: the check of a fair dealer's draws.
`rules`: the rulebook, and the rules without a test.
`rulebook_pages`: the pages of the rulebook.
`bench`: benchmarks.
`timings`: timings for `bench`.
"""
