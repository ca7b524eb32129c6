"""What is played on both devices: the same in the simulator's process and in the one that compiles for the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np

import boardwalk
from boardwalk.batch import Batch

GAMES, SEED = 6, 21
ARRAYS = ("states", "boards", "masks", "planes", "rewards", "ended", "ages", "to_act")
# For each game: after how many actions a game is cut, how many steps are taken, how many actions are then played.
SCRIPTS = {
    "box_world": (13, 30, 40),
    "capture_the_flag": (17, 36, 60),
    "fog_quoridor": (11, 24, 30),
    "robo_rally": (35, 60, 120),
    "rowdy_racers": (0, 70, 120),
}


def play_script(name: str, device: str) -> list[dict[str, Any]]:
    """The arrays after every step by random legal actions, then after playouts, then looked at again; at last the bot
    `greedy` takes a few steps, where the game's rules have it."""
    game = boardwalk.game(name)
    limit, steps, actions = SCRIPTS.get(name, (20, 30, 60))
    batch: Any = Batch(game.table(game.simulation), GAMES, SEED, limit=limit, device=device)
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
    for _ in range(10 if batch.table.layout.slate else 0):
        chosen = np.array(batch.greedy())
        batch.step(chosen, checked=False)  # a game that the playouts left at its end has nobody to act
        frames.append({**frame(batch), "chosen": chosen})
    return frames


def frame(batch: Any) -> dict[str, Any]:
    arrays = {name: np.array(getattr(batch, name)) for name in ARRAYS}
    for records in ("states", "boards"):
        arrays[records] = np.frombuffer(arrays[records].tobytes(), np.uint8)
    return arrays
