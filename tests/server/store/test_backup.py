"""`boardwalk backup` and `boardwalk restore`: whole copies under load, and nothing is overwritten by accident."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from postgres import PATIENCE
from store_process import ROOMS, Processes
from test_store import opened, touched_at

from boardwalk.server.store import StoreError
from boardwalk.server.store.backup import back_up, restore


def address(file: Path) -> str:
    return f"sqlite:///{file}"


def fill(file: Path, rooms: int) -> None:
    async def run() -> None:
        async with opened(address(file), *ROOMS[:rooms]) as store:
            for number in range(100):
                assert await store.append(ROOMS[0], 1, number, [(0, number)])

    asyncio.run(run())


def logs(file: Path) -> dict[str, list[tuple[int, int]]]:
    async def run() -> dict[str, list[tuple[int, int]]]:
        async with opened(address(file)) as store:
            assert (await touched_at(store)).keys() == {*ROOMS}
            return {room: [(one.number, one.action) for one in await store.entries(room, 1)] for room in ROOMS}

    return asyncio.run(run())


def test_a_backup_under_load_has_all_that_was_acknowledged(tmp_path: Path) -> None:
    store, copy, restored = tmp_path / "games.db", tmp_path / "copy.db", tmp_path / "restored.db"

    async def prepare() -> None:
        async with opened(address(store), *ROOMS):
            pass

    asyncio.run(prepare())
    before: list[tuple[str, int, list[int]]] = []
    with Processes() as processes:
        processes.start("write", address(store), 1)
        assert processes.hear() == ["ready"]
        for count in (200, 400, 600):
            while len(before) < count:
                _, room, first, actions = processes.hear()
                before.append((room, first, actions))
            assert back_up(address(store), copy) == len(ROOMS)
            assert restore(address(restored), copy, force=True) == len(ROOMS)
            kept = logs(restored)
            for room, first, actions in before:
                assert kept[room][first : first + len(actions)] == list(enumerate(actions, first))
            for log in kept.values():
                assert [number for number, _ in log] == list(range(len(log)))
        assert len(processes.end("kill")) > 0, "nothing was written meanwhile"
    assert sorted(path.name for path in tmp_path.glob("copy*")) == ["copy.db"]


def test_a_store_with_rooms_is_overwritten_only_by_force(tmp_path: Path) -> None:
    store, copy = tmp_path / "games.db", tmp_path / "copy.db"
    fill(store, 3)
    assert back_up(address(store), copy) == 3
    fill(tmp_path / "other.db", 2)
    with pytest.raises(StoreError, match=r"^\S+other\.db has rooms \(2\); overwrite them with --force$"):
        restore(address(tmp_path / "other.db"), copy, force=False)
    assert restore(address(tmp_path / "other.db"), copy, force=True) == 3
    assert restore(address(tmp_path / "new.db"), copy, force=False) == 3
    for same in (back_up, lambda *arguments: restore(*arguments, force=True)):
        with pytest.raises(StoreError, match="is the store itself"):
            same(address(store), store)


def test_a_store_in_use_is_not_overwritten(tmp_path: Path) -> None:
    store, copy = tmp_path / "games.db", tmp_path / "copy.db"
    fill(store, 1)
    back_up(address(store), copy)

    async def run() -> None:
        async with opened(address(store)) as server:
            with pytest.raises(StoreError, match=r"games\.db is in use; stop the server first$"):
                await asyncio.to_thread(restore, address(store), copy, force=True)
            assert await server.append(ROOMS[0], 1, 100, [(0, 100)])

    asyncio.run(run())


def test_a_damaged_store_is_restored_by_force(tmp_path: Path) -> None:
    store, copy = tmp_path / "games.db", tmp_path / "copy.db"
    fill(store, 2)
    back_up(address(store), copy)
    store.write_text("Call me Ishmael. " * 1000)
    with pytest.raises(StoreError, match=r"can't be read \(file is not a database\); overwrite it with --force$"):
        restore(address(store), copy, force=False)
    assert restore(address(store), copy, force=True) == 2
    with closing(sqlite3.connect(store)) as connection:
        assert connection.execute("SELECT count(*) FROM boardwalk_log").fetchone() == (100,)


def test_a_damaged_backup_is_refused_and_the_store_is_as_it_was(tmp_path: Path) -> None:
    store, copy = tmp_path / "games.db", tmp_path / "copy.db"
    fill(store, 5)
    back_up(address(store), copy)
    whole, before = copy.read_bytes(), store.read_bytes()
    with closing(sqlite3.connect(copy)) as connection:
        (log_page,) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'boardwalk_log'").fetchone()
    log_at = 4096 * (log_page - 1)
    damaged = {
        "log overwritten": whole[:log_at] + os.urandom(4096) + whole[log_at + 4096 :],
        "cut off": whole[: len(whole) // 2],
        "overwritten": whole[:4096] + os.urandom(4096 * 3) + whole[4096 * 4 :],
        "text": b"Call me Ishmael. " * 1000,
        "empty": b"",
    }
    for data in damaged.values():
        copy.write_bytes(data)
        with pytest.raises(StoreError, match=r"^[^\n]*copy\.db[^\n]*$"):
            restore(address(store), copy, force=True)
    with pytest.raises(StoreError, match="there is no such file"):
        restore(address(store), tmp_path / "none.db", force=True)
    assert store.read_bytes() == before
    store.write_bytes(damaged["overwritten"])
    copy.write_bytes(whole)
    with pytest.raises(StoreError):
        back_up(address(store), copy)
    assert copy.read_bytes() == whole, "the earlier backup stays"


def test_the_commands(tmp_path: Path) -> None:
    def boardwalk(*words: str) -> tuple[int, str]:
        command = [sys.executable, "-c", "from boardwalk.cli.app import main; main()", *words]
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            cwd=tmp_path,
            env=os.environ | {"BOARDWALK_DATA": str(tmp_path)},
        )
        return done.returncode, done.stdout + done.stderr

    fill(tmp_path / "boardwalk.db", 4)
    assert boardwalk("backup", "copy.db") == (0, "copy.db: rooms backed up: 4\n")
    assert boardwalk("restore", "copy.db", "--store", "sqlite:///b.db") == (0, "copy.db: rooms restored: 4\n")
    status, said = boardwalk("restore", "copy.db")
    assert status == 2 and said.startswith("boardwalk: ") and "--force" in said
    assert boardwalk("restore", "copy.db", "--force") == (0, "copy.db: rooms restored: 4\n")
    for command, tool in (("backup", "pg_dump"), ("restore", "pg_restore")):
        status, said = boardwalk(command, "copy.db", "--store", "postgresql://a:secret@localhost/x")
        assert status == 2 and tool in said and "secret" not in said and said.count("\n") == 1
    assert boardwalk("backup", "x.db", "--store", "sqlite:///none.db") == (2, "boardwalk: none.db: there is no store\n")
