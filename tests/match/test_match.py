"""Match: rejected actions change nothing; undo, redo, records and views are consistent."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import boardwalk
from altered import changed
from boardwalk.contract import registry
from boardwalk.contract.errors import MoveError, RecordError, StepError, TextError, UnknownGameError
from boardwalk.engine.records import PADDING
from boardwalk.engine.rules import AUDIENCE
from boardwalk.match import Match, MatchRecord, read_record, write_record
from boardwalk.match.history import START
from boardwalk.match.match import REDO, UNDO

LEVELS = "U-F\n\nUB-\n--F\n"
UP, RIGHT, DOWN, LEFT, GO_ON = range(5)


def new_match() -> Match:
    table = boardwalk.game("box_world").table({"pack": LEVELS})
    return Match(table, seed=5, rules=table.interpreted)


def test_a_refused_action_changes_nothing() -> None:
    match = new_match()
    before = match.position.state.to_bytes()
    for seat, action, sentence in [
        (0, UP, "w is not possible now"),
        (0, 99, "action 99 is not possible now"),
        (0, -1, "action -1 is not possible now"),
        (0, 10**5000, "action a huge number is not possible now"),
        (1, RIGHT, "there is no seat 1"),
    ]:
        with pytest.raises(MoveError) as caught:
            match.act(seat, action)
        assert str(caught.value) == sentence
    with pytest.raises(MoveError, match="Box World has no 'resign'"):
        match.event(0, "resign")
    with pytest.raises(MoveError, match="there is no seat 3"):
        match.event(3, "restart")
    assert match.position.state.to_bytes() == before and len(match.steps) == 1


def test_a_game_is_named_and_actions_are_typed() -> None:
    match = Match("fog_quoridor(walls=open)", seed=1)
    assert match.table == boardwalk.table("fog_quoridor", {"walls": "open"})
    for text in ("e", "d", "up", "E4 h"):
        match.act(match.to_act, text)
    again = Match.from_record(match.record())
    assert [again.table.game.notation.write_action(again.at(n), a) for n, a in enumerate(again.actions)] == [
        *("e1", "d9", "up", "e4h")
    ]
    match = Match("robo_rally(robots=2)", seed=1)
    other = 1 - match.to_act
    match.act(other, "forward")
    assert match.queued(other) == 1, "a choice before its turn can be typed too"
    twin = new_match()
    twin.play_on(["d", RIGHT, "next"])
    assert twin.actions == [RIGHT, RIGHT, GO_ON]


@pytest.mark.parametrize(
    ("seat", "action", "sentence"),
    [
        (0, "dance", "'dance' is no column to start in; type a letter from a to i"),
        (0, 1.0, "an action is a whole number or a text, not 1.0"),
        (0, None, "an action is a whole number or a text, not None"),
        ("x", 1, "a seat is a whole number, not 'x'"),
    ],
)
def test_what_is_no_action_is_refused_in_a_sentence(seat: Any, action: Any, sentence: str) -> None:
    match = Match("fog_quoridor", seed=1)
    with pytest.raises(MoveError) as caught:
        match.act(seat, action)
    assert str(caught.value) == sentence
    assert match.actions == []


def test_a_text_names_one_action() -> None:
    match = new_match()
    with pytest.raises(MoveError, match=r"it is .*'s turn to act"):
        Match("connect_four", seed=1).act(1, "nonsense")
    with pytest.raises(MoveError, match="expected the text of one action, not of 2: 'dd'"):
        match.act(0, "dd")
    with pytest.raises(MoveError, match="w is not possible now"):
        match.act(0, "w")
    with pytest.raises(RecordError, match=r"action 1 of the record: an action is a whole number or a text, not 1.5"):
        match.play_on([1.5])  # type: ignore[list-item]
    assert match.actions == []


@pytest.mark.parametrize("number", [3, -4, 1.5, "x"])
def test_a_step_that_does_not_exist_cannot_be_seen(number: Any) -> None:
    match = new_match()
    match.play_on([RIGHT, RIGHT])
    for see in (match.at, lambda number: match.view(0, number)):
        with pytest.raises(StepError, match="the steps of this match have the numbers 0 to 2, not "):
            see(number)


def test_a_position_is_played_at_a_table_of_its_own() -> None:
    position = Match("connect_four", seed=1).position
    with pytest.raises(RecordError, match="a position of connect_four can't be played at a table of box_world"):
        Match("box_world", position=position)
    with pytest.raises(UnknownGameError, match=r"expected a game string such as .*, not 3"):
        Match(3)  # type: ignore[arg-type]
    with pytest.raises(RecordError, match="expected a record, such as that of read_record"):
        Match.from_record("a.match")  # type: ignore[arg-type]


def test_nothing_happens_after_the_end() -> None:
    match = new_match()
    match.play_on([RIGHT, RIGHT, GO_ON, DOWN, RIGHT, RIGHT])
    assert match.over and match.scores == (1,)
    with pytest.raises(MoveError, match="the game is over"):
        match.act(0, RIGHT)
    with pytest.raises(MoveError, match="can't restart now"):
        match.event(0, "restart")


def test_undo_and_redo_go_through_the_same_states() -> None:
    match = new_match()
    match.play_on([RIGHT, RIGHT, GO_ON, RIGHT])
    states = [match.at(number).state.to_bytes() for number in range(len(match.steps))]
    for number in range(4, 0, -1):
        match.undo()
        assert match.position.state.to_bytes() == states[number - 1]
    with pytest.raises(MoveError, match="there is nothing to undo"):
        match.undo()
    for number in range(1, 5):
        match.redo()
        assert match.position.state.to_bytes() == states[number]
    with pytest.raises(MoveError, match="there is nothing to redo"):
        match.redo()
    match.undo()
    match.act(0, DOWN)
    with pytest.raises(MoveError, match="there is nothing to redo"):
        match.redo()


def test_a_restart_can_be_undone_and_redone() -> None:
    match = new_match()
    match.act(0, RIGHT)
    moved = match.position.state.to_bytes()
    match.event(0, "restart")
    fresh = match.position.state.to_bytes()
    match.undo()
    assert match.position.state.to_bytes() == moved
    match.redo()
    assert match.position.state.to_bytes() == fresh


def test_frames_and_views_of_every_step() -> None:
    match = new_match()
    match.play_on([RIGHT, RIGHT])
    assert [frame.seat for frame in match.steps] == [START, 0, 0]
    assert match.at(0).state.moves == 0 and match.at(1).state.moves == 1
    view = match.view(0)
    assert view.acting and [choice.text for choice in view.choices] == ["next"]
    assert view.news  # a finished level is announced
    assert match.view(0, 1).position.state.rng.tolist() == [0, 0]
    assert not match.view(boardwalk.AUDIENCE).acting and match.view(boardwalk.AUDIENCE).legal == ()


def test_everything_is_shown_only_once_the_game_is_over() -> None:
    match = Match(boardwalk.table("fog_quoridor", {"turns": 2}), seed=1)
    while not match.over:
        with pytest.raises(MoveError, match="not over yet"):
            match.view(boardwalk.EVERYTHING, 0)
        match.act(match.to_act, match.view(match.to_act).legal[0])
    for number in range(len(match.steps)):
        view = match.view(boardwalk.EVERYTHING, number)
        assert view.position.state == match.at(number).state
        assert not view.acting and view.legal == ()
    assert any(match.view(boardwalk.EVERYTHING, 3).news)


@settings(max_examples=30, deadline=None)
@given(st.lists(st.integers(0, 4), max_size=30), st.integers(0, 2**63))
def test_records_round_trip(wishes: list[int], seed: int) -> None:
    table = boardwalk.game("box_world").table({"pack": LEVELS})
    match = Match(table, seed, names=["Ada"], rules=table.interpreted)
    for wish in wishes:
        if wish in match.rules.legal(match.position):
            match.act(0, wish)
    record = read_record(write_record(match.record()))
    again = Match.from_record(record, rules=table.interpreted)
    assert record == match.record()
    assert again.steps == match.steps and again.names == ("Ada",)


def test_a_saved_match_goes_on_in_another_process(tmp_path: Path) -> None:
    match = new_match()
    match.play_on([RIGHT])
    match.save(tmp_path / "a.match")
    loaded = Match.load(tmp_path / "a.match")
    assert loaded.steps == match.steps
    loaded.act(0, RIGHT)


def record_with(**changes: object) -> MatchRecord:
    fields = {"game": "box_world", "version": 1, "options": {"pack": LEVELS}, "seed": 1, "actions": []}
    return MatchRecord(**{**fields, **changes})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"version": 9}, "the record is of version 9 of Box World's rules; this program plays version 1"),
        ({"actions": [RIGHT, UP]}, "action 2 of the record: w is not possible now"),
        ({"actions": [77]}, "action 1 of the record: there is no action 77"),
        ({"actions": [-5]}, "action 1 of the record: action -5 is not possible now"),
        ({"names": ["a", "b"]}, "expected as many names as seats, which is 1, not 2"),
        ({"names": ["\x1b[2J"]}, "a player's name is printable text, not '\\x1b[2J'"),
    ],
)
def test_a_record_that_cannot_be_played_says_why(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match.from_record(record_with(**changes))
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    ("seed", "names", "sentence"),
    [
        ("x", (), "a seed is a whole number of at most 64 bits, not 'x'"),
        (1.5, (), "a seed is a whole number of at most 64 bits, not 1.5"),
        (True, (), "a seed is a whole number of at most 64 bits, not True"),
        (2**64, (), "a seed is a whole number of at most 64 bits, not 18446744073709551616"),
        pytest.param(10**5000, (), "a seed is a whole number of at most 64 bits, not a huge number", id="huge"),
        (1, "ab", "names are a list of texts, not 'ab'"),
        (1, 3, "names are a list of texts, not 3"),
        (1, ("a", 3), "a player's name is printable text, not 3"),
        (1, ("Ada",), "expected as many names as seats, which is 2, not 1"),
        (1, ("Ada", "Ben\u202e"), "a player's name is printable text, not 'Ben\\u202e'"),
        (1, ("Ada", "\ud800"), "a player's name is printable text, not '\\ud800'"),
        (1, ("Ada\n", "Ben"), "a player's name is printable text, not 'Ada\\n'"),
    ],
)
def test_a_seed_and_names_that_no_record_can_keep_are_refused(seed: Any, names: Any, sentence: str) -> None:
    with pytest.raises(RecordError) as caught:
        Match("connect_four", seed, names=names)
    assert str(caught.value) == sentence


def test_names_are_checked_also_when_they_are_changed() -> None:
    match = Match("connect_four", 1, names=["Ada", "Ben"])
    with pytest.raises(RecordError, match="printable"):
        match.names = ("Ada", "Ben\u202e")
    assert match.names == ("Ada", "Ben")


@pytest.mark.parametrize(("seed", "names"), [(-(2**63), []), (np.int64(7), ["Ada", "Ben"]), (2**64 - 1, ("", "Öland"))])
def test_a_seed_and_names_that_pass_come_back_from_a_record(seed: Any, names: Any) -> None:
    match = Match("connect_four", seed, names=names)
    again = Match.from_record(read_record(write_record(match.record())))
    assert (again.seed, again.names, again.position) == (seed, match.names, match.position)
    assert match.names == (tuple(names) or match.table.seats)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "text:1:1: not a match record: it ends too early"),
        ('{\n "game": 3\n}', "text:2:2: not a match record: game: expected a text, got a whole number"),
        (
            '{"game": "x", "version": 1, "seed": 1,\n  "moves": []}',
            "text:2:3: not a match record: there is no field moves",
        ),
        ('{"game": "x",\n  ]', "text:2:3: not a match record: JSON is malformed: object keys must be strings"),
        ('{"game": "x", "version": 1}', "text:1:1: not a match record: the field seed is missing"),
    ],
)
def test_a_text_that_is_no_record_says_where(text: str, sentence: str) -> None:
    with pytest.raises(TextError) as caught:
        read_record(text)
    assert str(caught.value) == sentence


def test_a_match_tells_what_it_is() -> None:
    match = new_match()
    table = str(match.table)
    assert repr(match) == f"<Match {table} seed=5: 0 actions, Player to act>"
    match.act(0, RIGHT)
    assert repr(match) == f"<Match {table} seed=5: 1 action, Player to act>"


@pytest.mark.parametrize("seat", [1, -1, -2, 64])
def test_a_seat_that_does_not_exist_has_no_view(seat: int) -> None:
    with pytest.raises(MoveError, match=f"there is no seat {seat}"):
        new_match().view(seat)


@pytest.mark.parametrize("name", ["rowdy_racers", "robo_rally"])
def test_what_is_done_with_a_view_does_not_reach_the_match(name: str) -> None:
    match = Match(boardwalk.table(name), seed=3)
    board, state = match.position.board.to_bytes(), match.position.state.to_bytes()
    view = match.view(0)
    assert view.position.board == match.position.board
    for field, kind in view.position.board.array.dtype.fields.items():
        with pytest.raises(ValueError, match="read-only"):
            view.position.board.array[field] = 1
        if len(kind[0].shape) == 1 and not field.startswith(PADDING):
            with pytest.raises(TypeError, match="read-only"):
                getattr(view.position.board, field)[0] = 1
    view.rules.deal(view.position)  # compiled rules ignore NumPy's `writeable` flag
    view.rules.apply(view.position, 0)
    assert (match.position.board.to_bytes(), match.position.state.to_bytes()) == (board, state)


@pytest.mark.parametrize("name", ["box_world", "fog_quoridor", "rowdy_racers", "robo_rally", "capture_the_flag"])
def test_a_match_can_begin_with_any_position(name: str, tmp_path: Path) -> None:
    table = boardwalk.table(name)
    first = Match(table, seed=11)
    for _ in range(6):
        first.act(first.to_act, first.view(first.to_act).legal[-1])
    text = boardwalk.write_position(first.position)
    second = Match.from_position(text, seed=8)
    assert boardwalk.write_position(second.position) == text
    for _ in range(8):
        action = first.view(first.to_act).legal[0]
        first.act(first.to_act, action)
        second.act(second.to_act, action)
    assert second.position.state == first.position.state
    assert f"seed=8 from a position: {len(second.actions)} actions" in repr(second)
    second.save(tmp_path / "mine.match")
    again = Match.load(tmp_path / "mine.match")
    assert again.steps == second.steps and again.record() == second.record()
    assert again.view(0, 3).scene == second.view(0, 3).scene


def test_a_position_that_tells_no_randomness_takes_it_from_the_seed() -> None:
    match = Match(boardwalk.table("rowdy_racers(failures=100)"), seed=4)
    text = boardwalk.write_position(match.view(match.to_act).position)
    ends = []
    for seed in (1, 1, 2):
        begun = Match.from_position(text, seed)
        for _ in range(4):
            begun.act(begun.to_act, begun.view(begun.to_act).legal[0])
        ends.append(begun.position.state)
    assert ends[0] == ends[1] != ends[2]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nonsense", "the record's position, line 1: expected a position's first line"),
        ("boardwalk fog_quoridor 1\n\n", "the record's position, line 1: expected a position of box_world"),
    ],
)
def test_a_record_whose_position_cannot_be_read_says_why(text: str, sentence: str) -> None:
    with pytest.raises(RecordError, match=sentence):
        Match.from_record(record_with(position=text))


def test_a_record_with_seats_holds_choices_made_before_their_turn() -> None:
    table = boardwalk.table("robo_rally(robots=2)")
    match = Match(table, seed=3)
    record = match.record()
    chosen: list[tuple[int, int]] = []
    while not any(step.seat == 1 for step in match.steps):
        for seat in (1, 0):
            if match.view(seat).legal:
                chosen.append((seat, match.view(seat).legal[0]))
                match.act(*chosen[-1])
    seats, actions = ([pair[at] for pair in chosen] for at in (0, 1))
    in_order_of_choosing = msgspec.structs.replace(record, actions=actions, seats=seats)
    assert Match.from_record(read_record(write_record(in_order_of_choosing))).steps == match.steps
    with pytest.raises(RecordError, match="names 1 seats for"):
        Match.from_record(msgspec.structs.replace(in_order_of_choosing, seats=[0]))


def test_a_seat_takes_back_only_its_own_last_action() -> None:
    table = changed(boardwalk.game("capture_the_flag"), play={"undo": True}).table({"players": 1})
    match = Match(table, seed=3, names=["Ann", "Ben"])
    match.act(0, match.view(0).legal[0])
    match.play(UNDO, 0)
    assert match.actions == []
    with pytest.raises(MoveError, match="only Ann can redo the last action"):
        match.play(REDO, 1)
    match.play(REDO, 0)
    with pytest.raises(MoveError, match="only Ann can take back the last action"):
        match.play(UNDO, 1)
    match.undo()
    before = match.position.state.to_bytes()
    match.event(1, "leave")
    left = match.position.state.to_bytes()
    with pytest.raises(MoveError, match="only Ben can take back the last action"):
        match.play(UNDO, 0)
    match.play(UNDO, 1)
    assert match.position.state.to_bytes() == before
    match.redo()
    assert match.position.state.to_bytes() == left
    assert match.steps[-1].seat == 1, "an event is redone by the seat that caused it"


def test_undo_in_a_game_of_several_seats_without_a_seat_takes_back_any_action() -> None:
    table = changed(boardwalk.game("rowdy_racers"), play={"undo": True}).table({})
    match = Match(table, seed=3)
    while match.to_act == 0:
        match.act(0, match.view(0).legal[0])
    match.undo()
    assert match.to_act == 0


@pytest.mark.parametrize("name", ["rowdy_racers", "fog_quoridor", "robo_rally", "capture_the_flag"])
def test_scenes_and_news_have_the_players_own_names(name: str) -> None:
    """Also after a player is renamed, and never beside the seat's own name."""
    table = registry.game(name).table()
    names = tuple(f"Zoe{seat}" for seat in range(len(table.seats)))
    match = Match(table, seed=3, names=names, rules=table.interpreted)
    heard: list[str] = []
    for number in range(60):
        if match.over:
            break
        legal = match.rules.legal(match.position)
        match.act(match.to_act, legal[number % len(legal)])
        view = match.view(AUDIENCE)
        pieces = [piece.name for piece in view.scene.pieces]
        heard += [*view.news, view.scene.status, *(fact.label for fact in view.scene.panel), *pieces]
    own = [seat for seat in table.seats if len(seat) > 1]  # Fog Quoridor's seats are letters
    assert any("Zoe" in text for text in heard)
    assert not [text for text in heard if any(seat in text for seat in own)]
    match.names = ("Yan", *names[1:])
    assert not [piece.name for piece in match.view(0).scene.pieces if "Zoe0" in piece.name]
    assert match.table.seats == table.seats
