"""`bastide backup` and `bastide restore`: on a running server, in the middle of play, and what they refuse."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import stat
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import cast

import pytest
from websockets.asyncio.client import ClientConnection

from bastide.cli.main import main
from bastide.client import Connection, Session
from bastide.errors import BastideError
from bastide.play.verify import verify
from bastide.rules.model import Json
from bastide.server import backup, commands, expiry
from bastide.server.backup import back_up, restore
from bastide.server.commands import wall_clock
from bastide.server.database import make_engine
from bastide.server.entries import TableEntry
from bastide.server.messages import welcome_message
from bastide.server.settings import sqlite_url
from bastide.server.store import NewEntry, Store, StoreReplaced
from bastide.wire.messages import ServerMessage
from tests.server.api import Api, serving
from tests.server.players import Habits, Player, seated, to_the_end
from tests.server.running import Server
from tests.server.sessions import SHORT
from tests.server.sessions import Session as Seats
from tests.server.test_durability import comparable, replayed, whole
from tests.server.test_migrations import FIRST

TABLES = 2
PATIENT = 3600.0
"""The poll interval of a server that does not look by itself whether its store was restored."""
RESTLESS = Habits(chat=6, undo=10, takeback=4)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def bastide(*arguments: object) -> None:
    assert main([str(argument) for argument in arguments]) == 0


async def in_thread(*arguments: object) -> None:
    await asyncio.to_thread(bastide, *arguments)


def refused(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert main([str(argument) for argument in arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    return said.err


def logs(path: Path) -> dict[str, list[int]]:
    """Return the versions of the entries of all tables in a store."""
    found: dict[str, list[int]] = {}
    with sqlite3.connect(path) as store:
        for table, version in store.execute("SELECT table_id, version FROM entries ORDER BY table_id, version"):
            found.setdefault(table, []).append(version)
    return found


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """Make a store of the first schema."""
    path = tmp_path / "old.sqlite"
    with sqlite3.connect(path) as old:
        old.executescript(FIRST.read_text(encoding="utf-8"))
    return path


async def play_until(people: list[Player], acknowledged: int) -> None:
    """Play at all tables until so many more commands are acknowledged."""
    goal = acknowledged + sum(len(person.acknowledged) for person in people)
    playing = [asyncio.create_task(person.play()) for person in people]
    while sum(len(person.acknowledged) for person in people) < goal:
        await asyncio.sleep(0.001)
    for task in playing:
        task.cancel()
    results = await asyncio.gather(*playing, return_exceptions=True)
    assert [result for result in results if isinstance(result, Exception)] == []


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not condition():
            await asyncio.sleep(0.01)


def version_of(session: Session) -> int:
    return session.snapshot.version if session.snapshot else -1


async def check_records(server: Server, database: Path, people: list[Player]) -> None:
    """Check that the games have ended, that their logs have no gaps, and that every draw was fair."""
    for person in people:
        assert (await replayed(database, person.table)).ended
        assert verify(await server.client.request("GET", f"/api/tables/{person.table}/record")).fair
    for versions in logs(database).values():
        assert versions == list(range(1, len(versions) + 1))


@pytest.mark.slow
def test_a_restore_in_the_middle_of_play(tmp_path: Path) -> None:
    """Spectators stay connected, see the position of the backup again, and the game is played to its end from there."""
    database, copy = tmp_path / "t.sqlite", tmp_path / "copy.sqlite"

    async def one_game(server: Server) -> None:
        people = await seated(server.client, Random(1), Habits(), preset="second", seats=2)
        table = people[0].table
        async with server.client.session(table) as spectator, server.client.session(table, people[0].token) as player:
            await play_until(people, 30)
            await in_thread("backup", copy, "--database", database)
            then = await replayed(copy, table)
            await play_until(people, 20)
            later = await server.client.open(preset="second")
            await until(lambda: version_of(spectator) > then.version and version_of(player) > then.version)
            await in_thread("restore", copy, "--database", database)
            await until(lambda: version_of(spectator) == then.version == version_of(player))
            for session, seat in ((spectator, None), (player, people[0].seat)):
                assert session.snapshot is not None
                assert comparable(session.snapshot) == whole(then, seat)
        assert later not in {row["id"] for row in await tables(server)}
        await asyncio.wait_for(to_the_end(people), 60)
        await check_records(server, database, people)

    with Server(database) as server:
        asyncio.run(one_game(server))


async def tables(server: Server) -> list[dict[str, object]]:
    found = await server.client.request("GET", "/api/tables")
    assert isinstance(found, list)
    return [dict(row) for row in found if isinstance(row, dict)]


@pytest.mark.long
def test_restores_while_people_play_on(tmp_path: Path) -> None:
    """Whatever is being stored meanwhile, no log gets a gap, and all games are played to their end."""
    database = tmp_path / "t.sqlite"

    async def all_games(server: Server) -> None:
        rng = Random(2)
        options: dict[str, Json] = {"preset": "second", "seats": 3, "bots": [None, "random"]}
        people = [p for _ in range(TABLES) for p in await seated(server.client, rng, RESTLESS, **options)]
        await play_until(people, 20)
        restored = asyncio.Event()

        async def play(person: Player) -> None:
            """Play to the end, and again if it turns out that the game was restored after that."""
            while not (restored.is_set() and (await replayed(database, person.table)).ended):
                await person.play()

        playing = asyncio.gather(*map(play, people))
        for number in range(3):
            await in_thread("backup", tmp_path / f"{number}.sqlite", "--database", database)
            await asyncio.sleep(0.3)
            await in_thread("restore", tmp_path / f"{number}.sqlite", "--database", database)
        restored.set()
        await playing
        await check_records(server, database, people)
        assert len(list(tmp_path.glob("t.sqlite.*"))) == 3

    with Server(database) as server:
        asyncio.run(asyncio.wait_for(all_games(server), 120))


def test_a_restore_is_undone_by_restoring_what_was_kept(tmp_path: Path) -> None:
    """The versions are higher then, but of another history: a table in memory is not continued with them."""
    database, copy = tmp_path / "api.sqlite", tmp_path / "copy.sqlite"

    async def one_game() -> None:
        async with serving(tmp_path, PATIENT) as api:
            table, tokens = await api.begun(preset="second")
            backup.back_up(database, copy)
            first = [await say(api, table, f"first {number}") for number in range(3)]
            kept = backup.restore(copy, database)
            assert kept is not None
            live = await api.live(table)
            with pytest.raises(Exception, match="very busy"):
                await say(api, table, "of another history")
            assert live.evicted
            assert await say(api, table, "second") == first[0]
            live = await api.live(table)
            backup.restore(kept, database)
            await api.hub.refresh(table)
            assert live.evicted
            assert [line["text"] for line in (await api.live(table)).table.chat] == [f"first {n}" for n in range(3)]
            assert tokens

    asyncio.run(one_game())


async def say(api: Api, table: str, text: str) -> int:
    entry = await api.hub.execute(await api.live(table), lambda now: commands.say(now, 0, text))
    assert entry is not None
    return entry.version


def test_an_entry_of_an_earlier_generation_is_not_stored(tmp_path: Path) -> None:
    """Neither a later version, which would leave a gap, nor one that exists; what is stored with it is stored alone."""
    database, copy = tmp_path / "api.sqlite", tmp_path / "copy.sqlite"

    async def append() -> None:
        async with serving(tmp_path, PATIENT) as api:
            table, other = await api.open(preset="second"), await api.open(preset="second")
            await api.sit(table, "Anna")
            backup.back_up(database, copy)
            backup.restore(copy, database)
            store, generation = api.hub.store, await api.hub.store.generation()
            assert generation > 0
            entries = [TableEntry(version, "said", 0, {"text": "x"}, 0, ()) for version in (1, 2, 7)]
            outdated = [NewEntry(table, entry, generation=0) for entry in entries]
            current = NewEntry(other, entries[0], generation=generation)
            results = await asyncio.gather(*map(store.append, [*outdated, current]), return_exceptions=True)
            assert [type(result) for result in results] == [StoreReplaced] * 3 + [type(None)]
            assert logs(database) == {table: [1], other: [1]}

    asyncio.run(append())


def test_what_is_acknowledged_during_a_restore_is_in_the_copy_of_the_store_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An entry that comes after that copy was made, and before the contents are replaced, is refused."""
    database, copy = tmp_path / "api.sqlite", tmp_path / "copy.sqlite"
    between: list[Callable[[], None]] = []

    class Interrupted(sqlite3.Connection):
        def backup(self, target: sqlite3.Connection) -> None:  # type: ignore[override]
            if target.execute("PRAGMA database_list").fetchone()[2] == str(database):
                between.pop()()
            super().backup(target)

    def connect(path: Path, mode: str = "rw") -> sqlite3.Connection:
        return sqlite3.connect(f"{path.as_uri()}?mode={mode}", uri=True, factory=Interrupted)

    monkeypatch.setattr(backup, "_connect", connect)

    async def restored() -> tuple[Path | None, list[BaseException | None]]:
        async with serving(tmp_path, PATIENT) as api:
            table, loop = await api.open(preset="second"), asyncio.get_running_loop()
            backup.back_up(database, copy)
            entries = [TableEntry(version, "said", 0, {"text": "x"}, 0, ()) for version in (1, 2)]
            await api.hub.store.append(NewEntry(table, entries[0]))
            late: list[BaseException | None] = []

            def append() -> None:
                appended = asyncio.run_coroutine_threadsafe(api.hub.store.append(NewEntry(table, entries[1])), loop)
                late.append(appended.exception(20))

            between.append(append)
            kept = await asyncio.to_thread(backup.restore, copy, database)
            await api.hub._check_generation()
            assert api.hub.generation == await api.hub.store.generation()
            return kept, late

    kept, late = asyncio.run(restored())
    assert kept is not None
    assert [type(reason) for reason in late] == [StoreReplaced]
    assert (logs(kept), logs(database)) == ({table: [1] for table in logs(kept)}, {})


