"""Rules that people choose do not pile up in memory."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import islice, product

import pytest

from bastide.games import rules as rules_module
from bastide.games.rules import CACHED_RULES, GameRules, choose_rules
from bastide.server.messages import tile_sets
from tests.server.api import Api, Run


def choices() -> Iterator[dict[str, int]]:
    """Yield options, each time others."""
    for followers, hand in product(range(1, 9), range(1, 6)):
        yield {"followers": followers, "hand_size": hand}


def test_rulesets_that_no_game_uses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_module, "GameRules", Stub)
    rules_module._compiled.cache_clear()
    try:
        kept = choose_rules("second", [], [], {"followers": 1})
        for number in range(3000):
            choose_rules("second", [], [], {"hand_size": number})
        gc.collect()
        assert rules_module._compiled.cache_info().currsize == CACHED_RULES
        stubs = [rules for rules in rules_module._in_use.values() if isinstance(rules, Stub)]
        assert len(stubs) == CACHED_RULES + 1
        assert choose_rules("second", [], [], {"followers": 1}) is kept, "what is in use is shared for as long"
    finally:
        rules_module._compiled.cache_clear()


class Stub(GameRules):
    """Rules that are not compiled."""

    def __init__(self, choice: rules_module.Choice) -> None:
        self.choice = choice


def test_tables_with_many_rules_fill_no_cache_beyond_its_bound(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    bound = tile_sets.cache_info().maxsize
    assert bound is not None
    assert rules_module._compiled.cache_info().maxsize == bound

    async def test(api: Api) -> None:
        for options in islice(choices(), 30):
            answer = await api.ask("POST", "/api/tables", {"options": dict(options)})
            assert answer.status_code in (201, 422), answer.text
        assert rules_module._compiled.cache_info().currsize <= bound
        assert tile_sets.cache_info().currsize <= bound

    run(test)
