"""Writes what "How it is made" shows of the packages: a picture and tables, in the order of their imports.

The order is that of import-linter's contracts in `pyproject.toml` and, for the page, of Biome's in `biome.json`. What a
package is for is the first paragraph of its docstring."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "boardwalk"
INCLUDES = re.compile(r"src/boardwalk/web/(\w+)/\*\*")
WIDTH, ROW, GAP = 300, 30, 20  # pixels of the picture


class Package(NamedTuple):
    name: str
    purpose: str


class Group(NamedTuple):
    """Packages that import only those further up in the list."""

    title: str
    folder: str
    packages: tuple[Package, ...]


def groups() -> list[Group]:
    """All packages: the top level, the server's, and the folders of the page."""
    return [*_python_groups(), _page_group()]


def _python_groups() -> Iterator[Group]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for contract in project["tool"]["importlinter"]["contracts"]:
        if contract["type"] == "layers":
            (container,) = contract["containers"]
            folder = SOURCE.parent / container.replace(".", "/")
            names = [name for layer in reversed(contract["layers"]) for name in re.split(r"\s*[:|]\s*", layer)]
            packages = tuple(Package(name, purpose(folder, name)) for name in names)
            yield Group(container, folder.relative_to(ROOT).as_posix(), packages)


def purpose(folder: Path, name: str) -> str:
    """The first paragraph of a package's or a module's docstring."""
    package = folder / name / "__init__.py"
    source = package if package.exists() else folder / f"{name}.py"
    text = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    return " ".join(text.partition("\n\n")[0].split())


def _page_group() -> Group:
    """The folders of the page. They have no docstrings: a list in the one of `boardwalk.web` says what each is for."""
    overrides = json.loads((ROOT / "biome.json").read_text(encoding="utf-8"))["overrides"]
    restricted = [INCLUDES.fullmatch(pattern) for override in overrides for pattern in override["includes"]]
    names = [match[1] for match in restricted if match]
    text = ast.get_docstring(ast.parse((SOURCE / "web" / "__init__.py").read_text(encoding="utf-8"))) or ""
    purposes = dict(re.findall(r"^- (\w+): (.+)$", text, re.MULTILINE))
    names += [name for name in purposes if name not in names]  # nothing is forbidden to the last folder
    packages = tuple(Package(name, purposes[name]) for name in names)
    return Group("the page", (SOURCE / "web").relative_to(ROOT).as_posix(), packages)


def tables() -> str:
    """A table for each group, lowest package first."""
    parts = []
    for group in groups():
        rows = [f"| `{package.name}` | {package.purpose} |" for package in group.packages]
        parts.append("\n".join([f"| `{group.folder}` | what it is for |", "|---|---|", *rows]))
    return "\n\n".join(parts) + "\n"


def picture() -> str:
    """The groups beside each other as an SVG, lowest package at the bottom."""
    found = groups()
    rows = max(len(group.packages) for group in found)
    width, height = len(found) * (WIDTH + GAP) + GAP, (rows + 1) * ROW + 2 * GAP
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="system-ui, sans-serif">',
        "<title>The packages of Boardwalk; each imports only those below it</title>",
        f'<rect width="{width}" height="{height}" rx="14" fill="#fbf8f2"/>',
    ]
    for column, group in enumerate(found):
        x = GAP + column * (WIDTH + GAP)
        bottom = height - GAP
        for row, package in enumerate(group.packages, 1):
            parts += _box(x, bottom - row * ROW, package.name)
        top = bottom - len(group.packages) * ROW - 10
        title = escape(group.title)
        parts.append(f'<text x="{x}" y="{top}" font-size="14" font-weight="600" fill="#8a7a5c">{title}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def _box(x: int, y: int, name: str) -> list[str]:
    return [
        f'<rect x="{x}" y="{y}" width="{WIDTH}" height="{ROW - 4}" rx="6" fill="#ffffff" stroke="#c9bda6"/>',
        f'<text x="{x + 12}" y="{y + 18}" font-size="14" fill="#22303c">{escape(name)}</text>',
    ]


def write_pages(folder: Path) -> None:
    """Write the tables and the picture for Sphinx."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("packages.md", tables()), ("packages.svg", picture())):
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:  # so that Sphinx builds no more than it must
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_pages(Path(__file__).parent / "generated")
