"""How it is made" names every package and folder, with what it is for."""

from __future__ import annotations

from pathlib import Path

import package_pages
import pytest

import boardwalk

SOURCE = Path(boardwalk.__file__).parent
GROUPS = {group.folder: group for group in package_pages.groups()}
UNLISTED = {"__init__", "__main__", "__pycache__", "py.typed", "web"}  # the page is a group of its own


@pytest.mark.parametrize("folder", ["src/boardwalk", "src/boardwalk/server"])
def test_every_package_is_listed(folder: str) -> None:
    found = {path.stem for path in (package_pages.ROOT / folder).iterdir() if path.name not in UNLISTED} - UNLISTED
    assert {package.name for package in GROUPS[folder].packages} == found


def test_every_folder_of_the_page_with_modules_is_listed() -> None:
    found = {path.relative_to(SOURCE / "web").parts[0] for path in (SOURCE / "web").glob("*/*.js")}
    assert {package.name for package in GROUPS["src/boardwalk/web"].packages} == found


@pytest.mark.parametrize("group", GROUPS.values(), ids=GROUPS)
def test_every_package_says_what_it_is_for(group: package_pages.Group) -> None:
    assert [package.name for package in group.packages if not package.purpose.endswith(".")] == []


def test_a_package_without_a_docstring_is_found(tmp_path: Path) -> None:
    (tmp_path / "silent").mkdir()
    (tmp_path / "silent" / "__init__.py").write_text("", encoding="utf-8")
    assert package_pages.purpose(tmp_path, "silent") == ""
