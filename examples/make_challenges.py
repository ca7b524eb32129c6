"""Extend the pools of daily challenges that ship with the games, or prove them again:

    python examples/make_challenges.py GAME [COUNT]
    python examples/make_challenges.py GAME --check
    python examples/make_challenges.py GAME --renew

A pool keeps what it has and gets further entries until there are COUNT. Each entry is proven to be solvable and not
trivial: floors by their solver, Quoridor positions by exhaustive search within a number of positions, races and duels
by games. In these, a player that knows no more than its seat has beaten the bot, and weak players do not even beat a
weaker bot. Box World takes its levels from its graded packs and needs no pool. An entry takes some seconds. After a
change to the bots, the games of races and duels have to be played anew: `--renew` does that, drops the entries that are
no longer solved or too easy, and replaces them by new ones.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec

import boardwalk
from boardwalk.bots import make_bot, play
from boardwalk.bots.seated import Seated
from boardwalk.contract.challenge_pool import POOL, write_actions
from boardwalk.contract.game import Challenge, Table
from boardwalk.games.capture_the_flag.files import Maze, read_maze
from maze_escapes import Pursuit, Runner
from quoridor_puzzles import QuoridorMaker

GAMES = Path(boardwalk.__file__).parent / "games"
WEEK = 7
COUNT = 60 * WEEK
SEED = 2026
Entry = dict[str, Any]


def challenge_of(game: str, entry: Entry) -> Challenge:
    one: Challenge = import_module(f"boardwalk.games.{game}.content.challenge").challenge_of(entry)
    return one


# -- RoboRally


def more_floors(pool: list[Entry]) -> Iterator[Entry]:
    from boardwalk.games.robo_rally.content.generate import STYLES, random_boards
    from boardwalk.games.robo_rally.files import LETTERS, write_board

    random = Random(SEED + len(pool))
    week = ("wild", "calm", "calm", "busy", "busy", "busy", "wild")
    fewest = {"calm": (9, 20), "busy": (12, 26), "wild": (14, 32)}
    boards = {name: random_boards(8, 11, STYLES[name], random) for name in sorted(set(week))}
    seen = {entry["board"] for entry in pool}
    for day in count(len(pool)):
        name = week[day % WEEK]
        for board in map(write_board, boards[name]):
            letters = fewest_letters(board)
            if board not in seen and letters and fewest[name][0] <= len(letters) <= fewest[name][1]:
                yield {"board": board, "letters": "".join(LETTERS[one] for one in letters)}
                break


def fewest_letters(board: str) -> list[int] | None:
    from boardwalk.games.robo_rally.search.solver import fastest_letters

    return fastest_letters(boardwalk.game("robo_rally").table({"board": board, "robots": 1}).deal(0))


def is_right_floor(entry: Entry) -> bool:
    return len(fewest_letters(entry["board"]) or ()) == len(entry["letters"]) > 5


# -- Fog Quoridor


def more_positions(pool: list[Entry]) -> Iterator[Entry]:
    return QuoridorMaker(SEED + len(pool), [entry["board"][0] for entry in pool]).puzzles()


def is_right_position(entry: Entry) -> bool:
    one, maker = challenge_of("fog_quoridor", entry), QuoridorMaker(SEED)
    return maker.is_right(maker.table.game.notation.read_position(maker.table, one.start), one.solution[0])


# -- races and duels with a bot


@dataclass(frozen=True)
class Duel:
    """How the challenges of a game against a bot are proven. `player(table, seed)` is who must win, `trials` how many
    games that may take, and how many each weak player must not win. `rehearsed`: it must beat the medium bot first,
    which rejects most entries in a short time."""

    game: str
    player: Callable[[Table, int], Any]
    trials: int
    weak: tuple[str, ...]
    least: int  # turns of a game that is worth playing
    most: int  # actions of such a game
    rehearsed: bool = False

    def proven(self, entry: Entry) -> Entry | None:
        """The entry with a game that was won, or None if it is trivial or nobody wins."""
        one = challenge_of(self.game, {**entry, "par": 1, "game": "", "bot": 0})
        table = boardwalk.game(self.game).table(one.options)
        if self.rehearsed and self.won(one, table, "medium") is None:
            return None
        if self.is_trivial(one, table):
            return None
        won = self.won(one, table, one.bot)
        return entry | won if won else None

    def renewed(self, entry: Entry) -> Entry | None:
        """The same position, proven anew."""
        return self.proven({name: value for name, value in entry.items() if name not in ("par", "bot", "game")})

    def won(self, one: Challenge, table: Table, bot: str) -> Entry | None:
        """A game that the player wins against a bot of this name; None if it wins none."""
        for seed in range(self.trials):
            match = first(one, table)
            play(match, {one.seat: self.player(table, seed), 1 - one.seat: opponent(table, bot, seed)}, self.most)
            turns = one.result(match.position)
            if turns is not None and turns >= self.least:
                return {"par": turns, "bot": seed, "game": write_actions(match.actions)}
        return None

    def is_trivial(self, one: Challenge, table: Table) -> bool:
        """Whether a weak player wins, even though it is against a weaker bot."""
        for seed in range(self.trials):
            for name in self.weak:
                weak = make_bot(name, seed) if name in ("random", "easy") else opponent(table, name, seed)
                match = first(one, table)
                play(match, {one.seat: weak, 1 - one.seat: opponent(table, "medium", seed)}, self.most)
                if one.result(match.position) is not None:
                    return True
        return False

    def is_right(self, entry: Entry) -> bool:
        """Whether the bot plays as it did in the game that it lost, and weak players still do not win."""
        one = challenge_of(self.game, entry)
        table = boardwalk.game(self.game).table(one.options)
        match, bot = first(one, table), Seated(opponent(table, one.bot, entry["bot"]), 1 - one.seat)
        for action in one.solution:
            expected = bot.choose(match) if match.to_act == bot.seat else action
            if action != expected or action not in match.view(match.to_act).legal:
                return False
            match.act(match.to_act, action)
        return one.result(match.position) == one.par and not self.is_trivial(one, table)


def opponent(table: Table, name: str, seed: int) -> Any:
    """A bot with the budget of its strength and no clock, so that it plays the same again."""
    return make_bot(name, seed, simulations=getattr(table.search.of(name).budgets, name))


def first(one: Challenge, table: Table) -> boardwalk.Match:
    """A challenge's match before its first action."""
    start = table.game.notation.read_position(table, one.start) if one.start else None
    return boardwalk.Match(table, one.seed, position=start)


