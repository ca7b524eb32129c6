"""Collects which rulebook clauses have tests, over all workers, and fails a full run if one has none."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from xdist.scheduler import LoadScopeScheduling

# Rules are compiled before they are called, by the process that calls them: tests are faster so, and test machine code.
os.environ.setdefault("BOARDWALK_COMPILE", "first")

import boardwalk
from boardwalk.contract import registry

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # A shell starts background jobs so, and what the tests start would ignore Ctrl-C too.
    signal.signal(signal.SIGINT, signal.default_int_handler)

# How long an example takes says more of the machine than of what it tests.
settings.register_profile("any machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any machine")

CLAUSE = re.compile(r"^- \*{0,2}([A-Z][A-Z0-9]*-\d+)\b", re.MULTILINE)


def clauses() -> set[str]:
    """Every clause of the players' rulebooks, including those of installed games of other packages."""
    books = [game.rulebook_text() for game in registry.games() if game.has_rulebook]
    return {clause for book in books for clause in CLAUSE.findall(book)}


ALONE = ("browser", "gpu", "server")  # folders whose tests share a resource that only one process should start


class ByGame(LoadScopeScheduling):  # type: ignore[misc]
    """Assign the tests of one game, or of one folder that shares a server, to one worker, so that no two workers
    compile the same functions."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        folder = next((name for name in ALONE if f"/{name}/" in path), None)
        game = next((name for name in boardwalk.game_names() if name in nodeid), "")
        return folder or f"{path} {game}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByGame:
    return ByGame(config, log)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """One more than there are cores, since tests of servers and browsers wait most of the time."""
    return (os.cpu_count() or 1) + 1


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--write-goldens", action="store_true", help="write the recorded playthroughs anew")


def pytest_collection_modifyitems(session: pytest.Session, config: pytest.Config, items: list[pytest.Item]) -> None:
    named = {clause for item in items for mark in item.iter_markers("rule") for clause in mark.args}
    unknown = named - clauses()
    if unknown:
        raise pytest.UsageError(f"tests name clauses that no rulebook has: {', '.join(sorted(unknown))}")
    config.stash[NAMED] = named
    if hasattr(config, "workeroutput"):
        config.workeroutput["clauses"] = sorted(named)


NAMED = pytest.StashKey[set[str]]()


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object, error: object) -> None:
    output = getattr(node, "workeroutput", {})
    node.config.stash[NAMED] = set(output.get("clauses", ()))  # type: ignore[attr-defined]


def _missing(config: pytest.Config) -> list[str]:
    def order(clause: str) -> tuple[str, int]:
        book, _, number = clause.partition("-")
        return book, int(number)

    return sorted(clauses() - config.stash.get(NAMED, set()), key=order)


def _whole_run(config: pytest.Config) -> bool:
    """Only a run of all tests can show that a clause has no test."""
    chosen = any(getattr(config.option, name, None) for name in ("keyword", "markexpr", "lf", "ignore", "deselect"))
    arguments = [Path(arg) for arg in config.invocation_params.args if not arg.startswith("-")]
    return (
        not chosen
        and not any((path.exists() and path.suffix == ".py") or "::" in str(path) for path in arguments)
        and not [path for path in arguments if path.is_dir() and path.name != "tests"]
    )


def _imagined(terminalreporter: pytest.TerminalReporter) -> dict[str, tuple[int, int]]:
    """For each game, how many imagined states fit exactly what was seen, and how many there were."""
    counts: dict[str, tuple[int, int]] = {}
    for report in terminalreporter.stats.get("passed", ()):
        for name, value in report.user_properties:
            if name == "determinized":
                game, fitted, of = value
                before = counts.get(game, (0, 0))
                counts[game] = (before[0] + fitted, before[1] + of)
    return counts


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    for game, (fitted, of) in sorted(_imagined(terminalreporter).items()):
        if of:
            terminalreporter.write_line(f"{game}: {fitted} of {of} guesses of determinize fit ({fitted / of:.1%})")
    total, missing = len(clauses()), _missing(config)
    if _whole_run(config):
        terminalreporter.write_line(f"rulebook: {total - len(missing)} of {total} clauses have tests")
        if missing:
            terminalreporter.write_line(f"clauses without a test: {' '.join(missing)}", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    if hasattr(session.config, "workerinput") or not _whole_run(session.config):
        return
    if exitstatus == pytest.ExitCode.OK and _missing(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
