"""A bank of time for each seat runs while the seat may act, earns a bonus a move, and is stored with the actions."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from math import inf

import msgspec
import pytest
from harness import GAMES, Server
from postgres import PATIENCE
from states import NOW, first_legal, new_room, planned
from world import Ear, World

from boardwalk import Match, read_record
from boardwalk.match.endings import ended_seats
from boardwalk.match.match import UNDO
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.base.settings import Runtime
from boardwalk.server.rooms.bots import RoomBots
from boardwalk.server.rooms.clock import (
    LONGEST_BANK,
    SHORTEST,
    Banks,
    lost_on_time,
    may_act,
    time_entry,
    time_left,
)
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.state import RoomState, applied, due, info, opened, respecified

BANK = {"bank_seconds": 60, "bonus_seconds": 5}


def banks_of(state: RoomState) -> Banks:
    assert isinstance(state.clock, Banks)
    return state.clock


def started(text: str, kinds: str = "", **more: int) -> tuple[RoomState, Match]:
    """A room with a bank of 60 + 5 seconds, which somebody has entered."""
    state, match = new_room(text, kinds, **BANK | more)
    if text == "fog_quoridor":  # the columns, which both choose at once
        for _ in range(2):
            match.act(*first_legal(match))
        state = opened("abc", 1, state.spec, match, 2, NOW)
    return state._replace(clock=banks_of(state).started(NOW)), match


def moved(state: RoomState, match: Match, now: float, *pairs: tuple[int, int]) -> RoomState:
    change = planned(state, match, *pairs or [first_legal(match)], now=now)
    match.commit(change.match)
    return applied(state, change, now)


# -- as a value


def test_only_the_time_of_seats_that_may_act_runs_and_only_while_somebody_is_there() -> None:
    banks = Banks(5, (60.0, 60.0), frozenset({1}), 100.0)
    assert [banks.of(seat, 130) for seat in (0, 1)] == [60, 60] and banks.remaining(130) == 0, "nobody has come"
    banks = banks.started(130)
    assert [banks.of(seat, 140) for seat in (0, 1)] == [60, 50] and banks.remaining(140) == 50
    banks = banks.stopped(140)
    assert [banks.of(seat, 999) for seat in (0, 1)] == [60, 50] and not banks.up(999)
    assert banks.started(1000).of(1, 1010) == 40


def test_a_move_earns_the_bonus_and_a_bank_holds_a_day_at_most() -> None:
    banks = Banks(5, (60.0, LONGEST_BANK - 1), frozenset({0}), 100.0, True)
    banks = banks.changed(110, {1}, moved=[0], out=[])
    assert banks.left == (55, LONGEST_BANK - 1) and banks.acting == {1} and banks.at == 110
    assert banks.changed(110, {0}, moved=[1], out=[]).left == (55, LONGEST_BANK)


def test_time_is_up_until_the_seat_has_lost() -> None:
    banks = Banks(5, (60.0, 60.0, 60.0), frozenset({0, 2}), 100.0, True)
    assert banks.up(159.9) == () and banks.up(160) == (0, 2)
    assert banks.of(0, 161) == SHORTEST == banks.remaining(161)
    banks = banks.changed(161, {0, 2}, moved=[], out=[0])
    assert banks.left[0] == 0 == banks.of(0, 170) and 0 not in banks.up(170), "once"
    assert banks.changed(170, {0, 2}, moved=[0], out=[]).left[0] == 0, "an idle action earns nothing"


def test_seats_that_choose_at_once_each_run_their_own_time() -> None:
    banks = Banks(5, (60.0, 60.0, 60.0), frozenset({0, 1, 2}), 100.0, True)
    banks = banks.changed(110, {0, 2}, moved=[1], out=[])
    assert [banks.of(seat, 130) for seat in range(3)] == [30, 55, 30] and banks.remaining(130) == 30


def test_a_bot_decides_within_a_part_of_its_time() -> None:
    banks = Banks(4, (60.0, 0.0))
    assert banks.share(0) == 4 and banks.share(1) == 0, "a seat that has lost on time does not think"


def test_what_the_log_says_of_the_time_is_no_action() -> None:
    for left in (0.0, 0.01, 59.983, LONGEST_BANK):
        seat, action = time_entry(1, left)
        assert seat == 1 and time_left(action) == pytest.approx(left) and -(2**31) < action < UNDO - 1
    assert [time_left(action) for action in (-2, -1, 0, 7)] == [None] * 4


# -- in a room


def test_a_move_ends_the_time_of_its_seat_and_begins_that_of_the_other() -> None:
    state, match = started("fog_quoridor")
    assert due(state, match, True, NOW + 59.9).flags == ()
    state = moved(state, match, NOW + 10)
    assert banks_of(state).left == (55, 60) and banks_of(state).acting == {1}
    state = moved(state, match, NOW + 30)
    assert banks_of(state).left == (55, 45) and banks_of(state).acting == {0}
    told = info(state, {0, 1}, 0, NOW + 42)
    assert told.clock is not None and (told.clock.left, told.clock.running) == ([43, 45], [0])
    assert (told.bank_seconds, told.bonus_seconds) == (60, 5)


@pytest.mark.rule("RB-21")
def test_each_of_several_programs_has_its_own_time() -> None:
    state, match = started("robo_rally(robots=3)")
    assert banks_of(state).acting == {0, 1, 2}
    program = [(2, match.view(2).legal[slot % 2]) for slot in range(5)]
    early = planned(state, match, *program[:4], now=NOW + 5)
    assert not early.tells_time and early.banks and early.banks.left[2] == 55, "nobody notices part of a program"
    change = planned(state, match, *program, now=NOW + 10)
    assert change.tells_time and change.entries[:-1] == change.pairs
    state = moved(state, match, NOW + 10, *program)
    assert banks_of(state).left == (50, 50, 55) and banks_of(state).acting == {0, 1}
    for seat in (0, 1):
        state = moved(state, match, NOW + 20, *[(seat, action) for _, action in program])
    assert banks_of(state).left == (45, 45, 55), "the last one earns its bonus too: the next round is another turn"
    assert banks_of(state).acting == {0, 1, 2}


def test_who_may_act_is_the_same_before_and_after_a_change() -> None:
    for text in ("robo_rally(robots=3)", "fog_quoridor", "capture_the_flag(players=2)"):
        _, match = new_room(text)
        for _ in range(40):
            after = match.attempt([first_legal(match)]).after
            match.act(*first_legal(match))
            if match.over:
                break
            seats = range(len(match.table.seats))
            assert may_act(after.position, after.ahead) == {seat for seat in seats if match.own(seat).to_act == seat}


def test_the_store_being_slow_costs_nobody_time() -> None:
    state, match = started("fog_quoridor")
    change = planned(state, match, first_legal(match), now=NOW + 10)
    match.commit(change.match)
    banks = banks_of(applied(state, change, NOW + 14))
    assert banks.left == (55, 60) and banks.at == NOW + 14
    left = applied(state._replace(clock=banks_of(state).stopped(NOW + 12)), change, NOW + 14)
    assert not banks_of(left).running, "the last client left meanwhile"


def test_whose_time_is_up_loses_and_acts_no_more() -> None:
    state, match = started("fog_quoridor")
    late = NOW + 60
    assert due(state, match, True, late).flags == (0,)
    assert due(state, match, False, late).flags == ()
    with pytest.raises(RefusedError, match="your time is up"):
        planned(state, match, first_legal(match), now=late)
    state = moved(state, match, late, lost_on_time(match, 0))
    assert state.phase == "over" and match.scores == (-1, 1)
    told = info(state, (), 0, late + 100)
    assert told.scores == [-1, 1] and told.clock is not None and (told.clock.left, told.clock.running) == ([0, 60], [])


def test_a_rated_game_that_is_lost_on_time_counts() -> None:
    state, match = new_room("fog_quoridor", rated=True, players=["ann", "ben"], **BANK)
    state = state._replace(clock=banks_of(state).started(NOW))
    (result,) = planned(state, match, lost_on_time(match, 1), now=NOW + 60).results
    assert [standing.score for standing in result.standings] == [1, -1]  # type: ignore[attr-defined]


def test_with_more_seats_who_has_lost_on_time_is_acted_for() -> None:
    state, match = started("robo_rally(robots=3)")
    state = moved(state, match, NOW + 60, lost_on_time(match, 1))
    assert state.phase == "playing" and banks_of(state).left == (SHORTEST, 0, SHORTEST)
    found = due(state, match, True, NOW + 60)
    assert found.seats == (1,) and found.flags == ()


def test_moves_are_not_taken_back() -> None:
    state, match = started("fog_quoridor")
    assert not new_room("box_world", **BANK)[0].undo and new_room("box_world")[0].undo
    with pytest.raises(RefusedError, match="can't be taken back"):
        planned(state, match, (0, UNDO))


def test_the_next_game_begins_with_full_banks() -> None:
    state, match = started("fog_quoridor")
    state = moved(state, match, NOW + 10)
    spec = msgspec.structs.replace(state.spec, match=2)
    begun = respecified(state, spec, spec.new_match(state.table), NOW + 50)
    assert banks_of(begun) == Banks(5, (60.0, 60.0), frozenset({0, 1}), NOW + 50, True)


def test_rooms_without_a_bank_store_and_send_no_times() -> None:
    for more in ({}, {"turn_seconds": 30}):
        state, match = new_room("fog_quoridor", **more)
        change = planned(state, match, first_legal(match))
        assert change.entries == change.pairs and not change.tells_time and info(state, (), 0, NOW).clock is None


# -- stored, and driven


class Stopped:
    """Time that stands still unless it is moved."""

    now = 1000.0


@pytest.fixture
def world() -> Iterator[World]:
    Stopped.now = 1000.0
    made = World(Runtime(now=lambda: Stopped.now))
    yield made
    made.close()


async def act(room: Room) -> None:
    await room.play([first_legal(room.match)])


async def quoridor(world: World) -> Room:
    """A room whose columns are chosen; each seat has got its bonus for that."""
    room, _ = await world.room("fog_quoridor", True, **BANK)
    for _ in range(2):
        await act(room)
    assert banks_of(room.state).left == (65, 65)
    return room


def test_banks_are_restored_from_the_log(world: World) -> None:
    async def scene() -> None:
        room = await quoridor(world)
        Ear(room)
        for seconds in (7, 12, 4.5):
            Stopped.now += seconds
            await act(room)
        assert banks_of(room.state).left == (63.5, 58)
        Stopped.now += 20  # of a decision under way, which is not stored
        woken = await world.woken(room)
        assert banks_of(woken.state).left == (63.5, 58) and banks_of(woken.state).acting == {1}
        assert woken.state.logged == room.state.logged == 10, "each action and the time after it"
        Ear(woken)
        Stopped.now += 3
        await act(woken)
        assert banks_of(woken.state).left == (63.5, 60)
        assert woken.state.spec.record(await world.store.entries(room.name, 1)).actions == woken.match.actions

    world.run(scene())


def test_everybody_is_told_whose_time_runs(world: World) -> None:
    async def scene() -> None:
        room = await quoridor(world)
        spectator = Ear(room)
        Stopped.now += 10
        await act(room)
        told = [msgspec.json.decode(text)["room"]["clock"] for text in spectator.heard if '"type":"room"' in text]
        assert [(clock["left"], clock["running"]) for clock in told] == [([65, 65], [0]), ([60, 65], [1])]

    world.run(scene())


def flagged(world: World, room: Room) -> None:
    """Let a seat's time pass, and wait until it has lost on time."""
    Stopped.now += 1000
    world.rooms._drivers[room.name].wake()


