"""Benchmarks of other libraries' environments on the same GPU, stepped by random actions at several batch sizes.

`PEERS` has a function for each, which returns steps per second, or the name of what is not installed."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

FEW = 1 << 12  # a small batch, as used for learning
BATCHES = (FEW, 1 << 14, 1 << 16, 1 << 18)
STEPS = 64  # in one call of a compiled loop


def _measured(make: Callable[[], Callable[[int], float]]) -> dict[str, Any]:
    try:
        rate = make()
    except ImportError as error:
        return {"missing": f"not installed here ({error})"}
    best: dict[str, Any] = {"steps_a_second": 0.0, "batch": 0, "all": {}, "failed": {}}
    for batch in BATCHES:
        try:
            steps = rate(batch)
        except Exception as error:  # a limit of the peer, such as memory: its other sizes still count
            best["failed"][batch] = f"{type(error).__name__}: {error}"[:200]
            continue
        best["all"][batch] = steps
        if steps > best["steps_a_second"]:
            best.update(steps_a_second=steps, batch=batch)
    return best


def _rate(run: Callable[[Any, Any], Any], state: Any, key: Any, batch: int) -> float:
    import jax

    state = jax.block_until_ready(run(state, key))
    rates = []
    for _ in range(3):
        started = time.perf_counter()
        state = jax.block_until_ready(run(state, key))
        rates.append(batch * STEPS / (time.perf_counter() - started))
    return sorted(rates)[1]


def _pgx(name: str) -> Callable[[int], float]:
    """A random legal action in each game; finished games restart, as with Pgx's own `auto_reset`."""
    import jax
    import jax.numpy as jnp
    import pgx
    from pgx.experimental.wrappers import auto_reset

    env = pgx.make(name)
    step = jax.vmap(auto_reset(env.step, env.init))

    def once(_: Any, carried: Any) -> Any:
        state, key = carried
        key, drawing, resetting = jax.random.split(key, 3)
        logits = jnp.log(state.legal_action_mask.astype(jnp.float32))
        action = jax.random.categorical(drawing, logits, axis=1)
        keys = jax.random.split(resetting, action.shape[0])
        return step(state, action, keys), key

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        return jax.lax.fori_loop(0, STEPS, once, (state, key))[0]

    def rate(batch: int) -> float:
        key = jax.random.PRNGKey(0)
        state = jax.jit(jax.vmap(env.init))(jax.random.split(key, batch))
        return _rate(run, state, key, batch)

    return rate


def _sokoban() -> Callable[[int], float]:
    """A random action in each game, on the only level that Jumanji has without a download; finished games restart."""
    import jax
    from jumanji.environments import Sokoban
    from jumanji.environments.routing.sokoban.generator import SimpleSolveGenerator
    from jumanji.wrappers import VmapAutoResetWrapper

    env = VmapAutoResetWrapper(Sokoban(generator=SimpleSolveGenerator()))

    def once(_: Any, carried: Any) -> Any:
        state, key = carried
        key, drawing = jax.random.split(key)
        action = jax.random.randint(drawing, (state.step_count.shape[0],), 0, 4)
        return env.step(state, action)[0], key

    @jax.jit
    def run(state: Any, key: Any) -> Any:
        return jax.lax.fori_loop(0, STEPS, once, (state, key))[0]

    def rate(batch: int) -> float:
        key = jax.random.PRNGKey(0)
        state, _ = jax.jit(env.reset)(jax.random.split(key, batch))
        return _rate(run, state, key, batch)

    return rate


PEERS: dict[str, Callable[[], dict[str, Any]]] = {
    **{f"Pgx {name}": partial(_measured, partial(_pgx, name)) for name in ("go_9x9", "connect_four", "animal_shogi")},
    "Jumanji Sokoban": partial(_measured, _sokoban),
}
