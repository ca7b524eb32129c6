"""The judgement of Rowdy Racers can be learned anew, and its integers say what the network says."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

from boardwalk import Match
from boardwalk.games.rowdy_racers import GAME, search
from boardwalk.games.rowdy_racers.search import settings
from boardwalk.games.rowdy_racers.search.outlook import FEATURES, MOST_FEATURES, find_features

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def trainer() -> Any:
    sys.path.insert(0, str(EXAMPLES))
    yield import_module("train_outlook")
    sys.path.remove(str(EXAMPLES))


def test_a_run_writes_weights_that_the_game_takes(tmp_path: Path) -> None:
    out = tmp_path / "outlook.npz"
    sizes = ("--games=4", "--updates=1", "--evaluations=1", "--evaluation-games=0")
    done = subprocess.run(
        [sys.executable, EXAMPLES / "train_outlook.py", *sizes, f"--out={out}"],
        env={**os.environ, "NUMBA_ENABLE_CUDASIM": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "update 2: loss" in done.stdout
    with np.load(out) as learned:
        shipped = settings._weights()
        assert {name: (array.shape, array.dtype) for name, array in learned.items()} == {
            name: (array.shape, array.dtype) for name, array in shipped.items()
        }
        assert any((learned[name] != shipped[name]).any() for name in shipped)


def test_integers_judge_as_the_network_does(trainer: Any) -> None:
    torch.manual_seed(1)
    net = trainer.Net()
    torch.nn.init.normal_(net.last.weight, 0, 0.5)
    weights = trainer.weights(net)
    found = np.zeros(MOST_FEATURES, np.int16)
    values = []
    for seed in range(20):
        position = Match(GAME.table({}), seed).position
        scratch = position.table.rules.search_scratch(position.board)
        for name, array in weights.items():
            scratch.array[name][0] = array
        count = find_features(position.board, position.state, 0, scratch, found)
        assert 20 < count < MOST_FEATURES and len({*found[:count].tolist()}) == count
        features = torch.zeros(1, 4 * FEATURES)
        features[0, (2 * trainer.EASY + 1) * FEATURES + found[:count].astype(np.int64)] = 1
        expected = float(net(features).detach().tanh())
        assert search.outlook(position.board, position.state, 0, scratch) == pytest.approx(expected, abs=0.01)
        values.append(expected)
    assert max(values) - min(values) > 0.01
