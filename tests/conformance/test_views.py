"""Views, events and pictures are as declared, and do not depend on what is hidden."""

from __future__ import annotations

import json
from random import Random
from typing import get_type_hints

from bastide import draw
from bastide.games import parse_rules
from bastide.play import land
from bastide.play.game import Game
from bastide.play.masking import mask, redact_all
from bastide.play.view import parse_view, view
from bastide.rules import engine
from bastide.rules.actions import to_json
from bastide.rules.model import CHANCE
from bastide.rules.pieces import tokens
from bastide.rules.state import State
from bastide.wire.events import EVENTS
from bastide.wire.messages import ActionData, FeatureFacts, PlacementHint
from bastide.wire.views import View, ViewFacts
from tests.hidden import with_other_secrets
from tests.rulesets import ALONE
from tests.wire.conformance import faults, private_fields

FEW = 7
"""The number of actions, features and hints of a state that are compared with their declarations."""
FACTS = {
    "king_and_robber": {"king_record", "robber_record"},
    "count": {"count_stands", "asked_next"},
    "wheel_of_fortune": {"asked_next"},
    "crop_circles": {"asked_next"},
    "catapult": {"fair_game", "fair_victim"},
    "hills_and_sheep": {"flock_shepherd"},
    "gold_rush": {"gold_held"},
}
"""The facts that views show, by expansion."""
RARE = {"flock_shepherd"}
"""Facts that need not come up in a random game."""


def text_of(state: State, viewer: int | None) -> str:
    return json.dumps(view(state, viewer))


def has_secrets(rules: str) -> bool:
    return "hand_size=3" in rules or rules == "gold_rush"


def test_views_actions_and_land_are_plain_data_as_declared(sample: tuple[State, ...]) -> None:
    for state in sample:
        for viewer in (*range(state.players), None):
            assert faults(json.loads(text_of(state, viewer)), View, "view") == []
        for action in state.legal[: FEW * (engine.actor(state) != CHANCE)]:
            assert faults(to_json(state.rules, action), ActionData, "action") == []
        for feature in land.features(state)[:FEW]:
            assert faults(feature.to_json(), FeatureFacts, "feature") == []
        for hint in land.hints(state)[:FEW]:
            assert hint is None or faults(hint.to_json(), PlacementHint, "hint") == []


def test_views_show_the_facts_of_the_expansions_in_play(rules: str, game: Game) -> None:
    shown = {name for number in range(len(game.log)) for name in view(game.at(number), None)["facts"]}
    expected = set().union(*(FACTS.get(e.id, set()) for e in parse_rules(rules).expansions))
    assert shown <= expected
    assert shown >= expected - RARE or rules in ALONE.values(), "a rare one may not come up alone"


def test_every_declared_fact_is_shown_by_some_expansion() -> None:
    assert set().union(*FACTS.values()) == get_type_hints(ViewFacts).keys()


def test_views_do_not_depend_on_what_is_hidden(rules: str, sample: tuple[State, ...]) -> None:
    rng = Random(rules)
    differing = 0
    for state in sample:
        for viewer in (*range(state.players), None):
            other = with_other_secrets(state, viewer, rng)
            differing += other.key() != state.key()
            assert text_of(other, viewer) == text_of(state, viewer)
            assert tokens(other) == tokens(state)
    assert differing > 2 * len(sample) or not has_secrets(rules), "the states really differ"


def facts_of_land(state: State, viewer: int | None) -> object:
    masked = mask(state, viewer)
    return land.features(masked), land.forecast(state, viewer), land.holes(masked), land.hints(masked)


def test_land_does_not_depend_on_what_is_hidden(rules: str, sample: tuple[State, ...]) -> None:
    rng = Random(rules)
    differing = 0
    for number, state in enumerate(sample):
        viewer = (*range(state.players), None)[number % (state.players + 1)]
        other = with_other_secrets(state, viewer, rng)
        if other.key() != state.key():
            differing += 1
            assert facts_of_land(other, viewer) == facts_of_land(state, viewer)
    assert differing > len(sample) // 2 or not has_secrets(rules), "the states really differ"


def test_a_view_is_parsed_into_the_masked_state(sample: tuple[State, ...]) -> None:
    for state in sample:
        for viewer in (*range(state.players), None):
            masked = mask(state, viewer)
            parsed = parse_view(state.rules, json.loads(text_of(state, viewer)))
            assert (parsed.key(), parsed.legal) == (masked.key(), masked.legal)
            assert (parsed.left, parsed.buried) == (masked.left, masked.buried)
            assert mask(masked, viewer).key() == masked.key()


def test_pictures_do_not_depend_on_what_is_hidden(rules: str, sample: tuple[State, ...]) -> None:
    state = sample[len(sample) // 2]
    other = with_other_secrets(state, None, Random(rules))
    assert (other.key() != state.key()) >= has_secrets(rules)
    pictures = [
        draw.board(each, owners=True, fields=True, legal=True, labels=True, scores=True) for each in (state, other)
    ]
    assert pictures[0] == pictures[1]


def test_events_are_plain_data_as_declared_and_private_facts_are_for_their_seat(game: Game) -> None:
    for events in game.events:
        for viewer in (*range(len(game.seats)), None):
            for event, shown in zip(events, redact_all(events, viewer), strict=True):
                assert event.private.keys() == private_fields(event.name)
                assert shown.private == (event.private if event.seat == viewer else {})
                assert faults(json.loads(json.dumps(shown.to_json())), EVENTS[event.name], event.name) == []
    assert game.events[-1][-1].name == "won"
