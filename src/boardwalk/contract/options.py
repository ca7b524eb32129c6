"""Game options as a validated, typed object, and as text: `rowdy_racers(rows=12,cols=15)`.

A game declares them as a frozen struct; the `Meta` of each field gives its constraints and its description:

    class Options(boardwalk.contract.options.Options, frozen=True, kw_only=True):
        rows: Annotated[int, Meta(ge=10, le=64, description="rows of the grid")] = 10

The value of a field with `extra_json_schema=FILE` is the name of a file that ships with the game (its `examples`), or a
whole file's text.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Literal, Self, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta

from boardwalk.contract.errors import OptionError
from boardwalk.contract.text import decode_json, shown

FILE = {"format": "boardwalk-file"}


class Options(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base class of every game's options."""

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> Self:
        """The options with these values, which may be text (`"12"`), and defaults for the rest; or an `OptionError`."""
        known = fields(cls)
        checked = {}
        for name, value in values.items():
            if name not in known:
                has = f"the options are {', '.join(known)}" if known else "this game has no options"
                raise OptionError(name, f"there is no option {shown(name)}; {has}")
            checked[name] = known[name].read(value)
        options = cls(**checked)
        options.check()
        return options

    def check(self) -> None:
        """Raise an `OptionError` if the values contradict each other. Games with such options override this."""

    def changed(self) -> dict[str, Any]:
        """The values that differ from the defaults, as JSON data."""
        default = msgspec.to_builtins(type(self)())
        return {name: value for name, value in msgspec.to_builtins(self).items() if value != default[name]}


KINDS = {int: "whole", float: "number", bool: "switch", str: "text"}
WORDS = {"whole": "a whole number", "number": "a number", "switch": "true or false", "text": "a text"}


class Option(msgspec.Struct, frozen=True):
    """One option, for forms, help and error messages: the only place that distinguishes option types."""

    name: str
    type: Any
    meta: Meta
    default: Any

    @property
    def takes_file(self) -> bool:
        return (self.meta.extra_json_schema or {}) == FILE

    @property
    def kind(self) -> str:
        """The kind of form field: "file", "choice", "whole" (number), "number", "switch", "text", or "data" (JSON)."""
        if self.takes_file:
            return "file"
        return "choice" if self.choices else KINDS.get(self.type, "data")

    @property
    def choices(self) -> list[Any]:
        """The values of an `Enum` or `Literal` option; empty for other types."""
        if isinstance(self.type, type) and issubclass(self.type, Enum):
            return [member.value for member in self.type]
        return list(get_args(self.type)) if get_origin(self.type) is Literal else []

    @property
    def expected(self) -> str:
        """The allowed values in words: `a whole number from 10 to 64`."""
        if self.choices:
            return "one of " + ", ".join(map(str, self.choices))
        if self.type == tuple[str, ...]:
            return "a list of texts"
        word = WORDS[KINDS.get(self.type, "text")] if self.type in KINDS else f"a value such as {self.write()}"
        low, high = self.meta.ge, self.meta.le
        if low is not None and high is not None:
            return f"{word} from {low} to {high}"
        if low is not None:
            return f"{word}, at least {low}"
        return f"{word}, at most {high}" if high is not None else word

    def read(self, value: Any) -> Any:
        """Convert a value, or its text, to the option's type; an `OptionError` if it is not allowed."""
        given = value
        if isinstance(value, str) and self.type is not str:
            value = self._parsed(value.strip())
        try:
            read = msgspec.convert(value, Annotated[self.type, self.meta], strict=not isinstance(value, str))
            msgspec.json.encode(read)  # a game string, a record and a room hold it as JSON
        except (msgspec.ValidationError, ValueError, OverflowError, RecursionError):
            raise self.error(given) from None
        return read

    def _parsed(self, text: str) -> Any:
        """Parse the text of an option; text that `msgspec.convert` parses itself is returned unchanged."""
        if self.choices:
            return next((choice for choice in self.choices if str(choice) == text), text)
        if self.type is int and not re.fullmatch(r"[+-]?[0-9]{1,18}", text):
            raise self.error(text)
        if self.type in KINDS:
            return text
        try:
            return decode_json(text, Any)
        except msgspec.DecodeError:
            return text

    def write(self, value: Any = msgspec.UNSET) -> str:
        """A value, or the default, as text that `read` takes."""
        return write_value(msgspec.to_builtins(self.default if value is msgspec.UNSET else value))

    def error(self, value: Any) -> OptionError:
        given = value if isinstance(value, str) else shown(value)
        return OptionError(self.name, f"{self.name} must be {self.expected}, not {shown(given)}")


