"""The cache of compiled rules: a change in any module that a rule depends on takes effect, other changes recompile
nothing."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from boardwalk.contract import registry
from boardwalk.engine import sources

RULES = """
from __future__ import annotations
from boardwalk.engine.records import i16, record, u32
from boardwalk.engine.rules import rule
from outside import numbers
from outside.shared import STEP
from outside.steps import longer

@record
class State:
    rng: u32[2]
    place: i16["places"]

@rule
def apply(board, state, action):
    state.place[0] += longer(STEP) * numbers.FACTOR
"""
RUN = """
import numpy as np
from boardwalk.engine.rules import RuleModules, binding
from outside import rules, scene
state = rules.State.new(places=1)
apply = binding(RuleModules(rules), compiled=True)(rules.apply)
apply(np.zeros(1, state.array.dtype)[0], state.row, 0)
print(state.place[0], "compiled" if sum(apply.stats.cache_misses.values()) else "from the cache")
"""
FILES = {
    "__init__.py": "from outside import scene",
    "rules.py": RULES,
    "shared/__init__.py": "from outside.shared.inner import STEP",
    "shared/inner.py": "STEP = 2",
    "numbers.py": "FACTOR = 1",
    "steps.py": "from boardwalk.engine.rules import rule\n@rule\ndef longer(step):\n    return step + 1",
    "scene.py": "COLOUR = 'red'",
    "elsewhere.py": "STEP = 9",
}


class Outside:
    """A game package in another folder, run in a new process each time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "outside"
        path = os.pathsep.join([str(folder), *sys.path])
        self.environment = {**os.environ, "BOARDWALK_CACHE": str(folder / "cache"), "PYTHONPATH": path}
        for name, text in FILES.items():
            self.write(name, text)

    def write(self, name: str, text: str) -> None:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text + "\n")

    def run(self) -> str:
        command = [sys.executable, "-c", RUN]
        done = subprocess.run(command, env=self.environment, check=True, capture_output=True, text=True)
        return done.stdout.strip()


@pytest.fixture
def outside(tmp_path: Path) -> Outside:
    return Outside(tmp_path)


def test_a_change_in_anything_a_rule_reads_takes_effect(outside: Outside) -> None:
    assert outside.run() == "3 compiled"
    assert outside.run() == "3 from the cache"
    outside.write("shared/inner.py", "STEP = 4")
    assert outside.run() == "5 compiled"
    outside.write("numbers.py", "FACTOR = 3")
    assert outside.run() == "15 compiled"
    outside.write("steps.py", FILES["steps.py"].replace("+ 1", "+ 2"))
    assert outside.run() == "18 compiled"


def test_a_change_in_what_no_rule_reads_recompiles_nothing(outside: Outside) -> None:
    assert outside.run() == "3 compiled"
    outside.write("scene.py", "COLOUR = 'blue'")
    outside.write("elsewhere.py", "STEP = 10")
    outside.write("__init__.py", "from outside import scene\nTITLE = 'Outside'")
    assert outside.run() == "3 from the cache"


def test_modules_of_one_name_in_two_packages_are_told_apart(outside: Outside) -> None:
    steps = FILES["steps.py"].replace("+ 1", "+ SIZE") + "\nSIZE = "
    outside.write("steps.py", steps + "10")
    outside.write("far/__init__.py", "")
    outside.write("far/steps.py", steps + "100")
    rules = RULES.replace("import longer", "import longer\nfrom outside.far.steps import longer as further")
    outside.write("rules.py", rules.replace("longer(STEP)", "(longer(STEP) + further(STEP))"))
    assert outside.run() == "114 compiled"
    assert outside.run() == "114 from the cache"


def test_threads_may_read_sources_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """While one thread parsed and collected garbage, Python's `ast` failed with a SystemError in another one."""
    modules = sorted(sources.closure(*registry.game("fog_quoridor").rules.modules), key=lambda module: module.__name__)
    threshold = gc.get_threshold()
    failures: list[BaseException] = []

    def read() -> None:
        try:
            for module in modules:
                sources._imports.cache_clear()
                sources._imports(module)
        except SystemError as error:
            failures.append(error)

    def let_others_run(*_: object) -> None:
        time.sleep(0.0001)

    gc.callbacks.append(let_others_run)
    gc.set_threshold(50)
    try:
        threads = [threading.Thread(target=read) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        gc.set_threshold(*threshold)
        gc.callbacks.remove(let_others_run)
    assert not failures
