"""The load test of the server: its clients' part of the websocket protocol, its searches and its tables."""

from __future__ import annotations

import json
import subprocess
import sys
from types import ModuleType
from typing import Any

import pytest
from websockets.frames import Frame, Opcode
from websockets.streams import StreamReader


@pytest.mark.parametrize("size", [0, 5, 125, 126, 8000])
def test_frames_that_clients_send_are_read_as_they_are(clients: ModuleType, size: int) -> None:
    reader = StreamReader()
    reader.feed_data(clients.websocket_frame(b"x" * size))
    reading = Frame.parse(reader.read_exact, mask=True)
    with pytest.raises(StopIteration) as end:
        next(reading)
    assert (end.value.value.opcode, end.value.value.data) == (Opcode.TEXT, b"x" * size)


def test_frames_of_a_server_are_split_wherever_packets_end(clients: ModuleType) -> None:
    contents = [b"", b"a" * 125, b"b" * 126, b"c" * 65_535, b"d" * 65_536, b"e"]
    data = b"".join(Frame(Opcode.TEXT, content).serialize(mask=False) for content in contents)
    for packet in (1_000, 65_536, len(data)):
        found, rest = [], b""
        for begin in range(0, len(data), packet):
            frames, rest = clients.split_frames(rest + data[begin : begin + packet])
            found += frames
        assert found == [(clients.TEXT, content) for content in contents] and rest == b""


class Scripted:
    """A load whose server holds up to a given rate."""

    def __init__(self, load: ModuleType, limit: float) -> None:
        self._load, self._limit = load, limit

    def run(self, rate: float, seconds: float = 1.0) -> Any:
        slow = 50.0 if rate <= self._limit else 500.0
        return self._load.Run(rate, rate, 1.0, slow, slow, 0.5, 0.0, 0.1, [])


@pytest.mark.parametrize("limit", [90.0, 400.0, 1000.0, 2000.0, 2600.0])
def test_the_search_comes_close_to_the_highest_rate(load: ModuleType, limit: float) -> None:
    scripted = Scripted(load, limit)
    runs = [scripted.run(500.0)]
    runs += load.search(scripted, runs[0])
    highest = load.Result(None, runs).highest
    assert highest is not None and 0.93 * limit < highest.asked <= limit


def test_only_postgresql_is_measured_with_several_workers(load: ModuleType) -> None:
    chosen = load.arguments().parse_args(["--store", "sqlite,postgresql", "--workers", "1,2", "--rooms", "7"])
    cases = [(case.store, case.workers) for case in load.chosen_cases(chosen)]
    assert cases == [("sqlite", 1), ("postgresql", 1), ("postgresql", 2)]
    with pytest.raises(SystemExit, match="not known: chess"):
        load.chosen_cases(load.arguments().parse_args(["--game", "chess"]))


def test_a_short_load_is_played_and_measured(load: ModuleType) -> None:
    command = [sys.executable, str(load.__file__), "--game", "box_world", "--rooms", "5", "--rate", "50"]
    ended = subprocess.run([*command, "--seconds", "1", "--no-search", "--json"], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    (result,) = json.loads(ended.stdout)
    (run,) = result["runs"]
    assert result["case"] == {"game": "box_world", "store": "sqlite", "workers": 1, "rooms": 5}
    assert run["errors"] == [] and run["actions_a_second"] > 10 and run["server_cpu"] > 0
    assert 0 < run["p50_ms"] <= run["p99_ms"] <= run["worst_ms"]


def test_a_load_beside_bots_that_think(load: ModuleType) -> None:
    command = [sys.executable, str(load.__file__), "--rooms", "2", "--rate", "20", "--seconds", "1", "--thinking", "1"]
    ended = subprocess.run(command, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    alone, beside = (line.split("|")[3:-1] for line in ended.stdout.splitlines() if line.startswith("| Rowdy Racers"))
    assert (int(alone[0]), float(alone[-1])) == (0, 0.0)
    assert int(beside[0]) == 1 and float(beside[-1]) > 0, "the bot has decided while the others were measured"
    assert "×" not in ended.stderr, "nothing went wrong"
