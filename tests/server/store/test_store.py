"""The store, on every kind of database: what goes in comes out, and who was second is told so."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import event, select

from boardwalk.server.store import Entry, RoomRow, Store, StoreError
from boardwalk.server.store.engine import READERS
from boardwalk.server.store.tables import rooms as room_table
from boardwalk.server.store.transaction import Outcome, WriteRequest

Test = Callable[[Store], Awaitable[None]]
KINDS = ["memory", "sqlite", "postgresql"]


@pytest.fixture
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind; a test may ask for some of them only."""
    match request.param:
        case "memory":
            return "sqlite://"
        case "sqlite":
            return f"sqlite:///{tmp_path}/rooms.db"
        case _:
            address: str = request.getfixturevalue("postgres").new_database()
            return address


every = pytest.mark.parametrize("url", KINDS, indirect=True)
shareable = pytest.mark.parametrize("url", KINDS[1:], indirect=True)


@asynccontextmanager
async def opened(url: str, *rooms: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    try:
        for room in rooms:
            assert await store.create_room(RoomRow(room, 0, b"{}", time.time()))
        yield store
    finally:
        await store.close()


async def touched_at(store: Store) -> dict[str, float]:
    """All rooms, and when each was last changed."""
    columns = select(room_table.c.room, room_table.c.touched)
    return await store._read(lambda connection: {row.room: row.touched for row in connection.execute(columns)})


def on(url: str, test: Test, *rooms: str) -> None:
    """Run a test with a store, and see that it leaves nothing running."""

    async def run() -> None:
        async with opened(url, *rooms) as store:
            await test(store)

    asyncio.run(run())
    assert not [thread.name for thread in threading.enumerate() if thread.name.startswith("store-")]


async def together(store: Store, *jobs: Coroutine[None, None, bool]) -> list[bool | BaseException]:
    """Have all of these in one transaction: they gather while one before them is held up."""
    held_up, gate = threading.Event(), threading.Event()

    def hold_up(_: object) -> None:
        held_up.set()
        assert gate.wait(10)

    event.listen(store._engine, "begin", hold_up)
    before = asyncio.create_task(store.delete_rooms_before(0.0))
    assert await asyncio.to_thread(held_up.wait, 10)
    tasks = [asyncio.create_task(job) for job in jobs]
    await asyncio.sleep(0)
    gate.set()
    await before
    answers = await asyncio.gather(*tasks, return_exceptions=True)
    event.remove(store._engine, "begin", hold_up)  # not earlier: the writer is idle now, and goes through no listeners
    return answers


@every
def test_a_room_comes_back_as_it_was(url: str) -> None:
    async def test(store: Store) -> None:
        row = RoomRow("k7mqx2", 3, bytes(range(256)), 1234.5678)
        assert await store.create_room(row)
        assert await store.load_room("k7mqx2") == row
        assert await store.load_room("K7MQX2") is None
        assert not await store.create_room(RoomRow("k7mqx2", 0, b"other", 1.0))
        assert await store.load_room("k7mqx2") == row
        assert await touched_at(store) == {"k7mqx2": 1234.5678}

    on(url, test)


@every
@pytest.mark.parametrize("name", ["", "a\0b", "a\nb", "\ud800", "x" * 65])
def test_a_name_no_database_takes_is_nobodys(url: str, name: str) -> None:
    async def test(store: Store) -> None:
        assert await store.load_room(name) is None
        with pytest.raises(ValueError, match="a room can't be called"):
            await store.create_room(RoomRow(name, 0, b"", 0.0))

    on(url, test)


@every
def test_a_save_counts_only_on_the_version_it_was_made_from(url: str) -> None:
    async def test(store: Store) -> None:
        before = time.time()
        assert await store.save_room("a", b"one", 0)
        assert not await store.save_room("a", b"late", 0)
        assert not await store.save_room("a", b"early", 2)
        assert not await store.save_room("b", b"nowhere", 0)
        row = await store.load_room("a")
        assert row is not None and (row.version, row.data) == (1, b"one")
        assert before - 1 <= row.touched <= time.time()
        first, second = await asyncio.gather(store.save_room("a", b"two", 1), store.save_room("a", b"zwei", 1))
        assert (first, second) == (True, False)

    on(url, test, "a")


@every
def test_a_log_comes_back_in_order(url: str) -> None:
    async def test(store: Store) -> None:
        assert await store.entries("a", 1) == []
        assert await store.append("a", 1, 0, [(0, 7), (1, 2_000_000_000), (0, -1)])
        assert await store.append("a", 1, 3, [(1, -2)])
        assert await store.append("a", 2, 0, [(5, 5)])
        assert await store.append("b", 1, 0, [(6, 6)])
        assert await store.append("b", 1, 9, [])
        assert await store.entries("a", 1) == [
            Entry(0, 0, 7),
            Entry(1, 1, 2_000_000_000),
            Entry(2, 0, -1),
            Entry(3, 1, -2),
        ]
        assert await store.entries("a", 1, 3) == [Entry(3, 1, -2)]
        assert await store.entries("a", 1, 4) == []
        assert await store.entries("a", 1, 1, 2) == (await store.entries("a", 1))[1:3]
        assert await store.entries("a", 2) == [Entry(0, 5, 5)]
        assert await store.entries("b", 1) == [Entry(0, 6, 6)]

    on(url, test, "a", "b")


@every
def test_an_append_goes_to_the_end_or_nowhere(url: str) -> None:
    async def test(store: Store) -> None:
        log = [Entry(0, 0, 10), Entry(1, 1, 11)]
        assert await store.append("a", 1, 0, [(0, 10), (1, 11)])
        assert not await store.append("a", 1, 0, [(0, 10)])
        assert not await store.append("a", 1, 1, [(1, 11), (0, 12)])
        assert not await store.append("a", 1, 3, [(0, 13)])
        assert await store.entries("a", 1) == log
        with pytest.raises(StoreError, match=r"^this room is no longer there$"):
            await store.append("b", 1, 0, [(0, 1)])

    on(url, test, "a")


@every
def test_each_in_a_batch_gets_its_own_answer(url: str) -> None:
    """Those that can't be must not spoil the others."""

    async def test(store: Store) -> None:
        answers = await together(
            store,
            store.append("a", 1, 0, [(0, 1), (0, 2)]),
            store.append("a", 1, 1, [(1, 9), (1, 9)]),
            store.append("a", 1, 2, [(0, 3)]),
            store.append("a", 1, 2, [(1, 9)]),
            store.append("a", 1, 4, [(1, 9)]),
            store.append("a", 1, 3, [(0, 2**70)]),
            store.append("gone", 1, 0, [(0, 1)]),
            store.create_room(RoomRow("b", 0, b"", 0.0)),
            store.create_room(RoomRow("b", 0, b"again", 0.0)),
            store.save_room("b", b"new", 0),
            store.save_room("b", b"newer", 1),
            store.save_room("b", b"late", 1),
            store.append("b", 1, 0, [(0, 4)]),
        )
        told = [str(answer) if isinstance(answer, StoreError) else answer for answer in answers]
        cant, gone = "the game can't be saved right now; try again in a moment", "this room is no longer there"
        assert told == [True, False, True, False, False, cant, gone, True, False, True, True, False, True]
        assert await store.entries("a", 1) == [Entry(0, 0, 1), Entry(1, 0, 2), Entry(2, 0, 3)]
        assert await store.entries("b", 1) == [Entry(0, 0, 4)]
        row = await store.load_room("b")
        assert row is not None and (row.version, row.data) == (2, b"newer")

    on(url, test, "a")


@every
def test_many_appends_share_few_commits(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rooms = [f"room{number}" for number in range(50)]

    async def test(store: Store) -> None:
        commits: list[int] = []
        write = store._writer._write

        def count(requests: Sequence[WriteRequest]) -> Sequence[Outcome]:
            commits.append(len(requests))
            return write(requests)

        monkeypatch.setattr(store._writer, "_write", count)
        each = [store.append(room, 1, number, [(0, number)]) for number in range(20) for room in rooms]
        assert all(await asyncio.gather(*each))
        assert len(commits) <= 20
        assert not store._writer._unanswered
        assert [len(await store.entries(room, 1)) for room in rooms] == [20] * len(rooms)

    on(url, test, *rooms)


@every
def test_appends_alone_are_one_statement_of_the_driver(url: str) -> None:
    """What makes them cheap."""

    async def test(store: Store) -> None:
        statements: list[object] = []
        assert await store.append("a", 1, 0, [(0, 1)])
        event.listen(store._engine, "before_cursor_execute", lambda *what: statements.append(what[2]))
        for number in range(1, 5):
            appends = (store.append(room, 1, number - (room != "a"), [(0, 1)], touch=number > 2) for room in "abc")
            assert all(await asyncio.gather(*appends))
        assert statements == []
        assert await store.save_room("a", b"new", 0)
        assert statements != []
        assert await store.append("a", 1, 5, [(0, 1)])

    on(url, test, "a", "b", "c")


@shareable
def test_busy_readers_do_not_hold_up_the_writer(url: str) -> None:
    """There is a connection for each of them, and one for the writer."""

    async def test(store: Store) -> None:
        assert await store.append("a", 1, 0, [(0, 1)])
        gate = threading.Event()
        reads = [asyncio.create_task(store._read(lambda _: gate.wait(10))) for _ in range(READERS)]
        await asyncio.sleep(0)
        assert await store.save_room("a", b"new", 0)
        gate.set()
        assert all(await asyncio.gather(*reads))

    on(url, test, "a")


@every
@pytest.mark.parametrize("touch", [False, True])
@pytest.mark.parametrize(
    ("room", "first", "action", "answer"),
    [
        ("b", 2, 1, False),
        ("b", 0, 1, False),
        ("gone", 0, 1, "this room is no longer there"),
        ("b", 1, 2**63, "the game can't be saved right now; try again in a moment"),
        ("b", 1, -(2**70), "the game can't be saved right now; try again in a moment"),
        ("b", 1, 2**31 - 1, True),
    ],
)
def test_one_append_that_can_not_be_stored_among_others(
    url: str, touch: bool, room: str, first: int, action: int, answer: object
) -> None:
    async def test(store: Store) -> None:
        for other in "abc":
            assert await store.append(other, 1, 0, [(0, 1)])
        answers = await together(
            store,
            store.append("a", 1, 1, [(1, 2), (1, 3)], touch=touch),
            store.append(room, 1, first, [(0, action)]),
            store.append("c", 1, 1, [(1, 4)]),
        )
        assert [str(one) if isinstance(one, StoreError) else one for one in answers] == [True, answer, True]
        assert await store.entries("a", 1) == [Entry(0, 0, 1), Entry(1, 1, 2), Entry(2, 1, 3)]
        assert await store.entries("b", 1) == [Entry(0, 0, 1), *([Entry(1, 0, action)] if answer is True else [])]
        assert await store.entries("c", 1) == [Entry(0, 0, 1), Entry(1, 1, 4)]

    on(url, test, "a", "b", "c")


@every
@pytest.mark.parametrize("alone", [True, False])
def test_an_append_touches_the_room_when_asked_to(url: str, alone: bool) -> None:
    async def test(store: Store) -> None:
        for room, touched in (("a", 100.0), ("b", 100.0), ("c", 4e9), ("d", 100.0)):
            await store.create_room(RoomRow(room, 0, b"data", touched))
        before = time.time()
        jobs = [store.append(room, 1, 0, [(0, 1)], touch=room != "a") for room in "abc"]
        if not alone:
            jobs.append(store.save_room("d", b"new", 0))
        assert await together(store, *jobs) == [True] * len(jobs)
        a, b, c = [await store.load_room(room) for room in "abc"]
        assert a == RoomRow("a", 0, b"data", 100.0)
        assert c == RoomRow("c", 0, b"data", 4e9)
        assert b is not None and (b.version, b.data) == (0, b"data") and before <= b.touched <= time.time()

    on(url, test)


@every
def test_old_rooms_are_forgotten_with_their_logs(url: str) -> None:
    async def test(store: Store) -> None:
        for room, touched in (("old", 100.0), ("played", 110.0), ("saved", 120.0), ("new", 4e9)):
            await store.create_room(RoomRow(room, 0, b"", touched))
        await asyncio.gather(store.append("played", 1, 0, [(0, 1)], touch=True), store.save_room("saved", b"x", 0))
        recent = {room for room, at in (await touched_at(store)).items() if at >= time.time() - 60}
        assert recent == {"new", "saved", "played"}
        assert await store.delete_rooms_before(time.time() - 60) == 1
        assert await store.load_room("old") is None
        assert await store.delete_rooms_before(time.time() + 60) == 2
        assert (await touched_at(store)).keys() == {"new"}
        assert await store.create_room(RoomRow("played", 0, b"", 0.0))
        assert await store.entries("played", 1) == []

    on(url, test)


@every
def test_closing_writes_what_is_waiting(url: str) -> None:
    async def test(store: Store) -> None:
        waiting = [asyncio.create_task(store.append("a", match, 0, [(0, 1)])) for match in range(500)]
        await asyncio.sleep(0)
        await store.close()
        assert all(await asyncio.gather(*waiting))
        await store.close()
        append, check = store.append("a", 1, 1, [(0, 1)]), store.check_writable()
        for refused in (append, store.load_room("a"), check):
            with pytest.raises(StoreError, match=r"^the server is shutting down; try again in a moment$"):
                await refused

    on(url, test, "a")


@every
def test_who_gives_up_waiting_harms_nobody(url: str) -> None:
    async def test(store: Store) -> None:
        waiting = [asyncio.create_task(store.append("a", match, 0, [(0, 1)])) for match in range(20)]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        answers = await asyncio.gather(*waiting, return_exceptions=True)
        assert answers[1::2] == [True] * 10
        assert all(isinstance(answer, asyncio.CancelledError) for answer in answers[::2])
        await store.check_writable()

    on(url, test, "a")


@shareable
def test_what_is_stored_outlives_the_store(url: str) -> None:
    async def first(store: Store) -> None:
        assert await store.append("a", 1, 0, [(0, 1)])

    async def second(store: Store) -> None:
        assert await store.entries("a", 1) == [Entry(0, 0, 1)]
        assert await store.load_room("a") is not None

    on(url, first, "a")
    on(url, second)


@shareable
def test_several_may_open_an_empty_database_at_once(url: str) -> None:
    async def run() -> None:
        stores = await asyncio.gather(*(Store.open(url) for _ in range(4)))
        made = [await store.create_room(RoomRow("a", 0, b"", 0.0)) for store in stores]
        assert made == [True, False, False, False]
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(run())


def test_a_store_opens_while_somebody_else_makes_the_database(tmp_path: Path) -> None:
    """Not yet in the mode in which readers and writers share it, and locked for writing."""
    other = sqlite3.connect(tmp_path / "rooms.db", isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE something (x)")
    other.execute("BEGIN IMMEDIATE")
    release = threading.Timer(0.3, lambda: other.execute("COMMIT"))
    release.start()
    on(f"sqlite:///{tmp_path}/rooms.db", lambda store: asyncio.sleep(0))
    release.join()
    other.close()


@shareable
def test_two_stores_never_fork_a_match(url: str) -> None:
    matches, length = 6, 30

    async def play(store: Store, match: int, mark: int) -> list[tuple[int, int]]:
        won: list[tuple[int, int]] = []
        end = 0
        while end < length:
            if await store.append("a", match, end, [(mark, end), (mark, end)]):
                won += [(end, mark), (end + 1, mark)]
            end += len(await store.entries("a", match, end))
        return won

    async def test(store: Store) -> None:
        async with opened(url) as other:
            plays = [play(one, match, mark) for match in range(matches) for mark, one in enumerate((store, other))]
            won = await asyncio.gather(*plays)
            for match in range(matches):
                log = await other.entries("a", match)
                assert [entry.number for entry in log] == list(range(len(log)))
                assert sorted(won[2 * match] + won[2 * match + 1]) == [(entry.number, entry.seat) for entry in log]
            saves = [one.save_room("a", b"", version) for version in range(20) for one in (store, other)]
            saved = sum(await asyncio.gather(*saves))
            row = await store.load_room("a")
            assert row is not None and row.version == saved >= 1

    on(url, test, "a")


@every
def test_only_postgresql_is_for_several_processes(url: str) -> None:
    async def test(store: Store) -> None:
        assert store.shared == url.startswith("postgresql")

    on(url, test)
