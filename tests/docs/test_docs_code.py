"""The code on every page runs.

The blocks of a page run in order, in one namespace and one folder. A ```python block is run as it stands; of a
```console block the lines that begin with `$ boardwalk` are run as commands, which must succeed. Blocks in any other
language are only for reading; ```py marks Python that needs a GPU. The README's code runs with
the wheel (`test_wheel.py`).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = sorted((ROOT / "docs").rglob("*.md"))
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
RUN = ("python", "console")


def blocks(page: Path) -> list[tuple[int, str, str]]:
    """The line, language and text of each block of a page that is run."""
    text = page.read_text(encoding="utf-8")
    return [
        (text.count("\n", 0, found.start(2)), found[1], found[2])
        for found in BLOCK.finditer(text)
        if found[1] in RUN and "_build" not in page.parts
    ]


CODE = {str(page.relative_to(ROOT)): found for page in PAGES if (found := blocks(page))}


@pytest.mark.parametrize("page", CODE)
def test_the_code_of_a_page_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BOARDWALK_DATA", str(tmp_path / "data"))
    names: dict[str, object] = {"__name__": "__main__"}
    for line, language, text in CODE[page]:
        if language == "python":
            exec(compile("\n" * line + text, page, "exec"), names)  # errors then name the page's own lines
        else:
            run_commands(text)


def run_commands(text: str) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    for command in re.findall(r"^\$ (boardwalk\b.*)$", text, re.MULTILINE):
        ran = subprocess.run(
            ["bash", "-c", command],
            env={**os.environ, "PATH": path},
            input="",
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{command}: {ran.stderr}"


def test_code_is_found() -> None:
    languages = {language for found in CODE.values() for _, language, _ in found}
    assert languages == set(RUN) and {"docs/index.md", "docs/learning.md"} <= set(CODE)
