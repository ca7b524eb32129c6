"""Bots in the processes of the pool: what they are shown, and what happens when one fails."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from harness import Client, Server, children, is_running, wait_for
from world import Ear, World

from boardwalk.match import Match
from boardwalk.server.base import settings
from boardwalk.server.base.settings import Settings
from boardwalk.server.rooms import bots
from boardwalk.server.rooms.bots import TICK_SHARE
from boardwalk.server.rooms.room import Room

BOTS = '''
import json, os, pathlib, random, time

from boardwalk.bots.thinking import MediumBot

FOLDER = pathlib.Path(os.environ["THINKING_TEST"])


def say(**line):
    with (FOLDER / "log").open("a") as log:
        log.write(json.dumps({"process": os.getpid(), **line}) + "\\n")


class Seeded:
    def __init__(self, seed):
        self.random = random.Random(seed)

    def choose(self, view):
        print("what a bot prints is not an answer")
        return self.random.choice(view.legal)


class Watches(Seeded):
    """Writes down all it is shown."""

    def note(self, what, view):
        line = {"state": view.position.state.to_bytes().hex(), "board": view.position.board.to_bytes().hex()}
        say(what=what, seat=view.seat, news=list(view.news), action=view.action, **line)

    def watch(self, view):
        self.note("watch", view)

    def choose(self, view):
        self.note("choose", view)
        return super().choose(view)


class Hurried(MediumBot):
    def choose(self, view):
        say(what="hurried", seconds=self.hurry)
        return super().choose(view)


class Hangs(Seeded):
    def choose(self, view):
        say(what="hangs")
        while True:
            pass


class Waits(Seeded):
    def choose(self, view):
        say(what="waits", seat=view.seat)
        while not (FOLDER / "go").exists():
            time.sleep(0.01)
        return super().choose(view)


class Dies(Seeded):
    def choose(self, view):
        say(what="dies")
        os._exit(3)


class DiesOnce(Seeded):
    def choose(self, view):
        if not (FOLDER / "died").exists():
            (FOLDER / "died").touch()
            os._exit(3)
        return super().choose(view)
'''


class Told:
    """What the bots of this package wrote down."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def lines(self) -> list[dict[str, Any]]:
        log = self.folder / "log"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Told:
    """A package with bots, which only the processes of the pool know."""
    (tmp_path / "thinking_bots.py").write_text(BOTS)
    about = tmp_path / "thinking_bots-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: thinking-bots\nVersion: 1.0\n")
    names = ("Seeded", "Watches", "Hurried", "Hangs", "Waits", "Dies", "Dies_Once")
    entries = [f"{name.lower()} = thinking_bots:{name.replace('_', '')}" for name in names]
    (about / "entry_points.txt").write_text("\n".join(["[boardwalk.bots]", *entries]) + "\n")
    monkeypatch.setenv("THINKING_TEST", str(tmp_path))
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(paths))  # for a server
    monkeypatch.syspath_prepend(tmp_path)  # for the rooms of this process
    return Told(tmp_path)


@pytest.fixture
def pool_of_one() -> Iterator[World]:
    world = World(thinkers=1, think_seconds=300.0)
    yield world
    world.close()


@pytest.fixture
def impatient() -> Iterator[World]:
    """One process, whose bots are soon taken to hang."""
    world = World(thinkers=1, think_seconds=0.5)
    yield world
    world.close()


async def play(world: World, room: Room, *bots: str) -> None:
    """Have bots play a room to its end, while somebody watches."""
    for seat, bot in enumerate(bots):
        await room._change(lambda spec, seat=seat, bot=bot: spec.vacate(seat, bot))  # type: ignore[misc]
    Ear(room)
    while room.state.phase == "playing":
        await asyncio.sleep(0.01)


def complaints(world: World) -> list[str]:
    return [line for line in world.errors.records if "moves instead" in line]


@pytest.mark.parametrize("game", ["fog_quoridor", "robo_rally", "rowdy_racers"])
def test_a_bot_that_watches_is_shown_every_view_of_its_seat(told: Told, pool_of_one: World, game: str) -> None:
    async def scene() -> Match:
        room, _ = await pool_of_one.room(game, True)
        await play(pool_of_one, room, "greedy", "watches")
        return room.match

    match = pool_of_one.run(scene())
    lines = told.lines()
    assert {line["seat"] for line in lines} == {1}
    watched = [line for line in lines if line["what"] == "watch"]
    assert len(watched) > 4
    for number, line in enumerate(watched):
        if number + 1 == len(match.steps) and match.over:
            continue
        step, view = match.steps[number], match.view(1, number)
        assert line["state"] == view.position.state.to_bytes().hex(), f"step {number}"
        assert line["board"] == view.position.board.to_bytes().hex()
        assert line["news"] == list(view.news)
        assert line["action"] == (step.action if step.seat == 1 else None)
    chosen = [line for line in lines if line["what"] == "choose"]
    assert len(chosen) == sum(step.seat == 1 for step in match.steps)
    assert not pool_of_one.errors.records


def test_a_bot_whose_process_is_gone_is_shown_all_views_again(
    told: Told, pool_of_one: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bots, "SLICE", 0.0)  # gathered view by view

    async def scene() -> Match:
        room, _ = await pool_of_one.room("fog_quoridor", True)
        playing = asyncio.ensure_future(play(pool_of_one, room, "greedy", "watches"))
        while sum(line["what"] == "choose" for line in told.lines()) < 3:
            await asyncio.sleep(0.01)
        os.kill(told.lines()[-1]["process"], signal.SIGKILL)
        await playing
        return room.match

    match = pool_of_one.run(scene())
    lines = told.lines()
    processes = list(dict.fromkeys(line["process"] for line in lines))
    assert len(processes) == 2
    again = [line["state"] for line in lines if line["process"] == processes[1] and line["what"] == "watch"]
    assert again[0] == match.view(1, 0).position.state.to_bytes().hex()
    assert again == [match.view(1, number).position.state.to_bytes().hex() for number in range(len(again))]
    assert not complaints(pool_of_one)


