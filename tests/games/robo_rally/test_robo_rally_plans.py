"""RoboRally's bots that plan: values of all programs, best replies, winning programs, and what they may know."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from robo_rally_floor import GAME, table_of

from boardwalk.contract.game import Position
from boardwalk.engine.random import streams
from boardwalk.engine.rules import BOARD
from boardwalk.games.robo_rally import notation
from boardwalk.games.robo_rally.files import LETTERS
from boardwalk.match import Match, View
from boardwalk.search import Thinker
from boardwalk.search.programs import kernels
from boardwalk.search.programs.driver import Planner

MEDIUM = GAME.search.budgets.medium


def choosing(rows: str, *robots: str, token: str = "A", **options: Any) -> Position:
    """A position at the start of a round; each robot is `ROW COLUMN FACING [FLAGS]`."""
    table = table_of(rows, **options)
    head = f"round: 1\nslot: 1\nstage: 0\nto_act: A\ntoken: {token}\norder: -\ndestroyed: -\nwinner: -\nrng: 1 2\n\n"
    lines = []
    for letter, robot in zip("ABCD", robots, strict=False):
        row, col, facing, *flags = robot.split()
        lines.append(f"{letter} {row} {col} {facing} {flags[0] if flags else 0} .....\n")
    return notation.read_position(table, head + "".join(lines))


def view_of(position: Position, seat: int = 0) -> View:
    """What a seat sees when it begins to choose; the seats before it have chosen something."""
    position = position.copy()
    while position.to_act != seat:
        position.table.rules.apply(position, position.table.rules.legal(position)[0])
    return View.of(position.table.rules, position, seat)


def actions_of(program: int) -> list[int]:
    return [program // 6**back % 6 for back in range(4, -1, -1)]


def text_of(actions: list[int] | tuple[int, ...]) -> str:
    return "".join(LETTERS[action] for action in actions)


def run(position: Position, *programs: list[int]) -> Position:
    """The position after a round with these programs."""
    after = position.copy()
    for action in (action for program in programs for action in program):
        after.table.rules.apply(after, action)
    while after.to_act == BOARD:
        after.table.rules.apply(after, 0)
    return after


LEGAL = [program for program in range(6**5) if all(a != b for a, b in pairwise(actions_of(program)))]


class Bench:
    """A planner whose templates are called one by one."""

    def __init__(self, position: Position, **habits: int) -> None:
        self.position, self.table = position, position.table
        self.planner = Planner(self.table, GAME.search)
        self.plans = self.planner._plans
        self.habits = self.planner._habits._replace(**habits)
        self.dice = self.table.layout.state.array.copy()
        self.dice["rng"] = streams(1)
        self.boards, self.scratches = self.planner._boards, self.planner._scratches
        self.call("begin_round", position.state.array)

    def call(self, name: str, *more: Any) -> Any:
        return self.table.rules.bind(getattr(kernels, name))(self.boards, self.plans, *more)

    def worths(self, seat: int, *others: tuple[int, int]) -> np.ndarray[Any, Any]:
        """What each program is worth to a seat if the others (pairs of seat and program) choose these."""
        for other, program in others:
            self.call("write_program", other, program)
        self.call("try_all", self.scratches, seat)
        return self.plans.worths.copy()

    def iterate(self, iterations: int, done: int = 0) -> None:
        self.call("iterate", self.dice, self.scratches, self.habits, done, iterations)


RACE = "....1 .^... x.>v. ..... A.2.B"
CROWD = "1.+.. .>>S. .x..2 A.BC."


def positions(rows: str, count: int) -> list[Position]:
    """The starts of some rounds of games in which the bot `easy` and chance choose."""
    table, random, found = table_of(rows, rounds=12), Random(rows), []
    while len(found) < count:
        match = Match(table, 0)
        while not match.over:
            view = match.view(match.to_act)
            if view.seat == 0 and view.position.state.slot == 0:
                found.append(match.position.copy())
            greedy = random.random() < 0.7
            action = GAME.play.greedy(view.position, view.seat, view.legal, random)
            match.act(view.seat, action if greedy else random.choice(view.legal))
    return random.sample(found, count)


def test_the_legal_programs_are_those_of_the_rulebook() -> None:
    bench = Bench(positions(RACE, 1)[0])
    for seat in (0, 1):
        assert np.flatnonzero(bench.plans.legal[seat, bench.plans.first[-1] :]).tolist() == LEGAL


@pytest.mark.parametrize("rows", [RACE, CROWD])
def test_every_program_is_worth_what_its_round_leads_to(rows: str) -> None:
    random = Random(7)
    for position in positions(rows, 4):
        bench, rules, seats = Bench(position), position.table.rules, len(position.table.seats)
        seat = random.randrange(seats)
        programs = {other: random.choice(LEGAL) for other in range(seats)}
        worths = bench.worths(seat, *((other, programs[other]) for other in programs if other != seat))
        for program in random.sample(LEGAL, 400):
            after = run(position, *(actions_of({**programs, seat: program}[other]) for other in range(seats)))
            if after.over:
                assert abs(worths[program] - rules.scores(after)[seat]) <= kernels.LATER * 4 + 1e-9
            else:
                estimate = rules.call("estimate", after, seat, rules.search_scratch(after.board).argument)
                assert worths[program] == pytest.approx(estimate)


def test_a_best_reply_is_best_against_all_programs_chosen_so_far() -> None:
    for position in positions(RACE, 3):
        bench = Bench(position)
        bench.iterate(5)
        chosen = bench.plans.chosen[:5].tolist()
        for seat in (0, 1):
            reply = bench.table.rules.bind(kernels.best_reply)(bench.plans, seat)
            total = sum((n + 1) * bench.worths(seat, (1 - seat, both[1 - seat])) for n, both in enumerate(chosen))
            assert total[reply] == pytest.approx(max(total[program] for program in LEGAL))


def test_iterations_approach_an_equilibrium() -> None:
    gains = {1: 0.0, 300: 0.0}
    for position in positions(RACE, 3):
        for iterations in gains:
            bench = Bench(position, share=0)
            bench.iterate(iterations)
            shares = bench.plans.weights / bench.plans.weights.sum(1, keepdims=True)
            for seat in (0, 1):
                total = np.zeros(6**5)
                for program in np.flatnonzero(shares[1 - seat]):
                    total += shares[1 - seat][program] * bench.worths(seat, (1 - seat, int(program)))
                # what a seat wins that knows the other's shares; the two are worth 0 together
                gains[iterations] += max(total[program] for program in LEGAL)
    assert -1e-9 <= gains[300] < 0.05 * 3 < gains[1]


WINS = {
    "straight to the flag": choosing("1...... ....... ....... A.....B", "4 1 north", "4 7 west"),
    "push the other into a pit first": choosing(
        ".x..... ..1.... ....... ....... A.....B", "3 2 north", "2 2 east", token="A"
    ),
}


@pytest.mark.parametrize("name", WINS)
def test_a_win_within_the_round_is_found_and_proven(name: str) -> None:
    position = WINS[name]
    analysis = Thinker(position.table, seed=3).analyse(view_of(position), MEDIUM)
    assert analysis.actions[0].value == 1.0
    program = list(analysis.line[:5])
    for reply in LEGAL:
        assert position.table.rules.scores(run(position, program, actions_of(reply)))[0] == 1, text_of(
            actions_of(reply)
        )


def test_without_the_push_the_other_wins() -> None:
    position = WINS["push the other into a pit first"]
    reply = [LETTERS.index(letter) for letter in "FWLWL"]
    for program in LEGAL:
        if actions_of(program)[0] != LETTERS.index("F"):
            assert position.table.rules.scores(run(position, actions_of(program), reply))[0] == -1


def test_the_same_seed_and_view_give_the_same_analysis() -> None:
    position = positions(RACE, 1)[0]
    first, again = (Thinker(position.table, seed=5).analyse(view_of(position), MEDIUM) for _ in range(2))
    assert first == again
    assert {Thinker(position.table, seed=seed).analyse(view_of(position), MEDIUM).line for seed in range(6)} != {
        first.line
    }


@pytest.mark.rule("RB-21")
def test_what_others_have_chosen_in_secret_changes_nothing() -> None:
    table = table_of(CROWD)
    found = set()
    for secret in ("FLFLF", "WBWBW", "RWRWU"):
        match = Match(table, 0)
        for action in (LETTERS.index(letter) for letter in secret):
            match.act(0, action)
        analysis = Thinker(table, seed=1).analyse(match.view(1), MEDIUM)
        found.add((analysis.line, analysis.actions))
    assert len(found) == 1


@pytest.mark.parametrize("simulations", [MEDIUM, 600_000])
def test_the_letters_of_a_program_follow_one_plan(simulations: int) -> None:
    match = Match(table_of(RACE), 0)
    thinker = Thinker(match.table, seed=2)
    plan = thinker.analyse(match.view(0), simulations).line[:5]
    for place in range(5):
        view = match.view(0)
        analysis = thinker.analyse(view, simulations)
        assert analysis.line[: 5 - place] == plan[place:] and analysis.best == plan[place]
        fresh = Thinker(match.table, seed=2).analyse(view, simulations)
        assert (fresh.line, fresh.actions) == (analysis.line, analysis.actions), "it depends on the view alone"
        assert {one.action for one in analysis.actions} == {*view.legal}
        match.act(0, plan[place])


def test_a_plan_goes_on_from_letters_it_would_not_have_chosen() -> None:
    match = Match(table_of(RACE), 0)
    for letter in "WBW":
        match.act(0, LETTERS.index(letter))
    analysis = Thinker(match.table).analyse(match.view(0), 600_000)
    assert len(analysis.line) == 2 + 5, "the rest of its program, then that of the other"
    assert analysis.line[0] != LETTERS.index("W")
    program = [LETTERS.index(letter) for letter in "WBW"] + list(analysis.line[:2])
    assert all(a != b for a, b in pairwise(program))


def test_an_analysis_says_what_the_others_may_have_chosen() -> None:
    match = Match(table_of(CROWD), 0)
    for letter in "FLFLF":
        match.act(0, LETTERS.index(letter))
    worlds = Thinker(match.table).analyse(match.view(1), MEDIUM).worlds
    assert worlds and sum(world.share for world in worlds) <= 1 + 1e-9
    for world in worlds:
        assert (
            world.position.to_act == 1
            and match.rules.concealed(world.position, 1).state == match.view(1).position.state
        )
    (world,) = Thinker(match.table).analyse(Match(match.table, 0).view(0), MEDIUM).worlds
    assert world.share == pytest.approx(1), "nobody chooses before the first seat"


@pytest.mark.parametrize("robots", [1, 2, 3, 4])
def test_any_number_of_robots_is_planned_for(robots: int) -> None:
    table = GAME.table({"board": "first_shift", "robots": robots})
    match = Match(table, 0)
    while match.position.state.round == 1:
        match.act(match.to_act, Thinker(table).analyse(match.view(match.to_act), 40_000).best)


def test_a_robot_alone_takes_a_fastest_way() -> None:
    table = GAME.table({"board": "first_shift", "robots": 1})
    match, thinker = Match(table, 0), Thinker(table)
    while not match.over:
        match.act(0, thinker.analyse(match.view(0), 40_000).best)
    assert len(match.actions) == 20, "twenty slots are the fewest, a whole number of rounds"
