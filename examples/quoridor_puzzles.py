"""Quoridor positions without secrets in which one move wins and every other one loses, proven by exhaustive search.

Random positions are changed step by step until one move is left that wins."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

import boardwalk
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Position
from boardwalk.games.fog_quoridor import rules
from boardwalk.games.fog_quoridor.content.challenge import OPTIONS, mirrored
from boardwalk.search.proof.driver import Prover

PLIES = 9
NODES = 40_000
WANTED_PLIES = range(5, 10)  # of the win; sooner is too easy
MOST_WINS = 40  # of a position that is changed
CHANGES = 150  # to try from one position on
APART = 4  # changes between two puzzles of which one comes from the other

Entry = dict[str, Any]


class QuoridorMaker:
    """Makes puzzles; `seen` are the pawns' cells of those that there are already."""

    def __init__(self, seed: int, seen: Collection[str] = ()) -> None:
        self.table = boardwalk.game("fog_quoridor").table(OPTIONS)
        self.random = Random(seed)
        self.prover = Prover(self.table, PLIES)
        self.seen = {*seen, *map(mirrored, seen)}

    def read(self, position: Position) -> Position | None:
        """The position as its text has it; None if it is not allowed."""
        game = self.table.game
        try:
            return game.notation.read_position(self.table, game.notation.write_position(position))
        except BoardwalkError:
            return None

    def walls(self, position: Position) -> list[int]:
        return [action for action in self.table.rules.legal(position) if action >= rules.FIRST_WALL]

    def draw(self) -> Position | None:
        random, position = self.random, self.table.deal(0)
        state = position.state
        for column in (random.randrange(9), random.randrange(9)):
            self.table.rules.apply(position, column)
        for _ in range(random.randrange(9, 15)):
            self.table.rules.apply(position, random.choice(self.walls(position)))
        state.turns = 2 * random.randrange(15, 25) + random.randrange(2)
        state.to_act = seat = state.turns % 2
        state.pawn[0] = 9 * random.randrange(4, 7) + random.randrange(9)
        state.pawn[1] = 9 * random.randrange(2, 5) + random.randrange(9)
        state.left[seat], state.left[1 - seat] = random.choice((1, 1, 2)), random.randrange(2)
        return self.read(position)

    def changed(self, position: Position) -> Position | None:
        """With a pawn moved, a wall added, or another wall left to the opponent."""
        random, other = self.random, position.copy()
        state, kind = other.state, random.random()
        if kind < 0.5:
            seat = random.randrange(2)
            state.pawn[seat] = max(0, min(80, state.pawn[seat] + random.choice((-9, 9, -1, 1))))
        elif kind < 0.85:
            walls, turns, left = self.walls(other), state.turns, list(state.left)
            if not walls:
                return None
            self.table.rules.apply(other, random.choice(walls))
            state.turns, state.to_act = turns, turns % 2
            state.left[0], state.left[1] = left
        else:
            state.left[1 - state.to_act] ^= 1
        return self.read(other)

    def wins(self, position: Position, most: int) -> list[int]:
        """The actions that are not proven to lose, up to one more than `most`; none if no win is proven."""
        seat, found = position.to_act, []
        plies = self.prover.plies_to_win(position, seat, NODES)
        if plies not in WANTED_PLIES:
            return []
        for action in self.table.rules.legal(position):
            if self.prover.plies_to_win(self.prover.after(position, action), 1 - seat, NODES) is None:
                found.append(action)
                if len(found) > most:
                    break
        return found

    def puzzles(self) -> Iterator[Entry]:
        """Puzzles without end, no two with the pawns on the same cells, or on those of a mirror."""
        while True:
            position = self.draw()
            if position is None or not 0 < len(wins := self.wins(position, MOST_WINS)) <= MOST_WINS:
                continue
            changes = 0
            for _ in range(CHANGES):
                other = self.changed(position)
                if other and 0 < len(found := self.wins(other, len(wins))) <= len(wins):
                    changes += 1
                    fresh = len(found) == 1 and (len(wins) > 1 or (changes >= APART and found != wins))
                    position, wins = other, found
                    if fresh and (entry := self.entry(position))["board"][0] not in self.seen:
                        self.seen |= {entry["board"][0], mirrored(entry["board"][0])}
                        changes = 0
                        yield entry

    def entry(self, position: Position) -> Entry:
        game, state = self.table.game, position.state
        told = game.notation.describe(position)
        board = [
            " ".join(told["pawns"]),
            " ".join(map(str, state.left)),
            " ".join(told["walls_A"]),
            " ".join(told["walls_B"]),
        ]
        return {"turns": state.turns, "board": board, "line": " ".join(self.line(position))}

    def line(self, position: Position) -> Iterator[str]:
        """The quickest win against the longest defence."""
        seat, rules = position.to_act, self.table.rules
        while not position.over:
            plies = {
                action: self.prover.plies_to_win(self.prover.after(position, action), seat)
                for action in rules.legal(position)
            }
            won = {action: count for action, count in plies.items() if count is not None}
            best = min if position.to_act == seat else max
            action = best(won, key=lambda one: (won[one], one))
            yield self.table.game.notation.write_action(position, action)
            position = self.prover.after(position, action)

    def is_right(self, position: Position, first: int) -> bool:
        """Whether this first action wins for certain and every other one loses."""
        seat = position.to_act
        return all(
            self.prover.plies_to_win(self.prover.after(position, action), seat if action == first else 1 - seat)
            is not None
            for action in self.table.rules.legal(position)
        )
