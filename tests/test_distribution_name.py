"""Whoever follows our words installs `boardwalk-games`: `boardwalk` on the package index is another project."""

from __future__ import annotations

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
FOLDERS = (".ci", "benchmarks", "docs", "examples", "src", "tests")
TEXT = {"", ".css", ".html", ".js", ".md", ".py", ".toml", ".txt"}
# The other project's name with extras, asked of the installed packages, or behind `pip install`.
OTHER = re.compile(
    r"""\bboardwalk \\?\[
    | \b(?:version|metadata|requires|distribution)\(["']boardwalk["']
    | \bpip\ install\b [^\n`]*? (?<![\w./-]) boardwalk (?![\w./-])""",
    re.VERBOSE,
)


def other_names(text: str) -> list[str]:
    return [found[0] for found in OTHER.finditer(text)]


def test_no_file_names_the_other_project() -> None:
    files = [path for path in ROOT.iterdir() if path.is_file()]
    files += [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()]
    texts = [path for path in files if path.suffix in TEXT and "_build" not in path.parts and path != Path(__file__)]
    assert {"pyproject.toml", "README.md", "extras.py", "server.md"} <= {path.name for path in texts}
    assert {str(path): names for path in texts if (names := other_names(path.read_text(encoding="utf-8")))} == {}


@pytest.mark.parametrize("path", [".", "examples/connect_four"])
def test_no_package_requires_the_other_project(path: str) -> None:
    project = tomllib.loads((ROOT / path / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    required = chain(project["dependencies"], *project.get("optional-dependencies", {}).values())
    own = {name for line in required if (name := re.match(r"[\w.-]+", line)[0]).startswith("boardwalk")}  # type: ignore[index]
    assert own == {"boardwalk-games"} and project["name"] != "boardwalk"


def test_the_other_name_is_found_however_it_is_written() -> None:
    for wrong in (
        "pip install boardwalk",
        "`pip install -q boardwalk`",
        "pip install 'boardwalk[gpu]'",
        "and boardwalk[gpu] for a GPU",
        "metadata.version('boardwalk')",
    ):
        assert other_names(wrong), wrong
    for right in (
        "pip install 'boardwalk-games[gpu]'",
        "pip install -e /opt/boardwalk",
        "/opt/boardwalk/bin/pip install 'boardwalk-games[server]'",
        "$(RUN) pip install -e '.[$*]'",
    ):
        assert not other_names(right), right
