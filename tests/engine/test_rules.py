"""Rules run interpreted and compiled; templates are bound to a game; no function is compiled twice."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import toy

from boardwalk.batch.cpu.kernels import run_board
from boardwalk.engine.default_rules import pick_by_mask
from boardwalk.engine.random import below, draw, streams
from boardwalk.engine.records import Record
from boardwalk.engine.rules import BOARD, Binding, RuleModules, slot, template


def dealt(seed: int = 1) -> Record:
    state = toy.State.new()
    state.array["rng"] = streams(seed)
    toy.deal(None, state)
    return state


def test_a_marked_rule_is_still_a_plain_function() -> None:
    state = dealt()
    toy.apply(None, state, 2)
    assert (state.left, state.to_act) == (7, BOARD)


@pytest.mark.parametrize("seed", range(5))
def test_templates_agree_interpreted_and_compiled(seed: int) -> None:
    one, other = dealt(seed), dealt(seed)
    plain, fast = Binding(RuleModules(toy), compiled=False), Binding(RuleModules(toy), compiled=True)
    mask = np.zeros(3, np.uint8)
    board = np.zeros(1, toy.State.dtype())[0]
    for _ in range(20):
        if one.to_act < 0:
            break
        action = plain(pick_by_mask)(None, one, mask.data)
        assert action == fast(pick_by_mask)(board, other.row, mask)
        plain(toy.apply)(None, one, action)
        fast(toy.apply)(board, other.row, action)
        assert plain(run_board)(None, one) == fast(run_board)(board, other.row)
        assert one == other
    assert one.to_act < 0


def test_what_is_bound_is_bound_once() -> None:
    binding = Binding(RuleModules(toy), compiled=True)
    assert binding(toy.apply) is binding(toy.apply)
    assert Binding(RuleModules(toy), compiled=False)(toy.apply) is toy.apply


unfilled = slot()


@template
def needs_more(board, state):  # type: ignore[no-untyped-def]
    return unfilled(board, state)


def test_a_missing_rule_is_named() -> None:
    with pytest.raises(TypeError, match="toy has no rule 'unfilled'"):
        Binding(RuleModules(toy), compiled=True)(needs_more)
    with pytest.raises(TypeError, match="binding the template"):
        needs_more(None, None)


def test_the_stream_spreads_evenly_and_stays_in_range() -> None:
    state = dealt(3)
    counts = [0] * 6
    for _ in range(6000):
        counts[below(state, 6)] += 1
    assert all(850 < count < 1150 for count in counts), counts
    bits = [draw(state) for _ in range(2000)]
    assert max(bits) < 2**32 and min(bits) >= 0
    for bit in range(32):
        assert 850 < sum(value >> bit & 1 for value in bits) < 1150, bit


def test_streams_of_a_seed_are_fixed_and_differ() -> None:
    assert (streams(7, 4) == streams(7, 4)).all()
    assert streams(7, 4)[:1].tolist() == streams(7).tolist() == [[1496452567, 276767887]]
    assert len({tuple(row) for row in streams(7, 1000).tolist()}) == 1000
    assert streams(-1).tolist() == streams(2**64 - 1).tolist()


PROGRAM = """
import boardwalk
from boardwalk.engine import entry
table = boardwalk.table("box_world")
table.rules.legal(table.deal(1))
print(*(sum(getattr(table.rules.bind(getattr(entry, f"call_{name}")).stats, what).values())
        for what in ("cache_hits", "cache_misses") for name in ("deal", "legal")))
"""


def test_nothing_is_compiled_twice(tmp_path: Path) -> None:
    environment = {**os.environ, "BOARDWALK_CACHE": str(tmp_path)}
    outputs = [
        subprocess.run(
            [sys.executable, "-c", PROGRAM], env=environment, check=True, capture_output=True, text=True
        ).stdout.split()
        for _ in range(2)
    ]
    assert outputs == [["0", "0", "1", "1"], ["1", "1", "0", "0"]]
