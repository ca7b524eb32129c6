"""Capture the Flag's options, and the layout of its mazes."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Annotated

from msgspec import Meta

from boardwalk.contract import options
from boardwalk.contract.errors import OptionError
from boardwalk.contract.game import Layout
from boardwalk.contract.level_files import LevelFiles
from boardwalk.engine.records import Record
from boardwalk.games.capture_the_flag import rules
from boardwalk.games.capture_the_flag.generate import SMALLEST, generate
from boardwalk.games.capture_the_flag.mazes import BIGGEST, Maze, read_maze

KINDS = {
    " ": rules.FLOOR,
    "#": rules.WALL,
    "h": rules.HOME,
    "H": rules.HOME + 1,
    "j": rules.JAIL,
    "J": rules.JAIL + 1,
}
LETTERS = ("abcdegiklmnopqrstuvw", "ABCDEGIKLMNOPQRSTUVW")  # the players of each team, without the symbols of mazes
MOST = len(LETTERS[0])

# capacities
CELLS = (400, 1600, 10000, BIGGEST * BIGGEST)
BASES = (16, 64, 512, BIGGEST * BIGGEST)
CHARTED = 1600  # the largest capacity with distances between any two cells
PLAYERS = (6, 16, 2 * MOST)
MAZES = LevelFiles(__package__, ".maze", "maze")


class Options(options.Options, frozen=True, kw_only=True):
    """The options of Capture the Flag."""

    maze: Annotated[
        str,
        Meta(
            description="a maze that ships with the game, or a maze file's text (empty: a new one is made)",
            examples=MAZES.names(),
            extra_json_schema=options.FILE,
        ),
    ] = ""
    rows: Annotated[int, Meta(ge=SMALLEST, le=BIGGEST, description="rows of a new maze")] = 20
    cols: Annotated[int, Meta(ge=SMALLEST, le=BIGGEST, title="Columns", description="columns of a new maze")] = 20
    maze_seed: Annotated[
        int, Meta(ge=0, le=2**31 - 1, title="Maze number", description="which of the new mazes of this size")
    ] = 1
    players: Annotated[
        int, Meta(ge=1, le=MOST, title="Players a team", description="of team 1, and of team 2 as well")
    ] = 3
    players_2: Annotated[int, Meta(ge=0, le=MOST, title="Players of team 2", description="0: as many as team 1")] = 0
    ticks: Annotated[
        int, Meta(ge=0, le=10**6, title="Longest game", description="ticks until it is a draw (0: no limit)")
    ] = 0

    @property
    def sizes(self) -> tuple[int, int]:
        """The players of each team."""
        return self.players, self.players_2 or self.players

    def check(self) -> None:
        default = Options()
        for name in ("rows", "cols", "maze_seed"):
            if self.maze and getattr(self, name) != getattr(default, name):
                raise OptionError(name, f"{name} is for new mazes and does not go with the option maze")
        maze = maze_of(self)
        for team, option in enumerate(("players", "players_2" if self.players_2 else "players")):
            homes, jails = len(maze.cells("hH"[team])), len(maze.cells("Jj"[team]))
            if self.sizes[team] > min(homes, jails):
                raise OptionError(
                    option,
                    f"{option} must be from 1 to {min(homes, jails)} in this maze, not {self.sizes[team]}: team "
                    f"{team + 1} has {homes} home cells and team {2 - team} has {jails} jail cells",
                )


@lru_cache(64)
def named_maze(name: str) -> Maze:
    """A maze given by name or as text."""
    return read_maze(MAZES.text(name))


def maze_of(chosen: Options) -> Maze:
    """The maze that these options select or generate."""
    if chosen.maze:
        return named_maze(chosen.maze)
    return generate(chosen.rows, chosen.cols, max(chosen.sizes), chosen.maze_seed)


def lay_out(chosen: Options) -> Layout:
    maze = maze_of(chosen)
    board = _board(maze).copy()
    board.limit = chosen.ticks
    board.size[0], board.size[1] = chosen.sizes
    board.seats = sum(chosen.sizes)
    state = rules.State.new(players=next(size for size in PLAYERS if size >= board.seats))
    names = tuple(
        f"Team {team + 1} player {letter}" for team in (0, 1) for letter in LETTERS[team][: chosen.sizes[team]]
    )
    cells = len(board.kind)
    return Layout(
        board,
        state,
        names,
        board.rows,
        board.cols,
        notes=maze,
        scratch=rules.Scratch.new(cells=cells),
        thinking=partial(rules.SearchScratch.new, cells=cells, charted=cells if cells <= CHARTED else 1),
        tones=(0,) * chosen.sizes[0] + (1,) * chosen.sizes[1],
    )


@lru_cache(64)
def _board(maze: Maze) -> Record:
    """A board with the maze, to be copied and completed."""
    rows, cols, text = len(maze.rows), len(maze.rows[0]), "".join(maze.rows)
    bases = {symbol: maze.cells(symbol) for symbol in "hHjJ"}
    board: Record = rules.Board.new(
        cells=next(size for size in CELLS if size >= len(text)),
        bases=next(size for size in BASES if size >= max(map(len, bases.values()))),
    )
    board.rows, board.cols, board.half = rows, cols, cols // 2
    for direction, step in enumerate((-cols, 1, cols, -1)):
        board.step[direction] = step
    for team in (0, 1):
        home, jail = bases["hH"[team]], bases["jJ"[team]]
        board.homes[team], board.jails[team] = len(home), len(jail)
        board.stand[team] = home[len(home) // 2]
        for i, cell in enumerate(home):
            board.home[team, i] = cell
        for i, cell in enumerate(jail):
            board.jail[team, i] = cell
    for cell, char in enumerate(text):
        board.kind[cell] = KINDS[char]
        if char != "#":
            board.exits[cell] = sum(
                1 << direction for direction, step in enumerate(board.step) if text[cell + step] != "#"
            )
    return board
