"""Benchmark of the games on one GPU, after a check against the CPU.

    python benchmarks/gpu.py [--json OUT] [--games NAME …] [--quick]

First 100,000 games of each kind are played on the GPU and on the CPU, by given actions and at random, and must agree
byte for byte; each kind in its own process, in parallel. Then random playouts are measured, and stepping by given
actions with masks and planes written, in a batch of a million games and in a small batch as used for learning. If they
are installed, Pgx and Jumanji's Sokoban are stepped by random actions at their best batch size and in the small batch.
"""

from __future__ import annotations

import argparse
import importlib.metadata
import json
import platform
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

import boardwalk
from boardwalk.batch import Batch
from boardwalk.batch.gpu.device_array import DeviceArray, load_cuda
from boardwalk.batch.gpu.launch import Launch
from boardwalk.contract.errors import BoardwalkError
from boardwalk.contract.game import Table
from gpu_peers import FEW, PEERS

CHECKED_GAMES, CHECKED_STEPS, CHECKED_PLANES = 100_000, 36, 12
CUT = 25  # the checked games are truncated after this many actions, so that all of them restart
PLAYED, STEPPED = 1 << 20, 1 << 20  # batch sizes of playouts and of stepping
STEPS_A_LAUNCH = 256
WARM_UP = 600  # steps before stepping is measured
ROUNDS = 5
FEW_ROUNDS = 400
AIMS = {"playouts": 1e9, "stepping": 300e6}
PACKAGES = ("numba", "numba-cuda", "numpy", "jax", "pgx", "jumanji", "torch", "cupy-cuda13x")


def asked_for() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="How fast the games run on one GPU.")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    parser.add_argument("--games", nargs="+", default=boardwalk.game_names(), help="only these games")
    parser.add_argument("--quick", action="store_true", help="leave out the check and the peers")
    parser.add_argument("--check", metavar="GAME", help="only check this game")
    return parser.parse_args()


ASKED = asked_for()  # before the GPU is looked for, so that --help needs none
try:
    cuda = load_cuda()
except BoardwalkError as error:
    sys.exit(str(error))


def main(asked: argparse.Namespace) -> None:
    if asked.check:
        print(f"{asked.check}: {check(simulation(asked.check))}", flush=True)
        return
    tables = {name: simulation(name) for name in asked.games}
    result: dict[str, Any] = {"machine": machine(), "copy_bytes_a_second": copy_bandwidth(), "games": {}}
    print(json.dumps(result["machine"]), flush=True)
    print(f"device-to-device copy: {result['copy_bytes_a_second'] / 1e12:.2f} TB/s, read and written", flush=True)
    if not asked.quick:
        result["checks"] = check_all(asked.games)
        print("\n".join(result["checks"]), flush=True)
    for name, table in tables.items():
        playouts, stepping = measure_playouts(table), measure_stepping(table, result["copy_bytes_a_second"])
        result["games"][name] = {"table": str(table), "playouts": playouts, "stepping": stepping}
        print(
            f"{name}: {playouts['steps_a_second'] / 1e6:,.0f} M playout steps/s, "
            f"{stepping['steps_a_second'] / 1e6:,.0f} M steps/s with masks and planes",
            flush=True,
        )
    result["peers"] = {}
    keep(result, asked.json)
    for name, measure in () if asked.quick else PEERS.items():
        result["peers"][name] = measure()
        print(f"{name}: measured", flush=True)
        keep(result, asked.json)
    print(written(result))


def keep(result: dict[str, Any], path: Path | None) -> None:
    if path:
        path.write_text(json.dumps(result, indent=1) + "\n")


def simulation(name: str) -> Table:
    game = boardwalk.game(name)
    return game.table(game.content.simulation)


def machine() -> dict[str, Any]:
    versions = {"boardwalk": boardwalk.__version__}
    for package in PACKAGES:
        try:
            versions[package] = importlib.metadata.version(package)
        except importlib.metadata.PackageNotFoundError:
            continue
    gpu = cuda.get_current_device()
    name = gpu.name.decode() if isinstance(gpu.name, bytes) else gpu.name
    return {
        "date": time.strftime("%Y-%m-%d"),
        "gpu": name,
        "multiprocessors": gpu.MULTIPROCESSOR_COUNT,
        "python": platform.python_version(),
        "versions": versions,
    }


def timed(work: Callable[[], Any], rounds: int = ROUNDS) -> float:
    """The median time of a round on the GPU, in seconds."""
    seconds = []
    for _ in range(rounds):
        first, last = cuda.event(), cuda.event()
        first.record()
        work()
        last.record()
        last.synchronize()
        seconds.append(cuda.event_elapsed_time(first, last) / 1e3)
    return median(seconds)


