"""The examples in docstrings do what they show."""

from __future__ import annotations

import doctest
from importlib import import_module
from pathlib import Path

import pytest

import boardwalk

ROOT = Path(boardwalk.__file__).parent
WITH_EXAMPLES = [
    path for path in sorted(ROOT.rglob("*.py")) if "    >>> " in (text := path.read_text()) or "\n>>> " in text
]


@pytest.mark.parametrize("path", WITH_EXAMPLES, ids=lambda path: str(path.relative_to(ROOT)))
def test_examples_do_what_they_show(path: Path) -> None:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    module = import_module(".".join(parts[:-1] if parts[-1] == "__init__" else parts))
    failed, tried = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert tried and not failed
