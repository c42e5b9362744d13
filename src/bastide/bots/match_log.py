"""The log of a match: JSON lines, one per game, from which a match can be resumed."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from operator import index
from pathlib import Path
from typing import cast

from bastide.bots.arena import SIDES, Fault, Match, MatchGame
from bastide.errors import BadRecord, BastideError
from bastide.rules.model import Json


class MatchLog:
    """An append-only file of finished games."""

    def __init__(self, path: Path, match: Match, resume: bool = False) -> None:
        self.path = path
        self.match = match
        self.known: list[MatchGame] = []
        """The games that were in the file when it was opened."""
        try:
            if resume and path.exists():
                self.known = self._read()
            elif path.exists() and path.stat().st_size:
                raise BadRecord("arena_log_exists", path=str(path))
            self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o666)
        except OSError as reason:
            raise self._write_error(reason) from reason

    def add(self, played: MatchGame) -> None:
        """Append a game in a single write."""
        line = json.dumps(to_json(self.match, played), ensure_ascii=False, separators=(",", ":"))
        try:
            os.write(self._file, f"{line}\n".encode())
        except OSError as reason:
            raise self._write_error(reason) from reason

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _write_error(self, reason: OSError) -> BastideError:
        return BastideError("file_write", path=str(self.path), reason=reason.strerror or str(reason))

    def _read(self) -> list[MatchGame]:
        """Return the games of the file, and truncate an incomplete last line."""
        text = self.path.read_bytes()
        whole = text.rfind(b"\n") + 1
        if whole < len(text):
            os.truncate(self.path, whole)
        return [self._read_line(number, line) for number, line in enumerate(text[:whole].splitlines(), start=1)]

    def _read_line(self, number: int, line: bytes) -> MatchGame:
        try:
            data = json.loads(line)
            if data["match"] != self.match.to_json():
                raise BadRecord("arena_log_other", path=str(self.path), line=number)
            return from_json(self.match, data)
        except (ValueError, LookupError, TypeError, AttributeError) as reason:
            raise BadRecord("arena_log_line", path=str(self.path), line=number) from reason


def to_json(match: Match, played: MatchGame) -> dict[str, object]:
    """Return a game as plain data, including everything needed to reproduce it."""
    return {
        "match": match.to_json(),
        "game": played.number,
        "seed": match.deck(played.number),
        "seats": list(played.sides),
        "scores": list(played.scores),
        "fault": None if played.fault is None else {"side": played.fault.side, "reason": played.fault.reason},
        "moves": list(played.turns),
        "times": {side: [round(seconds, 6) for seconds in played.seconds[side]] for side in SIDES},
    }


def from_json(match: Match, data: Mapping[str, Json]) -> MatchGame:
    """Return a game of a match from plain data. Raises ValueError, LookupError or TypeError if it is malformed."""
    fault = cast(Mapping[str, str] | None, data["fault"])
    times = cast(Mapping[str, Sequence[float]], data["times"])
    played = MatchGame(
        number=index(cast(int, data["game"])),
        sides="".join(cast(Sequence[str], data["seats"])),
        scores=tuple(index(points) for points in cast(Sequence[int], data["scores"])),
        turns=tuple(map(str, cast(Sequence[str], data["moves"]))),
        seconds={side: tuple(0.0 + seconds for seconds in times[side]) for side in SIDES},
        fault=None if fault is None else Fault(SIDES[SIDES.index(fault["side"])], str(fault["reason"])),
    )
    if played.number < 0 or played.sides != match.sides(played.number) or len(played.scores) != match.seats:
        raise ValueError(data["game"])
    return played
