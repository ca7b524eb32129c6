"""Helpers for parsing and writing text formats: lines, moves, and `name: value` fields above a grid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec

from boardwalk.contract.errors import MoveError, TextError
from boardwalk.engine.records import Record

SHOWN = 40  # characters of an invalid value that an error message repeats
MOST_DIGITS = 20  # of a whole number: as many as 64 bits need. Python refuses to convert thousands of digits

T = TypeVar("T")
QUOTED = re.compile("`([^`]*)`")
WORDS = {  # msgspec's names of types, in words
    "array": "a list",
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "an object",
    "str": "a text",
}
MISSING, UNKNOWN, CUT_OFF = (
    "Object missing required field ",
    "Object contains unknown field ",
    "Input data was truncated",
)


def shown(value: Any) -> str:
    """A value as error messages show it: as Python writes it, and shortened."""
    try:
        text = value[: SHOWN + 1] if isinstance(value, str) else repr(value)
    except ValueError:
        return "a huge number"  # of thousands of digits, which Python refuses to write
    if len(text) > SHOWN:
        text = text[:SHOWN] + "…"
    return repr(text) if isinstance(value, str) else text


def counted(number: int, noun: str) -> str:
    """A number of things in words: `1 seat`, `2 seats`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def unmarked(text: str) -> str:
    """A text without the byte-order mark that some editors write at its start; a `TextError` if it is not text, or
    UTF-8 can't encode it. All parsers of files and positions start with this."""
    if not isinstance(text, str):
        raise TextError(1, 1, f"expected a text, not {shown(text)}")
    at = lone_surrogate(text)
    if at is not None:
        raise TextError(*place_in(text, at), f"expected a character, not {text[at]!r}, half of a surrogate pair")
    return text.removeprefix("\ufeff")


def lone_surrogate(text: str) -> int | None:
    """The index of the first lone half of a surrogate pair: no file has one, but JSON can escape one."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        return error.start
    return None


def place_in(text: str, at: int) -> tuple[int, int]:
    """The line and column, from 1, of an index of a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


def whole_number(word: str) -> int | None:
    """The number that a word of digits stands for, perhaps after a minus; None if it is no such word."""
    digits = word.removeprefix("-")
    return int(word) if len(digits) <= MOST_DIGITS and digits.isdecimal() else None


def decode_json(data: bytes | str, type: type[T]) -> T:
    """Decode untrusted JSON. Any mistake in it is a `msgspec.DecodeError`."""
    try:
        return msgspec.json.decode(data, type=type)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None
    except UnicodeError:
        raise msgspec.DecodeError("JSON is not valid UTF-8") from None


def explained(error: Exception, where: str = "") -> str:
    """What msgspec says of data, in plain words: the place, if it names one, or else `where`, and what was expected
    there."""
    what, _, path = str(error).partition(" - at `$")
    what = QUOTED.sub(lambda found: " or ".join(WORDS.get(one, one) for one in found[1].split(" | ")), what)
    if what.startswith(MISSING):
        what = f"the field {what.removeprefix(MISSING)} is missing"
    elif what.startswith(UNKNOWN):
        what = f"there is no field {what.removeprefix(UNKNOWN)}"
    elif what == CUT_OFF:
        what = "it ends too early"
    elif not what.startswith("JSON"):
        what = f"{what[:1].lower()}{what[1:]}"
    place = path.strip(".`").replace("[...]", "") or where
    return f"{place}: {what}" if place else what


def lines_of(text: str) -> list[str]:
    """The lines of a text without byte-order mark and line ends (LF or CRLF); the last line need not have one."""
    lines = unmarked(text).replace("\r\n", "\n").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


