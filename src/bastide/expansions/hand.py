"""A hand of three tiles: the tactical variant of the second edition's rulebook (option ``hand_size``)."""

from __future__ import annotations

from bastide.rules.bag import copies, draws, main_left, take, to_draw
from bastide.rules.engine import finish, go_to
from bastide.rules.events import tell, tile_facts
from bastide.rules.model import (
    KIND_BITS,
    SEAT,
    SLOT,
    TILE,
    Action,
    Expansion,
    Kind,
    Option,
    Seat,
    StateColumn,
    Step,
    Values,
    chance,
)
from bastide.rules.placing import is_placeable
from bastide.rules.reasons import Reason
from bastide.rules.state import HAND_SLOTS, NO_TILE, State
from bastide.rules.turn import goes_on

PASSED = "hand.passed"
"""How many seats in a row have passed because nothing in their hand fits."""


def _deals(state: State, kind: str, seat: Seat) -> list[Action]:
    """Return every tile of the bag as one that a seat may get in its first empty slot."""
    slot = state.hand.index(NO_TILE, seat * HAND_SLOTS) - seat * HAND_SLOTS
    return draws(state, state.rules.stages[-1], kind, seat, slot)


def _takes(state: State, kind: str) -> list[Action]:
    """Return what the seat on turn may get from the bag if its hand is not full."""
    full = len(state.hand_of(state.seat)) == HAND_SLOTS
    return _deals(state, kind, state.seat) if main_left(state) and not full else []


def _weights(state: State) -> list[int]:
    return copies(state, state.rules.stages[-1])


def do_deal(state: State, values: Values) -> None:
    """A tile goes unseen from the bag to a hand; only its owner knows which."""
    seat, slot, tile = values
    take(state, tile)
    state.hand[seat * HAND_SLOTS + slot] = tile
    if state.events is not None:
        tell(state, "dealt", seat, {}, {"slot": slot, **tile_facts(state, tile)})


def options_deal(state: State) -> list[Action]:
    """Three tiles to each seat from the first player on, or one at a time in rounds if they run short (ED-HAND-1)."""
    dealt = sum(tile != NO_TILE for tile in state.hand)
    left = main_left(state)
    if not left or dealt == len(state.hand):
        return []
    in_rounds = left + dealt < len(state.hand)
    place = dealt % state.players if in_rounds else dealt // HAND_SLOTS
    return _deals(state, "deal", state.seats_from(state.seat)[place])


def options_draw(state: State) -> list[Action]:
    """While the tiles of an earlier stage last they are drawn, and the hands rest (ED-HAND-12)."""
    tiles = to_draw(state)
    return [] if tiles is state.rules.stages[-1] else draws(state, tiles, "draw")


def weights_draw(state: State) -> list[int]:
    """A tile is as likely as it has copies left."""
    return copies(state, to_draw(state))


def options_pick(state: State) -> list[Action]:
    """A tile of the hand that fits somewhere; equal tiles are one choice (ED-HAND-2, ED-HAND-5)."""
    if state.tile != NO_TILE:
        return []
    code = state.rules.code["pick"]
    tiles = sorted(set(state.hand_of(state.seat)))
    return [tile << KIND_BITS | code for tile in tiles if is_placeable(state, tile)]


def do_pick(state: State, values: Values) -> None:
    """The tile leaves the hand and becomes public (ED-HAND-2)."""
    (tile,) = values
    _drop(state, tile)
    state.tile = tile
    state.ext[PASSED][0] = 0
    if state.events is not None:
        tell(state, "picked", state.seat, tile_facts(state, tile))


def _drop(state: State, tile: int) -> None:
    state.hand[state.hand.index(tile, state.seat * HAND_SLOTS)] = NO_TILE


def enter_discard(state: State) -> None:
    """Nothing in the hand fits: it is shown to all (ED-HAND-6)."""
    if state.tile == NO_TILE and state.events is not None and (tiles := state.hand_of(state.seat)):
        facts = [tile_facts(state, tile) for tile in tiles]
        tell(
            state, "hand_shown", state.seat, {"tiles": [f["tile"] for f in facts], "names": [f["name"] for f in facts]}
        )


def options_discard(state: State) -> list[Action]:
    """One tile of a blocked hand must leave the game while there is another to take (ED-HAND-6)."""
    if state.tile != NO_TILE or not state.left:
        return []
    code = state.rules.code["discard"]
    return [tile << KIND_BITS | code for tile in sorted(set(state.hand_of(state.seat)))]


