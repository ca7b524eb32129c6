"""Breakthrough, the game in one file, as if its package were installed."""

from __future__ import annotations

from pathlib import Path

FILE = Path(__file__).parents[2] / "examples/breakthrough/breakthrough.py"


def installed(site: Path) -> tuple[str, str]:
    """The folders that have to be on the path of modules: that of the game, and `site` with its entry point."""
    about = site / "boardwalk_breakthrough-0.1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: boardwalk-breakthrough\nVersion: 0.1.0\n")
    (about / "entry_points.txt").write_text("[boardwalk.games]\nbreakthrough = breakthrough\n")
    return str(FILE.parent), str(site)
