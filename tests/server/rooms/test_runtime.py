"""Rooms take time and chance from where they are told to: the same seed gives the same rooms."""

from __future__ import annotations

import random

from world import World

from boardwalk.server.base.settings import Runtime
from boardwalk.server.rooms.spec import RoomSpec


def played(seed: int) -> tuple[str, str, RoomSpec]:
    """A room that somebody joins and plays again in: its name, the token and its spec."""
    chance = random.Random(seed)
    world = World(Runtime(now=lambda: 1000.0, time=lambda: 1e9, random=chance))

    async def scene() -> tuple[str, str, RoomSpec]:
        room, _ = await world.room("rowdy_racers", True)
        resign = room.state.table.game.event("resign")
        assert resign is not None
        seat = room.match.to_act
        await room.play([(seat, room.match.position.event(resign, seat))])
        for one in (0, 1):
            await room.ready(one, True)
        waiting, _ = await world.room("rowdy_racers", False)
        await waiting._change(lambda spec: spec.vacate(1, ""))
        _, token = await waiting.join("Bob", 1)
        return room.name, token, room.state.spec

    try:
        found: tuple[str, str, RoomSpec] = world.run(scene())
        return found
    finally:
        world.close()


def test_the_same_seed_makes_the_same_rooms_tokens_and_games() -> None:
    one, again, other = played(1), played(1), played(2)
    assert one == again
    assert one[0] != other[0] and one[1] != other[1] and one[2].seed != other[2].seed
    assert len(one[0]) == 6 and len(one[1]) == 32
