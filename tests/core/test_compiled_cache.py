"""Compiled rules that one process has stored are right in another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SIZES = ("rowdy_racers", "rowdy_racers(rows=20,cols=30)")
PROGRAM = """
import sys
from boardwalk.core import registry

for name in sys.argv[1:]:
    table = registry.table(name)
    compiled, interpreted = table.deal(5), table.deal(5, table.interpreted)
    assert compiled.state.to_bytes() == interpreted.state.to_bytes(), name
"""


def deal(cache: Path, *tables: str) -> None:
    """Deal at these tables in a new process."""
    environment = os.environ | {"BOARDWALK_CACHE": str(cache)}
    subprocess.run([sys.executable, "-c", PROGRAM, *tables], env=environment, check=True)


def test_sizes_compiled_by_two_processes_work_in_a_third(tmp_path: Path) -> None:
    """Numba numbers record types anew in each process, so code for both sizes would have the same symbols."""
    for size in SIZES:
        deal(tmp_path, size)
    deal(tmp_path, *SIZES)
    deal(tmp_path, *reversed(SIZES))