def test_a_flag_falls_and_stays_fallen(world: World) -> None:
    async def scene() -> None:
        room = await quoridor(world)
        spectator = Ear(room)
        await act(room)
        flagged(world, room)
        while room.state.phase == "playing":
            await asyncio.sleep(0.001)
        assert room.match.scores == (1, -1)
        assert "B lost on time: A wins" in spectator.frames[-1]
        woken = await world.woken(room)
        assert woken.state.phase == "over" and banks_of(woken.state).left == (70, 0)
        assert woken.match.view(0).scene.status == "B lost on time: A wins"
        assert Match.from_record(woken.match.record()).scores == (1, -1)

    world.run(scene())


def test_who_has_lost_on_time_idles_where_the_game_has_an_idle_action(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "capture_the_flag", {"players": 2, "ticks": 12})

    async def scene() -> None:
        room, _ = await world.room("capture_the_flag", True, **BANK)
        Ear(room)
        idle, seat = room.state.table.game.play.idle, room.match.to_act
        flagged(world, room)
        while len(room.match.actions) < 2:
            await asyncio.sleep(0.001)
        assert room.state.phase == "playing" and ended_seats(room.match.position) == {seat}
        assert room.match.actions == [lost_on_time(room.match, seat)[1], idle]

    world.run(scene())


