"""Match records: a match as a file of its game, version, options, seed and actions, enough to replay it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from boardwalk.contract.errors import RecordError, TextError
from boardwalk.contract.text import decode_json, explained, place_in, shown, unmarked

SUFFIX = ".match"


class MatchRecord(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The complete history of a match. The board's own steps follow from the seed and are not listed. `position` is the
    text of the position it started from, if that was not the deal of the seed. `seats` is empty if the actions are in
    the order in which they were applied; otherwise it gives the seat of each action, in the order in which seats chose
    (some may have chosen before their turn)."""

    game: str
    version: int
    options: dict[str, Any] = {}
    seed: int
    actions: list[int] = []
    names: list[str] = []
    position: str = ""
    seats: list[int] = []


def checked_names(names: Any, seats: int) -> tuple[str, ...]:
    """The players' names (or none) as a record stores them; a `RecordError` for names that no record can store. The
    names of all matches are checked here."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise RecordError(f"names are a list of texts, not {shown(names)}")
    if len(names) not in (0, seats):
        raise RecordError(f"expected as many names as seats, which is {seats}, not {len(names)}")
    for name in names:
        if not isinstance(name, str) or not name.isprintable():
            raise RecordError(f"a player's name is printable text, not {shown(name)}")
    return tuple(names)


def write_record(record: MatchRecord) -> str:
    """The record as text: JSON, one field per line."""
    fields = msgspec.to_builtins(record)
    for name in ("position", "seats"):
        if not fields[name]:
            del fields[name]  # most records need neither
    lines = [f'  "{key}": {msgspec.json.encode(value).decode()}' for key, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def read_record(text: str) -> MatchRecord:
    """Parse a record, or raise a `TextError`. Whether it can be played is checked by `Match.from_record`."""
    text = unmarked(text)
    try:
        return decode_json(text, MatchRecord)
    except msgspec.ValidationError as error:
        raise TextError(*_place_of(text, str(error)), f"not a match record: {explained(error)}") from None
    except msgspec.DecodeError as error:
        byte = re.search(r"byte (\d+)", str(error))
        at = len(text.encode()[: int(byte[1])].decode(errors="ignore")) if byte else len(text)
        what = re.sub(r" \(byte \d+\)", "", explained(error))
        raise TextError(*place_in(text, at), f"not a match record: {what}") from None


def _place_of(text: str, message: str) -> tuple[int, int]:
    """The line and column of the field that a validation message names; a guess if it occurs more than once."""
    named = re.search(r"\$\.(\w+)", message) or re.search(r"unknown field `(\w+)`", message)
    at = text.find(f'"{named[1]}"') if named else 0
    return place_in(text, max(at, 0))
