"""Helpers for Rowdy Racers' tests: positions from pictures, and a simple reference implementation of the rules."""

from __future__ import annotations

from itertools import pairwise
from textwrap import dedent
from typing import Any

import boardwalk
from boardwalk.contract.game import Position
from boardwalk.contract.positions import read_position

GAME = boardwalk.game("rowdy_racers")
SIZE = 10
CORNER = 2  # a picture smaller than the grid has its top left on row 3, column 3
RACERS = ("A", "X")
TRAILS = ("abc", "xyz")  # the squares of age 0, 1 and 2
COMPASS = ("n", "ne", "e", "se", "s", "sw", "w", "nw")


def full(picture: str) -> list[str]:
    """The rows of a picture, extended to a whole grid."""
    lines = dedent(picture).strip("\n").split("\n")
    if len(lines) < SIZE:
        lines = [""] * CORNER + ["." * CORNER + line for line in lines]
    return [line.ljust(SIZE, ".") for line in lines] + ["." * SIZE] * (SIZE - len(lines))


def race(picture: str = "", power: str = "", *, failures: float = 0, limit: int = 0, **given: Any) -> Position:
    """A position from a picture: `A` and `X` are the racers (at their starts if not drawn), `abc` and `xyz` their
    trails, `#*!o+` as in positions; `under1` and `under2` say what is under the racers. `power` has a digit on squares
    without power: the number of turns left."""
    rows = full(picture)
    at = {
        symbol: f"{r},{c}" for r, row in enumerate(rows, 1) for c, symbol in enumerate(row, 1) if symbol in "AXabcxyz"
    }
    under = dict(zip(RACERS, (given.pop("under1", "."), given.pop("under2", ".")), strict=True))
    ground = ["".join(under.get(s, "." if s in "abcxyz" else s) for s in row) for row in rows]
    fields = {
        "turn": 1,
        "player": 1,
        "actions": 3,
        "moved": "no",
        "racers": f"{at.get('A', '10,1')} {at.get('X', '1,10')}",
        "trail1": " ".join(at.get(symbol, "-") for symbol in TRAILS[0]),
        "trail2": " ".join(at.get(symbol, "-") for symbol in TRAILS[1]),
        "carried": "0 0",
        "debt": "0 0",
        "ending": "under way",
        "winner": "none",
        "rng": "11 12",
    }
    fields |= {name: str(value) for name, value in given.items()}
    fields.setdefault("to_act", f"player {fields['player']}")
    held = sum(int(number) for number in str(fields["carried"]).split())
    fields.setdefault("grenades", held + sum(symbol in "*!o+" for row in ground for symbol in row))
    lines = [f"{left} {right}" for left, right in zip(ground, full(power), strict=True)]
    head = f"boardwalk rowdy_racers(failures={failures},turns={limit}) {GAME.version}\n\n"
    return read_position(head + "".join(f"{k}: {v}\n" for k, v in fields.items()) + "\n" + "\n".join(lines) + "\n")


def legal(position: Position) -> set[str]:
    return {GAME.notation.write_action(position, action) for action in position.table.interpreted.legal(position)}


def play(position: Position, actions: str) -> Position:
    """The position after these actions, each of which must be legal; `board` is a step of the board."""
    after = position.copy()
    rules = position.table.interpreted
    for word in actions.split():
        if word == "board":
            assert after.to_act == boardwalk.BOARD, "the board is not to act"
            rules.apply(after, 0)
        elif word == "resign":
            event = after.event(GAME.play.events[0], after.to_act)
            assert rules.allowed(after, event)
            rules.apply(after, event)
        else:
            assert word in legal(after), f"{word} is not legal: {sorted(legal(after))}"
            rules.apply(after, GAME.notation.read_actions(after, word)[0])
    return after


def told(position: Position) -> dict[str, Any]:
    return GAME.notation.describe(position)


