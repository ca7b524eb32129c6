"""Limits on rooms: how many are awake, how long a match gets, how long an unused room is kept, who is let in."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from harness import Refused, Server, wait_for
from players import Stored, shown

STEPS, DAYS = 6, 2.0
DAY = 86400.0


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    """A server with low limits, which drops idle rooms from memory at once."""
    with Server(steps_a_match=STEPS, forget_days=DAYS, sleep_seconds=0.2) as running:
        yield running
        assert not running.failures()


def test_a_match_that_is_too_long_is_not_played_on(small: Server) -> None:
    room, tokens = small.make_room("box_world", "me")
    with small.enter(room, tokens[0]) as client:
        match = Stored(small.store, room).replay()
        for _ in range(STEPS):
            match.act(0, match.view(0).legal[0])
        with pytest.raises(Refused, match="this game is too long to go on"):
            client.act(0, *match.actions)
        assert Stored(small.store, room).log == [], "all or nothing"
        client.act(0, *match.actions[: STEPS - 1])  # the deal is a step too
        before = Stored(small.store, room).log
        assert len(before) == STEPS - 1
        with pytest.raises(Refused, match="this game is too long to go on"):
            client.act(0, match.actions[-1])
        assert Stored(small.store, room).log == before
        client.ask("undo", seat=0)
        client.act(0, client.choices(0)[-1])
    wait_for(lambda: b"boardwalk_rooms_awake 0.0\n" in small.get("/metrics")[1])
    with small.enter(room, tokens[0]) as client:
        assert client.scenes[0] == shown(Stored(small.store, room).replay(), 0)


def test_rooms_that_nobody_has_used_for_long_are_deleted(small: Server) -> None:
    names = [small.make_room("box_world", "me")[0] for _ in range(3)]
    wait_for(lambda: b"boardwalk_rooms_awake 0.0\n" in small.get("/metrics")[1])
    ages = (DAYS * DAY + 100, DAYS * DAY - 100, 0.0)
    with closing(sqlite3.connect(small.store.removeprefix("sqlite:///"), isolation_level=None)) as database:
        for name, age in zip(names, ages, strict=True):
            database.execute("UPDATE boardwalk_rooms SET touched = ? WHERE room = ?", [time.time() - age, name])
        old = f"SELECT 1 FROM boardwalk_rooms WHERE room = '{names[0]}'"
        wait_for(lambda: not database.execute(old).fetchall())
    assert [small.get(f"/api/rooms/{name}")[0] for name in names] == [404, 200, 200]
