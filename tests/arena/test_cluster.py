"""An arena on Ray: on a local cluster of several processes."""

from __future__ import annotations

import os
import sys
from collections import Counter
from functools import partial
from pathlib import Path

import pytest
from mortal_players import Mortal

from boardwalk import arena


@pytest.mark.filterwarnings("ignore")  # Ray's own
def test_a_worker_killed_on_a_cluster_loses_nothing_and_counts_nothing_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(sys.path))  # workers import the player by its module
    make = partial(Mortal, str(tmp_path / "grave"))
    played = Counter[int]()
    results = arena.run(
        "connect_four",
        ["mortal", "random"],
        12,
        cores=2,
        cluster="local",
        makers={"mortal": make},
        out=tmp_path / "out",
        progress=lambda one: played.update([one.store.count]),
    )
    assert (tmp_path / "grave").exists(), "a worker was killed"
    assert set(played) == set(range(13)) and set(played.values()) == {1}
    here = arena.run("connect_four", ["mortal", "random"], 12, cores=1, makers={"mortal": make})
    assert [(game.id, game.record) for game in results.games] == [(game.id, game.record) for game in here.games]
