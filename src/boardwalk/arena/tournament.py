"""Run an arena: play its games on workers, keep each as it finishes, and stop when the test is sure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec

from boardwalk.arena.entrants import Entrant, read_entrant
from boardwalk.arena.play import Job, Played, open_game, varies
from boardwalk.arena.player import MakePlayer
from boardwalk.arena.results import Results, complete_rounds
from boardwalk.arena.schedule import Fixture, fixtures, line_ups, sides
from boardwalk.arena.sprt import Sprt, Test
from boardwalk.arena.store import Settings, Store, read_games, read_settings
from boardwalk.arena.workers import Workers, workers
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table

GAMES = 200
LIMIT = 5000  # actions after which a game is cut and scores as it stands
OPENING = 2  # actions of each seat, where a game deals nothing at random
MOVE_SECONDS = 2.0
ATTEMPTS = 3  # at a game whose worker dies

Progress = Callable[["Arena"], None]


class Arena:
    """An arena that can be run, and run on. `bots` are what `boardwalk arena` takes; `makers` adds players of one's own
    by name, which must be picklable functions where several processes play."""

    def __init__(
        self,
        table: Table | str,
        bots: Sequence[str],
        *,
        seed: int = 1,
        opening: int | None = None,
        limit: int = LIMIT,
        move_seconds: float = MOVE_SECONDS,
        mirror: bool = False,
        programs: Mapping[str, str] | None = None,
        makers: Mapping[str, MakePlayer] | None = None,
        sprt: Sprt | None = None,
        out: Path | str | None = None,
    ) -> None:
        self.table = registry.table(table) if isinstance(table, str) else table
        names = tuple(bots)
        self.line_ups = line_ups(names, len(sides(self.table)), mirror=mirror)
        made = {name: Entrant(name, make=make) for name, make in (makers or {}).items()}
        self.entrants = {name: made.get(name) or read_entrant(name, programs) for name in names}
        for entrant in self.entrants.values():
            entrant.check(self.table.game.name)
        if opening is None:
            opening = 0 if varies(self.table) else OPENING
        self.settings = Settings(
            game=str(self.table),
            rules=self.table.game.version,
            bots=names,
            seed=seed,
            opening=opening,
            limit=limit,
            move_seconds=move_seconds,
            mirror=mirror,
        )
        two = len(self.line_ups[0]) == 2 and len(set(names)) == 2
        if sprt is not None:
            sprt.check()
        self.sprt = sprt if two and not mirror else None  # a bot against itself is not what the test compares
        self.store = Store(Path(out) if out is not None else None, self.settings)
        self.wanted = 0  # games that the schedule has by now

    @property
    def results(self) -> Results:
        return Results(self.store.games(), self.settings.bots, len(self.line_ups[0]), self.sprt)

    def run(
        self,
        games: int = GAMES,
        *,
        cores: int | None = None,
        cluster: str = "",
        add: Iterable[Path | str] = (),
        progress: Progress = lambda arena: None,
    ) -> Results:
        """Play until each line-up has `games` games, or until the test accepts a hypothesis. `add` are the
        folders of other runs of these bots, whose games count too. `progress` is called after each game."""
        schedule = list(fixtures(self.line_ups, games))
        with self.store.open():
            for folder in add:
                self._add(Path(folder))
            missing = [each for each in schedule if (self.settings.seed, each.id) not in self.store]
            self.wanted = len(schedule)
            progress(self)
            if missing and not self._sure():
                self._warm_up()
                with workers(cores, cluster) as hands:
                    self._play(missing, hands, progress)
        return self.results

    def _add(self, folder: Path) -> None:
        theirs = msgspec.structs.replace(read_settings(folder), seed=self.settings.seed)
        if differences := self.settings.differences(theirs):
            raise BoardwalkError(f"{folder} holds another arena ({differences[0]})")
        for game in read_games(folder):
            self.store.add(game)

    def _sure(self) -> bool:
        verdict = self.results.verdict
        return verdict is not None and verdict.accepted is not None

    def _warm_up(self) -> None:
        """Compile here, since otherwise all workers would compile at the same time."""
        match = open_game(self.table, 0, self.settings.opening)
        for entrant in self.entrants.values():
            with suppress(Exception):  # in a game it would forfeit
                if not entrant.bot or match.over:
                    continue
                entrant.sit_down(self.table, match.to_act, 0, 0.0).choose(match)

    def _play(self, missing: Sequence[Fixture], hands: Workers, progress: Progress) -> None:
        waiting = iter(missing)
        running: dict[Future[Played], Fixture] = {}
        attempts: dict[str, int] = {}
        test = Rounds(self)
        while not test.sure:
            for fixture in islice(waiting, max(0, hands.at_once + hands.at_once // 2 - len(running))):
                running[hands.submit(self._job(fixture))] = fixture
            if not running:
                return
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                fixture = running.pop(future)
                error = future.exception()
                if error is None:
                    if self.store.add(future.result()):
                        test.note()
                        progress(self)
                    continue
                attempts[fixture.id] = attempts.get(fixture.id, 0) + 1
                if not hands.died(error):
                    raise error
                if attempts[fixture.id] >= ATTEMPTS:
                    raise BoardwalkError(f"the process that plays game {fixture.id} died {ATTEMPTS} times")
                running[hands.submit(self._job(fixture))] = fixture

    def _job(self, fixture: Fixture) -> Job:
        settings, table = self.settings, self.table
        return Job(
            fixture,
            table.game.name,
            msgspec.json.encode(table.options.changed()).decode(),
            tuple(self.entrants[name] for name in fixture.players),
            settings.seed,
            settings.opening,
            settings.limit,
            settings.move_seconds,
        )


class Rounds:
    """Feeds the test with rounds as they become complete, in the order of the schedule."""

    def __init__(self, arena: Arena) -> None:
        self._arena = arena
        self._test = Test(arena.sprt) if arena.sprt else None
        self.note()

    def note(self) -> None:
        """Feed the test with newly complete rounds."""
        if self._test is None:
            return
        rounds = complete_rounds(self._arena.store.games(), self._arena.settings.bots[0])
        for _, score in rounds[self._test.verdict.rounds :]:
            self._test.add(score)

    @property
    def sure(self) -> bool:
        return self._test is not None and self._test.verdict.accepted is not None


def run(
    table: Table | str,
    bots: Sequence[str],
    games: int = GAMES,
    *,
    cores: int | None = None,
    cluster: str = "",
    add: Iterable[Path | str] = (),
    progress: Progress = lambda arena: None,
    **settings: Any,
) -> Results:
    """Play bots against each other and return the results; `settings` are those of `Arena`.

    >>> from boardwalk import arena
    >>> results = arena.run("fog_quoridor", ["easy", "random"], games=4, cores=1)
    >>> [row.tally.games for row in results.table()]
    [4, 4]
    """
    arena = Arena(table, bots, **settings)
    return arena.run(games, cores=cores, cluster=cluster, add=add, progress=progress)
