"""Conformance tests for games: `check_game(table, seed)` plays a random game and tests the contract at each step.

Each check raises an `AssertionError` with a sentence that says which part of the contract is violated, and where.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any
from xml.etree import ElementTree

import msgspec
import numpy as np

from boardwalk import draw
from boardwalk.contract.declaration import check_declaration
from boardwalk.contract.errors import SceneError
from boardwalk.contract.game import Position, Table
from boardwalk.contract.positions import read_position, write_position
from boardwalk.contract.scene import EVERYTHING, Scene
from boardwalk.contract.scene_check import check_scene as check_words
from boardwalk.engine.random import streams
from boardwalk.engine.rules import AUDIENCE, BOARD
from boardwalk.match import Match, read_record, write_record
from boardwalk.match.stepper import BOARD_STEP
from boardwalk.testing.rules import check_search_rules

__all__ = ["Report", "check_contract", "check_game"]

LIMIT = 2000  # a random game is stopped after this many steps
SAMPLE = 8  # actions, legal or not, whose text is asked for in each position


@dataclass
class Report:
    """Statistics of a checked game: its length, its result, and the number of guesses of `determinize` that fit the
    view."""

    steps: int = 0
    over: bool = False
    scores: tuple[int, ...] = ()
    determinized: int = 0
    fitted: int = 0


def check_contract(table: Table) -> None:
    """The declaration is right, options round-trip, layouts are reproducible, presets and levels are valid."""
    check_declaration(table.game)
    again = table.game.table(table.options.changed())
    assert again.options == table.options, "options do not survive being written and read"
    assert again.layout.board == table.layout.board, "the same options lay out another board"
    options, content = table.game.setup.Options, table.game.content
    for preset in content.presets:
        assert options.of(preset.options), f"the preset {preset.title!r} has options that are not allowed"
    for pack in content.levels() if content.levels else ():
        keys = {level.key for level in pack.levels}
        assert len(keys) == len(pack.levels) > 0, f"the pack {pack.name!r} has levels with the same key, or none"
        for level in pack.levels:
            assert options.of(level.options), f"the level {level.title!r} has options that are not allowed"


def check_game(table: Table, seed: int, *, every: int = 1, exact_determinize: bool = True) -> Report:
    """Play a random game, interpreted and compiled side by side, and check every `every`-th position."""
    random = Random(seed)
    report = Report()
    compiled, interpreted = table.compiled, table.interpreted
    position, checked = table.deal(seed, compiled), table.deal(seed, interpreted)
    assert position.board == checked.board and position.state == checked.state, "deal: interpreted and compiled differ"
    dealt = bytes(position.state.rng) == streams(seed).tobytes()
    assert table.game.play.chance or dealt, "deal draws, but the game declares no chance"
    check_drawn(position)
    actions: list[int] = []
    while not position.over and report.steps < LIMIT:
        if report.steps % every == 0:
            with _at_step(report.steps):
                check_position(position, random, report, exact_determinize=exact_determinize)
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
        assert table.game.play.chance or bytes(position.state.rng) == drawn, (
            "apply draws, but the game declares no chance"
        )
        assert position.state == checked.state, f"step {report.steps}: apply({action}): interpreted and compiled differ"
        report.steps += 1
    with _at_step(report.steps):
        check_position(position, random, report, exact_determinize=exact_determinize)
    check_drawn(position)
    report.over, report.scores = position.over, compiled.scores(position)
    assert report.scores == interpreted.scores(checked), "score: interpreted and compiled differ"
    check_match(table, seed, actions, position)
    return report


@contextmanager
def _at_step(number: int) -> Iterator[None]:
    """Add the number of steps to the message of a failed check."""
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


def check_position(position: Position, random: Random, report: Report, *, exact_determinize: bool) -> None:
    """All checks of one position."""
    table = position.table
    rules, interpreted = table.compiled, table.interpreted
    if position.to_act >= 0:
        mask = np.full(table.actions, 7, np.uint8)
        count = rules.call("legal", position, mask)
        assert set(mask.tolist()) <= {0, 1}, "legal must write 0 or 1 for every action"
        assert count == mask.sum() > 0, f"legal counts {count} actions and marks {mask.sum()}"
        check_actions(position, np.flatnonzero(mask).tolist(), random)
    check_events(position)
    check_text(position)
    msgspec.json.encode(table.game.notation.describe(position))
    for seat in (*range(len(table.seats)), AUDIENCE):
        seen = rules.concealed(position, seat)
        assert seen.state == interpreted.concealed(position, seat).state, "conceal: interpreted and compiled differ"
        assert rules.concealed(seen, seat).state == seen.state, "concealing twice is not concealing once"
        assert seen.to_act == position.to_act, "conceal must leave to_act"
        if not position.over:
            assert seen.state.rng.tolist() == [0, 0], "conceal must blank the random stream"
        if not table.game.hidden:
            check_nothing_hidden(position, seen)
        check_scene(table.game.scene.scene(seen, seat), table)
        if seat == AUDIENCE:
            continue
        check_encoded(position, seen, seat)
        if not position.over:
            check_determinized(position, seen, seat, random, report, exact=exact_determinize)
            if position.to_act == seat:
                check_choices(position, seen, seat, random)
                check_search_rules(position, random)
    check_scene(table.game.scene.scene(position, EVERYTHING), table)
    check_announcements(position, random)


def check_encoded(position: Position, seen: Position, seat: int) -> None:
    """`encode` writes every cell of every plane, and nothing that `conceal` clears."""
    rules, interpreted = position.table.compiled, position.table.interpreted
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
    texts = [game.notation.write_action(position, action) for action in legal]
    assert len(set(texts)) == len(texts), f"two actions share a text: {texts}"
    choices = [game.scene.choice(position, action) for action in legal]
    assert list(game.play.choices(position, legal)) == choices, "`choices` and `choice` differ"
    for action, text, choice in zip(legal, texts, choices, strict=True):
        assert game.notation.read_actions(position, text) == [action], f"{text!r} does not read back as action {action}"
        assert (choice.action, choice.text) == (action, text), f"the choice of {text!r} is {choice}"
        assert choice.start is None or choice.cell is not None, f"the choice of {text!r} has a start and no cell"
        for key in choice.keys:
            assert keys.setdefault(key, text) == text, f"the key {key!r} chooses both {keys[key]!r} and {text!r}"
    for action in random.sample(range(position.table.actions), min(SAMPLE, position.table.actions)):
        assert game.notation.write_action(position, action), (
            "write_action must name any action: refusals tell which it was"
        )


def check_events(position: Position) -> None:
    """Every event that a seat may cause now leads to the same state interpreted and compiled, which can be shown."""
    table = position.table
    for event in table.game.play.events:
        for seat in range(len(table.seats)):
            number = position.event(event, seat)
            allowed = not position.over and table.compiled.allowed(position, number)
            assert allowed == (not position.over and table.interpreted.allowed(position, number)), (
                f"allowed({event.name}): interpreted and compiled differ"
            )
            if allowed:
                after, checked = position.copy(), position.copy()
                table.compiled.apply(after, number)
                table.interpreted.apply(checked, number)
                assert after.state == checked.state, f"{event.name}: interpreted and compiled differ"
                check_text(after)
                check_news(position, after)
                check_scene(table.game.scene.scene(table.compiled.concealed(after, seat), seat), table)


def check_choices(position: Position, seen: Position, seat: int, random: Random) -> None:
    """Legal actions depend only on the seat's concealed position, and the greedy bot chooses one of them."""
    rules = position.table.compiled
    legal = rules.legal(seen)
    assert legal == rules.legal(position), "legal depends on what conceal takes away"
    before = seen.state.to_bytes()
    assert position.table.game.play.greedy(seen, seat, legal, random) in legal, "greedy chose what is not legal"
    if position.table.layout.scratch:
        seed = random.getrandbits(32)
        choice = rules.greedy(seen, seat, seed)
        assert choice == position.table.interpreted.greedy(seen, seat, seed), "greedy: interpreted and compiled differ"
    assert seen.state.to_bytes() == before, "greedy changed the position it was shown"