def do_discard(state: State, values: Values) -> None:
    """The tile leaves the game."""
    (tile,) = values
    _drop(state, tile)
    if state.events is not None:
        tell(state, "discarded", state.seat, tile_facts(state, tile))


def options_replace(state: State) -> list[Action]:
    """A tile for the one that has just left a blocked hand (ED-HAND-6)."""
    return [] if state.tile != NO_TILE else _takes(state, "replace")


def do_replace(state: State, values: Values) -> None:
    """The new tile may fit: the seat picks again."""
    do_deal(state, values)
    go_to(state, "hand.pick")


def enter_pass(state: State) -> None:
    """With no supply and nothing that fits, the turn is passed; a seat without tiles is skipped (ED-HAND-7, -8)."""
    if state.tile != NO_TILE:
        return
    if state.hand_of(state.seat):
        state.ext[PASSED][0] += 1
        if state.events is not None:
            tell(state, "passed", state.seat, {})
    go_to(state, "hand.refill")


def options_refill(state: State) -> list[Action]:
    """A tile of the supply for the one played (ED-HAND-4)."""
    return _takes(state, "deal")


def enter_last(state: State) -> None:
    """The game ends with the turn in which the last tile is drawn, and tiles in hands are not laid (ED-HAND-14)."""
    if not state.left and not goes_on(state):
        finish(state)


def enter_end(state: State) -> None:
    """The game ends when all tiles are gone, or when all who still hold some have passed in a row (ED-HAND-9)."""
    holding = sum(1 for seat in range(state.players) if state.hand_of(seat))
    if not state.left and (not holding or state.ext[PASSED][0] >= holding):
        finish(state)


def why_not_deal(state: State, values: Values) -> Reason:
    """No copy of the tile is left, or it is not that seat's turn to take one."""
    _, _, tile = values
    tiles = state.board.catalogue.tiles
    if tile >= len(tiles):
        return "no_such_tile", {"tile": tile}
    if not state.bag[tile]:
        return "tile_not_left", {"tile": tiles[tile].name}
    return "deal_elsewhere" if tile in state.rules.stages[-1] else "not_for_hands", {"tile": tiles[tile].name}


def why_not_from_hand(state: State, values: Values) -> Reason:
    """The tile is not in the hand, or fits nowhere."""
    (tile,) = values
    tiles = state.board.catalogue.tiles
    if tile >= len(tiles):
        return "no_such_tile", {"tile": tile}
    return "not_in_hand" if tile not in state.hand_of(state.seat) else "fits_nowhere", {"tile": tiles[tile].name}


def passes_end_the_game(state: State) -> list[str]:
    """No more seats pass in a row than there are (ED-HAND-9)."""
    passed = state.ext[PASSED][0]
    return [f"{passed} of {state.players} seats have passed"] if passed > state.players else []


HAND_OF_THREE = Expansion(
    "hand.three",
    kinds=(
        Kind("deal", do_deal, (SEAT, SLOT, TILE), why_not_deal, drawn=True, sign="<"),
        Kind("replace", do_replace, (SEAT, SLOT, TILE), why_not_deal, drawn=True, sign="<"),
        Kind("pick", do_pick, (TILE,), why_not_from_hand, sign=""),
        Kind("discard", do_discard, (TILE,), why_not_from_hand, sign="x"),
    ),
    steps=(
        Step("hand.deal", None, options_deal, chance, _weights, repeats=True),
        Step("hand.draw", None, options_draw, chance, weights_draw),
        Step("hand.pick", options=options_pick),
        Step("hand.discard", enter_discard, options_discard),
        Step("hand.replace", None, options_replace, chance, _weights),
        Step("hand.pass", enter_pass),
        Step("hand.refill", None, options_refill, chance, _weights),
        Step("hand.end", enter_end),
    ),
    replaces=("draw", "end"),
    columns=(StateColumn(PASSED),),
    invariants=(passes_end_the_game,),
)

LAST_TILE_DRAWN = Expansion("hand.last_tile_drawn", steps=(Step("hand.last", enter_last),))

EXPANSION = Expansion(
    "hand",
    options=(
        Option("hand_size", (0, HAND_SLOTS), 0, ((HAND_SLOTS, HAND_OF_THREE),)),
        Option(
            "hand_end", ("placed", "drawn"), "placed", (("drawn", LAST_TILE_DRAWN),), under=("hand_size", HAND_SLOTS)
        ),
    ),
)
