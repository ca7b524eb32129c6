"""Learn the weights of Rowdy Racers' rule `outlook` from races on an NVIDIA GPU.

    python examples/train_outlook.py --seconds 430

Needs `pip install 'boardwalk-games[train,gpu]'`. The network plays tens of thousands of races at once, in a share of
them against the bot `easy`, in the others against itself. It looks one action ahead, takes the action after which it
judges the position best, and learns by temporal differences: its judgement of a position is moved towards what it
judged later in the same race, and towards the result at its end. The weights are written as integers to `--out`, by
default to the file that ships with the game.

The first layer has weights of its own for positions within a turn and at its end, and against `easy` and against the
network itself. The game uses those for the end of a turn against `easy`: a player who remembers less than it could.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

import boardwalk
import outlook_kernels as kernels
from boardwalk.batch import Batch
from boardwalk.batch.gpu import kernels as cuda_kernels
from boardwalk.batch.gpu.batch import kernel_records
from boardwalk.batch.gpu.device_array import load_cuda, simulated
from boardwalk.games.rowdy_racers.search import settings
from boardwalk.games.rowdy_racers.search.outlook import FEATURES, FIRST, PART, SECOND, UNIT

# The races, and how many of all are of each kind.
RACES = {
    "rowdy_racers(failures=5.0,turns=300)": 0.55,
    "rowdy_racers(failures=1.0,turns=300)": 0.3,
    "rowdy_racers(layout=twin_gates,failures=1.0,turns=300)": 0.08,
    "rowdy_racers(rows=20,cols=30,failures=0.5,turns=300)": 0.07,
}
EVALUATED = list(RACES)[:2]
AGAINST_EASY = 0.55  # the share of races against that bot
ITSELF, EASY = 0, 1  # opponents
STEPS = 16  # actions in each race between two updates
SMOOTHING = 0.7  # lambda: how much of what follows counts, rather than the next judgement alone
LEARNING_RATE, TEMPERATURE = 1e-3, 0.04  # at the start; both fall
LEAST_RATE, LEAST_TEMPERATURE = 1e-5, 0.004
MINIBATCH = 16_384
AVERAGING = 0.05  # the weights that are kept follow those that learn at this rate
NEVER = -9.0  # the value of an action that is not legal


class Net(nn.Module):
    """From the four groups of features (see `kernels.after_kernel`) to half the logarithm of the odds of winning."""

    def __init__(self) -> None:
        super().__init__()
        self.first = nn.Linear(4 * FEATURES, FIRST, bias=False)
        self.second, self.last = nn.Linear(FIRST, SECOND), nn.Linear(SECOND, 1)
        nn.init.normal_(self.first.weight, 0, 0.05)

    def forward(self, features: Tensor) -> Tensor:
        with torch.autocast(features.device.type, torch.bfloat16, enabled=features.is_cuda):
            first = self.first(features.to(torch.bfloat16 if features.is_cuda else torch.float32))
        return self.last(functional.relu(self.second(functional.relu(first.float())))).squeeze(1)


def weights(net: Net) -> dict[str, Any]:
    """The weights that the game uses, as the integers that it takes."""
    group = 2 * EASY + 1
    first = net.first.weight.detach().cpu().numpy().T[group * FEATURES : (group + 1) * FEATURES]
    second, last = net.second, net.last

    def whole(values: Tensor, unit: int, kind: type) -> Any:
        return np.round(values.detach().cpu().numpy() * unit).astype(kind)

    return {
        "first_weights": np.round(first * UNIT).astype(np.int16),
        "second_weights": whole(second.weight.T, PART, np.int16),
        "second_bias": whole(second.bias, PART * PART, np.int32),
        "last_weights": whole(last.weight[0], PART, np.int16),
        "last_bias": whole(last.bias[0], PART, np.int32),
    }


@cache
def compiled(rules: Any, state: Any, board: Any, per_game: bool, planes: tuple[int, int, int]) -> tuple[Any, Any]:
    templates = kernels.look_after, kernels.measure
    make = cuda_kernels.Maker(rules, state, board, per_game, planes, templates, vars(kernels))
    return tuple(load_cuda().jit(make._copy(kernel)) for kernel in (kernels.survey_kernel, kernels.after_kernel))


class Races:
    """A batch of races with its arrays as tensors, which share memory."""

    def __init__(self, name: str, count: int, seed: int) -> None:
        table = boardwalk.table(name)
        self.count = count
        self.device = torch.device("cpu" if simulated() else "cuda")
        self.batch: Any = Batch(table, count, seed, planes=False, device="cuda")
        self.masks, self.to_act, self.rewards, self.ended = (
            self._tensor(getattr(self.batch, name)) for name in ("masks", "to_act", "rewards", "ended")
        )
        batch = self.batch
        self._prepare, self._after = compiled(
            table.game.rules, batch.states.dtype, batch.boards.dtype, batch._per_game, table.planes
        )
        self._scratches = kernel_records(batch._scratches, table.layout.scratch)

    def _tensor(self, array: Any) -> Tensor:
        return torch.as_tensor(np.asarray(array.memory) if simulated() else array, device=self.device)

    def after(self, games: Tensor, actions: Tensor, opponents: Tensor) -> tuple[Tensor, Tensor]:
        """The features after an action in each of these games, and what it leads to."""
        features = torch.zeros(len(games), 4 * FEATURES, dtype=torch.uint8, device=self.device)
        results = torch.zeros(len(games), dtype=torch.int8, device=self.device)
        records = self.batch._boards, self.batch._state_words, self._scratches
        block = 4 if simulated() else 128

        def given(tensor: Tensor) -> Any:
            return cuda_kernels.Rows(tensor.numpy()) if simulated() else load_cuda().as_cuda_array(tensor)

        self._prepare[-(-self.count // block), block](*records)
        arguments = map(given, (games.contiguous(), actions.contiguous(), opponents.contiguous(), features, results))
        self._after[-(-len(games) // block), block](*records, *arguments)
        return features, results

    def easy(self) -> Tensor:
        """The action of the bot `easy` in each game."""
        return self._tensor(self.batch.greedy()).long().clone()

    def step(self, actions: Tensor) -> None:
        self.batch.step(actions.numpy() if simulated() else actions, checked=False)


@dataclass
class Chosen:
    """What the network chose in the games in which it is to act."""

    actions: Tensor
    features: Tensor  # after the action
    over: Tensor  # whether it ends the game
    best: Tensor  # the value of the best action


@torch.no_grad()
def choose(net: Net, races: Races, games: Tensor, opponents: Tensor, temperature: float) -> Chosen:
    """An action in each of these games: the better it is judged, the likelier; at temperature 0 the best one."""
    mask = races.masks[games] != 0
    row, action = mask.nonzero().unbind(1)
    features, results = races.after(games[row], action, opponents[row])
    judged = torch.cat([net(part).tanh() for part in features.split(1 << 16)])
    over = results != kernels.GOES_ON
    values = torch.full(mask.shape, NEVER, device=races.device)
    values[row, action] = torch.where(over, results.float() - kernels.DRAWN, judged)
    where = torch.zeros(mask.shape, dtype=torch.long, device=races.device)
    where[row, action] = torch.arange(len(row), device=races.device)
    noisy = values if not temperature else values / temperature - torch.empty_like(values).exponential_().log()
    chosen = noisy.argmax(1)
    at = where.gather(1, chosen[:, None]).squeeze(1)
    return Chosen(chosen, features[at], over[at], values.max(1).values)


@torch.no_grad()
def play(net: Net, races: Races, easy_seats: Tensor, temperature: float) -> tuple[list[Tensor], list[Tensor]]:
    """Play `STEPS` actions in each race. Returns the features after the network's actions, and what each of them should
    be judged: the mean of the values that followed, weighted by `SMOOTHING`. `easy_seats`: -1 for none."""
    seen = []
    for _ in range(STEPS):
        seats = races.to_act.long().clone()
        games = (seats != easy_seats).nonzero().squeeze(1)
        opponents = torch.where(easy_seats[games] >= 0, EASY, ITSELF)
        actions = races.easy()
        chosen = choose(net, races, games, opponents, temperature)
        actions[games] = chosen.actions
        races.step(actions)
        seen.append((games, seats[games], chosen, (races.ended != 0).clone(), races.rewards.float().clone()))
    # by game and seat: what the seat's last judgement should have been, and whether that is known yet
    goal = torch.zeros_like(seen[0][4])
    known = torch.zeros_like(goal, dtype=torch.bool)
    features, goals = [], []
    for games, seats, chosen, ended, rewards in reversed(seen):
        goal = torch.where(ended[:, None], rewards, goal)
        known |= ended[:, None]
        mine, sure = goal[games, seats], known[games, seats]
        learns = sure & ~chosen.over
        features.append(chosen.features[learns])
        goals.append(mine[learns])
        before = torch.where(sure, (1 - SMOOTHING) * chosen.best + SMOOTHING * mine, chosen.best)
        goal[games, seats] = torch.where(chosen.over, mine, before)
        known[games, seats] = True
    return features, goals


def learn(net: Net, optimizer: torch.optim.Optimizer, features: Tensor, goals: Tensor) -> float:
    """One pass over what was seen, in random minibatches. Returns the mean loss."""
    losses = []
    for part in torch.randperm(len(features), device=features.device).chunk(max(1, len(features) // MINIBATCH)):
        loss = functional.binary_cross_entropy_with_logits(2 * net(features[part]), (goals[part] + 1) / 2)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        losses.append(loss.detach())
    return float(torch.stack(losses).mean())


@torch.no_grad()
def share_won(net: Net, name: str, count: int, seed: int) -> float:
    """How many races the network wins against `easy` without looking further ahead, with each seat equally often."""
    races = Races(name, count, seed)
    ours = torch.arange(count, device=races.device) % 2
    under_way, won = torch.ones_like(ours, dtype=torch.bool), torch.zeros_like(ours, dtype=torch.bool)
    while under_way.any():
        actions = races.easy()
        games = ((races.to_act == ours) & under_way).nonzero().squeeze(1)
        if len(games):
            actions[games] = choose(net, races, games, torch.full_like(games, EASY), 0).actions
        races.step(actions)
        over = under_way & (races.ended != 0)
        won |= over & (races.rewards.gather(1, ours[:, None]).squeeze(1) > 0)
        under_way &= ~over
    return float(won.float().mean())


@dataclass
class Training:
    """The network that learns, the average of it that is kept, and the races it plays."""

    arguments: argparse.Namespace
    net: Net = field(default_factory=Net)
    average: Net = field(default_factory=Net)
    updates: int = 0

    def __post_init__(self) -> None:
        self.groups = []
        for seed, (name, share) in enumerate(RACES.items(), 1):
            races = Races(name, max(2, round(share * self.arguments.games)), seed)
            numbers = torch.arange(races.count, device=races.device)
            self.groups.append((races, torch.where(numbers < AGAINST_EASY * races.count, numbers % 2, -1)))
        self.net.to(races.device)
        self.average.to(races.device).load_state_dict(self.net.state_dict())
        self.optimizer = torch.optim.Adam(self.net.parameters(), lr=LEARNING_RATE)

    def update(self, left: float) -> float:
        """Play and learn; `left`: the share of the training that is still to come. Returns the loss."""
        for group in self.optimizer.param_groups:
            group["lr"] = LEARNING_RATE * left + LEAST_RATE
        temperature = TEMPERATURE * left + LEAST_TEMPERATURE
        played = [play(self.net, *group, temperature) for group in self.groups]
        features, goals = (torch.cat([part for one in played for part in one[k]]) for k in range(2))
        loss = learn(self.net, self.optimizer, features, goals)
        with torch.no_grad():
            for kept, learned in zip(self.average.parameters(), self.net.parameters(), strict=True):
                kept.lerp_(learned, AVERAGING)
        self.updates += 1
        return loss

    def report(self, loss: float) -> None:
        count, shares = self.arguments.evaluation_games, ""
        if count:
            won = [share_won(self.average, name, count, self.updates) for name in EVALUATED]
            shares = ", ".join(f"{share:.1%} of {name}" for share, name in zip(won, EVALUATED, strict=True))
        print(f"update {self.updates}: loss {loss:.4f}{', won ' if shares else ''}{shares}", flush=True)


def train(arguments: argparse.Namespace) -> Training:
    torch.manual_seed(arguments.seed)
    training = Training(arguments)
    training.update(1.0)  # compiles the kernels
    done, evaluated = 0.0, 0
    started = perf_counter()
    while done < 1:
        loss = training.update(1 - done)
        limits = ((training.updates, arguments.updates), (perf_counter() - started, arguments.seconds))
        done = max(spent / limit for spent, limit in limits if limit)
        if int(done * arguments.evaluations) > evaluated:
            evaluated = int(done * arguments.evaluations)
            training.report(loss)
            np.savez_compressed(arguments.out, **weights(training.average))
    return training


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=430, help="seconds to train")
    parser.add_argument("--updates", type=int, default=0, help="updates to train, if they are done earlier")
    parser.add_argument("--games", type=int, default=32_768, help="races at once")
    parser.add_argument("--evaluations", type=int, default=5, help="how often the weights are tried and written")
    parser.add_argument("--evaluation-games", type=int, default=8192, help="races of an evaluation")
    parser.add_argument("--seed", type=int, default=0)
    shipped = Path(settings.__file__).with_name(settings.WEIGHTS)
    parser.add_argument("--out", type=Path, default=shipped, help="the file of the weights")
    return parser.parse_args(words)


if __name__ == "__main__":
    train(read_arguments())
