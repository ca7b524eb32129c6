"""The store when things break: processes are killed, databases go away, lines are cut in the middle of a commit."""

from __future__ import annotations

import asyncio
import random
import signal
import sqlite3
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import psycopg
import pytest
from postgres import PATIENCE, Postgres
from store_process import ROOMS, Processes
from test_store import opened, together, touched_at, url
from wire import COMMIT, Wire

from boardwalk.server.store import Entry, RoomRow, Store, StoreError

__all__ = ["url"]

shareable = pytest.mark.parametrize("url", ["sqlite", "postgresql"], indirect=True)
CANT_SAVE = r"^the game can't be saved right now; try again in a moment$"
NOT_WRITABLE = r"^the store does not accept writes; the server's log says why$"
APPEND = b'[["a",1,0,'  # in the one statement, a transaction of its own, that stores a batch of appends alone
CANT_LOAD = r"^the game can't be loaded right now; try again in a moment$"


async def until(what: Callable[[], Awaitable[bool]] | Callable[[], bool]) -> None:
    """Wait for something to become true: a failure if it never does."""
    deadline = time.monotonic() + PATIENCE
    while True:
        now = what()
        if now if isinstance(now, bool) else await now:
            return
        assert time.monotonic() < deadline, "it has not come about"
        await asyncio.sleep(0.02)


async def works(what: Callable[[], Awaitable[object]]) -> bool:
    """Whether the store can do this now."""
    try:
        await what()
    except StoreError:
        return False
    return True


# Processes


@shareable
def test_what_was_acknowledged_survives_sigkill(url: str) -> None:
    """Many times over a process that writes to many rooms at once is killed at a random moment."""
    chance = random.Random(20)
    stored: dict[tuple[str, int], int] = {}

    async def prepare() -> None:
        async with opened(url, *ROOMS):
            pass

    async def check() -> None:
        async with opened(url) as store:
            for room in ROOMS:
                log = await store.entries(room, 1)
                assert [entry.number for entry in log] == list(range(len(log)))
                kept = {(room, entry.number): entry.action for entry in log}
                assert {place: action for place, action in stored.items() if place[0] == room}.items() <= kept.items()

    asyncio.run(prepare())
    with Processes() as processes:
        for seed in range(10):
            processes.start("write", url, seed)
            assert processes.hear() == ["ready"]
            time.sleep(chance.uniform(0.02, 0.4))
            for _, room, first, actions in processes.end("kill"):
                for number, action in enumerate(actions, first):
                    assert (room, number) not in stored, "one that was acknowledged has been lost and done over"
                    stored[room, number] = action
    asyncio.run(check())
    assert len(stored) > 200


@shareable
def test_two_processes_never_fork_a_match(url: str) -> None:
    async def prepare() -> None:
        async with opened(url, "a"):
            pass

    async def log() -> list[Entry]:
        async with opened(url) as store:
            return await store.entries("a", 1)

    asyncio.run(prepare())
    with Processes() as processes:
        for _ in range(3):
            processes.start("race", url, "a", 150)
        said = processes.end("wait")
    won = {number: process for _, process, numbers in said for number in numbers}
    assert sum(len(numbers) for _, _, numbers in said) == len(won)
    assert [(entry.number, entry.action) for entry in asyncio.run(log())] == sorted(won.items())
    assert len(won) >= 150


# The database


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGQUIT])
def test_a_database_that_goes_away_and_comes_back(postgres: Postgres, how: signal.Signals) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with opened(url, "a") as store:
            assert await store.append("a", 1, 0, [(0, 1)])
            # every reader has a connection that will break
            await asyncio.gather(*(touched_at(store) for _ in range(8)))
            await asyncio.to_thread(postgres.stop, how)
            try:
                with pytest.raises(StoreError, match=CANT_SAVE):
                    await store.append("a", 1, 1, [(0, 2)])
                with pytest.raises(StoreError, match=NOT_WRITABLE):
                    await store.check_writable()
                for refused in (store.load_room("a"), store.entries("a", 1)):
                    with pytest.raises(StoreError, match=CANT_LOAD):
                        await refused
            finally:
                await asyncio.to_thread(postgres.start)
            assert await store.entries("a", 1) == [Entry(0, 0, 1)]
            assert await store.append("a", 1, 1, [(0, 3)])

    asyncio.run(run())


