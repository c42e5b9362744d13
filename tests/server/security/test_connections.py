"""Limits on connections: the size of headers, slow and silent clients, and how many there may be."""

from __future__ import annotations

import socket as plain_socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from bastide.server.connections import ConnectionCounter
from bastide.server.protocols import (
    MAX_FRAGMENTS,
    MAX_HEADER_BYTES,
    MAX_HEADERS,
    MAX_PIPELINED,
    LimitedConnection,
    LimitedWebSocketProtocol,
)
from bastide.server.settings import Settings
from tests.server.running import Server
from tests.server.threaded_server import SocketClient, ThreadedServer, ask, seated_table, socket_at

GET = b"GET /healthz HTTP/1.1\r\nHost: x\r\n"
HASTE = Settings(header_seconds=0.5, body_seconds=0.5, stall_seconds=0.3)


@pytest.fixture
def hasty(tmp_path: Path) -> Iterator[ThreadedServer]:
    """A server that does not wait long."""
    with ThreadedServer(tmp_path / "t.sqlite", HASTE) as running:
        yield running


def line_to(server: Server | ThreadedServer) -> plain_socket.socket:
    return plain_socket.create_connection(("127.0.0.1", server.port), 20)


def all_of(line: plain_socket.socket) -> bytes:
    """Return everything the server sends until it closes the connection."""
    parts = []
    with suppress(ConnectionResetError):
        while part := line.recv(65_536):
            parts.append(part)
    return b"".join(parts)


def answer_to(server: Server | ThreadedServer, *sent: bytes) -> bytes:
    """Send something on a connection of its own; return all that comes back until the server closes it."""
    with line_to(server) as line:
        for part in sent:
            line.sendall(part)
        return all_of(line)


def memory(server: Server) -> int:
    """Return the resident memory of a server in bytes."""
    assert server.process is not None
    lines = Path(f"/proc/{server.process.pid}/status").read_text().splitlines()
    return next(1024 * int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@pytest.mark.parametrize(
    "header", [b"X-Header-%07d: x\r\n", b"%d" + b"x" * 1000], ids=["many lines", "a line without end"]
)
def test_headers_without_end_take_no_memory(server: Server, header: bytes) -> None:
    ask(server.address, "GET", "/healthz")
    before = memory(server)
    with line_to(server) as line:
        line.sendall(GET + b"X-Long: ")
        with suppress(ConnectionError):
            for start in range(0, 30_000_000 // len(header), 1000):
                line.sendall(b"".join(header % number for number in range(start, start + 1000)))
        grown = memory(server) - before
    assert grown < 20_000_000
    assert ask(server.address, "GET", "/healthz").text == "well\n"


@pytest.mark.parametrize(
    "sent",
    [
        GET + b"".join(b"X-%d: x\r\n" % number for number in range(MAX_HEADERS)) + b"\r\n",
        GET + b"X-Long: " + b"x" * MAX_HEADER_BYTES + b"\r\n\r\n",
        GET + b"X-Long: " + b"x" * 2 * MAX_HEADER_BYTES,
        b"GET /" + b"x" * MAX_HEADER_BYTES + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/tables HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX-Trailer: "
        + b"x" * 2 * MAX_HEADER_BYTES,
    ],
    ids=["too many", "too long", "too long and not complete", "a long path", "a long trailer"],
)
def test_headers_that_are_too_large_are_refused(server: Server, sent: bytes) -> None:
    assert answer_to(server, sent).startswith(b"HTTP/1.1 431 Request Header Fields Too Large\r\n")


def test_headers_below_the_limits_are_read(server: Server) -> None:
    lines = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 300) for number in range(MAX_HEADERS - 2))
    assert answer_to(server, GET, lines, b"Connection: close\r\n", b"\r\n").startswith(b"HTTP/1.1 200 ")


