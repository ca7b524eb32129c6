"""Checks of a game's declaration that need no play, run when the game is loaded.

`boardwalk.testing.check_game` checks the rest of the contract by playing."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import partial
from typing import Any

import msgspec

from boardwalk.contract import options
from boardwalk.contract.errors import GameError
from boardwalk.contract.game import Game, Notation, Scenes, Setup
from boardwalk.contract.look import Theme
from boardwalk.contract.rule_table import EVENTS, HIDDEN, PLAY, mistakes
from boardwalk.contract.search import mistakes_in
from boardwalk.engine.records import RecordType

NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_declaration(game: Game) -> None:
    """Raise a `GameError` for the first mistake in a game's declaration."""
    expect = partial(_expect, game)
    expect(NAME.fullmatch(game.name), "its name must be small letters, digits and _")
    expect(game.title and game.summary, "it needs a title and a summary")
    expect(isinstance(game.version, int) and game.version >= 1, f"its version is a number from 1, not {game.version!r}")
    _check_rules(game, expect)
    for module, protocol in ((game.setup, Setup), (game.notation, Notation), (game.scene, Scenes)):
        for name in (*protocol.__annotations__, *vars(protocol)):
            there = name.startswith("_") or hasattr(module, name)
            expect(there, f"{_name(module)} has no {name!r}; what most games do is in boardwalk.defaults")
    _check_setup(game, expect)
    _check_events(game, expect)
    _check_content(game, expect)
    play = game.play
    acts_out_of_turn = play.idle is not None or play.ahead is not None
    expect(acts_out_of_turn or not play.simultaneous, "simultaneous choices need `ahead` or `idle`")
    expect(isinstance(game.theme, Theme), f"its theme must be a boardwalk.Theme, not {game.theme!r}")


def _name(module: Any) -> str:
    return str(getattr(module, "__name__", module))


def _expect(game: Game, condition: object, sentence: str) -> None:
    if not condition:
        raise GameError(f"the game {game.name!r}: {sentence}")


def _check_rules(game: Game, expect: Any) -> None:
    rules, module = game.rules, game.rules.__name__
    for name in ("Board", "State"):
        expect(isinstance(getattr(rules, name, None), RecordType), f"{module} has no record {name!r}")
    for field in ("rng", "to_act"):
        expect(field in rules.State.fields, f"its State needs the field {field!r}")
    expect(isinstance(getattr(rules, "ACTIONS", None), int) and rules.ACTIONS > 0, f"{module} has no number ACTIONS")
    expect(getattr(rules, "PLANES", ()), f"{module} has no PLANES, the names of what `encode` writes")
    features = {PLAY, *[EVENTS] * bool(game.play.events), *[HIDDEN] * game.hidden}
    for sentence in (*mistakes(rules, features), *mistakes_in(game.search, rules)):
        expect(False, sentence)


def _check_setup(game: Game, expect: Any) -> None:
    players, kind = game.setup.PLAYERS, game.setup.Options
    is_pair = isinstance(players, tuple) and len(players) == 2
    is_range = is_pair and 1 <= players[0] <= players[1]
    expect(is_range, f"PLAYERS are the fewest and the most, such as (2, 4), not {players!r}")
    is_struct = isinstance(kind, type) and issubclass(kind, options.Options)
    expect(is_struct, "its Options must derive from boardwalk.Options")
    for option in options.fields(kind).values():
        expect(option.default is not msgspec.NODEFAULT, f"its option {option.name!r} needs a default")


def _check_content(game: Game, expect: Any) -> None:
    content, known = game.content, options.fields(game.setup.Options)
    expect(content.presets, "it needs a preset at least")
    titles = [preset.title for preset in content.presets]
    expect(len({*titles}) == len(titles), f"two presets share a title: {_list(titles)}")
    named = {preset.title: preset.options for preset in content.presets} | {"simulation": content.simulation}
    for title, values in named.items():
        for name in values:
            expect(name in known, f"{title!r} sets {name!r}, which is no option; the options are {_list(known)}")
    for kind in content.files:
        expect(not kind.option or kind.option in known, f"files {kind.suffix} name {kind.option!r}, which is no option")


def _check_events(game: Game, expect: Any) -> None:
    unused = not game.play.events and game.has_rule("allowed")
    expect(not unused, f"{game.rules.__name__} has the rule 'allowed', but the game has no events")
    names = [event.name for event in game.play.events]
    expect(len({*names}) == len(names), f"two events share a name: {_list(names)}")
    keys = [event.key for event in game.play.events if event.key]
    expect(len({*keys}) == len(keys), f"two events share a key: {_list(keys)}")


def _list(names: Collection[str]) -> str:
    return ", ".join(names) or "none"
