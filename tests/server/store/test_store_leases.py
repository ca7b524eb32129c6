"""Owners of rooms: one worker at a time has a room, and another takes over when it is gone."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import psycopg
import pytest
from postgres import Postgres
from store_process import Processes
from test_store import opened
from test_store_faults import CANT_LOAD, until
from wire import Wire

from boardwalk.server.store import Store, StoreError, Worker


@asynccontextmanager
async def workers(url: str, count: int, *rooms: str) -> AsyncIterator[list[tuple[Store, Worker]]]:
    """Stores in one database, each registered."""
    async with AsyncExitStack() as stack:
        first = await stack.enter_async_context(opened(url, *rooms))
        stores = [first, *[await stack.enter_async_context(opened(url)) for _ in range(count - 1)]]
        yield [(store, await store.register(f"10.0.0.{number}:7000")) for number, store in enumerate(stores, 1)]


async def execute(url: str, statement: str) -> list[tuple[object, ...]]:
    """Run a statement from outside."""
    async with await psycopg.AsyncConnection.connect(url, autocommit=True) as connection:
        cursor = await connection.execute(statement.encode())
        return [] if cursor.description is None else await cursor.fetchall()


async def let_lapse(url: str, worker: Worker, seconds: float = 4.0) -> None:
    """Make it look as if a worker had not renewed its lease for so long."""
    statement = f"UPDATE boardwalk_workers SET seen = seen - interval '{seconds} s' WHERE worker = '{worker.name}'"
    await execute(url, statement)


async def wait_for_locks(url: str, count: int) -> None:
    """Until so many statements are waiting for locks."""
    waiting = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"

    async def waits() -> bool:
        return len(await execute(url, waiting)) == count

    await until(waits)


def on(postgres: Postgres, test: Callable[[str], Awaitable[None]]) -> None:
    async def run() -> None:
        await test(postgres.new_database())

    asyncio.run(run())


def test_workers_know_each_other(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 3) as ((store, one), (other, two), (_, three)):
            assert [one.address, two.address] == ["10.0.0.1:7000", "10.0.0.2:7000"]
            assert len({*one, *two, *three}) == 9
            assert await store.workers() == sorted([one, two, three])
            await let_lapse(url, three)
            assert await store.workers() == await other.workers() == sorted([one, two])
            await other.unregister()
            assert await store.workers() == [one]
            with pytest.raises(RuntimeError, match="not registered"):
                await other.renew()

    on(postgres, test)


def test_a_room_has_the_owner_that_claimed_it_first(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 2, "a", "b") as ((store, one), (other, two)):
            assert await store.owner("a") is None
            assert await store.claim("a") == one
            assert await other.claim("a") == one
            assert await store.claim("a") == one
            assert await other.claim("b") == two
            assert [await store.owner(room) for room in ("a", "b", "c", "a\0b")] == [one, two, None, None]
            assert [await store.claim(room) for room in ("c", "", "a\0b")] == [None] * 3
            assert await store.owned() == {"a"}
            await other.release("a")  # it is not its own
            assert await other.owner("a") == one
            await store.release("a")
            assert await other.owner("a") is None
            assert await other.claim("a") == two
            assert (await store.owned(), await other.owned()) == (set(), {"a", "b"})

    on(postgres, test)


def test_of_many_claims_at_once_exactly_one_wins(postgres: Postgres) -> None:
    """Also where rooms are taken over from a dead worker, and by workers that have only just registered."""
    rooms = [f"room{number}" for number in range(40)]

    async def test(url: str) -> None:
        async with workers(url, 1, *rooms) as ((dead, dead_worker),), AsyncExitStack() as stack:
            for room in rooms[::2]:
                assert await dead.claim(room) == dead_worker
            await let_lapse(url, dead_worker)
            stores = [await stack.enter_async_context(opened(url)) for _ in range(4)]

            async def start(number: int, store: Store) -> list[Worker | None]:
                await asyncio.sleep(number * 0.01)
                await store.register(f"10.0.0.{number}:7000")
                return await asyncio.gather(*(store.claim(room) for room in rooms for _ in range(2)))

            claims = await asyncio.gather(*(start(number, store) for number, store in enumerate(stores)))
            for answers in zip(*claims, strict=True):
                assert len(set(answers)) == 1 and answers[0] not in (None, dead_worker)
            owned = [await store.owned() for store in stores]
            assert Counter(room for some in owned for room in some) == Counter(rooms)
            assert await dead.owned() == set()

    on(postgres, test)


def test_a_lapsed_lease_is_taken_over_room_by_room(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 2, "a", "b", "c") as ((store, one), (other, two)):
            for room in ("a", "b"):
                assert await store.claim(room) == one
            assert await store.renew()
            await let_lapse(url, one)
            assert await other.owner("a") is None
            with pytest.raises(StoreError, match=CANT_LOAD):
                await store.claim("c")
            assert await other.claim("a") == two
            assert not await store.renew()
            assert not await store.renew()  # it has not asked yet which rooms are left
            assert await store.owned() == {"b"}
            assert await store.renew()
            assert await other.claim("b") == one
            assert await store.claim("a") == two

    on(postgres, test)


def test_a_worker_that_does_not_renew_loses_its_rooms(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("boardwalk.server.store.leases.LEASE_S", 0.5)

    async def test(url: str) -> None:
        async with workers(url, 2, "a") as ((store, one), (other, two)):
            await until(lambda: takes(store, "a", one))
            await until(lambda: takes(other, "a", two))

    async def takes(store: Store, room: str, worker: Worker) -> bool:
        await store.renew()
        try:
            return await store.claim(room) == worker
        except StoreError:  # so slow a machine that its own lease has lapsed
            return False

    on(postgres, test)


def test_a_process_that_is_killed_loses_its_rooms(postgres: Postgres, monkeypatch: pytest.MonkeyPatch) -> None:
    async def test(url: str) -> None:
        async with workers(url, 1, "a") as ((store, one),):
            with Processes() as processes:
                processes.start("own", url, "a")
                name, *_ = await asyncio.to_thread(processes.hear)
                await store.renew()  # its own lease may have lapsed while the process started
                owner = await store.claim("a")
                assert owner is not None and owner.name == name
                await asyncio.to_thread(processes.end, "kill")
            await let_lapse(url, owner)
            await store.renew()
            assert await store.claim("a") == one

    on(postgres, test)


def test_a_worker_that_ends_frees_its_rooms_at_once(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 2, "a") as ((store, one), (other, two)):
            assert await store.claim("a") == one
            await store.unregister()
            assert await other.owner("a") is None
            assert await other.claim("a") == two
            again = await store.register(one.address)
            assert again.name != one.name and again.secret != one.secret
            assert await store.owned() == set()

    on(postgres, test)


def test_a_renewal_waits_for_a_claim_that_takes_a_room(postgres: Postgres) -> None:
    """Or else `owned` could still count a room whose loss is about to be committed."""

    async def test(url: str) -> None:
        async with workers(url, 2, "a") as ((store, one), (other, two)):
            assert await store.claim("a") == one
            await let_lapse(url, one)
            async with await psycopg.AsyncConnection.connect(url) as somebody:
                await somebody.execute("UPDATE boardwalk_owners SET worker = worker")  # claims wait for this
                claim = asyncio.create_task(other.claim("a"))
                await wait_for_locks(url, 1)
                renewal = asyncio.create_task(store.renew())
                await wait_for_locks(url, 2)
                await somebody.commit()
            assert await claim == two
            assert not await renewal
            assert await store.owned() == set()

    on(postgres, test)


def test_a_claim_waits_for_a_renewal_and_takes_nothing_then(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 2, "a") as ((store, one), (other, _)):
            assert await store.claim("a") == one
            await let_lapse(url, one)
            async with await psycopg.AsyncConnection.connect(url) as renewal:
                await renewal.execute("UPDATE boardwalk_workers SET seen = clock_timestamp() + interval '1 min'")
                claim = asyncio.create_task(other.claim("a"))
                await wait_for_locks(url, 1)
                await renewal.commit()
            assert await claim == one

    on(postgres, test)


def test_a_deleted_room_has_no_owner(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 1, "a", "b") as ((store, one),):
            assert await store.claim("a") == one
            assert await store.delete_rooms_before(time.time() + 60) == 2
            assert await store.owned() == set()
            assert await store.owner("a") is None
            assert await store.claim("a") is None

    on(postgres, test)


def test_long_dead_workers_are_removed(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 3, "a", "b") as ((store, one), (other, two), (third, three)):
            assert await other.claim("a") == two
            assert await third.claim("b") == three
            await let_lapse(url, two, 70)
            await let_lapse(url, three, 10)
            await store.unregister()
            one = await store.register(one.address)
            named = {name for (name,) in await execute(url, "SELECT worker FROM boardwalk_workers")}
            assert named == {one.name, three.name}
            with pytest.raises(StoreError, match=CANT_LOAD):
                await other.claim("a")
            assert not await other.renew()  # it was alive after all
            assert await other.owned() == set()
            assert await store.workers() == sorted([one, two])
            assert await other.claim("a") == two

    on(postgres, test)


def test_a_database_that_is_away_is_a_store_error(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 1, "a") as ((store, one),):
            assert await store.claim("a") == one
            await asyncio.to_thread(postgres.stop)
            try:
                calls = (store.renew, store.owned, store.workers, store.unregister)
                asked = [
                    *(call() for call in calls),
                    *(call("a") for call in (store.owner, store.claim, store.release)),
                ]
                for refused in (*asked, store.register("10.0.0.9:7000")):
                    with pytest.raises(StoreError, match=CANT_LOAD):
                        await refused
            finally:
                await asyncio.to_thread(postgres.start)
            assert not await store.renew()  # the lease may have lapsed at a renewal whose answer was lost
            assert await store.owned() == {"a"}
            assert await store.renew()

    on(postgres, test)


def test_a_renewal_whose_answer_was_lost_does_not_hide_that_the_lease_had_lapsed(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with (
            Wire(postgres.port) as wire,
            workers(url.replace(str(postgres.port), str(wire.port)), 1, "a") as ((store, one),),
            workers(url, 1) as ((other, two),),
        ):
            assert await store.claim("a") == one
            assert await store.renew()
            await let_lapse(url, one)
            assert await other.claim("a") == two

            async def lose_the_answer() -> bool:
                return True

            wire.at_commit, wire.commit = lose_the_answer, b"UPDATE boardwalk_workers"
            assert not await store.renew()
            assert wire.at_commit is None
            assert await store.owned() == set()

    on(postgres, test)


def test_a_closed_store_owns_nothing(postgres: Postgres) -> None:
    async def test(url: str) -> None:
        async with workers(url, 1, "a") as ((store, _),):
            await store.close()
            for refused in (store.renew(), store.claim("a"), store.unregister()):
                with pytest.raises(StoreError, match=r"^the server is shutting down; try again in a moment$"):
                    await refused

    on(postgres, test)