def test_a_server_takes_up_a_restored_store_by_itself(tmp_path: Path) -> None:
    database, copy = tmp_path / "api.sqlite", tmp_path / "copy.sqlite"

    async def one_game() -> None:
        async with serving(tmp_path, 0.01) as api:
            running, _ = await api.begun(preset="second", clock={"kind": "live", "time": 3600})
            backup.back_up(database, copy)
            await api.resign(running, 0)
            assert (await api.hub.summary(running)).winners
            backup.restore(copy, database)
            await until(lambda: running in api.hub.live and api.hub.live[running].timer is not None)
            assert not api.hub.live[running].table.ended
            assert not (await api.hub.summary(running)).winners

    asyncio.run(one_game())


def test_clocks_do_not_count_the_time_since_the_backup(tmp_path: Path) -> None:
    """Though the server was running all the time."""
    database, copy, hour = tmp_path / "api.sqlite", tmp_path / "copy.sqlite", 3_600_000

    async def one_game() -> None:
        async with serving(tmp_path, PATIENT) as api:
            table, _ = await api.begun(preset="second", clock={"kind": "live", "time": 3000})
            for seat in range(2):
                await api.hub.execute(await api.live(table), partial(commands.ready, seat=seat))
            backup.back_up(database, copy)
            with sqlite3.connect(copy) as earlier:
                earlier.execute("UPDATE entries SET at = at - ?", [hour])
                earlier.execute("UPDATE tables SET updated = updated - ?", [hour])
            api.hub.started -= 2 * hour
            backup.restore(copy, database)
            await api.hub.refresh(table)
            assert min((await api.live(table)).table.clocks.all()) > 2_900_000

    asyncio.run(one_game())


