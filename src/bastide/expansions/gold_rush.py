"""Gold Rush: railroads, mountains with gold, towns and prairies. A game of its own on the same turn."""

from __future__ import annotations

from typing import Final

from bastide.kernel.features import Column, Merge
from bastide.rules import turn
from bastide.rules.bag import time_left
from bastide.rules.events import tell
from bastide.rules.model import (
    NOBODY,
    SEAT,
    SPOT,
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
    Site,
    StateColumn,
    Step,
    Term,
    Token,
    Values,
    chance,
)
from bastide.rules.pieces import (
    feature_kind,
    feature_of,
    in_supply,
    kind_of,
    lift,
    pieces_in,
    pieces_named,
    put,
    seat_of,
    segment_at,
    segment_of,
    spot_of,
    strength_of,
    take_home,
    unpack_piece,
    where,
)
from bastide.rules.scoring import award, grant, in_telling_order, is_complete, majority, value
from bastide.rules.state import State
from bastide.rules.turn import occupied
from bastide.wire.views import ViewFacts

VALUES: Final = (0, 1, 2, 3, 5)
"""What is on the mine tokens: stone, or so many nuggets."""
TOKENS: Final = (17, 18, 14, 9, 5)
"""How many tokens there are of each value."""
GOLD: Final = "gold"
"""A mine token that lies face down on a mountain: nobody's piece."""
TENT: Final = "tent"
MOST_PLAYERS: Final = 5
DUG: Final = 0.5
SHARED_OUT: Final = 0.35
"""For bots: how much of a pile a tent digs up, and how much of it goes to whoever holds the mountain."""

RESERVE: Final = "gold.reserve"
"""How many tokens are not yet laid out."""
HELD: Final = "gold.held"
"""For every seat, how many tokens of each value it has; nobody else may look."""
TAKEN: Final = "gold.taken"
"""For every seat, how many tokens it has."""
DIGS: Final = "gold.digs"
"""Whether the seat on turn is about to take a token with its tent."""
SHARED: Final = "gold.shared"
"""How many tokens of the mountain that is being shared out have been taken."""


# Mine tokens
#
# Nobody knows what is on a token that lies on the map, so it does not matter which one it is: its value is drawn when
# somebody takes it, as likely as it would be if it had been laid there before. There is no hidden order to keep.


def lay_tokens(state: State, segment: int, number: int) -> None:
    """Put tokens of the reserve face down on a mountain, as far as there are any (GOLD-MINE-1, GOLD-MINE-3)."""
    about = len(pieces_named(state, GOLD)) + sum(state.ext[TAKEN])
    laid = min(number, state.ext[RESERVE][0], sum(TOKENS) - about)
    state.ext[RESERVE][0] -= laid
    for _ in range(laid):
        put(state, NOBODY, state.rules.piece_number[GOLD], segment)
    if laid:
        tell(state, "gold_laid", state.seat, {"tokens": laid, **where(state, segment)})


def enter_first(state: State) -> None:
    """One token on the mountain of the start tile (GOLD-SETUP-1)."""
    for segment in range(len(state.board.features.root)):
        if feature_kind(state, segment) == "mountain":
            lay_tokens(state, segment, 1)
            break


def enter_lay(state: State) -> None:
    """As many tokens on each mountain of the new tile as it shows nuggets; piles that meet are one (GOLD-MINE-2)."""
    board = state.board
    for local, printed in enumerate(board.tile(-1).segments):
        if nuggets := dict(printed.marks).get("nuggets", 0):
            lay_tokens(state, board.first[-1] + local, nuggets)


def pile(state: State, mountain: int) -> list[int]:
    """Return the tokens on a mountain."""
    number = state.rules.piece_number[GOLD]
    return [piece for piece in pieces_in(state, {mountain}) if kind_of(piece) == number]


def unseen(state: State) -> list[int]:
    """Return how many tokens of each value nobody has: on the map, in the reserve, or out of the game."""
    held = state.ext[HELD]
    return [number - sum(held[i :: len(VALUES)]) for i, number in enumerate(TOKENS)]


def draws(state: State, seat: Seat) -> list[Action]:
    """Return every token that a seat may turn out to take."""
    return [state.rules.pack(GOLD, seat, v) for v, n in zip(VALUES, unseen(state), strict=True) if n]


