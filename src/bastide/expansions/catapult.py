"""The Catapult: its four games with a token that flies over the real map (rulebook of Count, King & Cohorts).

The lever is replaced by an aim, the hand's tremor by nine drawn numbers; the flight itself is in `kernel.ballistics`.
"""

from __future__ import annotations

from math import cos, hypot, sin
from typing import Final, NamedTuple

from bastide.kernel import anchors, ballistics
from bastide.kernel.ballistics import Box, Catch, Flight
from bastide.kernel.geometry import UNIT, Point, point_at, point_xy, xy
from bastide.rules.engine import actor, go_to, step_name
from bastide.rules.events import tell
from bastide.rules.model import (
    PIECE,
    POINT,
    SEAT,
    SPOT,
    Action,
    Expansion,
    Field,
    Holds,
    Kind,
    Line,
    Scope,
    Seat,
    Span,
    StateColumn,
    Step,
    Values,
    chance,
)
from bastide.rules.pieces import (
    dismiss_companions,
    feature_kind,
    feature_of,
    find_piece,
    in_supply,
    is_guest,
    kind_of,
    lift,
    pack_piece,
    put,
    seat_of,
    segment_at,
    segment_of,
    spot_of,
    take_home,
    where,
)
from bastide.rules.reasons import Reason
from bastide.rules.scoring import grant
from bastide.rules.state import State
from bastide.rules.turn import RESTING
from bastide.wire.views import ViewFacts

GAMES: Final = ("knockout", "seduction", "target", "catch")
KNOCKOUT, SEDUCTION, TARGET, CATCH = range(4)
GAME: Final = Field("game", 2, GAMES)
PRIZE: Final = 5
OFF_THE_MAP: Final = "district"
"""Followers in Carcassonne are out of reach (CAT-PHYS-11)."""

PLAYED: Final = "fair.game"
"""The game that is played, counted from 1; 0 when there is none."""
THROWN: Final = "fair.thrown"
"""How many seats have thrown."""
CHOSEN: Final = "fair.chosen"
"""For every seat, the point it aims at or holds its hands at; for nobody else's eyes before the throw."""
RESTS: Final = "fair.rests"
"""Where the token of a seduction came to rest on the map; 0 if it did not."""
VICTIM: Final = "fair.victim"
"""The follower that may be replaced, as its place among the pieces, counted from 1."""
MISSED: Final = "fair.missed"
"""For every seat, the square of its distance from the target."""
FAR: Final = 1 << 60

NUMBERS: Final = tuple(Field(f"r{i}", ballistics.NUMBER_BITS) for i in range(ballistics.NUMBERS))
FINE: Final = 500
"""How fine the points of the lane are that a catch lists."""


class Standing(NamedTuple):
    """A follower on the map: its place among the pieces, the piece, and where it stands."""

    place: int
    piece: int
    centre: Point


def on_the_map(state: State) -> list[Standing]:
    """Return all followers that a token can reach, in the order of the pieces (CAT-PHYS-2)."""
    found: list[Standing] = []
    rank = segment = -1
    for place, piece in enumerate(state.pieces):
        if is_on_the_map(state, piece):
            rank = rank + 1 if segment_of(piece) == segment else 0
            segment = segment_of(piece)
            found.append(Standing(place, piece, anchors.centre(state.board, segment, rank)))
    return found


def is_on_the_map(state: State, piece: int) -> bool:
    """Say whether a token can reach a piece: a follower on a tile, on the land or on the crown."""
    follower = state.rules.pieces[kind_of(piece)].strength and not is_guest(piece)
    return bool(follower) and feature_kind(state, segment_of(piece)) != OFF_THE_MAP


def map_box(state: State) -> Box:
    """Return the bounding box of all placed tiles."""
    columns, rows = zip(*map(xy, state.board.cell), strict=True)
    return Box(UNIT * min(columns), UNIT * min(rows), UNIT * (max(columns) + 1), UNIT * (max(rows) + 1))


def game_played(state: State) -> int | None:
    """Return the game that is being played at the fair, if any."""
    return state.ext[PLAYED][0] - 1 if state.ext[PLAYED][0] else None


def hurler(state: State) -> Seat:
    """Return the seat whose throw it is: the seat on turn first, then clockwise (CAT-ROUND-3)."""
    return (state.seat + state.ext[THROWN][0]) % state.players


def catcher(state: State) -> Seat:
    """Return the left neighbour of the hurler (CAT-CATCH-1)."""
    return (hurler(state) + 1) % state.players


# Choosing


def options_choose(state: State) -> list[Action]:
    """After a tile with a fair, the seat on turn must choose one of the four games (CAT-ROUND-1, CAT-ROUND-2)."""
    return [state.rules.pack("fair", game) for game in range(4)] if state.board.mark(-1, "fair") else []


