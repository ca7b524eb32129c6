"""Nobody is sent what its seat may not know: everything sent is byte for byte the same when that is changed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import pytest
from harness import Server
from world import Ear, World, token

from boardwalk import Match
from boardwalk.contract import registry
from boardwalk.contract.game import Position, Table
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import MatchRecord
from boardwalk.server.base.settings import SYSTEM, Runtime, Settings
from boardwalk.server.rooms.room import Room
from boardwalk.server.rooms.spec import Kind, RoomSpec, Seat, hash_token
from boardwalk.server.rooms.state import opened


class Yes:
    """A store that takes everything and keeps nothing."""

    shared = False
    author = "nobody"

    async def append(self, *_: object, **more: object) -> bool:
        return True


def room_of(match: Match, *views: int) -> tuple[Room, list[Ear]]:
    """A room as the server has it, where this match is on, and somebody at each of these views."""
    game = match.table.game.name
    seats = [
        Seat(kind=Kind.PERSON, name=name, key=hash_token(token(game, number)))
        for number, name in enumerate(match.table.seats)
    ]
    spec = RoomSpec(game=game, options={}, seed=match.seed, seats=seats, defaults=[""] * len(seats), started=True)
    room = Room(opened("secret", 1, spec, match, 0, 0.0), match, Yes(), Settings(), SYSTEM)  # type: ignore[arg-type]
    return room, [Ear(room, view) for view in views]


def act(room: Room, seat: int, action: int) -> None:
    asyncio.run(room.play([(seat, action)]))


# -- programs chosen in secret (RB-21)

SLOTS = 5


def programs(chance: random.Random, robots: int, letters: int) -> list[list[int]]:
    """A program for each robot, no letter twice in a row (RB-3)."""
    made = []
    for _ in range(robots):
        program: list[int] = []
        while len(program) < SLOTS:
            letter = chance.randrange(letters)
            if not program or program[-1] != letter:
                program.append(letter)
        made.append(program)
    return made


@pytest.mark.parametrize("seed", range(24))
def test_programs_are_secret_until_all_are_chosen(seed: int) -> None:
    chance = random.Random(seed)
    robots = chance.randint(2, 4)
    table = registry.game("robo_rally").table({"robots": robots, "board": "maelstrom"})
    prefix = [programs(chance, robots, table.actions) for _ in range(chance.randint(0, 2))]
    match = Match(table, seed)
    for chosen in prefix:
        for robot, program in enumerate(chosen):
            for letter in program:
                match.act(robot, letter)
    viewer = chance.choice([*range(robots), AUDIENCE])
    ones, others = (programs(chance, robots, table.actions) for _ in range(2))
    if viewer >= 0:
        others[viewer] = ones[viewer]
    assert ones != others
    order = [robot for robot in range(robots) for _ in range(SLOTS)]
    chance.shuffle(order)
    worlds = [room_of(match.copy(), viewer) for _ in range(2)]
    for step, robot in enumerate(order):
        slot = order[:step].count(robot)
        last = step == len(order) - 1
        if last:
            before = [list(ear.frames) for _, (ear,) in worlds]
        for (room, _), chosen in zip(worlds, (ones, others), strict=True):
            act(room, robot, chosen[robot][slot])
    assert before[0] == before[1]
    assert len(before[0]) > 2
    heard = ["".join(ear.frames) for _, (ear,) in worlds]
    assert heard[0] != heard[1], "then they are revealed"


# -- what lies in the fog, grenades, and what chance will bring


def in_another_world(match: Match, viewer: int, chance: random.Random) -> Match | None:
    """The match with all changed that the viewer does not know; None if what was guessed does not fit."""
    rules = match.rules
    guesser = viewer if viewer >= 0 else chance.randrange(len(match.table.seats))
    seen = rules.concealed(match.position, guesser)
    guess = rules.determinized(seen, guesser, chance.getrandbits(32))
    if chance.random() < 0.5:  # the same chances, so that the same happens next
        guess.state.array["rng"] = match.position.state.array["rng"]
    if rules.concealed(guess, viewer).state != rules.concealed(match.position, viewer).state:
        return None
    other = match.copy()
    other.position = Position(match.table, match.position.board, guess.state)
    other.steps.keep(guess)
    return other


def random_steps(table: Table, seed: int, most: int) -> Iterator[tuple[Match, int, int]]:
    """A random game: the match before each action, who takes it, and which."""
    chance = random.Random(seed)
    match = Match(table, seed)
    for _ in range(most):
        if match.over:
            return
        action = chance.choice(match.view(match.to_act).legal)
        yield match, match.to_act, action
        match.act(match.to_act, action)


SECRETS = [
    ("fog_quoridor", {"turns": 120}),
    ("fog_quoridor", {"turns": 120, "walls": "open"}),
    ("fog_quoridor", {"turns": 120, "fog": "off"}),
    ("rowdy_racers", {"turns": 60, "failures": 2.0}),
]


@pytest.mark.parametrize(("game", "options"), SECRETS, ids=str)
def test_what_is_sent_does_not_depend_on_what_is_hidden(game: str, options: dict[str, Any]) -> None:
    table = registry.game(game).table(options)
    counts = {"compared": 0, "changed": 0, "told apart": 0, "did not fit": 0}
    for seed in range(6):
        chance = random.Random(seed)
        for match, seat, action in random_steps(table, seed, 60):
            viewer = chance.choice([*range(len(table.seats)), AUDIENCE])
            other = in_another_world(match, viewer, chance)
            if other is None:
                counts["did not fit"] += 1
                continue
            compare(match.copy(), other, viewer, seat, action, counts)
    assert counts["compared"] > 150 and counts["changed"] > 100, counts
    assert counts["did not fit"] < counts["compared"] / 4, counts


def compare(match: Match, other: Match, viewer: int, seat: int, action: int, counts: dict[str, int]) -> None:
    """Somebody comes in, an action is taken: the same is sent in both worlds, unless it told the viewer which it is."""
    rules = match.rules
    legal = other.view(seat).legal
    if action not in legal:
        action = legal[0]
        if action not in match.view(seat).legal:
            return
    counts["compared"] += 1
    counts["changed"] += other.position.state.to_bytes() != match.position.state.to_bytes()
    before = rules.concealed(match.position, viewer).state
    worlds = [room_of(world, viewer) for world in (match, other)]
    (_, (ear,)), (_, (twin,)) = worlds
    assert ear.heard == twin.heard and len(ear.frames) == 1
    steps = len(match.steps)
    for room, _ in worlds:
        act(room, seat, action)
    rooms = [room for room, _ in worlds]
    seen = [rules.concealed(room.match.position, viewer).state for room in rooms]
    if seen[0] != seen[1] or steps_seen(rooms[0], viewer) != steps_seen(rooms[1], viewer):
        counts["told apart"] += 1
        return
    assert ear.heard == twin.heard
    if seen[0] == before and len(rooms[0].match.steps) == steps + 1:
        assert len(ear.frames) <= 2


def steps_seen(room: Room, viewer: int) -> Sequence[bytes]:
    """What the viewer saw on the way, with nothing that it did not see."""
    match = room.match
    last = len(match.steps) - 1
    states = [
        match.rules.concealed(match.at(number), viewer).state.to_bytes() for number in range(max(last - 6, 0), last)
    ]
    return list(dict.fromkeys(states))


# -- turn clocks

TURN_SECONDS = 30


class Stopped:
    """Time that stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 1000.0


