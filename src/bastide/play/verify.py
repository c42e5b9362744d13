"""Verification of a fair dealer's record: every draw must follow from the secret, the salt and its number."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bastide.errors import BastideError
from bastide.play.fair import Fair, Sealed, commitment_of
from bastide.play.game import Game
from bastide.play.notation import action_text
from bastide.play.record import open_record, result_of, revisions_of
from bastide.rules.actions import from_json, to_json
from bastide.rules.engine import is_legal
from bastide.rules.model import CHANCE, Json
from bastide.rules.state import State
from bastide.words import say


@dataclass(frozen=True)
class Finding:
    """A defect of a record, as a message."""

    message: str
    values: Mapping[str, object]

    def text(self, language: str = "en") -> str:
        """Return the message in a language."""
        values = {n: v.text(language) if isinstance(v, BastideError) else v for n, v in self.values.items()}
        return say(language, f"verify.{self.message}", values)

    def __str__(self) -> str:
        return self.text()


@dataclass(frozen=True)
class Verification:
    """The result of verifying a record. It is true if the record is proven fair."""

    draws: int
    """Number of draws that were replayed."""
    commitment: str | None
    findings: tuple[Finding, ...]

    @property
    def fair(self) -> bool:
        """Whether every draw is proven to follow from the committed secret."""
        return not self.findings

    def __bool__(self) -> bool:
        return self.fair

    def lines(self, language: str = "en") -> list[str]:
        """Return the findings as sentences, or one sentence that says there are none."""
        if self.findings:
            return [finding.text(language) for finding in self.findings]
        return [say(language, "verify.fair", {"draws": self.draws, "commitment": self.commitment})]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def verify(record: Json) -> Verification:
    """Replay a record and check its draws. Raises BadRecord if it cannot be read.

    If the log cannot be replayed from some action on, the findings up to there are returned, and one for that action.
    """
    opened = open_record(record)
    game, sealed = opened.game, opened.sealed
    differing, broken = _replayed(game, opened.log, _dealer_of(sealed))
    draws = sum(entry.actor == CHANCE for entry in game.log)
    found = [*differing, *broken]
    if not broken:
        found += _about_salt(sealed, len(differing), draws) + _about_result(opened.result, result_of(game))
    if found:
        found += _about_revisions(opened.revisions, revisions_of(game))
    found = [*_about_seal(sealed, game.over), *found]
    return Verification(draws, sealed.commitment if sealed is not None else None, tuple(found))


def _dealer_of(sealed: Sealed | None) -> Fair | None:
    return Fair(sealed.secret, sealed.salt) if sealed is not None and sealed.secret is not None else None


def _replayed(game: Game, log: Sequence[Json], dealer: Fair | None) -> tuple[list[Finding], list[Finding]]:
    """Replay a log. Return the draws that differ, and the action that cannot be replayed, if any."""
    differing: list[Finding] = []
    draws = 0
    for place, entry in enumerate(log, start=1):
        if game.actor == CHANCE:
            differing += _about_draw(game.state, dealer, draws, place, entry) if dealer is not None else []
            draws += 1
        try:
            game.play(from_json(game.rules, entry))
        except BastideError as reason:
            return differing, [Finding("stuck", {"place": place, "reason": reason})]
    return differing, []


def _about_draw(state: State, dealer: Fair, draw: int, place: int, entry: Json) -> list[Finding]:
    due = dealer.pick(state, draw)
    if entry == to_json(state.rules, due):
        return []
    values = {"draw": draw, "place": place, "drawn": _entry_text(state, entry), "due": action_text(state, due)}
    return [Finding("draw", values)]


def _entry_text(state: State, entry: Json) -> str:
    """Return the draw of a log entry: as a token if it is legal, else as JSON."""
    try:
        action = from_json(state.rules, entry)
    except BastideError:
        return json.dumps(entry)
    return action_text(state, action) if is_legal(state, action) else json.dumps(entry)


def _about_seal(sealed: Sealed | None, over: bool) -> list[Finding]:
    if sealed is None:
        return [Finding("no_seal", {})]
    if sealed.secret is None:
        return [Finding("withheld" if over else "not_over", {})]
    real = commitment_of(sealed.secret)
    return [] if real == sealed.commitment else [Finding("commitment", {"real": real, "said": sealed.commitment})]


def _about_salt(sealed: Sealed | None, differing: int, draws: int) -> list[Finding]:
    """Suspect the salt if most draws differ although the secret matches its commitment."""
    if _about_seal(sealed, over=True) or differing * 2 <= draws:
        return []
    return [Finding("salt", {"differing": differing, "draws": draws})]


def _about_result(said: Json, real: Mapping[str, Json]) -> list[Finding]:
    return [] if said == real else [Finding("result", {"said": json.dumps(said), "real": json.dumps(real)})]


def _about_revisions(then: Json, now: Mapping[str, Json]) -> list[Finding]:
    return [] if then == now else [Finding("revisions", {"then": json.dumps(then), "now": json.dumps(now)})]
