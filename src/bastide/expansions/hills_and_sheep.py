"""Hills & Sheep (rulebook of the Big Box of 2014, pages 12 and 13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from bastide.kernel.features import Column, Merge, numbers_in
from bastide.rules.bag import bury, main_left, time_left
from bastide.rules.engine import go_to, step_name
from bastide.rules.events import tell
from bastide.rules.model import (
    NUMBERS,
    Action,
    Expansion,
    Field,
    Kind,
    Layer,
    Line,
    Option,
    Piece,
    Scope,
    Seat,
    StateColumn,
    Step,
    Term,
    Tie,
    Token,
    Values,
    chance,
)
from bastide.rules.pieces import (
    feature_kind,
    feature_of,
    features_of_last_tile,
    in_supply,
    is_guest,
    kind_of,
    pieces_in,
    pieces_named,
    seat_of,
    segment_of,
    take_home,
    where,
)
from bastide.rules.scoring import grant
from bastide.rules.state import State
from bastide.wire.views import ViewFacts

FLOCK = "sheep.flock"
"""The tokens with one to four sheep of every seat's shepherd; of several, in the order in which they stand."""
GROWS = "sheep.grows"
"""Whether the shepherd's owner has chosen to expand the flock."""
TENDED = "sheep.tended"
"""With several shepherds: where the one stands who was dealt with last in this part, as a segment counted from 1."""
TOKENS = (2, 4, 5, 5, 2)
"""All tokens: wolves, then those with one, two, three and four sheep."""
WOLF = 0
SIZES = 4
HERDED = 0.85
SHEPHERD_HOPE = 1.5
"""For bots: how much of a flock will be herded, and what a shepherd is worth beyond it, at home or in a field."""

# Hills


def enter_hill(state: State) -> None:
    """A tile of the supply goes unseen under a new hill (HS-HILL-1, HS-HILL-2)."""
    if state.board.mark(-1, "hill") and main_left(state):
        bury(state)
        tell(state, "buried", state.seat, {})


def on_hill(state: State, features: Sequence[int], seat: Seat) -> int:
    """Among equals, a follower on a hill in the feature wins (HS-HILL-5, HS-HILL-6, HS-HILL-9, COUNT-INT-9)."""
    board = state.board
    return any(
        seat_of(piece) == seat
        and not is_guest(piece)
        and state.rules.pieces[kind_of(piece)].strength
        and board.mark(board.tile_of(segment_of(piece)), "hill")
        for piece in pieces_in(state, features)
    )


# Shepherds


def shepherd_goes_on(state: State, segment: int) -> bool:
    """In a field without any shepherd (HS-SHEPHERD-1)."""
    return feature_kind(state, segment) == "field" and not shepherds_in(state, state.board.features.root[segment])


def shepherds_in(state: State, field: int) -> list[int]:
    """Return all shepherds in a field."""
    return [piece for piece in pieces_named(state, "shepherd") if feature_of(state, piece) == field]


def shepherd_asked(state: State) -> int | None:
    """Return the shepherd of the seat on turn whose field the new tile extended (HS-FLOCK-1, HS-FLOCK-2).

    Of several, it is the next in the order in which they stand, one for each field (HS-SHEPHERD-5).
    """
    new, tended = features_of_last_tile(state), state.ext[TENDED][0] if TENDED in state.ext else 0
    fields: set[int] = set()
    for shepherd in pieces_named(state, "shepherd", state.seat):
        field = feature_of(state, shepherd)
        if field in new - fields and segment_of(shepherd) >= tended:
            return shepherd
        fields.add(field)
    return None


def options_choose(state: State) -> list[Action]:
    """Expand the flock or herd it: one of them must be chosen (HS-FLOCK-1)."""
    if shepherd_asked(state) is None:
        return []
    return [state.rules.pack("expand"), state.rules.pack("herd")]


def tend(state: State) -> int | None:
    """Return the shepherd who is asked, and remember that he was."""
    shepherd = shepherd_asked(state)
    if shepherd is not None and TENDED in state.ext:
        state.ext[TENDED][0] = segment_of(shepherd) + 1
    return shepherd


def do_expand(state: State, values: Values) -> None:
    """A token will be drawn (HS-FLOCK-3)."""
    tend(state)
    state.ext[GROWS][0] = 1


def do_herd(state: State, values: Values) -> None:
    """The flock of the extended field is counted."""
    shepherd = tend(state)
    if shepherd is not None:
        herd(state, feature_of(state, shepherd))


def enter_next(state: State) -> None:
    """With several shepherds, the tile may have extended the field of another one (HS-SHEPHERD-5)."""
    if shepherd_asked(state) is not None:
        go_to(state, "flock.choose")


def herd(state: State, field: int) -> None:
    """Every shepherd of the field scores all its sheep, then all go home (HS-FLOCK-5, HS-FLOCK-6, RIV-SHEEP-1)."""
    there = shepherds_in(state, field)
    sheep = sum(sheep_of(state, piece) for piece in there)
    lines = [Line("sheep", sheep, 1)]
    if printed := state.board["sheep"][field]:
        lines.append(Line("printed_sheep", printed, 1))
    for seat in dict.fromkeys(map(seat_of, there)):
        grant(state, seat, lines, "herded")
    scatter(state, field)


