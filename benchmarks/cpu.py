"""Benchmark of stepping games on the CPU, with masks and planes written, compared with the peers that are installed.

    python benchmarks/cpu.py --seconds 2 --rounds 5 --write

Each figure is in steps per second; a step is one action of one seat in one game. The time includes everything that a
learner needs: the new state, the legal actions, the observation of the next seat, and the start of a new game after one
that ended. It does not include choosing the actions (at random among the legal ones). The table says what a peer's
figure includes.

Timings are noisy, so the ratios matter: every round measures everything once, a ratio compares two figures of the same
round, and the medians over the rounds are reported. Two processes measure, one pinned to a single core, one with all
cores; before the first round each compiles, tries a few batch sizes and keeps the fastest.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import util
from multiprocessing.connection import Connection
from statistics import median
from typing import Any, NamedTuple

import report

BATCHES = (64, 256, 1024, 4096, 16384)
LIMIT = 1000  # a game of Boardwalk is truncated after this many actions
PYTHON_STEPS = 200  # steps per run of a peer whose steps are separate calls from Python
PACKAGES = ("open_spiel", "pgx", "jax", "jaxlib", "jumanji", "pettingzoo")

Run = Callable[[], tuple[int, float]]  # takes some steps; returns their number and the seconds they took


class Measure(NamedTuple):
    """Something to measure: `prepare(games, cores)` returns a `Run` for one of the batch sizes. `needs` names the
    modules it requires, separated by blanks."""

    name: str
    needs: str
    counts: str
    prepare: Callable[[int, int], Run]
    batches: tuple[int, ...] = BATCHES
    all_cores: bool = True


# -- Boardwalk


def boardwalk_steps(name: str) -> Callable[[int, int], Run]:
    def prepare(games: int, cores: int) -> Run:
        import numpy as np

        from boardwalk.batch import Batch
        from boardwalk.contract import registry

        game = registry.game(name)
        batch = Batch(game.table(game.content.simulation), games, seed=1, limit=LIMIT, threads=cores)
        chooser = np.random.default_rng(1)
        drawn = np.empty(batch.masks.shape, np.float32)

        def run() -> tuple[int, float]:
            chooser.random(out=drawn, dtype=np.float32)
            actions = np.where(batch.masks, drawn, -1).argmax(axis=1)
            started = time.perf_counter()
            batch.step(actions)
            return games, time.perf_counter() - started

        return run

    return prepare


# -- peers


def openspiel_rollouts(games: int, cores: int) -> Run:
    from boardwalk.cli.bench import openspiel_rollouts as rate

    def run() -> tuple[int, float]:
        seconds = 0.2
        return round((rate(seconds) or 0) * seconds), seconds

    return run


def one_by_one(step: Callable[[random.Random], float]) -> Run:
    """A run of many calls of `step`, which returns the seconds it took without choosing its action."""
    chooser = random.Random(1)

    def run() -> tuple[int, float]:
        return PYTHON_STEPS, sum(step(chooser) for _ in range(PYTHON_STEPS))

    return run


def openspiel_steps(games: int, cores: int) -> Run:
    import pyspiel

    game = pyspiel.load_game("quoridor")
    state, legal = game.new_initial_state(), game.new_initial_state().legal_actions()

    def step(chooser: random.Random) -> float:
        nonlocal state, legal
        action = chooser.choice(legal)
        started = time.perf_counter()
        state.apply_action(action)
        if state.is_terminal():
            state = game.new_initial_state()
        legal = state.legal_actions()
        state.observation_tensor()
        return time.perf_counter() - started

    return one_by_one(step)


def pettingzoo_steps(games: int, cores: int) -> Run:
    from pettingzoo.classic import connect_four_v3

    environment = connect_four_v3.env()
    environment.reset(seed=1)
    seen = environment.last()[0]

    def step(chooser: random.Random) -> float:
        nonlocal seen
        action = chooser.choice([action for action, legal in enumerate(seen["action_mask"]) if legal])
        started = time.perf_counter()
        environment.step(action)
        seen, _, ended, cut, _ = environment.last()
        if ended or cut:
            environment.reset()
            seen = environment.last()[0]
        return time.perf_counter() - started

    return one_by_one(step)


def pgx_steps(name: str) -> Callable[[int, int], Run]:
    def prepare(games: int, cores: int) -> Run:
        import jax
        import jax.numpy as jnp
        import pgx
        from pgx.experimental.wrappers import auto_reset

        game = pgx.make(name)
        step = jax.jit(jax.vmap(auto_reset(game.step, game.init)))

        @jax.jit
        def choose(key: Any, mask: Any) -> Any:
            key, here = jax.random.split(key)
            actions = jax.random.categorical(here, jnp.where(mask, 0.0, -jnp.inf), axis=-1)
            return key, actions, jax.random.split(key, games)

        key = jax.random.PRNGKey(1)
        state = jax.jit(jax.vmap(game.init))(jax.random.split(key, games))

        def run() -> tuple[int, float]:
            nonlocal key, state
            key, actions, keys = jax.block_until_ready(choose(key, state.legal_action_mask))
            started = time.perf_counter()
            state = jax.block_until_ready(step(state, actions, keys))
            return games, time.perf_counter() - started

        return run

    return prepare


def jumanji_steps(games: int, cores: int) -> Run:
    import jax
    from jumanji.environments import Sokoban
    from jumanji.environments.routing.sokoban.generator import ToyGenerator
    from jumanji.wrappers import VmapAutoResetWrapper

    environment = VmapAutoResetWrapper(Sokoban(generator=ToyGenerator()))  # its other generators download levels
    step = jax.jit(environment.step)
    choose = jax.jit(lambda key: jax.random.randint(key, (games,), 0, 4))
    key = jax.random.PRNGKey(1)
    state, _ = jax.jit(environment.reset)(jax.random.split(key, games))

    def run() -> tuple[int, float]:
        nonlocal key, state
        key, here = jax.random.split(key)
        actions = jax.block_until_ready(choose(here))
        started = time.perf_counter()
        state, _ = jax.block_until_ready(step(state, actions))
        return games, time.perf_counter() - started

    return run


OURS = {
    "Box World": "box_world",
    "Capture the Flag": "capture_the_flag",
    "Fog Quoridor": "fog_quoridor",
    "RoboRally": "robo_rally",
    "Rowdy Racers": "rowdy_racers",
}
FULL = "state, mask and view of a batch; finished games restarted"
MEASURES = [
    *(Measure(title, "boardwalk", FULL, boardwalk_steps(name)) for title, name in OURS.items()),
    Measure(
        "OpenSpiel Quoridor, rollouts",
        "pyspiel",
        "C++ only: the MCTS bot's random rollouts, simulations × mean length of a game; no masks, no views",
        openspiel_rollouts,
        batches=(1,),
        all_cores=False,
    ),
    Measure(
        "OpenSpiel Quoridor, Python",
        "pyspiel",
        "one game: apply_action, legal_actions and observation_tensor called from Python",
        openspiel_steps,
        batches=(1,),
        all_cores=False,
    ),
    *(
        Measure(f"Pgx {name}", "pgx", "state, mask and observation of a batch; auto_reset", pgx_steps(name))
        for name in ("go_9x9", "connect_four", "animal_shogi")
    ),
    Measure(
        "Jumanji Sokoban",
        "jumanji",
        "state and observation of a batch, no masks; VmapAutoResetWrapper, its two toy levels",
        jumanji_steps,
    ),
    Measure(
        "PettingZoo connect_four",
        "pettingzoo pygame",
        "one game: step and last, with the mask, called from Python; reset",
        pettingzoo_steps,
        batches=(1,),
        all_cores=False,
    ),
]


# -- measuring


def rate_of(run: Run, seconds: float) -> float:
    steps, spent = 0, 0.0
    while spent < seconds:
        more, took = run()
        steps, spent = steps + more, spent + took
    return steps / spent


def best_run(measure: Measure, cores: int, seconds: float) -> tuple[Run, int]:
    """The run of a measure at its best batch size, and that size. Stops at the first size that is much slower."""
    best: tuple[float, Run, int] | None = None
    for games in measure.batches:
        run = measure.prepare(games, cores)
        for _ in range(2):
            run()  # compiles
        rate = rate_of(run, seconds)
        if best is not None and rate < 0.7 * best[0]:
            break
        if best is None or rate > best[0]:
            best = rate, run, games
    assert best is not None
    return best[1], best[2]


def work(connection: Connection, names: list[str], cores: int, seconds: float) -> None:
    """The body of a measuring process: pinned to `cores` cores, it prepares all measures, then replies to each name it
    receives with a rate."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])
    runs = {}
    for measure in MEASURES:
        if measure.name in names:
            runs[measure.name], games = best_run(measure, cores, seconds / 4)
            connection.send((measure.name, games))
    while (name := connection.recv()) is not None:
        connection.send(rate_of(runs[name], seconds))


