"""Compiled rules that one process has stored are right in another."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random
from types import FunctionType
from typing import cast

import numba
import numpy as np
import pytest

import boardwalk
from boardwalk.contract import registry
from boardwalk.engine import cache, compiler

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
    before = {path: path.read_bytes() for path in files(tmp_path)}
    for number, (path, data) in enumerate(before.items()):
        path.write_bytes(data[: len(data) * (number % 3) // 3])
    assert deal(tmp_path, TABLE) == ""
    assert {path: len(path.read_bytes()) for path in files(tmp_path)} == {p: len(data) for p, data in before.items()}


def test_a_cache_without_space_costs_speed_and_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "compiled").touch()  # no folder can be made here, not even by root
    said = deal(tmp_path, TABLE)
    assert said.count("Compiled code can't be kept in") == 1
    assert len(said.splitlines()) == 1


def test_a_full_disk_costs_speed_and_one_sentence(tmp_path: Path) -> None:
    """No file may be larger than a block, so writing fails in the middle of it."""
    limited = f"import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)){PROGRAM}"
    environment = os.environ | {"BOARDWALK_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", limited, TABLE]
    said = subprocess.run(command, env=environment, check=True, stderr=subprocess.PIPE, text=True).stderr
    assert said.count("Compiled code can't be kept in") == len(said.splitlines()) == 1
    assert all(path.stat().st_size <= 4096 and path.suffix != ".part" for path in files(tmp_path))
    assert deal(tmp_path, TABLE) == ""


def test_processes_may_compile_the_same_at_once(tmp_path: Path) -> None:
    environment = os.environ | {"BOARDWALK_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", PROGRAM, TABLE]
    both = [subprocess.Popen(command, env=environment, stderr=subprocess.PIPE) for _ in range(2)]
    assert [process.communicate()[1] for process in both] == [b"", b""]
    assert [process.returncode for process in both] == [0, 0]
    whole(tmp_path)
    before = files(tmp_path)
    assert deal(tmp_path, TABLE) == ""
    assert files(tmp_path) == before


def test_an_interrupted_compilation_leaves_nothing_broken(tmp_path: Path) -> None:
    """Killed at some moment of the time that compiling takes. `KILLS=20` tries more of them."""
    environment = os.environ | {"BOARDWALK_CACHE": str(tmp_path / "timed")}
    command = [sys.executable, "-c", PROGRAM, TABLE]
    began = time.monotonic()
    subprocess.run(command, env=environment, check=True)
    takes, moments = time.monotonic() - began, Random(1)
    for number in range(int(os.environ.get("KILLS", "3"))):
        cache = tmp_path / str(number)
        with subprocess.Popen(command, env=environment | {"BOARDWALK_CACHE": str(cache)}) as process:
            with suppress(subprocess.TimeoutExpired):
                process.wait(moments.uniform(0, takes))
            process.kill()
        whole(cache)
        assert deal(cache, TABLE) == ""


def whole(cache_folder: Path) -> None:
    """Check that no file in the cache is broken."""
    assert all(cache.read(path) is not None for path in cache_folder.rglob("*.code"))


def test_every_combination_of_types_has_a_file_of_its_own(tmp_path: Path) -> None:
    """Two processes that save at once can't give each other's code a name."""
    first, second = (compiler.Files(cast(FunctionType, deal), tmp_path) for _ in range(2))
    first.save((("i8",), "cpu", "code"), "one")
    second.save((("i4",), "cpu", "code"), "two")
    assert first.load((("i4",), "cpu", "code")) == "two"
    assert second.load((("i8",), "cpu", "code")) == "one"
    assert second.load((("i8",), "another cpu", "code")) is None


def test_a_changed_byte_is_noticed(tmp_path: Path) -> None:
    cache.write(tmp_path / "code", bytes(1000))
    assert cache.read(tmp_path / "code") == bytes(1000)
    for place in (0, 15, 16, 500, 1015):
        data = bytearray((tmp_path / "code").read_bytes())
        data[place] ^= 4
        (tmp_path / "changed").write_bytes(data)
        assert cache.read(tmp_path / "changed") is None


ARGUMENTS = """
import sys
import boardwalk
from boardwalk.engine import entry
table = boardwalk.table("connect_four")
arguments = table.layout.board.argument, table.layout.state.argument
"""
SEEN = "print(table.rules.bind.is_cached(entry.call_deal, *arguments), 'numba' in sys.modules)"
LOADED = "print(table.rules.bind.load(entry.call_deal, *arguments))"
STATS = "stats = table.rules.bind(entry.call_deal).stats; print(len(stats.cache_hits), len(stats.cache_misses))"


def test_what_is_cached_is_known_without_the_compiler_and_loaded_without_compiling(tmp_path: Path) -> None:
    def said() -> list[str]:
        program = "\n".join((ARGUMENTS, SEEN, LOADED, STATS))
        environment = os.environ | {"BOARDWALK_CACHE": str(tmp_path)}
        command = [sys.executable, "-c", program]
        return subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout.split()

    assert said() == ["False", "False", "False", "0", "0"]
    deal(tmp_path, TABLE)
    assert said() == ["True", "False", "True", "1", "0"]


@pytest.mark.parametrize("name", registry.game_names())
def test_types_have_the_same_text_with_and_without_the_compiler(name: str) -> None:
    layout = registry.table(name).layout
    scratch = [layout.scratch.argument] if layout.scratch else []
    planes = np.zeros((2, 3, 4), np.uint8)
    arguments = [layout.board.argument, layout.state.argument, *scratch, planes, planes[::2], planes.T, 3]
    frozen = np.zeros(2)
    frozen.flags.writeable = False
    types = map(numba.typeof, [*arguments, frozen])
    assert cache.signature(*arguments, frozen) == ", ".join(map(compiler._type_text, types))


def test_an_array_and_a_field_of_a_record_are_different_types() -> None:
    """Inner functions take both, and code for one would read the other's header as its elements."""
    field = numba.types.NestedArray(numba.types.uint8, (3,))
    array = numba.types.Array(numba.types.uint8, 1, "C")
    assert compiler._type_text(field) != compiler._type_text(array)


def test_types_that_differ_have_different_texts_and_code_of_another_type_is_not_loaded(tmp_path: Path) -> None:
    aligned, unaligned = (numba.types.Array(numba.types.int16, 1, "C", aligned=aligned) for aligned in (True, False))
    assert compiler._type_text(aligned) != compiler._type_text(unaligned)
    files = compiler.Files(cast(FunctionType, deal), tmp_path)
    files.save(((aligned,), "cpu", "code"), "code")
    files._path(((aligned,), "cpu", "code")).rename(files._path(((unaligned,), "cpu", "code")))
    assert files.load(((unaligned,), "cpu", "code")) is None
