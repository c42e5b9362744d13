"""A whole position in one line: the tiles in order of placing with the pieces on them, then what else there is to say.

    D(0,0) U(1,0)+1:road W(2,0)/1 ; to 2 ; scores 0 4

What no clause says has its default value, so the start of a base game is simply ``D(0,0)``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from bastide.errors import BadNotation, BadRules
from bastide.games import GameRules, make_rules, parse_rules
from bastide.kernel.geometry import cell_at, cell_text
from bastide.play.notation import find_piece, find_tile, read_rotation, read_spot, rules_of, spot_text
from bastide.rules.engine import SOLO, settle
from bastide.rules.events import Event
from bastide.rules.model import NOBODY
from bastide.rules.pieces import is_guest, pieces_named, put, unpack_piece
from bastide.rules.ruleset import Ruleset
from bastide.rules.scoring import completed_by_last_tile
from bastide.rules.state import HAND_SLOTS, NO_TILE, State
from bastide.text import NUMBER, whole_number
from bastide.words import Word

OVER_STEP: Final = "over"
MOST_COPIES: Final = 1000
MOST_POINTS: Final = 9999
GUEST: Final = "guest"
TILE_TEXT: Final = re.compile(
    rf"(?P<tile>[A-Za-z0-9][\w-]*)\((?P<x>{NUMBER}),(?P<y>{NUMBER})\)\s*"
    r"(?:/?(?P<rotation>[0-3]|[A-Z]{4})(?![\w(-]))?(?P<pieces>(?:\s*\+[\w:.]+)*)\s*,?\s*"
)
CLAUSES: Final = (
    "rules",
    "players",
    "to",
    "turn",
    "part",
    "step",
    "tile",
    "scores",
    "supply",
    "hand",
    "out",
    "buried",
    "bag",
    "column",
)


def position_text(state: State) -> str:
    """Return a position as one line that `parse_position` reads back to an equal state."""
    clauses = [f"{name} {value}" for name, value in (*_moment_clauses(state), *_table_clauses(state)) if value]
    return " ; ".join([" ".join(_tile_texts(state)), *clauses])


def _moment_clauses(state: State) -> Iterator[tuple[str, str]]:
    """Yield the clauses of the rules and the step; those with default values are empty."""
    rules = rules_of(state)
    step = rules.program[state.pc].name if state.pc < len(rules.program) else OVER_STEP
    yield "rules", str(rules.choice) if rules is not make_rules() else ""
    yield "players", str(state.players) if state.players != 2 else ""
    yield "to", str(state.seat + 1) if state.seat != int(rules.options["first_player"]) else ""
    yield "turn", str(state.turn) if state.turn != 1 else ""
    yield "part", str(state.part + 1) if state.part else ""
    yield "step", step if state.pc != rules.turn_start else ""
    yield "tile", _name(state, state.tile)


def _table_clauses(state: State) -> Iterator[tuple[str, str]]:
    """Yield the clauses of points, pieces, tiles and columns; those with default values are empty."""
    initial = State(state.rules, state.players)
    yield "scores", " ".join(map(str, state.score)) if any(state.score) else ""
    yield "supply", " ".join(_supply_text(state)) if state.supply != _supply_left(state) else ""
    hands = [_hand_text(state, seat) for seat in range(state.players)]
    yield "hand", " ".join(hands) if state.hand != initial.hand else ""
    yield "buried", str(state.buried) if state.buried else ""
    expected = _bag_left(state, Counter())
    out = Counter({tile: n - state.bag[tile] for tile, n in enumerate(expected) if n > state.bag[tile]})
    if _bag_left(state, out) == state.bag:
        yield "out", " ".join(_name(state, tile) for tile in sorted(out.elements()))
    else:
        yield "bag", " ".join(f"{_name(state, tile)}:{n}" for tile, n in enumerate(state.bag) if n) or "empty"
    for name, column in state.ext.items():
        yield f"column {name}", " ".join(map(str, column)) if column != initial.ext[name] else ""


def _name(state: State, tile: int) -> str:
    return "" if tile == NO_TILE else state.rules.catalogue.tiles[tile].name


def _tile_texts(state: State) -> list[str]:
    board, texts = state.board, []
    for number, cell in enumerate(board.cell):
        tile, rotation = board.tile(number), board.rotation(number)
        text = tile.name + cell_text(cell) + (f"/{rotation}" if rotation else "")
        for packed in state.pieces:
            segment, seat, kind = unpack_piece(packed)
            if segment in board.segments_of(number):
                piece = state.rules.pieces[kind].name
                words = [GUEST] * is_guest(packed) + [piece] * (piece != state.rules.plain)
                spot = spot_text(tile, rotation, segment - board.first[number])
                text += "+" + ":".join([str(0 if seat == NOBODY else seat + 1), *words, spot])
        texts.append(text)
    return texts


def _hand_text(state: State, seat: int) -> str:
    slots = state.hand[seat * HAND_SLOTS : (seat + 1) * HAND_SLOTS]
    return ",".join(_name(state, tile) or "-" for tile in slots)


def _supply_text(state: State) -> list[str]:
    kinds = len(state.rules.pieces)
    return ["/".join(map(str, state.supply[s * kinds : (s + 1) * kinds])) for s in range(state.players)]


def _supply_left(state: State) -> list[int]:
    left = [piece.count for _ in range(state.players) for piece in state.rules.pieces]
    for _, seat, kind in map(unpack_piece, state.pieces):
        if seat != NOBODY:
            left[seat * len(state.rules.pieces) + kind] -= 1
    return left


def _bag_left(state: State, out: Counter[int]) -> list[int]:
    """Return the bag as it follows from the tiles seen elsewhere: placed, held, drawn or out of the game.

    What games by these rules begin with is never in it, even if a board is written without.
    """
    seen = Counter(laid // 4 for laid in state.board.laid) + Counter(state.hand) + Counter([state.tile]) + out
    starts = [tile for start in state.rules.starts for _, _, tile in start.block.parts]
    laid_first = Counter(state.rules.catalogue.number[tile.id] for tile in starts)
    return [max(0, copies - max(seen[tile], laid_first[tile])) for tile, copies in enumerate(state.rules.copies)]


def parse_position(text: str, rules: GameRules | None = None, events: list[Event] | None = None) -> State:
    """Parse a position by the rules that it names, or by those that are given; append what follows to ``events``.

    Raises BadNotation if it cannot be read, and BadRules if it names other rules than those that are given.
    """
    clauses = read_clauses(text)
    said = dict(clauses)
    if "rules" in said:
        named = parse_rules(" ".join(said["rules"]))
        if rules is not None and str(named.choice) != str(rules.choice):
            raise BadRules("position_rules", position=named.choice, rules=rules.choice)
        rules = named
    state = _new_state(rules or make_rules(), said)
    _lay_tiles(state, text.partition(";")[0].strip())
    _read_table(state, said)
    for name, values in clauses:
        if name == "column":
            _read_column(state, values)
    for expansion, is_impossible in state.rules.impossible:
        if is_impossible(state):
            raise BadNotation("position_impossible", expansion=expansion)
    state.events = events
    _read_moment(state, said)
    state.events = None
    return state


def read_clauses(text: str) -> list[tuple[str, list[str]]]:
    """Return the clauses of a position: their names and their words."""
    clauses: list[tuple[str, list[str]]] = []
    for clause in filter(None, (part.strip() for part in text.split(";")[1:])):
        name, *values = clause.split()
        if name not in CLAUSES:
            raise BadNotation("clause_unknown", clause=name, known=", ".join(CLAUSES))
        if name != "column" and name in [known for known, _ in clauses]:
            raise BadNotation("clause_twice", clause=name)
        clauses.append((name, values))
    return clauses


def _new_state(rules: GameRules, said: dict[str, list[str]]) -> State:
    most = int(rules.options["max_players"])
    players = _one_number("players", said.get("players", ["2"]), SOLO, most)
    state = State(rules, players)
    state.seat = _one_number("to", said.get("to", [str(int(rules.options["first_player"]) + 1)]), 1, players) - 1
    state.turn = _one_number("turn", said.get("turn", ["1"]), 1, 10**6)
    state.part = _one_number("part", said.get("part", ["1"]), 1, 2) - 1
    return state


def _one_number(clause: str, values: list[str], least: int, most: int) -> int:
    found = whole_number(values[0]) if len(values) == 1 else None
    if found is None or not least <= found <= most:
        raise BadNotation("clause_number", clause=clause, found=" ".join(values), least=least, most=most)
    return found


def _numbers(clause: str, values: list[str], count: int) -> list[int]:
    found = [n for n in map(whole_number, values) if n is not None]
    if not len(found) == len(values) == count:
        raise BadNotation("clause_numbers", clause=clause, found=" ".join(values), count=count)
    return found


def _lay_tiles(state: State, text: str) -> None:
    board, at = state.board, 0
    if not text:
        raise BadNotation("position_empty")
    while at < len(text):
        found = TILE_TEXT.match(text, at)
        if found is None:
            raise BadNotation("position_tile", found=text[at : at + 24])
        at = found.end()
        number = find_tile(state.rules, found["tile"])
        tile = state.rules.catalogue.tiles[number]
        rotation = read_rotation(tile, found["rotation"])
        cell = cell_at(int(found["x"]), int(found["y"]))
        if cell in board.tile_at:
            raise BadNotation("position_cell_twice", cell=cell_text(cell))
        if clash := board.clashes(number, rotation, cell):
            mine, theirs = (Word(f"feature.{edge}") for edge in clash[0][1:])
            raise BadNotation("position_clash", tile=tile.name, cell=cell_text(cell), mine=mine, theirs=theirs)
        board.place(number, rotation, cell)
        for piece in found["pieces"].replace("+", " ").split():
            _put_piece(state, piece)


def _put_piece(state: State, text: str) -> None:
    board, number = state.board, len(state.board.laid) - 1
    seat, *piece, spot = text.split(":") if ":" in text else ("", "")
    guest = piece[:1] == [GUEST]
    piece = piece[guest:]
    name = piece[0] if piece else state.rules.plain
    owner = whole_number(seat)
    if owner is None or not 0 <= owner <= state.players or len(piece) > 1:
        raise BadNotation("position_piece", found=text, players=state.players)
    kind = find_piece(state.rules, name)
    if bool(state.rules.pieces[kind].neutral) != (owner == 0):
        raise BadNotation("position_owner", found=text)
    if owner == 0 and len(pieces_named(state, name)) >= state.rules.pieces[kind].neutral:
        raise BadNotation("position_piece_twice", piece=Word(f"piece.{name}"), count=state.rules.pieces[kind].neutral)
    local = read_spot(board.tile(number), board.rotation(number), spot)
    feature_kind = board.features.kind[board.first[number] + local]
    on_land = state.rules.sites[feature_kind] is not None
    if state.rules.pieces[kind].strength and on_land and not state.rules.stands[kind][feature_kind]:
        raise BadNotation("position_stands", found=text)
    if guest and not on_land:
        raise BadNotation("guest_nowhere", found=text)
    put(state, owner - 1 if owner else NOBODY, kind, board.first[number] + local, guest)


def _read_table(state: State, said: dict[str, list[str]]) -> None:
    rules, kinds = state.rules, len(state.rules.pieces)
    if "scores" in said:
        state.score = _numbers("scores", said["scores"], state.players)
        if not 0 <= min(state.score) <= max(state.score) <= MOST_POINTS:
            raise BadNotation("scores_range", most=MOST_POINTS)
    if "supply" in said:
        state.supply = _numbers("supply", "/".join(said["supply"]).split("/"), state.players * kinds)
    for i, (most, supplied) in enumerate(zip(_supply_left(state), state.supply, strict=True)):
        if not 0 <= supplied <= most:
            raise BadNotation("position_supply", seat=i // kinds + 1)
    if "hand" in said:
        slots = [name for hand in said["hand"] for name in hand.split(",")]
        if len(said["hand"]) != state.players or len(slots) != state.players * HAND_SLOTS:
            raise BadNotation("position_hand", players=state.players, slots=HAND_SLOTS)
        state.hand = [NO_TILE if name == "-" else find_tile(rules, name) for name in slots]
    if "tile" in said:
        if len(said["tile"]) != 1:
            raise BadNotation("tile_unknown", tile=" ".join(said["tile"]))
        state.tile = find_tile(rules, said["tile"][0])
    state.bag = _bag_left(state, Counter(find_tile(rules, name) for name in said.get("out", ())))
    if "bag" in said:
        state.bag = _read_bag(rules, said["bag"])
    state.buried = _one_number("buried", said.get("buried", ["0"]), 0, sum(state.bag))
    state.left = sum(state.bag) - state.buried


def _read_bag(rules: Ruleset, values: list[str]) -> list[int]:
    bag = [0] * len(rules.bag)
    for value in values if values != ["empty"] else []:
        name, colon, copies = value.partition(":")
        found = whole_number(copies) if colon else 1
        if found is None or not 0 <= found <= MOST_COPIES:
            raise BadNotation("clause_bag", found=value)
        bag[find_tile(rules, name)] += found
    return bag


def _read_column(state: State, values: list[str]) -> None:
    name = values[0] if values else ""
    if name not in state.ext:
        raise BadNotation("column_unknown", column=name, known=", ".join(state.ext) or "—")
    numbers = _numbers(f"column {name}", values[1:], len(state.ext[name]))
    most = next(column.most for column in state.rules.columns if column.name == name)
    if not 0 <= min(numbers) <= max(numbers) <= most:
        raise BadNotation("column_range", column=name, most=most)
    state.ext[name] = numbers


def _read_moment(state: State, said: dict[str, list[str]]) -> None:
    """Put the state at its step. A step that is named has been entered before; the start of a turn has not."""
    rules = state.rules
    step = " ".join(said.get("step", [])) or ("place" if state.tile != NO_TILE else "")
    asking = [s.name for s in rules.program if s.options is not None]
    if step not in (*asking, OVER_STEP, ""):
        raise BadNotation("step_unknown", step=step, known=", ".join((*asking, OVER_STEP)))
    state.pc = len(rules.program) if step == OVER_STEP else rules.at.get(step, rules.turn_start)
    if step == "place" and state.tile == NO_TILE:
        raise BadNotation("no_tile_to_place", token="step place")
    if state.pc == rules.turn_start and state.tile != NO_TILE:
        raise BadNotation("tile_too_early", step=step)
    state.completed = completed_by_last_tile(state)
    named = state.pc
    settle(state, arrived=not step)
    if step and state.pc != named:
        raise BadNotation("step_without_choice", step=step)
