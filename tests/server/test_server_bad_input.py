"""Malformed, oversized, out-of-turn and forged messages: all end in refusals or a farewell, and nothing else."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest
from harness import GAMES, Client, Gone, Server
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from world import FakeSocket, World, hello

from boardwalk.contract import registry
from boardwalk.contract.game import Table
from boardwalk.server.rooms import session as socket_module
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.session import OLD

CONVERSATIONS = 300
MESSAGES = 400  # in each
GROWTH = 80 * 2**20  # bytes that a process may grow by and not be said to grow
BLOCKS = 40_000  # of memory, likewise: not half of one for each message
KINDS = ("hello", "act", "event", "undo", "redo", "ready", "rename", "hint", "leave", "ping")
FIELDS = ("type", "id", "seat", "actions", "name", "ready", "version", "room", "tokens")

weird = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | st.text(max_size=30)
    | st.sampled_from(["", "\ud800", "\x00", "__proto__", "' OR 1=1 --", "<script>", "0", "A" * 3000, *KINDS]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=6,
)


class Flood:
    """Messages that no good client sends, made from good ones and from what hypothesis thinks of."""

    def __init__(self, seed: int, strange: list[Any], table: Table, tokens: list[str]) -> None:
        self.chance, self.strange, self.table, self.tokens = random.Random(seed), strange, table, tokens

    def one(self) -> str | bytes:
        make = self.chance.choice(
            [self._out_of_place, self._out_of_place, self._mixed, self._mixed, self._broken, self._junk]
        )
        return make()

    def good(self) -> dict[str, Any]:
        """Right in form; mostly out of turn, for another's seat, or not possible."""
        chance = self.chance
        kind = chance.choice(KINDS)
        message: dict[str, Any] = {"type": kind, "id": chance.randrange(100), "seat": chance.randrange(-1, 4)}
        if kind == "hello":
            token = chance.choice(["", "x" * 32, *self.tokens])
            return {"type": kind, "version": 2, "tokens": [token] * chance.randrange(4)}
        if kind == "ping":
            return {"type": kind, "id": 3}
        if kind in ("act", "undo", "redo"):
            message["frame"] = chance.randrange(-1, 30)
        if kind == "act":
            most = self.table.actions + 3
            message["actions"] = [chance.randrange(-2, most) for _ in range(chance.choice([0, 1, 1, 1, 2, 70]))]
        if kind in ("event", "rename"):
            message["name"] = chance.choice(["resign", "leave", "return", "restart", "", "x" * 200, "\u202e\x07"])
        if kind == "ready":
            message["ready"] = chance.random() < 0.5
        if kind == "leave" and chance.random() < 0.97:
            message["seat"] = 9  # leaving for good ends the fun
        return message

    def _out_of_place(self) -> str:
        return json.dumps(self.good())

    def _mixed(self) -> str:
        message = self.good()
        for _ in range(self.chance.randint(1, 3)):
            field = self.chance.choice(FIELDS)
            if self.chance.random() < 0.3:
                message.pop(field, None)
            else:
                message[field] = self.chance.choice(self.strange)
        return json.dumps(message)

    def _broken(self) -> bytes:
        data = bytearray(json.dumps(self.good()).encode())
        for _ in range(self.chance.randint(1, 4)):
            at = self.chance.randrange(len(data))
            match self.chance.randrange(3):
                case 0:
                    data[at] = self.chance.randrange(256)
                case 1:
                    del data[at:]
                    data += b"}"
                case _:
                    data[at:at] = self.chance.choice([b"{", b"[" * 50, b'"', b"\xff", b"\\u0000", b"1e999"])
        return bytes(data)

    def _junk(self) -> str | bytes:
        chance = self.chance
        match chance.randrange(40):
            case 0:
                return "[" * 5000
            case 1:
                return '{"type":"rename","seat":0,"name":"' + "n" * 7000 + '"}'
            case 2:
                return chance.randbytes(200)
            case _:
                return json.dumps(chance.choice(self.strange))