def flocks_place(state: State, shepherd: int) -> int:
    """Return where the numbers of a shepherd's tokens begin."""
    rank = pieces_named(state, "shepherd", seat_of(shepherd)).index(shepherd)
    return len(state.ext[FLOCK]) // state.players * seat_of(shepherd) + SIZES * rank


def flock(state: State, shepherd: int) -> list[int]:
    """Return how many tokens with one, two, three and four sheep a shepherd has."""
    place = flocks_place(state, shepherd)
    return state.ext[FLOCK][place : place + SIZES]


def sheep_of(state: State, shepherd: int) -> int:
    """Return the number of sheep of a shepherd."""
    return sum(size * number for size, number in enumerate(flock(state, shepherd), start=1))


def sheep_tokens(state: State) -> list[Token]:
    """Return the tokens of all flocks, beside their shepherds."""
    return [
        Token("sheep", size, seat_of(shepherd), segment_of(shepherd))
        for shepherd in pieces_named(state, "shepherd")
        for size, number in enumerate(flock(state, shepherd), start=1)
        for _ in range(number)
    ]


def prospect(state: State, seat: Seat) -> float:
    """A flock may be herded before the game ends, and a token may be due: sheep, or a wolf."""
    hope = SHEPHERD_HOPE * in_supply(state, seat, state.rules.piece_number["shepherd"])
    for shepherd in pieces_named(state, "shepherd", seat):
        sheep, printed = sheep_of(state, shepherd), state.board["sheep"][feature_of(state, shepherd)]
        due = not sheep or (state.ext[GROWS][0] and shepherd == shepherd_with_token(state))
        wolf, more = token_due(state) if due else (0.0, 0.0)
        hope += (1 - wolf) * (HERDED * (sheep + more + printed) + SHEPHERD_HOPE) + wolf * SHEPHERD_HOPE
    return time_left(state, 4) * hope


def token_due(state: State) -> tuple[float, float]:
    """Return how likely the next token is a wolf, and how many sheep it brings on average if it is not."""
    left = stock(state)
    sheep = sum(left) - left[WOLF]
    return left[WOLF] / sum(left), sum(size * number for size, number in enumerate(left)) / max(1, sheep)


def scatter(state: State, field: int) -> None:
    """All tokens of a field go back to the stock and all its shepherds home."""
    column = state.ext[FLOCK]
    for piece in shepherds_in(state, field):
        first, end = flocks_place(state, piece), len(column) // state.players * (seat_of(piece) + 1)
        column[first:end] = [*column[first + SIZES : end], *[0] * SIZES]
        take_home(state, piece)


def shepherd_with_token(state: State) -> int | None:
    """Return the shepherd of the seat on turn for whom a token is due: one whose flock grows, or who has none yet."""
    own = pieces_named(state, "shepherd", state.seat)
    if not state.ext[GROWS][0]:
        return next((shepherd for shepherd in own if not any(flock(state, shepherd))), None)
    several = TENDED in state.ext
    return next((each for each in own if not several or segment_of(each) + 1 == state.ext[TENDED][0]), None)


def options_grow(state: State) -> list[Action]:
    """A token for the flock that is to grow."""
    return tokens(state) if state.ext[GROWS][0] else []


def options_first(state: State) -> list[Action]:
    """A token for the shepherd who has just been put down (HS-SHEPHERD-2)."""
    return [] if shepherd_with_token(state) is None else tokens(state)


def stock(state: State) -> list[int]:
    """Return the tokens nobody has: wolves, then those with one to four sheep; the wolves always come back."""
    held = [sum(state.ext[FLOCK][size - 1 :: SIZES]) for size in range(1, SIZES + 1)]
    return [TOKENS[WOLF], *(TOKENS[size] - number for size, number in enumerate(held, start=1))]


def tokens(state: State) -> list[Action]:
    """Return every kind of token that may be drawn (HS-FLOCK-10)."""
    return [state.rules.pack("token", token) for token, number in enumerate(stock(state)) if number > 0]


def weights_tokens(state: State) -> list[int]:
    """A token is as likely as there are such tokens in the stock."""
    return [number for number in stock(state) if number > 0]


def do_token(state: State, values: Values) -> None:
    """Sheep join the flock; a wolf scatters all flocks of the field (HS-SHEPHERD-2, HS-FLOCK-3, HS-FLOCK-4)."""
    (token,), shepherd = values, shepherd_with_token(state)
    state.ext[GROWS][0] = 0
    if shepherd is None:
        return
    there = where(state, segment_of(shepherd))
    if token != WOLF:
        state.ext[FLOCK][flocks_place(state, shepherd) + token - 1] += 1
        tell(state, "sheep_came", state.seat, {"sheep": token, **there})
        return
    tell(state, "wolf_came", state.seat, there)
    scatter(state, feature_of(state, shepherd))


