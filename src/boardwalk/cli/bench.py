"""The benchmark of `boardwalk bench`: random playouts compared with OpenSpiel's, compile time, start-up, record sizes.

Timings are noisy, so the ratios matter: each round measures OpenSpiel and then every game, and the medians over the
rounds are reported.
"""

from __future__ import annotations

import os
import platform
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from importlib import metadata, util
from statistics import median
from typing import Any, NamedTuple

from boardwalk.batch import Batch, cores
from boardwalk.contract import registry
from boardwalk.contract.compiling import compile_rules
from boardwalk.contract.game import Table

ROUNDS = 3
GAMES = 64  # games in a batch: as many as fit in the CPU cache
PEER = "OpenSpiel Quoridor rollouts"
# The targets of the project on one core, as multiples of the peer's rate. Steps include the board's own, as the peer
# counts them; for RoboRally only the robots' actions count.
ACTIONS_ONLY = ("robo_rally",)
AIMS = {"fog_quoridor": 10, "rowdy_racers": 5, "robo_rally": 20, "capture_the_flag": 20, "box_world": 50}


def report(seconds: float, names: Sequence[str], progress: Callable[[str], None] = lambda line: None) -> dict[str, Any]:
    """All measurements as JSON data. `seconds` is the total time for each game over all rounds."""
    tables = {name: simulation(name) for name in names}
    games: dict[str, dict[str, Any]] = {}
    for name, table in tables.items():
        progress(f"{table.game.title}: compiling from an empty cache")
        cold, warm = start_times(name)
        games[name] = {
            "table": str(table),
            "state_bytes": table.layout.state.array.itemsize,
            "board_bytes": table.layout.board.array.itemsize,
            "compile_seconds": cold,
            "start_seconds": warm,
        }
    peers: list[float | None] = []
    one: dict[str, list[Rates]] = {name: [] for name in names}
    every: dict[str, list[Rates]] = {name: [] for name in names}
    for number in range(ROUNDS):
        progress(f"random playouts, round {number + 1} of {ROUNDS}")
        peers.append(openspiel_rollouts(seconds / ROUNDS))
        for name, table in tables.items():
            one[name].append(playout_rate(table, seconds / ROUNDS, threads=1))
            every[name].append(playout_rate(table, seconds / ROUNDS, threads=cores()))
    for name in names:
        counted = [rates.actions if name in ACTIONS_ONLY else rates.steps for rates in one[name]]
        ratios = [mine / peer for mine, peer in zip(counted, peers, strict=True) if peer]
        games[name]["actions_a_second"] = median(rates.actions for rates in one[name])
        games[name]["steps_a_second"] = median(rates.steps for rates in one[name])
        games[name]["steps_a_second_all_cores"] = median(rates.steps for rates in every[name])
        games[name]["ratio"] = median(ratios) if ratios else None
        games[name]["aim"] = AIMS.get(name)
    rate = median(peer for peer in peers if peer) if all(peers) else None
    return {"machine": machine(), "peer": {"name": PEER, "actions_a_second": rate}, "games": games}


def simulation(name: str) -> Table:
    """The table used to measure a game: with its options for simulation."""
    game = registry.game(name)
    return game.table(game.content.simulation)


def machine() -> dict[str, Any]:
    versions = {package: metadata.version(package) for package in ("numba", "numpy")}
    if util.find_spec("pyspiel"):
        versions["open_spiel"] = metadata.version("open_spiel")
    return {
        "cpu": platform.processor() or platform.machine(),
        "cores": cores(),
        "python": platform.python_version(),
        **versions,
    }


class Rates(NamedTuple):
    """Actions of seats per second, and steps per second, which include the board's own."""

    actions: float
    steps: float


def playout_rate(table: Table, seconds: float, threads: int) -> Rates:
    """The speed of random playouts."""
    batch = Batch(table, GAMES * threads, seed=1, planes=False, limit=1000, threads=threads)
    batch.play(100)
    actions, of_board, spent, length = 0, 0, 0.0, 1000
    while spent < seconds:
        done = batch.play(length)
        actions, of_board, spent = actions + done.actions, of_board + done.board_steps, spent + done.seconds
        if done.seconds < seconds / 20:
            length *= 2
    return Rates(actions / spent, (actions + of_board) / spent)


def openspiel_rollouts(seconds: float) -> float | None:
    """OpenSpiel's C++ MCTS bot with its random-rollout evaluator: simulations times the mean length of a random game.

    None if OpenSpiel is not installed."""
    if not util.find_spec("pyspiel"):
        return None
    import pyspiel

    game = pyspiel.load_game("quoridor")
    chooser, lengths = random.Random(1), []
    for _ in range(20):
        state, length = game.new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(chooser.choice(state.legal_actions()))
            length += 1
        lengths.append(length)
    simulations, spent, chunk = 0, 0.0, 100
    while spent < seconds:
        evaluator = pyspiel.RandomRolloutEvaluator(1, simulations + 1)
        bot = pyspiel.MCTSBot(game, evaluator, 2.0, chunk, 1000, False, simulations + 1, False)
        state = game.new_initial_state()
        started = time.perf_counter()
        bot.step(state)
        spent += time.perf_counter() - started
        simulations += chunk
    return simulations * sum(lengths) / len(lengths) / spent


def start_times(name: str) -> tuple[float, float]:
    """Seconds to compile a game's rules with an empty cache, and to run a new process with a warm cache."""
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "BOARDWALK_CACHE": cache}
        command = [sys.executable, "-m", "boardwalk.cli.bench", name]
        cold = float(subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout)
        started = time.perf_counter()
        subprocess.run(command, env=environment, check=True, capture_output=True)
        return cold, time.perf_counter() - started


def table_of(result: dict[str, Any]) -> str:
    """The measurements as a text table."""
    machine, peer = result["machine"], result["peer"]
    lines = [", ".join(f"{key} {value}" for key, value in machine.items())]
    rate = (
        f"{peer['actions_a_second'] / 1e6:.2f} million actions a second"
        if peer["actions_a_second"]
        else "not installed"
    )
    lines += [f"{peer['name']}, one core: {rate}", ""]
    lines.append(
        f"{'random playouts':<17} {'M actions/s':>12} {'M steps/s':>10} {'all cores':>10} {'ratio':>7} {'aim':>5}"
        f" {'state':>7} {'compile':>8} {'start':>6}"
    )
    for name, row in result["games"].items():
        ratio = f"{row['ratio']:.1f}" if row["ratio"] else "-"
        lines.append(
            f"{name:<17} {row['actions_a_second'] / 1e6:>12.1f} {row['steps_a_second'] / 1e6:>10.1f}"
            f" {row['steps_a_second_all_cores'] / 1e6:>10.1f}"
            f" {ratio:>7} {row['aim'] or '-':>5} {row['state_bytes']:>5} B {row['compile_seconds']:>6.1f} s"
            f" {row['start_seconds']:>4.1f} s"
        )
    return "\n".join(lines)


if __name__ == "__main__":
    began = time.perf_counter()
    for _ in compile_rules(simulation(sys.argv[1])):
        pass
    print(time.perf_counter() - began)
