"""Solved positions on disk: found again by other processes, made anew where they are damaged or can't be written."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from test_position_table import SEARCH, analysed, duel, forced_win

from boardwalk import Budgets, Search, Solved
from boardwalk.contract.game import Position
from boardwalk.search.solved import files as solved_files
from boardwalk.search.solved import position_table
from boardwalk.search.solved.solved import SolvedPositions


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of tables, and a process that has none in memory."""
    monkeypatch.setattr(solved_files, "place", lambda table, name: tmp_path / "solved" / name)
    position_table._shelves.clear()
    return tmp_path / "solved"


def in_another_process(position: Position, monkeypatch: pytest.MonkeyPatch, *, solves: bool = False) -> Any:
    """An analysis by a process that has no tables in memory, and may solve none unless it `solves`."""
    position_table._shelves.clear()
    with monkeypatch.context() as patched:
        if not solves:
            patched.setattr(position_table, "solve", lambda *_: pytest.fail("solved although it was on disk"))
        return analysed(position)


def test_a_table_is_solved_once_for_all_processes(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    deal, won = duel(), forced_win()
    first = analysed(deal), analysed(won)
    assert len([*cache.iterdir()]) == 1
    assert (in_another_process(deal, monkeypatch), in_another_process(won, monkeypatch)) == first
    assert first[1].actions[0].value == 1.0


def test_the_random_numbers_of_a_position_that_was_set_up_do_not_matter(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    position = duel("2 3", "waits", "stand a")
    first = analysed(position)
    position.state.array["rng"] = 77
    assert in_another_process(position, monkeypatch).actions == first.actions


@pytest.mark.parametrize("damage", ["cut", "missing", "text"])
def test_a_damaged_table_is_made_anew(cache: Path, monkeypatch: pytest.MonkeyPatch, damage: str) -> None:
    first = analysed(duel())
    (where,) = cache.iterdir()
    file = where / "successors.npy"
    if damage == "missing":
        file.unlink()
    else:
        file.write_bytes(file.read_bytes()[:1000] if damage == "cut" else b"no array")
    assert in_another_process(duel(), monkeypatch, solves=True) == first
    assert in_another_process(duel(), monkeypatch) == first, "it is on disk again"


def test_without_a_place_to_write_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setattr(solved_files, "place", lambda table, name: tmp_path / "file" / "solved" / name)
    position_table._shelves.clear()
    assert analysed(duel()) == in_another_process(duel(), monkeypatch, solves=True)


def table_of(number: int) -> SolvedPositions:
    return SolvedPositions(*(np.full(3, number) for _ in SolvedPositions._fields))


def test_the_tables_used_last_are_kept(cache: Path) -> None:
    for number in range(solved_files.TABLES):
        solved_files.save(cache / str(number), table_of(number))
        os.utime(cache / str(number), (number, number))
    assert solved_files.load(cache / "0")
    solved_files.save(cache / "new", table_of(9))
    assert {one.name for one in cache.iterdir()} == {"0", "new", *map(str, range(2, solved_files.TABLES))}


def test_of_two_processes_that_solve_the_same_the_first_writes(cache: Path) -> None:
    solved_files.save(cache / "same", table_of(1))
    solved_files.save(cache / "same", table_of(2))
    kept = solved_files.load(cache / "same")
    assert kept and kept.results[0] == 1
    assert [one.name for one in cache.iterdir()] == ["same"]


def test_each_limit_of_positions_has_a_table_of_its_own(cache: Path) -> None:
    """So that a smaller limit than the number of positions is kept."""
    method = position_table.PositionTable(duel().table, SEARCH)
    other = position_table.PositionTable(duel().table, Search(Solved(positions=500), Budgets(hard=100)))
    root = duel().state.array
    assert method._name_of(root) != other._name_of(root)
