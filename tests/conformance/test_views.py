"""What is shown is plain data as declared, and nothing that is shown depends on what is hidden."""

from __future__ import annotations

import json
from random import Random

from bastide import draw
from bastide.play.game import Game
from bastide.play.masking import mask, redact_all
from bastide.play.view import parse_view, view
from bastide.rules.pieces import tokens
from bastide.rules.state import State
from bastide.wire.views import View
from tests.hidden import with_other_secrets
from tests.wire.conformance import faults


def text_of(state: State, viewer: int | None) -> str:
    return json.dumps(view(state, viewer))


def test_views_are_plain_data_as_declared(sample: tuple[State, ...]) -> None:
    for state in sample:
        for viewer in (*range(state.players), None):
            assert faults(json.loads(text_of(state, viewer)), View, "view") == []


def test_views_do_not_depend_on_what_is_hidden(rules: str, sample: tuple[State, ...]) -> None:
    rng = Random(rules)
    differing = 0
    for state in sample:
        for viewer in (*range(state.players), None):
            other = with_other_secrets(state, viewer, rng)
            differing += other.key() != state.key()
            assert text_of(other, viewer) == text_of(state, viewer)
            assert tokens(other) == tokens(state)
    if "hand_size=3" in rules or rules == "gold_rush":
        assert differing > 2 * len(sample), "the states really differ"


def test_a_view_is_parsed_into_the_masked_state(sample: tuple[State, ...]) -> None:
    for state in sample:
        for viewer in (*range(state.players), None):
            masked = mask(state, viewer)
            parsed = parse_view(state.rules, json.loads(text_of(state, viewer)))
            assert (parsed.key(), parsed.legal) == (masked.key(), masked.legal)
            assert (parsed.left, parsed.buried, parsed.completed) == (masked.left, masked.buried, masked.completed)
            assert mask(masked, viewer).key() == masked.key()


def test_pictures_do_not_depend_on_what_is_hidden(rules: str, sample: tuple[State, ...]) -> None:
    state = sample[len(sample) // 2]
    other = with_other_secrets(state, None, Random(rules))
    pictures = [
        draw.board(each, owners=True, fields=True, legal=True, labels=True, scores=True) for each in (state, other)
    ]
    assert pictures[0] == pictures[1]


def test_events_are_plain_data_and_private_facts_are_for_their_seat(game: Game) -> None:
    for viewer in (*range(len(game.seats)), None):
        for told in game.events:
            for event, shown in zip(told, redact_all(told, viewer), strict=True):
                assert json.loads(json.dumps(shown.to_json())) is not None
                assert shown.private == (event.private if event.seat == viewer else {})