def copy_bandwidth() -> float:
    """Bytes read and written per second by a plain copy on the GPU: the upper limit for everything else."""
    source, target = (cuda.device_array(1 << 32, np.uint8) for _ in range(2))
    drawn = cuda.to_device(np.random.default_rng(0).integers(0, 255, 1 << 28, np.uint8))
    for first in range(0, len(source), len(drawn)):
        source[first : first + len(drawn)].copy_to_device(drawn)
    target.copy_to_device(source)
    return 2 * source.nbytes / timed(lambda: target.copy_to_device(source), 10)


def choose(masks: np.ndarray[Any, Any], random: np.random.Generator) -> np.ndarray[Any, Any]:
    """A random legal action for each game."""
    drawn = random.random(masks.shape, np.float32)
    drawn[masks == 0] = -1
    return drawn.argmax(axis=1)


def check_all(games: Sequence[str]) -> list[str]:
    def check_in_process(name: str) -> str:
        done = subprocess.run([sys.executable, __file__, "--check", name], stdout=subprocess.PIPE, text=True)
        if done.returncode:
            raise SystemExit(f"{name}: the check has failed")
        return done.stdout.strip()

    with ThreadPoolExecutor() as pool:
        return list(pool.map(check_in_process, games))


def check(table: Table) -> str:
    """Play the same games on the GPU and on the CPU; exits if a single byte differs."""
    started, random = time.perf_counter(), np.random.default_rng(3)
    cpu, gpu = (Batch(table, CHECKED_GAMES, 7, limit=CUT, device=device) for device in ("cpu", "cuda"))
    ends = 0
    for number in range(CHECKED_STEPS + 1):
        names = ["states", "boards", "masks", "rewards", "ended", "ages"]
        if number % CHECKED_PLANES == 0:
            names.append("planes")
        for name in names:
            mine, theirs = getattr(cpu, name), getattr(gpu, name).copy_to_host()
            if mine.tobytes() != np.ascontiguousarray(theirs).tobytes():
                raise SystemExit(f"{table}: {name} differ after {number} steps")
        asked = table.layout.scratch and number % CHECKED_PLANES == 0
        if asked and not np.array_equal(cpu.greedy(), gpu.greedy().copy_to_host()):
            raise SystemExit(f"{table}: greedy chooses differently after {number} steps")
        ends += int((cpu.ended > 0).sum())
        actions = choose(cpu.masks, random)
        cpu.step(actions)
        gpu.step(actions)
    counts = [batch.play(60) for batch in (cpu, gpu)]
    if cpu.states.tobytes() != gpu.states.copy_to_host().tobytes():
        raise SystemExit(f"{table}: states differ after playouts")
    for name in ("actions", "board_steps", "finished", "cut", "seat_0_wins"):
        if getattr(counts[0], name) != getattr(counts[1], name):
            raise SystemExit(f"{table}: playouts differ in {name}")
    took = time.perf_counter() - started
    return f"{CHECKED_GAMES:,} games agree byte for byte, {ends:,} ends of games among them ({took:.0f} s)"


def measure_playouts(table: Table) -> dict[str, Any]:
    batch = Batch(table, PLAYED, 1, planes=False, device="cuda")
    batch.play(STEPS_A_LAUNCH)  # compiles, and spreads the games over all stages of play
    runs = [batch.play(STEPS_A_LAUNCH) for _ in range(ROUNDS)]
    seconds = median(run.seconds for run in runs)
    actions, board_steps = (sum(getattr(run, name) for run in runs) / ROUNDS for name in ("actions", "board_steps"))
    return {
        "games": PLAYED,
        "actions_a_second": actions / seconds,
        "steps_a_second": (actions + board_steps) / seconds,
        "actions_a_game": actions / max(1, sum(run.finished for run in runs) / ROUNDS),
        "aim": AIMS["playouts"],
    }


@cuda.jit
def choose_kernel(masks: Any, random: Any, actions: Any) -> None:
    """A random legal action for each game, from a random generator per game."""
    game = cuda.grid(1)
    if game < len(actions):
        word = random[game]
        word ^= (word << 13) & 0xFFFFFFFF
        word ^= word >> 17
        word ^= (word << 5) & 0xFFFFFFFF
        random[game] = word
        count = 0
        for action in range(masks.shape[1]):
            count += masks[game, action]
        left = (word * count) >> 32
        for action in range(masks.shape[1]):
            if masks[game, action]:
                if left == 0:
                    actions[game] = action
                left -= 1


