"""Compile a table's rules ahead of time, with progress; a marker file in the cache records that it was done."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from boardwalk.contract import registry
from boardwalk.contract.adaptive import example_arguments
from boardwalk.contract.game import Table
from boardwalk.contract.rule_table import HIDDEN, PLAY, RULES
from boardwalk.engine import entry
from boardwalk.engine.cache import folder
from boardwalk.engine.sources import module_named

log = logging.getLogger("boardwalk")
MATCH_RULES = ("deal", "legal", "apply", "conceal", "score")  # a match needs these; search and learning the rest
ALL_RULES = tuple(name for name, rule in RULES.items() if rule.needed_by in (PLAY, HIDDEN))


def _signature(table: Table) -> str:
    """The argument types that a table's rules are compiled for."""
    return f"{table.layout.board.array.dtype} {table.layout.state.array.dtype}"


def is_compiled(table: Table) -> bool:
    """Whether an earlier run compiled this. Only looks for the marker file; loads no compiled code."""
    return _rules_marker(table).exists()


def _rules_marker(table: Table) -> Path:
    prepare = _prepares(table)
    return marker(table, entry.__name__, *([prepare.__module__] if prepare else []))


def _prepares(table: Table) -> Callable[[Table], None] | None:
    solver = table.game.content.solver
    return solver.prepare if solver else None


def marker(table: Table, *modules: str) -> Path:
    """The file that records that functions of these modules were compiled for a table. It is in a folder that is named
    by a hash of their sources."""
    digest = hashlib.blake2b(_signature(table).encode(), digest_size=8).hexdigest()
    return folder(*table.game.rules.modules, *map(module_named, modules)) / f"{table.game.name}-{digest}.done"


def mark(marker: Path) -> None:
    """Record that something was compiled, if there is a cache to record it in."""
    with suppress(OSError):
        marker.touch()


@contextmanager
def announced(table: Table, what: str, *modules: str) -> Iterator[None]:
    """Log that the block compiles functions of these modules for a table, unless an earlier run has."""
    done = marker(table, *modules)
    if done.exists():
        yield
        return
    log.warning("Compiling %s of %s (once; this can take a minute)…", what, table.game.title)
    yield
    mark(done)


def compile_rules(table: Table, names: tuple[str, ...] = ALL_RULES) -> Iterator[str]:
    """Compile rule by rule, yielding each rule's name before compiling it."""
    for name in names:
        yield name
        function: Any = table.compiled.bind(getattr(entry, f"call_{name}"))
        function.compile(tuple(map(function.typeof_pyval, example_arguments(table, name))))


def match_rules(table: Table) -> tuple[str, ...]:
    """The rules that a match and the bot `easy` need."""
    optional = {"greedy": table.layout.scratch is not None, "prepare_greedy": table.game.has_rule("prepare_greedy")}
    return *MATCH_RULES, *(name for name, present in optional.items() if present)


def prepare(table: Table, progress: Callable[[str, int, int], None]) -> None:
    """Compile the rules that a match needs, unless an earlier run has; calls `progress(what, done, total)` before each
    rule."""
    if is_compiled(table):
        return
    what = f"the rules of {table.game.title}"
    names = match_rules(table)
    for number, _ in enumerate(compile_rules(table, names)):
        progress(what, number, len(names))
    if more := _prepares(table):
        more(table)
    progress(what, len(names), len(names))
    mark(_rules_marker(table))


def prepare_all(table: Table, progress: Callable[[str, int, int], None]) -> None:
    """Compile all rules that Python calls, unless an earlier run has: also what environments and events need."""
    prepare(table, progress)
    bind, what = table.compiled.bind, f"the rules of {table.game.title}"
    names = (*ALL_RULES, "pick", *["allowed"] * bool(table.game.play.events))
    names = tuple(
        name for name in names if not bind.is_cached(getattr(entry, f"call_{name}"), *example_arguments(table, name))
    )
    for number, _ in enumerate(compile_rules(table, names)):
        progress(what, number, len(names))


def usual_tables() -> list[Table]:
    """The tables that are compiled in advance: of each game its first preset, and its options for simulation."""
    found = {}
    for game in registry.games():
        for values in (game.content.presets[0].options, game.content.simulation):
            table = game.table(values)
            found[str(table)] = table
    return list(found.values())
