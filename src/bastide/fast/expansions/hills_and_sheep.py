"""Hills & Sheep: tiles under hills, shepherds and their flocks, vineyards. Hills break ties in `majorities`."""

from __future__ import annotations

from typing import Final

from bastide.expansions.hills_and_sheep import HERDED, SHEPHERD_HOPE
from bastide.fast.action_kinds import EXPAND, HERD, TOKEN
from bastide.fast.bag import bury, main_left, time_left
from bastide.fast.bit_fields import opposite, piece_kind, piece_seat, piece_segment, tile_of
from bastide.fast.compilation import compiled
from bastide.fast.features import RING_OFFSETS, SIDE_OFFSETS, find_root, grid_index, is_open, mark_count
from bastide.fast.layout import IRREGULAR, GameRecord, RuleTables
from bastide.fast.names import HILL, SHEEP, SHEEP_FLOCK, SHEEP_GROWS, SHEEP_TENDED, SHEPHERD, VINEYARD
from bastide.fast.options import add_draw, add_option, fields_of, pack
from bastide.fast.pieces import lift
from bastide.fast.steps import FLOCK_CHOOSE

TOKENS: Final = (2, 4, 5, 5, 2)
"""All tokens: wolves, then those with one, two, three and four sheep."""
WOLF: Final = 0
SIZES: Final = 4
VINEYARD_POINTS: Final = 3


@compiled
def enter_hill(tables: RuleTables, game: GameRecord) -> None:
    """A tile of the supply goes unseen under a new hill."""
    if tables.tile_mark[HILL, tile_of(game.laid[game.tiles - 1])] and main_left(tables, game) > 0:
        bury(game)


# Shepherds


@compiled
def is_shepherd(tables: RuleTables, game: GameRecord, at: int) -> bool:
    """Return whether the piece at an index is a shepherd."""
    return piece_kind(game.piece[at]) == tables.piece[SHEPHERD]


@compiled
def is_own_shepherd(tables: RuleTables, game: GameRecord, at: int, seat: int) -> bool:
    """Return whether the piece at an index is a shepherd of a seat."""
    return is_shepherd(tables, game, at) and piece_seat(game.piece[at]) == seat


@compiled
def field_of(game: GameRecord, at: int) -> int:
    """Return the field of the shepherd at an index."""
    return find_root(game, piece_segment(game.piece[at]))


@compiled
def shepherd_asked(tables: RuleTables, game: GameRecord) -> int:
    """Return the index of the shepherd of the seat on turn whose field the new tile extended, or -1.

    Of several, it is the next in the order in which they stand, one for each field.
    """
    several = tables.column[SHEEP_TENDED]
    tended = game.ext[several] if several >= 0 else 0
    for at in range(game.standing):
        own = is_own_shepherd(tables, game, at, game.seat) and piece_segment(game.piece[at]) >= tended
        if own and is_extended(game, field_of(game, at)) and is_first_there(tables, game, at):
            return at
    return -1


@compiled
def is_extended(game: GameRecord, field: int) -> bool:
    """Return whether the new tile belongs to a field."""
    segment = game.first[game.tiles - 1]
    while segment < game.segments and find_root(game, segment) != field:
        segment += 1
    return segment < game.segments


@compiled
def is_first_there(tables: RuleTables, game: GameRecord, at: int) -> bool:
    """Return whether the shepherd at an index is the first of its seat in its field."""
    first, seat, field = 0, piece_seat(game.piece[at]), field_of(game, at)
    while not (is_own_shepherd(tables, game, first, seat) and field_of(game, first) == field):
        first += 1
    return first == at


@compiled
def options_choose(tables: RuleTables, game: GameRecord) -> None:
    """Expand the flock or herd it: one of them must be chosen."""
    if shepherd_asked(tables, game) >= 0:
        add_option(game, pack(tables, EXPAND, 0))
        add_option(game, pack(tables, HERD, 0))


@compiled
def tend(tables: RuleTables, game: GameRecord) -> int:
    """Return the index of the shepherd who is asked, and remember that he was."""
    at = shepherd_asked(tables, game)
    if tables.column[SHEEP_TENDED] >= 0:
        game.ext[tables.column[SHEEP_TENDED]] = piece_segment(game.piece[at]) + 1
    return at


@compiled
def do_expand(tables: RuleTables, game: GameRecord) -> None:
    """A token will be drawn."""
    tend(tables, game)
    game.ext[tables.column[SHEEP_GROWS]] = 1


