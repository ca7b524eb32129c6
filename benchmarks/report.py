"""Shared by the benchmark scripts: a description of the machine, Markdown tables, and writing to README.md.

A script's tables are between two markers, such as `<!-- cpu: begin -->` and `<!-- cpu: end -->`, and only that script
writes them: `write("cpu", text)`.
"""

from __future__ import annotations

import platform
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import metadata
from pathlib import Path

import boardwalk
from boardwalk.batch import cores

README = Path(__file__).with_name("README.md")


def machine(packages: Iterable[str] = ()) -> dict[str, str | int]:
    """The processor, the cores this process may use, the date, and the versions of the installed `packages`."""
    versions = {"boardwalk": boardwalk.__version__}
    for package in ("numba", "numpy", *packages):
        try:
            versions[package] = metadata.version(package)
        except metadata.PackageNotFoundError:
            continue
    return {
        "cpu": _cpu(),
        "cores": cores(),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "python": platform.python_version(),
        **versions,
    }


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()


def sentence(about: dict[str, str | int]) -> str:
    """The machine as a line of text, for the top of a table."""
    known = ("cpu", "cores", "date")
    rest = ", ".join(f"{name} {value}" for name, value in about.items() if name not in known)
    return f"{about['date']}, {about['cpu']}, {about['cores']} cores; {rest}."


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A Markdown table: the first column is aligned left, the others right."""
    body = [list(row) for row in rows]
    figures = [all(_is_figure(row[column]) for row in body) for column in range(len(head))]
    rule = ["---:" if figure else "---" for figure in figures]
    return "\n".join(f"| {' | '.join(row)} |" for row in [list(head), rule, *body]) + "\n"


def _is_figure(cell: str) -> bool:
    return cell in ("", "–") or cell[0].isdigit()


def figure(value: float | None) -> str:
    """A number with three significant digits and separators: `1,230,000`; a dash for None."""
    if value is None:
        return "–"
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.3g}"


def write(name: str, text: str, path: Path = README) -> None:
    """Replace the text between a script's markers."""
    begin, end = f"<!-- {name}: begin -->\n", f"<!-- {name}: end -->"
    whole = path.read_text(encoding="utf-8")
    before, found, rest = whole.partition(begin)
    _, also_found, after = rest.partition(end)
    if not found or not also_found:
        raise SystemExit(f"{path} has no place for {name}: it needs the lines {begin.strip()} and {end}")
    path.write_text(f"{before}{begin}\n{text.strip()}\n\n{end}{after}", encoding="utf-8")