def test_tables_expire_after_a_restore(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    database, copy = tmp_path / "api.sqlite", tmp_path / "copy.sqlite"
    monkeypatch.setattr(expiry, "wall_clock", lambda: wall_clock() + 1000 * expiry.DAY)

    async def close() -> None:
        async with serving(tmp_path, PATIENT) as api:
            table = await api.open(preset="second")
            backup.back_up(database, copy)
            backup.restore(copy, database)
            api.hub.drop(table)
            monkeypatch.setattr(expiry, "FIRST_SECONDS", 0.0)
            # One of the server's own tasks, which it waits for before it closes the store
            api.hub.background.spawn(expiry.expire_tables(api.hub))
            await until(lambda: logs(database) == {table: [1]})

    asyncio.run(close())


def test_pictures_and_replays_are_those_of_the_restored_game(tmp_path: Path) -> None:
    """The versions and plies are the same, but not the games."""
    database, copy = tmp_path / "api.sqlite", tmp_path / "copy.sqlite"
    paths = ("replay", "land?move=8", "picture.svg", "picture.svg?move=8")

    async def one_game() -> None:
        async with serving(tmp_path, PATIENT) as api:
            table, _ = await api.begun(**SHORT)
            backup.back_up(database, copy)
            await api.play(table, seed=1)
            first = [await api.ask("GET", f"/api/tables/{table}/{path}") for path in paths]
            backup.restore(copy, database)
            await api.hub.refresh(table)
            await api.play(table, seed=2)
            second = [await api.ask("GET", f"/api/tables/{table}/{path}") for path in paths]
            for before, after in zip(first, second, strict=True):
                assert before.status_code == after.status_code == 200
                assert before.content != after.content
                assert before.headers["etag"] != after.headers["etag"]

    asyncio.run(one_game())


def test_a_session_notices_another_history_of_the_same_version() -> None:
    """The table was set back while the session was away, and others played on."""
    table = Seats(SHORT)
    hello: ServerMessage = json.loads(welcome_message(table.table, table.table.version, 0, "en"))

    async def come_twice() -> None:
        session, seen = Session(), []
        for _ in range(2):
            await session._receive(Connection(cast("ClientConnection", Mute())), hello)
            seen.append((await anext(aiter(session))).version)
        assert seen == [table.table.version] * 2

    asyncio.run(asyncio.wait_for(come_twice(), 5))


class Mute:
    """A socket that sends nothing."""

    async def send(self, text: str) -> None:
        return


def test_a_store_can_be_read_by_its_user_alone(tmp_path: Path) -> None:
    """Whatever the umask, and though an existing file was open to others; so are the files that SQLite puts beside."""
    database = tmp_path / "api.sqlite"

    async def modes(api: Api) -> dict[str, int]:
        await api.open()
        return {path.name: mode(path) for path in tmp_path.glob("api.sqlite*")}

    async def serve() -> dict[str, int]:
        async with serving(tmp_path) as api:
            return await modes(api)

    private = {f"api.sqlite{suffix}": 0o600 for suffix in ("", "-wal", "-shm")}
    umask = os.umask(0)
    try:
        assert asyncio.run(serve()) == private
        database.chmod(0o644)
        assert asyncio.run(serve()) == private
        backup.back_up(database, tmp_path / "copy.sqlite")
        kept = backup.restore(tmp_path / "copy.sqlite", database)
        new = tmp_path / "new.sqlite"
        assert backup.restore(tmp_path / "copy.sqlite", new) is None
    finally:
        os.umask(umask)
    assert kept is not None
    assert [mode(path) for path in (database, tmp_path / "copy.sqlite", kept, new)] == [0o600] * 4
    assert not list(tmp_path.glob(".*"))


def test_a_backup_of_the_first_schema_is_migrated(store: Path, tmp_path: Path) -> None:
    database = tmp_path / "t.sqlite"
    bastide("restore", store, "--database", database)
    assert logs(database) == logs(store)

    async def version() -> int:
        engine = make_engine(sqlite_url(database))
        row = await Store(engine).table("middle")
        await engine.dispose()
        return 0 if row is None else len(row.secret)

    assert asyncio.run(version())


def test_a_backup_is_not_overwritten_by_mistake(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.sqlite"
    monkeypatch.setenv("BASTIDE_DATABASE_URL", sqlite_url(store))
    bastide("backup", copy)
    assert capsys.readouterr().out == f"The store {store} is backed up in {copy}.\n"
    before = copy.read_bytes()
    assert "exists already" in refused(capsys, "backup", copy)
    bastide("backup", copy, "--force")
    assert copy.read_bytes() == before
    bastide("restore", copy, "--lang", "fr")
    assert f"La base {store} est restaurée." in capsys.readouterr().out


def test_a_flag_that_overrides_the_environment_says_so(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "copy.sqlite"
    bastide("backup", copy, "--database", store)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("BASTIDE_DATABASE_URL", "postgresql+asyncpg://user:a-password@host/bastide")
    for arguments in (("backup", copy, "--force"), ("restore", copy)):
        bastide(*arguments, "--database", store)
        said = " ".join(capsys.readouterr().err.split())
        assert said == f"--database overrides BASTIDE_DATABASE_URL: the store is {store}."


def test_nothing_but_a_file_is_overwritten(store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Renaming a copy to the name of a device or a pipe would replace it."""
    pipe, folder = tmp_path / "pipe", tmp_path / "folder"
    os.mkfifo(pipe)
    folder.mkdir()
    for target in (pipe, folder):
        for force in ([], ["--force"]):
            assert "not a store" in refused(capsys, "backup", target, "--database", store, *force)
    assert pipe.is_fifo()


def test_a_store_is_not_copied_onto_itself(store: Path, tmp_path: Path) -> None:
    """A server that runs on it would go on with a file that is no longer there."""
    linked, symbolic = tmp_path / "linked.sqlite", tmp_path / "symbolic.sqlite"
    linked.hardlink_to(store)
    symbolic.symlink_to(store)
    wal = store.with_name(f"{store.name}-wal")
    before = store.read_bytes(), store.stat().st_ino
    for same in (store, store.parent / "." / store.name, linked, symbolic, wal):
        with pytest.raises(BastideError) as refusal:
            back_up(store, same, overwrite=True)
        assert refusal.value.message == "backup_onto_itself"
    for same in (store, linked, symbolic):
        with pytest.raises(BastideError) as refusal:
            restore(same, store)
        assert refusal.value.message == "backup_onto_itself"
    assert (store.read_bytes(), store.stat().st_ino) == before
    assert not wal.exists()


def test_what_is_no_sound_store_is_refused(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is changed then, and no file is left behind."""
    database, before = tmp_path / "t.sqlite", store.read_bytes()
    database.write_bytes(before)
    text, other, newer, torn = (tmp_path / name for name in ("text", "other", "newer", "torn"))
    text.write_text("this is no database, though it is long enough to be one" * 100)
    with sqlite3.connect(other) as made:
        made.execute("CREATE TABLE tables (id TEXT)")
    newer.write_bytes(before)
    with sqlite3.connect(newer) as made:
        made.execute("UPDATE alembic_version SET version_num = '9999'")
    torn.write_bytes(before[: len(before) // 2])
    files = sorted(tmp_path.iterdir())
    for path, said in (
        (text, "not a store"),
        (other, "not a store"),
        (newer, "newer version"),
        (torn, "damaged"),
        (tmp_path / "nothing", "no store"),
    ):
        assert said in refused(capsys, "restore", path, "--database", database)
        assert said in refused(capsys, "backup", tmp_path / "new", "--database", path)
    assert "cannot be written" in refused(capsys, "backup", tmp_path / "no" / "new", "--database", store)
    monkeypatch.setenv("BASTIDE_DATABASE_URL", "postgresql+asyncpg://user:password@host/bastide")
    for command in ("backup", "restore"):
        assert "pg_dump" in refused(capsys, command, store)
    for url in ("a-password", "postgresql+asyncpg://user:a-password@host:port/bastide"):
        monkeypatch.setenv("BASTIDE_DATABASE_URL", url)
        for command in ("backup", "restore"):
            assert (said := refused(capsys, command, store)).startswith("BASTIDE_DATABASE_URL is not the URL of a")
            assert "a-password" not in said
    assert sorted(tmp_path.iterdir()) == files
    assert database.read_bytes() == before == store.read_bytes()
