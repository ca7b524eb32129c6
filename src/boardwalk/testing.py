"""Conformance tests for games: `check_game(table, seed)` plays a random game and tests the contract at each step.

Each check raises an `AssertionError` with a sentence that says which part of the contract is violated, and where.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np

from boardwalk import draw
from boardwalk.contract.declaration import SEARCH_RULES
from boardwalk.contract.errors import SceneError
from boardwalk.contract.game import Position, Rules, Table
from boardwalk.contract.positions import read_position, write_position
from boardwalk.contract.scene import EVERYTHING, Scene
from boardwalk.contract.scene_check import check_scene as check_words
from boardwalk.engine.random import streams
from boardwalk.engine.records import Record
from boardwalk.engine.rules import AUDIENCE, BOARD
from boardwalk.match import Match, read_record, write_record
from boardwalk.match.stepper import BOARD_STEP

__all__ = ["Report", "check_contract", "check_game"]

LIMIT = 2000  # a random game is stopped after this many steps
SAMPLE = 8  # actions, legal or not, whose text is asked for in each position


@dataclass
class Report:
    """Statistics of a checked game: its length, its result, and how many guesses of `imagine` fit what was seen."""

    steps: int = 0
    over: bool = False
    scores: tuple[int, ...] = ()
    imagined: int = 0
    fitted: int = 0


def check_contract(table: Table) -> None:
    """Options round-trip, layouts are reproducible, presets and levels are valid. (Declarations are checked on
    loading.)"""
    again = table.game.table(table.options.changed())
    assert again.options == table.options, "options do not survive being written and read"
    assert again.layout.board == table.layout.board, "the same options lay out another board"
    for preset, values in table.game.presets.items():
        assert table.game.options.of(values), f"the preset {preset!r} has options that are not allowed"
    for pack in table.game.levels() if table.game.levels else ():
        keys = {level.key for level in pack.levels}
        assert len(keys) == len(pack.levels) > 0, f"the pack {pack.name!r} has levels with the same key, or none"
        for level in pack.levels:
            assert table.game.options.of(level.options), f"the level {level.title!r} has options that are not allowed"


def check_game(table: Table, seed: int, *, every: int = 1, exact_imagine: bool = True) -> Report:
    """Play a random game, interpreted and compiled side by side, and check every `every`-th position."""
    random = Random(seed)
    report = Report()
    compiled, interpreted = table.rules, table.interpreted
    position, checked = table.deal(seed, compiled), table.deal(seed, interpreted)
    assert position.board == checked.board and position.state == checked.state, "deal: interpreted and compiled differ"
    dealt = bytes(position.state.rng) == streams(seed).tobytes()
    assert table.game.chance or dealt, "deal draws, but the game declares no chance"
    check_drawn(position)
    actions: list[int] = []
    while not position.over and report.steps < LIMIT:
        if report.steps % every == 0:
            with _at_step(report.steps):
                check_position(position, random, report, exact_imagine=exact_imagine)
        legal = compiled.legal(position)
        assert legal == interpreted.legal(checked), f"step {report.steps}: legal: interpreted and compiled differ"
        action = BOARD_STEP
        if position.to_act != BOARD:
            assert legal, f"step {report.steps}: seat {position.to_act} is to act and has no legal action"
            action = random.choice(legal)
            actions.append(action)
        drawn = bytes(position.state.rng)
        compiled.apply(position, action)
        interpreted.apply(checked, action)
        assert table.game.chance or bytes(position.state.rng) == drawn, "apply draws, but the game declares no chance"
        assert position.state == checked.state, f"step {report.steps}: apply({action}): interpreted and compiled differ"
        report.steps += 1
    with _at_step(report.steps):
        check_position(position, random, report, exact_imagine=exact_imagine)
    check_drawn(position)
    report.over, report.scores = position.over, compiled.scores(position)
    assert report.scores == interpreted.scores(checked), "score: interpreted and compiled differ"
    check_match(table, seed, actions, position)
    return report


@contextmanager
def _at_step(number: int) -> Iterator[None]:
    """Have a failed check say after how many steps it failed."""
    try:
        yield
    except AssertionError as error:
        raise AssertionError(f"after step {number}: {error}") from error


def check_match(table: Table, seed: int, actions: list[int], end: Position) -> None:
    """A match of these actions ends in the same bytes, and so does its record read back."""
    match = Match(table, seed)
    match.play_on(actions)
    again = Match.from_record(read_record(write_record(match.record())))
    for played in (match, again):
        assert played.position.board == end.board, "a match has another board than its rules"
        assert played.at(len(played.steps) - 1).state == played.position.state, "the last step is not the position"
        assert played.position.state == end.state or end.to_act == BOARD, "a match ends in another state than its rules"


def check_position(position: Position, random: Random, report: Report, *, exact_imagine: bool) -> None:
    """All checks of one position."""
    table = position.table
    rules, interpreted = table.rules, table.interpreted
    if position.to_act >= 0:
        mask = np.full(table.actions, 7, np.uint8)
        count = rules._call("legal", position, mask)
        assert set(mask.tolist()) <= {0, 1}, "legal must write 0 or 1 for every action"
        assert count == mask.sum() > 0, f"legal counts {count} actions and marks {mask.sum()}"
        check_actions(position, np.flatnonzero(mask).tolist(), random)
    check_events(position)
    check_text(position)
    msgspec.json.encode(table.game.describe(position))
    for seat in (*range(len(table.seats)), AUDIENCE):
        seen = rules.concealed(position, seat)
        assert seen.state == interpreted.concealed(position, seat).state, "conceal: interpreted and compiled differ"
        assert rules.concealed(seen, seat).state == seen.state, "concealing twice is not concealing once"
        assert seen.to_act == position.to_act, "conceal must leave to_act"
        if not position.over:
            assert seen.state.rng.tolist() == [0, 0], "conceal must blank the random stream"
        if not table.game.hidden:
            check_nothing_hidden(position, seen)
        check_scene(table.game.scene(seen, seat), table)
        if seat == AUDIENCE:
            continue
        check_encoded(position, seen, seat)
        if not position.over:
            check_imagined(position, seen, seat, random, report, exact=exact_imagine)
            if position.to_act == seat:
                check_choices(position, seen, seat, random)
                check_search_rules(position, random)
    check_scene(table.game.scene(position, EVERYTHING), table)
    check_announcements(position, random)


def check_encoded(position: Position, seen: Position, seat: int) -> None:
    """`encode` writes every cell of every plane, and nothing that `conceal` clears."""
    rules, interpreted = position.table.rules, position.table.interpreted
    planes = rules.encoded(position, seat)
    used = np.full_like(planes, 255)
    rules.bind(position.table.game.rules.encode)(position.board.row, position.state.row, seat, used)
    for other, what in (
        (rules.encoded(seen, seat), "tells more than conceal leaves"),
        (interpreted.encoded(position, seat), "differs between interpreted and compiled"),
        (used, "leaves something of what was there before"),
    ):
        different = (planes != other).any(axis=(1, 2))
        names = [name for name, wrong in zip(position.table.game.rules.PLANES, different, strict=True) if wrong]
        assert not names, f"encode: the plane {names[0]!r} of seat {seat} {what}"


def check_actions(position: Position, legal: list[int], random: Random) -> None:
    """Every legal action has a unique text that parses to it, and a choice with that text and keys of its own."""
    game = position.table.game
    keys: dict[str, str] = {}
    texts = [game.write_action(position, action) for action in legal]
    assert len(set(texts)) == len(texts), f"two actions share a text: {texts}"
    choices = [game.choice(position, action) for action in legal]
    assert list(game.choices(position, legal)) == choices, "`choices` and `choice` differ"
    for action, text, choice in zip(legal, texts, choices, strict=True):
        assert game.read_actions(position, text) == [action], f"{text!r} does not read back as action {action}"
        assert (choice.action, choice.text) == (action, text), f"the choice of {text!r} is {choice}"
        assert choice.start is None or choice.cell is not None, f"the choice of {text!r} has a start and no cell"
        for key in choice.keys:
            assert keys.setdefault(key, text) == text, f"the key {key!r} chooses both {keys[key]!r} and {text!r}"
    for action in random.sample(range(position.table.actions), min(SAMPLE, position.table.actions)):
        assert game.write_action(position, action), "write_action must name any action: refusals tell which it was"


def check_events(position: Position) -> None:
    """Every event that a seat may cause now leads to the same state interpreted and compiled, which can be shown."""
    table = position.table
    for event in table.game.events:
        for seat in range(len(table.seats)):
            number = position.event(event, seat)
            allowed = not position.over and table.rules.allowed(position, number)
            assert allowed == (not position.over and table.interpreted.allowed(position, number)), (
                f"allowed({event.name}): interpreted and compiled differ"
            )
            if allowed:
                after, checked = position.copy(), position.copy()
                table.rules.apply(after, number)
                table.interpreted.apply(checked, number)
                assert after.state == checked.state, f"{event.name}: interpreted and compiled differ"
                check_text(after)
                check_news(position, after)
                check_scene(table.game.scene(table.rules.concealed(after, seat), seat), table)


def check_choices(position: Position, seen: Position, seat: int, random: Random) -> None:
    """Legal actions depend only on what the seat may know, and the greedy bot chooses one of them."""
    rules = position.table.rules
    legal = rules.legal(seen)
    assert legal == rules.legal(position), "legal depends on what conceal takes away"
    before = seen.state.to_bytes()
    assert position.table.game.greedy(seen, seat, legal, random) in legal, "greedy chose what is not legal"
    if position.table.layout.scratch:
        seed = random.getrandbits(32)
        choice = rules.greedy(seen, seat, seed)
        assert choice == position.table.interpreted.greedy(seen, seat, seed), "greedy: interpreted and compiled differ"
    assert seen.state.to_bytes() == before, "greedy changed the position it was shown"


@lru_cache(4)
def _surveyed(rules: Rules, board: Record) -> Record:
    """Interpreted, `survey` takes seconds in some games."""
    return rules.surveyed(board)


def check_search_rules(position: Position, random: Random) -> None:
    """The optional rules for searches keep their promises, and are the same interpreted and compiled."""
    table = position.table
    present = {name for name in SEARCH_RULES if table.game.has_rule(name)}
    if not present:
        return
    scratches = [_surveyed(rules, position.board) for rules in (table.rules, table.interpreted)]
    assert scratches[0] == scratches[1], "survey: interpreted and compiled differ"
    before = position.state.to_bytes()

    def both(name: str, *arguments: Any) -> Any:
        """The result of a rule; compiled and interpreted code must return the same and leave the same state."""
        copies = position.copy(), position.copy()
        mask = [argument.copy() if isinstance(argument, np.ndarray) else argument for argument in arguments]
        fast = table.rules._call(name, copies[0], *arguments, scratches[0].argument)
        slow = table.interpreted._call(name, copies[1], *mask, scratches[1])
        assert fast == slow, f"{name}: interpreted and compiled differ: {slow!r} and {fast!r}"
        assert all(copy.state.to_bytes() == before for copy in copies), f"{name} changed the position"
        return fast

    if table.mind.method != "turns":
        present -= {"outlook"}  # it is only asked at tables that are searched so
    for name in sorted({"estimate", "outlook"} & present):
        for seat in range(len(table.seats)):
            worth = both(name, seat)
            assert isinstance(worth, float) and -1 < worth < 1, f"{name} must be between -1 and 1, not {worth!r}"
    mask = table.rules.legal_mask(position)
    legal = mask.nonzero()[0].tolist()
    if "narrow" in present:
        count = both("narrow", mask)
        kept = mask.nonzero()[0].tolist()
        assert {*kept} <= {*legal}, "narrow added an action that is not legal"
        assert count == len(kept) > 0, f"narrow counts {count} actions and leaves {len(kept)}"
    if "likely" in present:
        check_likely(position, scratches)
    if "rollout" in present:
        check_chosen("rollout", (), position, scratches, random)
    if "pursue" in present:
        for task in range(table.game.rules.TASKS):
            check_chosen("pursue", (task,), position, scratches, random)
    if "fold" in present:
        check_fold(position)
    if "guess" in present:
        check_guess(position, scratches, random)


def check_likely(position: Position, scratches: list[Record]) -> None:
    """The rule `likely` is the same interpreted and compiled, and gives legal actions chances that are not negative."""
    table = position.table
    mask = table.rules.legal_mask(position)
    fast, slow = np.zeros(table.actions), np.zeros(table.actions)
    copies = position.copy(), position.copy()
    table.rules._call("likely", copies[0], mask, fast, scratches[0].argument)
    table.interpreted._call("likely", copies[1], mask, slow, scratches[1])
    fast[mask == 0] = slow[mask == 0] = 0
    assert (fast == slow).all(), "likely: interpreted and compiled differ"
    given = fast[mask == 1].tolist()
    assert (fast >= 0).all() and fast.sum() > 0, f"likely must give no chance below 0 and some above it, not {given}"
    assert all(copy.state == position.state for copy in copies), "likely changed the position"


def check_chosen(rule: str, more: tuple[int, ...], position: Position, scratches: list[Record], random: Random) -> None:
    """The rule `rollout`, or `pursue` with a task, chooses a legal action and changes nothing but the random stream."""
    table = position.table
    copies = position.copy(), position.copy()
    stream = streams(random.getrandbits(32))
    for copy in copies:
        copy.state.array["rng"] = stream
    fast = table.rules._call(rule, copies[0], position.to_act, *more, scratches[0].argument)
    slow = table.interpreted._call(rule, copies[1], position.to_act, *more, scratches[1])
    assert fast == slow, f"{rule}: interpreted and compiled differ: {slow!r} and {fast!r}"
    assert fast in table.rules.legal(position), f"{rule} chose {fast!r}, which is not legal"
    assert copies[0].state == copies[1].state, f"{rule}: interpreted and compiled leave different states"
    copies[0].state.array["rng"] = position.state.array["rng"]
    assert copies[0].state == position.state, f"{rule} changed the position"


def check_fold(position: Position) -> None:
    """The rule `fold` is the same interpreted and compiled, leaves what can be done, and has no more to do after."""
    table, folded, other = position.table, position.copy(), position.copy()
    table.rules._call("fold", folded)
    table.interpreted._call("fold", other)
    assert folded.state == other.state, "fold: interpreted and compiled differ"
    table.rules._call("fold", other)
    assert folded.state == other.state, "fold: a folded state is folded again"
    same = folded.to_act == position.to_act and table.rules.legal(folded) == table.rules.legal(position)
    assert same, "fold changed who is to act, or what is legal"


def check_guess(position: Position, scratches: list[Record], random: Random) -> None:
    """The rule `guess` is the same interpreted and compiled, and changes nothing that the seat sees."""
    table, seat = position.table, position.to_act
    seen = table.rules.concealed(position, seat)
    world = table.rules.imagined(seen, seat, random.getrandbits(32))
    fits = table.rules.concealed(world, seat).state == seen.state
    other = world.copy()
    table.rules._call("guess", world, seat, scratches[0].argument)
    table.interpreted._call("guess", other, seat, scratches[1])
    assert world.state == other.state, "guess: interpreted and compiled differ"
    assert not fits or table.rules.concealed(world, seat).state == seen.state, "guess changed what the seat sees"


def check_imagined(
    position: Position, seen: Position, seat: int, random: Random, report: Report, *, exact: bool
) -> None:
    """Concealing a guess gives what was seen, and the guess can be played on."""
    rules, interpreted = position.table.rules, position.table.interpreted
    seed = random.getrandbits(32)
    guess = rules.imagined(seen, seat, seed)
    assert guess.state == interpreted.imagined(seen, seat, seed).state, "imagine: interpreted and compiled differ"
    fits = rules.concealed(guess, seat).state == seen.state
    report.imagined += 1
    report.fitted += fits
    assert fits or not exact, f"imagine: what it gives conceals to something else for seat {seat}"
    for _ in range(20):
        if guess.over:
            break
        legal = rules.legal(guess)
        assert legal or guess.to_act == BOARD, "imagine: a seat has no legal action in an imagined game"
        rules.apply(guess, random.choice(legal) if legal else BOARD_STEP)


def check_text(position: Position) -> None:
    """A position, full or concealed, round-trips through text."""
    seat = max(position.to_act, 0)
    for shown in (position, position.table.rules.concealed(position, seat)):
        text = write_position(shown)
        again = read_position(text)
        assert again.state == shown.state and again.board == shown.board, f"a position does not read back:\n{text}"
        assert write_position(again) == text


def check_nothing_hidden(position: Position, seen: Position) -> None:
    """In a game that declares nothing hidden, only the random stream is concealed."""
    whole = position.copy()
    whole.state.array["rng"] = seen.state.array["rng"]
    assert seen.state == whole.state, "conceal hides something, but the game declares nothing hidden"


def check_scene(scene: Scene, table: Table) -> None:
    """A scene uses the vocabulary of scenes and the game's own theme, and round-trips through JSON."""
    try:
        check_words(scene)
    except SceneError as error:
        raise AssertionError(str(error)) from None
    theme = table.game.theme.name
    assert scene.theme == theme, f"the game's theme is {theme!r}, its scene's {scene.theme!r}"
    assert scene.status, "a scene says whose turn it is"
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def check_drawn(position: Position) -> None:
    """The scene of every seat can be drawn as text and SVG."""
    table = position.table
    for seat in (*range(len(table.seats)), AUDIENCE):
        scene = table.game.scene(table.rules.concealed(position, seat), seat)
        try:
            assert draw.text(scene), "a scene's text is empty"
            ElementTree.fromstring(draw.svg(scene))
        except (SceneError, ElementTree.ParseError) as error:
            raise AssertionError(f"a scene can't be drawn: {error}") from None


def check_announcements(position: Position, random: Random) -> None:
    """A random step announces what `check_news` accepts."""
    if position.over:
        return
    after = position.copy()
    position.table.rules.apply(after, random.choice(position.table.rules.legal(position) or [BOARD_STEP]))
    check_news(position, after)


def check_news(position: Position, after: Position) -> None:
    """What a step announces is a list of non-empty strings."""
    rules = position.table.rules
    for seat in (0, AUDIENCE, EVERYTHING):
        known = position, after
        if seat != EVERYTHING:
            known = rules.concealed(position, seat), rules.concealed(after, seat)
        news: list[Any] = position.table.game.announce(*known, seat)
        assert all(isinstance(line, str) and line for line in news), f"announcements are sentences: {news}"