def test_floods_of_wrong_messages_end_in_refusals(world: World) -> None:
    sizes: list[int] = []  # in Python's own blocks: what the process has besides says nothing of the server
    for game in GAMES:  # compiled before anything is measured
        world.run(world.rooms.table(game, GAMES[game]))

    async def flood(seed: int, strange: list[Any]) -> None:
        chance = random.Random(seed)
        room, tokens = await world.room(chance.choice(list(GAMES)), chance.random() < 0.8)
        makers = Flood(seed, strange, room.state.table, tokens)
        for connection in range(2):
            held = tokens[: chance.randrange(len(tokens) + 1)]
            greeted = connection == 0 or chance.random() < 0.7
            half = (makers.one() for _ in range(MESSAGES // 2))
            socket = FakeSocket(world.count(iter([*([hello(*held)] if greeted else []), *half])))
            await world.converse(socket, room.name)
            kinds = {json.loads(text)["type"] for text in socket.told}
            assert "refused" in kinds or "bye" in kinds
        assert not room.connections
        await still_there(room)

    async def still_there(room: Room) -> None:
        """The room is as its log says, also when it has slept."""
        async with room.lock:
            state = room.match.position.state.to_bytes()
            entries = await world.store.entries(room.name, room.state.spec.match)
        again = room.match.copy()
        again.__init__(room.state.table, room.state.spec.seed, names=room.state.spec.names)  # type: ignore[misc]
        for entry in entries:
            again.play(entry.action, entry.seat)
        assert again.position.state.to_bytes() == state
        world.rooms._unload(room)
        woken = await world.rooms.open(room.name)
        assert woken is not None and woken is not room
        assert woken.match.position.state.to_bytes() == state
        world.rooms._unload(woken)

    @settings(
        max_examples=CONVERSATIONS,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.integers(0, 2**32), st.lists(weird, min_size=4, max_size=12))
    def many(seed: int, strange: list[Any]) -> None:
        world.run(flood(seed, strange))
        if world.sent > 20_000 and len(sizes) < 1:
            gc.collect()
            sizes.append(sys.getallocatedblocks())

    many()
    gc.collect()
    sizes.append(sys.getallocatedblocks())
    assert world.sent >= 100_000
    assert not world.errors.records, world.errors.records[:3]
    assert sizes[-1] - sizes[0] < BLOCKS, sizes
    assert not world.rooms.awake and not world.rooms._loading


def test_who_says_nothing_is_let_go(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "HELLO_SECONDS", 0.05)
    socket = FakeSocket(iter(()))

    async def wait() -> bytes | None:
        await asyncio.Event().wait()
        raise AssertionError

    socket.receive = wait  # type: ignore[method-assign]
    world.run(world.converse(socket, "x"))
    assert [json.loads(text)["why"] for text in socket.told] == ["say hello first"] and socket.closed
    assert not world.errors.records


@pytest.mark.parametrize(
    ("first", "why"),
    [
        ('{"type":"ping"}', "say hello first"),
        ('{"type":"hello","version":3}', OLD),
        ('{"type":"hello","version":2}', "there is no such room"),
        (json.dumps({"type": "hello", "version": 2, "tokens": ["x"] * 65}), "show at most 64 tokens"),
        (" " * 9000, "a message has at most 8192 bytes"),
    ],
)
def test_a_wrong_hello_is_answered_with_a_farewell(world: World, first: str, why: str) -> None:
    socket = FakeSocket(iter([first]))
    world.run(world.converse(socket, "nowhere"))
    assert [json.loads(text) for text in socket.told] == [{"type": "bye", "why": why, "again": False}]


# -- on a real socket


def test_a_flood_on_a_real_socket() -> None:
    with Server() as server:
        room, tokens = server.make_room("fog_quoridor", "me me")
        good = server.enter(room, *tokens.values())
        good.act(0, good.choices(0)[0])
        table = registry.game("fog_quoridor").table(GAMES["fog_quoridor"])
        strange: list[Any] = [None, 1e300, {"a": []}, "\ud800", 2**70, ["x"], "act", True]
        before = 0
        for seed in range(24):
            flood = Flood(seed, strange, table, ["x" * 32])
            client = Client(server, room)
            client.connect(hello=seed % 3 > 0)
            try:
                for _ in range(150):
                    client.send_raw(flood.one())
                    client.receive(0)
                client.ping()
            except Gone:
                assert client.bye or seed % 3 == 0
            client.close()
            if seed == 4:
                before = server.memory()
        for data, text in ((b"\xff\xfe", True), (b"x" * 70_000, True), (b"x" * 20_000, False), (b"\x00" * 100, False)):
            with server.enter(room) as client:
                assert client._socket is not None
                client._socket.send(data, text=text)
                with pytest.raises((Gone, AssertionError)):
                    client.until(lambda: False, timeout=0.5)
        assert server.memory() - before < GROWTH
        good.ping()
        assert good.bye is None
        good.act(1, good.choices(1)[0])
        with server.enter(room, *tokens.values()) as again:
            assert again.scenes == good.scenes
        good.close()
        assert not server.failures(), server.failures()


def test_limits_are_kept_and_said() -> None:
    limits = {"messages_a_second": 20.0, "messages_at_once": 60, "rooms_a_minute": 3, "spectators_a_room": 3}
    with Server(**limits, upload_bytes=5000, posts_a_minute=10) as server:
        room, tokens = server.make_room("fog_quoridor", "me greedy")
        clients = [server.enter(room) for _ in range(3)]
        full = Client(server, room)
        with pytest.raises(Gone):
            full.connect()
        assert full.bye == {"type": "bye", "why": "too many people watch this room; try again later", "again": False}
        clients.append(server.enter(room, tokens[0]))  # whoever holds a seat gets in
        with pytest.raises(Gone):
            for _ in range(100):
                clients[0].send(type="ping")
            clients[0].until(lambda: False)
        assert clients[0].bye == {"type": "bye", "why": "too many messages; slow down", "again": True}
        clients[0].come_back()
        for client in clients:
            client.close()
        for _ in range(2):
            server.make_room("fog_quoridor", "me greedy")
        status, body = server.post("/api/rooms", {"game": "fog_quoridor"})
        assert (status, json.loads(body)) == (429, {"error": "too many new rooms from your address; wait a minute"})
        status, body = server.post("/api/files/check", {"text": "x" * 6000})
        assert (status, json.loads(body)) == (413, {"error": "a request has at most 5000 bytes"})
        answers = [server.post("/api/games/fog_quoridor/check", {}) for _ in range(10)]
        assert {status for status, _ in answers} == {200, 429}
        assert json.loads(answers[-1][1]) == {"error": "too many requests from your address; wait a minute"}
        assert not server.failures()
        assert Path(server.log).read_text().count("too many") == 0
