"""What a process keeps of a room in memory does not outlive what another process has stored."""

from __future__ import annotations

import pytest
from world import Ear, World

from boardwalk.server.room import Room
from boardwalk.server.room_driver import _tick
from boardwalk.server.room_spec import RefusedError

NEVER_MS = 10**9


async def resign(room: Room) -> None:
    event = room.table.game.event("resign")
    assert event is not None
    await room.play_choice(lambda match: [(match.to_act, match.position.event(event, match.to_act))])


def test_ready_that_comes_after_another_process_began_the_game_is_refused(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("rowdy_racers", True)
        other = await world.twin(room)
        await resign(room)
        await other.catch_up()
        assert other.phase == "over"
        await room.ready(0, True)
        await room.ready(1, True)
        assert room.phase == "playing" and room.spec.match == 2
        with pytest.raises(RefusedError, match="the game is on already"):
            await other.ready(0, True)
        await room.catch_up()
        assert not any(seat.ready for seat in room.spec.seats) and room.spec.match == 2

    world.run(scene())


def test_a_bot_that_comes_after_another_process_began_the_game_is_refused(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", False)
        await room._change(lambda spec: spec.vacate(1, ""))
        other = await world.twin(room)
        await room.ready(0, True)
        assert room.phase != "waiting", "the open seat is left out"
        with pytest.raises(RefusedError, match="the game is on already"):
            await other.seat_bot(1, "greedy")

    world.run(scene())


def test_inputs_that_another_process_has_used_are_dropped(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
        other = await world.twin(room)
        for one in (room, other):
            one.inputs.newest[0] = 5  # as sent to all processes
        assert await _tick(room)
        assert room.inputs.newest == {}
        await other.catch_up()
        assert other.match.actions == room.match.actions and other.inputs.newest == {}

    world.run(scene())


def test_inputs_do_not_outlive_their_match(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
        while room.phase == "playing":
            await _tick(room)
        room.inputs.newest[0] = 5  # came while the last tick was stored
        await room.ready(0, True)
        await room.ready(1, True)
        assert room.spec.match == 2 and room.inputs.newest == {}

    world.run(scene())


def test_inputs_are_not_acknowledged_by_the_log_of_the_next_match(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, tick_ms=NEVER_MS)
        other = await world.twin(room)
        ear = Ear(0)
        await other.queue_input(0, 5, ear, 7)  # type: ignore[arg-type]
        while room.phase == "playing":
            await _tick(room)
        await room.ready(0, True)
        await room.ready(1, True)
        room.inputs.newest[0] = 5
        await _tick(room)
        assert 5 in room.match.actions
        await other.catch_up()
        (answer,) = [text for text in ear.heard if '"id":7' in text]
        assert "refused" in answer

    world.run(scene())
