"""What learners see of a game, written into their arrays: the board as planes, the table as a row, and a mask.

Where everything is shown is decided elsewhere and told by a lens. From one look to the next little of a game changes,
so it is noted what was shown last, and only what is different now is written. All planes of a cell lie together.
"""

from __future__ import annotations

from typing import Annotated, Final, Protocol

import numpy as np

from bastide.fast.evaluation import FloatVector
from bastide.fast.features import ROW_BITS, ROW_MASK
from bastide.fast.layout import (
    MOST_ACTIONS,
    MOST_PIECE_KINDS,
    MOST_STANDING,
    MOST_TILE_KINDS,
    OVER,
    PIECE,
    PLACE,
    GameRecord,
    IntArray,
    IntMatrix,
    IntVector,
    RuleTables,
    record_dtype,
)
from bastide.fast.pieces import legal_segments, recallable_piece
from bastide.kernel.geometry import PORT_NAMES
from bastide.rl.compilation import compiled
from bastide.rules.ruleset import MOST_SEATS

ABSENT: Final = -1
"""In a lens: nothing of the kind is shown, or can be done."""
NOBODY: Final = -1
PLACES: Final = len(PORT_NAMES) + 2
"""Where on a tile a piece is shown: at its ports, or in the middle, of which there may be two."""

StrengthTable = IntArray[tuple[int, int, int]]
"""Per kind of piece, segment of a laid tile and place: how strong the piece is there."""


class EncoderLayout(Protocol):
    """Where in the arrays of learners each thing is shown, and the number of each action."""

    side: Annotated[int, "i4"]
    """The window has so many cells a side."""
    corner: Annotated[int, "i4"]
    """The cell of the window in the far north-west."""

    planes: Annotated[int, "i4"]
    """How many planes there are."""
    newest: Annotated[int, "i4"]
    """The plane of the newest tile; what is printed on tiles lies before it."""
    strength: Annotated[int, "i4"]
    """The first plane of the strength of followers, the places of a tile for one seat after the other."""
    piece: Annotated[int, "i4"]
    """The first plane of the pieces, their kinds for one seat after the other."""

    place_step: Annotated[int, "i4"]
    piece_step: Annotated[int, "i4"]
    to_lay: Annotated[int, "i4"]
    newest_tile: Annotated[int, "i4"]
    unseen: Annotated[int, "i4"]
    left: Annotated[int, "i4"]
    acts: Annotated[int, "i4"]
    on_turn: Annotated[int, "i4"]
    score: Annotated[int, "i4"]
    supply: Annotated[int, "i4"]
    recalled: Annotated[int, "i4"]
    resting: Annotated[int, "i4"]
    """Where in the row of the table each of these begins; the last two may be absent."""
    kinds: Annotated[int, "i4"]
    """How many kinds of tiles there are."""
    most_left: Annotated[float, "f8"]
    most_score: Annotated[float, "f8"]
    most_resting: Annotated[float, "f8"]
    most_unseen: Annotated[FloatVector, "f8", MOST_TILE_KINDS]
    most_supply: Annotated[FloatVector, "f8", MOST_PIECE_KINDS]
    """What the numbers in the row are divided by."""

    place: Annotated[int, "i8"]
    deploy: Annotated[int, "i8"]
    passing: Annotated[int, "i8"]
    recall: Annotated[int, "i8"]
    """The first number of each kind of action, of which the last may be absent."""
    by_rotation: Annotated[int, "i8"]
    by_cell: Annotated[int, "i8"]
    by_piece: Annotated[int, "i8"]
    by_segment: Annotated[int, "i8"]
    """How much larger the number is for the next rotation, cell and so on."""
    segments: Annotated[int, "i8"]
    """How many segments of a tile have numbers."""


class EnvState(Protocol):
    """What a learner was shown last of a game, and what else is remembered from one action to the next."""

    luck: Annotated[np.uint64, "u8"]
    """The state of the generator that picks actions for whoever asks for any."""
    own: Annotated[int, "i2"]
    """The seat of the learner, or nobody if it plays for all."""
    paid: Annotated[IntVector, "i4", MOST_SEATS]
    """The scores when rewards were given last."""
    checked: Annotated[int, "i2"]
    """How many tiles were looked at for whether they lie at the edge of the window."""
    at_edge: Annotated[int, "i2"]
    """Whether one of them does."""

    seat: Annotated[int, "i2"]
    """Through whose eyes the game was shown."""
    tiles: Annotated[int, "i2"]
    """How many tiles were shown on the board."""
    left: Annotated[int, "i2"]
    """How many tiles were shown as unseen, or -1."""
    standing: Annotated[int, "i2"]
    piece: Annotated[IntVector, "i4", MOST_STANDING]
    """The pieces that were shown."""
    cell: Annotated[IntVector, "i4", MOST_STANDING]
    """Where in the window each was shown."""
    spread: Annotated[IntVector, "i4", MOST_STANDING]
    """On which segment of which laid tile it was, as one number."""
    choices: Annotated[int, "i4"]
    number: Annotated[IntVector, "i4", MOST_ACTIONS + 1]
    """The actions that were shown in the mask, with room for one more."""


