"""Invariants of every game of Capture the Flag; and the greedy bot."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from ctf_stage import GAME, MAZE, stage
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwalk import Position
from boardwalk.games.capture_the_flag import rules

TIGHT = """\
############
#hh  ##  HH#
#j #    # J#
#j      # J#
############
"""  # as many home and jail cells as players, so that free cells run out


def check(position: Position) -> None:
    """The invariants of a position (CF-4, CF-7, CF-9, CF-17 to CF-21)."""
    board, state = position.board, position.state
    status, cell = state.status.tolist(), state.cell.tolist()
    seats = range(board.seats)
    here = [seat for seat in seats if not status[seat] & rules.OFF_MAZE]
    assert len({cell[seat] for seat in here}) == len(here)
    for seat in seats:
        team = rules.team_of(board, seat)
        if seat not in here:
            assert cell[seat] == 0
            continue
        assert board.kind[cell[seat]] != rules.WALL
        if status[seat] & rules.JAILED:
            assert board.kind[cell[seat]] == rules.JAIL + 1 - team
    for flag, carrier in enumerate(state.carrier.tolist()):
        assert carrier == rules.ON_STAND or (status[carrier] == 0 and rules.team_of(board, carrier) != flag)
    assert state.waiting == sum(bits & rules.WAITING != 0 for bits in status)
    if not position.over:
        assert status[state.to_act] == 0
        assert (state.tick + state.turn) % board.seats == state.to_act
        assert state.winner == 0
        assert not any(team_at_home_with_flag(position, team) for team in (0, 1))
        for team in (0, 1):
            assert any(not status[s] & rules.GONE for s in seats if rules.team_of(board, s) == team)


def team_at_home_with_flag(position: Position, team: int) -> bool:
    """CF-19, computed from the description of a position."""
    facts = GAME.notation.describe(position)
    players = [one for one in facts["players"].values() if one["team"] == team + 1]
    rows = position.table.layout.notes.rows
    here = [one for one in players if not one["status"].startswith("left")]
    return (
        facts["flags"][team] == "stand"
        and any(one["flag"] for one in players)
        and all(one["at"] and rows[one["at"][0]][one["at"][1]] == "hH"[team] for one in here)
    )


@pytest.mark.rule("CF-4", "CF-9", "CF-19")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from([MAZE, TIGHT]), st.randoms(use_true_random=False), st.integers(2, 40))
def test_what_holds_in_every_game(maze: str, random: Random, every: int) -> None:
    table = GAME.table({"maze": maze, "players": 2, "ticks": 60})
    played = table.interpreted
    position = table.deal(random.getrandbits(32), played)
    while not position.over:
        check(position)
        events = [
            number
            for number in range(rules.ACTIONS, rules.ACTIONS + 2 * len(table.seats))
            if played.allowed(position, number)
        ]
        action = random.choice(events) if random.randrange(every) == 0 else wanted(position, random)
        played.apply(position, action)
    check(position)


def wanted(position: Position, random: Random) -> int:
    """Mostly the greedy bot's action, so that flags are taken, captures made and games won."""
    legal = position.table.interpreted.legal(position)
    if random.random() < 0.3:
        return random.choice(legal)
    return GAME.play.greedy(position, position.to_act, legal, random)


def test_interpreted_and_compiled_agree_on_leaving_and_coming_back() -> None:
    table = GAME.table({"maze": TIGHT, "players": 2, "ticks": 150})
    random = Random(4)
    for seed in range(12):
        one, other = table.deal(seed, table.rules), table.deal(seed, table.interpreted)
        while not one.over:
            number = random.randrange(rules.ACTIONS, rules.ACTIONS + 2 * len(table.seats))
            action = wanted(other, random)
            if random.random() < 0.2 and table.rules.allowed(one, number):
                action = number
            assert table.rules.allowed(one, number) == table.interpreted.allowed(other, number)
            table.rules.apply(one, action)
            table.interpreted.apply(other, action)
            assert one.state == other.state
            assert (table.rules.encoded(one, 2) == table.interpreted.encoded(other, 2)).all()
        assert table.rules.scores(one) == table.interpreted.scores(other)


@pytest.mark.parametrize("compiled", [False, True])
def test_pick_takes_every_legal_action_equally_often(compiled: bool) -> None:
    s = stage(free={"a": (2, 8), "A": (1, 6)})
    table = s.position.table
    used = table.rules if compiled else table.interpreted
    pick = used.bind(rules.pick)
    for where, legal in (((2, 8), 6), ((1, 1), 3), ((1, 4), 3)):
        position = stage(free={"a": where, "A": (1, 6)}).position
        record = (position.board.row, position.state.row) if compiled else (position.board, position.state)
        mask = np.zeros(rules.ACTIONS, np.uint8)
        counts = Counter(pick(*record, mask) for _ in range(6000))
        assert sorted(counts) == table.interpreted.legal(position)
        assert len(counts) == legal
        for count in counts.values():
            assert abs(count - 6000 / legal) < 6 * (6000 / legal) ** 0.5


def test_greedy_takes_the_flag_captures_and_frees() -> None:
    random = Random(1)
    takes = stage(free={"a": (2, 8), "A": (1, 6)})
    captures = stage(free={"a": (3, 3), "A": (3, 4)})
    frees = stage(free={"a": (4, 7), "A": (1, 9)}, jailed={"b": (4, 8)})
    returns = stage(free={"a": (2, 4), "A": (3, 8)}, flags="stand a")
    for s, word in ((takes, "take"), (captures, "right"), (frees, "right"), (returns, "left")):
        action = GAME.play.greedy(s.position, 0, s.rules.legal(s.position), random)
        assert GAME.notation.write_action(s.position, action) == word


def test_greedy_teams_finish_their_games() -> None:
    table = GAME.table({"ticks": 400})
    winners = Counter(play(table.deal(seed, table.interpreted), Random(seed)) for seed in range(12))
    assert winners[1] + winners[2] >= 9
    assert winners[1] and winners[2]


def test_greedy_beats_random() -> None:
    table = GAME.table({"ticks": 400})
    winners = Counter(play(table.deal(seed, table.interpreted), Random(seed), {1}) for seed in range(6))
    assert winners[2] >= 5


def play(position: Position, random: Random, teams: set[int] | None = None) -> int:
    """The winner of a game between greedy teams, or of greedy teams against random ones."""
    used = position.table.interpreted
    while not position.over:
        legal = used.legal(position)
        greedy = teams is None or rules.team_of(position.board, position.to_act) in teams
        action = GAME.play.greedy(position, position.to_act, legal, random) if greedy else random.choice(legal)
        used.apply(position, action)
    winner: int = position.state.winner
    return winner


def test_greedy_plays_twenty_a_side_in_the_biggest_maze() -> None:
    table = GAME.table({"maze": "labyrinth", "players": 20})
    used = table.interpreted
    position = table.deal(1, used)
    random = Random(1)
    while position.state.tick < 3:
        legal = used.legal(position)
        action = GAME.play.greedy(position, position.to_act, legal, random)
        assert action in legal
        used.apply(position, action)
