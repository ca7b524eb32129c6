"""What is pickled and what is copied: games by name, tables by game string, positions by bytes, matches whole."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from importlib import import_module
from inspect import isclass, isroutine
from pkgutil import walk_packages
from types import ModuleType
from typing import Any

import cloudpickle
import msgspec
import pytest

import boardwalk
from boardwalk import Match, OptionError, TextError
from boardwalk.contract import pickling, registry
from boardwalk.contract.errors import BoardwalkError, GameError
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import View

PROGRAM = "format 1\nAda Bob\nFLFWF WFWFL\n"
GAMES = [game.name for game in registry.games()]
WAYS: dict[str, Callable[[Any], Any]] = {
    "pickle": lambda thing: pickle.loads(pickle.dumps(thing)),
    "cloudpickle": lambda thing: pickle.loads(cloudpickle.dumps(thing)),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
}


@pytest.fixture(params=list(WAYS))
def twin_of(request: pytest.FixtureRequest) -> Callable[[Any], Any]:
    pickling._laid_out.cache_clear()  # as in a process that has not seen the table yet
    return WAYS[request.param]


def played(name: str, actions: int = 6, **options: Any) -> Match:
    """A match after so many actions, each the first that is legal."""
    match = Match(boardwalk.table(name, options), seed=3)
    for _ in range(actions):
        match.act(match.to_act, match.view(match.to_act).legal[0])
    return match


def everything(match: Match) -> tuple[Any, ...]:
    """All that can be asked of a match."""
    views = [match.view(seat, number) for number in (0, -1) for seat in (*range(len(match.table.seats)), AUDIENCE)]
    queued = [match.queued(seat) for seat in range(len(match.table.seats))]
    return (
        *(match.table, match.rules.compiled, match.position, match.steps, match.revision, match.record(), match.names),
        *(match.ready, queued, match.public, views, [view.scene for view in views]),
    )


@pytest.mark.parametrize("name", GAMES)
def test_matches_positions_and_views_are_copied_whole(name: str, twin_of: Callable[[Any], Any]) -> None:
    match = played(name)
    before = everything(match)
    twin = twin_of(match)
    assert everything(twin) == before
    seat = twin.to_act
    twin.act(seat, twin.view(seat).legal[-1])
    assert everything(match) == before
    assert len(twin.steps) > len(match.steps)
    match.act(seat, match.view(seat).legal[-1])
    assert everything(match) == everything(twin)

    view = match.view(seat)
    seen = twin_of(view)
    assert isinstance(seen, View)
    assert (seen, seen.legal, seen.choices, seen.scene) == (view, view.legal, view.choices, view.scene)
    with pytest.raises(ValueError, match="read-only"):
        seen.position.board.array.view("u1")[0] = 1

    position = twin_of(match.position)
    assert position == match.position
    assert hash(position) == hash(match.position)
    position.state.to_act = -2
    assert not match.over


def test_tables_of_one_game_string_are_equal(twin_of: Callable[[Any], Any]) -> None:
    first, second = boardwalk.table("fog_quoridor(walls=open)"), boardwalk.table("fog_quoridor", {"walls": "open"})
    named = first.with_names(("Ada", "Ben"))
    assert first == second
    assert hash(first) == hash(second)
    assert first.deal(1) == second.deal(1)
    assert len({first, second, named, boardwalk.table("fog_quoridor"), boardwalk.table("box_world")}) == 4
    assert named != first  # scenes of tables are cached, and show the names
    for one in (first, named):
        assert twin_of(one) == one
        assert twin_of(one).seats == one.seats
    assert twin_of(first.game) is first.game
    assert twin_of(first.rules).table == first
    assert [twin_of(rules).compiled for rules in (first.rules, first.interpreted)] == [True, False]


def test_a_process_that_is_sent_many_positions_lays_out_their_table_once() -> None:
    sent = [pickle.dumps(Match(boardwalk.table("box_world"), seed=seed).position) for seed in range(3)]
    assert len({id(pickle.loads(one).table) for one in sent}) == 1


def test_what_was_undone_chosen_ahead_and_changed_is_copied(twin_of: Callable[[Any], Any]) -> None:
    match = played("box_world", actions=0, pack="U" + "-" * 30 + "F\n")
    match.names = ("Ada",)
    for _ in range(20):
        match.act(0, match.view(0).legal[0])
    for _ in range(20):
        match.undo()
    twin = twin_of(match)
    assert twin.revision == match.revision
    for _ in range(20):
        twin.redo()
        match.redo()
    assert everything(twin) == everything(match)

    match = played("robo_rally", actions=1, robots=2)
    other = 1 - match.to_act
    match.act(other, match.view(other).legal[0])
    assert twin_of(match).queued(other) == 1
    assert everything(twin_of(match)) == everything(match)

    position = boardwalk.write_position(played("fog_quoridor").position)
    match = Match.from_position(position, seed=1, names=["Ada", "Ben"])
    assert twin_of(match).record() == match.record()


def test_a_long_row_of_undone_actions_is_pickled() -> None:
    match = played("box_world", actions=0, pack="U---F\n")
    for turn in range(2000):
        match.act(0, match.view(0).legal[turn % 2 and -1])
    for _ in range(2000):
        match.undo()
    twin = pickle.loads(pickle.dumps(match))
    for _ in range(2000):
        twin.redo()
    assert len(twin.actions) == 2000


def test_a_change_can_still_be_adopted_when_pickled_with_its_match() -> None:
    match = played("fog_quoridor")
    change = match.attempt([(match.to_act, match.view(match.to_act).legal[0])])
    twin, changed = pickle.loads(pickle.dumps((match, change)))
    twin.commit(changed)
    match.commit(change)
    assert everything(twin) == everything(match)


def test_a_game_that_cannot_be_found_by_name_is_not_pickled() -> None:
    game = boardwalk.game("box_world")
    for name in ("box_world", "own_world"):
        own = replace(game, name=name)
        with pytest.raises(TypeError, match=f"the game '{name}' can't be pickled: .* finds by name"):
            pickle.dumps(own.table())
        match = Match(own.table(), seed=1, rules=own.table().interpreted)
        assert copy.deepcopy(match).position == match.position


def test_a_pickle_of_another_version_of_the_rules_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    game = boardwalk.game("box_world")
    pickled = pickle.dumps(game)
    monkeypatch.setattr(registry, "game", lambda name: replace(game, version=7))
    with pytest.raises(GameError, match="of version 1 of Box World's rules; this program plays version 7"):
        pickle.loads(pickled)


def errors() -> list[type[Exception]]:
    """Every exception class of the package."""
    for module in walk_packages(boardwalk.__path__, "boardwalk."):
        if not module.name.endswith("__main__"):
            with suppress(ImportError, BoardwalkError):  # an extra is not installed
                import_module(module.name)
    found, waiting = [], [Exception]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        found += [kind] if kind.__module__.startswith("boardwalk.") else []
    return found


ARGUMENTS: dict[type[Exception], tuple[Any, ...]] = {
    OptionError: ("walls", "walls must be open"),
    TextError: (2, 3, "expected a number", "a.boxes", (TextError(4, 5, "expected a level"),)),
}


def test_every_error_is_pickled() -> None:
    """`multiprocessing.Pool` waits for ever for the result of a worker whose exception can't be unpickled."""
    found = errors()
    assert len(found) > 15
    for kind in found:
        error = kind(*ARGUMENTS.get(kind, ("what is wrong",)))
        for way, twin_of in WAYS.items():
            twin = twin_of(error)
            assert type(twin) is kind, way
            assert (str(twin), repr(twin), str(vars(twin))) == (str(error), repr(error), str(vars(error))), way