@pytest.mark.parametrize("bot", ["hangs", "dies"])
def test_a_bot_that_hangs_or_dies_is_tried_once_more_and_replaced(told: Told, impatient: World, bot: str) -> None:
    async def scene() -> None:
        room, _ = await impatient.room("fog_quoridor", True)
        await play(impatient, room, "greedy", bot)

    impatient.run(scene())
    assert len({line["process"] for line in told.lines()}) == len(told.lines()) == 2
    (complaint,) = complaints(impatient)
    assert f"the bot {bot} is replaced for the rest of the game" in complaint and "easy moves instead" in complaint


def test_a_bot_whose_process_dies_once_makes_its_move(told: Told, pool_of_one: World) -> None:
    async def scene() -> None:
        room, _ = await pool_of_one.room("fog_quoridor", True)
        await play(pool_of_one, room, "greedy", "dies_once")

    pool_of_one.run(scene())
    assert (told.folder / "died").exists() and not complaints(pool_of_one)


def test_a_bot_that_hangs_does_not_hold_a_live_game(told: Told, impatient: World) -> None:
    async def scene() -> None:
        room, _ = await impatient.room("capture_the_flag", True, tick_ms=50)
        await play(impatient, room, "seeded", "hangs")
        assert len(room.match.actions) == 24

    impatient.run(scene())


def test_the_bots_of_a_live_game_share_a_tick(told: Told, pool_of_one: World) -> None:
    async def scene() -> None:
        while not told.lines():  # a game is over before the search is compiled
            room, _ = await pool_of_one.room("capture_the_flag", True, tick_ms=100)
            await play(pool_of_one, room, "hurried", "hurried")

    pool_of_one.run(scene())
    assert not pool_of_one.errors.records
    assert [line["seconds"] for line in told.lines()] == pytest.approx([TICK_SHARE * 0.1 / 2] * len(told.lines()))


def test_the_same_room_is_played_the_same_by_its_bots(told: Told, pool_of_one: World) -> None:
    async def scene(bot: str) -> list[int]:
        room, _ = await pool_of_one.room("rowdy_racers", True)
        await play(pool_of_one, room, bot, bot)
        return room.match.actions

    for bot in ("seeded", "random", "greedy", "beginner"):
        assert pool_of_one.run(scene(bot)) == pool_of_one.run(scene(bot))


def test_no_process_is_started_before_it_is_needed(told: Told, world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("rowdy_racers", True)
        await play(world, room, "greedy", "random")

    world.run(scene())
    assert not world.rooms.pool._idle and not world.rooms.pool._tasks


# -- the whole server


@pytest.mark.parametrize("how", ["stop", "kill"])
def test_no_process_outlives_the_server(told: Told, how: str) -> None:
    """Not even one that hangs."""
    with Server(thinkers=2) as server:
        (worker,) = server.workers_running()
        assert not children(worker)
        for _ in range(2):
            room, _ = server.make_room("fog_quoridor", "hangs hangs")
            server.enter(room)
        wait_for(lambda: len(told.lines()) == 2)
        thinking = {line["process"] for line in told.lines()}
        assert set(children(worker)) == thinking and len(thinking) == 2
        getattr(server, how)()
        wait_for(lambda: not any(map(is_running, thinking)))


def test_a_guest_is_served_before_the_crowd_of_another_address(told: Told) -> None:
    with Server(thinkers=1, proxies=["127.0.0.1"]) as server, ExitStack() as clients:

        def enter(seats: str, address: str) -> None:
            room, tokens = server.make_room("fog_quoridor", seats)
            client = clients.enter_context(Client(server, room, tokens.values()))
            client.headers = {"X-Forwarded-For": address}
            client.connect()

        def waiting() -> float:
            lines = server.get("/metrics")[1].decode().splitlines()
            return next(float(line.split()[1]) for line in lines if line.startswith("boardwalk_pool_waiting "))

        for _ in range(4):
            enter("me waits", "10.0.0.1")
        wait_for(lambda: waiting() == 3 and len(told.lines()) == 1)
        enter("waits me", "10.0.0.2")
        wait_for(lambda: waiting() == 4)
        (told.folder / "go").touch()
        wait_for(lambda: len(told.lines()) >= 3)
        assert [line["seat"] for line in told.lines()[:3]] == [1, 0, 1]


def test_the_pool_is_measured(told: Told) -> None:
    with Server() as server:
        room, _ = server.make_room("rowdy_racers", "seeded greedy")
        with server.enter(room) as watcher:
            watcher.until(lambda: watcher.over)
        text = server.get("/metrics")[1].decode()
        counts = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        assert float(counts['boardwalk_pool_seconds_count{kind="seats"}']) > 2
        assert float(counts["boardwalk_pool_processes"]) == 1 and float(counts["boardwalk_pool_waiting"]) == 0
        assert not server.failures()


def test_one_core_is_left_to_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that people's actions need not wait for bots that think."""
    processes = {}
    for count in (1, 2, 9):
        monkeypatch.setattr(settings, "cores", lambda count=count: count)
        processes[count] = [Settings().thinking_processes(workers) for workers in (1, 2, 4)]
    assert processes == {1: [1, 1, 1], 2: [1, 1, 1], 9: [8, 4, 2]}
    assert Settings(thinkers=3).thinking_processes(2) == 3