def test_requests_that_wait_for_no_response_are_limited(server: Server) -> None:
    some, many = GET + b"\r\n", (GET + b"\r\n") * (MAX_PIPELINED + 2)
    assert answer_to(server, some * 3 + GET + b"Connection: close\r\n\r\n").count(b"HTTP/1.1 200 ") == 4
    assert b"HTTP/1.1 400 " in answer_to(server, many)


def test_a_thousand_half_open_connections_are_closed_while_a_player_plays_on(hasty: ThreadedServer) -> None:
    table = seated_table(hasty.address, 2)
    player = SocketClient(hasty.address, table.id, table.tokens[0])
    player.receive_type("welcome")
    with ExitStack() as stack:
        lines = [stack.enter_context(line_to(hasty)) for _ in range(1000)]
        for line in lines:
            line.setblocking(False)
        opened, answered = [True] * 1000, 0
        deadline = time.monotonic() + 30
        while any(opened) and time.monotonic() < deadline:
            for number, line in enumerate(lines):
                if opened[number]:
                    with suppress(ConnectionError):
                        if number % 2:
                            line.send(b"GET /"[answered : answered + 1] or b"x")
                    opened[number] = still_open(line)
            player.send(type="ping", ref=answered)
            assert player.receive_type("pong")["ref"] == answered
            answered += 1
            time.sleep(0.1)
        assert not any(opened)
    assert answered > 1
    assert ask(hasty.address, "GET", "/healthz").code == 200


