"""Writes the table of rules for "Write a game"."""

from __future__ import annotations

from inspect import getdoc
from pathlib import Path

from boardwalk.contract.rule_table import RULES


def table() -> str:
    """All rules as Markdown."""
    rows = []
    for name, rule in RULES.items():
        needed = rule.needed_by or "optional"
        default = f" Without it: {getdoc(rule.default)}" if rule.default else ""
        rows.append(f"| `{name}({', '.join(rule.names)})` | {needed} | {rule.doc}{default} |")
    return "\n".join(["| rule | needed by | what it does |", "|---|---|---|", *rows]) + "\n"


def write_pages(folder: Path) -> None:
    """Write the table for Sphinx."""
    folder.mkdir(parents=True, exist_ok=True)
    path, text = folder / "rules.md", table()
    if not path.exists() or path.read_text(encoding="utf-8") != text:  # so that Sphinx builds no more than it must
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(__file__).parent / "generated")
