"""Statistics of an arena's games: the table, the matrix of results, the scores of seats, and the lengths of games."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import sqrt

import msgspec

from boardwalk.arena.play import Played
from boardwalk.arena.ratings import Meeting, Rating, Z, bradley_terry, openskill
from boardwalk.arena.sprt import Sprt, Verdict

ANCHOR = "random"  # its rating is 0, where it takes part


class Tally(msgspec.Struct):
    """Wins, draws and losses."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    def add(self, score: int) -> None:
        """Count a game with this score: 1, 0 or -1."""
        self.wins += score > 0
        self.draws += score == 0
        self.losses += score < 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def win_share(self) -> Rating:
        return share(self.wins, self.games)

    @property
    def score(self) -> Rating:
        """A draw is half a win."""
        return share(self.wins + self.draws / 2, self.games)


def share(part: float, whole: int) -> Rating:
    """A share and its 95 % interval (Wilson's). It assumes independent games, which is cautious: games from one deal
    with the seats swapped are more informative. Undefined for 0 games."""
    if not whole:
        return Rating(0.5, 0.0, 1.0)
    p, square = part / whole, Z * Z / whole
    centre = (p + square / 2) / (1 + square)
    half = Z * sqrt(p * (1 - p) / whole + square / 4 / whole) / (1 + square)
    return Rating(p, min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half)))


class Row(msgspec.Struct, frozen=True):
    """One bot of the table. `rating` is Elo where two sides meet, else OpenSkill's; None where no one was met."""

    name: str
    tally: Tally
    rating: Rating | None
    forfeits: int
    moves: int
    seconds: float  # of all its moves
    longest: float

    @property
    def seconds_a_move(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0


class Results:
    """The results of games, in the order of the schedule. With `sprt`, games after the end of the test do not count, so
    that the result does not depend on the order in which games finish."""

    def __init__(self, games: Iterable[Played], names: Sequence[str], sides: int = 2, sprt: Sprt | None = None) -> None:
        self.names = tuple(dict.fromkeys(names))
        self.sides = sides
        self.games = sorted(games, key=lambda game: game.place)
        self.sprt = sprt
        self.verdict: Verdict | None = None
        if sprt is not None:
            self._stop_when_sure(sprt)

    def _stop_when_sure(self, sprt: Sprt) -> None:
        rounds = complete_rounds(self.games, self.names[0])
        self.verdict = sprt.decide(score for _, score in rounds)
        if self.verdict.accepted:
            counted = {key for key, _ in rounds[: self.verdict.rounds]}
            self.games = [game for game in self.games if game.place[:2] in counted]

    @property
    def scale(self) -> str:
        """The rating scale: Elo where two sides meet, else OpenSkill's."""
        return "Elo" if self.sides == 2 else "OpenSkill"

    def ratings(self, count: int | None = None) -> list[Rating | None]:
        """The rating of each bot after the first `count` games; None for a bot that has met no other."""
        games = self.games[:count]
        index = {name: number for number, name in enumerate(self.names)}
        met = {name for game in games if len(set(game.players)) > 1 for name in game.players}
        if self.sides == 2:
            meetings = [
                Meeting(index[game.players[0]], index[game.players[1]], score_of(*game.scores), game.place[:2])
                for game in games
            ]
            rated = bradley_terry(meetings, len(index), index.get(ANCHOR))
        else:
            ordered = (([index[name] for name in game.players], game.scores) for game in games)
            rated = openskill(ordered, len(index))
        return [rating if name in met else None for name, rating in zip(self.names, rated, strict=True)]

    def table(self, *, rated: bool = True) -> list[Row]:
        """The bots, the strongest first; without ratings by their scores."""
        ratings = self.ratings() if rated else [None] * len(self.names)
        rows = [self._row(name, rating) for name, rating in zip(self.names, ratings, strict=True)]
        return sorted(rows, key=lambda row: (row.rating is None, -(row.rating or row.tally.score).value))

    def _row(self, name: str, rating: Rating | None) -> Row:
        tally, forfeits, times = Tally(), 0, []
        for game in self.games:
            at = [side for side, player in enumerate(game.players) if player == name]
            if len(at) < len(game.players):  # against itself it neither wins nor loses
                for side in at:
                    tally.add(game.scores[side])
            forfeits += game.forfeited_by in at
            times += [each for each, seat in zip(game.times, game.record.names, strict=False) if seat == name]
        return Row(
            name,
            tally,
            rating,
            forfeits,
            sum(each.moves for each in times),
            sum(each.total for each in times),
            max((each.longest for each in times), default=0.0),
        )

    def matrix(self) -> dict[tuple[str, str], Tally]:
        """The tally of each bot against each other one: (row, column). With more than two sides each pair is
        compared."""
        found: dict[tuple[str, str], Tally] = defaultdict(Tally)
        for game in self.games:
            for side, name in enumerate(game.players):
                for other, rival in enumerate(game.players):
                    if name != rival:
                        found[name, rival].add(_sign(game.scores[side] - game.scores[other]))
        return dict(found)

    def seats(self, *, equals: bool) -> list[Tally]:
        """The tally of each side: in all games, or only in those of a bot against itself."""
        tallies = [Tally() for _ in range(self.sides)]
        for game in self.games:
            if not equals or len(set(game.players)) == 1:
                for tally, score in zip(tallies, game.scores, strict=True):
                    tally.add(score)
        return tallies

    def sentence(self) -> str:
        """The verdict of the test as a sentence; empty without one."""
        if self.sprt is None or self.verdict is None:
            return ""
        first, second = self.names[:2]
        verdict = f"LLR {self.verdict.llr:.2f} [{self.verdict.low:.2f}, {self.verdict.high:.2f}]"
        test = f"Elo {self.sprt.elo0:g} against {self.sprt.elo1:g}"
        if self.verdict.accepted is None:
            return f"Not decided after {self.verdict.rounds} rounds: {verdict} ({test})."
        said = {"elo1": f"at least {self.sprt.elo1:g}", "elo0": f"at most {self.sprt.elo0:g}"}[self.verdict.accepted]
        return f"{first} is {said} Elo above {second}: {verdict} after {self.verdict.rounds} rounds ({test})."


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def score_of(mine: int, others: int) -> float:
    """The score of a side against another: 1, 0.5 or 0."""
    return 0.5 + _sign(mine - others) / 2


def complete_rounds(games: Sequence[Played], name: str) -> list[tuple[tuple[int, int], float]]:
    """The rounds of two bots that are complete, up to the first that is not, each with the mean score of `name`."""
    rounds: dict[tuple[int, int], list[float]] = defaultdict(list)
    for game in games:
        if len(game.players) == 2 and len(set(game.players)) == 2:
            mine = game.players.index(name)
            rounds[game.place[:2]].append(score_of(game.scores[mine], game.scores[1 - mine]))
    found: list[tuple[tuple[int, int], float]] = []
    for key, scores in sorted(rounds.items()):
        expected = (key[0], found[-1][0][1] + 1 if found and found[-1][0][0] == key[0] else 1)
        if len(scores) < 2 or key != expected:
            break
        found.append((key, sum(scores) / 2))
    return found