@pytest.fixture
def clock() -> Stopped:
    return Stopped()


@pytest.fixture
def world(clock: Stopped) -> Iterator[World]:
    """Rooms that live by this clock."""
    made = World(Runtime(now=lambda: clock.now))
    yield made
    made.close()


async def before_a_refusal(world: World, **times: int) -> tuple[Room, int, int, int]:
    """A room of Fog Quoridor with a clock, the seat to act, an action of it that will be refused in secret, and
    one that ends its turn, whether or not the other has been tried before."""
    room, _ = await world.room("fog_quoridor", True, **times or {"turn_seconds": TURN_SECONDS})
    for seed in range(200):
        chance, match = random.Random(seed), Match(room.state.table, room.state.spec.seed)
        while not match.over:
            seat = match.to_act
            action = chance.choice(match.view(seat).legal)
            trial = match.copy()
            trial.act(seat, action)
            if trial.to_act == seat and len(trial.steps) == len(match.steps) + 1:
                ending = trial.view(seat).legal[0]
                ends = [one.copy() for one in (match, trial)]
                for one in ends:
                    one.act(seat, ending)
                if all(one.to_act == 1 - seat for one in ends):
                    await room.play([(step.seat, step.action) for step in match.steps if step.seat >= 0])
                    return room, seat, action, ending
            match.act(seat, action)
    raise AssertionError("no action was refused in secret")