def chosen_at_random(batch: Batch) -> tuple[DeviceArray, Launch]:
    """An array of actions, and the launch that fills it with a random legal action for each game."""
    random = DeviceArray.of(np.random.default_rng(5).integers(1, 1 << 32, batch.games, np.int64))
    actions = DeviceArray.zeros((batch.games,), np.int64)
    return actions, Launch(choose_kernel, batch.games, 256, batch.masks.memory, random.memory, actions.memory)


def measure_stepping(table: Table, bandwidth: float) -> dict[str, Any]:
    """Actions are chosen on the GPU before each step; only the step itself is timed. The host queues work ahead, as a
    learner does, so that the GPU never waits for it."""
    batch = Batch(table, STEPPED, 1, device="cuda")
    actions, choose = chosen_at_random(batch)
    for _ in range(WARM_UP):  # compiles, and spreads the games over all stages of play
        choose()
        batch.step(actions, checked=False)
    spans = []
    for _ in range(4 * ROUNDS):
        choose()
        first, last = cuda.event(), cuda.event()
        first.record()
        batch.step(actions, checked=False)
        last.record()
        spans.append((first, last))
    cuda.synchronize()
    took = median(cuda.event_elapsed_time(*span) / 1e3 for span in spans[ROUNDS:])
    started = time.perf_counter()
    for _ in range(ROUNDS):
        choose()
        batch.step(actions)
    cuda.synchronize()
    whole = (time.perf_counter() - started) / ROUNDS
    moved = bytes_moved(batch)
    return {
        "games": STEPPED,
        "steps_a_second": STEPPED / took,
        "steps_a_second_checked_and_chosen": STEPPED / whole,
        "steps_a_second_with_few": measure_few(table),
        "few": FEW,
        "bytes_a_step": moved,
        "bytes_a_second": moved * STEPPED / took,
        "share_of_copy_bandwidth": moved * STEPPED / took / bandwidth,
        "aim": AIMS["stepping"],
    }


def measure_few(table: Table) -> float:
    """Steps per second in a small batch, by wall-clock time including the choice of actions, as for the peers."""
    batch = Batch(table, FEW, 1, device="cuda")
    actions, choose = chosen_at_random(batch)
    for rounds in (FEW_ROUNDS, FEW_ROUNDS):  # the first is a warm-up
        started = time.perf_counter()
        for _ in range(rounds):
            choose()
            batch.step(actions, checked=False)
        cuda.synchronize()
        took = (time.perf_counter() - started) / rounds
    return FEW / took


def bytes_moved(batch: Batch) -> int:
    """The minimum number of bytes that a step moves: read the state, the action and a per-game board, write the state
    and the outputs."""
    table, layout = batch.table, batch.table.layout
    own_board = layout.board.array.itemsize if layout.per_game else 0
    written = table.actions + int(np.prod(table.planes)) + len(table.seats) + 1
    return 2 * layout.state.array.itemsize + own_board + 8 + 2 * 4 + written


def written(result: dict[str, Any]) -> str:
    machine = result["machine"]
    lines = [
        f"{machine['gpu']}, {machine['date']}, "
        + ", ".join(f"{name} {what}" for name, what in machine["versions"].items()),
        f"copy on the GPU: {result['copy_bytes_a_second'] / 1e12:.2f} TB/s",
        "",
        f"{'game':18} {'playouts: steps/s':>18} {'actions/s':>10} {'a game':>7} {'stepping/s':>11} {'checked':>8} "
        f"{'few':>8} {'bytes':>6} {'of copy':>8}",
    ]
    for name, game in result["games"].items():
        plays, steps = game["playouts"], game["stepping"]
        lines.append(
            f"{name:18} {plays['steps_a_second'] / 1e6:16,.0f} M {plays['actions_a_second'] / 1e6:8,.0f} M "
            f"{plays['actions_a_game']:7,.0f} {steps['steps_a_second'] / 1e6:9,.0f} M "
            f"{steps['steps_a_second_checked_and_chosen'] / 1e6:6,.0f} M "
            f"{steps['steps_a_second_with_few'] / 1e6:6,.1f} M {steps['bytes_a_step']:6,} "
            f"{steps['share_of_copy_bandwidth']:8.0%}"
        )
    for name, peer in result["peers"].items():
        rates = peer.get("all", {}).items()
        told = ", ".join(f"{rate / 1e6:.1f} M steps/s with {batch:,} games" for batch, rate in rates)
        lines.append(f"{name}: {peer.get('missing') or told}")
    return "\n".join(lines)


if __name__ == "__main__":
    main(ASKED)
