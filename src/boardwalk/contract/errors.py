"""Error classes. Every error that a user can cause derives from `BoardwalkError`; `str(error)` is the sentence to show
to the user."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class BoardwalkError(Exception):
    """The base class of all errors caused by user input.

    A subclass whose `__init__` takes more than the sentence hands all of it to `super().__init__`: else its instances
    can't be unpickled, and a `multiprocessing.Pool` waits for ever for a worker that raised one."""


class UnknownGameError(BoardwalkError):
    """There is no game of that name."""


class UnknownBotError(BoardwalkError):
    """There is no bot of that name, or it does not play the game, or it can't be loaded."""


class GameError(BoardwalkError):
    """A game's declaration has a mistake, or its package can't be loaded."""


class SceneError(BoardwalkError):
    """A scene that can't be drawn."""


class OptionError(BoardwalkError):
    """An option is unknown or its value is not allowed. `option` names it."""

    def __init__(self, option: str, sentence: str) -> None:
        super().__init__(option, sentence)
        self.option, self.sentence = option, sentence

    def __str__(self) -> str:
        return self.sentence


class TextError(BoardwalkError):
    """A text can't be parsed. `line` and `column` count from 1.

    `source` is the file's name; parsers leave it empty and `from_file` fills it in. `more` are further mistakes of the
    text, if its parser looks for all of them (`boardwalk.contract.text.Mistakes`).
    """

    def __init__(self, line: int, column: int, what: str, source: str = "", more: tuple[TextError, ...] = ()) -> None:
        super().__init__(line, column, what, source, more)
        self.line, self.column, self.what, self.source, self.more = line, column, what, source, more

    def __str__(self) -> str:
        return f"{self.source or 'text'}:{self.line}:{self.column}: {self.what}"


@contextmanager
def from_file(source: str) -> Iterator[None]:
    """Set the source of a `TextError` raised in this block, if it has none."""
    try:
        yield
    except TextError as error:
        if error.source:
            raise
        more = tuple(TextError(one.line, one.column, one.what, source) for one in error.more)
        raise TextError(error.line, error.column, error.what, source, more) from None


class MoveError(BoardwalkError):
    """A move can't be parsed, is not legal now, or it is another seat's turn. Nothing was changed."""


class StepError(MoveError, IndexError):
    """A match has no step of that number."""


class RecordError(BoardwalkError):
    """A match record can't be played: for example, it is of another version of the rules, or has an illegal action. Or
    a match has a seed or names that no record can store."""
