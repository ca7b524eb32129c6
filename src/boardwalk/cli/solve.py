"""The command `solve`: solutions of levels, improving with time, and proofs."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from boardwalk.cli.common import ready, table_of
from boardwalk.contract import options as option_fields
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, UnknownGameError, from_file
from boardwalk.contract.game import Game, Position, Solver
from boardwalk.contract.parts import Solution
from boardwalk.contract.text import whole_number
from boardwalk.files import open_file, read_text

MEGABYTE = 2**20
UNSOLVABLE, UNDECIDED, INTERRUPTED = 1, 3, 130  # exit statuses; 0 if everything was solved

Problems = Sequence[tuple[str, Position]]


def solve(
    what: Annotated[str, typer.Argument(metavar="FILE|NAME[:N]", help="A file, or a pack by name; its level N.")],
    seconds: Annotated[float, typer.Option(min=0.01, help="How long to search for each level, at most.")] = 60,
    memory: Annotated[int, typer.Option(min=1, max=2**20, metavar="MB", help="How much memory to use.")] = 1024,
) -> None:
    """Solve levels: print solutions as they get better, and whether the last is proven to be the best.

    Exit status: 0 solved; 1 a level can't be solved; 3 neither a solution nor a proof was found in time."""
    status = 0
    for title, position in _problems(what):
        print(title)
        try:
            found = _search(position, seconds, memory * MEGABYTE)
        except KeyboardInterrupt:
            raise typer.Exit(INTERRUPTED) from None
        if found.actions is None:
            status = max(status, UNSOLVABLE if found.proven else UNDECIDED)
    raise typer.Exit(status)


def _search(position: Position, seconds: float, memory: int) -> Solution:
    """Search and print; the best result is printed also if the search is interrupted."""
    solver = position.table.game.content.solver
    assert solver
    start = shown = monotonic()
    best = Solution(None, 0, False)
    try:
        for found in solver.solve(position, memory):
            now = monotonic()
            if found.actions is not None and (best.actions is None or len(found.actions) < len(best.actions)):
                _clear()
                moves = _written(position, found.actions)
                print(f"  {found.length(solver.unit)} after {now - start:.2f} s: {moves}")
                sys.stdout.flush()
            best = found
            if now - start >= seconds:
                break
            if now - shown > 0.5:
                shown = now
                _progress(f"  {now - start:.0f} s: at least {best.bound} {solver.unit}s")
    finally:
        _clear()
        print(f"  {best.verdict(solver.unit)}")
    return best


def _written(position: Position, actions: tuple[int, ...]) -> str:
    """The actions as text that the game reads."""
    game = position.table.game
    words = [game.notation.write_action(position, action) for action in actions]
    return ("" if all(len(word) == 1 for word in words) else " ").join(words)


def _progress(line: str) -> None:
    if sys.stderr.isatty():
        print(f"\r{line:<60}", end="", file=sys.stderr, flush=True)


def _clear() -> None:
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr, flush=True)


# -- problems


def _problems(what: str) -> Problems:
    """The problems of a file or a pack, or only one of them."""
    if Path(what).is_file():
        return _of_file(what)
    name, colon, word = what.rpartition(":")
    number = whole_number(word)
    if not colon or number is None:
        return _of_file(what) if _is_path(what) else _of_name(what)
    found = _of_file(name) if Path(name).is_file() or _is_path(name) else _of_name(name)
    if not 1 <= number <= len(found):
        raise BoardwalkError(f"{name} has levels 1 to {len(found)}, not {number}")
    return [found[number - 1]]


def _is_path(what: str) -> bool:
    return "." in what or "/" in what or Path(what).is_dir()


def _of_file(path: str) -> Problems:
    if not Path(path).is_file():
        read_text(path)  # raises the error for the missing file
    opened = open_file(path)
    position = opened.match.position if opened.match else opened.position
    if position:
        _solver(position.table.game)
        ready(position.table)
        return [(path, position)]
    assert opened.game and opened.kind
    solver = _solver(opened.game)
    if not opened.kind.option:
        raise BoardwalkError(f"{path}: a {opened.kind.name} can't be solved")
    with from_file(path):
        return solver.problems(ready(opened.game.table({**solver.options, opened.kind.option: opened.text})))


def _of_name(name: str) -> Problems:
    """The problems of a file that ships with a game under that name, or of a game string."""
    shipped: dict[object, tuple[Game, str]] = {}
    for game in registry.games():
        known = option_fields.fields(game.setup.Options)
        for kind in game.content.files if game.content.solver else ():
            examples = known[kind.option].meta.examples or () if kind.option else ()
            shipped |= dict.fromkeys(examples, (game, kind.option))
    if name in shipped:
        game, option = shipped[name]
        solver = _solver(game)
        return solver.problems(ready(game.table({**solver.options, option: name})))
    try:
        table = table_of(name, [])
    except UnknownGameError:
        raise BoardwalkError(
            f"there is no file, game, pack or board {name!r}; those that ship are {', '.join(map(str, shipped))}"
        ) from None
    return _solver(table.game).problems(ready(table))


def _solver(game: Game) -> Solver:
    if not game.content.solver:
        able = ", ".join(one.name for one in registry.games() if one.content.solver)
        raise BoardwalkError(f"there is no solver for {game.name}; there is for {able}")
    return game.content.solver
