"""Games are played before their rules are compiled; what needs compiled code waits for it, and says how long."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from typing import Any

import pytest
from harness import GAMES
from world import Ear, World

import boardwalk
from boardwalk.contract import adaptive, compiling
from boardwalk.contract.adaptive import AdaptiveRules, Loaded, Loading
from boardwalk.engine import background
from boardwalk.engine.background import Progress, Wanted
from boardwalk.match.match import UNDO
from boardwalk.search import thinker
from boardwalk.server.rooms import bots, warming
from boardwalk.server.rooms.bots import MovedOnError
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.warming import Warming
from boardwalk.server.workers.messages import Analysed, BotRequest, Chosen
from boardwalk.server.workers.pool import PoolRequest

TABLE = "connect_four"


class Compiler:
    """Stands for the process in the background: it compiles when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[Wanted] = []
        self.starts = 0
        self.is_done = self.has_finished = self.has_failed = False
        monkeypatch.setenv(background.VARIABLE, background.BACKGROUND)
        monkeypatch.setattr(warming, "EVERY", 0.001)
        monkeypatch.setattr(background, "ask", self._ask)
        monkeypatch.setattr(background, "start", self._start)
        names = [Wanted(str(boardwalk.table(game, options)), True).path.name for game, options in GAMES.items()]
        monkeypatch.setattr(background, "has_finished", lambda: self.has_finished)
        monkeypatch.setattr(background, "progress", lambda: Progress("…", 0, 2, 99.0, dict.fromkeys(names, 12.4)))
        monkeypatch.setattr(Wanted, "is_done", property(lambda _: self.is_done))
        monkeypatch.setattr(compiling, "is_compiled", lambda table: self.is_done)
        monkeypatch.setattr(thinker, "is_prepared", lambda table: self.is_done)
        monkeypatch.setattr(adaptive, "_loaded", lambda *key: Loaded())
        monkeypatch.setattr(Loading, "by_itself", False)

    def _ask(self, table: str, *, search: bool = False, everything: bool = False) -> Wanted:
        assert everything
        self.asked.append(Wanted(table, search))
        return self.asked[-1]

    def _start(self, *, everything: bool) -> bool:
        assert everything
        self.starts += 1
        return not self.has_failed


class FirstMove:
    """A pool whose bots make the first legal move."""

    def __init__(self) -> None:
        self.asked: list[BotRequest] = []

    async def answer(self, request: PoolRequest) -> Any:
        message = await request.message(1, whole=False)
        assert isinstance(message, BotRequest)
        self.asked.append(message)
        match = request.match  # type: ignore[attr-defined]
        return Chosen(match.view(message.seat).legal[0], False) if message.bot else Analysed(b"{}", False)

    async def close(self) -> None:
        pass


@pytest.fixture
def compiler(monkeypatch: pytest.MonkeyPatch) -> Compiler:
    return Compiler(monkeypatch)


@pytest.fixture
def pool(compiler: Compiler, world: World) -> Iterator[FirstMove]:
    made = FirstMove()
    world.rooms.pool = made  # type: ignore[assignment]
    yield made
    assert not world.errors.records


async def room_with(world: World, bot: str, **more: Any) -> Room:
    room, _ = await world.room("fog_quoridor", True, **more)
    await room._change(lambda spec: spec.vacate(1, bot))
    return room


async def until(condition: Any) -> None:
    while not condition():
        await asyncio.sleep(0.001)


def warmings(ear: Ear) -> list[str]:
    """What the room told of waiting, each change once."""
    told = [message["room"]["warming"] for text in ear.heard if (message := json.loads(text))["type"] == "room"]
    return [one for one, before in zip(told, [None, *told], strict=False) if one != before]


@pytest.mark.parametrize("bot", ["beginner", "medium", "hard"])
def test_a_bot_that_searches_warms_up_and_then_plays_by_itself(
    world: World, compiler: Compiler, pool: FirstMove, bot: str
) -> None:
    async def scene() -> None:
        room = await room_with(world, bot)
        ear = Ear(room, 0)
        await room.play([(0, room.match.view(0).legal[0])])
        await until(lambda: room.warming)
        assert room.warming == f"{bot.capitalize()} is warming up: 12 s"
        assert not pool.asked
        assert compiler.asked == [Wanted(str(room.state.table)), Wanted(str(room.state.table), search=True)]
        compiler.is_done = True
        await until(lambda: room.match.to_act == 0)
        assert [one.bot for one in pool.asked] == [bot]
        assert warmings(ear) == ["", f"{bot.capitalize()} is warming up: 12 s", ""]

    world.run(scene())


