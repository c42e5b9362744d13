"""The protocols of connections, HTTP and WebSocket, with limits on what a client may send, and how slowly."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from http import HTTPStatus
from typing import ClassVar, Final

from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame

from bastide.server.connections import ConnectionCounter
from bastide.server.settings import Settings

MAX_HEADER_BYTES: Final = 32_768
"""Size of the URL and all headers of a request."""
MAX_HEADERS: Final = 100
PARSED_BYTES: Final = 4096
"""Number of bytes that are parsed at a time; the size of an incomplete header is known up to as many."""
MAX_PIPELINED: Final = 16
"""Number of requests that a client may send before the first of them is answered."""
MAX_FRAGMENTS: Final = 100
"""Number of frames of one WebSocket message."""
MAX_UNREAD: Final = 1000
"""Number of WebSocket messages that arrive before the first of them is read."""
LINGER_SECONDS: Final = 1.0
"""Time for which the rest of a refused request is read and discarded, so that the client gets to the response."""


class HeadersTooLarge(Exception):
    """The headers of a request are too large or too many."""


class TooManyPipelined(Exception):
    """A client has sent too many requests without waiting for responses."""


class LimitedConnection(asyncio.Protocol):
    """A connection that is counted, and aborted if the client does not read what is sent."""

    settings: ClassVar[Settings]
    counter: ClassVar[ConnectionCounter]
    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    _stall_timer: asyncio.TimerHandle | None = None
    _unsent = 0

    @property
    def address(self) -> str | None:
        """The address of the peer."""
        return self.client[0] if self.client else None

    def pause_writing(self) -> None:
        """Start to watch whether the client reads."""
        super().pause_writing()
        self._watch_reading()

    def _watch_reading(self) -> None:
        self._unsent = self.transport.get_write_buffer_size()
        self._stall_timer = self.loop.call_later(self.settings.stall_seconds, self._check_reading)

    def _check_reading(self) -> None:
        if self.transport.get_write_buffer_size() < self._unsent:
            self._watch_reading()
        else:
            self.transport.abort()

    def resume_writing(self) -> None:
        """Stop watching: everything has been sent."""
        super().resume_writing()
        self._stop_watching()

    def _stop_watching(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None

    def connection_lost(self, exc: Exception | None) -> None:
        """Count the connection no longer."""
        super().connection_lost(exc)
        self._stop_watching()
        self.counter.close(self.address)


class LimitedHttpProtocol(LimitedConnection, HttpToolsProtocol):
    """HTTP with limits on the size of headers, and on the time until a request is complete."""

    _timer: asyncio.TimerHandle | None = None
    _header_bytes = 0
    """Size of the URL and the headers of the current request so far."""
    _unparsed = 0
    """Number of bytes received since the last complete part of a request."""
    _cycles: Sequence[RequestResponseCycle | None] = ()
    """The last requests that the application got."""
    _begun = False
    """Whether a part of a request has been received that is not complete."""
    _headers_complete = False
    _oversized = False
    _done = False
    """Whether nothing more is parsed: a request was refused, or the connection is a WebSocket now."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, unless there are too many."""
        super().connection_made(transport)
        transport.set_write_buffer_limits(high=0)  # writing is paused whenever the client does not read
        refusal = self.counter.open(self.address)
        if refusal is None:
            self._set_timer(self.settings.header_seconds)
        else:
            self._respond(refusal)
            self._done = True
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer, and tell the application if it has not answered yet."""
        self._stop_timer()
        for cycle in self._unanswered():
            cycle.disconnected = True
            cycle.message_event.set()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what arrives, unless it is the rest of a refused request."""
        for start in range(0, len(data), PARSED_BYTES):
            if self._done:
                return
            if self._timer is None:
                self._set_timer(self.settings.header_seconds)
            part = data[start : start + PARSED_BYTES]
            self._unparsed += len(part)
            super().data_received(part)
            if self._unparsed > MAX_HEADER_BYTES and not self._done:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self._begun, self._headers_complete, self._header_bytes = True, False, 0
        if self._timer is None:
            self._set_timer(self.settings.header_seconds)

    def on_url(self, url: bytes) -> None:
        """Take a part of the URL."""
        super().on_url(url)
        self._count_header(len(url))

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header."""
        super().on_header(name, value)
        self._count_header(len(name) + len(value))

    def _count_header(self, size: int) -> None:
        self._unparsed = 0
        self._header_bytes += size
        if self._header_bytes > MAX_HEADER_BYTES or len(self.headers) > MAX_HEADERS:
            self._oversized = True
            raise HeadersTooLarge

    def on_headers_complete(self) -> None:
        """Hand the request to the application."""
        unanswered = self._unanswered()
        if len(unanswered) > MAX_PIPELINED:
            raise TooManyPipelined
        self._headers_complete = True
        self._set_timer(self.settings.body_seconds)
        super().on_headers_complete()
        self._cycles = [*unanswered, self.cycle]

    def on_chunk_header(self) -> None:
        """Begin a chunk of the body."""
        self._unparsed = 0

    def on_body(self, body: bytes) -> None:
        """Take a part of the body."""
        super().on_body(body)
        self._unparsed = 0

    def on_message_complete(self) -> None:
        """End a request."""
        super().on_message_complete()
        self._begun, self._unparsed = False, 0
        self._stop_timer()

    def handle_websocket_upgrade(self) -> None:
        """Continue as a WebSocket, unless its handshake cannot be read or earlier requests are not answered yet."""
        if self._unanswered():
            self._refuse(HTTPStatus.BAD_REQUEST)
            return
        self._done = True
        self._stop_timer()
        super().handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedWebSocketProtocol) and not protocol.handshake_initiated:
            self._refuse(HTTPStatus.BAD_REQUEST)

    def send_400_response(self, msg: str) -> None:
        """Refuse a request that cannot be parsed."""
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE if self._oversized else HTTPStatus.BAD_REQUEST)

    def _set_timer(self, seconds: float) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, self._time_out)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _time_out(self) -> None:
        """Refuse a request that is not complete. If none was begun, or it has been answered, close the connection."""
        self._timer = None
        if self._begun and (self._unanswered() or not self._headers_complete):
            self._refuse(HTTPStatus.REQUEST_TIMEOUT)
        elif not self._unanswered():
            self.transport.close()

    def _unanswered(self) -> list[RequestResponseCycle]:
        """Return the requests that have not been answered completely, in order."""
        return [cycle for cycle in self._cycles if cycle is not None and not cycle.response_complete]

    def _refuse(self, status: HTTPStatus) -> None:
        """Respond with an error, and close the connection once the client had time to read it."""
        self._done = True
        if self.transport.is_closing():
            return
        unanswered = self._unanswered()
        if not unanswered or not unanswered[0].response_started:
            self._respond(status)
        if unanswered:  # the application may still write
            self.transport.close()
            return
        self.transport.write_eof()
        self._stop_timer()
        self._timer = self.loop.call_later(LINGER_SECONDS, self.transport.close)

    def _respond(self, status: HTTPStatus) -> None:
        text = f"{status.phrase}\n".encode()
        head = f"content-type: text/plain; charset=utf-8\r\ncontent-length: {len(text)}\r\nconnection: close\r\n\r\n"
        self.transport.write(STATUS_LINE[status] + head.encode() + text)


class LimitedWebSocketProtocol(LimitedConnection, WebSocketsSansIOProtocol):
    """WebSocket with limits on what the application does not see: fragments, pings, and messages it has not read."""

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment of a message."""
        if len(self.frames) < MAX_FRAGMENTS:
            super().handle_cont(event)
        elif not self.close_sent:
            self._fail(CloseCode.MESSAGE_TOO_BIG)

    def send_receive_event_to_app(self) -> None:
        """Queue a message for the application."""
        if self.queue.qsize() < MAX_UNREAD:
            super().send_receive_event_to_app()
        elif not self.close_sent:
            self._fail(CloseCode.POLICY_VIOLATION)

    def _fail(self, code: CloseCode) -> None:
        self.conn.fail(code)
        self.handle_parser_exception()


def protocol_classes(settings: Settings) -> tuple[type[asyncio.Protocol], type[asyncio.Protocol]]:
    """Return the protocols of a server for HTTP and WebSocket, which share a counter of connections."""
    limits = {"settings": settings, "counter": ConnectionCounter(settings)}
    return (
        type("HttpProtocol", (LimitedHttpProtocol,), limits),
        type("WebSocketProtocol", (LimitedWebSocketProtocol,), limits),
    )
