"""Hand-made scenes, one for each theme; together they use the whole vocabulary of scenes."""

from __future__ import annotations

from boardwalk.contract import registry
from boardwalk.contract.look import Theme, add_theme
from boardwalk.contract.scene import Choice, Edge, Fact, Overlay, Piece, Scene, Tile

# Loading the games registers their themes. A scene with shapes of several games needs a theme that has them all.
CROWDED = Theme(
    "crowded",
    like="steel",
    colours=dict(item for game in registry.games() if game.theme.shapes for item in game.theme.colours.items()),
    shapes={word: shape for game in registry.games() for word, shape in game.theme.shapes.items()},
)
add_theme(CROWDED)
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def grid(rows: str, key: dict[str, Tile]) -> tuple[int, int, tuple[Tile, ...], tuple[int, ...]]:
    lines = rows.split()
    order = list(key)
    return len(lines), len(lines[0]), tuple(key.values()), tuple(order.index(char) for line in lines for char in line)


def neon() -> Scene:
    key = {
        ".": Tile("floor", ".", "floor"),
        "#": Tile("wall", "#", "wall"),
        "a": Tile("start", "s", "start of player 1", 0),
        "b": Tile("start", "S", "start of player 2", 1),
    }
    rows, cols, palette, tiles = grid(
        "..........b ..####..... ........... ......#.... ......#.... "
        "......#.... .###..#.... ........... ......###.. a..........",
        key,
    )
    dark = [(r, c) for r in (1, 2, 3) for c in (7, 8, 9)] + [(7, 0), (7, 1), (8, 0), (8, 1), (8, 2), (7, 2)]
    return Scene(
        theme="rowdy_racers",
        rows=rows,
        cols=cols,
        palette=palette,
        tiles=tiles,
        status="Player 2 has 2 actions left",
        pieces=(
            Piece("p1", "racer", 6, 5, "1", "player 1", 0),
            Piece("p2", "racer", 2, 8, "2", "player 2", 1, label="2"),
            Piece("g1", "grenade", 8, 1, "*", "grenade"),
            Piece("g2", "grenade", 0, 9, "*", "grenade"),
            Piece("g3", "grenade", 6, 5, "*", "grenade"),
            Piece("g4", "spent", 4, 3, "x", "spent grenade"),
            Piece("g5", "grenade", 5, 8, "*", "grenade"),
        ),
        overlays=(
            *(Overlay("dark", r, c) for r, c in dark),
            Overlay("trail", 7, 5, 0, 3),
            Overlay("trail", 8, 4, 0, 2),
            Overlay("trail", 8, 3, 0, 1),
            Overlay("trail", 3, 9, 1, 3),
            Overlay("trail", 4, 9, 1, 2),
            Overlay("trail", 5, 10, 1, 1),
            Overlay("trace", 4, 3),
        ),
        panel=(Fact("grenades", "2", 0), Fact("grenades", "0", 1), Fact("loses", "3 actions", 1), Fact("turn", "12")),
        row_labels=tuple(str(n) for n in range(rows, 0, -1)),
        col_labels=tuple(LETTERS[:cols]),
    )


NEON_CHOICES = tuple(
    Choice(n, f"m{n}", f"move {n}", (), cell)
    for n, cell in enumerate(((1, 7), (1, 8), (1, 9), (2, 7), (2, 9), (3, 7), (3, 8)))
)


