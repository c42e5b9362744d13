"""Calls by address: compiled code that plays by the turn sheet does not contain all of it.

Numba optimizes a function together with everything that it calls. The turn sheet calls the code of all expansions, so
it is compiled once (`turn_address`) and called by its address, which the tables of a ruleset hold. Rules that do
without it do not even load it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import numba
from llvmlite import ir
from numba.core import cgutils, types
from numba.core.base import BaseContext
from numba.core.typing import Signature
from numba.extending import intrinsic

if TYPE_CHECKING:
    from bastide.fast.layout import GameRecord, RuleTables

RESUME: Final = -1
"""Given as an action: find the legal actions of a game that stands at a step."""
FINISH: Final = -2
"""Given as an action until the game is over: whoever may still pass in this turn does, then the end is scored."""
Generator = Callable[[BaseContext, ir.IRBuilder, Signature, tuple[ir.Value, ...]], None]
Typed = tuple[Signature, Generator]
"""A signature, and the function that generates its code."""


@intrinsic  # type: ignore[untyped-decorator]
def call_compiled(
    typing: BaseContext, address: types.Type, tables: types.Type, game: types.Type, action: types.Type
) -> Typed:
    """Call a function of tables, a game and an action, given its address."""

    def generate(context: BaseContext, builder: ir.IRBuilder, _: Signature, args: tuple[ir.Value, ...]) -> None:
        kind = ir.FunctionType(ir.VoidType(), [cgutils.voidptr_t, cgutils.voidptr_t, ir.IntType(64)])
        records = [builder.bitcast(record, cgutils.voidptr_t) for record in args[1:3]]
        builder.call(builder.inttoptr(args[0], kind.as_pointer()), [*records, args[3]])

    return types.void(types.int64, tables, game, types.int64), generate


def call_interpreted(address: int, tables: RuleTables, game: GameRecord, action: int) -> None:
    """Call the turn sheet where nothing is compiled."""
    from bastide.fast.turn_sheet import play

    play(tables, game, action)


call = call_interpreted if numba.config.DISABLE_JIT else call_compiled
