"""The cache of compiled rules has a limit; what is in use stays."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from boardwalk.engine import cache_size

MEGABYTE = 1_000_000


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache of three megabytes, whose limit is two and a half."""
    monkeypatch.setattr(cache_size, "limit", lambda: 5 * MEGABYTE // 2)
    for hours, name in enumerate(("newest", "middle", "oldest"), start=2):
        folder(tmp_path, name, hours)
    return tmp_path


def folder(root: Path, name: str, hours: float) -> Path:
    """A folder with a megabyte, used some hours ago."""
    made = root / name
    made.mkdir()
    (made / "some.code").write_bytes(bytes(MEGABYTE))
    used = time.time() - hours * 3600
    os.utime(made, (used, used))
    return made


def left(root: Path) -> list[str]:
    cache_size.make_room.cache_clear()
    cache_size.make_room(root)
    return sorted(path.name for path in root.iterdir())


def test_least_recently_used_folders_go_first(root: Path) -> None:
    assert left(root) == ["middle", "newest"]
    assert left(root) == ["middle", "newest"]


def test_below_the_limit_only_what_is_old_goes(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache_size, "limit", lambda: 50 * MEGABYTE)
    folder(root, "unused", 24 * (cache_size.UNUSED_DAYS + 1))
    assert left(root) == ["middle", "newest", "oldest"]


USE = """
import sys
from pathlib import Path
from boardwalk.engine import cache_size
cache_size.use(Path(sys.argv[1]))
print("in use", flush=True)
input()
"""


def test_a_folder_in_use_stays(root: Path) -> None:
    """Another process has used the oldest folder for a long time, this one the next."""
    command = [sys.executable, "-c", USE, str(root / "oldest")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as other:
        assert other.stdout is not None and other.stdout.readline()
        cache_size.use(root / "middle")
        for number, name in enumerate(("oldest", "middle", "newest")):
            os.utime(root / name, (number, time.time() - 3600 * (9 - number)))
        assert left(root) == ["middle", "oldest"]
        other.communicate("\n")
    folder(root, "another", 1)
    assert left(root) == ["another", "middle"]


def test_what_interrupted_processes_have_left_is_removed(root: Path) -> None:
    folder(root, f"{cache_size.REMOVED}half", 0)
    old, new = (root / "newest" / f"{name}.code.1.1.part" for name in ("old", "new"))
    for path, hours in ((old, 2), (new, 0)):
        path.touch()
        os.utime(path, (0, time.time() - 3600 * hours))
    assert left(root) == ["middle", "newest"]
    assert not old.exists() and new.exists()


def test_a_limit_that_is_no_number_is_said_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cache_size.limit() == 500 * MEGABYTE
    monkeypatch.setenv(cache_size.VARIABLE, "20")
    assert cache_size.limit() == 20 * MEGABYTE
    monkeypatch.setenv(cache_size.VARIABLE, "much")
    assert cache_size.limit() == cache_size.limit() == 500 * MEGABYTE
    assert capsys.readouterr().err == "BOARDWALK_CACHE_MB must be a number of megabytes, not 'much'; 500 is used.\n"