async def heard_by_others(
    world: World, clock: Stopped, attempt: bool, times: dict[str, int]
) -> tuple[int, list[list[str]]]:
    """All that the opponent and a spectator are sent during a turn, by connections that stay and by new ones after
    each event; and how many steps the match has then."""
    clock.now = 1000.0
    room, seat, refused, ending = await before_a_refusal(world, **times)
    ears: list[Ear] = []

    def reconnect() -> None:
        for view in (1 - seat, AUDIENCE):
            ears.append(Ear(room, view))

    reconnect()
    clock.now += 7
    if attempt:
        await room.play([(seat, refused)])
    reconnect()
    clock.now += 5
    reconnect()
    await room.play([(seat, ending)])
    reconnect()
    room.connections.clear()
    return len(room.match.steps), [[text.replace(room.name, "") for text in ear.heard] for ear in ears]


@pytest.mark.rule("FQ-17")
@pytest.mark.parametrize(
    ("times", "deadlines"),
    [
        ({"turn_seconds": TURN_SECONDS}, [30, 30, 23, 23, 18, 18, 30, 30]),
        ({"bank_seconds": 60, "bonus_seconds": 9}, [69, 69, 62, 62, 57, 57, 69, 69]),
    ],
)
def test_the_clock_does_not_tell_of_a_refusal(
    world: World, clock: Stopped, times: dict[str, int], deadlines: list[int]
) -> None:
    (steps, with_refusal), (fewer, without) = (
        world.run(heard_by_others(world, clock, attempt, times)) for attempt in (True, False)
    )
    assert steps == fewer + 1
    assert with_refusal == without
    first = [next(text for text in heard if '"type":"frames"' in text) for heard in without]
    assert [msgspec.json.decode(text)["deadline"] for text in first] == deadlines


def time_is_up(room: Room, clock: Stopped) -> bool:
    assert room.state.clock is not None
    return room.state.clock.is_up(clock.now)


@pytest.mark.rule("FQ-17")
def test_a_refused_attempt_wins_no_time(world: World, clock: Stopped) -> None:
    async def scene() -> None:
        room, seat, refused, ending = await before_a_refusal(world)
        Ear(room)
        clock.now += 20
        assert room.deadline() == 10
        await room.play([(seat, refused)])
        assert room.deadline() == 10 and not time_is_up(room, clock)
        woken = await world.woken(room)
        Ear(woken)
        assert woken.deadline() == TURN_SECONDS
        clock.now += 10
        assert time_is_up(room, clock)
        await room.play([(seat, ending)])
        assert room.deadline() == TURN_SECONDS

    world.run(scene())


# -- on the wire


@pytest.mark.parametrize("game", ["rowdy_racers", "fog_quoridor", "robo_rally"])
def test_no_seed_no_random_stream_and_no_token_on_the_wire(server: Server, game: str) -> None:
    room, tokens = server.make_room(game, "me open")
    joined = server.ask(f"/api/rooms/{room}/join", {})
    secret = {0: tokens[0], 1: joined["token"]}
    clients = [server.enter(room, secret[0]), server.enter(room, secret[1]), server.enter(room)]
    for seat in (0, 1):
        clients[seat].ask("ready", seat=seat)
    chance = random.Random(game)
    about: list[str] = []
    while True:
        for client in clients:
            client.ping()
        acting = [(client, seat) for client in clients for seat in client.ready_seats()]
        if not acting:
            break
        about.append(server.get(f"/api/rooms/{room}")[1].decode())
        client, seat = acting[0]
        client.act(seat, chance.choice(client.choices(seat)))
    sent = "\n".join([*about, *(text for client in clients for text in client.raw)])
    record = server.ask(f"/api/rooms/{room}/record")
    match = Match.from_record(MatchRecord(**record))
    numbers = {record["seed"]}
    for number in range(len(match.steps)):
        numbers |= set(match.at(number).state.rng.tolist())
    numbers = {number for number in numbers if number >= 100_000}
    assert len(numbers) >= 2 and len(sent) > 10_000
    assert not [number for number in numbers if str(number) in sent or f"{number:x}" in sent]
    database = server.folder / "games.db"
    kept = b"".join(path.read_bytes() for path in (database, database.with_name("games.db-wal"), server.log))
    for one in secret.values():
        assert one not in sent and one.encode() not in kept
    for client in clients:
        client.close()
