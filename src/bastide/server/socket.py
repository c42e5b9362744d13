"""The server's WebSocket: one for each viewer of a table. The first message says who one is."""

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
from bastide.server.api import Forbidden, find, limits_of, seat_for_token
from bastide.server.hub import Hub
from bastide.server.limits import TokenBucket
from bastide.server.live_table import LiveTable, Viewer
from bastide.server.logs import failed
from bastide.server.messages import done_message, error_message, pong_message, valid_ref, welcome_message
from bastide.server.settings import Settings
from bastide.server.table import ClientMessage, PendingEntry, Table
from bastide.words import LANGUAGES

router = APIRouter()
MOST_BYTES: Final = 16_384
MOST_REF: Final = 60
POLICY: Final = 1008
"""The code of a socket that is closed because of what came over it."""

COMMANDS: Final[Mapping[str, Callable[[Table, Seat, ClientMessage], PendingEntry]]] = {
    "act": lambda table, seat, wish: table.act(seat, wish),
    "confirm": lambda table, seat, wish: table.confirm(seat),
    "undo": lambda table, seat, wish: table.undo(seat),
    "takeback": lambda table, seat, wish: table.ask_takeback(seat),
    "offer_end": lambda table, seat, wish: table.offer_end(seat),
    "answer": lambda table, seat, wish: table.answer(seat, _yes(wish), _asked(wish)),
    "resign": lambda table, seat, wish: table.resign(seat),
    "say": lambda table, seat, wish: table.say(seat, _text(wish)),
}


def _asked(wish: ClientMessage) -> int | None:
    """Return which question an answer is for, if it says so."""
    version = wish.get("question")
    if version is not None and type(version) is not int:
        raise BastideError("bad_message", reason="question")
    return version


def _yes(wish: ClientMessage) -> bool:
    yes = wish.get("yes")
    if not isinstance(yes, bool):
        raise BastideError("bad_message", reason="yes: true, false")
    return yes


def _text(wish: ClientMessage) -> str:
    text = wish.get("text")
    if not isinstance(text, str):
        raise BastideError("bad_message", reason='text: "…"')
    return text


def origin_allowed(socket: WebSocket, settings: Settings) -> bool:
    """Say whether a page may open a socket here: pages of this server, of sites that are named, and programs."""
    origin = socket.headers.get("origin")
    if origin is None or origin in settings.origins:
        return True
    try:
        return urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False


@router.websocket("/api/tables/{table_id}/socket")
async def at_the_table(socket: WebSocket, table_id: str) -> None:
    """Watch or play at a table."""
    hub: Hub = socket.app.state.hub
    settings: Settings = socket.app.state.settings
    if not origin_allowed(socket, settings):
        await socket.close(POLICY)
        return
    await socket.accept()
    language = "en"
    try:
        limits_of(socket).sockets.check(socket.client.host if socket.client else None)
        await find(hub, table_id)
        wish = await _hello(socket, settings.hello_seconds)
        language = _language(wish)
        live = await find(hub, table_id)
        viewer = await _greeted(live, wish, language)
    except BastideError as reason:
        hub.metrics.refused.labels(reason.message).inc()
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await socket.send_text(error_message(reason, language))
            await socket.close(POLICY)
        return
    except WebSocketDisconnect:
        return
    hub.metrics.sockets.inc()
    jobs = [
        asyncio.create_task(_listen(socket, hub, live, viewer, TokenBucket(settings.messages_per_second))),
        asyncio.create_task(_send_on(socket, viewer)),
        asyncio.create_task(_cut_off(viewer)),
    ]
    try:
        await asyncio.wait(jobs, return_when=asyncio.FIRST_COMPLETED)
    finally:
        hub.metrics.sockets.dec()
        live.viewers.discard(viewer)
        live.broadcast_presence()
        for job in jobs:
            job.cancel()
        await asyncio.gather(*jobs, return_exceptions=True)


async def _cut_off(viewer: Viewer) -> None:
    """Wait until a viewer does not keep up."""
    await viewer.overflowed.wait()


async def _hello(socket: WebSocket, patience: float) -> ClientMessage:
    """Wait for the first message."""
    try:
        async with asyncio.timeout(patience):
            wish = read_message(await _received(socket))
    except TimeoutError as reason:
        raise BastideError("bad_message", reason="hello") from reason
    if wish.get("type") != "hello":
        raise BastideError("bad_message", reason="hello")
    return wish


