"""Which games an arena plays, and in which order.

The seats of a table form sides: a team is one side, and so is each seat of a game without teams. A line-up says which
bots meet; it is played in rounds. A round is one deal (or one opening) played in every order of the line-up's bots at
the sides: two games with the seats swapped, where two bots meet. All games follow from the arena's seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import combinations, count, permutations
from math import ceil

import msgspec

from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table

ORDERS = 24  # a line-up with more orders is only rotated

LineUp = tuple[str, ...]  # the bots that meet, one for each side


class Fixture(msgspec.Struct, frozen=True, order=True):
    """One game of an arena: round, line-up and order count from 1. `players` are the bots' names by side."""

    round: int
    line_up: int
    order: int
    players: tuple[str, ...]

    @property
    def id(self) -> str:
        """`LINE-UP.ROUND.ORDER`: the same game has the same id, however many games are played."""
        return f"{self.line_up}.{self.round}.{self.order}"


def derived_seed(*parts: object) -> int:
    """A seed of 53 bits, which every JSON reader can represent, that depends on all parts."""
    text = "\0".join(map(str, parts))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 11


def sides(table: Table) -> tuple[tuple[int, ...], ...]:
    """The seats of each side: seats with the same colour are a team."""
    teams: dict[int, list[int]] = {}
    for seat, tone in enumerate(table.tones):
        teams.setdefault(tone, []).append(seat)
    return tuple(tuple(team) for team in teams.values())


def line_ups(names: Sequence[str], count: int, *, mirror: bool = False) -> tuple[LineUp, ...]:
    """The line-ups for `count` sides: every combination of that many bots. Fewer bots than sides take them in
    turn. A name that occurs more than once takes as many sides. With `mirror` each bot also meets itself."""
    if count < 2:
        raise BoardwalkError("an arena needs a game with at least two sides")
    if len(names) < 2 and not mirror:
        raise BoardwalkError("an arena needs at least two bots")
    if len(names) >= count:
        found = list(combinations(names, count))
    elif len(names) == 1:
        found = []
    else:
        found = [
            tuple(names[(first + place) % len(names)] for place in range(count))
            for first in range(1 if count % len(names) == 0 else len(names))
        ]
    if mirror:
        found += [(name,) * count for name in names]
    distinct = {tuple(sorted(line_up, key=names.index)): None for line_up in found}
    return tuple(distinct)


def orders(line_up: LineUp) -> list[tuple[str, ...]]:
    """Every distinct order of a line-up at the sides; only its rotations where there are more than `ORDERS`."""
    found: dict[tuple[str, ...], None] = {}
    for order in permutations(line_up):
        found[order] = None
        if len(found) > ORDERS:
            found = {line_up[shift:] + line_up[:shift]: None for shift in range(len(line_up))}
            break
    return list(found)


def rounds(line_up: LineUp, games: int) -> int:
    """The number of rounds in which a line-up plays at least this many games."""
    return ceil(games / len(orders(line_up)))


def fixtures(all_line_ups: Sequence[LineUp], games: int) -> Iterator[Fixture]:
    """The games in order, round by round; each line-up plays `games` of them, rounded up to whole rounds."""
    played = [(number, orders(line_up), rounds(line_up, games)) for number, line_up in enumerate(all_line_ups, 1)]
    for round_number in count(1):
        now = [(number, seatings) for number, seatings, last in played if round_number <= last]
        if not now:
            return
        for number, seatings in now:
            for order, players in enumerate(seatings, 1):
                yield Fixture(round_number, number, order, players)