def steel() -> Scene:
    key = {
        ".": Tile("floor", ".", "floor"),
        "^": Tile("belt", "^", "belt north", turn=0),
        ">": Tile("belt", ">", "belt east", turn=1),
        "v": Tile("belt", "v", "belt south", turn=2),
        "<": Tile("belt", "<", "belt west", turn=3),
        "N": Tile("belt_cw", "N", "corner belt north, clockwise", turn=0),
        "E": Tile("belt_cw", "E", "corner belt east, clockwise", turn=1),
        "S": Tile("belt_cw", "S", "corner belt south, clockwise", turn=2),
        "W": Tile("belt_cw", "W", "corner belt west, clockwise", turn=3),
        "n": Tile("belt_ccw", "n", "corner belt north, counter-clockwise", turn=0),
        "e": Tile("belt_ccw", "e", "corner belt east, counter-clockwise", turn=1),
        "s": Tile("belt_ccw", "s", "corner belt south, counter-clockwise", turn=2),
        "w": Tile("belt_ccw", "w", "corner belt west, counter-clockwise", turn=3),
        "+": Tile("gear_cw", "+", "gear clockwise"),
        "-": Tile("gear_ccw", "-", "gear counter-clockwise"),
        "x": Tile("pit", "x", "pit"),
        "A": Tile("start", "A", "start A", 0),
        "B": Tile("start", "B", "start B", 1),
        "C": Tile("start", "C", "start C", 2),
        "D": Tile("start", "D", "start D", 3),
    }
    rows, cols, palette, tiles = grid(
        "E>>>>S...... ^....v..-.x. ^.+..v...... N<<<<W.s<<<w .......v...^ x..-...v.+.^ .......e>>>n A.B..C.D....",
        key,
    )
    return Scene(
        theme="robo_rally",
        rows=rows,
        cols=cols,
        palette=palette,
        tiles=tiles,
        status="Round 3, slot 2: Ben moves forward",
        pieces=(
            Piece("A", "robot", 4, 2, "A", "Ann's robot", 0, 0, "A"),
            Piece("B", "robot", 3, 4, "B", "Ben's robot", 1, 3, "B"),
            Piece("C", "robot", 5, 3, "C", "Cat's robot", 2, 1, "C"),
            Piece("D", "robot", 6, 9, "D", "Dan's robot", 3, 2, "D"),
            Piece("flag1", "flag", 2, 7, "1", "flag 1", label="1"),
            Piece("flag2", "flag", 4, 10, "2", "flag 2", label="2"),
            Piece("flag3", "flag", 4, 2, "3", "flag 3", label="3"),
        ),
        overlays=(Overlay("trace", 3, 5), Overlay("trace", 3, 4)),
        panel=(
            Fact("Ann", "flags 1, 2", 0),
            Fact("Ben", "no flag", 1),
            Fact("Cat", "flag 1", 2),
            Fact("Dan", "no flag", 3),
            Fact("first player", "Cat"),
        ),
    )


def hedge() -> Scene:
    key = {
        ".": Tile("floor", ".", "floor"),
        "1": Tile("finish", "~", "goal of player 1", 0),
        "2": Tile("finish", "_", "goal of player 2", 1),
    }
    rows, cols, palette, tiles = grid("111111111 " + "......... " * 7 + "222222222", key)
    unseen = [(r, c) for r in range(4) for c in range(9) if not (r >= 2 and 3 <= c <= 5)] + [(4, 0), (4, 8), (5, 8)]
    return Scene(
        theme="hedge",
        rows=rows,
        cols=cols,
        palette=palette,
        tiles=tiles,
        status="Player 1 to move: step or place a wall",
        pieces=(Piece("p1", "pawn", 5, 4, "1", "player 1", 0), Piece("p2", "pawn", 3, 4, "2", "player 2", 1)),
        edges=(
            Edge(6, 3, True, 2, 0),
            Edge(5, 5, False, 2, 0),
            Edge(4, 1, True, 2, 1),
            Edge(2, 4, False, 2, 1),
            Edge(3, 6, True, 1, 1, "known"),
            Edge(4, 7, False, 1, -1, "known"),
            Edge(8, 7, True, 2),
        ),
        overlays=(
            *(Overlay("fog", r, c) for r, c in unseen),
            Overlay("route", 4, 4, 0),
            Overlay("route", 4, 3, 0),
            Overlay("trace", 5, 4),
        ),
        panel=(Fact("walls left", "7", 0), Fact("walls left", "8", 1)),
        row_labels=tuple(str(n) for n in range(9, 0, -1)),
        col_labels=tuple(LETTERS[:9]),
    )


HEDGE_CHOICES = (
    Choice(0, "up", "up", ("ArrowUp",), (4, 4)),
    Choice(1, "left", "left", ("ArrowLeft",), (5, 3)),
    Choice(2, "e3h", "wall e3 across", (), None, Edge(7, 4, True, 2)),
)


def lantern() -> Scene:
    key = {
        "#": Tile("hedge", "#", "wall"),
        ".": Tile("floor", " ", "floor"),
        "h": Tile("home", "h", "home of team 1", 0),
        "H": Tile("home", "H", "home of team 2", 1),
        "j": Tile("jail", "j", "jail of team 1", 0),
        "J": Tile("jail", "J", "jail of team 2", 1),
    }
    rows, cols, palette, tiles = grid(
        "################# #hh#....#....#JJ# #hh..##.#.##..JJ# #hh#....#....#..# #..###.....###..# "
        "#.#...#.#.#...#.# #...#.......#...# #.#...#.#.#...#.# #..###.....###..# #..#....#....#HH# "
        "#jj..##.#.##..HH# #jj#....#....#HH# #################",
        key,
    )
    return Scene(
        theme="capture_the_flag",
        rows=rows,
        cols=cols,
        palette=palette,
        tiles=tiles,
        status="Tick 41: Runner 4 of team 1 has the flag",
        pieces=(
            *(
                Piece(f"a{n}", "runner", r, c, "a", f"runner {n} of team 1", 0, label=str(n))
                for n, (r, c) in enumerate(((1, 1), (3, 6), (2, 14), (6, 9), (8, 7)), 1)
            ),
            *(
                Piece(f"b{n}", "runner", r, c, "b", f"runner {n} of team 2", 1, label=str(n))
                for n, (r, c) in enumerate(((10, 2), (6, 10), (4, 8), (9, 14), (11, 12)), 17)
            ),
            Piece("flag1", "flag", 2, 1, "f", "flag of team 1", 0),
            Piece("flag2", "flag", 6, 9, "F", "flag of team 2", 1),
        ),
        overlays=(Overlay("trace", 6, 9, 0), *(Overlay("fog", r, c) for r in (10, 11) for c in (6, 7, 9, 10))),
        panel=(Fact("team 1", "1 jailed", 0), Fact("team 2", "1 jailed", 1)),
    )