def enter_close(state: State) -> None:
    """A field that cannot grow any more is herded by itself, whoever closed it (HS-FLOCK-9)."""
    features = state.board.features
    for field in sorted({feature_of(state, piece) for piece in pieces_named(state, "shepherd")}):
        if not features.open[field]:
            herd(state, field)


# Vineyards


def vineyard_points(state: State, monastery: int, lines: list[Line]) -> None:
    """Three points more for every vineyard around a complete monastery (HS-VINE-1, HS-VINE-3, HS-VINE-4).

    A shrine is one in this respect, a garden is not (CULT-INT-4, ABBOT-INT-4).
    """
    if feature_kind(state, monastery) != "garden" and not state.board.features.open[monastery]:
        _add_vineyards(state, monastery, lines)


def garden_vineyard_points(state: State, garden: int, lines: list[Line]) -> None:
    """Three points more for every vineyard around a complete garden (HS-VINE-5)."""
    if feature_kind(state, garden) == "garden" and not state.board.features.open[garden]:
        _add_vineyards(state, garden, lines)


def _add_vineyards(state: State, feature: int, lines: list[Line]) -> None:
    board = state.board
    laid = (1 << len(board.laid)) - 1
    around = board.features.tiles[feature] & laid & ~(1 << board.tile_of(feature))
    if vineyards := sum(board.mark(number, "vineyard") for number in numbers_in(around)):
        lines.append(Line("vineyards", vineyards, 3))


# Facts


def flock_asked(state: State) -> ViewFacts:
    """Return the shepherd whose flock is to be expanded or herded."""
    shepherd = shepherd_asked(state) if step_name(state) == "flock.choose" else None
    return {} if shepherd is None else {"flock_shepherd": state.pieces.index(shepherd)}


# Invariants


def flocks_are_tended(state: State) -> list[str]:
    """Only a shepherd on the board has sheep, and no more than there are tokens (HS-FLOCK-6, HS-FLOCK-10)."""
    herding = Counter(map(seat_of, pieces_named(state, "shepherd")))
    width = len(state.ext[FLOCK]) // state.players
    idle = {seat: range(width * seat + SIZES * herding[seat], width * (seat + 1)) for seat in range(state.players)}
    owning = [seat for seat, places in idle.items() if any(state.ext[FLOCK][place] for place in places)]
    found = [f"seat {seat} has sheep without a shepherd" for seat in owning]
    return found if min(stock(state)) >= 0 else [*found, f"the stock of sheep is {stock(state)}"]


def hills_cover_tiles(state: State) -> list[str]:
    """No more tiles are buried than there are hills (HS-HILL-1)."""
    board = state.board
    hills = sum(bool(board.mark(number, "hill")) for number in range(len(board.laid)))
    return [f"{state.buried} tiles under {hills} hills"] if state.buried > hills else []


CLOSED_FIELD_HERD = Expansion(
    "hills_and_sheep.closed_field_herd", steps=(Step("flock.close", enter_close), Step("shepherd.close", enter_close))
)

GARDEN_VINEYARDS = Expansion(
    "hills_and_sheep.garden_vineyards", points=(Term(Layer.ADD, ("monastery",), garden_vineyard_points),)
)
SEVERAL_SHEPHERDS = Expansion(
    "hills_and_sheep.several_shepherds",
    steps=(Step("flock.next", enter_next),),
    columns=(StateColumn(TENDED, until=Scope.PART),),
)

EXPANSION = Expansion(
    "hills_and_sheep",
    tiles=("hills_and_sheep",),
    tokens=(sheep_tokens,),
    prospects=(prospect,),
    pieces=(Piece("shepherd", "shepherds", strength=0, goes_on=shepherd_goes_on),),
    kinds=(
        Kind("expand", do_expand),
        Kind("herd", do_herd),
        Kind("token", do_token, (Field("sheep", 3, ("wolf",)),), drawn=True),
    ),
    steps=(
        Step("hill.bury", enter_hill),
        Step("flock.choose", options=options_choose),
        Step("flock.grow", None, options_grow, chance, weights_tokens),
        Step("shepherd.token", None, options_first, chance, weights_tokens),
    ),
    columns=(
        StateColumn(FLOCK, initial=(0,) * SIZES, per_seat=True, most=max(TOKENS), times="shepherds"),
        StateColumn(GROWS, until=Scope.PART),
    ),
    feature_columns=(Column("sheep", Merge.ADD, ("field",)),),
    points=(Term(Layer.ADD, ("monastery",), vineyard_points),),
    ties=(Tie("hill", on_hill),),
    invariants=(flocks_are_tended, hills_cover_tiles),
    facts=(flock_asked,),
    options=(
        Option("closed_field_herd", (False, True), False, ((True, CLOSED_FIELD_HERD),)),
        Option(
            "garden_vineyards",
            (False, True),
            False,
            ((True, GARDEN_VINEYARDS),),
            beside=(("abbot", (False, True)),),
        ),
        Option("shepherds", NUMBERS, 1, tuple((number, SEVERAL_SHEPHERDS) for number in NUMBERS if number > 1)),
    ),
)
