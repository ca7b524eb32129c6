"""Files of all kinds that Boardwalk reads: detect the kind, parse, and report errors."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, RecordError, TextError, from_file
from boardwalk.contract.game import FileKind, Game, Position, Script
from boardwalk.contract.options import Option
from boardwalk.contract.positions import HEAD, read_position
from boardwalk.contract.text import decode_json, explained, unmarked
from boardwalk.match import Match, MatchRecord, read_record, write_record
from boardwalk.match.record import SUFFIX as MATCH_SUFFIX


def read_text(path: str) -> str:
    """The text of a file; a `BoardwalkError` if it can't be read."""
    try:
        return Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = error.object[: error.start]
        line, column = before.count(b"\n") + 1, error.start - (before.rfind(b"\n") + 1) + 1
        raise TextError(line, column, "expected text in UTF-8", path) from None
    except OSError as error:
        raise _os_error(path, error) from None


def write_text(path: str, text: str) -> None:
    try:
        Path(path).write_text(text, encoding="utf-8")
    except OSError as error:
        raise _os_error(path, error) from None


def check_writable(path: str) -> None:
    """A `BoardwalkError` if a file can't be written there; an existing file is not changed."""
    new = not Path(path).exists()
    try:
        with Path(path).open("ab"):
            pass
        if new:
            Path(path).unlink()
    except OSError as error:
        raise _os_error(path, error) from None


def _os_error(path: str, error: OSError) -> BoardwalkError:
    return BoardwalkError(f"{path}: {error.strerror or error}")


def read_option_file(option: Option, value: str) -> str:
    """The value of an option; for a file option whose value is the path of a file, the text of that file."""
    if option.takes_file and "\n" not in value and value and Path(value).is_file():
        return read_text(value)
    return value


def save_match(match: Match, path: str) -> None:
    """Save a match as a record, or in the game's own format if the path has the suffix of one that can be written."""
    write = next((kind.write for kind in match.table.game.content.files if path.endswith(kind.suffix)), None)
    write_text(path, write(match.position, match.actions) if write else write_record(match.record()))


GAMES_SUFFIX = ".jsonl"  # an arena's games, one a line
KEPT_GAME = re.compile(r"(.+\.jsonl):(?:(\d+):)?([^:]+)")  # FILE:ID or FILE:SEED:ID


class KeptGame(msgspec.Struct):
    """The fields of a line of an arena's games that a match needs."""

    id: str
    seed: int
    record: MatchRecord


def _kept_record(path: str, seed: str | None, wanted: str) -> MatchRecord:
    """The record of a game in an arena's `games.jsonl`."""
    for number, line in enumerate(read_text(path).splitlines(), 1):
        try:
            game = decode_json(line, KeptGame)
        except msgspec.DecodeError as error:
            raise TextError(number, 1, f"not a game of an arena: {explained(error)}", path) from None
        if game.id == wanted and seed in (None, str(game.seed)):
            return game.record
    raise BoardwalkError(f"{path}: has no game {wanted}")


def load_match(path: str) -> Match:
    """Replay the match recorded in a file; `games.jsonl:ID` is one of the games of an arena."""
    if path.endswith(GAMES_SUFFIX) and Path(path).is_file():
        raise BoardwalkError(f"{path} holds many games: name one as {path}:ID")
    kept = KEPT_GAME.fullmatch(path)
    if kept and not Path(path).exists():
        record = _kept_record(kept[1], kept[2], kept[3])
    else:
        text = read_text(path)
        with from_file(path):
            record = read_record(text)
    try:
        return Match.from_record(record)
    except BoardwalkError as error:
        raise RecordError(f"{path}: {error}") from None


def run_script(board_path: str, script_path: str) -> tuple[Match, Script]:
    """Play a file of moves on a board file until the game or the file ends; a `BoardwalkError` if one is not valid."""
    board_text, script_text = read_text(board_path), read_text(script_path)
    with from_file(board_path):
        runnable = [
            kind
            for game in registry.games()
            if any(one.script for one in game.content.files)
            for kind in game.content.files
        ]
        game, board = find_kind(board_path, board_text, lambda kind: kind in runnable and bool(kind.option))
        board.read(board_text)
    with from_file(script_path):
        _, kind = find_kind(
            script_path, script_text, lambda kind: kind in game.content.files and kind.script is not None
        )
        assert kind.script
        script = kind.script(script_text)
    try:
        with from_file(board_path):
            table = game.table({board.option: board_text, **script.options})
    except TextError:
        raise
    except BoardwalkError as error:
        raise BoardwalkError(f"{board_path}: {error}") from None
    match = Match(table, seed=0)
    for action in script.actions:
        if match.over:
            break
        match.act(match.to_act, action)
    return match, script


@dataclass(frozen=True)
class Opened:
    """The content of a file: a match, a position, or a file of a game's own kind."""

    path: str
    text: str
    match: Match | None = None
    position: Position | None = None
    game: Game | None = None
    kind: FileKind | None = None


def open_file(path: str) -> Opened:
    """Read and validate a file of any supported kind; a `BoardwalkError` if it is not valid."""
    text = read_text(path)
    if path.endswith(MATCH_SUFFIX) or (text.lstrip()[:1] == "{" and not _has_own_suffix(path)):
        return Opened(path, text, match=load_match(path))
    with from_file(path):
        if text.startswith(HEAD):
            return Opened(path, text, position=read_position(text))
        game, kind = find_kind(path, text)
        kind.read(text)
        return Opened(path, text, game=game, kind=kind)


def find_kind(name: str, text: str, fits: Callable[[FileKind], bool] = lambda kind: True) -> tuple[Game, FileKind]:
    """The game and kind of a file, by its name or else by its content, among the kinds that fit; else a `TextError`."""
    text = unmarked(text)
    kinds = [(game, kind) for game in registry.games() for kind in game.content.files if fits(kind)]
    found = next((pair for pair in kinds if name.lower().endswith(pair[1].suffix)), None)
    found = found or next((pair for pair in kinds if len(kinds) == 1 or pair[1].looks_like(text)), None)
    if not found:
        suffixes = ", ".join(kind.suffix for _, kind in kinds)
        raise TextError(1, 1, f"expected a file of a known kind: {suffixes}, {MATCH_SUFFIX} or a position")
    return found


def _has_own_suffix(path: str) -> bool:
    return any(path.lower().endswith(kind.suffix) for game in registry.games() for kind in game.content.files)
