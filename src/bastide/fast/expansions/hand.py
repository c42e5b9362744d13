"""A hand of three tiles: dealing, picking, replacing what fits nowhere, and the end when hands are empty or stuck."""

from __future__ import annotations

from typing import Final

from bastide.fast.action_kinds import DEAL, DISCARD, PICK, REPLACE
from bastide.fast.bag import current_stage, main_left, main_size, take_main
from bastide.fast.compilation import compiled
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import HAND_PASSED
from bastide.fast.options import add_draw, add_option, fields_of, pack
from bastide.fast.placement import is_placeable
from bastide.fast.steps import HAND_PICK, HAND_REFILL
from bastide.fast.turn_steps import finish_turns, goes_on
from bastide.rules.model import SEAT, SLOT
from bastide.rules.state import HAND_SLOTS, NO_TILE

SEAT_BITS: Final = SEAT.bits
SEAT_MASK: Final = (1 << SEAT_BITS) - 1
SLOT_MASK: Final = (1 << SLOT.bits) - 1
TILE_SHIFT: Final = SEAT_BITS + SLOT.bits


@compiled
def find_slot(game: GameRecord, seat: int, tile: int) -> int:
    """Return the first slot of a seat with a tile, or -1."""
    for slot in range(HAND_SLOTS):
        if game.hand[seat, slot] == tile:
            return slot
    return -1


@compiled
def held(game: GameRecord, seat: int) -> int:
    """Return the number of tiles that a seat holds."""
    tiles = 0
    for slot in range(HAND_SLOTS):
        if game.hand[seat, slot] != NO_TILE:
            tiles += 1
    return tiles


@compiled
def add_deals(tables: RuleTables, game: GameRecord, kind: int, seat: int) -> None:
    """Add every tile of the last stage as one that a seat may get in its first empty slot."""
    to = find_slot(game, seat, NO_TILE) << SEAT_BITS | seat
    tiles = main_size(tables, game)
    for at in range(tiles):
        game.copies[game.bag[at]] += 1
    for at in range(tiles):
        tile = game.bag[at]
        add_draw(game, pack(tables, kind, tile << TILE_SHIFT | to), game.copies[tile])
        game.copies[tile] = 0


@compiled
def add_takes(tables: RuleTables, game: GameRecord, kind: int) -> None:
    """Add what the seat on turn may get from the bag if its hand is not full."""
    if main_left(tables, game) > 0 and held(game, game.seat) < HAND_SLOTS:
        add_deals(tables, game, kind, game.seat)


@compiled
def do_deal(tables: RuleTables, game: GameRecord, action: int) -> None:
    """A tile goes unseen from the bag to a hand."""
    fields = fields_of(action)
    tile = fields >> TILE_SHIFT
    take_main(tables, game, tile)
    game.hand[fields & SEAT_MASK, fields >> SEAT_BITS & SLOT_MASK] = tile


@compiled
def options_deal(tables: RuleTables, game: GameRecord) -> None:
    """Three tiles to each seat from the first player on, or one at a time in rounds if they run short."""
    left, dealt, slots = main_left(tables, game), 0, game.players * HAND_SLOTS
    for seat in range(game.players):
        dealt += held(game, seat)
    if left > 0 and dealt < slots:
        place = dealt % game.players if left + dealt < slots else dealt // HAND_SLOTS
        add_deals(tables, game, DEAL, (game.seat + place) % game.players)


@compiled
def options_draw(tables: RuleTables, game: GameRecord) -> None:
    """While the tiles of an earlier stage last they are drawn, and the hands rest."""
    if current_stage(tables, game) < tables.stages - 1:
        game.choices = 1


@compiled
def options_pick(tables: RuleTables, game: GameRecord) -> None:
    """A tile of the hand that fits somewhere; equal tiles are one choice."""
    if game.tile == NO_TILE:
        for slot in range(HAND_SLOTS):
            tile = game.hand[game.seat, slot]
            if is_first_of_its_kind(game, slot) and is_placeable(tables, game, tile):
                add_option(game, pack(tables, PICK, tile))


@compiled
def is_first_of_its_kind(game: GameRecord, slot: int) -> bool:
    """Return whether the seat on turn holds a tile in a slot, and no equal one in a slot before."""
    tile = game.hand[game.seat, slot]
    return tile != NO_TILE and find_slot(game, game.seat, tile) == slot


@compiled
def do_pick(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The tile leaves the hand and becomes public."""
    game.tile = fields_of(action)
    drop(game, game.tile)
    game.ext[tables.column[HAND_PASSED]] = 0


@compiled
def drop(game: GameRecord, tile: int) -> None:
    """Remove a tile from the hand of the seat on turn."""
    game.hand[game.seat, find_slot(game, game.seat, tile)] = NO_TILE


@compiled
def options_discard(tables: RuleTables, game: GameRecord) -> None:
    """One tile of a blocked hand must leave the game while there is another to take."""
    if game.tile == NO_TILE and game.left > 0:
        for slot in range(HAND_SLOTS):
            if is_first_of_its_kind(game, slot):
                add_option(game, pack(tables, DISCARD, game.hand[game.seat, slot]))


@compiled
def do_discard(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The tile leaves the game."""
    drop(game, fields_of(action))


@compiled
def options_replace(tables: RuleTables, game: GameRecord) -> None:
    """A tile for the one that has just left a blocked hand."""
    if game.tile == NO_TILE:
        add_takes(tables, game, REPLACE)


@compiled
def do_replace(tables: RuleTables, game: GameRecord, action: int) -> None:
    """The new tile may fit: the seat picks again."""
    do_deal(tables, game, action)
    game.jump = tables.at[HAND_PICK]


@compiled
def enter_pass(tables: RuleTables, game: GameRecord) -> None:
    """With no supply and nothing that fits, the turn is passed; a seat without tiles is skipped."""
    if game.tile == NO_TILE:
        if held(game, game.seat) > 0:
            game.ext[tables.column[HAND_PASSED]] += 1
        game.jump = tables.at[HAND_REFILL]


@compiled
def options_refill(tables: RuleTables, game: GameRecord) -> None:
    """A tile of the supply for the one played."""
    add_takes(tables, game, DEAL)


@compiled
def enter_last(tables: RuleTables, game: GameRecord) -> None:
    """The game ends with the turn in which the last tile is drawn, and tiles in hands are not laid."""
    if game.left == 0 and not goes_on(tables, game):
        finish_turns(tables, game)


@compiled
def enter_end(tables: RuleTables, game: GameRecord) -> None:
    """The game ends when all tiles are gone, or when all who still hold some have passed in a row."""
    if game.left == 0:
        holding = 0
        for seat in range(game.players):
            if held(game, seat) > 0:
                holding += 1
        if game.ext[tables.column[HAND_PASSED]] >= holding:
            finish_turns(tables, game)
