"""The steps of the turn that all games share, where rules go beyond those of `turn`."""

from __future__ import annotations

from bastide.fast.action_kinds import DEPLOY, PASS
from bastide.fast.awards import award_feature
from bastide.fast.bag import take
from bastide.fast.bit_fields import lane_of, pack_tile, piece_kind, piece_segment
from bastide.fast.compilation import compiled
from bastide.fast.features import find_root
from bastide.fast.layout import GameRecord, RuleTables
from bastide.fast.names import AGAIN, BUILDER, CITY, FIELD, PIG, ROAD, SHEPHERD
from bastide.fast.options import add_option, pack, pack_piece_and_spot, segment_at, spot_of, unpack_piece_and_spot
from bastide.fast.pieces import lift_all, put_from_supply
from bastide.fast.placement import lay
from bastide.fast.rounds import pass_round_on
from bastide.rules.state import HAND_SLOTS


@compiled
def begin_again(tables: RuleTables, game: GameRecord) -> None:
    """Go back to where a turn, or a part of one, begins."""
    game.jump = tables.turn_start


@compiled
def finish_turns(tables: RuleTables, game: GameRecord) -> None:
    """Leave the turns for the final scoring."""
    game.jump = tables.final_start


@compiled
def enter_draw(tables: RuleTables, game: GameRecord) -> None:
    """With nothing left to draw, the game goes to its final scoring."""
    if game.left == 0:
        finish_turns(tables, game)


@compiled
def do_draw(game: GameRecord, at: int) -> None:
    """The tile at an index leaves the bag."""
    game.tile = take(game, at)


@compiled
def do_place(tables: RuleTables, game: GameRecord, rotation: int, cell: int) -> None:
    """The tile is laid and its features are joined with the neighbours'."""
    lay(tables, game, pack_tile(game.tile, rotation), cell)
    game.tile = -1


@compiled
def enter_redraw(tables: RuleTables, game: GameRecord) -> None:
    """A tile that fits nowhere leaves the game, and another one is drawn."""
    if game.tile >= 0:
        game.tile = -1
        begin_again(tables, game)


@compiled
def add_pass(tables: RuleTables, game: GameRecord) -> None:
    """Add passing to the other options, if there are any."""
    if game.choices > 0:
        add_option(game, pack(tables, PASS, 0))


@compiled
def do_pass(tables: RuleTables, game: GameRecord) -> None:
    """Nothing is put down; in a round of the table, the next seat is asked."""
    pass_round_on(tables, game)


@compiled
def choose_deploy(tables: RuleTables, game: GameRecord) -> None:
    """Add where the seat on turn may put which of its pieces on the tile just laid."""
    for kind in range(tables.pieces):
        if game.supply[game.seat, kind] > 0:
            for segment in range(game.first[game.tiles - 1], game.segments):
                if may_go_on(tables, game, kind, segment):
                    fields = pack_piece_and_spot(kind, spot_of(game, segment))
                    add_option(game, pack(tables, DEPLOY, fields))


@compiled
def may_go_on(tables: RuleTables, game: GameRecord, kind: int, segment: int) -> bool:
    """Return whether the seat on turn may put a kind of piece on a segment of the new tile."""
    root = find_root(game, segment)
    feature = game.kind[segment]
    if tables.strength[kind] > 0:
        return tables.stands_on[kind, feature] == 1 and game.followers[root] == 0
    if kind == tables.piece[BUILDER]:
        on_way = feature == tables.feature[ROAD] or feature == tables.feature[CITY]
        return on_way and lane_of(game.followers[root], game.seat) > 0
    if kind == tables.piece[PIG]:
        return feature == tables.feature[FIELD] and lane_of(game.followers[root], game.seat) > 0
    if kind == tables.piece[SHEPHERD]:
        return feature == tables.feature[FIELD] and not holds_piece(game, root, kind)
    return False


@compiled
def holds_piece(game: GameRecord, root: int, kind: int) -> bool:
    """Return whether a piece of a kind stands in a feature."""
    for at in range(game.standing):
        if piece_kind(game.piece[at]) == kind and find_root(game, piece_segment(game.piece[at])) == root:
            return True
    return False


@compiled
def do_deploy(tables: RuleTables, game: GameRecord, action: int) -> None:
    """A piece goes from the supply to a segment."""
    kind, spot = unpack_piece_and_spot(action)
    put_from_supply(tables, game, game.seat, kind, segment_at(game, spot))


@compiled
def enter_award(tables: RuleTables, game: GameRecord) -> None:
    """Every completed feature pays those who hold it."""
    for number in range(game.found):
        award_feature(tables, game, game.completed[number])


@compiled
def enter_return(tables: RuleTables, game: GameRecord) -> None:
    """All pieces in the completed features go home, whoever scored."""
    for number in range(game.found):
        lift_all(tables, game, game.completed[number])


@compiled
def enter_end(tables: RuleTables, game: GameRecord) -> None:
    """The game ends with the turn in which the supply becomes empty."""
    if game.left == 0:
        finish_turns(tables, game)


@compiled
def goes_on(tables: RuleTables, game: GameRecord) -> bool:
    """Return whether the turn has a second part: it has been earned, and there is a tile for it."""
    if game.ext[tables.column[AGAIN]] == 0 or game.part > 0:
        return False
    held = False
    for slot in range(HAND_SLOTS):
        held = held or game.hand[game.seat, slot] >= 0
    return held or game.left > 0


@compiled
def enter_next(tables: RuleTables, game: GameRecord) -> None:
    """The next seat clockwise, unless this one's turn goes on."""
    if goes_on(tables, game):
        game.part += 1
        forget_part(tables, game)
        begin_again(tables, game)
    else:
        game.seat = game.seat + 1 if game.seat + 1 < game.players else 0
        fresh_turn(tables, game)


@compiled
def fresh_turn(tables: RuleTables, game: GameRecord) -> None:
    """Begin a new turn of the same seat."""
    game.turn += 1
    game.part = 0
    forget_part(tables, game)
    for at in range(game.extras):
        if tables.until_turn[at]:
            game.ext[at] = 0
    begin_again(tables, game)


@compiled
def forget_part(tables: RuleTables, game: GameRecord) -> None:
    """Reset the columns of a part of a turn."""
    game.recalled = 0
    game.erupted = 0
    for at in range(game.extras):
        if tables.until_part[at]:
            game.ext[at] = 0
