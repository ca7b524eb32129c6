"""Files of every kind that Boardwalk knows: reading them, telling what they are, and saying what is wrong with them."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from boardwalk.core import registry
from boardwalk.core.errors import BoardwalkError, RecordError, TextError, from_file
from boardwalk.core.game import FileKind, Game, Position
from boardwalk.core.options import Option
from boardwalk.core.positions import HEAD, read_position
from boardwalk.match import Match, read_record, write_record
from boardwalk.match.record import SUFFIX as MATCH_SUFFIX


def read_text(path: str) -> str:
    """A file's text, or a `BoardwalkError` that says why it can't be read."""
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


def _os_error(path: str, error: OSError) -> BoardwalkError:
    return BoardwalkError(f"{path}: {error.strerror or error}")


def read_option_file(option: Option, value: str) -> str:
    """An option's value; where it takes a file and the value is a file's path, that file's text."""
    if option.takes_file and "\n" not in value and value and Path(value).is_file():
        return read_text(value)
    return value


def save_match(match: Match, path: str) -> None:
    """Keep a match: as a record, or by the file's suffix as a file of the game's own that can be made of it."""
    write = next((kind.write for kind in match.table.game.files if path.endswith(kind.suffix)), None)
    write_text(path, write(match.position, match.actions) if write else write_record(match.record()))


def load_match(path: str) -> Match:
    """The match recorded in a file, played again."""
    text = read_text(path)
    with from_file(path):
        record = read_record(text)
    try:
        return Match.from_record(record)
    except BoardwalkError as error:
        raise RecordError(f"{path}: {error}") from None


@dataclass(frozen=True)
class Opened:
    """What a file turned out to hold: a match, a position, or a file of a game's own."""

    path: str
    text: str
    match: Match | None = None
    position: Position | None = None
    game: Game | None = None
    kind: FileKind | None = None


def open_file(path: str) -> Opened:
    """Read a file of any kind of ours and check it; what is wrong with it raises a `BoardwalkError`."""
    text = read_text(path)
    if path.endswith(MATCH_SUFFIX) or (text.lstrip()[:1] == "{" and not _kind_by_suffix(path)):
        return Opened(path, text, match=load_match(path))
    with from_file(path):
        if text.startswith(HEAD):
            return Opened(path, text, position=read_position(text))
        game, kind = find_kind(path, text)
        kind.read(text)
        return Opened(path, text, game=game, kind=kind)


def find_kind(name: str, text: str) -> tuple[Game, FileKind]:
    """Which game's file a text is, by its name or else by its look; a `TextError` if it is none."""
    found = _kind_by_suffix(name) or _kind_by_look(text)
    if not found:
        suffixes = ", ".join(kind.suffix for _, kind in _kinds())
        raise TextError(1, 1, f"expected a file of ours: {suffixes}, {MATCH_SUFFIX} or a position")
    return found


def _kinds() -> list[tuple[Game, FileKind]]:
    return [(game, kind) for game in map(registry.game, registry.games()) for kind in game.files]


def _kind_by_suffix(path: str) -> tuple[Game, FileKind] | None:
    return next((pair for pair in _kinds() if path.lower().endswith(pair[1].suffix)), None)


def _kind_by_look(text: str) -> tuple[Game, FileKind] | None:
    return next((pair for pair in _kinds() if pair[1].looks_like(text)), None)
