"""The WebSocket of a viewer. The first message is a hello, with the token of a seat unless it is a spectator's."""

from __future__ import annotations

import asyncio
import contextlib
import json
import time
from collections.abc import Callable, Mapping
from typing import Final
from urllib.parse import urlsplit

from fastapi import APIRouter, WebSocket, WebSocketDisconnect

from bastide.errors import BastideError
from bastide.rules.model import Json, Seat
from bastide.server import commands
from bastide.server.dependencies import check_rate, find_table, view_for_token
from bastide.server.entries import PendingEntry
from bastide.server.hub import Hub
from bastide.server.limits import TokenBucket
from bastide.server.live_table import LiveTable, Viewer
from bastide.server.logs import log_exception
from bastide.server.looks import LOOKS_PER_SECOND, look_of
from bastide.server.messages import done_message, error_message, pong_message, valid_ref, welcome_message
from bastide.server.settings import Settings
from bastide.server.table import Table
from bastide.wire.messages import HelloMessage
from bastide.words import LANGUAGES

router = APIRouter()
MAX_MESSAGE: Final = 16_384
MAX_REF: Final = 60
POLICY_VIOLATION: Final = 1008
"""The close code of a refused socket."""
CLOSE_SECONDS: Final = 2.0
"""Timeout for telling a client why its socket is closed."""
ClientMessage = Mapping[str, Json]
"""A message of a client whose fields are not checked yet."""

COMMANDS: Final[Mapping[str, Callable[[Table, Seat, ClientMessage], PendingEntry | None]]] = {
    "act": commands.act,
    "confirm": lambda table, seat, message: commands.confirm(table, seat),
    "ready": lambda table, seat, message: commands.ready(table, seat),
    "undo": lambda table, seat, message: commands.undo(table, seat),
    "takeback": lambda table, seat, message: commands.propose_takeback(table, seat),
    "offer_end": lambda table, seat, message: commands.propose_end(table, seat),
    "answer": lambda table, seat, message: commands.answer(table, seat, _yes(message), _proposal_version(message)),
    "resign": lambda table, seat, message: commands.resign(table, seat),
    "say": lambda table, seat, message: (
        commands.say_phrase(table, seat, message["phrase"])
        if "phrase" in message
        else commands.say(table, seat, _text(message))
    ),
}
"""The commands of a seat by the type of their message, the types of `CommandMessage` except for looks and pings."""


def _proposal_version(message: ClientMessage) -> int | None:
    version = message.get("question")
    if version is not None and type(version) is not int:
        raise BastideError("bad_message", reason="question")
    return version


def _yes(message: ClientMessage) -> bool:
    yes = message.get("yes")
    if not isinstance(yes, bool):
        raise BastideError("bad_message", reason="yes: true, false")
    return yes


def _text(message: ClientMessage) -> str:
    text = message.get("text")
    if not isinstance(text, str):
        raise BastideError("bad_message", reason='text: "…"')
    return text


def origin_allowed(socket: WebSocket, settings: Settings) -> bool:
    """Return whether a socket comes from a page of this server or of an allowed origin, or from a program."""
    origin = socket.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False


@router.websocket("/api/tables/{table_id}/socket")
async def table_socket(socket: WebSocket, table_id: str) -> None:
    """Watch or play at a table."""
    hub: Hub = socket.app.state.hub
    settings: Settings = socket.app.state.settings
    if not origin_allowed(socket, settings):
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    language = "en"
    try:
        check_rate(socket, "sockets")
        await find_table(hub, table_id)
        message = await _receive_hello(socket, settings.hello_seconds)
        language = _language(message)
        hello = _parse_hello(message)
        live = await find_table(hub, table_id)
        await hub.bring_up_to_date(live)
        viewer = _welcome(live, hello, language)
        hub.driver.schedule(live)
    except BastideError as reason:
        hub.metrics.refused.labels(reason.message).inc()
        await _close(socket, reason, language)
        return
    except WebSocketDisconnect:
        return
    hub.metrics.sockets.inc()
    receiving = asyncio.create_task(_receive_loop(socket, hub, live, viewer, MessageLimits(settings)))
    jobs = [
        receiving,
        asyncio.create_task(_send_loop(socket, viewer)),
        asyncio.create_task(_wait_for_overflow(viewer)),
    ]
    try:
        await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.metrics.sockets.dec()
        live.remove(viewer)
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)
    if not receiving.cancelled() and receiving.exception() is None:
        await _close(socket, BastideError("cut_off"), viewer.language)


