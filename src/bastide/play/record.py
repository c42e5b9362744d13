"""Saved games: versioned JSON that is checked when it is read, and replayed by the rules as they are now."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Final

from bastide.errors import BadRecord, BastideError
from bastide.games import GAMES, choose_rules
from bastide.play.dealer import Dealer, Given
from bastide.play.game import Game
from bastide.rules.actions import from_json, to_json
from bastide.rules.model import Json

FORMAT: Final = "bastide-game"
VERSION: Final = 1


def to_record(game: Game) -> dict[str, Json]:
    """Return a game as plain data: a header, the log, the result so far, and a checksum over all of it."""
    body: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {**game.rules.choice.to_json(), "revisions": {e.id: e.revision for e in game.rules.expansions}},
        "seats": list(game.seats),
        "position": game.position,
        "log": [to_json(game.rules, entry.action) for entry in game.log],
        "result": {"over": game.over, "scores": list(game.scores)},
    }
    return {**body, "checksum": _checksum(body)}


def _checksum(body: Mapping[str, Json]) -> str:
    return sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def from_record(data: Json, dealer: Dealer | None = None) -> Game:
    """Read a game and replay it. Raises BadRecord if it is damaged, from the future or does not replay.

    Draws after the end of the log are made by the dealer; without one the game waits for them.
    """
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadRecord("record_format", format=FORMAT)
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise BadRecord("record_damaged", part="version")
    if version > VERSION:
        raise BadRecord("record_future", version=version, known=VERSION)
    if data.get("checksum") != _checksum({key: value for key, value in data.items() if key != "checksum"}):
        raise BadRecord("record_checksum")
    game = _new_game(data)
    log = data.get("log")
    if not isinstance(log, Sequence) or isinstance(log, str):
        raise BadRecord("record_damaged", part="log")
    for place, entry in enumerate(log, start=1):
        try:
            game.play(from_json(game.rules, entry))
        except BastideError as reason:
            raise BadRecord("record_replay", place=place, reason=str(reason), revisions=_revisions(data)) from reason
    if data.get("result") != {"over": game.over, "scores": game.scores}:
        raise BadRecord("record_result", revisions=_revisions(data))
    game.deal_with(dealer if dealer is not None else Given())
    return game


def _new_game(data: Mapping[str, Json]) -> Game:
    rules, seats, position = data.get("rules"), data.get("seats"), data.get("position")
    if not isinstance(rules, Mapping) or rules.get("game") not in GAMES:
        raise BadRecord("record_damaged", part="rules")
    preset, options = rules.get("preset"), rules.get("options")
    if not isinstance(preset, str) or not isinstance(options, Mapping):
        raise BadRecord("record_damaged", part="rules")
    if position is not None and not isinstance(position, str):
        raise BadRecord("record_damaged", part="position")
    chosen = {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
    if len(chosen) < len(options):
        raise BadRecord("record_damaged", part="rules.options")
    try:
        made = choose_rules(preset, _names(rules, "expansions"), _names(rules, "tiles"), chosen)
        return Game(made, _names({"seats": seats}, "seats"), Given(), position)
    except BadRecord:
        raise
    except BastideError as reason:
        raise BadRecord("record_setup", reason=str(reason)) from reason


def _names(data: Mapping[str, Json], key: str) -> list[str]:
    found = data.get(key)
    names = [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
    if not isinstance(found, list) or len(names) < len(found):
        raise BadRecord("record_damaged", part=key)
    return names


def _revisions(data: Mapping[str, Json]) -> str:
    rules = data.get("rules")
    saved = rules.get("revisions") if isinstance(rules, Mapping) else None
    return json.dumps(saved)


def save(game: Game, path: Path | str) -> None:
    """Write a game to a file; a file that is already there is replaced only once the new one is complete."""
    path = Path(path)
    draft = path.with_name(path.name + ".part")
    try:
        draft.write_text(json.dumps(to_record(game), indent=1) + "\n", encoding="utf-8")
        draft.replace(path)
    except OSError as reason:
        raise BadRecord("record_write", path=str(path), reason=reason.strerror or str(reason)) from reason


def load(path: Path | str, dealer: Dealer | None = None) -> Game:
    """Read a game from a file."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as reason:
        raise BadRecord("record_file", path=str(path), reason=str(reason)) from reason
    return loads(text, dealer)


def loads(text: str, dealer: Dealer | None = None) -> Game:
    """Read a game from the text of a file."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise BadRecord("record_json", reason=str(reason)) from reason
    return from_record(data, dealer)
