"""Abbots: taking them back, alone or several."""

from __future__ import annotations

from bastide.fast.action_kinds import RECALL, RECALL_FROM
from bastide.fast.bit_fields import piece_segment
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root, size
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.options import add_option, fields_of, has_option, pack, segment_at, spot_of
from bastide.fast.pieces import find_piece, is_recallable, lift, recallable_piece


@compiled
def enter_ready(game: GameRecord) -> None:
    """From a seat's next piece step on, an abbot that was taken back may be put down again."""
    game.resting[game.seat] = 0


@compiled
def choose_recall(tables: RuleTables, game: GameRecord) -> None:
    """Instead of any other piece, the abbot may come back from a feature that is not complete."""
    if recallable_piece(tables, game) >= 0:
        add_option(game, pack(tables, RECALL, 0))


@compiled
def choose_recall_from(tables: RuleTables, game: GameRecord) -> None:
    """Of several abbots any one may come back."""
    for at in range(game.standing):
        if is_recallable(tables, game, at):
            action = pack(tables, RECALL_FROM, spot_of(game, piece_segment(game.piece[at])))
            if not has_option(game, action):
                add_option(game, action)


@compiled
def do_recall(tables: RuleTables, game: GameRecord) -> None:
    """The abbot is back at once; his points follow at the head of the scoring."""
    bring_back(tables, game, recallable_piece(tables, game))


@compiled
def do_recall_from(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The abbot there is back."""
    segment = segment_at(game, fields_of(action))
    bring_back(tables, game, find_piece(game, game.seat, tables.abbot, segment))


@compiled
def bring_back(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Put the abbot at an index into the supply, and remember where he was."""
    game.recalled = spot_of(game, piece_segment(game.piece[at]))
    game.resting[game.seat] = tables.abbot + 1
    lift(tables, game, at)


@compiled
def enter_recall(tables: RuleTables, game: GameRecord) -> None:
    """The feature he left pays a point for its tile and for every tile around it."""
    if game.recalled:
        segment = segment_at(game, game.recalled)
        game.score[game.seat] += size(tables, game, find_root(game, segment))
