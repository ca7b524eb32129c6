"""Safe ways and tasks of Capture the Flag's searching bots."""

from __future__ import annotations

from random import Random

import pytest
from ctf_stage import GAME, Stage, stage

from boardwalk.contract.game import Position
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.search.maps import TO_HOME, TO_STAND, TO_TERRITORY
from boardwalk.games.capture_the_flag.search.tasks import ATTACK, CUT_OFF, GATHER, HUNT, KEEP, RESCUE, RUSH, pursue
from boardwalk.games.capture_the_flag.search.ways import NO_WAY, moves_before, safe_way

# One long corridor with a side arm: team 2's guard at its mouth shuts an intruder in.
CORRIDOR = """\
###############
#hh         HH#
#hh ####### HH#
#   #     #   #
#jj     #   JJ#
###############
"""


def search_scratch(position: Position) -> object:
    return position.table.interpreted.search_scratch(position.board)


def way(position: Position, seat: int, goal: int) -> tuple[int, int]:
    steps, first = safe_way(position.board, position.state, seat, goal, 0, 0, search_scratch(position))
    return int(steps), int(first)


def random_position(random: Random, players: int = 2) -> Position:
    """Everybody is free and on a cell of its own; anybody may carry a flag and be the next to act."""
    table = GAME.table({"maze": CORRIDOR, "players": players})
    position = table.deal(1)
    floor = [cell for cell, exits in enumerate(position.board.exits) if exits]
    for seat, cell in enumerate(random.sample(floor, 2 * players)):
        position.state.cell[seat] = cell
    for flag in range(2):
        if random.random() < 0.3:
            position.state.carrier[flag] = (1 - flag) * players + random.randrange(players)
    position.state.tick = random.randrange(10)
    position.state.turn = random.randrange(2 * players)
    position.state.to_act = (position.state.tick + position.state.turn) % (2 * players)
    return position


@pytest.mark.rule("CF-17")
def test_moves_are_counted_as_turns_come() -> None:
    random = Random(1)
    for _ in range(60):
        position = random_position(random, players=random.choice((1, 2)))
        seats = len(position.table.seats)
        for seat in range(seats):
            played = position.copy()
            moved, steps = [0] * seats, 0
            while steps < 6:
                if played.to_act == seat:
                    for other in range(seats):
                        if other != seat:
                            counted = moves_before(position.board, position.state, other, seat, steps)
                            assert counted == moved[other], (seat, other, steps)
                    steps += 1
                moved[played.to_act] += 1
                played.table.rules.apply(played, rules.STAY)


@pytest.mark.rule("CF-11", "CF-12")
def test_nobody_is_captured_on_a_safe_way_whatever_the_opponents_do() -> None:
    """Opponents run after the player or move at random; teammates stand still, off the maze."""
    random, walked = Random(2), 0
    while walked < 150:
        position = random_position(random)
        seat = position.to_act
        team, mate = seat // 2, seat ^ 1
        position.state.cell[mate], position.state.status[mate] = 0, rules.GONE
        for flag in range(2):
            if position.state.carrier[flag] == mate:
                position.state.carrier[flag] = rules.ON_STAND
        carries = position.state.carrier[1 - team] == seat
        goal = (TO_HOME if carries else random.choice((TO_TERRITORY, TO_STAND))) + team
        if goal == TO_STAND + team:
            goal = TO_STAND + 1 - team
        before, _ = way(position, seat, goal)
        if before == NO_WAY:
            continue
        walked += 1
        left = before
        while left:
            if position.to_act == seat:
                steps, first = way(position, seat, goal)
                assert steps <= left, "the way has become longer"
                position.table.rules.apply(position, first)
                left -= 1
            else:
                legal = position.table.rules.legal(position)
                hunting = pursue(position.board, position.state, position.to_act, HUNT, search_scratch(position))
                action = int(hunting) if random.random() < 0.8 else random.choice(legal)
                position.table.rules.apply(position, action)
            if position.over:
                break
            assert not position.state.status[seat] & rules.JAILED, "captured on a safe way"


def shut_in(guard: tuple[int, int]) -> Position:
    return stage(CORRIDOR, free={"a": (3, 9), "A": guard}, to_act="a").position


def test_an_intruder_behind_a_guard_has_no_safe_way() -> None:
    assert way(shut_in((4, 6)), 0, TO_TERRITORY)[0] == NO_WAY
    assert way(shut_in((1, 12)), 0, TO_TERRITORY)[0] < NO_WAY


def pursued(scene: Stage, task: int) -> str:
    position = scene.position
    action = pursue(position.board, position.state, position.to_act, task, search_scratch(position))
    assert action in position.table.rules.legal(position)
    return GAME.notation.write_action(position, int(action))


PLACES = {"b": (1, 1), "B": (1, 12)}
TASKS = {
    "what is at hand goes first: a capture": (GATHER, {"a": (1, 4), "A": (1, 5)}, "right"),
    "keep: on the stand": (KEEP, {"a": (3, 1), "A": (1, 10)}, "up"),
    "keep: stay there": (KEEP, {"a": (2, 1), "A": (1, 10)}, "stay"),
    "hunt: after the intruder": (HUNT, {"a": (3, 1), "A": (1, 5)}, "up"),
    "cut off: between the intruder and its home": (CUT_OFF, {"a": (4, 4), "A": (4, 2)}, "left"),
    "attack: not where a guard waits": (ATTACK, {"a": (1, 6), "A": (1, 8)}, "stay"),
    "rush: there all the same": (RUSH, {"a": (1, 6), "A": (1, 8)}, "right"),
    "gather: home": (GATHER, {"a": (1, 4), "A": (1, 11)}, "left"),
}


@pytest.mark.parametrize("name", TASKS)
def test_a_task_is_pursued(name: str) -> None:
    task, places, expected = TASKS[name]
    assert pursued(stage(CORRIDOR, free=PLACES | places), task) == expected


def test_a_rescuer_goes_to_the_enemys_jail() -> None:
    scene = stage(CORRIDOR, free={"a": (4, 9), "A": (1, 1), "B": (1, 2)}, jailed={"b": (4, 12)})
    assert pursued(scene, RESCUE) == "right"


@pytest.mark.rule("CF-19")
def test_the_carrier_goes_home_whatever_its_task() -> None:
    for task in (KEEP, HUNT, ATTACK, RUSH, GATHER):
        assert pursued(stage(CORRIDOR, free=PLACES | {"a": (1, 5), "A": (4, 10)}, flags="stand a"), task) == "left"