def examples() -> list[Any]:
    """What games are made of, what a match of each hands out, and an object of each further class."""
    found: list[Any] = []
    for name in GAMES:
        match = played(name, actions=0)
        game, content = match.table.game, match.table.game.content
        found += [game, match, match.rules, match.position, match.view(0).choices, match.record()]
        found += [match.view(0), match.view(0).scene]
        found += [content.levels() if content.levels else (), content.challenge(1) if content.challenge else None]
        found += [kind.script(PROGRAM) for kind in content.files if kind.script]
    position, table = match.position, match.table
    judged, world = boardwalk.Judged(3, 0.5), boardwalk.World(0.5, position)
    return [
        *(*found, boardwalk.Edge(0, 0, True), boardwalk.Grid(("U-F",)), boardwalk.Mistake(0, 0, 1, "what is wrong")),
        *(boardwalk.Mistakes(), boardwalk.Fields(turns=3), boardwalk.Result("a level", "solved", {"moves": 4})),
        *(boardwalk.Analysis(0, (judged,), (3,), 10, (world,)), boardwalk.Solution((1, 2), 2, True)),
        *(boardwalk.LevelFiles("boardwalk.games.box_world", ".boxes", "pack"), boardwalk.Thinker(table)),
        *(boardwalk.Seated(boardwalk.make_bot("hard"), 0), boardwalk.make_bot("random", 1)),
    ]


def parts(thing: Any) -> Iterable[Any]:
    """What an object consists of."""
    if isinstance(thing, str | bytes | type | ModuleType) or isroutine(thing):
        return ()
    if isinstance(thing, list | tuple | dict):
        return thing.values() if isinstance(thing, dict) else thing
    if isinstance(thing, msgspec.Struct):
        return [getattr(thing, name) for name in thing.__struct_fields__]
    return list(getattr(thing, "__dict__", {}).values())


def one_of_each() -> dict[type, Any]:
    """An object of each class that the examples consist of."""
    found: dict[type, Any] = {}
    seen, waiting = {}, examples()
    while waiting:
        thing = waiting.pop()
        if id(thing) not in seen:
            seen[id(thing)] = thing
            found.setdefault(type(thing), thing)
            waiting += parts(thing)
    return found


def test_objects_of_every_public_class_are_pickled_and_copied() -> None:
    public = [one for name in boardwalk.__all__ if isclass(one := getattr(boardwalk, name)) and name != "Bot"]
    public = [one for one in public if not issubclass(one, Exception)]
    found = one_of_each()
    assert len(public) > 40
    for kind in public:
        thing = next((one for of, one in found.items() if issubclass(of, kind)), None)
        assert thing is not None, kind
        for way, twin_of in WAYS.items():
            twin = twin_of(thing)
            assert type(twin) is type(thing), (kind, way)
            if type(thing).__eq__ is not object.__eq__:
                assert twin == thing or repr(twin) == repr(thing), (kind, way)  # partial functions are never equal


def test_a_copy_of_a_record_has_memory_of_its_own(twin_of: Callable[[Any], Any]) -> None:
    position = boardwalk.table("fog_quoridor").deal(1)
    twin = twin_of(position.state)
    assert twin == position.state and twin.array.dtype == position.state.array.dtype
    twin.to_act = 1 - position.to_act
    assert twin != position.state
    frozen = twin_of(position.board.frozen())
    assert frozen == position.board and not frozen.array.flags.writeable


def test_public_functions_and_constants_are_pickled() -> None:
    for name in boardwalk.__all__:
        thing = getattr(boardwalk, name)
        assert pickle.loads(pickle.dumps(thing)) == pickle.loads(cloudpickle.dumps(thing)) == thing, name
