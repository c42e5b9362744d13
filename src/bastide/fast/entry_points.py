"""Entry points: the compiled functions that `batch` calls with arrays of games.

They release the GIL, so that threads can process parts of a batch in parallel.
"""

from __future__ import annotations

from bastide.fast.actions import apply, is_legal, list_legal
from bastide.fast.calls import RESUME, call
from bastide.fast.compilation import compiled
from bastide.fast.game_copy import clear_board, copy_game
from bastide.fast.layout import OVER, PIECE, PLACE, GameRecord, IntMatrix, IntVector, RecordArray, RuleTables
from bastide.fast.pieces import find_deployments, insert
from bastide.fast.placement import find_placements, lay
from bastide.fast.playouts import play_out, random_action
from bastide.fast.rng import seed


@compiled
def reset(start: RecordArray[GameRecord], games: RecordArray[GameRecord], base_seed: int) -> None:
    """Reset games and seed their generators from the seed of the batch and their numbers."""
    for at in range(len(games)):
        copy_game(start[0], games[at])
        seed(games[at], base_seed, at)


@compiled
def copy_one(source: RecordArray[GameRecord], target: RecordArray[GameRecord]) -> None:
    """Copy the single game of an array into the single game of another."""
    copy_game(source[0], target[0])


@compiled
def list_actions(
    tables: RecordArray[RuleTables], games: RecordArray[GameRecord], actions: RecordArray[IntVector], counts: IntVector
) -> None:
    """List the legal actions of games, a row per game, and count them."""
    for at in range(len(games)):
        counts[at] = list_legal(tables[0], games[at], actions[at])


@compiled
def sample_actions(tables: RecordArray[RuleTables], games: RecordArray[GameRecord], actions: IntVector) -> None:
    """Sample a random action for every game, -1 for games that are over."""
    for at in range(len(games)):
        actions[at] = -1 if games[at].phase == OVER else random_action(tables[0], games[at])


@compiled
def find_illegal(tables: RecordArray[RuleTables], games: RecordArray[GameRecord], actions: IntVector) -> int:
    """Return the index of the first game whose action is illegal, or -1. The action -1 means no action."""
    for at in range(len(games)):
        if actions[at] != -1 and not is_legal(tables[0], games[at], actions[at]):
            return at
    return -1


@compiled
def apply_actions(tables: RecordArray[RuleTables], games: RecordArray[GameRecord], actions: IntVector) -> None:
    """Apply a legal action in every game; -1 means no action."""
    for at in range(len(games)):
        if actions[at] != -1:
            apply(tables[0], games[at], actions[at])


@compiled
def play_to_end(tables: RecordArray[RuleTables], games: RecordArray[GameRecord]) -> None:
    """Play games at random to their ends."""
    for at in range(len(games)):
        play_out(tables[0], games[at])


@compiled
def playouts(
    tables: RecordArray[RuleTables],
    start: RecordArray[GameRecord],
    work: RecordArray[GameRecord],
    base_seed: int,
    first: int,
    scores: IntMatrix,
) -> None:
    """Play random playouts of a game, numbered from ``first``. Each is determined by the seed and its number."""
    game = work[0]
    for at in range(len(scores)):
        copy_game(start[0], game)
        seed(game, base_seed, first + at)
        play_out(tables[0], game)
        for seat in range(game.players):
            scores[at, seat] = game.score[seat]


@compiled
def build_board(
    tables: RecordArray[RuleTables],
    games: RecordArray[GameRecord],
    laid: IntVector,
    cells: IntVector,
    pieces: IntVector,
) -> None:
    """Build the board of the single game of an array from tiles and pieces, and find its legal choices."""
    game = games[0]
    clear_board(game)
    for tile in range(len(laid)):
        lay(tables[0], game, laid[tile], cells[tile])
    for at in range(len(pieces)):
        insert(tables[0], game, pieces[at], at)
    if not tables[0].plain:
        call(tables[0].turn_sheet, tables[0], game, RESUME)
    elif game.phase == PLACE:
        find_placements(tables[0], game)
    elif game.phase == PIECE:
        find_deployments(tables[0], game)
