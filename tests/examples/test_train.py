"""The worked example learns, in runs that are as short as they can be."""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from math import isfinite
from pathlib import Path
from types import ModuleType
from xml.etree import ElementTree

import pytest
import torch

import boardwalk
from boardwalk.arena import Tally

TRAIN = Path(__file__).parents[2] / "examples" / "train.py"


@pytest.fixture(scope="module")
def train() -> ModuleType:
    torch.set_num_threads(1)
    spec = spec_from_file_location("train", TRAIN)
    assert spec and spec.loader
    module = module_from_spec(spec)
    sys.modules["train"] = module  # where dataclasses look names up
    spec.loader.exec_module(module)
    return module


def small(train: ModuleType, task: str, out: Path, *more: str) -> object:
    sizes = {
        "games": 8,
        "levels": 8,
        "evaluation-games": 2,
        "channels": 4,
        "blocks": 1,
        "device": "cpu",
        "out": out,
        "ladder": 2,
    }
    return train.read_arguments([task, *(f"--{name}={value}" for name, value in sizes.items()), *more])


@pytest.mark.parametrize("task", ["rowdy_racers", "box_world"])
def test_a_run_from_end_to_end(
    train: ModuleType, task: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = train.train(small(train, task, tmp_path, "--updates", "2"))
    assert (run.updates, run.steps) == (2, 2 * 8 * train.STEPS)
    told = capsys.readouterr()
    assert "update 2" in told.err
    assert "100%" in told.err
    assert "environment" in told.out
    assert ("place: " in told.out) == (task == "rowdy_racers")

    run = train.train(small(train, task, tmp_path, "--updates", "3", "--resume"))
    assert run.updates == 3
    kept = json.loads((tmp_path / "curve.json").read_text())
    assert [point["steps"] for point in kept["points"]] == [n * 8 * train.STEPS for n in range(4)]
    for point in kept["points"][1:]:
        assert all(isfinite(point[name]) for name in ("policy_loss", "value_loss", "entropy"))
        assert point["entropy"] > 0
    assert set(kept["time"]) == {"choosing", "environment", "learning"}
    picture = ElementTree.fromstring((tmp_path / "curve.svg").read_text())
    lines = picture.findall(".//{http://www.w3.org/2000/svg}polyline")
    assert [len(line.attrib["points"].split()) for line in lines] == [4, 4]
    saved = torch.load(tmp_path / "checkpoint.pt", weights_only=True)
    assert saved["run"]["updates"] == 3
    assert saved["optimizer"]["state"][0]["step"] == 3 * train.EPOCHS * train.PARTS


def test_there_must_be_something_to_resume(
    train: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        small(train, "box_world", tmp_path, "--resume")
    assert f"there is no checkpoint in {tmp_path} to go on from" in capsys.readouterr().err


def test_the_place_among_the_bots(train: ModuleType) -> None:
    results = {"random": Tally(40, 0, 0), "easy": Tally(18, 4, 18), "hard": Tally(1, 0, 39)}
    told = train.ladder_lines(results)
    assert told[1].split() == ["random", "100.0%", "[91.2%,", "100.0%]", "in", "40", "games"]
    assert told[-1] == "place: stronger than random; level with easy"
    assert train.ladder_lines({"random": Tally(0, 0, 40)})[-1] == "place: below all of them"


def test_the_network_meets_every_bot(train: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "bot_names", lambda game: ("random", "easy"))
    table = boardwalk.table("rowdy_racers(turns=20)")
    results = train.ladder(train.Net(table.planes, table.actions, 4, 1), table, 4, seed=7)
    assert {name: tally.games for name, tally in results.items()} == {"random": 4, "easy": 4}
    assert results["easy"].losses > 0, "results are the network's"


def a_short_game(train: ModuleType) -> object:
    """One game: seat 0 acts three times, 1 twice, 0 once and wins; then a new one, which is cut off in the middle."""
    seats = [0, 0, 0, 1, 1, 0, 0, 1, 1, 1]
    next_seats = [*seats[1:], 0]
    over = [0, 0, 0, 0, 0, 1, 0, 0, 0, 0]
    column = lambda numbers: torch.tensor(numbers, dtype=torch.float64)[:, None]  # noqa: E731
    blank = torch.zeros(10, 1)
    return seats, train.Played(
        blank,
        blank,
        blank,
        blank,
        values=column([0.1, 0.2, -0.3, 0.4, 0.5, 0.6, -0.2, 0.3, 0.7, -0.9]),
        rewards=column([0, 0, 0, 0, 0, 1, 0, 0, 0, 0]),
        goes_on=column([1 - end for end in over]),
        same=column([1 if a == b else -1 for a, b in zip(seats, next_seats, strict=True)]),
        own=blank,
        next_values=torch.tensor([0.8], dtype=torch.float64),
    )


def test_advantages_are_those_of_the_seat_that_acted(train: ModuleType) -> None:
    """Against the definition: the weighted sum of all n-step estimates, always from the first seat's perspective."""
    seats, played = a_short_game(train)
    discount, smoothing = 0.9, 0.8
    side = [1 if seat == 0 else -1 for seat in seats]
    values = [side[t] * float(played.values[t]) for t in range(10)] + [float(played.next_values)]  # seat 0 acts next
    rewards = [side[t] * float(played.rewards[t]) for t in range(10)]
    expected = []
    for t in range(10):
        end = 6 if t < 6 else 10
        total = 0.0
        for n in range(1, end - t + 1):
            last = t + n == end
            estimate = sum(discount**k * rewards[t + k] for k in range(n))
            estimate += discount**n * (0.0 if end == 6 and last else values[t + n])
            weight = smoothing ** (n - 1) * (1.0 if last else 1 - smoothing)
            total += weight * (estimate - values[t])
        expected.append(side[t] * total)
    found = train.advantages(played, discount, smoothing).squeeze(1).tolist()
    assert found == pytest.approx(expected)


def test_actions_are_drawn_by_their_chances_and_never_against_the_mask(train: ModuleType) -> None:
    torch.manual_seed(1)
    logits = torch.tensor([0.0, 1.0, train.NEVER, 2.0]).repeat(20_000, 1)
    drawn = torch.bincount(train.draw(logits), minlength=4) / 20_000
    assert drawn[2] == 0
    assert drawn.tolist() == pytest.approx(logits[0].softmax(0).tolist(), abs=0.015)


def test_what_the_bot_chose_is_no_lesson(train: ModuleType) -> None:
    """The network is the same after an update, whatever the bot did in the places where it was the bot's turn."""
    weights = []
    for bots_choice in (0, 1):
        torch.manual_seed(2)
        net = train.Net((2, 3, 3), 3, 4, 1)
        steps, games = 4, 8
        own = torch.arange(steps * games).reshape(steps, games) % 2
        actions = torch.where(own == 1, torch.randint(3, (steps, games)), bots_choice)
        played = train.Played(
            planes=torch.rand(steps, games, 2, 3, 3),
            masks=torch.ones(steps, games, 3),
            actions=actions,
            log_probs=torch.full((steps, games), -1.1),
            values=torch.zeros(steps, games),
            rewards=torch.randn(steps, games),
            goes_on=torch.ones(steps, games),
            same=torch.ones(steps, games),
            own=own.float(),
            next_values=torch.zeros(games),
        )
        train.learn(net, torch.optim.Adam(net.parameters()), played, 0.9)
        weights.append(torch.cat([parameter.flatten() for parameter in net.parameters()]))
    assert torch.equal(*weights)


def corridor(train: ModuleType) -> object:
    """Levels in which one learns to walk to the right: at random, few are solved within the limit."""
    tables = [
        boardwalk.game("box_world").table({"pack": f"{'-' * at}U{'-' * (4 - at)}F\n"}) for at in range(3)
    ]  # fmt: skip
    return train.Task(
        "Corridor",
        "solved",
        "warehouse",
        tables,
        0.98,
        lambda net, seed: {"solved": train.share_won(net, tables, 64, seed, limit=6)},
        6,
    )


def test_it_learns(train: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(train.TASKS, "corridor", lambda arguments: corridor(train))
    run = train.train(small(train, "corridor", tmp_path, "--updates", "10", "--games", "32"))
    shares = [point["shares"]["solved"] for point in run.points]
    assert shares[0] < 0.5
    assert shares[-1] > 0.95
