"""`Planner`: plans the programs of one table, which all seats choose in secret and reveal together."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import compress, takewhile
from time import perf_counter
from typing import Any

import numpy as np

from boardwalk.contract.errors import GameError
from boardwalk.contract.game import Analysis, Judged, Position, Table, World
from boardwalk.contract.search import Programs, Search
from boardwalk.engine.random import streams
from boardwalk.match import View
from boardwalk.search.programs import kernels
from boardwalk.search.worlds import SHOWN, Memory

Array = np.ndarray[Any, Any]

MOST_PROGRAMS = 1 << 16
MOST_ITERATIONS = 2000
NEXT_ROUND = 4  # iterations for each position in which the next round is planned
ENOUGH = 60  # possible iterations from which on some of the budget is spent on the next round
SURE = 1.0 - 10 * kernels.LATER  # the value from which on a program wins against everything tried
EQUAL = 1e-7  # programs whose values differ by less count as equal


@dataclass
class Round:
    """The result for a round. Values are to the seat, one for each program, -inf where it is not legal."""

    key: bytes
    values: Array
    share: Array  # how often it was the best reply
    others: Array  # [choice, seat]: what the others are likely to choose
    chances: Array  # of these
    simulations: int
    plans: dict[tuple[int, ...], Plan]  # by the actions already chosen


@dataclass
class Plan:
    """The best programs with given first actions, the best first, and their values in view of the round after this."""

    programs: list[int]
    values: list[float]


class Planner:
    """The memory of a planner, allocated once. It remembers the round it planned last, so that the actions of one
    program follow one plan."""

    def __init__(self, table: Table, search: Search, *, seed: int = 0) -> None:
        assert isinstance(search.method, Programs)
        self.table, self.seed = table, seed
        self.length = _length(table)
        if table.actions**self.length > MOST_PROGRAMS:
            raise GameError(f"the programs of {table.game.name!r} are too many: {table.actions}**{self.length}")
        self.seats = range(len(table.seats))
        self._boards = np.repeat(table.layout.board.array, 1)
        self._dice = np.repeat(table.layout.state.array, 1)
        self._base = np.repeat(table.layout.state.array, 1)
        self._scratches = table.compiled.search_scratch(table.layout.board).array
        self._plans, self._inner = self._memory(MOST_ITERATIONS), self._memory(NEXT_ROUND)
        share = round(100 * search.method.greedy_share) if table.game.has_rule("greedy") else 0
        random_share = search.method.random_share
        noise = round(1 / random_share) if table.game.has_rule("greedy") and random_share else 1
        self._habits = kernels.Habits(share, noise, table.game.hidden)
        bind = table.compiled.bind
        self._begin, self._iterate = bind(kernels.begin_round), bind(kernels.iterate)
        self._deepen = bind(kernels.deepen)
        self._round: Round | None = None
        base = table.deal(0).state.array
        for plans in (self._plans, self._inner):
            bind(kernels.mark_legal)(self._boards, plans, base)

    def _memory(self, iterations: int) -> kernels.Plans:
        actions, length, seats = self.table.actions, self.length, len(self.seats)
        programs = actions**length
        first = np.array([(actions**n - 1) // max(1, actions - 1) for n in range(length + 1)])
        prefixes = int(first[-1]) + programs
        state = self.table.layout.state.array
        nodes = np.repeat(state, prefixes + 1)
        return kernels.Plans(
            first=first,
            mask=np.zeros(actions, np.uint8),
            work=np.repeat(state, 2),
            ready=np.repeat(state, 1),
            choosing=np.repeat(state, seats),
            legal=np.zeros((seats, prefixes), np.uint8),
            ranks=np.zeros((seats, programs)),
            sums=np.zeros((seats, programs)),
            weights=np.zeros((seats, programs)),
            played=np.zeros(seats),
            chosen=np.zeros((iterations, seats), np.int64),
            worths=np.zeros(programs),
            nodes=nodes,
            words=nodes.view(np.uint32).reshape(prefixes + 1, -1),
            values=np.zeros(prefixes + 1),
            ended=np.zeros(prefixes + 1, np.int64),
            after=np.zeros((prefixes + 1, actions), np.int64),
            node_of=np.zeros(prefixes, np.int64),
            table=np.zeros((1 << (2 * programs).bit_length(), 2), np.int64),
            stamp=np.zeros(1, np.int64),
        )

    def analyse(
        self, view: View, simulations: int, seconds: float | None = None, memory: Memory | None = None
    ) -> Analysis:
        """Plan the program of the seat to act. A simulation is one program run against programs of the others."""
        ends = None if seconds is None else perf_counter() + seconds
        self._prepare(view.position)
        found = self._plan_round(view, simulations, ends)
        chosen = self._chosen(view)
        plan = self._plan(found, view.seat, (), simulations, ends)
        plan = self._rest(plan, chosen) or self._plan(found, view.seat, chosen, simulations, ends)
        return Analysis(
            seat=view.seat,
            actions=self._judged(view, found, plan, chosen),
            line=tuple(self._line(view, found, plan, chosen)),
            simulations=found.simulations,
            worlds=tuple(self._worlds(view, found, chosen)),
        )

    # -- planning

    def _prepare(self, position: Position) -> None:
        """Bring the working memory up to date, if `deal` lays out a board of its own for each game."""
        if position.table.layout.per_game and position.board.array != self._boards:
            self._boards[:] = position.board.array
            self._scratches[:] = self.table.compiled.search_scratch(position.board).array
            self._round = None

    def _plan_round(self, view: View, simulations: int, ends: float | None) -> Round:
        """Iterate from the start of the round's choices: this seat's choices since are secret."""
        position = view.position.copy()
        self.table.game.rules.rewind(position.board, position.state)
        key = position.state.to_bytes() + bytes([view.seat]) + simulations.to_bytes(8, "little")
        if self._round and self._round.key == key:
            return self._round
        plans, seat = self._plans, view.seat
        self._base[:] = position.state.array
        seed = self._seed(key)
        plans.ranks[:] = np.random.default_rng(seed).random(plans.ranks.shape) * 1e-9
        self._dice["rng"][0] = streams(seed)[0]
        self._begin(self._boards, plans, self._base)
        done = self._iterations(simulations, ends)
        total = 0.5 * done * (done + 1)
        legal = plans.legal[seat, plans.first[-1] :] > 0
        others, chances = self._choices_of_others(seat, done)
        self._round = Round(
            key=key,
            values=np.where(legal, plans.sums[seat] / total, -np.inf),
            share=plans.weights[seat] / total,
            others=others,
            chances=chances,
            simulations=done * len(self.seats) * self._programs,
            plans={},
        )
        return self._round

    def _seed(self, key: bytes) -> int:
        return (self.seed + int.from_bytes(hashlib.blake2b(key, digest_size=7).digest(), "little")) % 2**63

    @property
    def _programs(self) -> int:
        """The number of programs of one seat."""
        return int(self._plans.legal[0, self._plans.first[-1] :].sum())

    def _budget(self, simulations: int) -> tuple[int, int]:
        """The number of iterations, and of positions for which the next round is planned too: none if that would leave
        too few iterations."""
        runs = simulations // (len(self.seats) * self._programs)
        if runs < ENOUGH:
            return max(1, runs), 0
        iterations = min(runs // 4, MOST_ITERATIONS)
        return iterations, (runs - iterations) // NEXT_ROUND

    def _iterations(self, simulations: int, ends: float | None) -> int:
        """Iterate; returns the number of iterations. The clock is checked after each, and half of the time is left for
        the plan."""
        wanted, _ = self._budget(simulations)
        if ends is None:
            self._iterate(self._boards, self._plans, self._dice, self._scratches, self._habits, 0, wanted)
            return wanted
        done, half = 0, (ends - perf_counter()) / 2
        while done < wanted and (done == 0 or ends - perf_counter() > half):
            self._iterate(self._boards, self._plans, self._dice, self._scratches, self._habits, done, 1)
            done += 1
        return done

    def _choices_of_others(self, seat: int, done: int) -> tuple[Array, Array]:
        """The distinct choices of the others in these iterations, the most frequent first, and their shares."""
        chosen = self._plans.chosen[:done].copy()
        chosen[:, seat] = 0
        different, which = np.unique(chosen, axis=0, return_inverse=True)
        weights = np.bincount(which.ravel(), weights=np.arange(1.0, done + 1))
        order = np.argsort(-weights, kind="stable")
        return np.ascontiguousarray(different[order]), weights[order] / weights.sum()

    def _plan(self, found: Round, seat: int, chosen: tuple[int, ...], simulations: int, ends: float | None) -> Plan:
        """The best programs that begin with these actions. The best ones of this round are compared by planning the
        next one."""
        if chosen in found.plans:
            return found.plans[chosen]
        values = np.where(self._beginning(chosen), found.values, -np.inf)
        best = [int(program) for program in np.argsort(-values, kind="stable")[:1]]
        _, positions = self._budget(simulations)
        if positions == 0:
            plan = found.plans[chosen] = Plan(best, [float(values[best[0]])])
            return plan
        others, chances = _sample(found, max(1, round(positions**0.5)))
        programs = list(self._candidates(values, max(1, positions // len(others))))
        judged: list[tuple[float, int]] = []
        self._dice["rng"][0] = streams(self._seed(found.key + bytes(chosen)))[0]
        into = np.zeros(len(others))
        for number, program in enumerate(programs):
            if ends is not None and judged and perf_counter() > ends:
                break
            self._deepen(
                self._boards, self._plans, self._inner, self._dice, self._scratches, self._habits, seat, program,
                others, NEXT_ROUND, into,
            )  # fmt: skip
            found.simulations += len(others) * NEXT_ROUND * len(self.seats) * self._programs
            judged.append((-float(into @ chances), number))
        judged.sort()
        plan = found.plans[chosen] = Plan([programs[number] for _, number in judged], [-value for value, _ in judged])
        return plan

    def _rest(self, plan: Plan, chosen: tuple[int, ...]) -> Plan | None:
        """The programs of a plan that begin with the actions chosen, if its best one does."""
        begin = [self._actions(program)[: len(chosen)] == chosen for program in plan.programs]
        return Plan([*compress(plan.programs, begin)], [*compress(plan.values, begin)]) if begin[0] else None

    def _candidates(self, values: Array, count: int) -> Iterator[int]:
        """The best programs in order, without those of the same value as the one before."""
        last = np.inf
        for program in np.argsort(-values, kind="stable"):
            if count == 0 or values[program] == -np.inf:
                return
            if values[program] < last - EQUAL:
                last = values[program]
                count -= 1
                yield int(program)

    # -- programs as actions

    def _actions(self, program: int) -> tuple[int, ...]:
        base = self.table.actions
        return tuple(program // base**back % base for back in range(self.length - 1, -1, -1))

    def _beginning(self, chosen: tuple[int, ...]) -> Array:
        """The programs that begin with these actions."""
        base = self.table.actions
        number = sum(action * base ** (len(chosen) - 1 - at) for at, action in enumerate(chosen))
        begins: Array = np.arange(base**self.length) // base ** (self.length - len(chosen)) == number
        return begins

    def _chosen(self, view: View) -> tuple[int, ...]:
        """The actions of its program that the seat has already chosen."""
        position = view.position
        written = self.table.game.rules.written
        actions = (written(position.board, position.state, view.seat, at) for at in range(self.length))
        return tuple(takewhile(lambda action: action >= 0, actions))

    # -- results

    def _judged(self, view: View, found: Round, plan: Plan, chosen: tuple[int, ...]) -> tuple[Judged, ...]:
        """The next actions: those of the plan by the value of its best program, then the others by their best program
        in this round alone, which is shifted to the scale of the plan."""
        at, judged = len(chosen), {}
        shift = plan.values[0] - float(found.values[plan.programs[0]])
        for action in view.legal:
            begins = self._beginning((*chosen, action))
            best = float(found.values[begins].max())
            value = min(best + shift, plan.values[0])
            judged[action] = Judged(action, _shown(value), float(found.share[begins].sum()))
        for program, value in zip(reversed(plan.programs), reversed(plan.values), strict=True):
            action = self._actions(program)[at]
            judged[action] = replace(judged[action], value=_shown(value))
        best = self._actions(plan.programs[0])[at]
        return tuple(sorted(judged.values(), key=lambda one: (one.action != best, -one.value)))

    def _line(self, view: View, found: Round, plan: Plan, chosen: tuple[int, ...]) -> Iterator[int]:
        """The rest of the program, then the likeliest programs of the seats that choose after this one."""
        yield from self._actions(plan.programs[0])[len(chosen) :]
        for seat in self.seats[view.seat + 1 :]:
            yield from self._actions(int(found.others[0, seat]))

    def _worlds(self, view: View, found: Round, chosen: tuple[int, ...]) -> Iterator[World]:
        """The likely choices of the seats before this one; for the first seat there is one world."""
        likely: dict[tuple[int, ...], float] = {}
        for others, chance in zip(found.others[:, : view.seat].tolist(), found.chances, strict=True):
            likely[tuple(others)] = likely.get(tuple(others), 0.0) + float(chance)
        for programs in sorted(likely, key=lambda one: -likely[one])[:SHOWN]:
            position = view.position.copy()
            self.table.game.rules.rewind(position.board, position.state)
            for actions in (*map(self._actions, programs), chosen):
                for action in actions:
                    self.table.rules.apply(position, action)
            yield World(likely[programs], position)


def _sample(found: Round, count: int) -> tuple[Array, Array]:
    """At most this many of the others' choices as a representative sample, and their shares (systematic sampling)."""
    places = (np.arange(count) + 0.5) / count
    which, hits = np.unique(np.searchsorted(np.cumsum(found.chances), places), return_counts=True)
    return np.ascontiguousarray(found.others[which]), hits / count


def _shown(value: float) -> float:
    """The reported value: a program that wins against everything tried has the value 1, whenever it wins."""
    if abs(value) >= SURE:
        return 1.0 if value > 0 else -1.0
    return value


def _length(table: Table) -> int:
    """The number of actions of a program."""
    position, length = table.deal(0), 0
    while position.to_act == 0:
        table.rules.apply(position, table.rules.legal(position)[0])
        length += 1
    return length
