"""Workers that end or hang are replaced, and none outlives the server."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator

import pytest
from harness import Server, is_running, wait_for

from boardwalk.server.run import LOOK_SECONDS, Pulse

HANGING = """
import re, signal
from boardwalk.cli.app import main
def hang(*_):
    re.fullmatch("(a+)+b", "a" * 64)  # which holds the interpreter's lock for years
signal.signal(signal.SIGUSR2, hang)
main()
"""


class HangingServer(Server):
    """A server whose workers hang on SIGUSR2."""

    program = HANGING

    def hang(self) -> int:
        (worker,) = self.workers_running()
        os.kill(worker, signal.SIGUSR2)
        return worker


@pytest.fixture
def patient() -> Iterator[HangingServer]:
    """A server that does not replace a worker while a test takes."""
    with HangingServer(hang_seconds=3600) as running:
        yield running


def test_a_worker_whose_loop_does_not_turn_is_replaced() -> None:
    with HangingServer(hang_seconds=2) as server:
        room, _ = server.make_room("connect_four", "me open")
        hung = server.hang()
        wait_for(lambda: server.workers_running() not in ([], [hung]))
        assert not is_running(hung)
        assert server.ask(f"/api/rooms/{room}")["room"] == room, "the next one serves at the same port"
        told, *_ = server.failures()
        assert told["message"].startswith(f"worker {hung} hung: its event loop had not turned for ")
        assert "in hang" in told["message"] and "fullmatch" in told["message"], "it says where"
        assert b"\nboardwalk_workers_replaced_total 0.0\n" not in server.get("/metrics")[1]


def test_a_worker_that_is_killed_is_replaced() -> None:
    with Server() as server:
        for count in (1, 2):
            (worker,) = server.workers_running()
            os.kill(worker, signal.SIGKILL)
            wait_for(lambda: server.get("/healthz", missing=0)[0] == 200 and server.workers_running() != [worker])  # noqa: B023
            assert f"\nboardwalk_workers_replaced_total {count}.0\n".encode() in server.get("/metrics")[1]
        assert [line["message"].split(" ", 2)[2] for line in server.failures()] == [
            "has ended (-9); it is replaced"
        ] * 2


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_a_worker_that_hangs_ends_with_the_server(patient: HangingServer, how: str) -> None:
    hung = patient.hang()
    getattr(patient, how)()
    wait_for(lambda: not is_running(hung))
    assert [line["message"].split(": ")[0] for line in patient.failures()] == [
        f"worker {hung} does not end; it is killed"
    ] * (how == "stop")


def test_ctrl_c_ends_all_in_order() -> None:
    with Server() as server:
        (worker,) = server.workers_running()
        assert server.process is not None
        server.process.send_signal(signal.SIGINT)
        assert server.process.wait() == 130
        server.process = None
        assert not is_running(worker)
        assert server.lines()[-1]["message"] == "stopped" and not server.failures()


def test_pauses_of_the_machine_are_not_the_worker_s() -> None:
    pulse = Pulse(now=100.0)
    pulse.look(1, 100.5)
    pulse.look(1, 101.0)
    assert pulse.silent == 0.5
    pulse.look(1, 4000.0)
    assert pulse.silent == 0.5 + 2 * LOOK_SECONDS
    pulse.look(2, 4000.5)
    assert pulse.silent == 0.0