def weights_gold(state: State) -> list[int]:
    """A value is as likely as there are such tokens that nobody has."""
    return [number for number in unseen(state) if number]


def do_gold(state: State, values: Values) -> None:
    """The top token of the mountain goes face down before its new owner (GOLD-TAKE-4)."""
    seat, gold = values
    if state.ext[DIGS][0]:
        state.ext[DIGS][0] = 0
        take_top(state, tent_mountain(state, seat))
    else:
        mountain = sharing(state)
        take_top(state, mountain)
        state.ext[SHARED][0] = state.ext[SHARED][0] + 1 if sharing(state) == mountain else 0
    state.ext[HELD][len(VALUES) * seat + VALUES.index(gold)] += 1
    state.ext[TAKEN][seat] += 1
    tell(state, "gold_taken", seat, {}, {"gold": gold})


def take_top(state: State, mountain: int | None) -> None:
    """Take the token that was laid last from a mountain."""
    if mountain is not None:
        lift(state, pile(state, mountain)[-1])


# Tents


def tent_mountain(state: State, seat: Seat) -> int | None:
    """Return the mountain where a seat's tent stands, if it does."""
    return next((feature_of(state, tent) for tent in pieces_named(state, TENT, seat)), None)


def choose_tent(state: State) -> list[Action]:
    """The tent may be pitched on, or moved to, a free part of an incomplete mountain (GOLD-TENT-1 to GOLD-TENT-5)."""
    board, features = state.board, state.board.features
    own = [board.tile_of(segment_of(tent)) for tent in pieces_named(state, TENT, state.seat)]
    if not own and not in_supply(state, state.seat, state.rules.piece_number[TENT]):
        return []
    taken = {segment_of(piece) for piece in state.pieces if seat_of(piece) != NOBODY}
    free = [
        segment
        for segment, root in enumerate(features.root)
        if feature_kind(state, root) == "mountain"
        and features.open[root]
        and segment not in taken
        and board.tile_of(segment) not in own
    ]
    return [state.rules.pack("pitch", spot_of(state, segment)) for segment in free]


def do_pitch(state: State, values: Values) -> None:
    """The tent comes from the supply or from where it stood."""
    segment, kind = segment_at(state, values[0]), state.rules.piece_number[TENT]
    for tent in pieces_named(state, TENT, state.seat):
        lift(state, tent)
    put(state, state.seat, kind, segment)
    if state.events is not None:
        tell(state, "pitched", state.seat, where(state, segment))


def choose_dig(state: State) -> list[Action]:
    """Whose tent stands on a mountain with tokens may take the top one (GOLD-TAKE-1 to GOLD-TAKE-3)."""
    mountain = tent_mountain(state, state.seat)
    return [state.rules.pack("dig")] if mountain is not None and pile(state, mountain) else []


def do_dig(state: State, values: Values) -> None:
    """What the token is worth will be seen."""
    state.ext[DIGS][0] = 1


def options_dig(state: State) -> list[Action]:
    """The token that the tent's owner takes."""
    return draws(state, state.seat) if state.ext[DIGS][0] else []


# What bots may hope for


def prospect(state: State, seat: Seat) -> float:
    """Gold that a seat has unseen, is about to dig, may dig with its tent, or may get when a mountain is complete."""
    size, left = len(VALUES), unseen(state)
    each = sum(value * number for value, number in zip(VALUES, left, strict=True)) / max(1, sum(left))
    tokens = float(state.ext[TAKEN][seat] - sum(state.ext[HELD][size * seat : size * (seat + 1)]))
    if state.ext[DIGS][0] and seat == state.seat:
        tokens += 1
    mountain = tent_mountain(state, seat)
    if mountain is not None:
        tokens += time_left(state, 3) * DUG * len(pile(state, mountain))
    for feature in occupied(state, completes=True):
        held = feature_kind(state, feature) == "mountain" and strength_of(state, feature, seat)
        if held and seat in majority(state, [feature])[0]:
            tokens += time_left(state, 6) * SHARED_OUT * len(pile(state, feature))
    return each * tokens


# Scoring


