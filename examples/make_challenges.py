"""Write the pools of daily challenges that ship with the games, the same every time:

    python examples/make_challenges.py GAME [COUNT]

Each entry is proven here: floors by their solver, Quoridor positions by exhaustive search within a number of positions,
races and duels by games between bots that both sides win now and then. Box World takes its levels from its graded packs
and needs no pool. It takes from some seconds to half an hour."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import boardwalk
from boardwalk.bots import make_bot, play
from boardwalk.core.challenge import POOL
from boardwalk.core.errors import BoardwalkError
from boardwalk.core.game import Position
from boardwalk.search.proof import Prover

GAMES = Path(boardwalk.__file__).parent / "games"
WEEK = 7
COUNT = 60 * WEEK
SEED = 2026
Entry = dict[str, Any]


# -- RoboRally


def robo_rally() -> Iterator[Entry]:
    from boardwalk.games.robo_rally.files import LETTERS, write_board
    from boardwalk.games.robo_rally.generate import STYLES, random_boards
    from boardwalk.games.robo_rally.solver import fastest_letters

    random = Random(SEED)
    week = ("wild", "calm", "calm", "busy", "busy", "busy", "wild")
    fewest = {"calm": (9, 20), "busy": (12, 26), "wild": (14, 32)}
    boards = {name: random_boards(8, 11, STYLES[name], random) for name in set(week)}
    game = boardwalk.game("robo_rally")
    while True:
        for name in week:
            for file in boards[name]:
                board = write_board(file)
                letters = fastest_letters(game.table({"board": board, "robots": 1}).deal(0))
                if letters and fewest[name][0] <= len(letters) <= fewest[name][1]:
                    yield {"board": board, "letters": "".join(LETTERS[one] for one in letters)}
                    break


# -- Fog Quoridor: positions are changed until one move wins and every other one loses

PLIES = 9
NODES = 40_000
WANTED_PLIES = range(5, 10)  # of the win; sooner is too easy
QUORIDOR = 181  # positions, each of which also comes in a mirror
MOST_WINS = 40  # of a position that is changed
CHANGES = 150  # to try from one position on
APART = 4  # changes between two puzzles of which one comes from the other


class QuoridorMaker:
    def __init__(self, seed: int) -> None:
        from boardwalk.games.fog_quoridor import rules
        from boardwalk.games.fog_quoridor.challenge import OPTIONS

        self.table = boardwalk.game("fog_quoridor").table(OPTIONS)
        self.random = Random(seed)
        self.prover = Prover(self.table, PLIES)
        self.first_wall = rules.FIRST_WALL

    def read(self, position: Position) -> Position | None:
        """The position as its text has it; None if it is not allowed."""
        game = self.table.game
        try:
            return game.read_position(self.table, game.write_position(position))
        except BoardwalkError:
            return None

    def walls(self, position: Position) -> list[int]:
        return [action for action in self.table.rules.legal(position) if action >= self.first_wall]

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
        seen = set()
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
                    if fresh and (entry := self.entry(position))["board"][0] not in seen:
                        seen.add(entry["board"][0])
                        changes = 0
                        yield entry

    def entry(self, position: Position) -> Entry:
        game, state = self.table.game, position.state
        told = game.describe(position)
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
            yield self.table.game.write_action(position, action)
            position = self.prover.after(position, action)


def fog_quoridor() -> Iterator[Entry]:
    """In an order that mixes puzzles of which one comes from another."""
    entries = islice(QuoridorMaker(SEED).puzzles(), QUORIDOR)
    return iter(sorted(entries, key=lambda entry: (entry["line"], entry["board"])))


# -- duels with a bot


def duels(game: str, options: Any, seat: int, games: int = 10) -> Iterator[tuple[int, int]]:
    """Numbers whose duel both sides have won, and in how many turns the player's side won at best."""
    number = 0
    while True:
        number += 1
        table = boardwalk.game(game).table(options(number))
        ends = []
        for trial in range(games):
            match = boardwalk.Match(table, seed=number)
            play(match, {one: make_bot("easy", trial * 2 + one) for one in range(2)}, 5000)
            ends.append(match)
        won = [match for match in ends if match.over and match.scores[seat] > 0]
        lost = [match for match in ends if match.over and match.scores[seat] < 0]
        if len(won) > 1 and len(lost) > 1:
            yield number, min(rounds(match) for match in won)


def rounds(match: boardwalk.Match) -> int:
    module = import_module(f"boardwalk.games.{match.table.game.name}.challenge")
    return int(module.rounds(match.position))


def rowdy_racers() -> Iterator[Entry]:
    from boardwalk.games.rowdy_racers.challenge import OPTIONS, SEAT

    for number, par in duels("rowdy_racers", lambda _: OPTIONS, SEAT):
        yield {"seed": number, "par": par}


def capture_the_flag() -> Iterator[Entry]:
    from boardwalk.games.capture_the_flag.challenge import SEAT, options

    for number, par in duels("capture_the_flag", options, SEAT):
        yield {"maze": number, "par": par}


MAKERS = {
    maker.__name__: (maker, count)
    for maker, count in (
        (robo_rally, COUNT),
        (fog_quoridor, QUORIDOR),
        (rowdy_racers, COUNT),
        (capture_the_flag, COUNT),
    )
}


def main() -> None:
    maker, count = MAKERS[sys.argv[1]]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else count
    lines = []
    for number, entry in enumerate(islice(maker(), count), 1):
        lines.append(msgspec.json.encode(entry).decode())
        print(f"\r{number} of {count}", end="", file=sys.stderr, flush=True)
    (GAMES / sys.argv[1] / POOL).write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    main()
