"""Limits on websockets: how many an address and a seat may have, how many messages and handshakes."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import takewhile

import pytest
from harness import Client, Gone, Server, wait_for
from line import HELLO, NEVER, Line, frame, path_of, ping

from boardwalk.server.base.limits import REFUSALS_AN_ADDRESS, TOO_MANY_CONNECTIONS, AddressSockets
from boardwalk.server.rooms.room import CONNECTIONS_A_SEAT


def test_sockets_of_one_address_are_bounded_until_they_are_closed() -> None:
    most = 3
    with Server(connections_an_address=most, stall_seconds=NEVER) as server, ExitStack() as stack:
        path = path_of(server)

        held = [stack.enter_context(Line(server)) for _ in range(most)]
        for line in held:
            line.open(path)
        held[0].send(frame({"type": "nothing"}) + frame({"type": "leave", "seat": 0}))
        assert held[0].message("bye")  # it does not answer the close frame, and stays open for a while

        def is_answered(line: Line) -> bool:
            try:
                line.open(path)
            except (AssertionError, ConnectionError):
                return False
            assert line.message("bye")["why"] == TOO_MANY_CONNECTIONS
            return True

        crowd = (stack.enter_context(Line(server)) for _ in range(10 * REFUSALS_AN_ADDRESS))
        assert sum(1 for _ in takewhile(is_answered, crowd)) in range(1, 10 * REFUSALS_AN_ADDRESS), "only some wait"
        held[0].socket.close()

        def is_let_in() -> bool:
            with Line(server) as line:
                try:
                    line.open(path)
                except (AssertionError, ConnectionError):
                    return False
                line.send(HELLO)
                return line.message("welcome", "bye")["type"] == "welcome"

        wait_for(is_let_in)
        assert not server.failures()


def test_sockets_of_one_address_share_a_limit_on_messages() -> None:
    rate = 10.0  # and twice as many at once
    with Server(messages_an_address_a_second=rate) as server:
        path = path_of(server)
        with Line(server) as one, Line(server) as other:
            for line in (one, other):
                line.open(path)
                line.send(HELLO)
                line.message("welcome")
            one.send(b"".join(frame(ping(number)) for number in range(10)))
            assert one.message("pong")
            other.send(b"".join(frame(ping(number)) for number in range(30)))
            assert other.message("bye") == {"type": "bye", "why": "too many messages; slow down", "again": True}


def test_reconnecting_does_not_give_an_address_new_messages() -> None:
    sockets = AddressSockets(5, rate=0.001, burst=3)
    assert sockets.acquire("10.0.0.1")
    assert [sockets.bucket("10.0.0.1").take() for _ in range(4)] == [True, True, True, False]
    sockets.release("10.0.0.1")
    assert sockets.acquire("10.0.0.1")
    assert not sockets.bucket("10.0.0.1").take()


def test_limits_of_addresses_are_forgotten_once_they_are_full_again() -> None:
    sockets = AddressSockets(5, rate=1e9, burst=1)
    assert sockets.acquire("10.0.0.1")
    for number in range(5000):
        sockets.bucket(f"10.1.{number // 256}.{number % 256}").take()
    sockets.bucket("10.0.0.1").take()
    assert len(sockets._buckets) <= 1025 and "10.0.0.1" in sockets._buckets


def test_a_flood_of_handshakes_is_refused() -> None:
    with Server(messages_an_address_a_second=5.0) as server:
        path = path_of(server)
        refused = 0
        for _ in range(30):
            with Line(server) as line:
                line.open(path)
                line.send(HELLO)
                refused += line.message("welcome", "bye")["type"] == "bye"
        assert refused


def test_lists_without_actions_count_as_messages() -> None:
    with Server(messages_a_second=0.01, messages_at_once=5) as server:
        room, tokens = server.make_room("box_world", "me")
        client = server.enter(room, tokens[0])
        with pytest.raises(Gone):
            for _ in range(10):
                client.send(type="act", seat=0, frame=0, actions=[])
                client.receive()
        assert client.bye is not None and "too many messages" in client.bye["why"]


def test_the_oldest_connection_of_a_seat_gives_way_to_the_ninth(server: Server) -> None:
    room, tokens = server.make_room("box_world", "me")
    clients = [server.enter(room, tokens[0]) for _ in range(CONNECTIONS_A_SEAT)]
    for client in clients:
        client.ping()
    newest = [Client(server, room, tokens.values()) for _ in range(2)]
    for gone, client in zip(clients, newest, strict=False):
        client.connect()
        with pytest.raises(Gone):
            gone.until(lambda: False)
        assert gone.bye == {"type": "bye", "why": "you have opened this game too often elsewhere", "again": False}
    for client in (*clients[2:], *newest):
        client.ping()
        client.close()