def test_a_bot_does_not_wait_for_a_process_that_fails(world: World, compiler: Compiler, pool: FirstMove) -> None:
    """Then the process that searches compiles."""
    compiler.has_failed = True

    async def scene() -> None:
        room = await room_with(world, "hard")
        Ear(room, 0)
        await room.play([(0, room.match.view(0).legal[0])])
        await until(lambda: room.match.to_act == 0)
        assert [one.bot for one in pool.asked] == ["hard"]

    world.run(scene())


@pytest.mark.parametrize("clock", [{"turn_seconds": 1000}, {"bank_seconds": 1000}])
def test_the_clock_stops_while_a_bot_warms_up(
    world: World, compiler: Compiler, pool: FirstMove, clock: dict[str, int]
) -> None:
    async def scene() -> None:
        room = await room_with(world, "hard", **clock)
        Ear(room, 0)

        def runs() -> bool:
            assert room.state.clock
            return room.state.clock.running

        assert runs()
        await room.play([(0, room.match.view(0).legal[0])])
        await until(lambda: room.warming)
        assert not runs()
        Ear(room, 0)
        compiler.is_done = True
        await until(lambda: room.match.to_act == 0)
        assert runs() and not room.warming

    world.run(scene())


def test_a_hint_warms_up_too(world: World, compiler: Compiler, pool: FirstMove) -> None:
    async def scene() -> None:
        room, _ = await world.room("fog_quoridor", True)
        ear = Ear(room, 0)
        hint = asyncio.ensure_future(world.rooms.hint(room, 0, ""))
        await until(lambda: room.warming)
        compiler.is_done = True
        assert await hint == b"{}"
        assert warmings(ear) == ["", "The hint is warming up: 12 s", ""]

    world.run(scene())


def test_nothing_warms_up_for_a_move_that_was_taken_back(world: World, compiler: Compiler, pool: FirstMove) -> None:
    async def scene() -> None:
        room, _ = await world.room("box_world", True)
        Ear(room, 0)
        await room.play([(0, room.match.view(0).legal[0])])
        hint = asyncio.ensure_future(world.rooms.hint(room, 0, ""))
        await until(lambda: room.warming)
        await room.play([(0, UNDO)])
        with pytest.raises(MovedOnError):
            await hint
        assert not room.warming and not pool.asked

    world.run(scene())


def test_easy_plays_in_the_pool_until_its_rule_is_loaded(
    world: World, compiler: Compiler, pool: FirstMove, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Interpreted it may take long on a big board."""
    monkeypatch.setattr(bots, "quick_choice", lambda view, bot, seed: view.legal[-1])

    async def scene() -> None:
        room = await room_with(world, "easy")
        Ear(room, 0)
        rules = room.match.rules
        assert isinstance(rules, AdaptiveRules)
        for _ in range(2):
            await room.play([(0, room.match.view(0).legal[0])])
            await until(lambda: room.match.to_act == 0)
        first, second = pool.asked
        assert (first.bot, second.bot) == ("easy", "easy")
        assert first.seed != second.seed  # it remembers nothing, so each move has a seed of its own
        rules._loaded.functions["greedy"] = lambda *_: pytest.fail("this test chooses otherwise")
        await room.play([(0, room.match.view(0).legal[0])])
        await until(lambda: room.match.to_act == 0)
        assert len(pool.asked) == 2

    world.run(scene())


def test_the_tables_that_are_played_are_asked_for_once_and_loaded(
    compiler: Compiler, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, kept, loads = boardwalk.table(TABLE), Warming(), []
    kept.add(table)
    monkeypatch.setattr(table.rules, "load", lambda *names: bool(loads.append(names)))
    for looks in (1, 2):
        asyncio.run(kept.look())
        assert compiler.asked == [Wanted(TABLE)]
        assert compiler.starts == looks
        assert loads == [compiling.match_rules(table)] * looks
    compiler.has_finished = True
    asyncio.run(kept.look())
    asyncio.run(kept.look())
    assert (compiler.starts, len(loads)) == (3, 4)


def test_rules_that_are_compiled_first_need_nothing(compiler: Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(background.VARIABLE, background.FIRST)
    kept, table = Warming(), boardwalk.table(TABLE)
    compiler.has_finished = True
    kept.add(table)
    asyncio.run(kept.look())
    assert not kept._tables and not compiler.asked
