"""Bots: programs that choose, given only what their seat may see."""

from bastide.bots.levels import LEVELS, Bot, Budget, choose, make_bot

__all__ = ["LEVELS", "Bot", "Budget", "choose", "make_bot"]
