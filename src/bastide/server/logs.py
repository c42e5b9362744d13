"""The server's log: one JSON object a line, about what happened and never about what was said.

Only what `note` is given is written. Of errors there is the kind and the place, not the text: it may quote a name, a
line of chat or a secret link. The same goes for what the libraries below have to say.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import PurePath
from typing import Final

from bastide.errors import BastideError
from bastide.rules.model import Json

NAME: Final = "bastide"
LEVELS: Final = {"all": logging.INFO, "errors": logging.WARNING}
CAUSES: Final = 5
"""So many causes of an error are told."""
log = logging.getLogger(NAME)


class JsonLines(logging.Formatter):
    """Writes a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Json] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        facts = getattr(record, "facts", None)
        line |= {"what": record.msg, **facts} if isinstance(facts, Mapping) else _foreign(record)
        if record.exc_info and record.exc_info[1] is not None:
            line |= described(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _foreign(record: logging.LogRecord) -> dict[str, Json]:
    """Return what a library says, without what it fills in: the first line, or why the server could not start."""
    lines = str(record.msg).splitlines() or [""]
    if lines[0].startswith("Traceback"):
        return {"what": "failed", "trace": list(lines)}
    return {"what": lines[0]}


def described(reason: BaseException, causes: int = CAUSES) -> dict[str, Json]:
    """Return the kind of an error and where it came from, and the same of its cause, without any text of theirs."""
    found: dict[str, Json] = {"error": type(reason).__name__}
    if isinstance(reason, BastideError):
        found["id"] = reason.message
    if isinstance(reason, OSError) and reason.strerror:
        found["reason"] = reason.strerror
    frames = traceback.extract_tb(reason.__traceback__)
    found["trace"] = [f"{'/'.join(PurePath(f.filename).parts[-3:])}:{f.lineno} {f.name}" for f in frames]
    cause = reason.__cause__ or (None if reason.__suppress_context__ else reason.__context__)
    if cause is not None and causes:
        found["cause"] = described(cause, causes - 1)
    return found


def note(what: str, **facts: Json) -> None:
    """Write down that something happened: fixed words, with ids and numbers, nothing that people typed."""
    if log.isEnabledFor(logging.INFO):
        log.info(what, extra={"facts": facts})


def failed(what: str, **facts: Json) -> None:
    """Write down the error that is being handled."""
    log.error(what, exc_info=True, extra={"facts": facts})


def write_lines(level: str = "all") -> None:
    """Let everything that is logged in this process go to its error output, as lines of JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(LEVELS[level])
