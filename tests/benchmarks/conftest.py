"""The scripts in `benchmarks`, which is no package, as modules."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parents[2] / "benchmarks"


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], ModuleType]:
    monkeypatch.syspath_prepend(FOLDER)
    return import_module


@pytest.fixture
def report(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("report")


@pytest.fixture
def cpu(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("cpu")


@pytest.fixture
def load(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("load")


@pytest.fixture
def clients(script: Callable[[str], ModuleType]) -> ModuleType:
    return script("load_clients")
