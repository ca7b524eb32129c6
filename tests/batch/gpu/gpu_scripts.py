"""What is played on both devices: the same in the simulator's process and in the one that compiles for the CPU."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import boardwalk
import boardwalk.learning.gymnasium
from boardwalk.batch import Batch
from boardwalk.learning.registration import environment_id

GAMES, SEED = 6, 21
BIG = "rowdy_racers(rows=24,cols=24)"  # records of which a block can't hold as many as it has threads
ARRAYS = ("states", "boards", "masks", "planes", "rewards", "ended", "ages", "to_act")
# For each game: after how many actions a game is cut, how many steps are taken, how many actions are then played.
SCRIPTS = {
    "box_world": (13, 30, 40),
    "capture_the_flag": (17, 36, 60),
    "fog_quoridor": (11, 24, 30),
    "robo_rally": (35, 60, 120),
    "rowdy_racers": (0, 70, 120),
    BIG: (3, 6, 4),
}
# Who plays the other seats, what becomes of actions that are not legal, and which seat learns.
ENVIRONMENTS = (("random", "random", 0), ("greedy", "lose", -1), ("self", "raise", 0))
ENVIRONMENT_STEPS, ENVIRONMENT_LIMIT = 14, 5


def table_of(name: str) -> boardwalk.Table:
    """A game's name stands for the table that is simulated."""
    return boardwalk.table(name) if "(" in name else boardwalk.game(name).table(boardwalk.game(name).content.simulation)


def play_script(name: str, device: str) -> list[dict[str, Any]]:
    """The arrays after every step by random legal actions, then after playouts, then looked at again; at last the bot
    `greedy` takes a few steps, where the game's rules have it."""
    limit, steps, actions = SCRIPTS.get(name, (20, 30, 60))
    batch: Any = Batch(table_of(name), GAMES, SEED, limit=limit, device=device)
    random, frames = np.random.default_rng(4), [frame(batch)]
    for _ in range(steps):
        drawn = random.random((GAMES, batch.table.actions)) * np.asarray(batch.masks)
        batch.step(drawn.argmax(axis=1))
        frames.append(frame(batch))
    played = batch.play(actions)
    counts = [played.actions, played.board_steps, played.finished, played.cut, played.seat_0_wins]
    frames.append({**frame(batch), "counts": np.array(counts)})
    batch.look()
    frames.append(frame(batch))
    for _ in range(10 if batch.table.layout.scratch else 0):
        chosen = np.array(batch.greedy())
        batch.step(chosen, checked=False)  # a game that the playouts left at its end has nobody to act
        frames.append({**frame(batch), "chosen": chosen})
    return frames


def frame(batch: Any) -> dict[str, Any]:
    arrays = {name: np.array(getattr(batch, name)) for name in ARRAYS}
    for records in ("states", "boards"):
        arrays[records] = np.frombuffer(arrays[records].tobytes(), np.uint8)
    return arrays


def play_environments(name: str, device: str) -> list[dict[str, Any]]:
    """What a learner is told in vector environments, step by step; some actions are not legal where that goes."""
    table, frames = table_of(name), []
    for opponent, illegal, seat in ENVIRONMENTS:
        envs: Any = gymnasium.make_vec(
            environment_id(name),
            num_envs=GAMES,
            opponent=opponent,
            illegal=illegal,
            seat=seat % len(table.seats),
            step_reward=-0.25,
            max_episode_steps=ENVIRONMENT_LIMIT,
            device=device,
            **table.options.changed(),
        )
        random = np.random.default_rng(5)
        observations, infos = envs.reset(seed=SEED)
        frames.append(told(observations, infos))
        for number in range(ENVIRONMENT_STEPS):
            masks = np.asarray(infos["action_mask"])
            actions = (random.random(masks.shape) * masks).argmax(axis=1)
            if illegal != "raise" and number % 4 == 1:
                actions[number % GAMES] = masks[number % GAMES].argmin()
            observations, *ends, infos = envs.step(actions)
            named = zip(("rewards", "terminated", "truncated"), map(np.array, ends), strict=True)
            frames.append({**told(observations, infos), **dict(named)})
    return frames


def told(observations: Any, infos: dict[str, Any]) -> dict[str, Any]:
    """What is in an environment's answer. The end of a game is only looked at where there was one."""
    over = np.asarray(infos.get("_final_obs", np.zeros(GAMES, np.bool_)))
    last = infos.get("final_info", {})
    return {
        "planes": np.array(observations),
        "masks": np.array(infos["action_mask"]),
        "seats": np.array(infos["seat"]),
        "all rewards": np.array(infos.get("rewards", 0), np.float32),
        "over": over.copy(),
        **{
            key: np.asarray(value)[over]
            for key, value in (
                ("last planes", infos.get("final_obs", np.zeros((GAMES, 0), np.uint8))),
                ("last masks", last.get("action_mask", np.zeros((GAMES, 0), np.int8))),
                ("last seats", last.get("seat", np.zeros(GAMES, np.int8))),
            )
        },
    }
