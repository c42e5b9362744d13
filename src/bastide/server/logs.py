"""Logging as JSON lines, without names, chat, tokens or secrets.

A line holds the arguments of `log_event` or `log_exception` and nothing else. Of an exception it holds the type and the
traceback but not the message, which may quote what somebody typed; the same goes for records of libraries.
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
MAX_CAUSES: Final = 5
"""Number of chained exceptions in a line."""
log = logging.getLogger(NAME)


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        line: dict[str, Json] = {"at": at, "level": record.levelname.lower(), "from": record.name}
        facts = getattr(record, "facts", None)
        line |= {"what": record.msg, **facts} if isinstance(facts, Mapping) else _library_facts(record)
        if record.exc_info and record.exc_info[1] is not None:
            line |= exception_facts(record.exc_info[1])
        return json.dumps(line, ensure_ascii=False)


def _library_facts(record: logging.LogRecord) -> dict[str, Json]:
    """Return the message of a library without its arguments: the first line, or a traceback if startup failed."""
    lines = str(record.msg).splitlines() or [""]
    if lines[0].startswith("Traceback"):
        return {"what": "failed", "trace": list(lines)}
    return {"what": lines[0]}


def exception_facts(reason: BaseException, causes: int = MAX_CAUSES) -> dict[str, Json]:
    """Return the type and traceback of an exception and of its causes, without their messages."""
    facts: dict[str, Json] = {"error": type(reason).__name__}
    if isinstance(reason, BastideError):
        facts["id"] = reason.message
    if isinstance(reason, OSError) and reason.strerror:
        facts["reason"] = reason.strerror
    frames = traceback.extract_tb(reason.__traceback__)
    facts["trace"] = [f"{'/'.join(PurePath(f.filename).parts[-3:])}:{f.lineno} {f.name}" for f in frames]
    cause = reason.__cause__ or (None if reason.__suppress_context__ else reason.__context__)
    if cause is not None and causes:
        facts["cause"] = exception_facts(cause, causes - 1)
    return facts


def log_event(event: str, **facts: Json) -> None:
    """Log an event: a fixed text, with ids and numbers but nothing that people typed."""
    if log.isEnabledFor(logging.INFO):
        log.info(event, extra={"facts": facts})


def log_warning(event: str, **facts: Json) -> None:
    """Log something that an operator may not have meant."""
    log.warning(event, extra={"facts": facts})


def log_error(event: str, **facts: Json) -> None:
    """Log an error that is not an exception."""
    log.error(event, extra={"facts": facts})


def log_exception(event: str, **facts: Json) -> None:
    """Log the exception that is being handled."""
    log.error(event, exc_info=True, extra={"facts": facts})


def configure_logging(level: str = "all") -> None:
    """Write all log records of this process to standard error as JSON lines."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    log.setLevel(LEVELS[level])