def do_fair(state: State, values: Values) -> None:
    """Everybody will play it, once."""
    state.ext[PLAYED][0] = values[0] + 1
    tell(state, "fair_begins", state.seat, {"game": GAMES[values[0]]})


def aims(state: State) -> Box:
    """Return where the hurler may aim: at the map and a margin of one tile, or along the lane (CAT-PHYS-5, -12)."""
    return ballistics.LANE if game_played(state) == CATCH else map_box(state).grown()


def options_aim(state: State) -> list[Action]:
    """Some of the points one may aim at: the middles of tiles and of the cells beside them, or a grid on the lane."""
    game = game_played(state)
    if game is None:
        return []
    if game == CATCH:
        return [state.rules.pack("hurl", point_at(x, y)) for x, y in ballistics.LANE.grid(FINE)]
    cells = map(xy, sorted((*state.board.cell, *state.board.wanted)))
    return [state.rules.pack("hurl", point_at(UNIT * x + UNIT // 2, UNIT * y + UNIT // 2)) for x, y in cells]


def options_hands(state: State) -> list[Action]:
    """In a catch, some of the places where the hands may be."""
    if game_played(state) != CATCH:
        return []
    return [state.rules.pack("reach", point_at(x, y)) for x, y in ballistics.HANDS.grid(FINE)]


def may_aim(state: State, values: Values) -> bool:
    """Every point of the area may be aimed at."""
    return aims(state).holds(point_xy(values[0]))


def may_reach(state: State, values: Values) -> bool:
    """The hands may be anywhere beyond the measuring board."""
    return ballistics.HANDS.holds(point_xy(values[0]))


def why_not_aim(state: State, values: Values) -> Reason:
    """The point is outside the area."""
    return _outside(aims(state), values)


def why_not_reach(state: State, values: Values) -> Reason:
    """The place is out of reach."""
    return _outside(ballistics.HANDS, values)


def _outside(area: Box, values: Values) -> Reason:
    (x, y), (west, north, east, south) = point_xy(values[0]), area
    return "point_outside", {"x": x, "y": y, "west": west, "north": north, "east": east, "south": south}


def aim_at(origin: Point, box: Box, direction: float, strength: float) -> Point:
    """Return where a player aims by direction (radians, clockwise from east) and strength (0 to 1).

    The range grows with the square of the strength, up to the farthest corner of the grown box (CAT-PHYS-5). Only the
    point that comes out is ever recorded, so it does not matter that it is found by way of fractions.
    """
    area, (x, y) = box.grown(), origin
    reach = max(hypot(east - x, south - y) for east, south in area.corners()) * strength**2
    return area.nearest((round(x + reach * cos(direction)), round(y + reach * sin(direction))))


def do_choose_point(state: State, values: Values) -> None:
    """The point is fixed, but not yet told: in a catch the other side is still to choose (CAT-CATCH-2)."""
    state.ext[CHOSEN][actor(state)] = values[0]


# Throwing


def options_scatter(state: State) -> list[Action]:
    """Nine numbers are drawn once all points are fixed (CAT-PHYS-6); this example is a throw without any error."""
    middle = (1 << ballistics.NUMBER_BITS - 1) - 1
    game, chosen = game_played(state), state.ext[CHOSEN]
    ready = game is not None and chosen[hurler(state)] and (game != CATCH or chosen[catcher(state)])
    return [state.rules.pack("scatter", *(middle, middle + 1) * 4, 0)] if ready else []


def scatter(state: State, number: int) -> Action:
    """Return the nine numbers that a great number stands for."""
    bits = ballistics.NUMBER_BITS
    return state.rules.pack("scatter", *(number >> bits * i & (1 << bits) - 1 for i in range(ballistics.NUMBERS)))


def do_scatter(state: State, values: Values) -> None:
    """The token flies, and what it does depends on the game."""
    seat, game = hurler(state), game_played(state)
    if game == CATCH:
        duel(state, values)
        return
    aim = point_xy(state.ext[CHOSEN][seat])
    flight = ballistics.throw(ballistics.stand(map_box(state), seat, state.players), aim, values)
    rest = flight.rest
    facts = {"from": flight.origin, "aim": aim, "landing": flight.landing, "rest": rest, "numbers": list(values)}
    tell(state, "hurled", seat, facts)
    if game == KNOCKOUT:
        knock_out(state, flight)
    elif game == TARGET:
        state.ext[MISSED][seat] = ballistics.miss(rest, *xy(state.board.cell[-1]))
    elif lies_on_the_map(state, rest):
        state.ext[RESTS][0] = point_at(*rest)


def lies_on_the_map(state: State, rest: Point) -> bool:
    """Say whether any part of a token at rest lies on a tile or on a cell of a board (CAT-PHYS-8, CAT-RUL-5)."""
    column, row = rest[0] // UNIT, rest[1] // UNIT
    near = [(x, y) for x, y in map(xy, state.board.cell) if abs(x - column) <= 1 and abs(y - row) <= 1]
    return any(ballistics.overlaps(rest, x, y) for x, y in near)


def knock_out(state: State, flight: Flight) -> None:
    """All whom the token sweeps away go home without points, wherever it came down (CAT-KNOCK-1 to CAT-KNOCK-6)."""
    standing = on_the_map(state)
    hit = [standing[i] for i in ballistics.knocked(flight, [there.centre for there in standing])]
    for place, piece, _ in sorted(hit, reverse=True):
        take_home(state, piece, place)
    for _, piece, _ in hit:
        dismiss_companions(state, feature_of(state, piece), seat_of(piece))


def duel(state: State, numbers: Values) -> None:
    """Hurler or catcher scores, never both (CAT-CATCH-3 to CAT-CATCH-7)."""
    sides = hurler(state), catcher(state)
    aim, held = (point_xy(state.ext[CHOSEN][seat]) for seat in sides)
    end = ballistics.catch(aim, held, numbers)
    tell(state, f"catch_{end.value}", sides[0], {"aim": aim, "hands": held, "numbers": list(numbers)})
    winner = sides[0] if end in (Catch.FAR, Catch.TOUCHED) else sides[1]
    grant(state, winner, [Line("catch", 1, PRIZE)], "fair")


# Seduction


def nearest(state: State) -> list[Standing]:
    """Return the opponents' followers nearest to where the token rests: one, or several equally near (CAT-SEDUCE-2)."""
    if not state.ext[RESTS][0]:
        return []
    rest, seat = point_xy(state.ext[RESTS][0]), hurler(state)
    others = [there for there in on_the_map(state) if seat_of(there.piece) != seat]
    closest = min((ballistics.square(there.centre, rest) for there in others), default=0)
    return [there for there in others if ballistics.square(there.centre, rest) == closest]


def enter_victim(state: State) -> None:
    """If one follower is nearest, nothing is to be chosen."""
    near = nearest(state)
    if len(near) == 1:
        state.ext[VICTIM][0] = near[0].place + 1


def options_victim(state: State) -> list[Action]:
    """Among followers equally near, the hurler chooses, if he has anyone to send (CAT-SEDUCE-2, CAT-SEDUCE-6)."""
    near = nearest(state)
    if len(near) < 2:
        return []
    found = [piece for _, piece, _ in near if replacements(state, piece)]
    return sorted({state.rules.pack("victim", seat_of(p), kind_of(p), spot_of(state, segment_of(p))) for p in found})


def do_victim(state: State, values: Values) -> None:
    """The victim is chosen."""
    state.ext[VICTIM][0] = victim_place(state, values) + 1


def victim_place(state: State, values: Values) -> int:
    """Return the place among the pieces of the follower that a choice of a victim names, the nearest of several."""
    seat, kind, spot = values
    piece = pack_piece(segment_at(state, spot), seat, kind)
    return next(there.place for there in nearest(state) if there.piece == piece)


def fetched_place(state: State, values: Values) -> int:
    """Return the place among the pieces of a follower of the hurler's own that is to be fetched."""
    kind, spot = values
    return state.pieces.index(find_piece(state, hurler(state), kind, spot))


def victim(state: State) -> int | None:
    """Return the follower that may be replaced, if there is one."""
    place, own = state.ext[VICTIM][0] - 1, hurler(state)
    if not 0 <= place < len(state.pieces):
        return None
    piece = state.pieces[place]
    return piece if is_on_the_map(state, piece) and seat_of(piece) != own else None


def suitable(state: State, victim: int) -> list[int]:
    """Return the kinds of followers that may stand where another one stands; on the crown, ordinary ones."""
    rules, kind = state.rules, state.board.features.kind[segment_of(victim)]
    if rules.sites[kind] is None:
        return list(rules.ordinary)
    return [number for number, stands in enumerate(rules.stands) if stands[kind]]


def replacements(state: State, victim: int) -> list[Action]:
    """Return whom the hurler could send: followers of the supply, or from elsewhere on the map (CAT-SEDUCE-3, -4)."""
    rules, seat, kinds = state.rules, hurler(state), suitable(state, victim)
    own = [piece for _, piece, _ in on_the_map(state) if seat_of(piece) == seat and kind_of(piece) in kinds]
    fetched = {rules.pack("fetch", kind_of(piece), spot_of(state, segment_of(piece))) for piece in own}
    resting = state.ext[RESTING][seat] - 1 if RESTING in state.ext else -1
    sent = [rules.pack("send", kind) for kind in kinds if in_supply(state, seat, kind) > (kind == resting)]
    return [*sent, *sorted(fetched)]


def options_exchange(state: State) -> list[Action]:
    """The hurler may exchange the victim for a follower of his own, or let it be (CAT-SEDUCE-3)."""
    chosen = victim(state)
    found = [] if chosen is None else replacements(state, chosen)
    return [state.rules.pack("pass"), *found] if found else []


def do_send(state: State, values: Values) -> None:
    """The replacement comes from the supply."""
    exchange(state, values[0])


def do_fetch(state: State, values: Values) -> None:
    """The replacement comes from elsewhere on the map."""
    place = fetched_place(state, values)
    piece = state.pieces[place]
    lift(state, piece, place)
    state.ext[VICTIM][0] -= place < state.ext[VICTIM][0] - 1
    exchange(state, kind_of(piece))
    dismiss_companions(state, feature_of(state, piece), seat_of(piece))


def exchange(state: State, kind: int) -> None:
    """The victim goes home without points; the replacement stands exactly where it stood (CAT-SEDUCE-4, -5, -8)."""
    place, seat = state.ext[VICTIM][0] - 1, hurler(state)
    victim = state.pieces[place]
    segment = segment_of(victim)
    take_home(state, victim, place)
    put(state, seat, kind, segment, place=place)
    tell(state, "seduced", seat, {"piece": state.rules.pieces[kind].name, **where(state, segment)})
    dismiss_companions(state, feature_of(state, victim), seat_of(victim))


def enter_next(state: State) -> None:
    """The next seat throws; after the last one a target is reckoned up (CAT-ROUND-4)."""
    if game_played(state) is None:
        return
    state.ext[THROWN][0] += 1
    state.ext[RESTS][0] = state.ext[VICTIM][0] = 0
    state.ext[CHOSEN] = [0] * state.players
    if state.ext[THROWN][0] < state.players:
        go_to(state, "fair.aim")
        return
    if game_played(state) == TARGET:
        missed = state.ext[MISSED]
        for seat in state.seats_from(state.seat):
            if missed[seat] == min(missed):
                grant(state, seat, [Line("target", 1, PRIZE)], "fair")
    state.ext[PLAYED][0] = state.ext[THROWN][0] = 0
    state.ext[MISSED] = [0] * state.players


def fair_is_forgotten(state: State) -> list[str]:
    """Nothing of a fair is remembered after it."""
    if step_name(state).startswith("fair."):
        return []
    kept = [name for name in (PLAYED, THROWN, CHOSEN, RESTS, VICTIM, MISSED) if any(state.ext[name])]
    return [f"{name} is {state.ext[name]} at {step_name(state)}" for name in kept]


def at_the_fair(state: State) -> ViewFacts:
    """Return the game that is played, and the follower that may be seduced."""
    game, place = game_played(state), state.ext[VICTIM][0]
    facts: ViewFacts = {} if game is None else {"fair_game": GAMES[game]}
    if place:
        facts["fair_victim"] = place - 1
    return facts


EXPANSION = Expansion(
    "catapult",
    revision=3,
    tiles=("catapult",),
    facts=(at_the_fair,),
    kinds=(
        Kind("fair", do_fair, (GAME,)),
        Kind("hurl", do_choose_point, (POINT,), why_not_aim, accepts=may_aim),
        Kind("reach", do_choose_point, (POINT,), why_not_reach, accepts=may_reach),
        Kind("scatter", do_scatter, NUMBERS, drawn=True),
        Kind("victim", do_victim, (SEAT, PIECE, SPOT)),
        Kind("send", do_send, (PIECE,)),
        Kind("fetch", do_fetch, (PIECE, SPOT)),
    ),
    steps=(
        Step("fair.choose", options=options_choose),
        Step("fair.aim", None, options_aim, hurler),
        Step("fair.hands", None, options_hands, catcher),
        Step(
            "fair.scatter",
            None,
            options_scatter,
            chance,
            span=Span(1 << ballistics.NUMBER_BITS * ballistics.NUMBERS, scatter),
        ),
        Step("fair.victim", enter_victim, options_victim, hurler),
        Step("fair.exchange", None, options_exchange, hurler),
        Step("fair.next", enter_next),
    ),
    columns=(
        StateColumn(PLAYED, until=Scope.PART, most=4),
        StateColumn(THROWN, until=Scope.PART),
        StateColumn(CHOSEN, per_seat=True, until=Scope.PART, most=FAR, secret=True),
        StateColumn(RESTS, until=Scope.PART, most=FAR),
        StateColumn(VICTIM, until=Scope.PART, holds=(Holds.PIECE,)),
        StateColumn(MISSED, per_seat=True, until=Scope.PART, most=FAR),
    ),
    invariants=(fair_is_forgotten,),
)
