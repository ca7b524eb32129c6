"""Storage of best results: those with the smallest counts, compared in the order that the game gives.

They are stored in one JSON file in the user's data folder (or in `$BOARDWALK_DATA`), by game and by the result's key. A
file that can't be parsed is renamed, never overwritten.
"""

from __future__ import annotations

import logging
import tempfile
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from boardwalk.contract.parts import Result
from boardwalk.contract.text import explained
from boardwalk.engine.user_dirs import data_folder

FILE = "best.json"
Counts = dict[str, Annotated[int, Meta(ge=0)]]
Results = dict[str, dict[str, Counts]]  # by game and key

log = logging.getLogger("boardwalk")


def best(game: str, key: str) -> Counts | None:
    """The counts of the best stored result, if there is one."""
    return (_read() or {}).get(game, {}).get(key)


def note(game: str, result: Result) -> tuple[Counts | None, Counts]:
    """Store a result if it is the best so far. Returns the counts of the previous best, if any, and of the new best."""
    results, this = _read(), dict(result.counts)
    if results is None:
        return None, this
    old = results.get(game, {}).get(result.key)
    if old is not None and old.keys() >= this.keys() and [old[name] for name in this] <= [*this.values()]:
        return old, old
    results.setdefault(game, {})[result.key] = this
    _write(results)
    return old, this


def _read() -> Results | None:
    """All results by game and key, or None if there is a file that can't be read and must not be overwritten."""
    path = data_folder() / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Results)
    except FileNotFoundError:
        return {}
    except OSError as error:
        log.warning("best results can't be read from %s: %s", path, error.strerror)
        return None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        return {} if _set_aside(path, explained(error)) else None


def _set_aside(path: Path, why: str) -> bool:
    number = 1
    while (aside := path.with_name(f"{path.stem}.broken-{number}.json")).exists():
        number += 1
    try:
        path.replace(aside)
    except OSError as error:
        log.warning("%s holds no best results (%s) and can't be set aside: %s", path, why, error.strerror)
        return False
    log.warning("%s held no best results (%s); it is set aside as %s", path, why, aside.name)
    return True


def _write(results: Results) -> None:
    """Replace the file atomically, so that a reader never sees a part of it."""
    path = data_folder() / FILE
    text = msgspec.json.format(msgspec.json.encode(results, order="sorted"), indent=1) + b"\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=f"{path.stem}-", delete=False) as file:
            file.write(text)
        try:
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise
    except OSError as error:
        log.warning("best results can't be kept in %s: %s", path, error.strerror)