class Worker:
    """A measuring process with a number of cores."""

    def __init__(self, measures: list[Measure], cores: int, seconds: float) -> None:
        os.environ["JAX_PLATFORMS"] = "cpu"  # inherited by the process
        context = multiprocessing.get_context("spawn")
        self.cores = cores
        self.names = [measure.name for measure in measures]
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=work, args=(theirs, self.names, cores, seconds))
        self._process.start()
        theirs.close()

    def batches(self) -> Iterator[tuple[str, int]]:
        """Each measure and its batch size, as soon as it is ready."""
        for _ in self.names:
            try:
                yield self._connection.recv()
            except EOFError:
                raise SystemExit("a measuring process has failed; its error is above") from None

    def rate(self, name: str) -> float:
        self._connection.send(name)
        rate: float = self._connection.recv()
        return rate

    def close(self) -> None:
        self._connection.send(None)
        self._process.join()


def say(*words: object) -> None:
    print(*words, file=sys.stderr, flush=True)


def run_all(measures: list[Measure], seconds: float, rounds: int) -> dict[str, Any]:
    """All figures: by measure, for one core and for all cores, the rate of each round and the batch size."""
    every = report.cores()
    found: dict[str, dict[str, Any]] = {m.name: {"counts": m.counts, "one": [], "all": []} for m in measures}
    kinds = {"one": 1, "all": every} if every > 1 else {"one": 1}
    workers = {}
    for kind, cores in kinds.items():  # one after the other, so that they do not compete for cores while compiling
        wanted = [measure for measure in measures if kind == "one" or measure.all_cores]
        workers[kind] = Worker(wanted, cores, seconds)
        for name, games in workers[kind].batches():
            say(f"{cores} core{'s' * (cores > 1)}: {name} is ready, {games} at once")
            found[name][f"{kind}_batch"] = games
    for number in range(rounds):
        say(f"round {number + 1} of {rounds}")
        for measure in measures:
            for kind, worker in workers.items():
                if measure.name in worker.names:
                    found[measure.name][kind].append(worker.rate(measure.name))
    for worker in workers.values():
        worker.close()
    return found


