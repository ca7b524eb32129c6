"""A simple, slow reference implementation of Fog Quoridor: sets of cells and edges, recomputed after each move.

It shares only the texts of moves with the game's own code.
"""

from __future__ import annotations

CELLS = [(c, r) for c in range(1, 10) for r in range(1, 10)]
WAYS = {"up": (0, 1), "down": (0, -1), "left": (-1, 0), "right": (1, 0)}
PLACES = [(c, r, kind) for kind in "hv" for r in range(1, 9) for c in range(1, 9)]

Cell = tuple[int, int]
Wall = tuple[int, int, str]


def text_of(cell: Cell) -> str:
    return f"{'?abcdefghi'[cell[0]]}{cell[1]}"


def wall_text(wall: Wall) -> str:
    return text_of(wall[:2]) + wall[2]


def wall_of(text: str) -> Wall:
    return "?abcdefghi".index(text[0]), int(text[1]), text[2]


def neighbours(cell: Cell) -> list[Cell]:
    near = [(cell[0] + dc, cell[1] + dr) for dc, dr in WAYS.values()]
    return [other for other in near if 1 <= other[0] <= 9 and 1 <= other[1] <= 9]


def edges_of(wall: Wall) -> set[frozenset[Cell]]:
    c, r, kind = wall
    if kind == "h":
        return {frozenset({(c, r), (c, r + 1)}), frozenset({(c + 1, r), (c + 1, r + 1)})}
    return {frozenset({(c, r), (c + 1, r)}), frozenset({(c, r + 1), (c + 1, r + 1)})}


def touched(wall: Wall) -> set[Cell]:
    return {(wall[0] + i, wall[1] + j) for i in range(2) for j in range(2)}


def way(start: Cell, line: int, blocked: set[frozenset[Cell]]) -> set[frozenset[Cell]] | None:
    """The edges of a path to a line, or None."""
    came: dict[Cell, Cell | None] = {start: None}
    queue = [start]
    for cell in queue:
        if cell[1] == line:
            steps = set()
            while (before := came[cell]) is not None:
                steps.add(frozenset({before, cell}))
                cell = before
            return steps
        for to in neighbours(cell):
            if to not in came and frozenset({cell, to}) not in blocked:
                came[to] = cell
                queue.append(to)
    return None