def write_value(value: Any) -> str:
    """A JSON value as text: a string as it is, anything else as JSON."""
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def fields(options: type[msgspec.Struct]) -> dict[str, Option]:
    """The options that a struct declares, by name, in order of declaration."""
    hints = get_type_hints(options, include_extras=True)
    result = {}
    for field in msgspec.structs.fields(options):
        hint = hints[field.name]
        kind, *metas = get_args(hint) if get_origin(hint) is Annotated else (hint,)
        meta = next((m for m in metas if isinstance(m, Meta)), Meta())
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        result[field.name] = Option(field.name, kind, meta, default)
    return result


def write_game_string(name: str, options: Options) -> str:
    """`name(option=value,…)` with the options that differ from the defaults; text is JSON-quoted if necessary."""
    changed = options.changed()
    if not changed:
        return name
    return f"{name}({','.join(f'{key}={_quoted(value)}' for key, value in changed.items())})"


def _quoted(value: Any) -> str:
    text = write_value(value)
    return text if re.fullmatch(r"[A-Za-z0-9_.+-]+", text) else msgspec.json.encode(text).decode()


def read_game_string(text: str) -> tuple[str, dict[str, str]]:
    """Parse a game string into the name and the options' texts; an `OptionError` says where it is not valid."""
    return _GameString(text).read()


class _GameString:
    """A scanner of game strings. Each of its patterns takes characters of one kind and never backtracks, so the time is
    linear in the length of any text."""

    BLANKS = re.compile(r"\s*")
    NAME = re.compile(r"[a-z][a-z0-9_]*")
    BARE = re.compile(r'[^,"()]*')
    QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def read(self) -> tuple[str, dict[str, str]]:
        self._take(self.BLANKS)
        name = self._take(self.NAME)
        self._take(self.BLANKS)
        values: dict[str, str] = {}
        if name and self._takes("("):
            values = self._options()
        if not name or self._at < len(self._text):
            raise OptionError("", f"{shown(self._text)} is not a game string such as rowdy_racers(rows=12,cols=15)")
        return name, values

    def _options(self) -> dict[str, str]:
        """The options up to the closing parenthesis, and the blanks after it."""
        values: dict[str, str] = {}
        self._take(self.BLANKS)
        while not self._takes(")"):
            start = self._at
            option = self._take(self.NAME)
            self._take(self.BLANKS)
            if not option or not self._takes("="):
                raise OptionError("", f"expected option=value at {shown(self._text[start:])} in the game string")
            self._take(self.BLANKS)
            values[option] = self._value(option)
            self._take(self.BLANKS)
            if self._takes(","):
                self._take(self.BLANKS)
            elif not self._text.startswith(")", self._at):
                found = shown(self._text[self._at :]) if self._at < len(self._text) else "the end"
                raise OptionError(option, f"expected a comma or ) after the value of {option}, not {found}")
        self._take(self.BLANKS)
        return values

    def _value(self, option: str) -> str:
        """A value as it stands, or a text in quotes as JSON writes it."""
        if not self._text.startswith('"', self._at):
            return self._take(self.BARE).rstrip()
        raw = self._take(self.QUOTED)
        if not raw:
            raise OptionError(option, f"the value of {option} has no closing quote")
        try:
            return decode_json(raw, str)
        except msgspec.DecodeError:
            raise OptionError(option, f"the value of {option} is not a text in JSON: {shown(raw)}") from None

    def _take(self, pattern: re.Pattern[str]) -> str:
        """Take what the pattern matches here, possibly nothing."""
        found = pattern.match(self._text, self._at)
        taken = found[0] if found else ""
        self._at += len(taken)
        return taken

    def _takes(self, char: str) -> bool:
        """Take this character, if it is the next one."""
        found = self._text.startswith(char, self._at)
        self._at += found
        return found
