"""Says what keeps a version from being published: `python tools/release.py v1.2.3`."""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def obstacles(tag: str, root: Path = ROOT) -> list[str]:
    """A sentence for each thing that is to be done before this tag may be published."""
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = project["version"]
    found = []
    if tag != f"v{version}":
        found.append(f"The tag is {tag}, but pyproject.toml says version {version}.")
    changes = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    if not re.search(rf"^## {re.escape(version)} \(\d{{4}}-\d\d-\d\d\)$", changes, re.MULTILINE):
        found.append(f"CHANGELOG.md has no section '## {version} (YEAR-MONTH-DAY)'.")
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    if f"\nversion: {version}\n" not in citation:
        found.append(f"CITATION.cff does not name version {version}.")
    held = [name for name, address in project["urls"].items() if address.split("/")[2].endswith(".example")]
    if held:
        found.append(f"pyproject.toml has no real address for: {', '.join(held)}.")
    return found


if __name__ == "__main__":
    sys.exit("\n".join(obstacles(sys.argv[1])) or 0)
