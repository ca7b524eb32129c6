"""A player of Capture the Flag who keeps to simple duties.

Whoever can capture somebody next to it does. The carrier runs home, and the team gathers there; a stolen flag is chased;
else half of the free players go for the enemy's flag, or for the jail when too many are in it, and the others guard.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from boardwalk.core.game import Position
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.mazes import distances

BLOCKED = 3.0  # what it costs, in steps, to want a cell where a teammate stands
CAUGHT = 6.0  # … to stop next to an opponent that can capture one there
NEAR = 1.5  # … two steps from it
BOLD = 0.15  # how often danger is ignored, so that two careful players do not wait for each other forever
GUARD = 3  # steps from the own flag within which a guard stays


class Mind:
    """What a player looks at before it chooses."""

    def __init__(self, position: Position, seat: int, random: Random) -> None:
        self.board, self.state = position.board, position.state
        self.rows: tuple[str, ...] = position.table.layout.notes.rows
        self.seat, self.random = seat, random
        self.team = rules.team_of(self.board, seat)
        self.enemy = 1 - self.team
        self.at: int = self.state.cell[seat]
        size, status = self.board.size[0], self.state.status.tolist()
        sides = (range(size), range(size, self.board.seats))
        self.mates = [mate for mate in sides[self.team] if not status[mate] & rules.OFF_MAZE]
        self.free_mates = [mate for mate in self.mates if not status[mate] & rules.JAILED]
        self.jailed = [mate for mate in self.mates if status[mate] & rules.JAILED]
        self.opponents = [one for one in sides[self.enemy] if not status[one] & (rules.OFF_MAZE | rules.JAILED)]

    def to(self, *cells: int) -> list[int]:
        """The steps from every cell to the nearest of these."""
        return distances(self.rows, cells)

    def bases(self, kind: str, team: int) -> tuple[int, ...]:
        count = self.board.homes[team] if kind == "home" else self.board.jails[team]
        cells = self.board.home if kind == "home" else self.board.jail
        return tuple(cells[team, i] for i in range(count))

    def ahead(self, action: int) -> int:
        """The cell that an action leads to."""
        cols = self.board.cols
        return self.at + (-cols, 1, cols, -1, 0, 0)[action]

    def can_be_captured_at(self, cell: int) -> bool:
        carries = self.state.carrier[self.enemy] == self.seat
        return carries or bool(rules.territory_of(self.board, cell) != self.team)

    def danger(self, cell: int) -> float:
        """What it costs to stop on a cell, for the opponents around it."""
        if not self.can_be_captured_at(cell):
            return 0.0
        row, col = divmod(cell, self.board.cols)
        cost = 0.0
        for one in self.opponents:
            other_row, other_col = divmod(self.state.cell[one], self.board.cols)
            away = abs(row - other_row) + abs(col - other_col)
            cost += CAUGHT if away == 1 else NEAR if away == 2 else 0.0
        return cost


def greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    if rules.TAKE in legal:
        return rules.TAKE
    mind = Mind(position, seat, random)
    prey = [action for action in legal if action < rules.TAKE and _catches(mind, mind.ahead(action))]
    if prey:
        return random.choice(prey)
    goal, careful = _duty(mind)
    return _step(mind, legal, goal, careful and random.random() > BOLD)


def _catches(mind: Mind, cell: int) -> bool:
    """Whether running into whoever is on a cell captures an opponent or frees a teammate."""
    other = rules.player_at(mind.state, cell)
    if other in mind.opponents:
        return bool(rules.can_be_captured(mind.board, mind.state, other))
    return other in mind.jailed


Worth = Callable[[int], float]


def _duty(mind: Mind) -> tuple[Worth, bool]:
    """How far a cell is from what this player is after, and whether to beware of opponents on the way."""
    state, own, enemy = mind.state, mind.team, mind.enemy
    home = mind.to(*mind.bases("home", own))
    thief, runner = state.carrier[own], state.carrier[enemy]
    if runner == mind.seat:
        return _gather(mind, home), True
    if thief >= 0:
        return mind.to(state.cell[thief]).__getitem__, False
    if runner >= 0 and not mind.jailed:
        return _gather(mind, home), False
    rank = mind.free_mates.index(mind.seat)
    if rank < (len(mind.free_mates) + 1) // 2 and runner < 0 or rank == 0:
        if mind.jailed and (rank == 0 or 2 * len(mind.jailed) >= len(mind.mates)):
            return mind.to(*mind.bases("jail", enemy)).__getitem__, True
        return mind.to(mind.board.stand[enemy]).__getitem__, True
    return _guard(mind), False


def _gather(mind: Mind, home: list[int]) -> Worth:
    """Into the home base; there, from cell to cell, so that nobody blocks its entrance for long."""
    if home[mind.at] > 0:
        return home.__getitem__
    return lambda cell: home[cell] * 9 + mind.random.random()


def _guard(mind: Mind) -> Worth:
    """After the nearest intruder that can be captured, or about near the own flag, not on it."""
    from_here = mind.to(mind.at)
    cells = [mind.state.cell[one] for one in mind.opponents if rules.can_be_captured(mind.board, mind.state, one)]
    intruders = [cell for cell in cells if rules.territory_of(mind.board, cell) == mind.team]
    if intruders:
        return mind.to(min(intruders, key=from_here.__getitem__)).__getitem__
    stand = mind.to(mind.board.stand[mind.team])
    return lambda cell: max(stand[cell], GUARD) * 2 + 2 * mind.random.random() + (stand[cell] == 0)


def _step(mind: Mind, legal: Sequence[int], goal: Worth, careful: bool) -> int:
    """The action that leads nearest to the goal."""

    def cost(action: int) -> float:
        cell = mind.ahead(action)
        blocked = cell != mind.at and rules.player_at(mind.state, cell) >= 0
        return goal(cell) + BLOCKED * blocked + (mind.danger(cell) if careful else 0.0) + mind.random.random() / 2

    return min(legal, key=cost)
