"""Saved games: versioned JSON that is checked when it is read, and replayed by the rules as they are now.

If others played on for some seats, ``seats`` has the last names, and a block ``players`` the names by ply. A game that
ended before its last turn tells in ``ended`` how. A game of a fair dealer has a block ``fair`` with the commitment and
the salt, and with the secret once it is over. These blocks need no new version: version 1 is read with or without them,
and a program that does not know them reads the rest.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Final

from bastide.errors import BadRecord, BastideError
from bastide.games import GAMES, choose_rules, earlier_options
from bastide.play.dealer import Dealer, Given
from bastide.play.fair import Fair, Sealed, read_sealed, terms_of
from bastide.play.game import Game
from bastide.rules.actions import from_json, to_json
from bastide.rules.model import Json, OptionValue

FORMAT: Final = "bastide-game"
VERSION: Final = 1


@dataclass(frozen=True)
class Opened:
    """A record that was checked, but not replayed yet."""

    game: Game
    """Before its first action; it waits for every draw."""
    log: Sequence[Json]
    result: Json
    revisions: Json
    sealed: Sealed | None
    """What is told of the fair dealer, if it was one."""
    terms: str
    """The digest of the rules, the first names and the first position as the record tells them."""
    players: Sequence[tuple[int, Sequence[str]]]
    """The names at the seats from some plies on; empty if nobody played on for another."""
    ended: str
    """How the game ended before its last turn; empty if nothing is told of that."""


def to_record(game: Game, *, ended: str = "", players: Sequence[tuple[int, Sequence[str]]] = ()) -> dict[str, Json]:
    """Return a game as plain data: a header, the log, the result so far, and a checksum over all of it.

    ``ended`` says how a game ended that nobody will go on with, such as "resigned". The secret of a fair dealer is told
    then, or once the game is over. ``players`` are the names at the seats from some plies on; they are told if somebody
    played on for another.
    """
    body: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "rules": {**game.rules.choice.to_json(), "revisions": revisions_of(game)},
        "seats": list(game.seats),
        "position": game.position,
        "log": [to_json(game.rules, entry.action) for entry in game.log],
        "result": result_of(game),
    }
    if len(players) > 1:
        body["players"] = [{"ply": ply, "seats": list(names)} for ply, names in players]
    if ended and not game.over:
        body["ended"] = ended
    sealed = game.dealer.sealed(game.over or bool(ended)) if isinstance(game.dealer, Fair) else game.dealer
    if isinstance(sealed, Sealed):
        body["fair"] = sealed.to_json()
    return {**body, "checksum": _checksum(body)}


def result_of(game: Game) -> dict[str, Json]:
    """Return the result of a game so far as plain data."""
    return {"over": game.over, "scores": list(game.scores)}


def revisions_of(game: Game) -> dict[str, Json]:
    """Return the revision of every part of the rules of a game."""
    return {expansion.id: expansion.revision for expansion in game.rules.expansions}


def _checksum(body: Mapping[str, Json]) -> str:
    return sha256(json.dumps(body, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def from_record(data: Json, dealer: Dealer | None = None) -> Game:
    """Read a game and replay it. Raises BadRecord if it is damaged, from the future or does not replay.

    Draws after the end of the log are made by the dealer; without one the game waits for them. A fair dealer must be
    the one that the record tells of; with a dealer of another kind the game is no fair one any more.
    """
    opened = open_record(data)
    game, revisions = opened.game, json.dumps(opened.revisions)
    if isinstance(dealer, Fair) and opened.sealed is not None:
        dealer = _same_dealer(dealer, opened.sealed)
    for place, entry in enumerate(opened.log, start=1):
        try:
            game.play(from_json(game.rules, entry))
        except BastideError as reason:
            raise BadRecord("record_replay", place=place, reason=str(reason), revisions=revisions) from reason
    if opened.result != result_of(game):
        raise BadRecord("record_result", revisions=revisions)
    game.deal_with(dealer if dealer is not None else opened.sealed or Given())
    return game


def open_record(data: Json) -> Opened:
    """Check a record and set up its game, without replaying it. Raises BadRecord if it is damaged."""
    if not isinstance(data, Mapping) or data.get("format") != FORMAT:
        raise BadRecord("record_format", format=FORMAT)
    version = data.get("version")
    if type(version) is not int or version < 1:
        raise BadRecord("record_damaged", part="version")
    if version > VERSION:
        raise BadRecord("record_future", version=version, known=VERSION)
    if not _is_whole(data):
        raise BadRecord("record_checksum")
    game, sealed = _new_game(data), read_sealed(data["fair"]) if "fair" in data else None
    log = data.get("log")
    if not isinstance(log, Sequence) or isinstance(log, str):
        raise BadRecord("record_damaged", part="log")
    players = _players(data)
    first = players[0][1] if players else game.seats
    terms = terms_of(_choice(data), first, game.position)
    return Opened(game, log, data.get("result"), _revisions(data), sealed, terms, players, _ended(data))


def _is_whole(data: Mapping[str, Json]) -> bool:
    try:
        return data.get("checksum") == _checksum({key: value for key, value in data.items() if key != "checksum"})
    except RecursionError:
        return False


def _same_dealer(dealer: Fair, sealed: Sealed) -> Fair:
    """Return the dealer with the salt of the record. Raises BadRecord if it is not the one that dealt the game."""
    bound = dealer.bound_like(sealed.salt)
    if (bound.commitment, bound.salt) != (sealed.commitment, sealed.salt):
        raise BadRecord("record_dealer", commitment=sealed.commitment)
    return bound


def _new_game(data: Mapping[str, Json]) -> Game:
    rules, seats, position = data.get("rules"), data.get("seats"), data.get("position")
    if not isinstance(rules, Mapping) or rules.get("game") not in list(GAMES):
        raise BadRecord("record_damaged", part="rules")
    preset, options = rules.get("preset"), rules.get("options")
    if not isinstance(preset, str) or not isinstance(options, Mapping):
        raise BadRecord("record_damaged", part="rules")
    if position is not None and not isinstance(position, str):
        raise BadRecord("record_damaged", part="position")
    chosen = {name: value for name, value in options.items() if isinstance(value, bool | int | str)}
    if len(chosen) < len(options):
        raise BadRecord("record_damaged", part="rules.options")
    expansions = _names(rules, "expansions")
    try:
        made = choose_rules(preset, expansions, _names(rules, "tiles"), {**_as_it_was(data, expansions), **chosen})
        return Game(made, _names({"seats": seats}, "seats"), Given(), position)
    except BadRecord:
        raise
    except BastideError as reason:
        raise BadRecord("record_setup", reason=str(reason)) from reason


def _as_it_was(data: Mapping[str, Json], expansions: Sequence[str]) -> dict[str, OptionValue]:
    """Return the options that give the rules of the revisions in which a game was recorded."""
    revisions = _revisions(data)
    return earlier_options(expansions, revisions if isinstance(revisions, Mapping) else {})


def _names(data: Mapping[str, Json], key: str) -> list[str]:
    found = data.get(key)
    names = [name for name in found if isinstance(name, str)] if isinstance(found, list) else []
    if not isinstance(found, list) or len(names) < len(found):
        raise BadRecord("record_damaged", part=key)
    return names


def _revisions(data: Mapping[str, Json]) -> Json:
    rules = data.get("rules")
    return rules.get("revisions") if isinstance(rules, Mapping) else None


def _choice(data: Mapping[str, Json]) -> Json:
    """Return the choice of the rules as it was written, without revisions: they may change while a game is played."""
    rules = data.get("rules")
    return {name: rules[name] for name in rules if name != "revisions"} if isinstance(rules, Mapping) else rules


def _players(data: Mapping[str, Json]) -> list[tuple[int, Sequence[str]]]:
    found = data.get("players", [])
    if not isinstance(found, list):
        raise BadRecord("record_damaged", part="players")
    players: list[tuple[int, Sequence[str]]] = []
    for item in found:
        ply = item.get("ply") if isinstance(item, Mapping) else None
        if not isinstance(item, Mapping) or type(ply) is not int:
            raise BadRecord("record_damaged", part="players")
        players.append((ply, _names(item, "seats")))
    return players


def _ended(data: Mapping[str, Json]) -> str:
    ended = data.get("ended", "")
    if not isinstance(ended, str):
        raise BadRecord("record_damaged", part="ended")
    return ended


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
    return from_record(parse_json(text), dealer)


def parse_json(text: str) -> Json:
    """Return the data that a text writes down. Raises BadRecord if it is not JSON."""
    try:
        data: Json = json.loads(text)
    except (ValueError, RecursionError) as reason:
        raise BadRecord("record_json", reason=str(reason)) from reason
    return data