class Model:
    """A reference implementation of the rules, with sets and lists. It takes the squares of new failures as input,
    follows the actions, and must agree with `describe` at every step."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.rows, self.cols = start["size"]
        self.walls = set(start["walls"])
        self.starts = [(self.rows, 1), (1, self.cols)]
        self.at = list(self.starts)
        self.trails: list[list[list[Any]]] = [[], []]  # [square, age], the newest first
        self.lying = dict.fromkeys(start["inactive"], "inactive")
        self.carries, self.debt = [0, 0], [0, 0]
        self.dark: dict[tuple[int, int], int] = {}  # the last turn without power
        self.turn, self.player, self.left, self.moved = 0, 0, 0, False
        self.winner: int | None = None
        self.ending = "under way"

    def chain(self, seat: int) -> list[tuple[int, int]]:
        return [self.at[seat], *(square for square, _ in self.trails[seat])]

    def target(self, seat: int, way: str) -> tuple[int, int] | None:
        """Where a move leads, or None if it is blocked."""
        row, col = self.at[seat]
        down, right = ("s" in way) - ("n" in way), ("e" in way) - ("w" in way)
        there = (row + down, col + right)
        if not (1 <= there[0] <= self.rows and 1 <= there[1] <= self.cols) or there in self.walls:
            return None
        chains = [self.chain(0), self.chain(1)]
        if there in chains[0] or there in chains[1]:
            return None
        passed = {(row + down, col), (row, col + right)}
        for chain in chains:
            if any({one, next_} == passed for one, next_ in pairwise(chain)):
                return None
        return there

    def moves(self) -> list[str]:
        return [way for way in COMPASS if self.target(self.player, way)]

    def legal(self) -> set[str]:
        found = set(self.moves())
        if self.moved:
            found.add("end")
        if self.moved or self.left > 1:
            here = self.lying.get(self.at[self.player])
            if here in ("inactive", "used") and self.carries[self.player] < 6:
                found.add("pick")
            if here is None and self.carries[self.player]:
                found.add("use")
        return found

    def begin_turn(self, failed: set[tuple[int, int]]) -> None:
        self.turn += 1
        self.dark = {square: last for square, last in self.dark.items() if last >= self.turn}
        self.dark.update(dict.fromkeys(failed, self.turn + 2))
        self.left, self.moved = (2 if self.at[self.player] in self.dark else 3), False
        self.pay()
        self.next()

    def pay(self) -> None:
        while self.left and self.debt[self.player]:
            self.left -= 1
            self.debt[self.player] -= 1

    def spend(self) -> None:
        """One action, chosen or empty: the player's trail grows older."""
        self.left -= 1
        for part in self.trails[self.player]:
            part[1] += 1
        self.trails[self.player] = [part for part in self.trails[self.player] if part[1] < 3]

    def next(self) -> None:
        if self.left == 0:
            self.player, self.moved = 1 - self.player, False
        elif not self.moves():
            self.winner, self.ending = 1 - self.player, "trapped"

    def act(self, action: str) -> None:
        seat, here = self.player, self.at[self.player]
        if action in COMPASS:
            there = self.target(seat, action)
            assert there
            self.spend()
            self.trails[seat].insert(0, [here, 0])
            self.at[seat], self.moved = there, True
            if self.lying.get(here) == "used":
                self.lying[here] = "active"
            if there == self.starts[1 - seat]:
                self.winner, self.ending = seat, "finished"
                return
            if self.lying.get(there) == "active":
                self.lying[there] = "exploded"
                self.debt[seat] += 4 if there in self.dark else 3
                self.pay()
            elif there in self.dark:
                while self.left:
                    self.spend()
        elif action == "end":
            while self.left:
                self.spend()
        else:
            self.spend()
            if action == "pick":
                del self.lying[here]
                self.carries[seat] += 1
            else:
                self.lying[here] = "used"
                self.carries[seat] -= 1
        self.next()

    def told(self) -> dict[str, Any]:
        """The part of the state to compare with `describe`."""
        by_kind = {
            kind: sorted(s for s, k in self.lying.items() if k == kind) for kind in ("used", "active", "exploded")
        }
        return {
            "turn": self.turn,
            "turn of": self.player + 1,
            "has moved": self.moved,
            "racers": [
                {"square": self.at[s], "trail": self.chain(s)[1:], "carries": self.carries[s], "debt": self.debt[s]}
                for s in range(2)
            ],
            "inactive": sorted(s for s, kind in self.lying.items() if kind in ("inactive", "used")),
            **by_kind,
            "no power": {f"{r},{c}": last - self.turn + 1 for (r, c), last in sorted(self.dark.items())},
            "ending": self.ending,
            "winner": None if self.winner is None else self.winner + 1,
        }
