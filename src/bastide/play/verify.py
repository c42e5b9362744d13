"""Verification of a fair dealer's record: every draw must follow from the secret, the salt and its number.

What a record proves, and what it cannot prove, is told with the result.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log2
from typing import Final

from bastide.errors import BastideError
from bastide.play.fair import Fair, Sealed, commitment_of, terms_in
from bastide.play.game import Game
from bastide.play.notation import action_text
from bastide.play.record import Opened, open_record, result_of, revisions_of
from bastide.rules.actions import from_json, to_json
from bastide.rules.engine import chances, is_legal, weights
from bastide.rules.model import CHANCE, Action, Json
from bastide.rules.state import State
from bastide.words import Word, catalogue, say

PROOF_BITS: Final = 32
"""Draws with less information than this could follow from another salt by chance."""


@dataclass(frozen=True)
class Finding:
    """A defect of a record, or a remark on what it proves, as a message."""

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
    """The result of verifying a record. It is true if the whole game is proven fair."""

    draws: int
    """Number of draws that were replayed."""
    commitment: str | None
    findings: tuple[Finding, ...]
    """The defects of the record."""
    over: bool
    """Whether the log reaches the end of the game."""
    remarks: tuple[Finding, ...] = ()
    """What the record proves besides the draws, and what it cannot prove."""

    @property
    def fair(self) -> bool:
        """Whether the game is over and every draw is proven to follow from the committed secret."""
        return self.over and self.fair_so_far

    @property
    def fair_so_far(self) -> bool:
        """Whether every draw up to the end of the log is proven to follow from the committed secret."""
        return not self.findings

    def __bool__(self) -> bool:
        return self.fair

    def lines(self, language: str = "en") -> list[str]:
        """Return sentences: the findings, or that there are none; then what is proven, and what cannot be."""
        told = list(self.findings)
        if not told:
            verdict = "fair" if self.over else "fair_so_far"
            told = [Finding(verdict, {"draws": self.draws, "commitment": self.commitment})]
        return [finding.text(language) for finding in (*told, *self.remarks)]

    def __str__(self) -> str:
        return "\n".join(self.lines())


def verify(record: Json) -> Verification:
    """Replay a record and check its draws. Raises BadRecord if it cannot be read.

    If the log cannot be replayed from some action on, the findings up to there are returned, and one for that action.
    """
    opened = open_record(record)
    game, sealed = opened.game, opened.sealed
    differing, broken, bits = _replayed(game, opened.log, _dealer_of(sealed))
    draws = sum(entry.actor == CHANCE for entry in game.log)
    found = [*_about_terms(opened), *_about_players(opened), *differing, *broken]
    if not broken:
        found += _about_salt(sealed, len(differing), draws) + _about_result(opened, game)
    if found:
        found += _about_revisions(opened.revisions, revisions_of(game))
    found = [*_about_seal(sealed, game.over), *found]
    remarks: list[Finding] = []
    if sealed is not None and sealed.secret is not None and not broken:
        remarks += _about_end(opened)
        if not found:
            remarks += _about_proof(opened, sealed, bits)
    return Verification(
        draws, sealed.commitment if sealed is not None else None, tuple(found), game.over, tuple(remarks)
    )


def _dealer_of(sealed: Sealed | None) -> Fair | None:
    return Fair(sealed.secret, sealed.salt) if sealed is not None and sealed.secret is not None else None


def _replayed(game: Game, log: Sequence[Json], dealer: Fair | None) -> tuple[list[Finding], list[Finding], float]:
    """Replay a log. Return the draws that differ, the action that cannot be replayed, if any, and the draws' bits."""
    differing: list[Finding] = []
    draws, bits = 0, 0.0
    for place, entry in enumerate(log, start=1):
        try:
            if game.actor == CHANCE:
                differing += _about_draw(game.state, dealer, draws, place, entry) if dealer is not None else []
                draws += 1
                bits += _information(game.state, from_json(game.rules, entry))
            game.play(from_json(game.rules, entry))
        except BastideError as reason:
            return differing, [Finding("stuck", {"place": place, "reason": reason})], bits
    return differing, [], bits


def _information(state: State, action: Action) -> float:
    """Return the information of a draw in bits: none if nothing else could be drawn."""
    weight = dict(zip(state.legal, weights(state), strict=True)).get(action, 1)
    return log2(chances(state)) - log2(weight)


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


def _about_terms(opened: Opened) -> list[Finding]:
    """Compare the rules and the first names with those that the salt is bound to."""
    bound = terms_in(opened.sealed.salt) if opened.sealed is not None else None
    return [] if bound in (None, opened.terms) else [Finding("terms", {"real": opened.terms, "said": bound})]


def _about_players(opened: Opened) -> list[Finding]:
    """Check that the names by ply are in order, and end with those of the seats."""
    players, seats = opened.players, opened.game.seats
    if not players:
        return []
    plies = [ply for ply, _ in players]
    ordered = plies[0] == 0 and all(one <= two for one, two in pairwise([*plies, len(opened.log)]))
    same = tuple(players[-1][1]) == seats and all(len(names) == len(seats) for _, names in players)
    return [] if ordered and same else [Finding("players", {})]


def _about_result(opened: Opened, game: Game) -> list[Finding]:
    real = result_of(game)
    said = {"said": json.dumps(opened.result), "real": json.dumps(real)}
    found = [] if opened.result == real else [Finding("result", said)]
    return [*found, Finding("ended", {"ended": _reason(opened.ended)})] if game.over and opened.ended else found


def _about_end(opened: Opened) -> list[Finding]:
    """Tell that a log stops before the end of its game, and what the record says of that."""
    if opened.game.over:
        return []
    plies = len(opened.log)
    if not opened.ended:
        return [Finding("stopped", {"plies": plies})]
    return [Finding("stopped_as", {"plies": plies, "ended": _reason(opened.ended)})]


def _reason(ended: str) -> str:
    """Return the words for how a game ended, or what the record says if there are none."""
    message = f"play.ended_{ended}"
    return Word(message) if message in catalogue("en") else ended


def _about_proof(opened: Opened, sealed: Sealed, bits: float) -> list[Finding]:
    """Tell what follows from draws that are right, and what does not."""
    told = [Finding("unbound" if terms_in(sealed.salt) is None else "bound", {})]
    if bits < PROOF_BITS:
        told.append(Finding("little", {}))
    if opened.players:
        told.append(Finding("later_names", {"names": ", ".join(_later_names(opened))}))
    told += _about_revisions(opened.revisions, revisions_of(opened.game), "other_revisions")
    return [*told, Finding("unproven", {}), Finding("compare", {"commitment": sealed.commitment})]


def _later_names(opened: Opened) -> list[str]:
    """Return the names of those who took over a seat."""
    first = opened.players[0][1]
    return list(dict.fromkeys(name for _, names in opened.players for name in names if name not in first))


def _about_revisions(then: Json, now: Mapping[str, Json], message: str = "revisions") -> list[Finding]:
    return [] if then == now else [Finding(message, {"then": json.dumps(then), "now": json.dumps(now)})]
