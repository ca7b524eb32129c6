"""Plays small batches in Numba's CUDA simulator and writes what came of it. Run by test_gpu_batches.py."""

from __future__ import annotations

import json
import sys
import threading
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gpu_scripts import BIG, play_environments, play_script
from numba.cuda.simulator.kernelapi import FakeCUDAShared

import boardwalk
from boardwalk.batch import Batch
from boardwalk.batch.gpu.device_array import DeviceArray
from boardwalk.contract.errors import BoardwalkError


def share_once() -> None:
    """Let all threads of a block get the same shared array. The simulator looks for it and then creates it, without a
    lock: two threads that ask at the same moment would each get their own, and one of them would read garbage."""
    lock = threading.Lock()

    def array(self: Any, shape: int, dtype: Any) -> Any:
        caller = sys._getframe(1)
        place = caller.f_code, caller.f_lineno
        with lock:
            if place not in self._allocations:
                self._allocations[place] = np.empty(shape, dtype)
            return self._allocations[place]

    FakeCUDAShared.array = array


def main(folder: Path) -> None:
    share_once()
    sys.setswitchinterval(1e-4)  # the simulator's threads wait for each other all the time
    for name in (*boardwalk.game_names(), BIG):
        keep(folder / f"{name}.npz", play_script(name, "cuda"))
    for name in boardwalk.game_names():
        keep(folder / f"{name} environments.npz", play_environments(name, "cuda"))
    (folder / "answers.json").write_text(json.dumps(answers()))


def keep(path: Path, frames: list[dict[str, Any]]) -> None:
    np.savez(path, **{f"{i} {key}": frame[key] for i, frame in enumerate(frames) for key in frame})


def refusal(batch: Any, actions: Any) -> str:
    before = batch.states.copy_to_host().tobytes()
    try:
        batch.step(actions)
    except BoardwalkError as error:
        return str(error) if batch.states.copy_to_host().tobytes() == before else "the states have changed"
    return "taken"


def answers() -> dict[str, Any]:
    """What a batch on a GPU says and shares, as far as a machine without one can tell."""
    game = boardwalk.game("box_world")
    batch: Any = Batch(game.table(game.content.simulation), 5, 3, device="cuda")
    legal = np.asarray(batch.masks).argmax(axis=1)
    said = {
        "kind": [type(batch).__name__, batch.device],
        "illegal": refusal(batch, [*legal[:3], 4, legal[4]]),
        "out of range": refusal(batch, [*legal[:4], -7]),
        "shape": refusal(batch, [0, 0]),
        "floats": refusal(batch, np.zeros(5)),
        "bools": refusal(batch, np.zeros(5, np.bool_)),
        "ragged": refusal(batch, [[0], 0, 0, 0, 0]),
        "after all": refusal(batch, legal.astype(np.uint8)),
    }
    before = batch.states.copy_to_host().tobytes()
    batch.step(np.full(5, 77), checked=False)
    said["unchecked"] = batch.states.copy_to_host().tobytes() == before
    shared = {name: np.from_dlpack(getattr(batch, name)) for name in ("masks", "planes", "rewards", "ended", "to_act")}
    address = {name: int(array.__array_interface__["data"][0]) for name, array in shared.items()}
    said["shared"] = all(address[name] == getattr(batch, name).pointer for name in shared)
    legal = np.asarray(batch.masks).argmax(axis=1)
    batch.step(DeviceArray.of(legal))
    said["seen by its readers"] = all((shared[name] == np.asarray(getattr(batch, name))).all() for name in shared)
    said["neighbours are games"] = [batch.masks.strides[0], batch.planes.strides[0]]
    said["position"] = batch.position(2).state.to_bytes() == batch.states.copy_to_host()[2:3].tobytes()
    try:
        batch.position(5)
    except BoardwalkError as error:
        said["no game"] = str(error)
    levels = [game.table({"pack": text}) for text in ("U-F\n---\n", "F-U\n---\n")]
    said["tables"] = [levels.index(Batch(levels, 4, device="cuda").position(number).table) for number in range(4)]
    moves = batch.states["moves"]
    said["field"] = [moves.copy_to_host().tolist(), np.from_dlpack(moves).tolist()]
    states = batch.states.copy_to_host()
    states["to_act"] = -2
    batch.states.copy_from_host(states)
    batch.look()
    said["over"] = [int(np.asarray(batch.masks).sum()), np.asarray(batch.to_act).tolist()]
    try:
        batch.states.__dlpack__()
    except BufferError as error:
        said["records"] = str(error)
    return said | environment_answers()


def environment_answers() -> dict[str, Any]:
    """The same of a vector environment."""
    envs: Any = environments("boardwalk/BoxWorld-v0", convert=np.from_dlpack)
    first, infos = envs.reset(seed=3)
    before = first.copy()
    later, rewards, *ends, more = envs.step(infos["action_mask"].argmax(axis=1))
    said: dict[str, Any] = {
        "converted": [str(array.dtype) for array in (later, rewards, *ends, more["action_mask"])],
        "written in place": later is first and bool((first != before).any()),
    }
    for name, wish in (("copied", {"copy": True}), ("asked", {"opponent": lambda planes, mask: mask.argmax()})):
        try:
            environments("boardwalk/FogQuoridor-v0", **wish)
        except BoardwalkError as error:
            said[name] = str(error)
    return said


def environments(name: str, **wishes: Any) -> Any:
    return gymnasium.make_vec(name, num_envs=3, device="cuda", **wishes)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