def sharing(state: State) -> int | None:
    """Return the next complete mountain with prospectors and tokens left, if there is one (GOLD-MTN-2)."""
    mountains = [f for f in state.completed if feature_kind(state, f) == "mountain"]
    return next((m for m in mountains if pile(state, m) and majority(state, [m])[0]), None)


def options_share(state: State) -> list[Action]:
    """The tokens of a complete mountain go to whoever holds it; equals take them one by one in turn (GOLD-MTN-4)."""
    mountain = sharing(state)
    if mountain is None:
        return []
    winners, _ = majority(state, [mountain])
    order = [seat for seat in state.seats_from(state.seat) if seat in winners]
    return draws(state, order[state.ext[SHARED][0] % len(order)])


def rail_points(state: State, rail: int, lines: list[Line]) -> None:
    """A point a tile, two if the railroad is complete with exactly one locomotive (GOLD-RAIL-2, -3, GOLD-FINAL-3)."""
    features = state.board.features
    drawn = not features.open[rail] and state.board["locomotive"][rail] == 1
    lines.append(Line("tiles_locomotive" if drawn else "tiles", features.size(rail), 2 if drawn else 1))


def mountain_points(state: State, mountain: int, lines: list[Line]) -> None:
    """A point for every nugget printed on it, complete or not (GOLD-MTN-3, GOLD-FINAL-2)."""
    lines.append(Line("nuggets", state.board["nuggets"][mountain], 1))


def town_points(state: State, town: int, lines: list[Line]) -> None:
    """Three points for every complete railroad that begins there, each once (GOLD-CITY-2, GOLD-FINAL-4)."""
    features = state.board.features
    lines.append(Line("railroads", sum(not features.open[rail] for rail in features.touched(town)), 3))


def prairie_points(state: State, prairie: int, lines: list[Line]) -> None:
    """Two points for every camp and four for every herd of horses (GOLD-FINAL-5)."""
    for mark, each in (("camps", 2), ("horses", 4)):
        if number := state.board[mark][prairie]:
            lines.append(Line(mark, number, each))


# The end of the game


def enter_leave(state: State) -> None:
    """Tents and the tokens on the map are removed (GOLD-FINAL-1)."""
    for tent in pieces_named(state, TENT):
        take_home(state, tent)
    for token in pieces_named(state, GOLD):
        lift(state, token)


def enter_prairies(state: State) -> None:
    """Prairies pay those who hold them (GOLD-FINAL-5)."""
    for prairie in in_telling_order(state, occupied(state, completes=False)):
        if lines := value(state, prairie):
            award(state, prairie, lines, event="farmed")


def enter_reveal(state: State) -> None:
    """All show their tokens and score the nuggets on them (GOLD-FINAL-6)."""
    size = len(VALUES)
    for seat in range(state.players):
        held = state.ext[HELD][size * seat : size * (seat + 1)]
        if any(held):
            grant(state, seat, [Line("gold", n, v) for v, n in zip(VALUES, held, strict=True) if n], "panned")


def too_many_tokens(state: State) -> bool:
    """No more tokens than the box has, of any value or in all, and as many taken as held."""
    size, held = len(VALUES), state.ext[HELD]
    about = len(pieces_named(state, GOLD)) + sum(held)
    taken = [sum(held[size * seat : size * (seat + 1)]) for seat in range(state.players)]
    return min(unseen(state)) < 0 or about > sum(TOKENS) or taken != state.ext[TAKEN]


def off_the_mountains(state: State) -> bool:
    """Tents and tokens are on mountains only."""
    pieces = [*pieces_named(state, TENT), *pieces_named(state, GOLD)]
    return any(feature_kind(state, segment_of(piece)) != "mountain" for piece in pieces)


def tokens_are_conserved(state: State) -> list[str]:
    """Tokens are in the reserve, on mountains, or before a seat (GOLD-MINE-3)."""
    about = state.ext[RESERVE][0] + len(pieces_named(state, GOLD)) + sum(state.ext[TAKEN])
    found = [f"{about} mine tokens"] if about > sum(TOKENS) else []
    return [*found, "what seats hold is not what they took"] if too_many_tokens(state) else found