def warehouse() -> Scene:
    key = {
        "#": Tile("wall", "#", "wall"),
        ".": Tile("floor", ".", "floor"),
        "O": Tile("pit", "O", "hole"),
        "F": Tile("finish", "F", "finish"),
    }
    rows, cols, palette, tiles = grid(
        "########## #....#...# #....#.F.# #..O.....# ##.....### #...O....# #........# ##########", key
    )
    return Scene(
        theme="box_world",
        rows=rows,
        cols=cols,
        palette=palette,
        tiles=tiles,
        status='Level 3 of 8: <Ice & "planks">',
        pieces=(
            Piece("player", "walker", 5, 2, "@", "player", 0),
            Piece("b1", "box", 2, 2, "B", "box"),
            Piece("b2", "box", 5, 3, "B", "box"),
            Piece("i1", "ice", 3, 6, "I", "ice box"),
            Piece("i2", "ice", 2, 7, "I", "ice box"),
            Piece("b3", "box", 6, 7, "B", "box"),
        ),
        panel=(Fact("moves", "14"), Fact("pushes", "3")),
    )


def crowd() -> Scene:
    """Several things on one cell, and labels of every length."""
    return Scene(
        theme=CROWDED.name,
        rows=2,
        cols=4,
        palette=(Tile("floor", ".", "floor"),),
        tiles=(0,) * 8,
        status="",
        pieces=(
            *(Piece(f"p{n}", "pawn", 0, 0, str(n), f"pawn {n}", n) for n in range(2)),
            *(Piece(f"q{n}", "runner", 0, 1, str(n), f"runner {n}", n, label=str(n)) for n in range(4)),
            *(Piece(f"r{n}", "racer", 0, 2, str(n), f"racer {n}", n) for n in range(5)),
            Piece("f", "flag", 0, 3, "f", "flag"),
            Piece("g", "grenade", 0, 3, "g", "grenade"),
            Piece("r", "robot", 1, 0, "R", "robot", 2, 1, "a long name"),
            Piece("s", "runner", 1, 1, "S", "runner 23", 3, label="123"),
            Piece("w", "walker", 1, 2, "W", "walker", 4),
            Piece("n", "pawn", 1, 3, "N", "nobody's pawn"),
        ),
    )


def stones() -> Scene:
    """The plain pieces of board games."""
    shapes = ("disc", "block", "pawn")
    return Scene(
        theme="steel",
        rows=3,
        cols=5,
        palette=(Tile("floor", ".", "floor"),),
        tiles=(0,) * 15,
        status="",
        pieces=tuple(
            Piece(f"{shape}{tone}", shape, row, tone + 1, shape[0], shape, tone, label="K" if tone == 3 else "")
            for row, shape in enumerate(shapes)
            for tone in range(-1, 4)
        ),
    )


GALLERY = {
    "neon": neon,
    "steel": steel,
    "hedge": hedge,
    "lantern": lantern,
    "warehouse": warehouse,
    "crowd": crowd,
    "stones": stones,
}
CHOICES = {"neon": NEON_CHOICES, "hedge": HEDGE_CHOICES}


def maze(side: int) -> Scene:
    """A big board: a maze of hedges with rooms of every kind."""
    palette = lantern().palette
    tiles = [
        0 if r in (0, side - 1) or c in (0, side - 1) or (r * 7 + c * 11 + r * c // 3) % 3 == 0 else 1
        for r in range(side)
        for c in range(side)
    ]
    for r in range(side // 2 - 3, side // 2 + 3):
        for c in range(1, 6):
            tiles[r * side + c] = 2
            tiles[r * side + side - 1 - c] = 3
    runners = tuple(
        Piece(f"r{n}", "runner", side // 2, 2 + n * (side - 5) // 19, "ab"[n % 2], f"runner {n}", n % 2, label=str(n))
        for n in range(20)
    )
    return Scene("capture_the_flag", side, side, palette, tuple(tiles), f"A maze of {side} × {side}", runners)
