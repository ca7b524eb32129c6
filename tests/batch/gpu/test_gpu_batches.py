"""Batches on a GPU, in Numba's CUDA simulator: they do byte for byte what the CPU's batches do.

The simulator interprets every kernel and must be chosen before Numba is imported: it runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gpu_scripts import BIG, play_environments, play_script

import boardwalk
from boardwalk.batch import Batch
from boardwalk.contract.errors import BoardwalkError

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def simulated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder in which the simulator's process has left what it played."""
    folder = tmp_path_factory.mktemp("simulated")
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, str(HERE / "gpu_simulate.py"), str(folder)]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.parametrize("name", (*boardwalk.game_names(), BIG))
def test_the_gpu_does_what_the_cpu_does(name: str, simulated: Path) -> None:
    frames = play_script(name, "cpu")
    assert_alike(frames, simulated / f"{name}.npz")
    ends = np.concatenate([frame["ended"] for frame in frames])
    assert ends.any(), "no game ended: the script says nothing about new games"
    assert frames[-1]["states"].any()


@pytest.mark.parametrize("name", boardwalk.game_names())
def test_environments_on_the_gpu_do_what_those_on_the_cpu_do(name: str, simulated: Path) -> None:
    frames = play_environments(name, "cpu")
    for frame in frames:
        if "rewards" in frame:
            frame["rewards"] = frame["rewards"].astype(np.float32)  # as they are on the GPU
    assert_alike(frames, simulated / f"{name} environments.npz")
    assert np.concatenate([frame["over"] for frame in frames]).any()


def assert_alike(frames: list[dict[str, Any]], path: Path) -> None:
    with np.load(path) as theirs:
        for number, frame in enumerate(frames):
            for key, mine in frame.items():
                other = theirs[f"{number} {key}"]
                if mine.size == other.size == 0:
                    continue
                assert mine.shape == other.shape and mine.dtype == other.dtype, (number, key)
                assert mine.tobytes() == np.ascontiguousarray(other).tobytes(), (number, key)


@pytest.fixture(scope="module")
def said(simulated: Path) -> dict[str, Any]:
    answers: dict[str, Any] = json.loads((simulated / "answers.json").read_text())
    return answers


def test_the_same_name_makes_it(said: dict[str, Any]) -> None:
    assert said["kind"] == ["CudaBatch", "cuda"]


def test_actions_that_are_not_legal_are_refused_and_nothing_moves(said: dict[str, Any]) -> None:
    assert said["illegal"] == "game 3 of the batch: action 4 is not legal"
    assert said["out of range"] == "game 4 of the batch: action -7 is not legal"
    assert said["shape"] == "expected 5 actions, one for each game, not an array of shape (2,)"
    assert said["floats"] == "actions are integers, not of type float64"
    assert said["bools"] == "actions are integers, not of type bool"
    assert said["ragged"] == "expected an array of 5 actions, one for each game"
    assert said["after all"] == "taken"
    assert said["unchecked"]


def test_arrays_are_shared_and_not_copied(said: dict[str, Any]) -> None:
    assert said["shared"] and said["seen by its readers"]
    assert said["neighbours are games"] == [1, 1]
    assert said["field"] == [[2] * 5, [2] * 5]
    assert said["records"] == "records can't be shared as a whole: take a field of them, or their words"


def test_environments_give_what_their_user_works_with(said: dict[str, Any]) -> None:
    assert said["converted"] == ["uint8", "float32", "bool", "bool", "int8"]
    assert said["written in place"]
    assert said["copied"] == "arrays on a GPU are overwritten in place; copy them with your library"
    assert said["asked"] == "on a GPU opponent must be 'random', 'easy' or 'self'"


def test_single_games_can_be_looked_at_and_changed(said: dict[str, Any]) -> None:
    assert said["position"]
    assert said["tables"] == [0, 1, 0, 1]
    assert said["no game"] == "the batch has 5 games, numbered from 0: there is no game 5"
    assert said["over"] == [0, [-2] * 5]


def test_a_device_that_is_not_there_is_told() -> None:
    table = boardwalk.game("box_world").table({})
    with pytest.raises(BoardwalkError, match="runs on the device cpu or cuda, not 'tpu'"):
        Batch(table, 2, device="tpu")
