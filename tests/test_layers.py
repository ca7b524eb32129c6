"""Imports go one way: core imports no other part; games, match and batch import core; search imports core and match;
clients import those."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "boardwalk"
# What each part may import of the package, besides itself.
MAY_KNOW = {
    "core": set(),
    "games": {"core"},
    "match": {"core"},
    "batch": {"core"},
    "search": {"core", "match"},
    "advice": {"core", "match", "search"},
    "bots": {"core", "match", "search"},
    "learn": {"core", "match", "bots"},
    "adapters": {"core", "match", "batch", "bots", "draw", "__version__"},
    "draw": {"core", "match"},
    "testing": {"core", "match", "draw"},
    "files": {"core", "match"},
    "bench": {"core", "batch"},
    "prompt": {"advice", "core", "match", "bots", "draw", "files"},
    "server": {"advice", "core", "learn", "match", "search", "bots", "draw", "files", "__version__"},
    "web": set(),
    "__main__": {"cli"},
    "arena": {"core", "match", "bots", "draw"},
    "commands": {"advice", "arena", "core", "match", "bots", "search", "draw", "files", "prompt"},
    "cli": {"commands", "core", "match", "bots", "search", "draw", "files", "prompt", "bench", "server", "__version__"},
}


def imports(path: Path) -> set[str]:
    """The parts of the package that a module imports, at its top or inside functions."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "boardwalk":
            found |= {f"{node.module}.{name.name}" for name in node.names}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names if name.name.split(".")[0] == "boardwalk"}
    return {name.removeprefix("boardwalk.") for name in found}


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_go_one_way(path: Path) -> None:
    parts = path.relative_to(SOURCE).with_suffix("").parts
    if parts == ("__init__",):
        return
    allowed = MAY_KNOW[parts[0]] | {parts[0]}
    for name in imports(path):
        assert any(name == part or name.startswith(part + ".") for part in allowed), f"{path.name} imports {name}"
    if parts[0] == "games" and len(parts) > 2:
        for name in imports(path):
            if name.startswith("games."):
                assert name.startswith(f"games.{parts[1]}"), f"{parts[1]} knows another game: {name}"


def test_every_part_is_listed() -> None:
    here = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").exists()}
    assert here - {"__init__"} == set(MAY_KNOW)
