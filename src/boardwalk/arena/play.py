"""Play one game of an arena: the deal, the opening, the bots' choices, and the result."""

from __future__ import annotations

import time
from functools import lru_cache
from random import Random
from typing import Literal

import msgspec

from boardwalk.arena.entrants import Entrant
from boardwalk.arena.player import ForfeitError, Player
from boardwalk.arena.schedule import Fixture, derived_seed, sides
from boardwalk.bots import GreedyBot
from boardwalk.contract import registry
from boardwalk.contract.errors import MoveError
from boardwalk.contract.game import Table
from boardwalk.engine.random import streams
from boardwalk.match import Match, MatchRecord

RANDOM_SHARE = 0.5  # of the first actions of an opening
TRIES = 100  # openings to try until one does not end the game


class Job(msgspec.Struct, frozen=True):
    """The data that a worker needs to play a game. `entrants` are the bots by side."""

    fixture: Fixture
    game: str
    options: str  # as JSON
    entrants: tuple[Entrant, ...]
    seed: int
    opening: int
    limit: int
    move_seconds: float


class MoveTimes(msgspec.Struct, frozen=True):
    """Time used by one seat: the number of its choices, and seconds."""

    moves: int
    total: float
    longest: float


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """A finished game. `players` and `scores` (1, 0 or -1) are by side, `times` by seat. `opening` actions were drawn
    and not chosen by the bots. `seed` is that of the arena; the record has the seed of the deal. `forfeit` is the
    reason why side `forfeited_by` lost early; `stderr` is the programs' standard error, by seat."""

    id: str
    seed: int
    players: tuple[str, ...]
    scores: tuple[int, ...]
    end: Literal["over", "limit", "forfeit"]
    opening: int
    record: MatchRecord
    times: tuple[MoveTimes, ...] = ()
    forfeited_by: int | None = None
    forfeit: str = ""
    stderr: dict[int, str] = {}

    @property
    def place(self) -> tuple[int, int, int, int]:
        """Sorts games as they were scheduled: by seed, round, line-up and order."""
        line_up, round_number, order = map(int, self.id.split("."))
        return self.seed, round_number, line_up, order

    @property
    def actions(self) -> int:
        return len(self.record.actions)


@lru_cache(8)
def table_of(game: str, options: str) -> Table:
    """The table of a game with its options as JSON; cached, since a worker plays many games with the same options."""
    return registry.game(game).table(msgspec.json.decode(options)).start_compiled()


def deals(table: Table) -> bool:
    """Whether the deal draws random numbers, so that another seed is another game."""
    return bool(bytes(table.deal(0).state.rng) != streams(0).tobytes())


def varies(table: Table) -> bool:
    """Whether games differ without an opening: by their deal, or because seats choose programs in secret, which good
    bots randomize. A random round would decide many of those games."""
    game = table.game
    return deals(table) or (game.play.simultaneous and game.play.ahead is not None)


def open_game(table: Table, seed: int, per_seat: int) -> Match:
    """A match of this deal after its opening: each seat has taken at least `per_seat` actions, and all the same number
    where possible. Half of the first `per_seat` are drawn from the legal actions, all others are those of `greedy`. An
    opening that ends the game is drawn again."""
    for attempt in range(TRIES):
        match = Match(table, seed)
        if not per_seat:
            return match
        random = Random(derived_seed(seed, "opening", attempt))
        greedy = GreedyBot(random.getrandbits(53))
        taken = [0] * len(table.seats)
        longest = 8 * per_seat * len(taken)
        while not match.over and len(match.actions) < longest:
            if min(taken) >= per_seat and len(set(taken)) == 1:
                break
            seat = match.to_act
            view = match.view(seat)
            at_random = taken[seat] < per_seat and random.random() < RANDOM_SHARE
            match.act(seat, random.choice(view.legal) if at_random else greedy.choose(view))
            taken[seat] += 1
        if not match.over:
            return match
    return Match(table, seed)


def play_game(job: Job) -> Played:
    """Play a game to its end, to the limit on its actions, or until a bot forfeits it."""
    table = table_of(job.game, job.options)
    fixture, teams = job.fixture, sides(table)
    match = open_game(table, derived_seed(job.seed, "deal", fixture.round), job.opening)
    opening = len(match.actions)
    side_of = {seat: side for side, team in enumerate(teams) for seat in team}
    names = [fixture.players[side_of[seat]] for seat in range(len(side_of))]
    match.names = tuple(names)
    spent: list[list[float]] = [[] for _ in names]
    players: dict[int, Player] = {}
    scores: tuple[int, ...] | None = None
    loser, reason = None, ""
    try:
        while not match.over and len(match.actions) < job.limit:
            seat = match.to_act
            try:
                if seat not in players:
                    bot_seed = derived_seed(job.seed, "bot", fixture.id, seat)
                    players[seat] = job.entrants[side_of[seat]].sit_down(table, seat, bot_seed, job.move_seconds)
                started = time.perf_counter()
                try:
                    action = players[seat].choose(match)
                finally:
                    spent[seat].append(time.perf_counter() - started)
                match.act(seat, action)
            except Exception as error:  # a bot, perhaps of another package, may raise anything
                loser, reason = side_of[seat], _reason(error, table.seats[seat])
                break
        scores = _scores(match, teams, loser)
    finally:
        stderr = {seat: text for seat, player in sorted(players.items()) if (text := player.close(scores))}
    return Played(
        id=fixture.id,
        seed=job.seed,
        players=fixture.players,
        scores=scores,
        end="forfeit" if loser is not None else "over" if match.over else "limit",
        opening=opening,
        record=match.record(),
        times=tuple(MoveTimes(len(each), round(sum(each), 6), round(max(each, default=0.0), 6)) for each in spent),
        forfeited_by=loser,
        forfeit=reason,
        stderr=stderr,
    )


def _scores(match: Match, teams: tuple[tuple[int, ...], ...], loser: int | None) -> tuple[int, ...]:
    """Scores by side. A side that forfeits loses and all others win; a game cut at its limit scores as it stands."""
    if loser is not None:
        return tuple(-1 if side == loser else 1 for side in range(len(teams)))
    by_seat = match.scores
    return tuple(by_seat[team[0]] for team in teams)


def _reason(error: Exception, seat: str) -> str:
    if isinstance(error, ForfeitError):
        return f"{seat}: {error}"
    if isinstance(error, MoveError):
        return f"{seat}: illegal action: {error}"
    return f"{seat}: {type(error).__name__}: {error}"
