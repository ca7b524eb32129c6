"""Solved positions on disk: solving takes seconds, and every later process maps the same files into memory at once.

A table is a folder with a file for each array, below the cache folder of the compiled code that solved it. So a change
to the rules or to the solver makes a new one.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import numpy as np

from boardwalk.contract.game import Table
from boardwalk.engine.cache import folder
from boardwalk.search.solved import kernels as position_table_kernels
from boardwalk.search.solved import solved
from boardwalk.search.solved.solved import SolvedPositions

TABLES = 6  # that are kept of a game; one of 765,000 positions takes 50 MB


def place(table: Table, name: str) -> Path:
    """The folder of a table. `name` identifies the position, the board and everything else that the result depends
    on."""
    return folder(*table.game.rules.modules, position_table_kernels, solved) / "solved" / name


def load(where: Path) -> SolvedPositions | None:
    """The table of a folder, or None if there is none. A damaged one is removed."""
    if not where.exists():
        return None
    try:
        # Copy on write, although nothing writes: compiled functions take read-only arrays for another type.
        arrays = (np.load(where / f"{name}.npy", mmap_mode="c") for name in SolvedPositions._fields)
        found = SolvedPositions(*map(np.asarray, arrays))
    except (OSError, ValueError):
        shutil.rmtree(where, ignore_errors=True)
        return None
    with suppress(OSError):  # the cache may belong to another user
        os.utime(where)
    return found


def save(where: Path, table: SolvedPositions) -> None:
    """Keep a table, and remove the ones that were not used for longest. Does nothing where no cache can be written."""
    try:
        where.parent.mkdir(parents=True, exist_ok=True)
        new = Path(tempfile.mkdtemp(prefix=".new-", dir=where.parent))
    except OSError:
        return
    try:
        for name, array in table._asdict().items():
            np.save(new / f"{name}.npy", array)
        new.rename(where)  # fails if another process was first
        for old in _by_use(where.parent)[TABLES:]:
            shutil.rmtree(old, ignore_errors=True)
    except OSError:
        shutil.rmtree(new, ignore_errors=True)


def _by_use(parent: Path) -> list[Path]:
    """The tables in a folder, the last used first."""
    return sorted((one for one in parent.iterdir() if one.name[0] != "."), key=_used, reverse=True)


def _used(where: Path) -> float:
    try:
        return where.stat().st_mtime
    except OSError:  # another process has removed it
        return 0.0
