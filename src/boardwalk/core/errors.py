"""What can go wrong, each with a sentence for a person.

Every error that a user can cause derives from `BoardwalkError`; `str(error)` is the sentence to show.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class BoardwalkError(Exception):
    """The base of all errors that input from outside can cause."""


class UnknownGameError(BoardwalkError):
    """No game goes by that name."""


class UnknownBotError(BoardwalkError):
    """No bot goes by that name, or it does not play the game or can't be loaded."""


class GameError(BoardwalkError):
    """A game's declaration has a mistake, or its package can't be loaded."""


class SceneError(BoardwalkError):
    """A scene that can't be drawn."""


class OptionError(BoardwalkError):
    """An option is unknown or its value is not allowed. `option` names it."""

    def __init__(self, option: str, sentence: str) -> None:
        super().__init__(sentence)
        self.option = option


class TextError(BoardwalkError):
    """A text is not what it should be, at a line and a column (both from 1).

    `source` is the file's name once known; readers of text leave it empty and `from_file` fills it in.
    """

    def __init__(self, line: int, column: int, what: str, source: str = "") -> None:
        super().__init__(line, column, what, source)
        self.line, self.column, self.what, self.source = line, column, what, source

    def __str__(self) -> str:
        return f"{self.source or 'text'}:{self.line}:{self.column}: {self.what}"


@contextmanager
def from_file(source: str) -> Iterator[None]:
    """Within this block a `TextError` without a source gets this one."""
    try:
        yield
    except TextError as error:
        if error.source:
            raise
        raise TextError(error.line, error.column, error.what, source) from None


class MoveError(BoardwalkError):
    """A move can't be read, is not legal now, or is not this seat's to make. Nothing was changed."""


class RecordError(BoardwalkError):
    """A match record can't be played: another version of the rules, or an action that is not legal."""
