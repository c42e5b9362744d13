"""A PostgreSQL and a Redis of our own for tests: private, on loopback, started when first needed, gone at the end.

Fixtures: `database_url` and `redis_url` are what most tests want, `postgres` and `redis_server` the servers behind them
(one of each per test worker). A test that stops or kills a server takes one for itself: `with Redis() as server: ...`.
"""

from __future__ import annotations

import os
import pwd
import secrets
import signal
import socket
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import ClassVar, Self

import pytest

from tests.machine import require

LOOPBACK = "127.0.0.1"
PATIENCE = 60.0  # seconds for a server to start or to stop
LAST_WILL = """
cat >/dev/null  # until whoever started us is gone
if [ -e "$0/pid" ]; then
    pid=$(cat "$0/pid")
    kill -s "$1" "$pid"
    for _ in $(seq 100); do kill -0 "$pid" || break; sleep 0.1; done
fi
for _ in $(seq 100); do rm -rf "$0" && break; sleep 0.1; done  # orphans of a killed server may still write
"""


def someone_unprivileged() -> pwd.struct_passwd | None:
    """Return the user that servers run as when the tests run as root, which PostgreSQL refuses to be."""
    if os.geteuid() != 0:
        return None
    known = {user.pw_name: user for user in pwd.getpwall()}
    return known.get("postgres") or known["nobody"]


def open_to_all(folder: Path) -> bool:
    return all(step.stat().st_mode & 0o001 for step in (folder, *folder.parents))


def new_folder(user: pwd.struct_passwd | None) -> Path:
    """Make a folder with a `data` folder in it that belongs to the user and that nobody else can read."""
    grounds = [Path(tempfile.gettempdir()).resolve(), Path("/tmp"), Path("/var/tmp")]
    ground = next((ground for ground in grounds if open_to_all(ground)), grounds[0]) if user else grounds[0]
    folder = Path(tempfile.mkdtemp(prefix="bastide_service_", dir=ground))
    folder.chmod(0o711)
    (folder / "data").mkdir(mode=0o700)
    if user:
        os.chown(folder / "data", user.pw_uid, user.pw_gid)
    return folder


def free_port() -> int:
    """Return a port that nobody has, below those that clients are given: it stays ours while the server is down."""
    while True:
        port = 15_000 + secrets.randbelow(17_000)
        with socket.socket() as probe, suppress(OSError):
            probe.bind((LOOPBACK, port))
            return port


