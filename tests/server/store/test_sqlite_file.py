"""An SQLite store belongs to one server at a time, and a copy without its log is recognised."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from test_store import touched_at

from boardwalk.server.store import Store, StoreError
from boardwalk.server.store.backup import back_up, restore
from boardwalk.server.store.engine import only_server

MISSING = r"what was stored last is missing: it was in the file \w+\.db-wal"


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Path]:
    """The file of a store with a room, which another process has open."""
    file = tmp_path / "rooms.db"
    program = (
        "import asyncio, sys; from boardwalk.server.store import *\n"
        "async def main():\n"
        "    store = await Store.open(sys.argv[1])\n"
        "    await store.create_room(RoomRow('abc', 0, b'{}', 1.0))\n"
        "    print('open', flush=True); sys.stdin.read()\n"
        "asyncio.run(main())"
    )
    command = [sys.executable, "-c", program, f"sqlite:///{file}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout and process.stdout.readline() == b"open\n"
        yield file
        process.kill()


def rooms_of(file: Path) -> int:
    async def count() -> int:
        store = await Store.open(f"sqlite:///{file}")
        try:
            return len(await touched_at(store))
        finally:
            await store.close()

    return asyncio.run(count())


def test_a_copy_without_its_log_is_refused(running: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    shutil.copy(running, copy)
    with pytest.raises(StoreError, match=MISSING):
        rooms_of(copy)
    with pytest.raises(StoreError, match=r"copy\.db is not whole: " + MISSING):
        restore(f"sqlite:///{tmp_path}/new.db", copy, force=False)
    assert not copy.with_name("copy.db-wal").exists(), "nothing was changed"
    shutil.copy(f"{running}-wal", f"{copy}-wal")
    assert rooms_of(copy) == 1
    assert rooms_of(copy) == 1, "after it was closed in order, one file is the whole store"
    assert not copy.with_name("copy.db-wal").exists()


def test_copies_that_sqlite_makes_are_whole(running: Path, tmp_path: Path) -> None:
    own, others = tmp_path / "own.db", tmp_path / "others.db"
    assert back_up(f"sqlite:///{running}", own) == 1
    with closing(sqlite3.connect(running)) as source, closing(sqlite3.connect(others)) as target:
        source.backup(target)
    assert rooms_of(own) == rooms_of(others) == 1


def test_a_store_of_a_process_that_was_killed_opens(running: Path, tmp_path: Path) -> None:
    moved = tmp_path / "moved"
    moved.mkdir()
    for suffix in ("", "-wal"):  # as a kill leaves them
        shutil.copy(f"{running}{suffix}", moved)
    assert rooms_of(moved / "rooms.db") == 1


def test_a_copy_of_a_store_of_earlier_versions_without_its_log_is_refused(tmp_path: Path) -> None:
    """They left nothing in the file itself until the log was long."""
    with closing(sqlite3.connect(tmp_path / "old.db")) as old:
        old.execute("PRAGMA journal_mode = WAL")
        old.execute("CREATE TABLE boardwalk_rooms (room)")
        shutil.copy(tmp_path / "old.db", tmp_path / "copy.db")
    with pytest.raises(StoreError, match=MISSING):
        rooms_of(tmp_path / "copy.db")


def test_one_server_has_a_store_at_a_time(tmp_path: Path) -> None:
    file, link = tmp_path / "rooms.db", tmp_path / "link.db"
    link.symlink_to(file)
    hold = (
        "import sys; from pathlib import Path; from boardwalk.server.store.engine import only_server\n"
        "with only_server(Path(sys.argv[1])):\n    print('held', flush=True); sys.stdin.read()"
    )
    with subprocess.Popen([sys.executable, "-c", hold, str(file)], stdin=-1, stdout=-1) as process:
        assert process.stdout and process.stdout.readline() == b"held\n"
        for path in (file, link):
            with pytest.raises(StoreError) as refused, only_server(path):
                pass
            assert str(refused.value) == (
                f"another server uses the store {path} (process {process.pid}); stop it, or choose another with --store"
            )
        assert rooms_of(file) == 0, "other programs may open it"
        process.kill()
        process.wait()
    for _ in range(2):
        with only_server(link):
            assert rooms_of(file) == 0


def test_a_place_that_can_not_be_written_is_named(tmp_path: Path) -> None:
    with (
        pytest.raises(StoreError, match=r"^the store .* can't be opened: rooms\.db\.lock: No such file"),
        only_server(tmp_path / "none" / "rooms.db"),
    ):
        pass
