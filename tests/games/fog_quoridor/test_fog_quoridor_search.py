"""Fog Quoridor's rules for searches, and what searches find with them."""

from __future__ import annotations

import pytest
from quoridor_positions import CLEAR, DARK, HIDDEN, OPEN, position, table

from boardwalk.bots.seated import Seated
from boardwalk.contract.game import Analysis, Position, Table
from boardwalk.games.fog_quoridor import GAME
from boardwalk.match import Match, View
from boardwalk.search import Thinker


def analysed(at: Position, simulations: int = 20_000) -> Analysis:
    view = Match(at.table, seed=1, position=at).view(at.to_act)
    return Thinker(at.table, seed=1).analyse(view, simulations)


def text_of(at: Position, action: int) -> str:
    return GAME.notation.write_action(at, action)


def exact(at: Position, seat: int, known: dict[bytes, int]) -> int:
    """What a position is worth to a seat by exhaustive search to the end."""
    rules = at.table.rules
    if at.over:
        return rules.scores(at)[seat]
    key = at.state.to_bytes()
    if key not in known:
        values = (exact(after(at, action), seat, known) for action in rules.legal(at))
        known[key] = max(values) if at.to_act == seat else min(values)
    return known[key]


def after(at: Position, action: int) -> Position:
    copy = at.copy()
    at.table.rules.apply(copy, action)
    return copy


def exact_values(at: Position) -> dict[str, int]:
    """What each legal action is worth to the player to act."""
    known: dict[bytes, int] = {}
    return {text_of(at, a): exact(after(at, a), at.to_act, known) for a in at.table.rules.legal(at)}


SHORT = table(walls="open", fog="off", turns=28)


@pytest.mark.rule("FQ-18", "FQ-19", "FQ-5")
@pytest.mark.parametrize(
    ("at", "worth", "best"),
    [
        # A is as near as B and first to move: straight on, B only draws
        (position(SHORT, "c6 g4", left="0 0"), 0, {"up"}),
        # one step nearer wins
        (position(SHORT, "c7 g4", left="0 0"), 1, {"up"}),
        # the pawns meet: A gets next to B, which must make room or be jumped over
        (position(SHORT, "e5 e7", left="0 0"), 1, {"up"}),
        (position(SHORT, "e5 e6", left="0 0"), 1, {"up"}),
        # A needs one step more, B two: B's last wall makes A's way three steps long
        (position(SHORT, "c8 g3", walls_a="d8h", left="0 1", turns="21"), 1, {"b8h"}),
    ],
)  # fmt: skip
def test_forced_results_are_found_as_exhaustive_search_proves_them(at: Position, worth: int, best: set[str]) -> None:
    values = exact_values(at)
    assert max(values.values()) == worth
    right = {text for text, value in values.items() if value == worth}
    found = text_of(at, analysed(at).best)
    assert right == best
    assert found in right


@pytest.mark.rule("FQ-18")
def test_equal_ways_are_a_draw_and_valued_like_one() -> None:
    """Without walls A to move with equal ways draws, B to move with equal ways wins."""
    for at, expected in (
        (position(CLEAR, "c4 g6", left="0 0"), 0),
        (position(CLEAR, "c4 g6", left="0 0", turns="21"), -1),
    ):
        scratch = at.table.rules.search_scratch(at.board)
        worth = at.table.rules.call("estimate", at, 0, scratch.argument)
        assert (worth > 0) - (worth < 0) == expected
        assert worth == -at.table.rules.call("estimate", at, 1, scratch.argument)


def pruned(at: Position) -> set[str]:
    rules = at.table.rules
    mask = rules.legal_mask(at)
    rules.call("prune", at, mask, rules.search_scratch(at.board).argument)
    return {text_of(at, int(action)) for action in mask.nonzero()[0]}


@pytest.mark.rule("FQ-6")
def test_walls_that_cut_no_shortest_way_are_not_looked_at() -> None:
    """B walks down column e: only horizontal walls across it cut its way."""
    walls = {text for text in pruned(position(CLEAR, "a1 e9")) if len(text) == 3}
    assert walls == {f"{column}{line}h" for column in "de" for line in range(1, 9)}


@pytest.mark.parametrize("at", [CLEAR, OPEN, DARK, HIDDEN], ids=str)
def test_thinkers_play_in_every_preset(at: Table) -> None:
    match = Match(at, seed=2)
    search = GAME.search.with_values(belief=64)
    seats = [Seated(Watching(Thinker(at, seed=seat, search=search)), seat) for seat in range(2)]
    while not match.over:
        match.act(match.to_act, seats[match.to_act].choose(match))
    assert match.position.state.turns < at.options.turns, "both walk on"


class Watching:
    """A thinker as a bot with few nodes."""

    def __init__(self, thinker: Thinker) -> None:
        self.thinker = thinker
        self.watch, self.forget = thinker.watch, thinker.forget

    def choose(self, view: View) -> int:
        return self.thinker.analyse(view, 300).best


@pytest.mark.rule("FQ-15", "FQ-17")
@pytest.mark.parametrize("other", ["g7v", "b3h", "e2h"])
def test_a_choice_does_not_depend_on_hidden_walls(other: str) -> None:
    """Without fog A can't know which wall B has placed: whatever it is, A's views and its choice are the same."""
    choices = []
    for wall in ("e4h", other):
        match = Match(DARK, seed=1)
        for text in ("e1", "e9", "e2", wall):
            (action,) = GAME.notation.read_actions(match.position, text)
            match.act(match.to_act, action)
        thinker = Thinker(DARK, seed=3)
        for number in range(len(match.steps)):
            thinker.watch(match.view(0, number))
        found = thinker.analyse(match.view(0), 5000)
        choices.append((found.actions, found.simulations))
    assert choices[0] == choices[1]
