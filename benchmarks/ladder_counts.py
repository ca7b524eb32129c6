"""The games of the ladders, counted: small enough to be kept beside the code, so that a later run adds to an earlier
one although the games themselves are gone."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

import msgspec

from boardwalk.arena.play import MoveTimes, Played
from boardwalk.contract.errors import BoardwalkError
from boardwalk.match import MatchRecord


class Count(msgspec.Struct, frozen=True, kw_only=True):
    """How many games of a row had the same arena seed, players and result. By seat: the bots' names, and the moves and
    seconds of all these games together."""

    row: str
    seed: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    names: tuple[str, ...]
    games: int
    moves: tuple[int, ...]
    seconds: tuple[float, ...]


def count(row: str, games: Iterable[Played]) -> list[Count]:
    """The games of a row as counts."""

    def kind(game: Played) -> tuple[int, tuple[str, ...], tuple[int, ...], tuple[str, ...]]:
        return game.seed, game.players, game.scores, tuple(game.record.names)

    counts = []
    for (seed, players, scores, names), group in itertools.groupby(sorted(games, key=kind), key=kind):
        alike = list(group)
        seats = [*itertools.zip_longest(*(game.times for game in alike), fillvalue=MoveTimes(0, 0.0, 0.0))]
        counts.append(
            Count(
                row=row,
                seed=seed,
                players=players,
                scores=scores,
                names=names,
                games=len(alike),
                moves=tuple(sum(times.moves for times in seat) for seat in seats),
                seconds=tuple(round(sum(times.total for times in seat), 3) for seat in seats),
            )
        )
    return counts


def games_of(counts: Iterable[Count]) -> Iterator[Played]:
    """As many games as were counted, with the same players, results and total times, but without actions. Each is a
    round of its own: which two came from the same deal is no longer known."""
    rounds = itertools.count(1)
    for one in counts:
        total = tuple(MoveTimes(moves, took, 0.0) for moves, took in zip(one.moves, one.seconds, strict=True))
        record = MatchRecord(game="", version=0, seed=0, names=[*one.names])
        for game in range(one.games):
            yield Played(
                id=f"1.{next(rounds)}.1",
                seed=one.seed,
                players=one.players,
                scores=one.scores,
                end="over",
                opening=0,
                record=record,
                times=() if game else total,
            )


def complete(row: str, games: Iterable[Played], kept: Iterable[Count]) -> list[Played]:
    """The games of a row. The same seed gives the same games, so of each seed only the larger set counts: the `games`
    given, or those that were counted and `kept` before."""
    found: dict[int, list[Played]] = defaultdict(list)
    for game in games:
        found[game.seed].append(game)
    counted: dict[int, list[Count]] = defaultdict(list)
    for one in kept:
        if one.row == row:
            counted[one.seed].append(one)
    for seed, counts in counted.items():
        if sum(one.games for one in counts) > len(found[seed]):
            found[seed] = [*games_of(counts)]
    return [game for seed in sorted(found) for game in found[seed]]


def read(path: Path) -> list[Count]:
    """The counts of a file; none if there is no such file."""
    if not path.exists():
        return []
    counts = []
    for number, line in enumerate(path.read_bytes().splitlines(), 1):
        try:
            counts.append(msgspec.json.decode(line, type=Count))
        except msgspec.DecodeError as error:
            raise BoardwalkError(f"{path}:{number}: not a count of games: {error}") from None
    return counts


def write(path: Path, counts: Iterable[Count]) -> None:
    path.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in counts))
