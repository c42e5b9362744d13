"""Invariants of every state: general ones, and those that the expansions in play declare.

Checking them is slow; it is meant for tests and `bastide simulate`.
"""

from __future__ import annotations

from collections import Counter

from bastide.kernel.twin import disagreements
from bastide.rules.engine import actor, options, weights
from bastide.rules.model import CHANCE, NOBODY, OVER
from bastide.rules.pieces import feature_of, is_guest, kind_of, seat_of, segment_of, strength_of, unpack_piece
from bastide.rules.ruleset import FOLLOWERS, LANE
from bastide.rules.state import NO_TILE, State


def wrong_with(state: State) -> list[str]:
    """Return the violations of a single state, as text."""
    return quick_violations(state) + disagreements(state.board) + choices_sound(state)


def quick_violations(state: State) -> list[str]:
    """Return the violations that need neither the slow twin of the board nor the options."""
    return [
        *pieces_conserved(state),
        *followers_agree(state),
        *companions_accompany(state),
        *tiles_conserved(state),
        *stages_in_order(state),
        *columns_in_range(state),
        *declared(state),
    ]


class InvariantChecker:
    """Checks one game, action by action."""

    def __init__(self, state: State) -> None:
        self.copies = Counter(dict(enumerate(state.rules.copies)))
        self.before = state.copy()

    def check(self, state: State, thorough: bool = True) -> list[str]:
        """Return the violations after an action. Only a thorough check uses the slow twin and the options."""
        found = wrong_with(state) if thorough else quick_violations(state)
        missing, before = self.copies - seen_tiles(state), self.copies - seen_tiles(self.before)
        if extra := before - missing:
            found.append(f"tiles came back into the game: {dict(extra)}")
        if sum((missing - before).values()) > 1:
            found.append(f"several tiles vanished at once: {dict(missing - before)}")
        if any(now < then for now, then in zip(state.score, self.before.score, strict=True)):
            found.append(f"points were lost: {self.before.score} became {state.score}")
        if len(state.board.laid) < len(self.before.board.laid):
            found.append("a tile left the board")
        if state.part > self.before.part and (state.seat, state.turn) != (self.before.seat, self.before.turn):
            found.append("a second part without a first")
        for column in state.rules.columns:
            now, then = state.ext[column.name], self.before.ext[column.name]
            if column.grows and any(a < b for a, b in zip(now, then, strict=True)):
                found.append(f"{column.name} fell from {then} to {now}")
        self.before = state.copy()
        return found


def declared(state: State) -> list[str]:
    """The invariants that expansions declare hold, and no position is one that they declare impossible."""
    rules = state.rules
    found = [f"{expansion}: {what}" for expansion, broken in rules.invariants for what in broken(state)]
    return found + [f"{expansion}: {test.__name__}" for expansion, test in rules.impossible if test(state)]


def seen_tiles(state: State) -> Counter[int]:
    """Return the number of copies of each tile on the board, in the bag, in hands and drawn."""
    seen = Counter(laid // 4 for laid in state.board.laid) + Counter(dict(enumerate(state.bag)))
    return seen + Counter(tile for tile in [*state.hand, state.tile] if tile != NO_TILE)


def tiles_conserved(state: State) -> list[str]:
    """The count of the bag is right, and there are no more tiles than the sets hold."""
    found = []
    if state.left != sum(state.bag) - state.buried or min(*state.bag, state.left, state.buried) < 0:
        found.append(f"the bag says {state.left} but holds {sum(state.bag)}, {state.buried} of them buried")
    extra = seen_tiles(state) - Counter(dict(enumerate(state.rules.copies)))
    return found + [f"tile {tile} appeared from nowhere" for tile in extra]


def stages_in_order(state: State) -> list[str]:
    """No tile of a later stage is laid while one of an earlier stage is in the bag."""
    *stages, _ = state.rules.stages
    first = next((i for i, tiles in enumerate(stages) if any(state.bag[tile] for tile in tiles)), None)
    if first is None:
        return []
    begun = sum(len(start.block.parts) for start in state.rules.starts)
    later = {tile for tiles in state.rules.stages[first + 1 :] for tile in tiles}
    early = [laid // 4 for laid in state.board.laid[begun:] if laid // 4 in later]
    return [f"tile {tile} was laid before its stage" for tile in early]


def pieces_conserved(state: State) -> list[str]:
    """Every seat's pieces are in its supply or on the board, and none twice."""
    rules = state.rules
    kinds = len(rules.pieces)
    count = list(state.supply)
    neutral: Counter[int] = Counter()
    for _, seat, kind in map(unpack_piece, state.pieces):
        if seat == NOBODY:
            neutral[kind] += 1
        else:
            count[seat * kinds + kind] += 1
    expected = [piece.count for _ in range(state.players) for piece in rules.pieces]
    found = [] if count == expected else [f"pieces are {count}, not {expected}"]
    if min(state.supply) < 0:
        found.append(f"a supply is below zero: {state.supply}")
    found += [f"{n} of piece {kind} that is nobody's" for kind, n in neutral.items() if n > rules.pieces[kind].neutral]
    if state.pieces != sorted(state.pieces, key=segment_of):
        found.append("the pieces are out of order")
    return found


def followers_agree(state: State) -> list[str]:
    """The stored strength of every feature is that of its followers."""
    features = state.board.features
    counted: Counter[int] = Counter()
    for segment, seat, kind in map(unpack_piece, state.pieces):
        if strength := state.rules.pieces[kind].strength:
            counted[features.root[segment]] += strength << LANE * seat
    column = features.column[FOLLOWERS]
    wrong = [f for f in set(features.root) if column[f] != counted[f]]
    return [f"feature {f} counts {column[f]} where {counted[f]} stand" for f in wrong]


def companions_accompany(state: State) -> list[str]:
    """Companions stand beside a follower of their own seat, and only followers are guests."""
    found = []
    for piece in state.pieces:
        kind, seat = state.rules.pieces[kind_of(piece)], seat_of(piece)
        if kind.companion and not strength_of(state, feature_of(state, piece), seat):
            found.append(f"the {kind.name} of seat {seat} stands alone")
        if is_guest(piece) and not kind.strength:
            found.append(f"the {kind.name} of seat {seat} is a guest")
    return found


def columns_in_range(state: State) -> list[str]:
    """The columns of expansions are within their limits, and a turn has at most two parts."""
    found = [] if state.part in (0, 1) else [f"part {state.part} of a turn"]
    for column in state.rules.columns:
        numbers = state.ext[column.name]
        if min(numbers) < 0 or max(numbers) > column.most:
            found.append(f"{column.name} is {numbers}, beyond 0 to {column.most}")
    return found


def choices_sound(state: State) -> list[str]:
    """Listing options has no side effects, options are unique, and there are some exactly until the game is over."""
    before = state.key()
    legal = options(state)
    found = []
    if state.key() != before:
        found.append("asking for the options changed the state")
    if len(set(legal)) != len(legal):
        found.append("an option is listed twice")
    if (actor(state) == OVER) == bool(legal):
        found.append(f"{len(legal)} options while the actor is {actor(state)}")
    if actor(state) == CHANCE and (len(weights(state)) != len(legal) or min(weights(state)) < 1):
        found.append("a draw has options without weight")
    return found