def check_determinized(
    position: Position, seen: Position, seat: int, random: Random, report: Report, *, exact: bool
) -> None:
    """Concealing a guess gives the seat's view, and the guess can be played on."""
    rules, interpreted = position.table.compiled, position.table.interpreted
    seed = random.getrandbits(32)
    guess = rules.determinized(seen, seat, seed)
    assert guess.state == interpreted.determinized(seen, seat, seed).state, (
        "determinize: interpreted and compiled differ"
    )
    fits = rules.concealed(guess, seat).state == seen.state
    report.determinized += 1
    report.fitted += fits
    assert fits or not exact, f"determinize: what it gives conceals to something else for seat {seat}"
    for _ in range(20):
        if guess.over:
            break
        legal = rules.legal(guess)
        assert legal or guess.to_act == BOARD, "determinize: a seat has no legal action in an imagined game"
        rules.apply(guess, random.choice(legal) if legal else BOARD_STEP)


def check_text(position: Position) -> None:
    """A position, full or concealed, round-trips through text."""
    seat = max(position.to_act, 0)
    for shown in (position, position.table.compiled.concealed(position, seat)):
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
        scene = table.game.scene.scene(table.compiled.concealed(position, seat), seat)
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
    position.table.compiled.apply(after, random.choice(position.table.compiled.legal(position) or [BOARD_STEP]))
    check_news(position, after)


def check_news(position: Position, after: Position) -> None:
    """What a step announces is a list of non-empty strings."""
    rules = position.table.compiled
    for seat in (0, AUDIENCE, EVERYTHING):
        known = position, after
        if seat != EVERYTHING:
            known = rules.concealed(position, seat), rules.concealed(after, seat)
        news: list[Any] = position.table.game.scene.announce(*known, seat)
        assert all(isinstance(line, str) and line for line in news), f"announcements are sentences: {news}"
