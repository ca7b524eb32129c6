"""What a room keeps in memory: inputs end with their match, and a room that nobody is connected to stands still."""

from __future__ import annotations

import asyncio

import pytest
from world import Ear, World

from boardwalk.server.base.errors import RefusedError
from boardwalk.server.rooms.connections import Input, Inputs
from boardwalk.server.rooms.driver import Driver
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.state import has_ticked

NEVER_MS = 10**9
MOVE = 3  # not the idle action


def driver_of(room: Room, world: World) -> Driver:
    """One that does nothing by itself."""
    return Driver(room, world.rooms.settings, world.rooms.pool, world.rooms.warming, lambda: None)


def test_inputs_do_not_outlive_their_match(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
        while room.state.phase == "playing":
            await driver_of(room, world)._tick()
        room.inputs = Inputs({0: 5})  # came while the last tick was stored
        await room.ready(0, True)
        await room.ready(1, True)
        assert room.state.spec.match == 2 and room.inputs == Inputs()

    world.run(scene())


def test_inputs_that_no_tick_has_used_are_refused(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
        ear = Ear(room)
        while room.state.phase == "playing":
            room.queue(Input(0, MOVE, ear, 7))
            room.take_inputs()  # so that no tick uses it
            await driver_of(room, world)._tick()
        assert not room.inputs.pending
        answers = [text for text in ear.heard if '"id":7' in text]
        assert answers and all("refused" in answer for answer in answers)

    world.run(scene())


def test_nothing_happens_in_a_room_that_nobody_is_connected_to(world: World) -> None:
    """Bots, ticks and clocks wait for somebody to come (CF-17)."""

    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=1)
        driver = world.rooms._drivers[room.name]
        assert room.match.actions == [] and driver._task is None
        spectator = Ear(room)
        while len(room.match.actions) < 4:
            await asyncio.sleep(0.001)
        room.leave(spectator)
        while driver._task is not None:
            await asyncio.sleep(0.001)
        assert not driver._woken and driver._alarm is None

    world.run(scene())


def test_a_bot_does_not_move_in_a_match_it_has_not_thought_about(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The match it thinks about ends, and the next one has a step of the same number."""

    async def scene() -> None:
        room, _ = await world.room("rowdy_racers", True)
        first = room.match
        bot, revision = first.to_act, first.revision
        await room._change(lambda spec: spec.vacate(bot, "greedy"))
        resign = room.state.table.game.event("resign")
        assert resign is not None

        async def begin_another_meanwhile(*_: object) -> int:
            await room.play([(bot, room.match.position.event(resign, bot))])
            await room.ready(1 - bot, True)
            assert room.match is not first and (room.match.to_act, room.match.revision) == (bot, revision)
            return room.match.view(bot).legal[0]  # what it chose for the match before may be legal here too

        monkeypatch.setattr(asyncio, "to_thread", begin_another_meanwhile)
        del world.rooms._drivers[room.name]
        Ear(room, 1 - bot)
        await driver_of(room, world)._one_step()
        assert room.match.actions == []

    world.run(scene())


def test_a_seat_that_was_given_up_from_another_connection_is_not_given_up_again(world: World) -> None:
    """Who has taken it since keeps it."""

    async def scene() -> None:
        room, _ = await world.room("fog_quoridor", False)
        tabs = [Ear(room, 1), Ear(room, 1)]
        tabs[1].stop()
        room.connections.remove(tabs[1])  # but what it has sent is still to be carried out
        await room.give_up(1, tabs[0])
        await room.join("Bob", 1)
        with pytest.raises(RefusedError, match="that seat is not yours"):
            await room.give_up(1, tabs[1])
        assert room.state.spec.seats[1].name == "Bob"

    world.run(scene())


@pytest.mark.rule("CF-17")
def test_a_live_game_counts_down_before_its_first_tick_and_never_again() -> None:
    """Also where another process takes the room over before that tick."""
    world = World(countdown=3600.0)

    async def scene() -> None:
        name = (await world.room("capture_the_flag", True, tick_ms=1))[0].name
        for _ in range(2):
            room = await world.rooms.open(name)
            assert room is not None
            spectator = Ear(room)
            while not room.state.starts_at:
                await asyncio.sleep(0.001)
            assert room.match.actions == [] and 3590 < room.info().starts_in <= 3600
            assert '"starts_in":3' in spectator.heard[-1], "everybody is told"
            world.rooms._unload(room)
        await driver_of(room, world)._tick()
        begun = await world.rooms.open(name)
        assert begun is not None and has_ticked(begun.match)
        ticks = len(begun.match.actions)
        Ear(begun)
        while len(begun.match.actions) == ticks:
            await asyncio.sleep(0.001)
        assert begun.info().starts_in == 0

    world.run(scene())
    world.close()