@compiled
def do_herd(tables: RuleTables, game: GameRecord) -> None:
    """The flock of the extended field is counted."""
    herd(tables, game, field_of(game, tend(tables, game)))


@compiled
def enter_next(tables: RuleTables, game: GameRecord) -> None:
    """With several shepherds, the tile may have extended the field of another one."""
    if shepherd_asked(tables, game) >= 0:
        game.jump = tables.at[FLOCK_CHOOSE]


@compiled
def herd(tables: RuleTables, game: GameRecord, field: int) -> None:
    """Every seat with shepherds in the field scores all its sheep, then all go home."""
    sheep, seats = mark_count(game.marks[field], tables.mark_lane[SHEEP, game.kind[field]]), 0
    for at in range(game.standing):
        if is_shepherd(tables, game, at) and field_of(game, at) == field:
            sheep += sheep_of(tables, game, at)
            seats |= 1 << piece_seat(game.piece[at])
    for seat in range(game.players):
        if seats >> seat & 1:
            game.score[seat] += sheep
    scatter(tables, game, field)


@compiled
def flocks_place(tables: RuleTables, game: GameRecord, at: int) -> int:
    """Return where the numbers of the tokens of the shepherd at an index begin."""
    seat = piece_seat(game.piece[at])
    place = tables.column[SHEEP_FLOCK] + tables.width[SHEEP_FLOCK] * seat
    for before in range(at):
        if is_own_shepherd(tables, game, before, seat):
            place += SIZES
    return place


@compiled
def sheep_of(tables: RuleTables, game: GameRecord, at: int) -> int:
    """Return the number of sheep of the shepherd at an index."""
    place, sheep = flocks_place(tables, game, at), 0
    for size in range(SIZES):
        sheep += (size + 1) * game.ext[place + size]
    return sheep


@compiled
def scatter(tables: RuleTables, game: GameRecord, field: int) -> None:
    """All tokens of a field go back to the stock and all its shepherds home."""
    at = 0
    while at < game.standing:
        if is_shepherd(tables, game, at) and field_of(game, at) == field:
            give_back_tokens(tables, game, at)
            lift(tables, game, at)
        else:
            at += 1


@compiled
def give_back_tokens(tables: RuleTables, game: GameRecord, at: int) -> None:
    """Return the tokens of the shepherd at an index; those of the seat's later ones move up."""
    end = tables.column[SHEEP_FLOCK] + tables.width[SHEEP_FLOCK] * (piece_seat(game.piece[at]) + 1)
    for place in range(flocks_place(tables, game, at), end):
        game.ext[place] = game.ext[place + SIZES] if place + SIZES < end else 0


@compiled
def shepherd_with_token(tables: RuleTables, game: GameRecord) -> int:
    """Return the index of the shepherd of the seat on turn for whom a token is due, or -1.

    It is one whose flock grows, or who has none yet.
    """
    grows, several = game.ext[tables.column[SHEEP_GROWS]], tables.column[SHEEP_TENDED]
    for at in range(game.standing):
        if is_own_shepherd(tables, game, at, game.seat):
            if grows:
                due = several < 0 or piece_segment(game.piece[at]) + 1 == game.ext[several]
            else:
                due = sheep_of(tables, game, at) == 0
            if due:
                return at
    return -1


@compiled
def options_grow(tables: RuleTables, game: GameRecord) -> None:
    """A token for the flock that is to grow."""
    if game.ext[tables.column[SHEEP_GROWS]]:
        add_tokens(tables, game)


@compiled
def options_first(tables: RuleTables, game: GameRecord) -> None:
    """A token for the shepherd who has just been put down."""
    if shepherd_with_token(tables, game) >= 0:
        add_tokens(tables, game)


@compiled
def add_tokens(tables: RuleTables, game: GameRecord) -> None:
    """Add every kind of token that may be drawn: those that nobody has; the wolves always come back."""
    add_draw(game, pack(tables, TOKEN, WOLF), TOKENS[WOLF])
    for size in range(1, SIZES + 1):
        add_draw(game, pack(tables, TOKEN, size), stock(tables, game, size))