# -- reporting


def ratio(found: dict[str, dict[str, Any]], mine: str, peer: str, kind: str) -> float | None:
    pairs = list(zip(found[mine][kind], found[peer][kind], strict=False))
    return median(ours / theirs for ours, theirs in pairs) if pairs else None


def markdown(result: dict[str, Any]) -> str:
    found, missing = result["measures"], result["missing"]
    ours = [name for name in found if name in OURS]
    peers = [name for name in found if name not in OURS]

    def rate(name: str, kind: str) -> str:
        return report.figure(median(found[name][kind]) if found[name][kind] else None)

    head = ["steps a second", "one core", f"all {result['machine']['cores']} cores", "games at once", "a step counts"]
    rows = [
        [
            name,
            rate(name, "one"),
            rate(name, "all"),
            f"{found[name]['one_batch']:,}",
            found[name]["counts"],
        ]
        for name in (*ours, *peers)
    ]
    parts = [report.sentence(result["machine"]), report.table(head, rows)]
    for kind, words in (("one", "one core each"), ("all", "all cores")):
        beside = [peer for peer in peers if found[peer][kind]]
        if beside and ours:
            rows = [[name, *(report.figure(ratio(found, name, peer, kind)) for peer in beside)] for name in ours]
            parts.append(report.table([f"times as fast as, {words}", *beside], rows))
    parts.append(f"Medians over {result['rounds']} rounds of {result['seconds']:g} s for each figure.")
    if missing:
        parts.append(f"Not installed, so not measured: {', '.join(missing)}.")
    return "\n\n".join(part.strip() for part in parts)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="for each figure in each round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="*", default=[], help="only measures whose name contains one of these")
    parser.add_argument("--json", action="store_true", help="print all figures as JSON")
    parser.add_argument("--write", action="store_true", help="write the tables into benchmarks/README.md")
    chosen = parser.parse_args()
    wanted = [m for m in MEASURES if not chosen.only or any(part in m.name for part in chosen.only)]
    here = [measure for measure in wanted if all(map(util.find_spec, measure.needs.split()))]
    missing = [measure.name for measure in wanted if measure not in here]
    for name in missing:
        say(f"{name} is not installed: make .venv/.peers")
    result = {
        "machine": report.machine(PACKAGES),
        "seconds": chosen.seconds,
        "rounds": chosen.rounds,
        "missing": missing,
        "measures": run_all(here, chosen.seconds, chosen.rounds),
    }
    print(json.dumps(result, indent=1) if chosen.json else markdown(result))
    if chosen.write:
        report.write("cpu", markdown(result))


if __name__ == "__main__":
    main()
