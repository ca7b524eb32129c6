"""Every parser of text from outside: it takes any text or refuses it in a sentence, and its time is linear."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.requests import HTTPConnection

from boardwalk.arena.program import Answer
from boardwalk.bots import check_bot
from boardwalk.cli.generate import SIZE
from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, OptionError
from boardwalk.contract.game import Game
from boardwalk.contract.options import read_game_string
from boardwalk.contract.positions import read_position, write_position
from boardwalk.contract.text import decode_json, explained
from boardwalk.files import KEPT_GAME, find_kind
from boardwalk.match import Match, read_record, write_record
from boardwalk.server import access
from boardwalk.server.base.settings import Settings
from boardwalk.server.cluster import ROOM
from boardwalk.server.http.editor import Line
from boardwalk.server.http.learn import Moves
from boardwalk.server.http.routes import JSON_TYPE
from boardwalk.server.protocol import messages

HUGE = "9" * 5000  # more digits than Python converts
UNITS = (" ", "\n", "\t\n", '"', "\\", "(", "),", "=", "a", "1", "[", ";\n", "#\n", "-.")
PROGRAM = "format 1\nAda Bob\nFLFWF WFWFL\n"
LONG = 64 * 1024  # characters that are put into a text
TIMES_A_LOOP = 400  # what a parser may take for a character, in the time of a plain Python loop for it: most take 10


@dataclass(frozen=True)
class Parser:
    """A parser, texts that it takes, and the errors it raises for others."""

    parse: Callable[[str], object]
    samples: tuple[str, ...]
    errors: type[Exception] | tuple[type[Exception], ...] = BoardwalkError


def _of_game(game: Game) -> Iterator[tuple[str, Parser]]:
    table = game.table(game.content.simulation)
    start = table.deal(1, table.interpreted)
    yield (
        f"{game.name}, position",
        Parser(partial(game.notation.read_position, table), (game.notation.write_position(start),)),
    )
    yield f"{game.name}, actions", Parser(partial(game.notation.read_actions, start), ("up up", "e", "1", "FLFWF"))
    for kind in game.content.files:
        texts = (kind.grid.new if kind.grid else PROGRAM,)
        yield f"{game.name}, {kind.name}", Parser(kind.read, texts)
        yield f"{game.name}, looks like {kind.name}", Parser(kind.looks_like, texts)
        if kind.grid:
            yield f"{game.name}, grid of {kind.name}", Parser(kind.grid.read, texts)
        if kind.option:
            yield f"{game.name}, option {kind.option}", Parser(partial(_table_of, game, kind.option), texts)


def _table_of(game: Game, option: str, text: str) -> object:
    return game.table({option: text})


def _connection(header: str, value: str) -> HTTPConnection:
    headers = [(header.encode(), value.encode("utf-8", "replace"))]
    return HTTPConnection({"type": "http", "method": "GET", "path": "/", "scheme": "http", "headers": headers})


def _explained(field: str) -> str:
    """What is said of a body with such a field; msgspec names it."""
    return explained(
        msgspec.ValidationError(f"Object contains unknown field `{field}` - at `$.options`"), "the request"
    )


@cache
def parsers() -> dict[str, Parser]:
    quoridor = Match("fog_quoridor(walls=open)", 1)
    record = write_record(quoridor.record())
    json = (msgspec.DecodeError,)
    message = '{"type":"act","id":7,"seat":0,"frame":3,"actions":[1,2]}'
    found = {
        "game string": Parser(read_game_string, ('box_world(pack="U-F\\n---",level=1)',)),
        "table": Parser(registry.table, ('box_world(pack="U-F\\n---\\n")', "fog_quoridor(walls=open,turns=10)")),
        "record": Parser(read_record, (record,)),
        "match of a record": Parser(lambda text: Match.from_record(read_record(text)), (record,)),
        "position": Parser(read_position, (write_position(quoridor.position),)),
        "kind of file": Parser(partial(find_kind, ""), ("; a title\nU-F\n---\n",)),
        "bot": Parser(lambda text: check_bot(text, "box_world"), ("easy",)),
        "message": Parser(messages.decode, (message,), json),
        "answer of a program": Parser(partial(decode_json, type=Answer), ('{"action":"e3h"}',), json),
        "game of an arena": Parser(KEPT_GAME.fullmatch, ("games.jsonl:3:abc",)),
        "settings": Parser(
            lambda text: Settings.of(decode_json(text, dict)), ('{"thinkers":2}',), (*json, OptionError)
        ),
        "size": Parser(SIZE.fullmatch, ("7x9",)),
        "moves of a lesson": Parser(partial(msgspec.convert, type=Moves), ("1,22,3",), json),
        "line of the editor": Parser(partial(msgspec.convert, type=Line), ("U-F",), json),
        "type of a body": Parser(JSON_TYPE.fullmatch, ("application/a+json ; charset=utf-8",)),
        "mistake in a body": Parser(_explained, ("name",)),
        "address of a room": Parser(ROOM.fullmatch, ("/api/rooms/abcdef/record",)),
        "host": Parser(lambda text: access.content_policy(_connection("host", text)), ("[::1]:8000", "example.org:80")),
        "invite word": Parser(
            lambda text: access._given_password(_connection("authorization", text)), ("Bearer a%20b",)
        ),
    }
    for game in registry.games():
        found |= dict(_of_game(game))
    return found


NAMES = sorted(parsers())


@pytest.mark.parametrize("name", NAMES)
def test_samples_are_what_a_parser_takes(name: str) -> None:
    parser = parsers()[name]
    if "actions" not in name:
        for sample in parser.samples:
            parser.parse(sample)


STRANGE = [
    "\ud800",
    "\udfff",
    "\\ud800",
    "\\q",
    "\0",
    "\ufeff",
    "٣",
    "²",
    HUGE,
    "1e999",
    "[" * 5000,
    '"',
    "\\",
    "\r",
    "ﬀ",
    "İ",
]
piece = st.text(max_size=8) | st.sampled_from([*STRANGE, *UNITS])


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_text_is_parsed_or_refused(name: str, data: st.DataObject) -> None:
    parser = parsers()[name]
    text = data.draw(st.sampled_from(parser.samples))
    for _ in range(data.draw(st.integers(1, 3))):
        first = data.draw(st.integers(0, len(text)))
        last = data.draw(st.integers(first, min(len(text), first + 12)))
        text = text[:first] + data.draw(piece) + text[last:]
    _try(parser, text)


@pytest.mark.parametrize("strange", STRANGE, ids=ascii)
@pytest.mark.parametrize("name", NAMES)
def test_strange_text_is_parsed_or_refused(name: str, strange: str) -> None:
    """In place of each word of each sample."""
    parser = parsers()[name]
    for sample in parser.samples:
        for first, last in _words(sample):
            _try(parser, sample[:first] + strange + sample[last:])


def _words(text: str) -> Iterator[tuple[int, int]]:
    """Where the runs of letters and digits of a text begin and end, the first few of them."""
    first = None
    found = 0
    for at, char in enumerate(text + " "):
        if char.isalnum() and first is None:
            first = at
        elif not char.isalnum() and first is not None:
            yield first, at
            first, found = None, found + 1
            if found > 30:
                return


def _try(parser: Parser, text: str) -> None:
    try:
        parser.parse(text)
    except parser.errors as error:
        assert str(error)


def _cpu(work: Callable[[], object]) -> float:
    began = time.thread_time()
    work()
    return time.thread_time() - began


@cache
def _loop_seconds() -> float:
    """What a loop over the characters of a long text takes, the best of several."""
    text = " " * LONG
    return min(_cpu(lambda: sum(char == "x" for char in text)) for _ in range(5))


def _long_texts(sample: str) -> Iterator[str]:
    for cut in sorted({0, len(sample) // 2, len(sample)}):
        for unit in UNITS:
            yield sample[:cut] + unit * (LONG // len(unit)) + sample[cut:]


@pytest.mark.parametrize("name", NAMES)
def test_the_time_is_linear(name: str) -> None:
    """In the CPU time of this thread, beside that of a loop over as many characters, which a quadratic parser takes
    thousands of times."""
    parser, sample = parsers()[name], parsers()[name].samples[0]
    most = TIMES_A_LOOP * _loop_seconds() + 3 * min(_cpu(lambda: _try(parser, sample)) for _ in range(2))
    for text in _long_texts(sample):
        assert min(_tries(parser, text, most)) < most, f"{name} with {text[:40]!r}… of {len(text)} characters"


def test_a_maze_of_many_cells_apart_is_checked_in_linear_time() -> None:
    """Each second cell is a home, and none can be reached from another."""
    rows = ["".join("#" if (row + col) % 2 else "hH"[col > 99] for col in range(1, 199)) for row in range(1, 199)]
    text = "\n".join(["#" * 200, *(f"#{row}#" for row in rows), "#" * 200])
    most = TIMES_A_LOOP * _loop_seconds()
    assert min(_tries(parsers()["capture_the_flag, Capture the Flag maze"], text, most)) < most


def _tries(parser: Parser, text: str, enough: float) -> Iterator[float]:
    """The CPU seconds of up to three tries: the collector or a cold cache may disturb one."""
    for _ in range(3):
        yield (spent := _cpu(lambda: _try(parser, text)))
        if spent < enough:
            return