def test_a_restart_between_two_actions_is_not_noticed(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def run() -> None:
        async with opened(url, "a") as store:
            assert await store.append("a", 1, 0, [(0, 1)])
            assert len(await store.entries("a", 1)) == 1
            await asyncio.to_thread(postgres.stop)
            await asyncio.to_thread(postgres.start)
            assert await store.append("a", 1, 1, [(0, 2)])
            await asyncio.to_thread(postgres.stop)
            await asyncio.to_thread(postgres.start)
            assert len(await store.entries("a", 1)) == 2

    asyncio.run(run())


def test_a_locked_sqlite_refuses_and_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rooms.db"
    monkeypatch.setattr("boardwalk.server.store.engine.SQLITE_SETUP", ("PRAGMA busy_timeout = 100",))

    async def run() -> None:
        async with opened(f"sqlite:///{path}", "a") as store:
            somebody = sqlite3.connect(path, isolation_level=None)
            somebody.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match=CANT_SAVE):
                await store.append("a", 1, 0, [(0, 1)])
            somebody.execute("ROLLBACK")
            somebody.close()
            assert await store.append("a", 1, 0, [(0, 2)])
            assert await store.entries("a", 1) == [Entry(0, 0, 2)]

    asyncio.run(run())


def test_each_caller_waits_only_so_long(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also the second, which came later; and what it was told is not stored is not stored later."""
    monkeypatch.setattr("boardwalk.server.store.store.TIMEOUT_S", 0.4)
    url = f"sqlite:///{tmp_path}/rooms.db"

    async def run() -> None:
        async with opened(url, "a") as store:
            with locked(url):
                first = asyncio.create_task(store.append("a", 1, 0, [(0, 1)]))
                await asyncio.sleep(0.2)
                monkeypatch.setattr("boardwalk.server.store.store.TIMEOUT_S", 2.0)
                second = asyncio.create_task(store.append("a", 2, 0, [(0, 1)]))
                cancelled = asyncio.create_task(store.append("a", 3, 0, [(0, 1)]))
                with pytest.raises(StoreError, match=CANT_SAVE):
                    await first
                assert not second.done()
                cancelled.cancel()
                with pytest.raises(StoreError, match=CANT_SAVE):
                    await asyncio.wait_for(second, PATIENCE)
            monkeypatch.setattr("boardwalk.server.store.store.TIMEOUT_S", PATIENCE)
            await store.append("a", 4, 0, [(0, 1)])
            assert [len(await store.entries("a", match)) for match in (2, 3, 4)] == [0, 0, 1]

    asyncio.run(run())


def test_a_health_check_writes_but_not_with_every_poll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "rooms.db"
    monkeypatch.setattr("boardwalk.server.store.store.CHECK_TIMEOUT_S", 0.3)

    def checked() -> float:
        with closing(sqlite3.connect(path)) as reader:
            rows = reader.execute("SELECT checked FROM boardwalk_health").fetchall()
        assert len(rows) == 1
        return float(rows[0][0])

    async def run() -> None:
        async with opened(f"sqlite:///{path}") as store:
            with locked(f"sqlite:///{path}"):
                refused = await asyncio.gather(*(store.check_writable() for _ in range(20)), return_exceptions=True)
                assert all(isinstance(one, StoreError) for one in refused)
                assert str(refused[0]) == "the store does not accept writes; the server's log says why"
            await until(lambda: works(store.check_writable))
            first = checked()
            for _ in range(100):
                await store.check_writable()
            assert checked() == first
            monkeypatch.setattr("boardwalk.server.store.store.CHECK_EVERY_S", 0.0)
            await store.check_writable()
            assert checked() > first

    asyncio.run(run())


# The line


def through(postgres: Postgres, test: Callable[[Wire, Store, str], Awaitable[None]]) -> None:
    """Run a test with a store that reaches its database through a wire; the database's own address is given too."""

    async def run() -> None:
        direct = postgres.new_database()
        async with (
            Wire(postgres.port) as wire,
            opened(direct.replace(str(postgres.port), str(wire.port)), "a") as store,
        ):
            await test(wire, store, direct)

    asyncio.run(run())


@pytest.mark.parametrize("arrives", [True, False], ids=["answer lost", "commit lost"])
def test_a_line_cut_in_mid_commit_is_found_out_about(postgres: Postgres, arrives: bool) -> None:
    async def test(wire: Wire, store: Store, _: str) -> None:
        async def cut() -> bool:
            return arrives

        wire.at_commit, wire.spared = cut, 1  # `together` has one commit of its own
        answers = await together(
            store,
            store.append("a", 1, 0, [(0, 1), (0, 2)]),
            store.append("a", 1, 1, [(0, 9)]),
            store.save_room("a", b"mine", 0),
            store.save_room("a", b"late", 0),
            store.create_room(RoomRow("b", 0, b"", 0.0)),
            store.create_room(RoomRow("b", 0, b"", 0.0)),
        )
        assert wire.at_commit is None
        assert answers == [True, False, True, False, True, False]
        assert await store.entries("a", 1) == [Entry(0, 0, 1), Entry(1, 0, 2)]
        row = await store.load_room("a")
        assert row is not None and (row.version, row.data) == (1, b"mine")

    through(postgres, test)


@pytest.mark.parametrize("arrives", [True, False], ids=["answer lost", "statement lost"])
def test_a_line_cut_while_appends_are_stored_is_found_out_about(postgres: Postgres, arrives: bool) -> None:
    async def test(wire: Wire, store: Store, _: str) -> None:
        async def cut() -> bool:
            return arrives

        assert await store.create_room(RoomRow("b", 0, b"", 0.0))
        wire.at_commit, wire.commit = cut, APPEND
        answers = await together(
            store,
            store.append("a", 1, 0, [(0, 1), (0, 2)]),
            store.append("b", 1, 0, [(0, 3)], touch=True),
        )
        assert wire.at_commit is None
        assert answers == [True, True]
        assert await store.entries("a", 1) == [Entry(0, 0, 1), Entry(1, 0, 2)]
        assert await store.entries("b", 1) == [Entry(0, 0, 3)]

    through(postgres, test)


def test_who_was_second_while_the_line_was_cut_is_told_so(postgres: Postgres) -> None:
    async def test(wire: Wire, store: Store, direct: str) -> None:
        async with opened(direct) as other:

            async def overtake() -> bool:
                backends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE state = 'idle in transaction'"
                async with await psycopg.AsyncConnection.connect(direct, autocommit=True) as connection:
                    await connection.execute(backends)
                assert await other.append("a", 1, 0, [(1, 5)])
                assert await other.save_room("a", b"theirs", 0)
                return False

            wire.at_commit, wire.spared = overtake, 1
            mine = await together(store, store.append("a", 1, 0, [(0, 5)]), store.save_room("a", b"mine", 0))
            assert mine == [False, False]
            assert await store.entries("a", 1) == [Entry(0, 1, 5)]

    through(postgres, test)


def test_what_can_not_be_found_out_is_neither_yes_nor_no(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwalk.server.store.writer.WAIT_S", 0.5)

    async def test(wire: Wire, store: Store, direct: str) -> None:
        async def vanish() -> bool:
            wire.refuses = True
            return True

        wire.at_commit, wire.commit = vanish, APPEND
        with pytest.raises(StoreError, match=CANT_SAVE):
            await store.append("a", 1, 0, [(0, 1)])
        wire.refuses = False
        assert await store.entries("a", 1) == [Entry(0, 0, 1)]
        assert not await store.append("a", 1, 0, [(0, 1)])

        # A save of ours that somebody else's followed: the row no longer tells whether ours was there.
        async with opened(direct) as other:

            async def mine_is_there() -> bool:
                row = await other.load_room("a")
                return row is not None and row.version == 1

            async def follow() -> None:
                await until(mine_is_there)
                assert await other.save_room("a", b"theirs", 1)
                wire.refuses = False

            wire.at_commit, wire.commit = vanish, COMMIT
            monkeypatch.setattr("boardwalk.server.store.writer.WAIT_S", 3)
            following = asyncio.create_task(follow())
            with pytest.raises(StoreError, match=CANT_SAVE):
                await store.save_room("a", b"mine", 0)
            await following

    through(postgres, test)


@pytest.mark.parametrize("then", ["cut", "alive again"])
def test_a_line_gone_silent_keeps_nobody_waiting(
    postgres: Postgres, monkeypatch: pytest.MonkeyPatch, then: str
) -> None:
    monkeypatch.setattr("boardwalk.server.store.store.TIMEOUT_S", 0.5)

    async def stored(store: Store) -> bool:
        return len(await store.entries("a", 1)) > 0

    async def test(wire: Wire, store: Store, direct: str) -> None:
        await store.register("10.0.0.1:7000")
        wire.flows.clear()
        asked = (store.append("a", 1, 0, [(0, 1)]), store.load_room("a"), store.check_writable(), store.renew())
        refused = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(answer) for answer in refused] == [StoreError] * 4
        if then == "cut":
            wire.cut()
            await until(lambda: works(store.check_writable))
            await until(lambda: store.append("a", 2, 0, [(0, 2)]))
            await until(lambda: works(store.renew))
        else:
            wire.flows.set()
            async with opened(direct) as other:
                await until(lambda: stored(other))  # it was under way, and nothing was said about it
            assert await store.entries("a", 1) == [Entry(0, 0, 1)]

    through(postgres, test)


@contextmanager
def locked(url: str) -> Iterator[None]:
    """Somebody else has the log locked, so that who appends has to wait."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as somebody:
            somebody.execute("BEGIN IMMEDIATE")
            yield
    else:
        with psycopg.connect(url) as connection:
            connection.execute("LOCK TABLE boardwalk_log")
            yield


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_the_loop_goes_on_while_the_store_works(kind: str, tmp_path: Path, postgres: Postgres) -> None:
    """Others get their turn many times while an append waits."""
    url = f"sqlite:///{tmp_path}/rooms.db" if kind == "sqlite" else postgres.new_database()

    async def run() -> None:
        async with opened(url, "a") as store:
            with locked(url):
                appending = asyncio.create_task(store.append("a", 1, 0, [(0, 1)]))
                for _ in range(1000):
                    await asyncio.sleep(0)
                assert not appending.done()
            assert await appending

    asyncio.run(run())