async def _close(socket: WebSocket, reason: BastideError, language: str) -> None:
    """Tell a client why its socket is closed, and close it."""
    with contextlib.suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
        async with asyncio.timeout(CLOSE_SECONDS):
            await socket.send_text(error_message(reason, language))
            await socket.close(POLICY_VIOLATION)


async def _wait_for_overflow(viewer: Viewer) -> None:
    await viewer.overflowed.wait()


async def _receive_hello(socket: WebSocket, timeout_s: float) -> ClientMessage:
    """Return the first message. Raises BastideError if it is not a hello or takes too long."""
    try:
        async with asyncio.timeout(timeout_s):
            message = parse_message(await _receive_text(socket))
    except TimeoutError as reason:
        raise BastideError("bad_message", reason="hello") from reason
    if message.get("type") != "hello":
        raise BastideError("bad_message", reason="hello")
    return message


def _language(message: ClientMessage) -> str:
    """Return the requested language if it is supported, else English."""
    language = message.get("lang")
    return language if isinstance(language, str) and language in LANGUAGES else "en"


def _parse_hello(message: ClientMessage) -> HelloMessage:
    """Return a hello with valid fields. Raises BastideError if its token is not a text."""
    token, since = message.get("token"), message.get("since")
    if token is not None and not isinstance(token, str):
        raise BastideError("bad_message", reason='token: "…"')
    version = since if type(since) is int else None
    presence, looks = message.get("presence") is True, message.get("looks") is True
    return {"type": "hello", "token": token, "since": version, "presence": presence, "looks": looks}


def _welcome(live: LiveTable, hello: HelloMessage, language: str) -> Viewer:
    """Add a viewer to a table, and answer its hello. It does not wait for commands that wait for the store."""
    token, since = hello.get("token"), hello.get("since")
    table = live.table
    if token is None and not table.options.spectators:
        raise BastideError("no_spectators")
    if live.evicted:
        raise BastideError("table_busy")
    seat = view_for_token(live, token) if token is not None else None
    viewer = Viewer(seat, language, hello.get("presence", False), hello.get("looks", False))
    viewer.tiles = len(table.game.state.board.laid) if table.game else 0
    known = table.version if since is None or since < 0 else since
    if known > table.version:  # the store was restored since then
        known = 0
    viewer.send(welcome_message(table, known, seat, language))
    live.viewers.add(viewer)
    live.broadcast_presence()
    return viewer


async def _send_loop(socket: WebSocket, viewer: Viewer) -> None:
    """Send the queued messages of a viewer until it is closed."""
    try:
        while (message := await viewer.queue.get()) is not None:
            await socket.send_text(message)
        await socket.close()
    except (WebSocketDisconnect, RuntimeError):
        return


class MessageLimits:
    """The rate limits of one socket."""

    def __init__(self, settings: Settings) -> None:
        rate = settings.messages_per_second
        self.messages = TokenBucket(rate)
        self.looks = TokenBucket(LOOKS_PER_SECOND, LOOKS_PER_SECOND)
        self.refusals = TokenBucket(rate / 4, 5 * rate)
        """Messages beyond the limit that are refused; with more of them the socket is closed."""
        self.answers = TokenBucket(1, 1)
        """Errors that tell of refused messages."""


