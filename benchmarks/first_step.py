"""How soon a program takes its first step, and its 1,000th: from the start of the process, with imports and compiling.

    python benchmarks/first_step.py --rounds 3 --write

Each figure is of a process of its own, which plays at random. Seconds are by the clock, and CPU seconds of all its
threads. Empty: all caches of compiled code are empty. Warm: earlier processes have run the same program, and filled
them; JAX's persistent cache is switched on for that. A step is one action of one seat; of a batch of 64 games, one in
each. Peers are measured where they are installed.

Timings are noisy: every round measures everything once, and medians over the rounds are reported.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from importlib import util
from statistics import median
from typing import NamedTuple

import report

STEPS = 1000
GAME = "fog_quoridor"
EMPTY, WARM = "empty", "warm"
PACKAGES = ("open_spiel", "pgx", "jax", "jumanji", "pettingzoo", "chess")

# A program makes `step`, a function that takes one step; this follows it.
MEASURE = f"""
import json as _json, os as _os, time as _time
_seen = []
for _number in range(1, {STEPS} + 1):
    step()
    if _number in (1, {STEPS}):
        _seen += [_time.time() - float(_os.environ["FIRST_STEP_BEGAN"]), _time.process_time()]
print(_json.dumps(_seen))
"""

MATCH = f"""
import random
from boardwalk import Match, table
at = table("{GAME}")
match, seed = Match(at, seed=0), 0
def step():
    global match, seed
    if match.over:
        seed += 1
        match = Match(at, seed=seed)
    match.act(match.to_act, random.choice(match.view(match.to_act).legal))
"""
ENVIRONMENT = """
import gymnasium, numpy, boardwalk.learning.gymnasium
env = gymnasium.make("boardwalk/FogQuoridor-v0")
_, info = env.reset(seed=0)
def step():
    global info
    _, _, ended, cut, info = env.step(int(numpy.random.choice(info["action_mask"].nonzero()[0])))
    if ended or cut:
        _, info = env.reset()
"""
VECTOR = """
import gymnasium, numpy, boardwalk.learning.gymnasium
envs = gymnasium.make_vec("boardwalk/FogQuoridor-v0", num_envs=64)
_, info = envs.reset(seed=0)
def step():
    global info
    mask = info["action_mask"]
    _, _, _, _, info = envs.step((numpy.random.random(mask.shape) * mask).argmax(1))
"""
PGX = """
import jax, jax.numpy as jnp, pgx
from pgx.experimental.wrappers import auto_reset
env = pgx.make("go_9x9")
games = {games}
init, play = jax.jit(jax.vmap(env.init)), jax.jit(jax.vmap(auto_reset(env.step, env.init)))
choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32)), axis=1))
key = jax.random.PRNGKey(0)
state = init(jax.random.split(key, games))
def step():
    global state, key
    key, one, two = jax.random.split(key, 3)
    state = jax.block_until_ready(play(state, choose(one, state.legal_action_mask), jax.random.split(two, games)))
"""
JUMANJI = """
import jax, jax.numpy as jnp, jumanji
from jumanji.wrappers import AutoResetWrapper
env = AutoResetWrapper(jumanji.make("Game2048-v1"))
init, play = jax.jit(env.reset), jax.jit(env.step)
choose = jax.jit(lambda key, mask: jax.random.categorical(key, jnp.log(mask.astype(jnp.float32))))
key = jax.random.PRNGKey(0)
state, now = init(key)
def step():
    global state, now, key
    key, one = jax.random.split(key)
    state, now = jax.block_until_ready(play(state, choose(one, now.observation.action_mask)))
"""
PETTINGZOO = """
import numpy
from pettingzoo.classic import connect_four_v3
env = connect_four_v3.env()
env.reset(seed=0)
def step():
    observation, _, ended, cut, _ = env.last()
    if ended or cut:
        env.reset()
        observation = env.last()[0]
    env.step(int(numpy.random.choice(observation["action_mask"].nonzero()[0])))
"""
OPENSPIEL = """
import random, pyspiel
game = pyspiel.load_game("quoridor")
state = game.new_initial_state()
def step():
    global state
    if state.is_terminal():
        state = game.new_initial_state()
    state.apply_action(random.choice(state.legal_actions()))
