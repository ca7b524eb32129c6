"""Checks of a game's declaration that need no play, run when the game is loaded.

`boardwalk.testing.check_game` checks the rest of the contract by playing."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from boardwalk.contract import options
from boardwalk.contract.errors import GameError
from boardwalk.contract.look import Theme, add_theme
from boardwalk.engine.records import RecordType
from boardwalk.engine.rules import RuleModules

if TYPE_CHECKING:
    from boardwalk.contract.game import Game
    from boardwalk.contract.game_parts import Mind

RULE_NAMES = ("deal", "legal", "apply", "conceal", "imagine", "encode", "score")
# The rules that make bots stronger, with their parameters.
SEARCH_RULES = {
    "survey": ("board", "state", "scratch"),
    "estimate": ("board", "state", "seat", "scratch"),
    "outlook": ("board", "state", "seat", "scratch"),
    "narrow": ("board", "state", "mask", "scratch"),
    "rollout": ("board", "state", "seat", "scratch"),
    "guess": ("board", "state", "seat", "scratch"),
    "likely": ("board", "state", "mask", "chances", "scratch"),
    "fold": ("board", "state"),
    "rewind": ("board", "state"),
    "written": ("board", "state", "seat", "place"),
    "rewrite": ("board", "state", "seat", "place", "action"),
    "running": ("board", "state"),
    "pursue": ("board", "state", "seat", "task", "scratch"),
}
# The methods of search, with what each needs of the rules.
METHODS: dict[str, tuple[str, ...]] = {
    "tree": (),
    "alpha_beta": (),
    "programs": ("rewind", "written", "rewrite", "running"),
    "tasks": ("pursue", "TASKS"),
    "turns": ("outlook",),
    "table": (),
}
NAME = re.compile(r"[a-z][a-z0-9_]*")


def check_declaration(game: Game) -> None:
    """Raise a `GameError` for the first mistake in a game's declaration."""
    expect = partial(_expect, game)
    expect(NAME.fullmatch(game.name), "its name must be small letters, digits and _")
    expect(game.title and game.summary, "it needs a title and a summary")
    is_pair = isinstance(game.players, tuple) and len(game.players) == 2
    is_range = is_pair and 1 <= game.players[0] <= game.players[1]
    expect(is_range, f"players are the fewest and the most, such as (2, 4), not {game.players!r}")
    expect(isinstance(game.version, int) and game.version >= 1, f"its version is a number from 1, not {game.version!r}")
    expect(
        isinstance(game.options, type) and issubclass(game.options, options.Options),
        "its options must derive from boardwalk.Options",
    )
    _check_rules(game, expect)
    _check_events(game, expect)
    acts_out_of_turn = game.idle is not None or game.ahead is not None
    expect(acts_out_of_turn or not game.simultaneous, "simultaneous choices need `ahead` or `idle`")
    expect(game.presets, "it needs a preset at least")
    known = options.fields(game.options)
    for option in known.values():
        expect(option.default is not msgspec.NODEFAULT, f"its option {option.name!r} needs a default")
    for preset, values in {**game.presets, "simulation": game.simulation}.items():
        for name in values:
            expect(name in known, f"{preset!r} sets {name!r}, which is no option; the options are {_list(known)}")
    for kind in game.files:
        expect(not kind.option or kind.option in known, f"files {kind.suffix} name {kind.option!r}, which is no option")
    for preset in game.preset_notes:
        expect(preset in game.presets, f"it describes {preset!r}, which is no preset")
    if game.rulebook:
        book = resources.files(game.package) / game.rulebook
        expect(book.is_file(), f"its rulebook {game.rulebook!r} is not in the package {game.package}")
    expect(isinstance(game.theme, Theme), f"its theme must be a boardwalk.Theme, not {game.theme!r}")
    add_theme(game.theme)


def _check_rules(game: Game, expect: Any) -> None:
    rules, module = game.rules, game.rules.__name__
    for name in RULE_NAMES:
        expect(callable(getattr(rules, name, None)), f"{module} has no rule {name!r}")
    for name in ("Board", "State"):
        expect(isinstance(getattr(rules, name, None), RecordType), f"{module} has no record {name!r}")
    for field in ("rng", "to_act"):
        expect(field in rules.State.fields, f"its State needs the field {field!r}")
    expect(isinstance(getattr(rules, "ACTIONS", None), int) and rules.ACTIONS > 0, f"{module} has no number ACTIONS")
    expect(getattr(rules, "PLANES", ()), f"{module} has no PLANES, the names of what `encode` writes")
    for name, parameters in SEARCH_RULES.items():
        found = getattr(rules, name, None)
        signature = f"{name}({', '.join(parameters)})"
        expect(found is None or (callable(found) and takes(found, len(parameters))), f"{module} needs {signature}")
    for mind in filter(None, (game.mind, game.mind.duel)):
        _check_minds(mind, rules, expect)


def check_mind(game: Game, mind: Mind) -> None:
    """Raise a `GameError` for the first mistake in how a table of the game is searched."""
    _check_minds(mind, game.rules, partial(_expect, game))


def _expect(game: Game, condition: object, sentence: str) -> None:
    if not condition:
        raise GameError(f"the game {game.name!r}: {sentence}")


def _check_minds(mind: Mind, rules: RuleModules, expect: Any) -> None:
    _check_mind(mind, rules, expect)
    if mind.weaker:
        _check_mind(mind.weaker, rules, expect)
        expect(mind.weaker.memory == mind.memory, "all strengths of its `mind` have a memory, or none")


def _check_mind(mind: Mind, rules: RuleModules, expect: Any) -> None:
    budgets = mind.beginner, mind.medium, mind.hard, mind.worlds, mind.believed, mind.plies
    expect(all(isinstance(budget, int) and budget >= 1 for budget in budgets), "the budgets of its `mind` are from 1")
    expect(mind.method in METHODS, f"the method of its `mind` is one of {_list(METHODS)}, not {mind.method!r}")
    for name in METHODS[mind.method]:
        expect(
            hasattr(rules, name),
            f"{rules.__name__} has no {name!r}, which the method {mind.method!r} of its `mind` needs",
        )


def takes(function: Any, count: int) -> bool:
    """Whether a rule has this many parameters."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_argcount == count


def _check_events(game: Game, expect: Any) -> None:
    has_rule = hasattr(game.rules, "allowed")
    expect(has_rule or not game.events, f"it has events, but {game.rules.__name__} has no rule 'allowed'")
    expect(game.events or not has_rule, f"{game.rules.__name__} has the rule 'allowed', but the game has no events")
    names = [event.name for event in game.events]
    expect(len({*names}) == len(names), f"two events share a name: {_list(names)}")
    keys = [event.key for event in game.events if event.key]
    expect(len({*keys}) == len(keys), f"two events share a key: {_list(keys)}")


def _list(names: Collection[str]) -> str:
    return ", ".join(names) or "none"
