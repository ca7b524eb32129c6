"""Limits on rooms: how many are awake, how long a match gets, how long an unused room is kept, who is let in."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing

import pytest
from harness import Client, Gone, Refused, Server, wait_for
from players import Stored, shown

STEPS, DAYS = 6, 2.0
DAY = 86400.0


@pytest.fixture(scope="module")
def small() -> Iterator[Server]:
    """A server with low limits, which drops idle rooms from memory at once."""
    with Server(steps_a_match=STEPS, forget_days=DAYS, sleep_seconds=0.2) as running:
        yield running
        assert not running.failures()


def test_rooms_are_refused_while_as_many_are_in_use_as_may_be() -> None:
    most = 3

    def refused(client: Client) -> bool:
        try:
            client.connect()
            return False
        except Gone:
            assert client.bye == {"type": "bye", "why": "the server is full; try again later", "again": True}
            return True

    with Server(rooms_awake=most) as server:
        rooms = [server.make_room("box_world", "me") for _ in range(most + 1)]
        clients = [Client(server, room, tokens.values()) for room, tokens in rooms]
        assert [refused(client) for client in clients] == [False] * most + [True]
        with server.enter(rooms[0][0]) as watcher:
            assert watcher.room["spectators"] == 1, "rooms that are awake have space for more"
        clients[0].act(0, clients[0].choices(0)[0])
        clients[1].close()  # an idle room makes space for another
        clients[-1].come_back()
        assert refused(clients[1])
        for client in clients:
            client.close()
        assert not server.failures()


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


def test_a_log_is_bounded_where_undo_keeps_the_match_short(small: Server) -> None:
    room, tokens = small.make_room("box_world", "me")
    with small.enter(room, tokens[0]) as client:
        for _ in range(STEPS):
            client.act(0, client.choices(0)[0])
            client.ask("undo", seat=0)
        with pytest.raises(Refused, match="this game is too long to go on"):
            client.act(0, client.choices(0)[0])
        assert entries(small, room) == 2 * STEPS


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


def entries(server: Server, room: str) -> int:
    return len(Stored(server.store, room).log)


def is_paused(server: Server, room: str) -> bool:
    """Whether nothing is played for half a second, in which bots that nobody waits for play hundreds of actions."""
    before = entries(server, room)
    time.sleep(0.5)
    return entries(server, room) == before


@pytest.mark.parametrize("tick_ms", [0, 50])
def test_a_room_of_bots_pauses_while_nobody_watches(server: Server, tick_ms: int) -> None:
    options = {"players": 1, "ticks": 0}
    room, _ = server.make_room("capture_the_flag", "random random", options=options, tick_ms=tick_ms)
    for _ in range(2):
        with server.enter(room) as watcher:
            seen = entries(server, room)
            watcher.until(lambda: entries(server, room) > seen + 10)  # noqa: B023
        server.get(f"/api/rooms/{room}")  # the server has noticed that the watcher left, and to ask is not to watch
        wait_for(lambda: is_paused(server, room))  # what was under way may still come


def test_spectators_do_not_keep_the_holder_of_a_seat_out() -> None:
    most = 3
    with Server(spectators_a_room=most) as server:
        room, tokens = server.make_room("fog_quoridor", "me me")
        watchers = [server.enter(room) for _ in range(most)]
        full = Client(server, room)
        with pytest.raises(Gone):
            full.connect()
        assert full.bye is not None and "too many people watch this room" in full.bye["why"], full.bye
        holders = [server.enter(room, token) for token in tokens.values()]
        holders[0].act(0, holders[0].choices(0)[0])
        watchers.pop().close()
        full.come_back()
        assert full.room["spectators"] == most
        for client in (*watchers, *holders, full):
            client.close()
        assert not server.failures()