def test_a_bot_has_a_clock_too_and_hurries(world: World) -> None:
    async def scene() -> None:
        room, _ = await world.room("fog_quoridor", True, **BANK)
        await room._change(lambda spec: spec.vacate(1, "hard"))
        bots = RoomBots(room, world.rooms.pool, world.rooms.warming)
        assert bots.seconds(1) == 60 / 30 + 5 / 2 and bots.at(1) == "hard"
        room.state = room.state._replace(clock=Banks(0, (60.0, 0.3)))
        assert bots.at(1) == "easy", "there is no time to think"
        plain, _ = await world.room("fog_quoridor", True)
        assert RoomBots(plain, world.rooms.pool, world.rooms.warming).seconds(1) == inf

    world.run(scene())


def test_a_server_that_was_killed_goes_on_with_the_same_times() -> None:
    with Server() as server:
        room, tokens = server.make_room("fog_quoridor", "me me", bank_seconds=3600, bonus_seconds=7)
        with server.enter(room, *tokens.values()) as player:
            for seat in (0, 1, 0):
                player.until(lambda: player.choices(seat))  # noqa: B023
                player.act(seat, player.choices(seat)[0])
            before = player.room
        server.kill()
        server.start()
        with server.enter(room) as spectator:
            clock = spectator.room["clock"]
        assert clock["running"] == [1] == before["clock"]["running"]
        assert clock["left"][0] == pytest.approx(before["clock"]["left"][0], abs=0.001)
        assert clock["left"][1] == pytest.approx(before["clock"]["left"][1], abs=PATIENCE), "time passes"


def test_over_the_network_time_runs_out() -> None:
    """And the bot that plays against it, which has as little time, does not lose on it."""
    with Server() as server:
        room, tokens = server.make_room("fog_quoridor", "me hard", bank_seconds=1)
        with server.enter(room, *tokens.values()) as player:
            player.until(lambda: player.over)
            assert player.scenes[0]["status"] == "A lost on time: B wins"
            player.until(lambda: player.room["phase"] == "over")
            assert player.room["scores"] == [-1, 1] and player.room["clock"]["left"][0] == 0
        assert Match.from_record(read_record(json.dumps(server.ask(f"/api/rooms/{room}/record")))).scores == (-1, 1)