async def _receive_loop(socket: WebSocket, hub: Hub, live: LiveTable, viewer: Viewer, limits: MessageLimits) -> None:
    """Execute the commands of a viewer, and relay its looks, until the socket is closed.

    Messages beyond the limit are not parsed. Returns if a client keeps on sending them.
    """
    while True:
        text = await _receive_text(socket)
        if not limits.messages.take():
            reason = BastideError("too_many_messages")
            hub.metrics.refused.labels(reason.message).inc()
            if not limits.refusals.take():
                return
            if limits.answers.take():
                viewer.send(error_message(reason, viewer.language, None, live.table))
            continue
        started = time.perf_counter()
        ref: Json = None
        try:
            message = parse_message(text)
            ref = message.get("ref")
            version = None
            if message.get("type") != "look":
                version = await _execute(hub, live, viewer, message)
            elif limits.looks.take():
                _relay_look(hub, live, viewer, message)
        except BastideError as reason:
            hub.metrics.refused.labels(reason.message).inc()
            viewer.send(error_message(reason, viewer.language, ref, live.table))
        except Exception:
            log_exception("socket command failed", table=live.table.id, seat=viewer.seat)
            viewer.send(error_message(BastideError("server_error"), viewer.language, ref, live.table))
        else:
            if version is not None:
                viewer.send(done_message(ref, version))
        hub.metrics.seconds.observe(time.perf_counter() - started)


def _relay_look(hub: Hub, live: LiveTable, viewer: Viewer, message: ClientMessage) -> None:
    """Relay where a seat looks to the other viewers. It is not answered."""
    if viewer.seat is None:
        raise BastideError("not_your_seat")
    look = look_of(live.table, viewer.seat, message)
    if look is not None:
        hub.relay_look(live, look)


async def _receive_text(socket: WebSocket) -> str | None:
    """Return the next text message, or None for a binary one. Raises WebSocketDisconnect when the socket closes."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text: str | None = message.get("text")
    return text


async def _execute(hub: Hub, live: LiveTable, viewer: Viewer, message: ClientMessage) -> int | None:
    """Execute the command in a message. Return the version of its entry, or None for a ping, which is answered here."""
    kind, ref = message.get("type"), message.get("ref")
    if valid_ref(ref) is not None and len(str(ref)) > MAX_REF:
        raise BastideError("bad_message", reason=f"ref > {MAX_REF}")
    if kind == "ping":
        viewer.send(pong_message(ref, live.table.version))
        return None
    if not isinstance(kind, str) or kind not in COMMANDS:
        raise BastideError("bad_message", reason=", ".join(("ping", "look", *COMMANDS)))
    executed: list[int] = []  # the version of the entry, if the command is a repetition or changes nothing

    def command(table: Table) -> PendingEntry | None:
        if viewer.seat is None:
            raise BastideError("not_your_seat")
        seat_ref = f"{viewer.seat}/{ref}"
        if valid_ref(ref) is not None and seat_ref in table.refs:
            executed.append(table.refs[seat_ref])
            return None
        pending = COMMANDS[kind](table, viewer.seat, message)
        if pending is None:
            executed.append(table.version)
            return None
        return pending if valid_ref(ref) is None else pending.with_ref(seat_ref)

    entry = await hub.execute(live, command)
    return entry.version if entry else executed[-1]


def parse_message(text: str | None) -> ClientMessage:
    """Return the JSON object of a message. Raises BastideError if it is not one or too long."""
    if text is None:
        raise BastideError("bad_message", reason="{…}")
    if len(text) > MAX_MESSAGE:
        raise BastideError("bad_message", reason=f"> {MAX_MESSAGE}")
    try:
        data = json.loads(text, parse_constant=_refuse_constant)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # raises for lone surrogates
    except (ValueError, RecursionError) as reason:
        raise BastideError("bad_message", reason="JSON") from reason
    if not isinstance(data, dict):
        raise BastideError("bad_message", reason="{…}")
    return data


def _refuse_constant(name: str) -> Json:
    raise ValueError(name)
