"""What people say in a room: who hears it, what can be said, how much, and how long it is kept."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from world import FakeSocket, World, hello, token

from boardwalk.engine.rules import AUDIENCE
from boardwalk.server.base.errors import RefusedError
from boardwalk.server.base.settings import Runtime
from boardwalk.server.protocol.messages import PHRASES, Allow, Ready, Say
from boardwalk.server.rooms.connections import Connection
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.session import TOO_MANY
from boardwalk.server.rooms.talk import A_MINUTE, AT_ONCE, KEPT, LONGEST

GAME = "fog_quoridor"
Scene = Callable[[Room], Any]


class Clock:
    def __init__(self) -> None:
        self.time = 100.0

    def __call__(self) -> float:
        return self.time


class Person(Connection):
    """A client at some seats of a room, or a spectator."""

    def __init__(self, room: Room, *seats: int, address: str = "") -> None:
        self.socket_ = FakeSocket(iter([]))
        super().__init__(self.socket_, address=address)  # type: ignore[arg-type]
        self.room, self.seat = room, seats[0] if seats else AUDIENCE
        room.enter(self, [token(GAME, seat) for seat in seats])

    async def say(self, phrase: str = "", text: str = "", *, seat: int | None = None, name: str = "") -> None:
        spoken_as = self.seat if seat is None else seat
        await self.room.handle(self, Say(seat=spoken_as, phrase=phrase, text=text, name=name))

    def told(self, kind: str) -> list[dict[str, Any]]:
        return [message for message in map(json.loads, self.socket_.told) if message["type"] == kind]

    @property
    def heard(self) -> list[tuple[str, str]]:
        """Who said what, since this person came."""
        return [(one["name"], one["phrase"] or one["text"]) for one in self.told("said")]

    @property
    def welcomed_with(self) -> list[str]:
        """What had been said before."""
        return [one["phrase"] or one["text"] for one in self.told("channel")[-1]["said"]]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def play(clock: Clock) -> Iterator[Callable[[Scene], Any]]:
    """Plays a scene in a room for two that has begun; the first of them has made it."""
    world = World(Runtime(now=clock))

    async def in_room(scene: Scene, free_text: bool) -> Any:
        room, _ = await world.room(GAME, True, free_text=free_text)
        room.state.spec.seats[0].maker = True
        return await scene(room)

    def run(scene: Scene, *, free_text: bool = False) -> Any:
        return world.run(in_room(scene, free_text))

    yield run
    world.close()
    assert world.errors.records == []


def test_spectators_hear_the_phrases_of_players_and_players_hear_no_spectator(play: Callable[..., Any]) -> None:
    async def scene(room: Room) -> None:
        ada, ben, eve, finn = Person(room, 0), Person(room, 1), Person(room), Person(room)
        await ada.say("hello")
        await ben.say(text="take care")
        await eve.say(text="the pawn is at c3", name="Eve")
        await finn.say("wow")
        players = [("A", "hello"), ("B", "take care")]
        assert ada.heard == ben.heard == players
        assert eve.heard == finn.heard == [("A", "hello"), ("Eve", "the pawn is at c3"), ("Spectator", "wow")]
        assert Person(room, 0).welcomed_with == ["hello", "take care"]
        assert Person(room).welcomed_with == ["hello", "the pawn is at c3", "wow"]
        everything = "".join(ada.socket_.told + ben.socket_.told + Person(room, 1).socket_.told)
        assert "c3" not in everything.replace('"c3"', ""), "by no other message either"

    play(scene, free_text=True)


def test_nobody_speaks_for_a_seat_that_is_not_held_nor_a_player_for_the_spectators(play: Callable[..., Any]) -> None:
    async def scene(room: Room) -> None:
        ada, ben, eve = Person(room, 0), Person(room, 1), Person(room)
        for person, seat in ((ada, 1), (ada, AUDIENCE), (eve, 0), (eve, -1), (ben, 7)):
            with pytest.raises(RefusedError, match="that seat is not yours"):
                await person.say("hello", seat=seat)
        with pytest.raises(RefusedError, match="that seat is not yours"):
            await room.handle(eve, Ready(seat=AUDIENCE))  # to watch lets one say something, and nothing else
        assert ada.heard == ben.heard == eve.heard == []

    play(scene)


def test_a_phrase_is_one_of_the_list_and_carries_no_text(play: Callable[..., Any]) -> None:
    async def scene(room: Room) -> None:
        ada, eve = Person(room, 0), Person(room)
        with pytest.raises(RefusedError, match="there is no such phrase"):
            await ada.say("insult")
        await ada.say("hello", "and more")
        assert [(one["phrase"], one["text"]) for one in eve.told("said")] == [("hello", "")]
        offered = eve.told("channel")[0]["phrases"]
        assert offered == json.loads(msgspec.json.encode(PHRASES)) and len({one["key"] for one in offered}) == 16

    play(scene)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("  well \t done\n", "well done"),
        ("<b>&amp;", "<b>&amp;"),
        ("a\u202eb\u200bc\u2066d\x00e\ufefff", "a b c d e f"),
        ("\N{GRINNING FACE} é", "\N{GRINNING FACE} é"),
        ("x" * LONGEST, "x" * LONGEST),
        ("x" * (LONGEST + 1), None),
        ("", None),
        (" \u200b\u202e\n", None),
    ],
)
def test_free_text_is_cleaned_as_names_are_and_short(play: Callable[..., Any], text: str, shown: str | None) -> None:
    async def scene(room: Room) -> None:
        ada, ben = Person(room, 0), Person(room, 1)
        if shown is None:
            with pytest.raises(RefusedError, match="1 to 140 characters"):
                await ada.say(text=text)
        else:
            await ada.say(text=text)
        assert [text for _, text in ben.heard] == ([] if shown is None else [shown])

    play(scene, free_text=True)


def test_the_maker_of_the_room_allows_and_forbids_free_text_in_mid_game(play: Callable[..., Any]) -> None:
    async def scene(room: Room) -> None:
        ada, ben, eve = Person(room, 0), Person(room, 1), Person(room)

        async def refused(person: Person) -> None:
            with pytest.raises(RefusedError, match="only phrases can be said in this room"):
                await person.say(text="hi")

        await refused(ada)
        await refused(eve)
        with pytest.raises(RefusedError, match="only the person who made this room"):
            await room.handle(ben, Allow(seat=1, free_text=True))
        await room.handle(ada, Allow(seat=0, free_text=True))
        assert ben.told("room")[-1]["room"]["free_text"]
        await ben.say(text="hi")
        await room.handle(ada, Allow(seat=0, free_text=False))
        assert not ben.told("room")[-1]["room"]["free_text"]
        await refused(ben)
        await ben.say("bye")
        assert ada.heard == [("B", "hi"), ("B", "bye")]

    play(scene)


def test_a_connection_and_an_address_can_say_only_so_much_and_stay_connected(
    play: Callable[..., Any], clock: Clock
) -> None:
    async def scene(room: Room) -> None:
        listening = Person(room, 1, address="10.0.0.9")

        async def spoken(person: Person) -> int:
            for count in range(A_MINUTE + AT_ONCE):
                try:
                    await person.say("hello")
                except RefusedError as error:
                    assert str(error) == "that is too much at once; wait a moment"
                    return count
            raise AssertionError("there is no limit")

        ada = Person(room, 0, address="10.0.0.1")
        assert await spoken(ada) == AT_ONCE
        clock.time += 4
        assert await spoken(ada) == 2
        said = AT_ONCE + 2
        while said < A_MINUTE:  # to come back does not help for long
            said += await spoken(Person(room, address="10.0.0.1"))
        assert said == A_MINUTE
        assert await spoken(Person(room, address="10.0.0.1")) == 0
        assert await spoken(Person(room, address="10.0.0.2")) == AT_ONCE
        clock.time += 60
        assert await spoken(ada) == AT_ONCE
        assert len(listening.heard) == 2 * AT_ONCE + 2
        assert not any(person.socket_.closed for person in (ada, listening))

    play(scene)


def test_who_comes_late_hears_the_newest_and_nothing_is_stored(play: Callable[..., Any], clock: Clock) -> None:
    async def scene(room: Room) -> tuple[list[str], list[str], bytes]:
        ada = Person(room, 0)
        for number in range(KEPT + 3):
            clock.time += 2
            await ada.say(text=f"word {number}")
        late = Person(room, 1).welcomed_with
        row = await room._store.load_room(room.name)
        assert row is not None
        other = Room(room.state, room.match, room._store, room._settings, room.runtime)  # as it is read again
        return late, Person(other, 1).welcomed_with, row.data

    late, after_sleep, stored = play(scene, free_text=True)
    assert late == [f"word {number}" for number in range(3, KEPT + 3)]
    assert after_sleep == []
    assert b"word" not in stored


def test_a_person_is_the_same_speaker_in_another_seat_and_after_a_lost_connection(play: Callable[..., Any]) -> None:
    async def scene(room: Room) -> None:
        ada, ben = Person(room, 0), Person(room, 1)
        await ada.say("hello")
        await ben.say("hello")
        await ada.say("luck")
        room.leave(ada)
        await Person(room, 0).say("thanks")
        await Person(room).say("wow")
        await Person(room).say("wow")
        first, second, third, fourth = (one["speaker"] for one in ben.told("said"))
        assert first == third == fourth != second
        assert [ben.told("channel")[0]["speakers"], Person(room, 0, 1).told("channel")[0]["speakers"]] == [
            [second],
            [first, second],
        ]
        hearing = Person(room)
        room.state.spec.seats.reverse()  # the next game
        room._follow_seats()
        assert ben.seats == (0,) and ben.told("channel")[-1]["said"], "who changes seats keeps what was said"
        await ben.say("game", seat=0)
        again = hearing.told("said")[-1]
        assert (again["speaker"], again["seat"]) == (second, 0)
        spectators = [one["speaker"] for one in hearing.told("channel")[0]["said"] if one["seat"] == AUDIENCE]
        assert len({*spectators, first, second}) == 4

    play(scene)


def test_what_is_refused_breaks_no_connection() -> None:
    """Through the session, with the limit on all messages of a connection beside that on what is said."""
    world = World()

    async def scene() -> list[dict[str, Any]]:
        room, tokens = await world.room(GAME, True)
        said = [json.dumps({"type": "say", "id": 1 + number, "seat": 0, "phrase": "hello"}) for number in range(9)]
        socket = FakeSocket(iter([hello(tokens[0]), *said, json.dumps({"type": "ping", "id": 99})]))
        await asyncio.wait_for(world.converse(socket, room.name), 60)
        return [json.loads(text) for text in socket.told]

    told = world.run(scene())
    world.close()
    assert [one["type"] for one in told if one.get("id")] == ["done"] * AT_ONCE + ["refused"] * 3 + ["pong"]
    assert TOO_MANY not in {one.get("why") for one in told}