def upgrade(table: str) -> bytes:
    """Return the request that opens a socket at a table."""
    lines = [
        f"GET /api/tables/{table}/socket HTTP/1.1",
        "Host: x",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


def still_open(line: plain_socket.socket) -> bool:
    """Read what there is; return whether the other side has closed the connection."""
    try:
        while line.recv(4096):
            pass
    except BlockingIOError:
        return True
    except ConnectionError:
        pass
    return False


@pytest.mark.parametrize(
    ("before", "header"),
    [
        (b"", b"Content-Length: 9"),
        (b"", b"Transfer-Encoding: chunked"),
        (b"", b"X-Long: " + b"x" * 9000),
        (GET + b"\r\n", b"X-Short: x"),
    ],
    ids=["a body", "chunks", "a long line", "after a request without response"],
)
def test_a_handshake_that_cannot_be_accepted_is_refused(server: Server, before: bytes, header: bytes) -> None:
    request = before + upgrade("nowhere")[:-2] + header + b"\r\n\r\n"
    with line_to(server) as line:
        line.settimeout(5)
        line.sendall(request)
        assert b"HTTP/1.1 400 " in all_of(line)


@pytest.mark.parametrize(
    ("sent", "answer"),
    [
        (b"", b""),
        (b"\r\n", b""),
        (GET, b"HTTP/1.1 408 "),
        (b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{", b"HTTP/1.1 408 "),
        (GET + b"\r\n", b"HTTP/1.1 200 "),
        (GET + b"\r\n\r\n", b"HTTP/1.1 200 "),
    ],
    ids=["nothing", "an empty line", "half the headers", "half the body", "nothing more", "an empty line more"],
)
def test_whoever_does_not_go_on_is_sent_away(hasty: ThreadedServer, sent: bytes, answer: bytes) -> None:
    hasty.server.config.timeout_keep_alive = 1
    assert answer_to(hasty, sent).startswith(answer)
    if not answer:
        assert answer_to(hasty, sent) == b""


def test_a_body_that_nobody_asked_for_is_not_read_for_ever(hasty: ThreadedServer) -> None:
    with line_to(hasty) as line:
        line.sendall(b"POST /nowhere HTTP/1.1\r\nHost: x\r\nContent-Length: 9999999\r\n\r\n")
        line.settimeout(0.05)
        deadline, closed = time.monotonic() + 20, False
        while not closed and time.monotonic() < deadline:
            try:
                line.sendall(b"x")
                closed = not line.recv(4096)
            except TimeoutError:
                continue
            except ConnectionError:
                closed = True
    assert closed


def test_whoever_reads_nothing_is_cut_off(hasty: ThreadedServer) -> None:
    connections = hasty.server.server_state.connections
    with plain_socket.socket() as line:
        line.setsockopt(plain_socket.SOL_SOCKET, plain_socket.SO_RCVBUF, 4096)
        line.connect(("127.0.0.1", hasty.port))
        deadline, asked = time.monotonic() + 30, 0
        while not connections and time.monotonic() < deadline:
            time.sleep(0.01)
        (protocol,) = connections
        assert isinstance(protocol, LimitedConnection)
        while not protocol.transport.get_write_buffer_size() and time.monotonic() < deadline:
            line.sendall(b"GET /web/words/en.json HTTP/1.1\r\nHost: x\r\n\r\n")
            asked += 1
            while hasty.server.server_state.total_requests < asked and not protocol.transport.get_write_buffer_size():
                time.sleep(0.001)
        while connections and time.monotonic() < deadline:
            time.sleep(0.01)
    assert not connections


def test_there_are_only_so_many_connections(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "t.sqlite", replace(Settings(), connections=3)) as small:
        with ExitStack() as stack:
            lines = [stack.enter_context(line_to(small)) for _ in range(3)]
            assert answer_to(small).startswith(b"HTTP/1.1 503 ")
            lines[0].sendall(upgrade("nowhere"))
            assert lines[0].recv(4096).startswith(b"HTTP/1.1 101 ")
        deadline = time.monotonic() + 20
        while small.server.server_state.connections and time.monotonic() < deadline:
            time.sleep(0.01)
        with ExitStack() as stack:
            lines = [stack.enter_context(line_to(small)) for _ in range(2)]
            assert ask(small.address, "GET", "/healthz").code == 200, "those that ended count no longer"


def test_connections_are_counted_by_address() -> None:
    settings = Settings(connections=9, connections_per_address=2, trusted_proxies=("10.1.0.0/16",))
    counter = ConnectionCounter(settings)
    assert [counter.open("203.0.113.7") for _ in range(3)] == [None, None, 429]
    assert [counter.open(f"2001:db8::{n}") for n in range(3)] == [None, None, 429]
    counter.close("203.0.113.7")
    counter.close("203.0.113.7")
    assert counter.open("203.0.113.7") is None
    for address in ("203.0.113.7", "203.0.113.7", "2001:db8::", "2001:db8::1", "2001:db8::2"):
        counter.close(address)
    assert (counter.total, dict(counter.by_network)) == (0, {})
    assert [counter.open(address) for address in ("127.0.0.1", "10.1.2.3", None) * 3] == [None] * 9
    assert counter.open("203.0.113.8") == 503


def test_a_message_in_pieces_without_end_closes_the_socket(hasty: ThreadedServer) -> None:
    line = socket_at(hasty.address, seated_table(hasty.address, 2).id)
    pieces = [Frame(Opcode.TEXT, b"", fin=False), *[Frame(Opcode.CONT, b"", fin=False)] * (MAX_FRAGMENTS + 1)]
    line.socket.sendall(b"".join(piece.serialize(mask=True) for piece in pieces))
    with pytest.raises(ConnectionClosed) as closed:
        line.recv(10)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1009


def test_pings_whose_answers_nobody_reads_take_no_memory(hasty: ThreadedServer) -> None:
    table = seated_table(hasty.address, 2)
    connections = hasty.server.server_state.connections
    with line_to(hasty) as line:
        line.sendall(upgrade(table.id))
        assert line.recv(4096).startswith(b"HTTP/1.1 101 ")
        line.sendall(Frame(Opcode.TEXT, b'{"type":"hello"}').serialize(mask=True))
        (protocol,) = (found for found in connections if isinstance(found, LimitedWebSocketProtocol))
        pings = Frame(Opcode.PING, b"x" * 125).serialize(mask=True) * 500
        most, deadline = 0, time.monotonic() + 30
        with suppress(ConnectionError):
            while protocol in connections and time.monotonic() < deadline:
                line.sendall(pings)
                most = max(most, protocol.transport.get_write_buffer_size())
    assert 0 < most < 1_000_000
    assert protocol not in connections