"""
CHESS = """
import random, chess
board = chess.Board()
def step():
    if board.is_game_over():
        board.reset()
    board.push(random.choice(list(board.legal_moves)))
"""


class Subject(NamedTuple):
    """A program to measure, the modules that it needs, separated by blanks, and how Boardwalk compiles in it."""

    name: str
    program: str
    needs: str = ""
    compile: str = "background"

    @property
    def is_there(self) -> bool:
        return all(util.find_spec(module) for module in self.needs.split())


SUBJECTS = (
    Subject("Boardwalk `Match`", MATCH),
    Subject("Boardwalk `Match`, compiled first", MATCH, compile="first"),
    Subject("Boardwalk environment", ENVIRONMENT, "gymnasium"),
    Subject("Boardwalk environment, compiled first", ENVIRONMENT, "gymnasium", compile="first"),
    Subject("Boardwalk vector of 64", VECTOR, "gymnasium"),
    Subject("Pgx `go_9x9`", PGX.format(games=1), "pgx jax"),
    Subject("Pgx `go_9x9`, batch of 64", PGX.format(games=64), "pgx jax"),
    Subject("Jumanji `Game2048-v1`", JUMANJI, "jumanji jax"),
    Subject("PettingZoo `connect_four_v3`", PETTINGZOO, "pettingzoo pygame"),
    Subject("OpenSpiel `quoridor`", OPENSPIEL, "pyspiel"),
    Subject("python-chess", CHESS, "chess"),
)


class Times(NamedTuple):
    """Seconds from the start of the process until the first step was taken, by the clock and of CPU, and until the last
    was."""

    first: float
    first_cpu: float
    last: float
    last_cpu: float


def run(subject: Subject, cache: str) -> Times:
    """Measure a program in a process of its own, with caches in this folder."""
    environment = os.environ | {
        "BOARDWALK_CACHE": cache,
        "BOARDWALK_COMPILE": subject.compile,
        "JAX_COMPILATION_CACHE_DIR": f"{cache}/jax",
        "JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS": "0",
        "JAX_PERSISTENT_CACHE_MIN_ENTRY_SIZE_BYTES": "-1",
        "JAX_PLATFORMS": "cpu",
        "FIRST_STEP_BEGAN": repr(time.time()),
    }
    command = [sys.executable, "-c", subject.program + MEASURE]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return Times(*json.loads(done.stdout.splitlines()[-1]))


def measure(subjects: Sequence[Subject], rounds: int) -> Iterator[tuple[str, str, Times]]:
    """The times of each subject in each round, from empty caches and from warm ones."""
    with tempfile.TemporaryDirectory() as warm:
        for subject in subjects:
            run(subject._replace(compile="first"), warm)
        for _ in range(rounds):
            for subject in subjects:
                with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as empty:
                    yield subject.name, EMPTY, run(subject, empty)
                yield subject.name, WARM, run(subject, warm)


def text_of(found: Sequence[tuple[str, str, Times]]) -> str:
    """The medians as Markdown for README.md."""
    head = [
        "program",
        *(f"{cache}: {what}" for cache in (EMPTY, WARM) for what in ("first, s", "CPU", "1,000th, s", "CPU")),
    ]
    rows = []
    for name in dict.fromkeys(name for name, _, _ in found):
        row = [name]
        for cache in (EMPTY, WARM):
            times = [one for of, how, one in found if (of, how) == (name, cache)]
            row += [report.figure(median(figures)) for figures in zip(*times, strict=True)]
        rows.append(row)
    about = report.sentence(report.machine(PACKAGES))
    return f"{about} Boardwalk plays `{GAME}`.\n\n{report.table(head, rows)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3, help="how often everything is measured")
    parser.add_argument("--only", default="", help="only programs whose name has this word")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    arguments = parser.parse_args()
    subjects = [one for one in SUBJECTS if arguments.only in one.name and one.is_there]
    found = []
    for name, cache, times in measure(subjects, arguments.rounds):
        print(f"{name}, {cache}: {', '.join(f'{one:.2f}' for one in times)}", file=sys.stderr, flush=True)
        found.append((name, cache, times))
    text = text_of(found)
    print(text)
    if arguments.write:
        report.write("first_step", text)


if __name__ == "__main__":
    main()