def pieces_are_in_place(state: State) -> list[str]:
    """A segment holds one piece of the seats, farmers only if they play (GOLD-TENT-3, GOLD-SETUP-5).

    At the beginning of a turn nothing is left on a complete feature (GOLD-MTN-5, GOLD-MTN-6).
    """
    found, taken = [], set[int]()
    beginning = state.pc == state.rules.turn_start
    for segment, seat, kind in map(unpack_piece, state.pieces):
        name, land = state.rules.pieces[kind].name, feature_kind(state, segment)
        if seat != NOBODY and segment in taken:
            found.append(f"several pieces on one {land}")
        if (name == GOLD) != (seat == NOBODY) or (name != "cowboy" and land != "mountain"):
            found.append(f"a piece {name} of seat {seat} on a {land}")
        if land == "prairie" and not state.rules.options["farmers"]:
            found.append("a farmer where there are none")
        if beginning and land != "prairie" and is_complete(state, state.board.features.root[segment]):
            found.append(f"a piece {name} stayed on a complete {land}")
        taken |= {segment} if seat != NOBODY else set()
    return found


FARMERS = Expansion("gold_rush.farmers", sites=(Site("prairie", "farmer", order=3, completes=False),))


def tokens_taken(state: State) -> list[Token]:
    """Return how many tokens lie face down before every seat."""
    return [Token("mine", number, seat) for seat, number in enumerate(state.ext[TAKEN]) if number]


def tokens_seen(state: State) -> ViewFacts:
    """Return how many tokens of each value every seat has, those that the viewer may not know left out."""
    size = len(VALUES)
    seats = [state.ext[HELD][size * seat : size * (seat + 1)] for seat in range(state.players)]
    return {"gold_held": [{str(v): n for v, n in zip(VALUES, held, strict=True) if n} for held in seats]}


EXPANSION = Expansion(
    "gold_rush",
    tiles=("gold_rush",),
    start="gold_rush",
    tokens=(tokens_taken,),
    facts=(tokens_seen,),
    prospects=(prospect,),
    pieces=(
        Piece("cowboy", 4),
        Piece(TENT, 1, strength=0, goes_on=lambda state, segment: False),
        Piece(GOLD, sum(TOKENS), strength=0, neutral=True),
    ),
    sites=(
        Site("rail", "railwayman", order=0),
        Site("mountain", "prospector", order=1),
        Site("town", "merchant", order=2, waits=True),
    ),
    kinds=(
        *turn.KINDS,
        Kind(GOLD, do_gold, (SEAT, Field(GOLD, 3, ("stone",))), drawn=True, sign="<"),
        Kind("pitch", do_pitch, (SPOT,)),
        Kind("dig", do_dig),
    ),
    steps=(
        *turn.STEPS,
        Step("gold.first", enter_first),
        Step("gold.lay", enter_lay),
        Step("gold.dig", None, options_dig, chance, weights_gold),
        Step("gold.share", None, options_share, chance, weights_gold, repeats=True),
        Step("final.leave", enter_leave),
        Step("final.fields", enter_prairies),
        Step("final.gold", enter_reveal),
    ),
    choices=(*turn.CHOICES, choose_tent, choose_dig),
    columns=(
        *turn.COLUMNS,
        StateColumn(RESERVE, initial=(sum(TOKENS),), most=sum(TOKENS)),
        StateColumn(HELD, initial=(0,) * len(VALUES), per_seat=True, most=max(TOKENS), secret=True),
        StateColumn(TAKEN, per_seat=True, most=sum(TOKENS), grows=True),
        StateColumn(DIGS, until=Scope.PART, most=1),
        StateColumn(SHARED, until=Scope.PART, most=sum(TOKENS)),
    ),
    feature_columns=(
        Column("locomotive", Merge.ADD, ("rail",)),
        Column("nuggets", Merge.ADD, ("mountain",)),
        Column("camps", Merge.ADD, ("prairie",)),
        Column("horses", Merge.ADD, ("prairie",)),
    ),
    points=(
        Term(Layer.BASE, ("rail",), rail_points),
        Term(Layer.BASE, ("mountain",), mountain_points),
        Term(Layer.BASE, ("town",), town_points),
        Term(Layer.BASE, ("prairie",), prairie_points),
    ),
    impossible=(too_many_tokens, off_the_mountains),
    invariants=(tokens_are_conserved, pieces_are_in_place),
    options=(*turn.options(MOST_PLAYERS), Option("farmers", (False, True), True, ((True, FARMERS),))),
)