def racer(table: Table, seed: int) -> Any:
    """A player that thinks less than the hard bot."""
    return make_bot("hard", seed + 2, simulations=round(0.4 * table.search.budgets.hard))


@lru_cache(1)
def pursuit_of(maze: Maze) -> Pursuit:
    return Pursuit(maze)


def runner(table: Table, seed: int) -> Runner:
    return Runner(pursuit_of(table.layout.notes))


RACE = Duel("rowdy_racers", racer, trials=2, weak=("random", "beginner"), least=4, most=70)
ESCAPE = Duel(
    "capture_the_flag", runner, trials=1, weak=("random", "easy", "beginner"), least=10, most=100, rehearsed=True
)
TRIES = 40  # positions of one maze


def more_races(pool: list[Entry]) -> Iterator[Entry]:
    for seed in count(pool[-1]["seed"] + 1 if pool else 1):
        entry = RACE.proven({"seed": seed})
        if entry:
            yield entry


def more_escapes(pool: list[Entry]) -> Iterator[Entry]:
    from boardwalk.games.capture_the_flag.content.challenge import maze

    for number in count(pool[-1]["maze"] + 1 if pool else 1):
        places = pursuit_of(read_maze(maze(number))).escapes(Random(SEED + number))
        for cells in islice(places, TRIES):
            entry = ESCAPE.proven({"maze": number, "cells": cells})
            if entry:
                yield entry
                break


# -- the pools


@dataclass(frozen=True)
class Maker:
    """How the pool of a game is extended, and how an entry is proven again."""

    more: Callable[[list[Entry]], Iterator[Entry]]
    is_right: Callable[[Entry], bool]
    renewed: Callable[[Entry], Entry | None] | None = None  # the entry with a new game, if the bot can still be beaten
    count: int = COUNT
    mixed: bool = False  # entries that follow each other may be alike, so they are put in an order of no meaning


MAKERS = {
    "robo_rally": Maker(more_floors, is_right_floor),
    "fog_quoridor": Maker(more_positions, is_right_position, count=225, mixed=True),  # each also comes in a mirror
    "rowdy_racers": Maker(more_races, RACE.is_right, RACE.renewed),
    "capture_the_flag": Maker(more_escapes, ESCAPE.is_right, ESCAPE.renewed, COUNT // 2),  # each also upside down
}


def lines_of(pool: list[Entry], mixed: bool) -> list[str]:
    lines = [msgspec.json.encode(entry).decode() for entry in pool]
    return sorted(lines, key=lambda line: sha256(line.encode()).digest()) if mixed else lines


def extend(maker: Maker, path: Path, wanted: int) -> None:
    """Write a pool again after each further entry, so that nothing is lost when it is stopped."""
    pool = msgspec.json.decode(path.read_bytes(), type=list[Entry]) if path.exists() else []
    for entry in islice(maker.more(list(pool)), max(wanted - len(pool), 0)):
        pool.append(entry)
        write(pool, maker, path)
        print(f"\r{len(pool)} of {wanted}", end="", file=sys.stderr, flush=True)


def write(pool: list[Entry], maker: Maker, path: Path) -> None:
    path.write_text("[\n" + ",\n".join(lines_of(pool, maker.mixed)) + "\n]\n", encoding="utf-8")


def renew(maker: Maker, path: Path) -> None:
    """Prove every entry of a pool anew, and drop those for which that fails."""
    assert maker.renewed
    pool, kept = msgspec.json.decode(path.read_bytes(), type=list[Entry]), []
    for number, entry in enumerate(pool, 1):
        if proven := maker.renewed(entry):
            kept.append(proven)
        print(f"\r{len(kept)} of {number}", end="", file=sys.stderr, flush=True)
    write(kept, maker, path)


def check(maker: Maker, path: Path) -> int:
    """How many entries of a pool are wrong; each is printed."""
    wrong = 0
    pool = msgspec.json.decode(path.read_bytes(), type=list[Entry])
    for number, entry in enumerate(pool, 1):
        if not maker.is_right(entry):
            wrong += 1
            print(f"\rwrong: {entry}")
        print(f"\r{number} of {len(pool)}", end="", file=sys.stderr, flush=True)
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description="Extend a pool of daily challenges, or prove it again.")
    parser.add_argument("game", choices=MAKERS)
    parser.add_argument("count", type=int, nargs="?", help="how many entries the pool should have")
    parser.add_argument("--check", action="store_true", help="prove every entry again")
    parser.add_argument(
        "--renew", action="store_true", help="play the games of all entries anew, after a change of bots"
    )
    given = parser.parse_args()
    maker, path = MAKERS[given.game], GAMES / given.game / "content" / POOL
    if given.check:
        raise SystemExit(1 if check(maker, path) else 0)
    if given.renew and maker.renewed:
        renew(maker, path)
    extend(maker, path, given.count or maker.count)


if __name__ == "__main__":
    main()
