"""Bots search on the engine until the compiled simulator is loaded, if they must not wait for it."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from bastide import compile_cache
from bastide.bots import compilation
from bastide.bots.engine_rollouts import EngineRollouts
from bastide.bots.search import rollouts_for
from bastide.compile_cache import SIMULATOR, CompileCache
from bastide.games import make_rules


def test_the_compiled_simulator_takes_over_once_it_is_cached_and_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    rules, cached = make_rules("second"), threading.Event()
    compiled = rollouts_for(rules)
    assert compiled is not EngineRollouts
    monkeypatch.setattr(compilation, "_deferred", threading.Event())
    monkeypatch.setattr(compilation, "_loaded", threading.Event())
    monkeypatch.setattr(compilation, "POLL_SECONDS", 0.01)
    monkeypatch.setattr(SIMULATOR, "is_complete", cached.is_set)
    monkeypatch.setattr("bastide.fast.warmup.compile_search", lambda: None)
    compilation.load_in_background()
    time.sleep(0.1)
    assert rollouts_for(rules) is EngineRollouts
    cached.set()
    assert compilation._loaded.wait(10)
    assert rollouts_for(rules) is compiled


def test_without_numba_the_engine_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compilation, "_deferred", threading.Event())
    monkeypatch.setattr(compile_cache, "is_supported", lambda: False)
    compilation.load_in_background()
    assert rollouts_for(make_rules("second")) is EngineRollouts
    assert compilation.start_compiler() is None


def test_what_is_compiled_is_not_compiled_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(compilation, "_compile", print)
    assert not SIMULATOR.is_complete()
    process = compilation.start_compiler()
    assert process is not None
    process.join(60)
    with CompileCache(SIMULATOR.package, SIMULATOR.sources).filling():
        pass
    assert SIMULATOR.is_complete()
    assert compilation.start_compiler() is None
