"""The history of a match: positions recomputed from snapshots are those that were played."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardwalk
from altered import changed
from boardwalk.contract.errors import MoveError
from boardwalk.engine.rules import AUDIENCE, BOARD
from boardwalk.match import Match
from boardwalk.match.history import INTERVAL, START, Step

LEVELS = "U-F\n\nUB-\n--F\n"
TABLES: list[tuple[str, dict[str, Any]]] = [
    ("box_world", {"pack": LEVELS}),
    ("fog_quoridor", {"turns": 120}),
    ("rowdy_racers", {"turns": 60, "failures": 5.0}),
    ("robo_rally", {"robots": 3}),
    ("capture_the_flag", {"ticks": 40}),
]


class Witness(Match):
    """A match that also stores the state after each step when it is taken."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        self.states: list[bytes] = []
        super().__init__(*arguments, **more)
        self.states.insert(0, self.steps.at(0).state.to_bytes())

    def _stepped(self, seat: int, action: int) -> None:
        super()._stepped(seat, action)
        self.states.append(self.position.state.to_bytes())

    def undo(self, seat: int | None = None) -> None:
        super().undo(seat)
        del self.states[len(self.steps) :]


def new_match(game: str, options: dict[str, Any], seed: int, *, undo: bool = False) -> Witness:
    table = changed(boardwalk.game(game), play={"undo": undo or boardwalk.game(game).play.undo}).table(options)
    return Witness(table, seed)


def play(match: Match, random: Random, tries: int, *, undo: bool = False) -> None:
    """Random actions, choices before a turn and events of all seats; with `undo` also undo and redo."""
    seats = range(len(match.table.seats))
    for _ in range(tries):
        wish = random.random()
        try:
            if undo and wish < 0.2:
                match.undo()
            elif undo and wish < 0.3:
                match.redo()
            elif match.table.game.play.events and wish < 0.32:
                match.event(random.choice(seats), random.choice(match.table.game.play.events).name)
            else:
                view = match.view(random.choice(seats))
                match.act(view.seat, random.choice(view.legal or (0,)))
        except MoveError:
            continue


@pytest.mark.parametrize(("game", "options"), TABLES, ids=[game for game, _ in TABLES])
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32), undo=st.booleans())
def test_every_position_is_recomputed_as_it_was_played(
    game: str, options: dict[str, Any], seed: int, undo: bool
) -> None:
    random = Random(seed)
    match = new_match(game, options, seed, undo=undo)
    for _ in range(3):
        play(match, random, 150, undo=undo)
        numbers = range(len(match.steps))
        assert len(match.states) == len(numbers) and match.states[-1] == match.position.state.to_bytes()
        for order in (numbers, reversed(numbers), random.sample(numbers, len(numbers))):
            assert all(match.at(number).state.to_bytes() == match.states[number] for number in order)
    again = Match.from_record(match.record())
    assert again.steps == match.steps and again.position.state == match.position.state
    for seat in (*range(len(match.table.seats)), AUDIENCE):
        number = random.choice(numbers[:-1] or numbers)
        before = match.rules.concealed(match.at(number), seat)
        assert match.view(seat, number).position.state == before.state


def long_match() -> Witness:
    """A match with many snapshots."""
    match = new_match("box_world", {"pack": "U---F\n"}, 1)
    match.play_on([1, 3] * (INTERVAL * 2))
    return match


def applied(
    match: Match, numbers: Sequence[int], monkeypatch: pytest.MonkeyPatch, read: Callable[[int], object] | None = None
) -> list[int]:
    """How often the rules are applied to read each of these positions."""
    counts: list[int] = []
    apply = match.rules.apply
    calls = 0

    def count(*arguments: Any) -> None:
        nonlocal calls
        calls += 1
        apply(*arguments)

    with monkeypatch.context() as patch:
        patch.setattr(match.rules, "apply", count)
        for number in numbers:
            calls = 0
            (read or match.at)(number)
            counts.append(calls)
    return counts


def test_reading_takes_one_application_forwards_and_less_than_an_interval_backwards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = long_match()
    numbers = range(len(match.steps))
    assert max(applied(match, numbers, monkeypatch)) == 1
    assert max(applied(match, numbers[::-1], monkeypatch)) == INTERVAL - 1
    assert applied(match, [numbers[-1], -1], monkeypatch) == [0, 0], "the newest position is at hand"


def test_a_history_keeps_one_state_an_interval() -> None:
    match = long_match()
    assert len(match.steps) == INTERVAL * 4 + 1
    assert len(match.steps._snapshots) == 5
    match.undo()
    assert len(match.steps._snapshots) == 4
    match.redo()
    assert len(match.steps._snapshots) == 5


def test_a_history_reads_as_a_sequence_of_steps() -> None:
    match = new_match("rowdy_racers", {"failures": 0.0}, 3)
    match.act(0, match.view(0).legal[0])
    steps = match.steps
    assert list(steps) == [steps[number] for number in range(len(steps))] == steps[:]
    assert steps[0] == Step(START, 0) and steps[-1] == steps[len(steps) - 1] and steps[0] in steps
    assert {step.seat for step in steps} == {START, BOARD, 0}
    with pytest.raises(IndexError):
        steps[len(steps)]
    with pytest.raises(IndexError):
        match.at(len(steps))


def test_histories_are_equal_if_steps_and_states_are() -> None:
    one, same, other = (new_match("rowdy_racers", {}, seed) for seed in (3, 3, 4))
    assert one.steps == same.steps != other.steps
    assert list(one.steps) == list(other.steps), "only the deal differs"
    same.act(0, same.view(0).legal[0])
    assert one.steps != same.steps


def test_a_mark_is_never_used_again() -> None:
    match = new_match("box_world", {"pack": LEVELS}, 1)
    revisions = [match.revision]
    for change in (lambda: match.act(0, 1), match.undo, match.redo, match.undo, lambda: match.act(0, 1)):
        change()
        revisions.append(match.revision)
    assert len(set(revisions)) == len(revisions)
    assert match.copy().revision == match.revision


def test_a_view_of_any_step_takes_one_interval_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    match = long_match()
    numbers = [INTERVAL * 3 - 1, INTERVAL - 1, INTERVAL * 2 + 1, 1]
    counts = applied(match, numbers, monkeypatch, read=lambda number: match.view(0, number))
    assert max(counts) == INTERVAL - 1
