"""A server process ends, hangs or restarts under load: another takes its rooms over, and nothing that was acknowledged
is lost or played twice."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from contextlib import suppress

import pytest
from harness import Gone, Server, wait_for
from players import Crowd
from postgres import Postgres


@pytest.mark.parametrize("end", [Server.kill, Server.stop], ids=["killed", "stopped"])
def test_another_server_takes_the_rooms_over(postgres: Postgres, end: Callable[[Server], None]) -> None:
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        crowd = Crowd(one, other)
        crowd.play(10)
        for ending, staying in ((one, other), (other, one)):
            crowd.move(staying)
            end(ending)
            crowd.play(10)
            ending.start()
        crowd.finish()
        assert not one.failures() and not other.failures()


def test_rooms_of_a_server_that_hangs_are_taken_over(postgres: Postgres) -> None:
    """It finds out when it goes on, and drops them. Sockets that are relayed to it are closed meanwhile."""
    store = postgres.new_database()
    with Server(store) as one, Server(store) as other:
        crowd = Crowd(other, other)
        late = [one.enter(room, *both[0].client.tokens) for room, both in crowd.rooms.items()]
        crowd.play(10)
        one.pause()
        try:
            crowd.play(30)
            for client in late:  # who can't know of what has happened meanwhile
                client.send(type="act", id=1, seat=0, actions=[0], frame=client.numbers[0])
        finally:
            one.resume()
        crowd.play(10)
        for client in late:
            with suppress(Gone):
                answer = client.until(lambda: client.answers.get(1))  # noqa: B023
                assert answer["type"] == "refused", answer
        crowd.finish()
        for client in late:
            client.come_back()
            client.close()
        assert not one.failures() and not other.failures()


def test_a_worker_that_is_killed_is_replaced(postgres: Postgres) -> None:
    with Server(postgres.new_database(), workers=2) as server:
        crowd = Crowd(server, server)
        for _ in range(2):
            crowd.play(10)
            wait_for(lambda: len(server.workers_running()) == 2)
            os.kill(server.workers_running()[0], signal.SIGKILL)
        crowd.play(10)
        crowd.finish()
