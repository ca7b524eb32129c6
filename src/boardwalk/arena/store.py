"""The folder of an arena: its settings, and every finished game as one line of JSON.

Only the process that runs the arena writes there. A game counts once its line is complete, and each id counts once: a
run that is killed loses only the games that were not finished.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from boardwalk.arena.play import Played
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.text import explained

SETTINGS, GAMES, STDERR = "arena.json", "games.jsonl", "stderr"

try:
    import fcntl
except ImportError:  # no file locks on this system
    fcntl = None  # type: ignore[assignment]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What an arena plays. Games of an arena with other settings are never counted with its own."""

    game: str  # the game string
    rules: int  # the version of the game's rules
    bots: tuple[str, ...]
    seed: int
    opening: int
    limit: int
    move_seconds: float
    mirror: bool = False

    def differences(self, other: Settings) -> list[str]:
        """The fields in which another arena differs."""
        mine, its = msgspec.structs.asdict(self), msgspec.structs.asdict(other)
        return [f"{name}: {_text(its[name])}, not {_text(mine[name])}" for name in mine if mine[name] != its[name]]


def _text(value: Any) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


class Store:
    """The finished games of an arena, by seed and id. Without a folder they are kept in memory only."""

    def __init__(self, folder: Path | None, settings: Settings) -> None:
        self.folder = folder
        self.settings = settings
        self._games: dict[tuple[int, str], Played] = {}
        self._file: Any = None

    @contextmanager
    def open(self) -> Iterator[Store]:
        """Read what is there, and hold the folder's lock while games are added. A `BoardwalkError` if the folder holds
        another arena or is in use."""
        if self.folder is None:
            yield self
            return
        try:
            with self._errors():
                self.folder.mkdir(parents=True, exist_ok=True)
                self._file = (self.folder / GAMES).open("a+b")
                self._lock()
                self._check_settings()
                self._truncate_to_lines()
                self._load(read_games(self.folder))
            yield self
        finally:
            if self._file is not None:
                self._file.close()
                self._file = None

    @contextmanager
    def _errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise BoardwalkError(f"{error.filename or self.folder}: {error.strerror}") from None

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise BoardwalkError(f"{self.folder} is in use by another run") from None

    def _check_settings(self) -> None:
        assert self.folder
        path = self.folder / SETTINGS
        if not path.exists():
            new = path.with_suffix(".new")
            new.write_bytes(msgspec.json.format(msgspec.json.encode(self.settings)) + b"\n")
            new.replace(path)  # so that it is there as a whole or not at all
        elif differences := self.settings.differences(read_settings(self.folder)):
            raise BoardwalkError(f"{self.folder} holds another arena ({differences[0]})")

    def _truncate_to_lines(self) -> None:
        """Remove an incomplete last line, which a run that was killed may have left."""
        self._file.seek(0)
        data = self._file.read()
        complete = data.rfind(b"\n") + 1
        if complete < len(data):
            self._file.truncate(complete)

    def _load(self, games: Iterable[Played]) -> None:
        for game in games:
            self._games.setdefault((game.seed, game.id), game)

    def __contains__(self, key: tuple[int, str]) -> bool:
        return key in self._games

    def add(self, game: Played) -> bool:
        """Keep a finished game; False if it is there already."""
        key = game.seed, game.id
        if key in self._games:
            return False
        stderr, game = game.stderr, msgspec.structs.replace(game, stderr={})
        if self._file is not None:
            with self._errors():
                self._keep_stderr(game, stderr)
                self._file.write(msgspec.json.encode(game) + b"\n")
                self._file.flush()
        self._games[key] = game
        return True

    def _keep_stderr(self, game: Played, stderr: Mapping[int, str]) -> None:
        assert self.folder
        folder = self.folder / STDERR
        for seat, text in stderr.items():
            folder.mkdir(exist_ok=True)
            (folder / f"{game.seed}-{game.id}-seat{seat + 1}.txt").write_text(text, encoding="utf-8")

    @property
    def count(self) -> int:
        return len(self._games)

    def games(self) -> list[Played]:
        """The finished games as they were scheduled."""
        return sorted(self._games.values(), key=lambda game: game.place)


def read_settings(folder: Path) -> Settings:
    """The settings of the arena in a folder; a `BoardwalkError` if there is none."""
    path = folder / SETTINGS
    try:
        return msgspec.json.decode(path.read_bytes(), type=Settings)
    except OSError as error:
        raise BoardwalkError(f"{path}: {error.strerror}") from None
    except msgspec.DecodeError as error:
        raise BoardwalkError(f"{path}: not the settings of an arena: {explained(error)}") from None


def read_games(folder: Path) -> Iterator[Played]:
    """The games of a folder in the order in which they finished, duplicates included; an incomplete last line is left
    out."""
    path = folder / GAMES
    for number, line in enumerate(path.read_bytes().split(b"\n")[:-1], 1):
        try:
            yield msgspec.json.decode(line, type=Played)
        except msgspec.DecodeError as error:
            raise BoardwalkError(f"{path}:{number}: not a game of an arena: {explained(error)}") from None
