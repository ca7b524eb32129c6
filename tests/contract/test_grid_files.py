"""Files that are grids of symbols: every game's own files come back unchanged, and what is said of any painting is what
the game itself says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from boardwalk import AUDIENCE, FileKind, Game, Match, TextError
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, from_file
from boardwalk.contract.grid_files import Grid, GridFormat, Symbol
from boardwalk.contract.level_files import LevelFiles
from boardwalk.contract.scene import Scene, Tile
from boardwalk.contract.text import Mistakes

LEVELS = 6  # of each pack, to compare with the game's own drawing
KINDS = [
    pytest.param(game, kind, id=f"{game.name}-{kind.word}")
    for game in registry.games()
    for kind in game.content.files
    if kind.grid
]
PLAIN = GridFormat(
    symbols=(Symbol(".", Tile("floor", ".", "floor")), Symbol("#", Tile("wall", "#", "wall"))),
    rows=(1, 9),
    cols=(1, 9),
    new="...\n",
    titled=True,
    several=True,
)


def grid_of(kind: FileKind) -> GridFormat:
    assert kind.grid
    return kind.grid


def shipped(game: Game, kind: FileKind) -> Iterator[tuple[str, str]]:
    files = LevelFiles(game.package, kind.suffix, kind.option)
    return ((name, files.text(name)) for name in files.names())


def accepts(kind: FileKind, text: str) -> bool:
    try:
        kind.read(text)
    except TextError:
        return False
    return True


def test_every_board_of_a_game_can_be_painted() -> None:
    for game in registry.games():
        assert all(kind.grid for kind in game.content.files if kind.option), game.name


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_shipped_files_come_back(game: Game, kind: FileKind) -> None:
    grid = grid_of(kind)
    for name, text in shipped(game, kind):
        grids = grid.read(text)
        written = grid.write(grids)
        assert kind.read(written) == kind.read(text), name
        assert grid.read(written) == grids
        assert grid.mistakes(grids, kind.read) == []
        if text.count(";") <= len(grids):  # other remarks are dropped
            assert written == text, name


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_what_to_start_from_is_valid_and_can_be_tried(game: Game, kind: FileKind) -> None:
    grid = grid_of(kind)
    assert grid.write(grid.read(grid.new)) == grid.new
    for options in grid.trials:
        game.table({**options, kind.option: grid.new})


def test_every_board_of_a_game_can_be_generated() -> None:
    for game in registry.games():
        assert all(kind.generator for kind in game.content.files if kind.option), game.name


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_generated_files_are_valid_different_and_the_same_again(game: Game, kind: FileKind) -> None:
    assert kind.generator
    difficulty = kind.generator.difficulties[0]
    texts = list(islice(kind.generator.texts(None, difficulty, 7), 3))
    assert len(set(texts)) == 3
    assert texts == list(islice(kind.generator.texts(None, difficulty, 7), 3))
    assert texts[0] != next(kind.generator.texts(None, difficulty, 9))
    for text in texts:
        assert grid_of(kind).mistakes(grid_of(kind).read(text), kind.read) == []
        game.table({**grid_of(kind).trials[0], kind.option: text})


@pytest.mark.parametrize("name", ["capture_the_flag", "rowdy_racers"])
def test_generated_files_grow_with_their_names_and_have_the_size_asked_for(name: str) -> None:
    kind = registry.game(name).content.files[0]
    generator = kind.generator
    assert generator
    areas = []
    for difficulty in generator.difficulties:
        (grid,) = grid_of(kind).read(next(generator.texts(None, difficulty, 1)))
        areas.append(len(grid.rows) * len(grid.rows[0]))
    assert areas == sorted(set(areas))
    (grid,) = grid_of(kind).read(next(generator.texts((23, 30), "small", 1)))
    assert (len(grid.rows), len(grid.rows[0])) == (23, 30)
    with pytest.raises(BoardwalkError, match="rows"):
        generator.texts((9, 9), "small", 1)


def looks(scene: Scene, shapes: set[str]) -> tuple[list[tuple[str, int, int]], list[tuple[object, ...]]]:
    """The tiles of a scene, and its pieces of these shapes."""
    tiles = [scene.palette[number] for number in scene.tiles]
    pieces = [(one.shape, one.row, one.col, one.tone, one.label) for one in scene.pieces if one.shape in shapes]
    return [(tile.kind, tile.tone, tile.turn) for tile in tiles], sorted(pieces)


def painted(grid: GridFormat, rows: tuple[str, ...]) -> tuple[list[tuple[str, int, int]], list[tuple[object, ...]]]:
    """What the symbols of a grid are declared to look like."""
    known = {symbol.char: symbol for symbol in grid.symbols}
    cells = [(row, col, known[char]) for row, line in enumerate(rows) for col, char in enumerate(line)]
    pieces = [(s.piece.shape, row, col, s.piece.tone, s.piece.label) for row, col, s in cells if s.piece]
    return [(s.tile.kind, s.tile.tone, s.tile.turn) for _, _, s in cells], sorted(pieces)


def engine_scenes(game: Game, kind: FileKind, text: str, count: int) -> Iterator[Scene]:
    """How the game itself draws each grid of a file."""
    if kind.look:
        yield kind.look(text)
        return
    for number in range(1, count + 1):
        levels = {"level": number} if grid_of(kind).several else {}
        table = game.table({kind.option: text, **levels})
        yield Match(table, seed=1, rules=table.interpreted).view(AUDIENCE).scene


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_symbols_look_as_in_the_game(game: Game, kind: FileKind) -> None:
    grid = grid_of(kind)
    shapes = {symbol.piece.shape for symbol in grid.symbols if symbol.piece}
    compared = 0
    for name, text in shipped(game, kind):
        grids = grid.read(text)[:LEVELS]
        for one, scene in zip(grids, engine_scenes(game, kind, text, len(grids)), strict=True):
            assert looks(scene, shapes) == painted(grid, one.rows), name
            assert scene.theme == game.theme.name
            compared += 1
    assert compared > 2


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_what_is_said_of_a_painting_is_what_the_game_says(game: Game, kind: FileKind) -> None:
    grid = grid_of(kind)
    start = grid.read(grid.new)[0]
    rows, cols = len(start.rows), len(start.rows[0])
    cell = st.tuples(
        st.integers(0, rows - 1), st.integers(0, cols - 1), st.sampled_from([symbol.char for symbol in grid.symbols])
    )
    verdicts = set()

    @settings(max_examples=120, deadline=None, database=None, derandomize=True)
    @given(st.lists(cell, max_size=8), st.sampled_from(["", "Painted", "; odd"]))
    def paint(cells: list[tuple[int, int, str]], title: str) -> None:
        canvas = [list(line) for line in start.rows]
        for row, col, char in cells:
            canvas[row][col] = char
        one = Grid(tuple("".join(line) for line in canvas), title if grid.titled else "")
        grids = (one, start) if grid.several else (one,)
        text = grid.write(grids)
        mistakes = grid.mistakes(grids, kind.read)
        assert (not mistakes) == accepts(kind, text)
        if "".join(one.rows).strip():
            assert [again.rows for again in grid.read(text)] == [one.rows for one in grids]
        for mistake in mistakes:
            assert mistake.grid == 0 and mistake.row < rows and mistake.col < cols
            assert mistake.what
        verdicts.add(not mistakes)

    paint()
    assert verdicts == {True, False}


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_a_mistake_is_where_the_game_finds_it(game: Game, kind: FileKind) -> None:
    """An unknown symbol, on every cell in turn."""
    grid = grid_of(kind)
    (start, *_) = grid.read(grid.new)
    for row, line in enumerate(start.rows):
        for col in range(len(line)):
            rows = (*start.rows[:row], line[:col] + "?" + line[col + 1 :], *start.rows[row + 1 :])
            (mistake,) = grid.mistakes([Grid(rows, start.title)], kind.read)
            assert (mistake.row, mistake.col) == (row, col)


def test_each_grid_of_a_file_has_its_own_mistakes() -> None:
    kind = registry.game("box_world").content.files[0]
    right, no_player, no_finish = Grid(("U-F",)), Grid(("--F",), "No player"), Grid(("-U-", "-W-"))
    mistakes = grid_of(kind).mistakes([right, no_player, no_finish], kind.read)
    assert [(one.grid, one.row, one.col) for one in mistakes] == [(1, 0, 0), (2, 0, 0)]
    assert "player" in mistakes[0].what and "finish" in mistakes[1].what


@pytest.mark.parametrize(
    ("name", "rows", "places"),
    [
        ("box_world", "W-U-\nUB--\n--U-", {(1, 0): "second player", (2, 2): "second player", (0, 0): "no finish"}),
        ("robo_rally", "A.A1\n1..4\nA...", {(0, 2): "start A", (1, 0): "flag 1", (2, 0): "start A", (1, 3): "flag 3"}),
        (
            "capture_the_flag",
            "########\n#hj  JH \n#hJ  JH#\n###   j#\n#H#   ##\n### ####",
            {
                (1, 7): "border is open",
                (2, 2): "outside that team's half",
                (3, 6): "outside that team's half",
                (4, 1): "can't be reached",
                (5, 3): "border is open",
            },
        ),
        (
            "rowdy_racers",
            "2........#\n" + "..........\n" * 7 + ".......1..\n#.........",
            {(0, 0): "second 2", (0, 9): "start 2", (8, 7): "second 1", (9, 0): "start 1"},
        ),
    ],
)
def test_every_mistake_is_in_its_cell(name: str, rows: str, places: dict[tuple[int, int], str]) -> None:
    kind = registry.game(name).content.files[0]
    found = grid_of(kind).mistakes([Grid(tuple(rows.split("\n")))], kind.read)
    assert found == sorted(found, key=lambda one: (one.row, one.col))
    said: dict[tuple[int, int], str] = {}
    for one in found:
        said[one.row, one.col] = said.get((one.row, one.col), "") + one.what
    assert said.keys() == places.keys()
    for place, words in places.items():
        assert words in said[place]


def test_bases_apart_from_most_others_are_named() -> None:
    """A walled-in home is the mistake, also if it comes first."""
    kind = registry.game("capture_the_flag").content.files[0]
    rows = ("#########", "#h#   HH#", "###   HH#", "#jj   JJ#", "#hj   JJ#", "#########")
    (mistake,) = grid_of(kind).mistakes([Grid(rows)], kind.read)
    assert (mistake.row, mistake.col) == (1, 1)
    assert "can't be reached from the base cell at line 2, column 7" in mistake.what


def test_so_many_mistakes_are_enough() -> None:
    kind = registry.game("capture_the_flag").content.files[0]
    assert len(grid_of(kind).mistakes([Grid(("h" + " " * 98 + "H",) * 60)], kind.read)) == Mistakes.MOST


def test_a_file_is_named_with_each_of_its_mistakes() -> None:
    with pytest.raises(TextError) as error, from_file("my.boxes"):
        registry.game("box_world").content.files[0].read("U?F\n?\n")
    assert [(one.source, one.line, one.column) for one in (error.value, *error.value.more)] == [
        ("my.boxes", 1, 2),
        ("my.boxes", 2, 1),
        ("my.boxes", 2, 2),
    ]


def test_short_rows_are_filled_up_and_remarks_dropped() -> None:
    text = "; all of them\n\n; by me\n; First\n#\n.#.\n\n\n##\n; not a title\n"
    assert PLAIN.read(text) == (Grid(("#..", ".#."), "First"), Grid(("##",)))
    assert PLAIN.write(PLAIN.read(text)) == "; First\n#..\n.#.\n\n##\n"


@pytest.mark.parametrize(("text", "place"), [("", (1, 1)), ("; only a remark\n", (2, 1)), ("..\n.x\n", (2, 2))])
def test_a_text_without_a_grid(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(TextError) as error:
        PLAIN.read(text)
    assert (error.value.line, error.value.column) == place


def test_a_header_is_needed() -> None:
    board = grid_of(registry.game("robo_rally").content.files[0])
    assert board.read("format 1 \n^ˆ\n")[0].rows == ("^^",)
    with pytest.raises(TextError, match="format 1"):
        board.read("^^\n")


def test_an_open_border_is_named_also_on_the_right() -> None:
    """Blanks at the end of a row are floor, as far as other rows reach."""
    kind = registry.game("capture_the_flag").content.files[0]
    grid = grid_of(kind)
    rows = list(grid.read(grid.new)[0].rows)
    rows[3] = rows[3][:-1] + " "
    (mistake,) = grid.mistakes([Grid(tuple(rows))], kind.read)
    assert (mistake.row, mistake.col) == (3, len(rows[0]) - 1) and "border is open" in mistake.what
    assert kind.read(grid.new.replace("\n", "   \n")) == kind.read(grid.new)
