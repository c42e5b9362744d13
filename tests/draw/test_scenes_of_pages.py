"""The pictures of the web pages are up to date and small."""

import gzip
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

DOCS = Path(__file__).parents[2] / "docs"
MOST_BYTES = 40_000


def maker() -> ModuleType:
    """Return the script that draws them, as a module."""
    spec = importlib.util.spec_from_file_location("make_scenes", DOCS / "make_scenes.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def test_the_pictures_of_the_pages_are_up_to_date_and_small() -> None:
    scenes = maker()
    folder = scenes.WEB / "pictures"
    assert {path.stem for path in folder.iterdir()} == set(scenes.SCENES)
    stored = {name: (folder / f"{name}.svg").read_text(encoding="utf-8") for name in scenes.SCENES}
    assert [name for name, scene in scenes.SCENES.items() if scenes.drawn(scene) != stored[name]] == [], (
        "run make pictures"
    )
    assert all(len(gzip.compress(svg.encode())) < MOST_BYTES for svg in stored.values())


def test_the_emblem_is_up_to_date() -> None:
    scenes = maker()
    assert (scenes.WEB / "icons" / "bastide.svg").read_text(encoding="utf-8") == scenes.emblem()