class Mistakes:
    """Collects the mistakes of a text, so that a reader can report many of them and not only the first."""

    MOST = 100

    def __init__(self) -> None:
        self._found: list[TextError] = []

    def __len__(self) -> int:
        return len(self._found)

    def add(self, line: int, column: int, what: str) -> None:
        """Note a mistake; when there are `MOST`, raise them."""
        self._found.append(TextError(line, column, what))
        if len(self._found) == self.MOST:
            self.raise_any()

    def raise_any(self) -> None:
        """Raise the first mistake, with the others as its `more`; nothing if there is none."""
        if self._found:
            first, *others = self._found
            raise TextError(first.line, first.column, first.what, more=tuple(others))


def read_moves(text: str, words: Mapping[str, int], letters: Mapping[str, int], sentence: str) -> list[int]:
    """Parse moves typed as words or as runs of letters: `up up right`, `wwd`, `w w d`. `sentence` is the format of the
    error for an unknown `{letter}` in a `{word}`."""
    actions: list[int] = []
    for word in text.lower().replace(",", " ").split():
        if word in words:
            actions.append(words[word])
            continue
        for letter in word:
            if letter not in letters:
                raise MoveError(sentence.format(letter=repr(letter), word=shown(word)))
            actions.append(letters[letter])
    return actions


class Fields:
    """`name: value` lines, in order. `str()` writes them, each with a line end; `read_fields` reads them with their
    line numbers. `fields[name]` is a value as text."""

    def __init__(self, **values: Any) -> None:
        self.values = {name: str(value) for name, value in values.items()}
        self.line = dict.fromkeys(self.values, 0)

    def __str__(self) -> str:
        return "".join(f"{name}: {value}".rstrip() + "\n" for name, value in self.values.items())

    def __getitem__(self, name: str) -> str:
        return self.values[name]

    def error(self, name: str, expected: str) -> TextError:
        """The error for a field with an unexpected value."""
        return TextError(self.line[name], len(name) + 3, f"{name} must be {expected}, not {shown(self.values[name])}")

    def number(self, name: str, low: int, high: int) -> int:
        """Parse a whole number within this range."""
        return self.numbers(name, (low, high))[0]

    def numbers(self, name: str, *ranges: tuple[int, int]) -> list[int]:
        """Parse one whole number per range, separated by blanks, each within its range."""
        words = self.values[name].split()
        numbers = [number for number in map(whole_number, words) if number is not None]
        if len(words) == len(numbers) == len(ranges) and all(
            low <= number <= high for number, (low, high) in zip(numbers, ranges, strict=True)
        ):
            return numbers
        if len({*ranges}) == 1:
            what = "a whole number" if len(ranges) == 1 else f"{len(ranges)} whole numbers"
            raise self.error(name, f"{what} from {ranges[0][0]} to {ranges[0][1]}")
        raise self.error(name, f"{len(ranges)} whole numbers in " + ", ".join(f"{low}..{high}" for low, high in ranges))

    def add_stream(self, state: Record) -> None:
        """Add a state's random stream, which every full position includes."""
        self.values["rng"] = f"{state.rng[0]} {state.rng[1]}"

    def read_stream(self, state: Record) -> None:
        """Set a state's random stream from the text of `add_stream`."""
        state.rng[0], state.rng[1] = self.numbers("rng", (0, 2**32 - 1), (0, 2**32 - 1))


def read_fields(text: str, names: tuple[str, ...]) -> tuple[Fields, list[str], int]:
    """Parse the fields at the head of a text, which must be exactly these, in any order. Returns them, the rows that
    follow after a blank line, and the line number of the first of these rows."""
    fields = Fields()
    lines = lines_of(text)
    number = 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            break
        name, colon, value = line.partition(":")
        if not colon or name not in names:
            raise TextError(number, 1, f"expected one of the fields {', '.join(names)}, as in 'name: value'")
        if name in fields.values:
            raise TextError(number, 1, f"the field {name} is given twice")
        fields.values[name], fields.line[name] = value.strip(), number
    for name in names:
        if name not in fields.values:
            raise TextError(max(number, 1), 1, f"the field {name} is missing")
    rows = lines[number:]
    while rows and not rows[-1].strip():
        rows.pop()
    return fields, rows, number + 1
