"""`Match.attempt` and `Match.commit`: a change is tried without changing the match, and then made as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardwalk
from altered import changed
from boardwalk.contract.errors import MoveError
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match, history
from boardwalk.match.match import REDO, UNDO

LEVELS = "U-F\n\nUB-\n--F\n"
UP, RIGHT, DOWN, LEFT, GO_ON = range(5)
GAMES = ["box_world", "fog_quoridor", "rowdy_racers", "robo_rally", "capture_the_flag"]


@pytest.fixture(autouse=True, scope="module")
def many_snapshots() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(history, "INTERVAL", 5)
        yield


def new_match(game: str, seed: int = 1, **options: Any) -> Match:
    return Match(changed(boardwalk.game(game), play={"undo": True}).table(options), seed)


def contents(match: Match) -> dict[str, Any]:
    """Everything that a match is, read from a copy."""
    twin = match.copy()
    return {
        "revision": twin.revision,
        "steps": list(twin.steps),
        "states": [twin.at(number).state.to_bytes() for number in range(len(twin.steps))],
        "position": twin.position.state.to_bytes(),
        "views": [twin.view(seat).position.state.to_bytes() for seat in (*range(len(twin.table.seats)), AUDIENCE)],
        "news": [twin.view(seat).news for seat in range(len(twin.table.seats))],
        "queued": [twin.queued(seat) for seat in range(len(twin.table.seats))],
        "undone": twin._undone,
        "snapshots": (list(twin.steps._kept), list(twin.steps._snapshots)),
    }


def random_pair(match: Match, random: Random) -> tuple[int, int]:
    """An entry of a log: mostly possible, sometimes not."""
    seat, wish = random.randrange(len(match.table.seats)), random.random()
    events = len(match.table.game.play.events) * len(match.table.seats)
    if wish < 0.2:
        last = match.steps[match.steps.last_action(len(match.steps))].seat
        return max(last, 0) if random.random() < 0.9 else seat, UNDO
    if wish < 0.3:
        return (match._undone[0].seat if match._undone else seat), REDO
    if wish < 0.33 and events:
        event = random.randrange(events)
        return event % len(match.table.seats), match.table.actions + event
    if wish < 0.9 and (legal := match.view(seat).legal):
        return seat, random.choice(legal)
    return seat, random.randrange(match.table.actions)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_an_attempt_changes_nothing_and_adopting_it_is_playing_it(game: str, seed: int) -> None:
    random = Random(seed)
    match = new_match(game, seed)
    for _ in range(25):
        twin, pairs, failure = match.copy(), [], ""
        for _ in range(random.randint(0, 8)):
            pairs.append(random_pair(twin, random))
            try:
                twin.play(pairs[-1][1], pairs[-1][0])
            except MoveError as error:
                failure = str(error)
                break
        before, position = contents(match), match.position
        if failure:
            with pytest.raises(MoveError) as caught:
                match.attempt(pairs)
            assert str(caught.value) == failure
            assert contents(match) == before and match.position is position
            continue
        change = match.attempt(pairs)
        assert contents(match) == before and match.position is position
        match.commit(change)
        assert change.length == len(twin.steps)
        assert contents(match) == contents(twin)


def test_adopting_does_not_apply_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("rowdy_racers")
    change = match.attempt([(0, match.view(0).legal[0])])
    with monkeypatch.context() as patch:
        patch.setattr(match.rules, "apply", None)
        match.commit(change)
    assert len(match.actions) == 1


def test_a_change_holds_only_the_steps_that_differ() -> None:
    match = new_match("box_world", pack="U---F\n")
    match.play_on([RIGHT, LEFT] * 70)
    assert list(match.attempt([(0, RIGHT)]).after.steps.actions) == [RIGHT]
    change = match.attempt([(0, RIGHT), (0, UNDO), (0, UNDO), (0, UNDO), (0, REDO)])
    assert len(change.before.steps.actions) == 3 and list(change.after.steps.actions) == [LEFT, RIGHT]
    assert change.length == len(match.steps) - 1


def test_a_change_of_another_moment_is_refused() -> None:
    match = new_match("robo_rally", robots=2)
    early, ahead = match.attempt([(0, 0)]), match.attempt([(1, 2)])
    match.commit(ahead)
    assert match.queued(1) == 1
    for late in (early, ahead, match.copy().attempt([(0, 1)])):
        with pytest.raises(MoveError, match="the match has changed since this was attempted"):
            match.commit(late)
    match.commit(match.attempt([(0, 0)]))
    change = match.attempt([(0, 1)])
    match.act(0, 1)
    with pytest.raises(MoveError, match="the match has changed since this was attempted"):
        match.commit(change)
    assert match.actions == [0, 1] and match.queued(1) == 1