class Service(ABC):
    """A server process of one's own; it can be stopped, killed and started again, and leaves nothing behind."""

    program: ClassVar[str]
    farewell: ClassVar[signal.Signals]

    def __init__(self) -> None:
        self.path = require(self.program)
        self.port = free_port()
        self.password = secrets.token_hex(16)
        self.user = someone_unprivileged()
        self.folder = new_folder(self.user)
        self.data = self.folder / "data"
        self.log = self.folder / "log"
        self.told = 0  # how much of the log is about earlier starts
        self.process: subprocess.Popen[bytes] | None = None
        will = ["sh", "-c", LAST_WILL, str(self.folder), self.farewell.name.removeprefix("SIG")]
        hushed = subprocess.DEVNULL
        self.will = subprocess.Popen(will, stdin=subprocess.PIPE, stdout=hushed, stderr=hushed, start_new_session=True)

    @abstractmethod
    def prepare(self) -> None:
        """Write the files that the server starts from."""

    @abstractmethod
    def command(self) -> list[str]:
        """Return the program and its arguments."""

    @abstractmethod
    def ready(self) -> bool:
        """Tell whether the server answers."""

    def environment(self) -> dict[str, str]:
        """Return our environment without what would steer PostgreSQL elsewhere, and in plain English."""
        return {name: text for name, text in os.environ.items() if not name.startswith("PG")} | {"LC_ALL": "C"}

    def launch(self, command: list[str]) -> subprocess.Popen[bytes]:
        """Start a program as the unprivileged user, in the data folder, its words going to the log."""
        with self.log.open("ab") as log:
            return subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self.data,
                env=self.environment(),
                start_new_session=True,
                user=self.user.pw_uid if self.user else None,
                group=self.user.pw_gid if self.user else None,
                extra_groups=[] if self.user else None,
            )

    def trouble(self) -> str:
        said = self.log.read_bytes()[self.told :].decode(errors="replace")
        return f"{self.program} does not start:\n{said[-2000:]}"

    def start(self) -> None:
        """Start the server on its port, and return when it answers."""
        assert self.process is None, f"{self.program} is running already"
        self.told = self.log.stat().st_size if self.log.exists() else 0
        self.process = self.launch(self.command())
        (self.folder / "pid").write_text(f"{self.process.pid}\n")
        end = time.monotonic() + PATIENCE
        while not (self.process.poll() is None and self.ready()):
            if self.process.poll() is not None or time.monotonic() > end:
                self.halt(signal.SIGKILL)
                raise RuntimeError(self.trouble())
            time.sleep(0.01)

    def halt(self, how: signal.Signals) -> None:
        """Send the server a signal and return when it is gone."""
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.process = None
        (self.folder / "pid").unlink()

    def stop(self) -> None:
        """Stop the server in an orderly way."""
        self.halt(self.farewell)

    def kill(self) -> None:
        """Kill the server without warning."""
        self.halt(signal.SIGKILL)

    def close(self) -> None:
        """Stop the server and remove all its files."""
        self.stop()
        self.will.communicate()
        assert not self.folder.exists(), f"{self.folder} is still there"

    def __enter__(self) -> Self:
        try:
            self.prepare()
            for attempt in range(5):
                try:
                    self.start()
                    break
                except RuntimeError as error:
                    if attempt == 4 or "already in use" not in str(error):
                        raise
                    self.port = free_port()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Postgres(Service):
    """A PostgreSQL cluster of one's own; settings are those of postgresql.conf, such as `fsync="on"`."""

    program = "postgres"
    farewell = signal.SIGINT

    def __init__(self, **settings: str) -> None:
        super().__init__()
        here = {"listen_addresses": LOOPBACK, "unix_socket_directories": "", "max_connections": "200"}
        self.settings = here | {"fsync": "off", "shared_buffers": "32MB"} | settings

    def prepare(self) -> None:
        secret = self.folder / "password"
        secret.touch(mode=0o600)
        secret.write_text(self.password)
        if self.user:
            os.chown(secret, self.user.pw_uid, self.user.pw_gid)
        how = ["--no-sync", "--auth=password", "--encoding=UTF8", "--locale=C", "--username=bastide"]
        where = [f"--pwfile={secret}", f"--pgdata={self.data}"]
        if self.launch([str(self.path.with_name("initdb")), *how, *where]).wait() != 0:
            raise RuntimeError(self.trouble())

    def command(self) -> list[str]:
        settings = [f"--{name}={text}" for name, text in (self.settings | {"port": str(self.port)}).items()]
        return [str(self.path), "-D", str(self.data), *settings]

    def ready(self) -> bool:
        """Tell whether the server says so in its pid file, which is where pg_ctl looks."""
        try:
            lines = (self.data / "postmaster.pid").read_text().split("\n")
        except FileNotFoundError:
            return False
        ours = self.process is not None and lines[0] == str(self.process.pid)
        return ours and len(lines) > 7 and lines[7].strip() == "ready"

    def start(self) -> None:
        """Start the server; if it was killed, its orphans may hold its memory for a moment."""
        end = time.monotonic() + PATIENCE
        while self.process is None:
            try:
                super().start()
            except RuntimeError as error:
                if "is still in use" not in str(error) or time.monotonic() > end:
                    raise
                time.sleep(0.05)

    def environment(self) -> dict[str, str]:
        entry = {"PGHOST": LOOPBACK, "PGPORT": str(self.port), "PGUSER": "bastide", "PGPASSWORD": self.password}
        return super().environment() | entry

    def sql(self, statement: str, database: str = "postgres") -> str:
        """Run a statement with psql and return what it answers, a line for each row."""
        psql = [str(self.path.with_name("psql")), "--no-psqlrc", "-qAt", "-v", "ON_ERROR_STOP=1"]
        done = subprocess.run(
            [*psql, "-d", database, "-c", statement],
            env=self.environment(),
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def url(self, database: str) -> str:
        """Return what BASTIDE_DATABASE_URL would be for a database."""
        return f"postgresql+asyncpg://bastide:{self.password}@{LOOPBACK}:{self.port}/{database}"

    @contextmanager
    def database(self) -> Iterator[str]:
        """Make an empty database, give its URL, and drop it afterwards, whoever is still connected."""
        name = f"test_{secrets.token_hex(6)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE template0")
        yield self.url(name)
        if self.process is not None:
            self.sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")


class Redis(Service):
    """A Redis of one's own, which keeps nothing on disk."""

    program = "redis-server"
    farewell = signal.SIGTERM

    def prepare(self) -> None:
        """Write nothing: the configuration holds the port, and is written at each start."""

    def command(self) -> list[str]:
        configuration = self.folder / "redis.conf"
        configuration.touch(mode=0o600)
        here = f"bind {LOOPBACK}\nport {self.port}\nrequirepass {self.password}\ndir {self.data}\n"
        configuration.write_text(f'{here}save ""\nappendonly no\ndaemonize no\n')
        if self.user:
            os.chown(configuration, self.user.pw_uid, self.user.pw_gid)
        return [str(self.path), str(configuration)]

    def ready(self) -> bool:
        try:
            return self.ask("PING") == ["+PONG"]
        except OSError:
            return False

    def ask(self, command: str) -> list[str]:
        """Send a command and return the lines of the answer as Redis writes them."""
        with socket.create_connection((LOOPBACK, self.port), timeout=1) as wire:
            wire.sendall(f"AUTH {self.password}\r\n{command}\r\nQUIT\r\n".encode())
            with wire.makefile(encoding="utf-8", newline="\r\n") as answer:
                return [line.rstrip("\r\n") for line in answer][1:-1]

    @property
    def url(self) -> str:
        """Return what BASTIDE_REDIS_URL would be."""
        return f"redis://:{self.password}@{LOOPBACK}:{self.port}/0"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """Give the PostgreSQL of this test worker."""
    with Postgres() as server:
        yield server


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """Give the Redis of this test worker."""
    with Redis() as server:
        yield server


@pytest.fixture
def database_url(postgres: Postgres) -> Iterator[str]:
    """Give the URL of an empty PostgreSQL database that belongs to this test alone."""
    with postgres.database() as url:
        yield url


@pytest.fixture
def redis_url(redis_server: Redis) -> str:
    """Give the URL of a Redis with nothing in it."""
    assert redis_server.ask("FLUSHALL") == ["+OK"]
    return redis_server.url
