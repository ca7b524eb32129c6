"""What a room keeps in memory: inputs end with their match, and a room that nobody is connected to stands still."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from world import Ear, World

from boardwalk.server.base.errors import RefusedError
from boardwalk.server.rooms.driver import Driver
from boardwalk.server.rooms.room import Room

NEVER_MS = 10**9
MOVE = 3  # not the idle action


async def tick(room: Room, world: World) -> None:
    await Driver(room, world.rooms.settings, world.rooms.thinkers, lambda: None)._tick()


def test_inputs_do_not_outlive_their_match(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
        while room.phase == "playing":
            await tick(room, world)
        room.inputs.newest[0] = 5  # came while the last tick was stored
        await room.ready(0, True)
        await room.ready(1, True)
        assert room.spec.match == 2 and room.inputs.newest == {}

    world.run(scene())


def test_inputs_that_no_tick_has_used_are_refused(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
        ear = Ear(0)
        while room.phase == "playing":
            room.queue_input(0, MOVE, ear, 7)  # type: ignore[arg-type]
            room.inputs.newest.clear()  # so that no tick uses it
            await tick(room, world)
        assert not room.inputs._pending
        answers = [text for text in ear.heard if '"id":7' in text]
        assert answers and all("refused" in answer for answer in answers)

    world.run(scene())


def test_nothing_happens_in_a_room_that_nobody_is_connected_to(world: World) -> None:
    """Bots, ticks and clocks wait for somebody to come (CF-17)."""

    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=1)
        spectator = Ear(-3)
        await asyncio.sleep(0.1)
        assert room.match.actions == []
        room.enter(spectator)  # type: ignore[arg-type]
        while len(room.match.actions) < 4:
            await asyncio.sleep(0.01)
        room.leave(spectator)  # type: ignore[arg-type]
        await asyncio.sleep(0.1)  # a tick may have been under way
        count = len(room.match.actions)
        await asyncio.sleep(0.1)
        assert len(room.match.actions) == count

    world.run(scene())


def test_a_clock_stands_still_while_nobody_is_connected(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("fog_quoridor", True, turn_seconds=1)
        spectator = Ear(-3)
        room.enter(spectator)  # type: ignore[arg-type]
        room.leave(spectator)  # type: ignore[arg-type]
        await asyncio.sleep(1.1)
        assert not room.time_is_up and room.match.actions == []
        room.enter(spectator)  # type: ignore[arg-type]
        assert 0 < room.deadline() < 1
        while not room.match.actions:
            await asyncio.sleep(0.01)

    world.run(scene())


def test_a_bot_does_not_move_in_a_match_it_has_not_thought_about(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match it thinks about ends, and the next one has a step of the same number."""

    async def scene() -> None:
        room, _ = await world.room("rowdy_racers", True)
        first = room.match
        bot, mark = first.to_act, first.mark
        await room._change(lambda spec: spec.vacate(bot, "greedy"))
        resign = room.table.game.event("resign")
        assert resign is not None

        async def begin_another_meanwhile(*_: object) -> int:
            await room.play([(bot, room.match.position.event(resign, bot))])
            await room.ready(1 - bot, True)
            assert room.match is not first and (room.match.to_act, room.match.mark) == (bot, mark)
            return room.match.view(bot).legal[0]  # what it chose for the match before may be legal here too

        monkeypatch.setattr(asyncio, "to_thread", begin_another_meanwhile)
        room.connections.add(Ear(1 - bot))  # type: ignore[arg-type]
        await Driver(room, world.rooms.settings, world.rooms.thinkers, lambda: None)._one_step()
        assert room.match.actions == []

    world.run(scene())


def test_a_seat_that_was_given_up_from_another_connection_is_not_given_up_again(world: World) -> None:
    """Who has taken it since keeps it."""

    async def scene() -> None:
        room, _ = await world.room("fog_quoridor", False)
        tabs = [Ear(1), Ear(1)]
        for tab in tabs:
            tab.keys = {1: room.spec.seats[1].key}
        await room.give_up(1, tabs[0])  # type: ignore[arg-type]
        await room.join("Bob", 1)
        with pytest.raises(RefusedError, match="that seat is not yours"):
            await room.give_up(1, tabs[1])  # type: ignore[arg-type]
        assert room.spec.seats[1].name == "Bob"

    world.run(scene())


@pytest.mark.rule("CF-17")
def test_a_live_game_counts_down_before_its_first_tick_and_never_again(world: World) -> None:
    """Also where another process takes the room over before that tick."""
    settings = msgspec.structs.replace(world.rooms.settings, countdown=3600.0)

    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=1)
        for one in (room, await world.woken(room)):
            spectator = Ear(-3)
            driver = Driver(one, settings, world.rooms.thinkers, lambda: None)
            one.nudge = driver.nudge
            one.enter(spectator)  # type: ignore[arg-type]
            await asyncio.sleep(0.1)
            assert one.match.actions == [] and 3590 < one.info().starts_in <= 3600
            assert any('"starts_in":3' in message for message in spectator.heard), "everybody is told"
            one.leave(spectator)  # type: ignore[arg-type]
            await driver.stop()
        await tick(room, world)
        assert room.has_ticked and (await world.woken(room)).has_ticked
        begun = await world.woken(room)
        driver = Driver(begun, settings, world.rooms.thinkers, lambda: None)
        begun.nudge = driver.nudge
        begun.enter(Ear(-3))  # type: ignore[arg-type]
        ticks = len(begun.match.actions)
        while len(begun.match.actions) == ticks:
            await asyncio.sleep(0.01)
        assert begun.info().starts_in == 0
        await driver.stop()

    world.run(scene())
