"""Compiled rules that one process has stored are right in another."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import boardwalk
from boardwalk.engine import cache

TABLE = "connect_four"  # what compiles fastest
SIZES = ("rowdy_racers", "rowdy_racers(rows=20,cols=30)")
PROGRAM = """
import sys
from boardwalk.contract import registry

for name in sys.argv[1:]:
    table = registry.table(name)
    compiled, interpreted = table.deal(5), table.deal(5, table.interpreted)
    assert compiled.state.to_bytes() == interpreted.state.to_bytes(), name
"""


def deal(cache: Path, *tables: str, sources: Path | None = None) -> str:
    """Deal at these tables in a new process, with the package in that folder; what it says on standard error."""
    environment = os.environ | {"BOARDWALK_CACHE": str(cache)}
    if sources:
        environment["PYTHONPATH"] = str(sources)
    program = [sys.executable, "-c", PROGRAM, *tables]
    return subprocess.run(program, env=environment, check=True, stderr=subprocess.PIPE, text=True).stderr


def files(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_sizes_compiled_by_two_processes_work_in_a_third(tmp_path: Path) -> None:
    """Numba numbers record types anew in each process, so code for both sizes would have the same symbols."""
    for size in SIZES:
        deal(tmp_path, size)
    deal(tmp_path, *SIZES)
    deal(tmp_path, *reversed(SIZES))


def test_another_checkout_uses_what_was_compiled(tmp_path: Path) -> None:
    package = Path(boardwalk.__file__).parent
    shutil.copytree(package, tmp_path / "copy" / "boardwalk", ignore=shutil.ignore_patterns("__pycache__", "web"))
    deal(tmp_path / "cache", TABLE)
    before = files(tmp_path / "cache")
    assert before
    deal(tmp_path / "cache", TABLE, sources=tmp_path / "copy")
    assert files(tmp_path / "cache") == before


def test_damaged_files_are_compiled_again(tmp_path: Path) -> None:
    deal(tmp_path, TABLE)
    whole = {path: path.read_bytes() for path in files(tmp_path)}
    for number, (path, data) in enumerate(whole.items()):
        path.write_bytes(data[: len(data) * (number % 3) // 3])
    assert deal(tmp_path, TABLE) == ""
    assert {path: len(path.read_bytes()) for path in files(tmp_path)} == {p: len(data) for p, data in whole.items()}


def test_a_cache_without_space_costs_speed_and_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "compiled").touch()  # no folder can be made here, not even by root
    said = deal(tmp_path, TABLE)
    assert said.count("Compiled code can't be kept in") == 1
    assert len(said.splitlines()) == 1


def test_every_combination_of_types_has_a_file_of_its_own(tmp_path: Path) -> None:
    """Two processes that save at once can't give each other's code a name."""
    first, second = (cache.Files(str(tmp_path), "apply-10.py311") for _ in range(2))
    first.save((("i8",), "cpu", "code"), "one")
    second.save((("i4",), "cpu", "code"), "two")
    assert first.load((("i4",), "cpu", "code")) == "two"
    assert second.load((("i8",), "cpu", "code")) == "one"
    assert second.load((("i8",), "another cpu", "code")) is None
