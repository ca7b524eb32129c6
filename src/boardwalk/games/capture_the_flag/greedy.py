"""A player of Capture the Flag who keeps to simple duties.

Whoever can capture somebody next to it does. The carrier runs home, and the team gathers there. A stolen flag is
chased. Else half of the free players go for the enemy's flag, or to the jail when too many are in it; the others guard.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from boardwalk.core.game import Position
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.mazes import distances, first_step

TAKE: int = rules.TAKE
STAY: int = rules.STAY
BOLD = 0.1  # how often danger is ignored, so that two careful players do not wait for each other forever
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

    def dangers(self) -> set[int]:
        """The cells next to opponents on which they could capture this player."""
        around = {self.state.cell[one] + step for one in self.opponents for step in self.board.step}
        return {cell for cell in around if self.can_be_captured_at(cell)}


def greedy(position: Position, seat: int, legal: Sequence[int], random: Random) -> int:
    if TAKE in legal:
        return TAKE
    mind = Mind(position, seat, random)
    prey = [action for action in legal if action < TAKE and _catches(mind, mind.ahead(action))]
    if prey:
        return random.choice(prey)
    goal, careful = _duty(mind)
    closed = {cell for cell in mind.state.cell.tolist() if cell != mind.at and not _catches(mind, cell)}
    if careful and random.random() > BOLD:
        closed |= mind.dangers()
    return _step(mind, legal, goal, closed)


def _catches(mind: Mind, cell: int) -> bool:
    """Whether running into whoever is on a cell captures an opponent or frees a teammate."""
    other = rules.player_at(mind.state, cell)
    if other in mind.opponents:
        return bool(rules.can_be_captured(mind.board, mind.state, other))
    return other in mind.jailed


def _duty(mind: Mind) -> tuple[list[int], bool]:
    """The steps from each cell to where this player wants to be, and whether to beware of opponents on the way."""
    state, own, enemy = mind.state, mind.team, mind.enemy
    thief, runner = state.carrier[own], state.carrier[enemy]
    home = mind.to(*mind.bases("home", own))
    alone = len(mind.free_mates) == 1  # then even the carrier has to do what stands between it and the win
    if runner == mind.seat and not alone:
        return home, True
    if thief >= 0:
        return mind.to(state.cell[thief]), False
    if runner >= 0 and not mind.jailed:
        return home, runner == mind.seat
    helpers = [mate for mate in mind.free_mates if mate != runner or alone]
    rank = helpers.index(mind.seat)
    if (rank < (len(helpers) + 1) // 2 and runner < 0) or rank == 0:
        if mind.jailed and (rank == 0 or 2 * len(mind.jailed) >= len(mind.mates)):
            return mind.to(*mind.bases("jail", enemy)), True
        return mind.to(mind.board.stand[enemy]), True
    return _guard(mind), False


def _guard(mind: Mind) -> list[int]:
    """After the nearest intruder that can be captured, or about near the own flag."""
    cells = [mind.state.cell[one] for one in mind.opponents if rules.can_be_captured(mind.board, mind.state, one)]
    intruders = [cell for cell in cells if rules.territory_of(mind.board, cell) == mind.team]
    if intruders:
        from_here = mind.to(mind.at)
        return mind.to(min(intruders, key=from_here.__getitem__))
    stand = mind.to(mind.board.stand[mind.team])
    return [max(0, away - GUARD) if away >= 0 else away for away in stand]


def _step(mind: Mind, legal: Sequence[int], steps: list[int], closed: set[int]) -> int:
    """Along a way that is open; about at random where one wants to be; else nearer, if that can be had."""
    moves = [action for action in legal if action < TAKE and mind.ahead(action) not in closed]
    if steps[mind.at] == 0:
        inside = [action for action in moves if steps[mind.ahead(action)] == 0]
        return mind.random.choice([*inside, STAY])
    to = first_step(mind.rows, mind.at, steps, closed)
    for action in moves:
        if mind.ahead(action) == to:
            return action
    best = min((steps[mind.ahead(action)] for action in moves), default=0)
    nearest = [action for action in moves if steps[mind.ahead(action)] == best]
    return mind.random.choice([*nearest, STAY])
