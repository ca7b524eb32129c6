"""Only entries get machine code; if Numba works otherwise than expected, everything is compiled in its own way."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest
import toy

from boardwalk.engine import pipelines
from boardwalk.engine.rules import Binding, RuleModules

Function = Callable[..., Any]
Pair = tuple[Function, Function]


def both(inner: Function) -> Pair:
    """A function compiled as an inner one, and an entry that calls it."""
    called = numba.njit(pipeline_class=pipelines.InnerPipeline)(inner)
    return called, numba.njit(pipeline_class=pipelines.EntryPipeline)(lambda value: called(value) * 2)


def has_machine_code(compiled: Any) -> bool:
    for found in compiled.overloads.values():
        names = found.fndesc.llvm_func_name, found.fndesc.llvm_cpython_wrapper_name
        if any(map(found.library.codegen._engine.is_symbol_defined, names)):
            return True
    return False


def test_this_version_of_numba_is_as_expected() -> None:
    assert pipelines._tried(), (
        f"Numba {numba.__version__} compiles inner functions otherwise than boardwalk.engine.pipelines expects. "
        "Everything still works, but is compiled in twice the time."
    )


def test_only_the_entry_gets_machine_code() -> None:
    inner, entry = both(lambda value: value + 1)
    assert entry(20) == 42
    assert has_machine_code(entry)
    assert not has_machine_code(inner)


def test_an_inner_function_can_be_an_entry_as_well() -> None:
    binding = Binding(RuleModules(toy), compiled=True)
    state = toy.State.new()
    board = np.zeros(1, toy.State.dtype())[0]
    toy.deal(None, state)
    binding(toy.apply)(board, state.row, 2)
    assert state.left == 7
    binding(toy.take)(state.row, 3)
    assert state.left == 4
    assert not has_machine_code(binding._called(toy.take))


def test_inner_functions_may_raise_exceptions() -> None:
    def odd(value: int) -> int:
        if value % 2:
            raise ValueError("odd", value)
        return value

    _, entry = both(odd)
    assert entry(4) == 8
    with pytest.raises(ValueError, match="'odd', 5"):
        entry(5)


FALLBACK = """
import numpy as np
from boardwalk.contract import registry
from boardwalk.engine import entry, pipelines

def gone(library):
    raise AttributeError("no such part")

pipelines.{part} = gone
table = registry.table("connect_four")
compiled, interpreted = table.deal(5), table.deal(5, table.interpreted)
assert compiled.state.to_bytes() == interpreted.state.to_bytes()
assert table.rules.legal(compiled) == table.interpreted.legal(interpreted)
print(pipelines.as_expected(), len(table.rules.bind(entry.call_legal).overloads))
"""


@pytest.mark.parametrize("part", ["InnerLibrary.finalize", "EntryLibrary.finalize", "_reached", "_nothing_to_call"])
def test_without_a_part_of_numba_everything_is_compiled_in_its_own_way(
    part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BOARDWALK_CACHE", str(tmp_path))
    command = [sys.executable, "-c", FALLBACK.format(part=part)]
    assert subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout.split() == ["False", "1"]