class Reference:
    def __init__(self, *, open_walls: bool, fog: bool, limit: int = 200) -> None:
        self.open_walls, self.fog, self.limit = open_walls, fog, limit
        self.pawns: list[Cell | None] = [None, None]
        self.walls: list[set[Wall]] = [set(), set()]
        self.known: list[set[frozenset[Cell]]] = [set(), set()]
        self.no_jump: list[set[frozenset[Cell]]] = [set(), set()]
        self.refused: set[Wall] = set()
        self.turns = 0
        self.player: int | None = 0
        self.last = False
        self.result: str | None = None
        self.scores: dict[Cell, int] = {}

    # -- fog

    def score(self, cell: Cell) -> int:
        if not self.scores:
            self.scores = {cell: self.sum_for(cell) for cell in CELLS}
        return self.scores[cell]

    def sum_for(self, cell: Cell) -> int:
        total = 1 if cell[1] <= 4 else 0 if cell[1] == 5 else -1
        for sign, pawn, walls in zip((1, -1), self.pawns, self.walls, strict=True):
            if None not in self.pawns and (cell == pawn or cell in neighbours(pawn)):
                total += sign
            for wall in walls:
                if cell in touched(wall):
                    total += 2 * sign
                elif any(near in touched(wall) for near in neighbours(cell)):
                    total += sign
        return total

    def sees(self, player: int) -> set[Cell]:
        if not self.fog:
            return set(CELLS)
        sign = 1 - 2 * player
        return {cell for cell in CELLS if sign * self.score(cell) >= 0 or cell == self.pawns[player]}

    def sees_pawn(self, player: int) -> bool:
        mine, theirs = self.pawns[player], self.pawns[1 - player]
        return theirs in self.sees(player) or theirs in neighbours(mine)

    # -- what is offered

    def blocked(self, player: int | None) -> set[frozenset[Cell]]:
        """The walled edges that a player knows, or all of them."""
        edges: set[frozenset[Cell]] = set()
        for owner in range(2):
            if player is None or self.open_walls or owner == player:
                for wall in self.walls[owner]:
                    edges |= edges_of(wall)
        return edges if player is None else edges | self.known[player]

    def step(self, name: str, player: int | None) -> Cell | None:
        mine, theirs = self.pawns[self.player], self.pawns[1 - self.player]
        dc, dr = WAYS[name]
        blocked = self.blocked(player)
        to = (mine[0] + dc, mine[1] + dr)
        if to not in neighbours(mine) or frozenset({mine, to}) in blocked:
            return None
        if to != theirs:
            return to
        behind = (to[0] + dc, to[1] + dr)
        if behind not in neighbours(to) or frozenset({to, behind}) in blocked:
            return None
        if player is not None and frozenset({mine, behind}) in self.no_jump[player]:
            return None
        return behind

    def walls_offered(self, player: int | None) -> set[Wall]:
        """The walls that may be placed as far as a player knows, or in truth."""
        blocked = self.blocked(player)
        middles = {
            wall[:2] for owner in range(2) for wall in self.walls[owner] if self.open_walls or player in (None, owner)
        }
        ways = []
        for pawn in range(2):
            if player is None or pawn == player or self.sees_pawn(player):
                ways.append((self.pawns[pawn], 9 - 8 * pawn, way(self.pawns[pawn], 9 - 8 * pawn, blocked)))
        found = set()
        for wall in PLACES:
            edges = edges_of(wall)
            if edges & blocked or wall[:2] in middles:
                continue
            if all(not edges & steps or way(pawn, line, blocked | edges) is not None for pawn, line, steps in ways):
                found.add(wall)
        return found

    def offered(self) -> set[str]:
        if None in self.pawns:
            line = 1 if self.pawns[0] is None else 9
            return {text_of((c, line)) for c in range(1, 10)}
        found = {name for name in WAYS if self.step(name, self.player) is not None}
        if len(self.walls[self.player]) < 10:
            found |= {wall_text(wall) for wall in self.walls_offered(self.player) - self.refused}
        return found

    # -- what happens

    def play(self, move: str) -> bool:
        """Play one move; returns whether it was refused."""
        self.scores = {}
        if None in self.pawns:
            chooser = 0 if self.pawns[0] is None else 1
            self.pawns[chooser] = ("?abcdefghi".index(move[0]), int(move[1]))
            self.player = 1 - chooser
            return False
        refused = not self.attempt(move)
        self.scores = {}
        if not refused:
            self.next_turn()
        while self.player is not None and not self.offered():
            self.next_turn()
        return refused

    def attempt(self, move: str) -> bool:
        player = self.player
        if move not in WAYS:
            wall = wall_of(move)
            if wall not in self.walls_offered(None):
                self.refused.add(wall)
                return False
            self.walls[player].add(wall)
            return True
        to = self.step(move, None)
        if to is not None:
            self.pawns[player] = to
            return True
        mine, (dc, dr) = self.pawns[player], WAYS[move]
        ahead = (mine[0] + dc, mine[1] + dr)
        if ahead == self.pawns[1 - player]:
            self.no_jump[player].add(frozenset({mine, (ahead[0] + dc, ahead[1] + dr)}))
        else:
            self.known[player].add(frozenset({mine, ahead}))
        return False

    def next_turn(self) -> None:
        self.turns += 1
        self.refused = set()
        player, self.player = self.player, 1 - self.player
        if player == 1 and self.last:
            self.result = "draw" if self.pawns[1][1] == 1 else "A wins"
        elif player == 1 and self.pawns[1][1] == 1:
            self.result = "B wins"
        elif self.turns == self.limit:
            self.result = "draw"
        self.last = player == 0 and self.pawns[0][1] == 9
        if self.result:
            self.player = None
