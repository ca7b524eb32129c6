"""A simple reference implementation of RoboRally."""

from __future__ import annotations

DIRECTIONS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Robot:
    def __init__(self, start: tuple[int, int]) -> None:
        self.start = self.at = start
        self.facing, self.flags = 0, 0


class Factory:
    def __init__(self, rows: list[str], robots: int) -> None:
        self.floor = {(r, c): char for r, row in enumerate(rows) for c, char in enumerate(row)}
        where = {char: at for at, char in self.floor.items()}
        self.robots = [Robot(where[letter]) for letter in "ABCD"[:robots]]
        self.last_flag = max(int(char) for char in where if char in "1234")
        self.token = 0
        self.winner: int | None = None

    def run(self, programs: list[str]) -> None:
        for slot in range(5):
            order = self.robots[self.token :] + self.robots[: self.token]
            for robot in order:
                self.act(robot, programs[self.robots.index(robot)][slot])
                if self.winner is not None:
                    return
            for robot in sorted(self.robots, key=lambda robot: robot.at):
                self.activate(robot)
                if self.winner is not None:
                    return
            self.token = (self.token + 1) % len(self.robots)

    def act(self, robot: Robot, letter: str) -> None:
        if letter == "F":
            self.shift(robot, robot.facing)
        elif letter == "B":
            self.shift(robot, (robot.facing + 2) % 4)
        else:
            robot.facing = (robot.facing + {"L": -1, "R": 1, "U": 2, "W": 0}[letter]) % 4

    def activate(self, robot: Robot) -> None:
        char = self.floor[robot.at]
        if char in "+-":
            robot.facing = (robot.facing + (1 if char == "+" else -1)) % 4
        for belts in ("^>v<", "NESW", "nesw"):
            if char in belts and self.shift(robot, belts.index(char)):
                arrived = self.floor[robot.at]
                robot.facing = (robot.facing + (arrived in "NESW") - (arrived in "nesw")) % 4

    def shift(self, robot: Robot, direction: int) -> bool:
        """Move a chain of robots, the front one first; returns whether the mover is still on the square it entered."""
        down, right = DIRECTIONS[direction]
        row, at = [], robot.at
        while pushed := [other for other in self.robots if other.at == at]:
            row += pushed
            at = at[0] + down, at[1] + right
        fallen = []
        for moved in reversed(row):
            moved.at = moved.at[0] + down, moved.at[1] + right
            char = self.floor.get(moved.at, "x")
            if char == "x":
                fallen.append(moved)
            elif char == str(moved.flags + 1):
                moved.flags += 1
                if moved.flags == self.last_flag:
                    self.winner = self.robots.index(moved)
        for moved in fallen:
            moved.at, moved.facing = self.free_square(moved), 0
        return robot not in fallen

    def free_square(self, robot: Robot) -> tuple[int, int]:
        layer, seen = [robot.start], {robot.start}
        while layer:
            for at in layer:
                if self.floor[at] != "x" and all(other.at != at for other in self.robots):
                    return at
            beyond = []
            for at in layer:
                for down, right in DIRECTIONS:
                    near = at[0] + down, at[1] + right
                    if near in self.floor and near not in seen:
                        seen.add(near)
                        beyond.append(near)
            layer = beyond
        raise AssertionError("there is always a free square")
