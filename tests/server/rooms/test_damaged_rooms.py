"""Stored rooms that are damaged in every way: each says so for good, with its record if there is one; others go on."""

from __future__ import annotations

import json
import random
import sqlite3
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from harness import Client, Gone, Server

from boardwalk.match.record import MatchRecord, read_record

Damage = Callable[[sqlite3.Connection, str], None]


def raw(data: object) -> Damage:
    """Other stored data, as it is."""
    return lambda database, room: write_data(database, room, data)


def fields(**changed: Any) -> Damage:
    """The stored data with other fields; without those that are `...`."""

    def damage(database: sqlite3.Connection, room: str) -> None:
        (data,) = database.execute("SELECT data FROM boardwalk_rooms WHERE room = ?", [room]).fetchone()
        wanted = {key: value for key, value in (json.loads(data) | changed).items() if value is not ...}
        write_data(database, room, json.dumps(wanted).encode())

    return damage


def write_data(database: sqlite3.Connection, room: str, data: object) -> None:
    database.execute("UPDATE boardwalk_rooms SET data = ? WHERE room = ?", [data, room])


def log(change: str) -> Damage:
    """A change of line 1 of the log, which has three."""
    return lambda database, room: database.execute(f"{change} WHERE room = ? AND number = 1", [room]) and None


SEAT = {"kind": "person", "name": "A", "key": "x"}
UNREADABLE: dict[str, Damage] = {
    "empty": raw(b""),
    "no JSON": raw(b"\xff\x00"),
    "half": raw(b'{"game": "fog_quoridor", "op'),
    "text": raw("{}"),
    "NULL": raw(None),
    "a number": raw(7),
    "a list": raw(b"[]"),
    "deep": raw(b"[" * 100_000),
    "no game": fields(game=...),
    "no seats": fields(seats=...),
    "seed is text": fields(seed="1"),
    "seed is negative": fields(seed=-1),
    "seed is huge": fields(seed=2**70),
    "match is huge": fields(match=10**30),
    "match is negative": fields(match=-1),
    "turn_seconds is negative": fields(turn_seconds=-5),
    "options is a list": fields(options=[]),
    "a seat of no kind": fields(seats=[SEAT, SEAT | {"kind": "ghost"}]),
    "a seat is null": fields(seats=[SEAT, None]),
}
UNPLAYABLE: dict[str, Damage] = {  # but the log can be read: how much of it is what the table says
    "unknown game": fields(game="chess"),
    "unknown option": fields(options={"wings": 4}),
    "a wrong option": fields(options={"turns": "many"}),
    "an option is an object": fields(options={"turns": {"a": [1, None]}}),
    "too many defaults": fields(defaults=["", "", ""]),
    "another version": fields(version=10**9),
    "illegal": log("UPDATE boardwalk_log SET action = 1000000"),
    "a huge action": log("UPDATE boardwalk_log SET action = 1 << 62"),
    "no action": log("UPDATE boardwalk_log SET action = -3"),
    "undo": log("UPDATE boardwalk_log SET action = -1"),
    "the time of no seat": log("UPDATE boardwalk_log SET action = -60000, seat = 99"),
    "a negative seat": log("UPDATE boardwalk_log SET seat = -1"),
    "no such seat": log("UPDATE boardwalk_log SET seat = 99"),
    "another's turn": log("UPDATE boardwalk_log SET seat = 1 - seat"),
}
LEFT = {"undo": 1, "the time of no seat": 2}  # actions in their records, where they are not all three
CUT_SHORT: dict[str, Damage] = {  # the log can be read up to its line 1
    "a gap": log("DELETE FROM boardwalk_log"),
    "a negative number": log("UPDATE boardwalk_log SET number = -1"),
    "a number is text": log("UPDATE boardwalk_log SET number = 'one'"),
    "an action is text": log("UPDATE boardwalk_log SET action = 'north'"),
    "an action is NULL": log("UPDATE boardwalk_log SET action = NULL"),
    "a seat is half": log("UPDATE boardwalk_log SET seat = 0.5"),
    "a seat is a blob": log("UPDATE boardwalk_log SET seat = x'00'"),
}


def drop_constraints(database: sqlite3.Connection) -> None:
    """As if the file had been changed by other means than SQL."""
    database.execute("PRAGMA writable_schema = ON")
    database.execute("UPDATE sqlite_schema SET sql = replace(sql, 'NOT NULL', '') WHERE name LIKE 'boardwalk%'")
    database.execute("PRAGMA writable_schema = RESET")