ENCODER_DTYPE: Final = record_dtype(EncoderLayout)
ENV_STATE_DTYPE: Final = record_dtype(EnvState)


@compiled
def in_window(lens: EncoderLayout, cell: int) -> int:
    """Return the number of a cell in the window. It means nothing for a cell beyond."""
    column = (cell & ROW_MASK) - (lens.corner & ROW_MASK)
    row = (cell >> ROW_BITS) - (lens.corner >> ROW_BITS)
    return row * lens.side + column


@compiled
def is_within(lens: EncoderLayout, cell: int, margin: int) -> bool:
    """Say whether a cell is so many cells away from whatever lies beyond the window."""
    column = (cell & ROW_MASK) - (lens.corner & ROW_MASK)
    row = (cell >> ROW_BITS) - (lens.corner >> ROW_BITS)
    return margin <= column < lens.side - margin and margin <= row < lens.side - margin


@compiled
def leaves_window(lens: EncoderLayout, game: GameRecord, sight: EnvState) -> bool:
    """Say whether a tile may be laid beyond the window now. That can only be beside one at its edge."""
    while sight.checked < game.tiles:
        if not is_within(lens, game.cell[sight.checked], 1):
            sight.at_edge = 1
        sight.checked += 1
    if sight.at_edge and game.phase == PLACE:
        for number in range(game.open):
            if game.fit[number] and not is_within(lens, game.open_cell[number], 0):
                return True
    return False


@compiled
def show_tiles(lens: EncoderLayout, printed: IntMatrix, game: GameRecord, sight: EnvState, board: IntMatrix) -> None:
    """Show the tiles that were laid since the last look, and which is the newest."""
    if sight.tiles == game.tiles:
        return
    if sight.tiles > 0:
        board[in_window(lens, game.cell[sight.tiles - 1]), lens.newest] = 0
    for number in range(sight.tiles, game.tiles):
        at = in_window(lens, game.cell[number])
        laid = game.laid[number]
        for plane in range(lens.newest):
            board[at, plane] = printed[laid, plane]
    board[in_window(lens, game.cell[game.tiles - 1]), lens.newest] = 1
    sight.tiles = game.tiles


@compiled
def seats_away(players: int, seat: int, other: int) -> int:
    """Return how many seats to the left of a seat another one is."""
    return other - seat if other >= seat else other - seat + players


@compiled
def same_pieces(game: GameRecord, sight: EnvState, seat: int) -> bool:
    """Say whether the pieces are shown as they stand, through the eyes of a seat."""
    if sight.seat != seat or sight.standing != game.standing:
        return False
    number = 0
    while number < game.standing and sight.piece[number] == game.piece[number]:
        number += 1
    return number == game.standing


@compiled
def note_pieces(lens: EncoderLayout, game: GameRecord, sight: EnvState) -> None:
    """Note the pieces on the board, and where they are to be shown."""
    for number in range(game.standing):
        piece = game.piece[number]
        if number >= sight.standing or sight.piece[number] != piece:
            segment = piece >> 9
            tile = game.home[segment]
            sight.piece[number] = piece
            sight.cell[number] = in_window(lens, game.cell[tile])
            sight.spread[number] = game.laid[tile] * lens.segments + segment - game.first[tile]
    sight.standing = game.standing


@compiled
def unsigned(number: int) -> int:
    """Return a number that is known not to be negative as one without a sign: an index that takes no looking at."""
    return np.uint64(number)  # type: ignore[return-value]


@compiled
def show_pieces(
    lens: EncoderLayout,
    tables: RuleTables,
    spreads: StrengthTable,
    game: GameRecord,
    sight: EnvState,
    seat: int,
    board: IntMatrix,
) -> None:
    """Show the pieces as a seat sees them."""
    if same_pieces(game, sight, seat):
        return
    for number in range(sight.standing):
        at = sight.cell[number]
        for plane in range(unsigned(lens.strength), unsigned(lens.planes)):
            board[at, plane] = 0
    note_pieces(lens, game, sight)
    sight.seat = seat
    for number in range(sight.standing):
        piece, at, spread = sight.piece[number], sight.cell[number], sight.spread[number]
        owner, kind = piece >> 4 & 15, piece & 15
        row = seats_away(game.players, seat, owner)
        first = unsigned(lens.strength + row * PLACES)
        for place in range(unsigned(PLACES)):
            board[at, first + place] += spreads[kind, spread, place]
        board[at, lens.piece + row * tables.pieces + kind] += 1


