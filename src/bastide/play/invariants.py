"""What must hold at every moment of every game, whatever the rules. Slow on purpose: for tests and `simulate`."""

from __future__ import annotations

from collections import Counter

from bastide.kernel.twin import disagreements
from bastide.rules.engine import actor, options, weights
from bastide.rules.model import CHANCE, NOBODY, OVER
from bastide.rules.pieces import segment_of, unpack_piece
from bastide.rules.ruleset import FOLLOWERS, LANE
from bastide.rules.state import NO_TILE, State


def wrong_with(state: State) -> list[str]:
    """Return what is wrong with a state by itself; nothing if all is well."""
    found = pieces_conserved(state) + followers_agree(state) + disagreements(state.board) + choices_sound(state)
    if state.left != sum(state.bag) - state.buried or min(*state.bag, state.left) < 0:
        found.append(f"the bag says {state.left} but holds {sum(state.bag)}, {state.buried} of them buried")
    extra = seen_tiles(state) - Counter(dict(enumerate(state.rules.copies)))
    return found + [f"tile {tile} appeared from nowhere" for tile in extra]


class Watch:
    """Follows one game and says in words what is broken, moment by moment."""

    def __init__(self, state: State) -> None:
        self.copies = Counter(dict(enumerate(state.rules.copies)))
        self.before = state.copy()

    def look(self, state: State) -> list[str]:
        """Return what is wrong after an action; nothing if all is well."""
        found = wrong_with(state)
        missing, before = self.copies - seen_tiles(state), self.copies - seen_tiles(self.before)
        if extra := before - missing:
            found.append(f"tiles came back into the game: {dict(extra)}")
        if sum((missing - before).values()) > 1:
            found.append(f"several tiles vanished at once: {dict(missing - before)}")
        if any(now < then for now, then in zip(state.score, self.before.score, strict=True)):
            found.append(f"points were lost: {self.before.score} became {state.score}")
        if len(state.board.laid) < len(self.before.board.laid):
            found.append("a tile left the board")
        self.before = state.copy()
        return found


def seen_tiles(state: State) -> Counter[int]:
    """Return how many copies of each tile are on the board, in the bag, in hands or about to be laid."""
    seen = Counter(laid // 4 for laid in state.board.laid) + Counter(dict(enumerate(state.bag)))
    return seen + Counter(tile for tile in [*state.hand, state.tile] if tile != NO_TILE)


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
    """The strength kept for every feature is that of the followers standing in it."""
    features = state.board.features
    counted: Counter[int] = Counter()
    for segment, seat, kind in map(unpack_piece, state.pieces):
        if strength := state.rules.pieces[kind].strength:
            counted[features.root[segment]] += strength << LANE * seat
    column = features.column[FOLLOWERS]
    wrong = [f for f in set(features.root) if column[f] != counted[f]]
    return [f"feature {f} counts {column[f]} where {counted[f]} stand" for f in wrong]


def choices_sound(state: State) -> list[str]:
    """Options are pure, without doubles, and there exactly while the game goes on."""
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
