"""Pictures for the browser: painted once, stored, and served as files that never change."""

from __future__ import annotations

import errno
import json
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bastide.server import art_folder, art_store
from bastide.server.art_files import art_names, art_version, is_known, paint
from bastide.server.art_folder import ART, PREFIX, ArtFolder, compress
from bastide.tiles import available, load
from tests.server.api import Api, Run

FEW = ("pieces.json", "tiles/BA-CRFR.json")
IMMUTABLE = "public, max-age=31536000, immutable"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty directory for painted files; few files are painted ahead."""
    monkeypatch.setenv(ART, str(tmp_path / "art"))
    monkeypatch.setattr(art_folder, "art_names", lambda: iter(FEW))
    return tmp_path / "art"


def counting(painted: list[str]) -> Callable[[str], bytes]:
    """Return a function that paints a file and adds its name to a list."""

    def count(name: str) -> bytes:
        painted.append(name)
        return paint(name)

    return count


def names_in(folder: ArtFolder) -> set[str]:
    return {path.name for path in folder.path.iterdir()}


def test_a_start_is_painted_before_the_sets_and_nothing_is_missing() -> None:
    names = list(art_names())
    assert len(set(names)) == len(names)
    assert all(map(is_known, names))
    first_set = names.index("sets/base.json")
    block = load("wheel_of_fortune").block
    assert block is not None
    assert {f"tiles/{cell.id}.json" for _, _, cell in block.parts} <= set(names[:first_set])
    assert {f"sets/{name}.json" for name in available()} == set(names[first_set:])


def test_unknown_files() -> None:
    for name in ("", "pieces", "sets/base.svg", "sets/../base.json", "tiles/none.json", "tiles/BA-CRFR.png"):
        assert not is_known(name)
    assert not is_known("blocks/base.svg")
    assert is_known("blocks/count.svg")


def test_a_tile_alone_is_the_first_copy_in_its_set() -> None:
    tile = load("cult").tiles[0].id
    whole, alone = json.loads(paint("sets/cult.json")), json.loads(paint(f"tiles/{tile}.json"))
    first, every = alone["tiles"][tile], whole["tiles"][tile]
    assert {**every, "pictures": first["pictures"]} == first
    assert first["pictures"] == {key: shapes for key, shapes in every["pictures"].items() if key.endswith("-0")}
    assert alone["things"].items() <= whole["things"].items()


def test_the_version_follows_from_the_tiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = art_version.__wrapped__()
    assert before == art_version.__wrapped__()
    own = tmp_path / "cult.tiles"
    source = Path(str(art_folder.__file__)).parents[1] / "tiles" / "cult.tiles"
    own.write_text(source.read_text(encoding="utf-8").replace("title ", "title Other ", 1), encoding="utf-8")
    monkeypatch.setenv("BASTIDE_TILES", str(tmp_path))
    assert art_version.__wrapped__() != before


def test_a_directory_is_filled_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = ArtFolder.open()
    assert opened.path == folder / f"{PREFIX}{art_version()}"
    assert not opened.is_complete()
    opened.fill()
    assert opened.is_complete()
    assert names_in(opened) == {"complete", "lock", "pieces.json.gz", "tiles.BA-CRFR.json.gz"}
    assert opened.read("pieces.json") == compress(paint("pieces.json"))
    monkeypatch.setattr(art_folder, "paint", pytest.fail)
    ArtFolder.open().fill()


def test_several_processes_fill_a_directory_at_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    painted: list[str] = []
    monkeypatch.setattr(art_folder, "paint", counting(painted))
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(lambda _: ArtFolder.open().fill(), range(3)))
    assert sorted(painted) == sorted(FEW)


def test_a_damaged_file_is_painted_again(folder: Path) -> None:
    opened = ArtFolder.open()
    opened.fill()
    opened.marker.unlink()
    path = opened.path / "pieces.json.gz"
    for damaged in (b"", path.read_bytes()[:-9], b"\x00" * 40):
        path.write_bytes(damaged)
        assert opened.read("pieces.json") is None
    opened.fill()
    assert opened.read("pieces.json") is not None


def test_an_upgrade_removes_the_files_of_other_versions(folder: Path) -> None:
    (folder / f"{PREFIX}old").mkdir(parents=True)
    (folder / f"{PREFIX}old" / "pieces.json.gz").touch()
    (folder / "other").mkdir()
    opened = ArtFolder.open()
    assert {path.name for path in folder.iterdir()} == {opened.path.name, "other"}


def test_the_painter_says_why_it_cannot_paint(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write_text("a file")
    assert art_folder.main() == 1
    assert str(folder) in capsys.readouterr().err
    folder.unlink()
    assert art_folder.main() == 0
    assert ArtFolder.open().is_complete()


def test_files_are_immutable_only_under_their_version(run: Run) -> None:
    async def test(api: Api) -> None:
        here = await api.client.get(f"/art/{art_version()}/tiles/BA-CRFR.json")
        there = await api.client.get("/art/0123456789abcdef/tiles/BA-CRFR.json")
        assert (here.headers["cache-control"], there.headers["cache-control"]) == (IMMUTABLE, "no-cache")
        assert here.content == there.content == paint("tiles/BA-CRFR.json")
        plain = {"Accept-Encoding": "identity"}
        raw = await api.client.get(f"/art/{art_version()}/tiles/BA-CRFR.json", headers=plain)
        assert ("content-encoding" in raw.headers, raw.content) == (False, here.content)
        assert (await api.client.get(f"/art/{art_version()}/tiles/none.json")).status_code == 404
        page = await api.client.get("/")
        assert f'data-art="{art_version()}"' in page.text

    run(test)


class Painter:
    """Stands for a process that paints ahead."""

    def poll(self) -> None:
        """Still running."""

    def kill(self) -> None:
        """Nothing to kill."""

    def wait(self) -> None:
        """Nothing to wait for."""


def test_sets_wait_for_the_painter_and_single_tiles_do_not(run: Run, folder: Path) -> None:
    async def test(api: Api) -> None:
        store = api.app.state.art
        store.painter.kill()
        store.painter.wait()
        store.painter = Painter()
        waiting = await api.client.get(f"/art/{art_version()}/sets/cult.json")
        assert (waiting.status_code, waiting.headers["retry-after"]) == (202, "1")
        assert waiting.headers["cache-control"] == "no-store"
        assert (await api.client.get(f"/art/{art_version()}/tiles/BA-FFFF-monastery.json")).status_code == 200
        store.folder.write("sets/cult.json", compress(b"{}"))
        assert (await api.client.get(f"/art/{art_version()}/sets/cult.json")).json() == {}

    run(test)


@pytest.mark.parametrize("full", [False, True], ids=["unwritable", "full disk"])
def test_without_a_directory_files_stay_in_memory(
    run: Run, folder: Path, full: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    if full:
        monkeypatch.setattr(ArtFolder, "write", fail)
    else:
        folder.write_text("a file where the directory should be")
    painted: list[str] = []
    monkeypatch.setattr(art_store, "paint", counting(painted))

    async def test(api: Api) -> None:
        for _ in range(2):
            for name in ("tiles/BA-CRFR.json", "tiles/BA-FFFF-monastery.svg"):
                assert (await api.client.get(f"/art/{art_version()}/{name}")).status_code == 200

    with caplog.at_level(logging.ERROR, "bastide"):
        run(test)
    # The server may have painted one of them already when it started
    assert painted
    assert len(set(painted)) == len(painted)
    assert [record.msg for record in caplog.records] == ["pictures cannot be stored and stay in memory"]
