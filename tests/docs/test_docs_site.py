"""The documentation builds without a warning and leaves out nothing that is public or can be set."""

from __future__ import annotations

import importlib
import json
import re
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from sphinx.util.inventory import InventoryFile

from boardwalk.contract.options import fields
from boardwalk.server.base.settings import Settings

DOCS = Path(__file__).parents[2] / "docs"
PUBLIC = [
    *("boardwalk", "boardwalk.arena", "boardwalk.batch", "boardwalk.bots", "boardwalk.draw", "boardwalk.testing"),
    *("boardwalk.learning.gymnasium", "boardwalk.learning.pettingzoo", "boardwalk.learning.openspiel"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The built pages."""
    folder = tmp_path_factory.mktemp("html")
    options = ["-b", "html", "-W", "--keep-going", "--quiet", "-d", folder / "doctrees"]
    built = subprocess.run(
        [sys.executable, "-m", "sphinx", *options, DOCS, folder], capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    return folder


@pytest.fixture(scope="module")
def described(site: Path) -> set[str]:
    """The names of all objects that the reference describes."""
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="").data
    return {name for kind, entries in inventory.items() if kind.startswith("py:") for name in entries}


@pytest.mark.parametrize("module", PUBLIC)
def test_the_reference_describes_everything_public(module: str, described: set[str]) -> None:
    assert module in described
    names: list[str] = importlib.import_module(module).__all__
    assert [name for name in names if not described & {f"{module}.{name}", f"boardwalk.{name}"}] == []


def test_every_setting_of_the_server_is_explained() -> None:
    page = (DOCS / "server.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| `(.*?)` \| (.*?) \| \w", page, re.MULTILINE)
    defaults = msgspec.json.decode(msgspec.json.encode(Settings()))
    assert {name: json.loads(default) for name, default, _ in rows} == defaults
    told = {name: allowed for name, _, allowed in rows if " to " in allowed}
    ranges = {name: (option.meta.ge, option.meta.le) for name, option in fields(Settings).items()}
    assert told == {name: f"{low} to {high}" for name, (low, high) in ranges.items() if high is not None}