@compiled
def show_table(
    lens: EncoderLayout, tables: RuleTables, game: GameRecord, sight: EnvState, seat: int, row: FloatVector
) -> None:
    """Show what lies beside the board as a seat sees it."""
    row[lens.place_step] = 1.0 if game.phase == PLACE else 0.0
    row[lens.piece_step] = 1.0 if game.phase == PIECE else 0.0
    for tile in range(lens.kinds):
        row[lens.to_lay + tile] = 0.0
        row[lens.newest_tile + tile] = 0.0
    row[lens.newest_tile + (game.laid[game.tiles - 1] >> 2)] = 1.0
    if game.tile >= 0:
        row[lens.to_lay + game.tile] = 1.0
    if sight.left != game.left:
        show_unseen(lens, game, row)
        sight.left = game.left
    for other in range(game.players):
        place = seats_away(game.players, seat, other)
        row[lens.acts + place] = 1.0 if other == game.seat and game.phase != OVER else 0.0
        row[lens.on_turn + place] = 1.0 if other == game.seat else 0.0
        row[lens.score + place] = game.score[other] / lens.most_score
        for kind in range(tables.pieces):
            row[lens.supply + place * tables.pieces + kind] = game.supply[other, kind] / lens.most_supply[kind]
        if lens.resting != ABSENT:
            row[lens.resting + place] = game.resting[other] / lens.most_resting
    if lens.recalled != ABSENT:
        row[lens.recalled] = 1.0 if game.recalled else 0.0


@compiled
def show_unseen(lens: EncoderLayout, game: GameRecord, row: FloatVector) -> None:
    """Show what is in the bag."""
    row[lens.left] = game.left / lens.most_left
    for tile in range(lens.kinds):
        row[lens.unseen + tile] = 0.0
    for at in range(game.left):
        row[lens.unseen + game.bag[at]] += 1.0
    for tile in range(lens.kinds):
        row[lens.unseen + tile] /= lens.most_unseen[tile]


@compiled
def list_placements(lens: EncoderLayout, game: GameRecord, sight: EnvState) -> None:
    """List the numbers of all ways to lay the tile in hand.

    Every number is written, and the next one over it unless it is to stay: that takes less time than to decide.
    """
    count = 0
    for number in range(game.open):
        fit = game.fit[number]
        first = lens.place + in_window(lens, game.open_cell[number]) * lens.by_cell
        for rotation in range(4):
            sight.number[count] = first + rotation * lens.by_rotation
            count += fit >> rotation & 1
    sight.choices = count


@compiled
def list_pieces(lens: EncoderLayout, tables: RuleTables, game: GameRecord, sight: EnvState) -> None:
    """List the numbers of all that may be put down or taken back, and of neither."""
    sight.number[0] = lens.passing
    count = 1
    tile = game.laid[game.tiles - 1] >> 2
    for kind in range(tables.pieces):
        allowed = legal_segments(tables, game, kind, tile)
        for segment in range(tables.count[tile]):
            sight.number[count] = lens.deploy + kind * lens.by_piece + segment * lens.by_segment
            count += allowed >> segment & 1
    if lens.recall != ABSENT and recallable_piece(tables, game) >= 0:
        sight.number[count] = lens.recall
        count += 1
    sight.choices = count


@compiled
def show_choices(lens: EncoderLayout, tables: RuleTables, game: GameRecord, sight: EnvState, mask: IntVector) -> None:
    """Show what the seat on turn can choose; it is known that this lies in the window."""
    if game.phase == PLACE:
        list_placements(lens, game, sight)
    elif game.phase == PIECE:
        list_pieces(lens, tables, game, sight)
    for at in range(sight.choices):
        mask[sight.number[at]] = 1


@compiled
def is_shown(sight: EnvState, number: int) -> bool:
    """Say whether an action was shown as one that can be chosen."""
    at = 0
    while at < sight.choices and sight.number[at] != number:
        at += 1
    return at < sight.choices


@compiled
def hide_choices(sight: EnvState, mask: IntVector) -> None:
    """Show that nothing can be chosen."""
    for at in range(sight.choices):
        mask[sight.number[at]] = 0
    sight.choices = 0


@compiled
def forget(lens: EncoderLayout, game: GameRecord, sight: EnvState, board: IntMatrix, mask: IntVector) -> None:
    """Show an empty board, while the game is still the one that was shown."""
    for number in range(sight.tiles):
        at = in_window(lens, game.cell[number])
        for plane in range(lens.planes):
            board[at, plane] = 0
    hide_choices(sight, mask)
    sight.tiles = 0
    sight.standing = 0
    sight.left = -1
    sight.checked = 0
    sight.at_edge = 0


@compiled
def show(
    lens: EncoderLayout,
    tables: RuleTables,
    printed: IntMatrix,
    spreads: StrengthTable,
    game: GameRecord,
    sight: EnvState,
    board: IntMatrix,
    row: FloatVector,
    mask: IntVector,
    over: bool,
) -> None:
    """Show a game to its learner or, if it plays for all seats, to the one on turn."""
    seat = game.seat if sight.own == NOBODY else sight.own
    show_tiles(lens, printed, game, sight, board)
    show_pieces(lens, tables, spreads, game, sight, seat, board)
    show_table(lens, tables, game, sight, seat, row)
    hide_choices(sight, mask)
    if not over:
        show_choices(lens, tables, game, sight, mask)
