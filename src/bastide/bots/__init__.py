"""Bots: programs that play a seat, the search behind the stronger ones, and the arena in which they are compared.

In reading order:

`interface`: what a bot is, and the budget of a choice
`time_limit`: the time left for a choice, on a busy machine too
`determinization`: states for bots, with hidden information drawn at random
`levels`: the levels of bots
`greedy`: bots that look one turn ahead
`tempers`: variants of greedy that value some features more
`characters`: the characters that people meet: a level with a name and a temper
`search`: bots that search
`sequential_halving`: the comparison of candidates by rollouts
`allowance`: the rollouts that are left of a budget
`candidates`: candidates for a turn: a placement and what follows it
`evaluation`: static evaluation of a state
`engine_rollouts`: rollouts on the engine
`compiled_rollouts`: rollouts on the compiled simulator
`compilation`: whether the compiled simulator is ready
`reference`: an opponent to measure other bots by
`remote`: bots at a remote table
`arena`: games of a match between two bots
`decks`: decks that can be dealt again with the seats swapped
`match_run`: the progress of a match, and when to stop
`match_log`: the log file of a match
`match_statistics`: the results of a match
`statistics`: intervals, Elo and sequential tests
`workers`: games played in processes or on a cluster
`processes`: setting up worker processes
"""

from bastide.bots.characters import BOTS, CHARACTERS, Character, is_searching, make_bot
from bastide.bots.compilation import warm_up
from bastide.bots.determinization import determinize
from bastide.bots.interface import Bot, BotFactory, Budget, weighed_actions
from bastide.bots.levels import LEVELS

__all__ = [
    "BOTS",
    "CHARACTERS",
    "LEVELS",
    "Bot",
    "BotFactory",
    "Budget",
    "Character",
    "determinize",
    "is_searching",
    "make_bot",
    "warm_up",
    "weighed_actions",
]
