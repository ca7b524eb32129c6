"""Players who come back whenever their connection is lost, and what the store has of the rooms they play in."""

from __future__ import annotations

import json
import random
import sqlite3
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
import psycopg
from harness import Client, Gone, Refused, Server, wait_for

from boardwalk import Match
from boardwalk.contract import registry
from boardwalk.server.rooms.spec import RoomSpec

Pair = tuple[int, int]
ENDLESS = ("capture_the_flag", "robo_rally")  # played at random they take thousands of actions
LATE = ("turn", "not possible", "over", "quicker", "moved on")  # in what those are told who were not the first


def together(work: Iterable[Callable[[], object]]) -> None:
    """Do all this at the same time, each in a thread of its own; what one of them raises is raised here."""
    errors: list[BaseException] = []

    def guarded(one: Callable[[], object]) -> None:
        try:
            one()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=[one], daemon=True) for one in work]
    for thread in threads:
        thread.start()
    wait_for(lambda: bool(errors) or not any(thread.is_alive() for thread in threads))
    if errors:
        raise errors[0]


class Stored:
    """A room as the database has it."""

    def __init__(self, store: str, room: str) -> None:
        if store.startswith("sqlite"):
            with sqlite3.connect(store.removeprefix("sqlite:///")) as connection:
                self._read(connection.execute, room, "?")
            connection.close()
        else:
            with psycopg.connect(store) as database:
                self._read(database.execute, room, "%s")

    def _read(self, execute: Callable[..., Any], room: str, mark: str) -> None:
        data = execute(f"SELECT data FROM boardwalk_rooms WHERE room = {mark}", [room]).fetchone()[0]
        self.spec = msgspec.json.decode(bytes(data), type=RoomSpec)
        columns = "SELECT number, seat, action FROM boardwalk_log"
        rows = execute(
            f"{columns} WHERE room = {mark} AND match = {self.spec.match} ORDER BY number", [room]
        ).fetchall()
        assert [row[0] for row in rows] == list(range(len(rows))), "the log has gaps"
        self.log: list[Pair] = [(seat, action) for _, seat, action in rows]

    def replay(self) -> Match:
        """The match that the log tells. Every line of it must be possible."""
        table = registry.game(self.spec.game).table(self.spec.options)
        match = self.spec.new_match(table)
        for seat, action in self.log:
            match.play(action, seat)
        return match


def shown(match: Match, seat: int) -> Any:
    return json.loads(msgspec.json.encode(match.view(seat).scene))


def explains(log: Sequence[int], sent: Sequence[tuple[int, bool]]) -> bool:
    """Whether a seat's log is what it sent, in order: all that was acknowledged, and what was not perhaps."""
    ends = {0}
    for action, acknowledged in sent:
        taken = {end + 1 for end in ends if end < len(log) and log[end] == action}
        ends = taken if acknowledged else ends | taken
    return len(log) in ends


class Player(threading.Thread):
    """Somebody who plays at random, comes back whenever the connection is lost, and remembers what was acknowledged."""

    def __init__(self, client: Client, seed: int) -> None:
        super().__init__(daemon=True)
        self.client, self.chance = client, random.Random(seed)
        self.sent: list[tuple[int, bool]] = []
        self.acknowledged = 0
        self.ending = threading.Event()
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            while not self.ending.is_set() and not self.client.over:
                try:
                    self._one()
                except Gone:
                    self.client.come_back()
        except BaseException as error:
            self.failed = error

    def _one(self) -> None:
        (seat,) = self.client.seats
        if not self.client.ready_seats():
            self.client.receive(0.05)
            return
        action = self.chance.choice(self.client.choices(seat))
        self.sent.append((action, False))
        try:
            self.client.act(seat, action)
            self.sent[-1] = (action, True)
            self.acknowledged += 1
        except Refused as refusal:
            if "moved on" in str(refusal):  # the one before had not been carried out yet when the connection was lost
                self.sent.pop()
            else:
                assert "saved right now" in str(refusal) or "shutting down" in str(refusal), refusal


class Crowd:
    """Players in rooms of endless games, whose two seats are played from the given two servers, which may be one."""

    def __init__(self, *places: Server) -> None:
        self.rooms: dict[str, list[Player]] = {}
        for number, game in enumerate(ENDLESS * 2):
            options = {"players": 1} if game == "capture_the_flag" else {}
            room, tokens = places[number % 2].make_room(game, "me me", options=options)
            clients = [place.enter(room, tokens[seat]) for seat, place in enumerate(places)]
            self.rooms[room] = [Player(client, number) for client in clients]
        self.players = [player for both in self.rooms.values() for player in both]
        for player in self.players:
            player.start()

    def move(self, server: Server) -> None:
        """Everybody who has to connect again does so to this server."""
        for player in self.players:
            player.client.server = server

    def play(self, each: int) -> None:
        """Wait until in each room this many more actions have been acknowledged."""
        goals = {room: self._acknowledged(room) + each for room in self.rooms}

        def reached() -> bool:
            assert not any(player.failed for player in self.players), [player.failed for player in self.players]
            return all(self._acknowledged(room) >= goal for room, goal in goals.items())

        wait_for(reached)

    def _acknowledged(self, room: str) -> int:
        return sum(player.acknowledged for player in self.rooms[room])

    def finish(self) -> None:
        """Stop playing: everything acknowledged must be in the store once, and every seat must see just that."""
        for player in self.players:
            player.ending.set()
        for player in self.players:
            player.join(60)
            assert player.failed is None and not player.is_alive()
        for room, both in self.rooms.items():
            stored = Stored(both[0].client.server.store, room)
            match = stored.replay()
            for seat, player in enumerate(both):
                own = [action for by, action in stored.log if by == seat]
                assert explains(own, player.sent)
                player.client.come_back()
                assert player.client.scenes[seat] == shown(match, seat)
                player.client.close()