@compiled
def stock(tables: RuleTables, game: GameRecord, size: int) -> int:
    """Return how many tokens with a number of sheep nobody has."""
    first, left = tables.column[SHEEP_FLOCK], TOKENS[size]
    for place in range(first + size - 1, first + tables.width[SHEEP_FLOCK] * game.players, SIZES):
        left -= game.ext[place]
    return left


@compiled
def do_token(tables: RuleTables, game: GameRecord, action: int) -> None:
    """Sheep join the flock; a wolf scatters all flocks of the field."""
    token, at = fields_of(action), shepherd_with_token(tables, game)
    game.ext[tables.column[SHEEP_GROWS]] = 0
    if token == WOLF:
        scatter(tables, game, field_of(game, at))
    else:
        game.ext[flocks_place(tables, game, at) + token - 1] += 1


@compiled
def enter_close(tables: RuleTables, game: GameRecord) -> None:
    """A field that cannot grow any more is herded by itself, whoever closed it."""
    at = 0
    while at < game.standing:
        if is_shepherd(tables, game, at) and is_closed_now(tables, game, field_of(game, at)):
            herd(tables, game, field_of(game, at))
        else:
            at += 1


@compiled
def is_closed_now(tables: RuleTables, game: GameRecord, field: int) -> bool:
    """Return whether the new tile belongs to a field and has left it no open side."""
    if not is_extended(game, field):
        return False
    for number in range(game.open):
        for side in range(4):
            there = game.grid[grid_index(game.open_cell[number] + SIDE_OFFSETS[side])]
            if there > 0 and has_side(tables, game, field, there - 1, opposite(side)):
                return False
    return True


@compiled
def has_side(tables: RuleTables, game: GameRecord, field: int, number: int, side: int) -> bool:
    """Return whether a field is at a side of a tile on the board."""
    laid, first = game.laid[number], game.first[number]
    left, right = tables.left_field[laid, side], tables.right_field[laid, side]
    middle = tables.whole_field[laid, side]
    if left == IRREGULAR:
        left, middle, right = tables.port[laid, side, 0], tables.port[laid, side, 1], tables.port[laid, side, 2]
    in_middle = middle >= 0 and find_root(game, first + middle) == field
    on_left = left >= 0 and find_root(game, first + left) == field
    on_right = right >= 0 and find_root(game, first + right) == field
    return in_middle or on_left or on_right


# Vineyards


@compiled
def vineyard_points(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the points for the vineyards around a complete feature: three for each."""
    if is_open(tables, game, root):
        return 0
    return vineyard_points_if_complete(tables, game, root)


@compiled
def vineyard_points_if_complete(tables: RuleTables, game: GameRecord, root: int) -> int:
    """Return the points for the vineyards around a feature if it were complete."""
    vineyards, cell = 0, game.cell[game.home[root]]
    for step in RING_OFFSETS:
        there = game.grid[grid_index(cell + step)]
        if there > 0:
            vineyards += tables.tile_mark[VINEYARD, tile_of(game.laid[there - 1])]
    return VINEYARD_POINTS * vineyards


# What bots may hope for


@compiled
def prospect(tables: RuleTables, game: GameRecord, seat: int) -> float:
    """A flock may be herded before the game ends, and a token may be due: sheep, or a wolf."""
    hope = SHEPHERD_HOPE * game.supply[seat, tables.piece[SHEPHERD]]
    for at in range(game.standing):
        if is_own_shepherd(tables, game, at, seat):
            field = field_of(game, at)
            sheep = sheep_of(tables, game, at)
            printed = mark_count(game.marks[field], tables.mark_lane[SHEEP, game.kind[field]])
            grows = game.ext[tables.column[SHEEP_GROWS]] > 0 and at == shepherd_with_token(tables, game)
            wolf, more = token_due(tables, game) if sheep == 0 or grows else (0.0, 0.0)
            herded = HERDED * (sheep + more + printed)
            hope += (1.0 - wolf) * (herded + SHEPHERD_HOPE) + wolf * SHEPHERD_HOPE
    return time_left(game, 4.0) * hope


@compiled
def token_due(tables: RuleTables, game: GameRecord) -> tuple[float, float]:
    """Return how likely the next token is a wolf, and how many sheep it brings on average if it is not."""
    tokens, sheep = 0, 0
    for size in range(1, SIZES + 1):
        left = stock(tables, game, size)
        tokens += left
        sheep += size * left
    return TOKENS[WOLF] / (TOKENS[WOLF] + tokens), sheep / max(1, tokens)