def _language(wish: ClientMessage) -> str:
    """Return the language that a message asks for, if it is one of ours."""
    asked = wish.get("lang")
    return asked if isinstance(asked, str) and asked in LANGUAGES else "en"


async def _greeted(live: LiveTable, wish: ClientMessage, language: str) -> Viewer:
    """Answer the first message with how things stand."""
    token, since = wish.get("token"), wish.get("since")
    table = live.table
    if token is not None and not isinstance(token, str):
        raise BastideError("bad_message", reason='token: "…"')
    if token is None and not table.options.spectators:
        raise Forbidden("no_spectators")
    async with live.lock:
        if live.evicted:
            raise BastideError("table_busy")
        seat = seat_for_token(live, token) if token is not None else None
        viewer = Viewer(seat, language, wish.get("presence") is True)
        viewer.tiles = len(table.game.state.board.laid) if table.game else 0
        known = since if type(since) is int and 0 <= since <= table.version else table.version
        viewer.send(welcome_message(table, known, seat, language))
        live.viewers.add(viewer)
    live.broadcast_presence()
    return viewer


async def _send_on(socket: WebSocket, viewer: Viewer) -> None:
    """Send what waits in a viewer's line, one message after another."""
    try:
        while (message := await viewer.queue.get()) is not None:
            await socket.send_text(message)
        await socket.close()
    except (WebSocketDisconnect, RuntimeError):
        return


async def _listen(socket: WebSocket, hub: Hub, live: LiveTable, viewer: Viewer, pace: TokenBucket) -> None:
    while True:
        text = await _received(socket)
        begun = time.perf_counter()
        ref: Json = None
        try:
            allowed = pace.allows()
            wish = read_message(text)
            ref = wish.get("ref")
            if not allowed:
                raise BastideError("too_many_messages")
            version = await _obey(hub, live, viewer, wish)
        except BastideError as reason:
            hub.metrics.refused.labels(reason.message).inc()
            viewer.send(error_message(reason, viewer.language, ref, live.table))
        except Exception:
            failed("socket", table=live.table.id, seat=viewer.seat)
            viewer.send(error_message(BastideError("server_error"), viewer.language, ref, live.table))
        else:
            if version is not None:
                viewer.send(done_message(ref, version))
        hub.metrics.seconds.observe(time.perf_counter() - begun)


async def _received(socket: WebSocket) -> str | None:
    """Return the next text that comes over a socket, None if it is no text. Raises WebSocketDisconnect at the end."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or 1000)
    text: str | None = message.get("text")
    return text


async def _obey(hub: Hub, live: LiveTable, viewer: Viewer, wish: ClientMessage) -> int | None:
    """Do what a message asks; return the version it made, or None if there is nothing to acknowledge."""
    kind, ref = wish.get("type"), wish.get("ref")
    if valid_ref(ref) is not None and len(str(ref)) > MOST_REF:
        raise BastideError("bad_message", reason=f"ref > {MOST_REF}")
    if kind == "ping":
        viewer.send(pong_message(ref, live.table.version))
        return None
    if not isinstance(kind, str) or kind not in COMMANDS:
        raise BastideError("bad_message", reason=", ".join(("ping", *COMMANDS)))
    found: list[int] = []

    def command(table: Table) -> PendingEntry | None:
        if viewer.seat is None:
            raise Forbidden("not_your_seat")
        name = f"{viewer.seat}/{ref}"
        if valid_ref(ref) is not None and name in table.refs:
            found.append(table.refs[name])
            return None
        step = COMMANDS[kind](table, viewer.seat, wish)
        return step if valid_ref(ref) is None else step.named(name)

    entry = await hub.execute(live, command)
    return entry.version if entry else found[-1]


def read_message(text: str | None) -> ClientMessage:
    """Return a message as plain data. Raises BastideError if it is none."""
    if text is None:
        raise BastideError("bad_message", reason="{…}")
    if len(text) > MOST_BYTES:
        raise BastideError("bad_message", reason=f"> {MOST_BYTES}")
    try:
        data = json.loads(text, parse_constant=_no_number)
        if "\\u" in text:
            json.dumps(data, ensure_ascii=False).encode()  # halves of characters cannot be written
    except (ValueError, RecursionError) as reason:
        raise BastideError("bad_message", reason="JSON") from reason
    if not isinstance(data, dict):
        raise BastideError("bad_message", reason="{…}")
    return data


def _no_number(name: str) -> Json:
    raise ValueError(name)
