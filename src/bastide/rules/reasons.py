"""Why an action is not legal, in words: a message id and what to fill in."""

from __future__ import annotations

from bastide.kernel.geometry import SIDE_NAMES, cell_text
from bastide.rules.model import SPOT_BITS, SPOT_MASK, Values
from bastide.rules.ruleset import FOLLOWERS, LANE
from bastide.rules.state import NO_TILE, State
from bastide.words import Word

Reason = tuple[str, dict[str, object]]


def why_not_draw(state: State, values: Values) -> Reason:
    """The tile is unknown, or no copy of it is left."""
    (tile,) = values
    tiles = state.board.catalogue.tiles
    if tile >= len(tiles):
        return "no_such_tile", {"tile": tile}
    return "stage_not_yet" if state.bag[tile] else "tile_not_left", {"tile": tiles[tile].name}


def why_not_place(state: State, values: Values) -> Reason:
    """The cell is taken or touches nothing, a side does not match, or an expansion forbids it."""
    rotation, cell = values
    board, tile = state.board, state.tile
    place = cell_text(cell)
    if cell in board.tile_at:
        return "cell_taken", {"cell": place}
    if cell not in board.wanted:
        return "cell_apart", {"cell": place}
    name = board.catalogue.tiles[tile].name if tile != NO_TILE else ""
    for side, mine, theirs in board.clashes(tile, rotation, cell):
        return "edges_clash", {
            "tile": name,
            "cell": place,
            "side": Word(f"side.{SIDE_NAMES[side]}"),
            "mine": Word(f"feature.{mine}"),
            "theirs": Word(f"feature.{theirs}"),
        }
    if rotation >= board.catalogue.period[tile]:
        return "same_rotation", {"tile": name, "rotation": rotation, "same": rotation % board.catalogue.period[tile]}
    vetoes = state.rules.fits[tile]
    forbidding = [veto.why_not for veto in vetoes if not veto.allows(state, tile, rotation, cell)]
    forbidding += [veto.why_not for veto in vetoes if veto.rather]
    return forbidding[0] if forbidding else "placement_forbidden", {"tile": name, "cell": place}


def why_not_pass(state: State, values: Values) -> Reason:
    """A tile that can be laid must be laid."""
    return "may_not_pass", {"step": Word(f"step.{state.rules.program[state.pc].name}")}


def _far_off(state: State) -> bool:
    """Say whether a piece may go on the land elsewhere than on the new tile."""
    last, features = state.board.cell[-1], state.board.features
    spots = [
        kind.unpack(action)[-1] for action in state.legal if (kind := state.rules.kind_of(action)).name == "deploy"
    ]
    segments = [state.board.segment(spot >> SPOT_BITS, spot & SPOT_MASK) for spot in spots if spot >> SPOT_BITS != last]
    return any(state.rules.sites[features.kind[segment]] is not None for segment in segments)


def why_not_deploy(state: State, values: Values) -> Reason:
    """The piece is not there, the spot is not on the new tile, or the feature is taken or closed to followers."""
    kind, spot = values
    board, rules = state.board, state.rules
    cell, local = spot >> SPOT_BITS, spot & SPOT_MASK
    if kind >= len(rules.pieces):
        return "no_such_piece", {"piece": kind}
    piece = Word(f"piece.{rules.pieces[kind].name}")
    number, last = board.tile_at.get(cell, -1), len(board.laid) - 1
    features = board.features
    known = number >= 0 and local < len(board.segments_of(number))
    segment = board.first[number] + local if known else -1
    on_land = known and rules.sites[features.kind[segment]] is not None
    if not known:
        return "spot_unknown", {"cell": cell_text(cell), "segment": local, "last": cell_text(board.cell[last])}
    feature = Word(f"feature.{board.catalogue.kinds[features.kind[segment]]}")
    if number != last and on_land and not _far_off(state):
        return "spot_not_new", {"cell": cell_text(cell), "feature": feature, "last": cell_text(board.cell[last])}
    if not state.supply[state.seat * len(rules.pieces) + kind]:
        return "supply_empty", {"piece": piece}
    if rules.pieces[kind].goes_on is not None:
        return "piece_belongs", {"piece": piece, "belongs": Word(f"belongs.{rules.pieces[kind].name}")}
    lanes = features.column[FOLLOWERS][features.root[segment]]
    if lanes:
        seats = [seat + 1 for seat in range(state.players) if lanes >> LANE * seat & 255]
        return "occupied", {"feature": feature, "seats": ", ".join(map(str, seats))}
    if not on_land:
        return "no_site", {"feature": feature}
    return "deployment_forbidden", {"piece": piece, "feature": feature}
