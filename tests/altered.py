"""Games with something changed, for tests of what is declared or played otherwise."""

from __future__ import annotations

from dataclasses import is_dataclass, replace
from types import ModuleType
from typing import Any

from boardwalk import Game


def changed(game: Game, **changes: Any) -> Game:
    """The game with other fields. A dictionary changes only these fields of a record, or functions of a module."""
    parts = {name: getattr(game, name) for name, value in changes.items() if isinstance(value, dict)}
    made = {name: _changed(part, changes[name]) for name, part in parts.items()}
    return replace(game, **changes | made)


def _changed(part: Any, values: dict[str, Any]) -> Any:
    if is_dataclass(part) and not isinstance(part, type):
        return replace(part, **values)
    copy = ModuleType(part.__name__)
    copy.__dict__.update({**vars(part), **values})
    return copy
