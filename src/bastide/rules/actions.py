"""Actions as plain data for the wire and for saved games, derived from the fields of their kinds."""

from __future__ import annotations

from collections.abc import Mapping

from bastide.errors import BadNotation
from bastide.kernel.geometry import cell_at, point_at, point_xy, xy
from bastide.rules.model import CELL, PIECE, POINT, SPOT, SPOT_BITS, SPOT_MASK, TILE, Action, Field, Json
from bastide.rules.ruleset import Ruleset


def to_json(rules: Ruleset, action: Action) -> dict[str, Json]:
    """Return an action as plain data: its kind under ``do``, then its fields by name."""
    kind = rules.kind_of(action)
    data: dict[str, Json] = {"do": kind.name}
    for part, value in zip(kind.fields, kind.unpack(action), strict=True):
        data |= _field_to_json(rules, part, value)
    return data


def _field_to_json(rules: Ruleset, part: Field, value: int) -> dict[str, Json]:
    if part is TILE:
        return {"tile": rules.catalogue.tiles[value].id}
    if part is PIECE:
        return {"piece": rules.pieces[value].name}
    if part is CELL:
        return {"cell": list(xy(value))}
    if part is POINT:
        return {"point": list(point_xy(value))}
    if part is SPOT:
        return {"cell": list(xy(value >> SPOT_BITS)), "segment": value & SPOT_MASK}
    return {part.name: value}


def from_json(rules: Ruleset, data: Json) -> Action:
    """Read an action from plain data. Raises BadNotation if it is not one of these rules."""
    if not isinstance(data, Mapping):
        raise BadNotation("action_not_object", found=repr(data)[:60])
    name = data.get("do")
    if not isinstance(name, str) or name not in rules.code:
        raise BadNotation("action_kind", found=repr(name), known=", ".join(rules.code))
    kind = rules.kinds[rules.code[name]]
    used = {"do"}
    values = []
    for part in kind.fields:
        keys = ("cell", "segment") if part is SPOT else (part.name,)
        used.update(keys)
        if missing := [key for key in keys if key not in data]:
            raise BadNotation("action_field_missing", kind=name, field=missing[0])
        values.append(_field_from_json(rules, part, data))
    if extra := sorted(data.keys() - used):
        raise BadNotation("action_field_extra", kind=name, field=extra[0])
    return rules.pack(name, *values)


def _field_from_json(rules: Ruleset, part: Field, data: Mapping[str, Json]) -> int:
    if part is SPOT:
        return cell_at(*_pair("cell", data["cell"])) << SPOT_BITS | _number("segment", data["segment"], SPOT_BITS)
    value = data[part.name]
    if part is CELL:
        return cell_at(*_pair("cell", value))
    if part is POINT:
        return point_at(*_pair("point", value))
    if part is TILE:
        return _named("tile", value, rules.catalogue.number)
    if part is PIECE:
        return _named("piece", value, rules.piece_number)
    return _number(part.name, value, part.bits)


def _named(field: str, value: Json, known: Mapping[str, int]) -> int:
    if not isinstance(value, str) or value not in known:
        raise BadNotation("action_field", field=field, found=repr(value)[:60], expected=", ".join(known))
    return known[value]


def _pair(field: str, value: Json) -> tuple[int, int]:
    if isinstance(value, list | tuple) and len(value) == 2:
        x, y = value
        if type(x) is int and type(y) is int:
            return x, y
    raise BadNotation("action_field", field=field, found=repr(value)[:60], expected="[x, y]")


def _number(field: str, value: Json, bits: int) -> int:
    if type(value) is not int or not 0 <= value < 1 << bits:
        raise BadNotation("action_field", field=field, found=repr(value)[:60], expected=f"0–{(1 << bits) - 1}")
    return value
