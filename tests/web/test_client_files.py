"""Modules and styles are sent without comments, and are the same otherwise."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from bastide.server.client_files import without_comments
from bastide.server.page_routes import FOLDER
from tests.server.threaded_server import ThreadedServer, ask
from tests.web.test_units import NODE

ROOT = Path(__file__).parents[2]
TSC = ROOT / "node_modules" / "typescript" / "bin" / "tsc"
EMIT = (
    "--ignoreConfig",
    "--allowJs",
    "--noCheck",
    "--noResolve",
    "--removeComments",
    "--target",
    "esnext",
    "--module",
    "esnext",
)


def emitted(sources: Path, target: Path) -> dict[str, str]:
    """Return the modules of a folder as TypeScript writes them, without comments and blank lines."""
    files = sorted(sources.rglob("*.js"))
    folders = ("--rootDir", sources, "--outDir", target)
    subprocess.run([NODE, TSC, *EMIT, *folders, *files], capture_output=True, check=False, timeout=60)
    return {str(path.relative_to(target)): path.read_text(encoding="utf-8") for path in target.rglob("*.js")}


def test_only_comments_are_removed_from_modules(tmp_path: Path) -> None:
    sources = FOLDER / "js"
    count = 0
    for path in sources.rglob("*.js"):
        copy = tmp_path / "js" / path.relative_to(sources)
        copy.parent.mkdir(parents=True, exist_ok=True)
        text = path.read_text(encoding="utf-8")
        sent = without_comments(text)
        assert sent.count("\n") == text.count("\n")
        copy.write_text(sent, encoding="utf-8")
        count += 1
    written = emitted(sources, tmp_path / "written")
    assert len(written) == count
    assert emitted(tmp_path / "js", tmp_path / "sent") == written


def plain_style(text: str) -> list[str]:
    """Return the words of a style sheet."""
    return re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL).split()


def test_only_comments_are_removed_from_styles() -> None:
    for path in FOLDER.rglob("*.css"):
        text = path.read_text(encoding="utf-8")
        assert plain_style(text) == plain_style(without_comments(text)), path.name


def test_modules_are_revalidated(tmp_path: Path) -> None:
    with ThreadedServer(tmp_path / "store") as server:
        answer = ask(server.address, "GET", "/web/js/art.js", Accept_Encoding="identity")
        headers = {name.lower(): value for name, value in answer.headers.items()}
        assert headers["content-type"].startswith("text/javascript")
        assert headers["cache-control"] == "no-cache"
        assert "/**" not in answer.text
        assert ask(server.address, "GET", "/web/js/art.js", If_None_Match=headers["etag"]).code == 304
        assert ask(server.address, "GET", "/web/js/none.js").code == 404
        assert ask(server.address, "GET", "/web/icons/bastide.svg").code == 200