class Rooms:
    """A server with a room for each damage, all of them after three actions, and one that stays whole."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.tokens: dict[str, list[str]] = {}
        self.whole = self.make()

    def make(self) -> str:
        room, tokens = self.server.make_room("fog_quoridor", "me me")
        self.tokens[room] = list(tokens.values())
        with self.server.enter(room, *self.tokens[room]) as player:
            for seat in (0, 1, 0):
                player.until(lambda: player.choices(seat))  # noqa: B023
                player.act(seat, player.choices(seat)[0])
        return room

    def record(self, room: str, token: str | None = None) -> tuple[int, bytes]:
        header = {"X-Boardwalk-Token": self.tokens[room][0] if token is None else token}
        path = f"{self.server.address}/api/rooms/{room}/record"
        return self.server._ask(urllib.request.Request(path, headers=header), None)

    def full_record(self, room: str) -> MatchRecord:
        status, body = self.record(room)
        assert status == 200, body
        return read_record(body.decode())

    def refusal(self, room: str, why: str = "damage") -> str:
        """The sentence with which a room refuses, by every way into it and each time."""
        sentences = set()
        for _ in range(2):
            for path in (f"/api/rooms/{room}", f"/api/rooms/{room}/replay"):
                status, body = self.server.get(path)
                assert status == 409, (why, status, body)
                sentences.add(json.loads(body)["error"])
            status, body = self.server.post(f"/api/rooms/{room}/join", {})
            assert status == 409, (why, body)
            client = Client(self.server, room)
            with pytest.raises(Gone):
                client.connect()
            assert client.bye is not None and not client.bye.get("again"), (why, client.bye)
            sentences.add(client.bye["why"])
        assert len(sentences) == 1, sentences
        return sentences.pop()


@contextmanager
def damaged(damages: dict[str, Damage]) -> Iterator[tuple[Rooms, dict[str, str]]]:
    """A server whose rooms are damaged, and which room has which damage. One line for each is logged, no traceback."""
    with Server() as server:
        rooms = Rooms(server)
        names = {damage: rooms.make() for damage in damages}
        server.stop()
        with closing(sqlite3.connect(server.folder / "games.db", isolation_level=None)) as database:
            drop_constraints(database)
        with closing(sqlite3.connect(server.folder / "games.db", isolation_level=None)) as database:
            for damage, room in names.items():
                damages[damage](database, room)
        server.start()
        yield rooms, names
        with server.enter(rooms.whole, *rooms.tokens[rooms.whole]) as player:
            player.act(1, player.choices(1)[0])
        assert not server.failures()
        for room in names.values():
            assert sum("can't be played" in line["message"] for line in server.lines() if line.get("room") == room) == 1


def test_a_room_whose_data_cant_be_read_says_so_for_good() -> None:
    with damaged(UNREADABLE) as (rooms, names):
        for damage, room in names.items():
            assert "the stored data of this room is damaged" in rooms.refusal(room, damage)
            assert "/record" not in rooms.refusal(room)
            assert rooms.record(room)[0] == 409


def test_a_room_that_cant_be_played_offers_its_record_to_who_holds_a_seat() -> None:
    with damaged(UNPLAYABLE) as (rooms, names):
        for damage, room in names.items():
            assert f"/api/rooms/{room}/record" in rooms.refusal(room, damage)
            for wrong in ("", "x", rooms.tokens[rooms.whole][0]):
                status, body = rooms.record(room, wrong)
                assert status == 403 and b"token" in body
            assert len(rooms.full_record(room).actions) == LEFT.get(damage, 3), damage


def test_the_record_of_a_damaged_log_ends_before_the_damage() -> None:
    with damaged(CUT_SHORT) as (rooms, names):
        for damage, room in names.items():
            assert "line " in rooms.refusal(room, damage) and "missing or damaged" in rooms.refusal(room)
            assert len(rooms.full_record(room).actions) == 1, damage


def test_a_game_whose_record_was_given_out_is_not_played_on() -> None:
    """Should the room become playable again: its players may know by then what their seats must not."""
    with Server() as server:
        rooms = Rooms(server)
        given, kept, over = rooms.make(), rooms.make(), rooms.make()
        with server.enter(over, *rooms.tokens[over]) as player:
            player.play_on(random.Random(1))
        change_version(server, 2)
        for room in (given, over):
            assert rooms.full_record(room).version == 2
        change_version(server, 1)
        assert "given out before its end" in rooms.refusal(given)
        assert len(rooms.full_record(given).actions) == 3, "it can be had again"
        assert server.ask(f"/api/rooms/{over}")["phase"] == "over", "that of a finished game tells nothing new"
        with server.enter(kept, *rooms.tokens[kept]) as player:
            player.act(1, player.choices(1)[0])
        assert rooms.record(kept)[0] == 409, "the game is not over yet"


def change_version(server: Server, version: int) -> None:
    server.stop()
    with closing(sqlite3.connect(server.folder / "games.db", isolation_level=None)) as database:
        for (room,) in database.execute("SELECT room FROM boardwalk_rooms").fetchall():
            fields(version=version)(database, room)
    server.start()


def test_a_damaged_page_of_the_database_harms_the_rooms_on_it_only() -> None:
    with Server() as server:
        rooms = Rooms(server)
        with closing(sqlite3.connect(server.folder / "games.db", isolation_level=None)) as database:
            actions = [(rooms.whole[:-1] + f"{one:03}", number) for one in range(50) for number in range(400)]
            (data,) = database.execute("SELECT data FROM boardwalk_rooms").fetchone()
            for room in {room for room, _ in actions}:
                database.execute("INSERT INTO boardwalk_rooms VALUES (?, 1, ?, 1e12, 1)", [room, data])
            database.executemany("INSERT INTO boardwalk_log VALUES (?, 1, ?, 0, 10000000, 1)", actions)
        server.stop()
        broken = overwrite_leaf(server.folder / "games.db", b"025")
        server.start()
        assert broken
        assert "stored data of this room is damaged" in rooms.refusal(rooms.whole[:-1] + "025")
        assert "line 0 of this game's log can't be played" in rooms.refusal(rooms.whole[:-1] + "001")
        with server.enter(rooms.whole, *rooms.tokens[rooms.whole]) as player:
            player.act(1, player.choices(1)[0])
        assert server.get("/healthz")[0] == 200
        assert not server.failures()


def overwrite_leaf(path: Path, needle: bytes) -> bool:
    """Overwrite the first page of the log that is all about one room."""
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = database.execute("PRAGMA page_size").fetchone()
    content = bytearray(path.read_bytes())
    for start in range(size, len(content), size):
        if content[start : start + size].count(needle) > 20:
            content[start : start + size] = b"\xa5" * size
            path.write_bytes(content)
            return True
    return False
