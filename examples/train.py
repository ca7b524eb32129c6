"""Train a network for Rowdy Racers or Box World by PPO, from batches of games on a GPU or the CPU.

    python examples/train.py rowdy_racers --seconds 600
    python examples/train.py box_world --seconds 600
    python examples/train.py box_world --seconds 1200 --resume      (continues the last run)

Needs `pip install 'boardwalk-games[train]'`, and the extra `gpu` to play on an NVIDIA GPU. Games and network share
arrays on one device: nothing is copied to the host while games are played. A run writes checkpoint.pt, curve.svg and
curve.json to its own folder (by default runs/rowdy_racers; see --out). In a game for several players it ends by
playing the bots of every strength, and prints the network's place among them.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

import boardwalk
from boardwalk import arena
from boardwalk.arena import Tally
from boardwalk.arena.entrants import BotPlayer
from boardwalk.batch import Batch
from boardwalk.bots import bot_names
from boardwalk.draw.palette import Paint, scene_css
from boardwalk.games.box_world.content.generate import generate
from boardwalk.games.box_world.files import write_pack

STEPS = 32  # actions in each game between two updates
EPOCHS, PARTS = 3, 8  # epochs of an update, and minibatches per epoch
LEARNING_RATE = 6e-4  # at the start; it falls to zero at the end
CLIP, ENTROPY, VALUE, SMOOTHING, NORM = 0.2, 0.01, 0.5, 0.95, 0.5  # PPO's usual constants; SMOOTHING is GAE's lambda
EVALUATIONS = 12  # in a run, not counting the one before it
NEVER = -1e9  # the logit of an action that is not legal


@dataclass(frozen=True)
class Task:
    """What to train. `tables` is one table, or levels of one size; `evaluate` returns rates from 0 to 1 by name; in a
    share `bot` of the games the bot `easy` plays one of the seats."""

    title: str
    measure: str
    theme: str
    tables: list[boardwalk.Table]
    discount: float
    evaluate: Callable[[Net, int], dict[str, float]]
    limit: int = 0
    bot: float = 0.0


def rowdy_racers(arguments: argparse.Namespace) -> Task:
    """In half of the games the network plays against the bot `easy`, in the others against itself: an untrained
    network always loses against the bot, and learns little from that."""
    table, count = boardwalk.table("rowdy_racers(failures=1,turns=200)"), arguments.evaluation_games

    def evaluate(net: Net, seed: int) -> dict[str, float]:
        return {f"against {bot}": share_won(net, [table], count, seed, opponent=bot) for bot in ("easy", "random")}

    return Task("Rowdy Racers", "games won", "neon", [table], 0.99, evaluate, bot=0.5)


def box_world(arguments: argparse.Namespace) -> Task:
    """Generated levels; the network is evaluated on levels that are not in the training set."""
    limit, count = 60, arguments.evaluation_games
    levels = (generate(8, 8, number) for number in range(count + arguments.levels))
    tables = [boardwalk.game("box_world").table({"pack": write_pack((level,))}) for level in levels]
    sets = {"unseen levels": tables[:count], "training levels": tables[count : 2 * count]}

    def evaluate(net: Net, seed: int) -> dict[str, float]:
        return {name: share_won(net, those, count, seed, limit=limit) for name, those in sets.items()}

    return Task("Box World: generated levels", "solved in 60 moves", "warehouse", tables[count:], 0.98, evaluate, limit)


TASKS = {"rowdy_racers": rowdy_racers, "box_world": box_world}


class Net(nn.Module):
    """From planes to a logit for each action, and the expected reward of the seat to act, from -1 to 1."""

    def __init__(self, planes: tuple[int, int, int], actions: int, channels: int, blocks: int) -> None:
        super().__init__()
        depth, rows, cols = planes
        self.first = nn.Conv2d(depth, channels, 3, padding=1)
        layers = [[nn.Conv2d(channels, channels, 3, padding=1) for _ in range(2)] for _ in range(blocks)]
        self.blocks = nn.ModuleList(nn.Sequential(one, nn.ReLU(), two) for one, two in layers)
        self.narrow = nn.Conv2d(channels, 16, 1)
        self.wide = nn.Linear(16 * rows * cols, 256)
        self.policy = nn.Linear(256, actions)
        self.value = nn.Linear(256, 1)
        for last in (self.policy, *(two for _, two in layers)):  # initially blocks are identities, the policy uniform
            nn.init.zeros_(last.weight)

    def forward(self, planes: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        with torch.autocast(planes.device.type, torch.bfloat16, enabled=planes.is_cuda):
            x = functional.relu(self.first(planes.float()))
            for block in self.blocks:
                x = functional.relu(x + block(x))
            x = functional.relu(self.wide(functional.relu(self.narrow(x)).flatten(1)))
            logits, value = self.policy(x), self.value(x)
        return logits.float().masked_fill(masks == 0, NEVER), value.float().squeeze(1).tanh()


class NetBot:
    """The network as a bot: it draws its actions by its own probabilities, as in training."""

    def __init__(self, net: Net) -> None:
        self.net = net

    @torch.no_grad()
    def choose(self, view: boardwalk.View) -> int:
        device = next(self.net.parameters()).device
        planes = torch.as_tensor(view.rules.encoded(view.position, view.seat), device=device)[None]
        masks = torch.zeros(1, view.table.actions, device=device)
        masks[0, list(view.legal)] = 1
        return int(draw(self.net(planes, masks)[0]))


def ladder(net: Net, table: boardwalk.Table, games: int, seed: int) -> dict[str, Tally]:
    """The network's results against the bot of each strength in the arena, which swaps the seats."""
    results = {}
    for name in bot_names(table.game.name):
        makers = {"network": lambda table, seat, seed: BotPlayer(NetBot(net), seat)}
        played = arena.run(table, ["network", name], games, seed=seed, cores=1, makers=makers)
        results[name] = next(row.tally for row in played.table(rated=False) if row.name == "network")
    return results


def ladder_lines(results: dict[str, Tally]) -> list[str]:
    """The results as text: score and 95 % interval against each bot, then the network's place among them."""
    lines = ["against   score"]
    for name, tally in results.items():
        score = tally.score
        lines.append(f"{name:<9} {score.value:6.1%}  [{score.low:.1%}, {score.high:.1%}] in {tally.games} games")
    beaten = [name for name, tally in results.items() if tally.score.low > 0.5]
    level = [name for name, tally in results.items() if tally.score.low <= 0.5 <= tally.score.high]
    place = [f"stronger than {', '.join(beaten)}"] * bool(beaten) + [f"level with {', '.join(level)}"] * bool(level)
    return [*lines, f"place: {'; '.join(place) or 'below all of them'}"]


def draw(logits: Tensor) -> Tensor:
    """Sample an action for each row. (The Gumbel-max trick: unlike `multinomial` it does not synchronise with the
    device.)"""
    return (logits - torch.empty_like(logits).exponential_().log()).argmax(1)


class Games:
    """A batch with its arrays as tensors, which share memory: `batch.step` updates the tensors."""

    def __init__(
        self, tables: list[boardwalk.Table], count: int, seed: int, device: torch.device, *, limit: int = 0
    ) -> None:
        self.batch: Any = Batch(tables, count, seed, limit=limit, device=device.type)
        self.levels = len(tables)
        arrays = ("planes", "masks", "to_act", "rewards", "ended", "board_of")
        self.planes, self.masks, self.to_act, self.rewards, self.ended, self.board_of = (
            torch.as_tensor(getattr(self.batch, name), device=device) for name in arrays
        )

    def step(self, actions: Tensor) -> None:
        self.batch.step(actions, checked=False)  # checking would synchronise with the GPU

    def greedy(self) -> Tensor:
        """The action of the bot `easy` in each game."""
        return torch.as_tensor(self.batch.greedy(), device=self.planes.device).long()

    def shuffle(self) -> None:
        """Choose the level that each game plays next. The current level is not affected: its cells are in the state,
        and all levels have the same size."""
        if self.levels > 1:
            self.board_of.random_(self.levels)


class Played(NamedTuple):
    """The trajectories of `STEPS` actions of each game, as tensors [step, game, …]."""

    planes: Tensor
    masks: Tensor
    actions: Tensor
    log_probs: Tensor  # the logarithm of the probability of the action
    values: Tensor
    rewards: Tensor  # of the seat that acted
    goes_on: Tensor  # 1 if the game was not over after the action, else 0
    same: Tensor  # 1 if the same seat acts next, -1 if the other does
    own: Tensor  # 1 if the network chose the action, 0 if the bot did
    next_values: Tensor  # [game], of the positions after the last step


@torch.no_grad()
def collect(net: Net, games: Games, bot_seats: Tensor, clock: Clock) -> Played:
    """Play `STEPS` actions in each game. The bot `easy` plays the seat given by `bot_seats`, -1 for none."""
    rows, with_bot = [], bool((bot_seats >= 0).any())
    for _ in range(STEPS):
        with clock("choosing"):
            planes = games.planes.clone(memory_format=torch.contiguous_format)
            masks, seat = games.masks.clone(), games.to_act.long()
            logits, values = net(planes, masks)
            actions, own = draw(logits), seat != bot_seats
        if with_bot:
            with clock("environment"):
                actions = torch.where(own, actions, games.greedy())
        with clock("choosing"):
            log_probs = logits.log_softmax(1).gather(1, actions[:, None]).squeeze(1)
        with clock("environment"):
            games.step(actions)
        with clock("choosing"):
            rewards = games.rewards.gather(1, seat[:, None]).squeeze(1).float()
            goes_on, same = (games.ended == 0).float(), (games.to_act == seat) * 2.0 - 1.0
            rows.append((planes, masks, actions, log_probs, values, rewards, goes_on, same, own.float()))
    _, next_values = net(games.planes, games.masks)
    return Played(*map(torch.stack, zip(*rows, strict=True)), next_values)


def advantages(played: Played, discount: float, smoothing: float = SMOOTHING) -> Tensor:
    """Generalized advantage estimation, from the perspective of the seat that acted.

    Turns do not alternate strictly: a seat may act three times in a row, or lose its turn. So the value of the next
    position keeps its sign if the same seat acts next, and is negated if the other does (the game is zero-sum)."""
    result = torch.zeros_like(played.values)
    value, advantage = played.next_values, torch.zeros_like(played.next_values)
    for t in reversed(range(len(result))):
        ahead = discount * played.goes_on[t] * played.same[t]
        delta = played.rewards[t] + ahead * value - played.values[t]
        advantage = delta + ahead * smoothing * advantage
        result[t], value = advantage, played.values[t]
    return result


def learn(net: Net, optimizer: torch.optim.Optimizer, played: Played, discount: float) -> dict[str, float]:
    """One update of PPO: several epochs of random minibatches.

    The value function is trained on all positions, the policy only on those where the network chose the action."""
    gains = advantages(played, discount).flatten()
    targets, own = gains + played.values.flatten(), played.own.flatten()
    gains = gains - (gains * own).sum() / own.sum()
    gains = gains * own / ((gains**2 * own).sum() / own.sum()).sqrt().clamp(min=1e-8)
    planes, masks, actions, log_probs = (tensor.flatten(0, 1) for tensor in played[:4])
    losses = []
    for _ in range(EPOCHS):
        for part in torch.randperm(len(actions), device=actions.device).chunk(PARTS):
            logits, values = net(planes[part], masks[part])
            logs = logits.log_softmax(1)
            ratio = (logs.gather(1, actions[part][:, None]).squeeze(1) - log_probs[part]).exp()
            weight = own[part] / own[part].sum().clamp(min=1)
            gain = torch.minimum(ratio * gains[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gains[part])
            policy_loss = -(gain * weight).sum()
            value_loss = functional.mse_loss(values, targets[part])
            entropy = -((logs.exp() * logs).sum(1) * weight).sum()
            optimizer.zero_grad()
            (policy_loss + VALUE * value_loss - ENTROPY * entropy).backward()
            nn.utils.clip_grad_norm_(net.parameters(), NORM)
            optimizer.step()
            losses.append(torch.stack((policy_loss, value_loss, entropy)).detach())
    return dict(zip(("policy_loss", "value_loss", "entropy"), torch.stack(losses).mean(0).tolist(), strict=True))


@torch.no_grad()
def share_won(
    net: Net, tables: list[boardwalk.Table], count: int, seed: int, *, limit: int = 0, opponent: str = ""
) -> float:
    """The win rate of the network, which plays every seat equally often; a bot plays the other seat, if any."""
    device = next(net.parameters()).device
    games = Games(tables, count, seed, device, limit=limit)
    ours = torch.arange(count, device=device) % games.rewards.shape[1]
    under_way, won = torch.ones_like(ours, dtype=torch.bool), torch.zeros_like(ours, dtype=torch.bool)
    while under_way.any():
        logits, _ = net(games.planes, games.masks)
        if opponent == "easy":
            others = games.greedy()
        else:  # uniformly among the legal actions
            others = draw(torch.zeros_like(logits).masked_fill(games.masks == 0, NEVER))
        games.step(torch.where(games.to_act == ours, draw(logits), others))
        over = under_way & (games.ended != 0)
        won |= over & (games.rewards.gather(1, ours[:, None]).squeeze(1) > 0)
        under_way &= ~over
    return float(won.float().mean())


class Clock:
    """Measures the time of each part. A GPU runs asynchronously, so events in its stream are used to time it."""

    def __init__(self, device: torch.device, seconds: dict[str, float]) -> None:
        self.cuda, self.seconds = device.type == "cuda", seconds
        self._spans: list[tuple[str, Any, Any]] = []

    @contextmanager
    def __call__(self, part: str) -> Iterator[None]:
        start = self._now()
        yield
        self._spans.append((part, start, self._now()))

    def _now(self) -> Any:
        mark = torch.cuda.Event(enable_timing=True) if self.cuda else None
        return torch.cuda.current_stream().record_event(mark) if mark else perf_counter()

    def settle(self) -> None:
        """Wait for the device, then add the times of all spans."""
        if self.cuda:
            torch.cuda.synchronize()
        for part, start, end in self._spans:
            spent = start.elapsed_time(end) / 1000 if self.cuda else end - start
            self.seconds[part] = self.seconds.get(part, 0.0) + spent
        self._spans.clear()


@dataclass
class Run:
    """The progress of a run, stored in the checkpoint and in curve.json."""

    updates: int = 0
    steps: int = 0
    seconds: float = 0.0  # of training, without evaluations
    time: dict[str, float] = field(default_factory=dict)  # the same by part
    points: list[dict[str, Any]] = field(default_factory=list)  # of the learning curve

    def progress(self, arguments: argparse.Namespace) -> float:
        """From 0 to 1, relative to the limit that will be reached first."""
        limits = ((self.seconds, arguments.seconds), (self.updates, arguments.updates))
        return min(1.0, max(done / limit for done, limit in limits if limit))

    def show(self, progress: float, losses: dict[str, float], evaluated: bool) -> None:
        """Update the progress bar on a terminal; otherwise print a line after each evaluation."""
        shares = "  ".join(f"{name} {share:.0%}" for name, share in self.points[-1]["shares"].items())
        bar = "━" * round(20 * progress) + "╌" * (20 - round(20 * progress))
        speed = f"{self.steps / 1e6:.2f}M steps  {self.steps / max(self.seconds, 1e-9) / 1e3:.1f}k/s"
        line = f"{bar} {progress:4.0%}  update {self.updates}  {speed}  entropy {losses['entropy']:.2f}  {shares}"
        if sys.stderr.isatty():
            print("\r" + line, end="", file=sys.stderr, flush=True)
        elif evaluated:
            print(line, file=sys.stderr)


def train(arguments: argparse.Namespace) -> Run:
    device, out, task = torch.device(arguments.device), arguments.out, TASKS[arguments.task](arguments)
    torch.manual_seed(arguments.seed)
    net = Net(task.tables[0].planes, task.tables[0].actions, arguments.channels, arguments.blocks)
    net.to(memory_format=torch.channels_last).to(device)
    optimizer, run = torch.optim.Adam(net.parameters(), eps=1e-5), Run()
    if arguments.resume:
        saved = torch.load(out / "checkpoint.pt", map_location=device, weights_only=True)
        net.load_state_dict(saved["net"])
        optimizer.load_state_dict(saved["optimizer"])
        run = Run(**saved["run"])
    games = Games(task.tables, arguments.games, arguments.seed + run.updates, device, limit=task.limit)
    numbers, clock = torch.arange(arguments.games, device=device), Clock(device, run.time)
    bot_seats = torch.where(numbers < task.bot * arguments.games, numbers % 2, -1)
    collect(net, games, bot_seats, Clock(device, {}))  # warm-up: compile outside the measured time
    if not run.points:
        evaluate(task, net, run, arguments, {})
    while (before := run.progress(arguments)) < 1:
        started = perf_counter()
        for group in optimizer.param_groups:
            group["lr"] = LEARNING_RATE * (1 - before)
        games.shuffle()
        played = collect(net, games, bot_seats, clock)
        with clock("learning"):
            losses = learn(net, optimizer, played, task.discount)
        clock.settle()
        run.seconds += perf_counter() - started
        run.updates += 1
        run.steps += played.actions.numel()
        progress = run.progress(arguments)
        if evaluated := int(EVALUATIONS * progress) > int(EVALUATIONS * before):
            evaluate(task, net, run, arguments, losses)
            saved = {"net": net.state_dict(), "optimizer": optimizer.state_dict(), "run": vars(run)}
            torch.save(saved, out / "checkpoint.new")
            (out / "checkpoint.new").replace(out / "checkpoint.pt")  # atomic, if the run is interrupted
        run.show(progress, losses, evaluated)
    total = sum(run.time.values())
    print("\ntime: " + ", ".join(f"{part} {spent / total:.1%}" for part, spent in run.time.items()))
    table = task.tables[0]
    if arguments.ladder and len(table.seats) == 2:
        print(*ladder_lines(ladder(net, table, arguments.ladder, arguments.seed)), sep="\n")
    return run


def evaluate(task: Task, net: Net, run: Run, arguments: argparse.Namespace, losses: dict[str, float]) -> None:
    """Add a point to the learning curve, and write the curve as JSON and SVG."""
    shares = task.evaluate(net, arguments.seed + run.updates)
    run.points.append({"steps": run.steps, "seconds": round(run.seconds, 1), "shares": shares, **losses})
    arguments.out.mkdir(parents=True, exist_ok=True)
    (arguments.out / "curve.json").write_text(json.dumps(vars(run), indent=1) + "\n", encoding="utf-8")
    (arguments.out / "curve.svg").write_text(chart(task, run.points), encoding="utf-8")


def chart(task: Task, points: list[dict[str, Any]]) -> str:
    """The learning curve as SVG; light or dark follows the reader's system."""
    paint, left, top, width, height = Paint(task.theme, "auto"), 56, 56, 500, 240
    most = max(points[-1]["steps"], 1)
    every = next(digit * 10**power for power in range(20) for digit in (1, 2, 5) if most <= 5 * digit * 10**power)

    def label(x: float, y: float, text: str, colour: str = "muted", anchor: str = "middle", more: str = "") -> str:
        return f'<text x="{x:.1f}" y="{y:.1f}" fill="{paint(colour)}" text-anchor="{anchor}" {more}>{text}</text>'

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 350" class="{paint.key}" role="img" '
        'font-family="system-ui,sans-serif" font-size="13">',
        f"<title>{task.title}, {task.measure}</title><style>{scene_css(task.theme, '.' + paint.key)}</style>",
        f'<rect width="720" height="350" rx="12" fill="{paint("page")}"/>',
        label(left, 32, f"{task.title}, {task.measure}", "ink", "start", 'font-size="16" font-weight="600"'),
        label(left + width / 2, 338, "actions played"),
    ]
    for quarter in range(5):
        y = top + height * (1 - quarter / 4)
        parts.append(f'<path d="M{left} {y}h{width}" stroke="{paint("hair")}"/>')
        parts.append(label(left - 8, y + 4, f"{quarter * 25}%", anchor="end"))
    parts += [label(left + width * mark / most, 316, f"{mark:,}") for mark in range(0, most + 1, every)]
    placed, names = 0.0, list(points[-1]["shares"])
    for name, last in sorted(points[-1]["shares"].items(), key=lambda line: -line[1]):
        colour = f"seat{names.index(name)}"
        spots = [(left + width * p["steps"] / most, top + height * (1 - p["shares"][name])) for p in points]
        way = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{paint(colour)}" stroke-width="2.5"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{paint(colour)}"/>' for x, y in spots]
        placed = max(spots[-1][1] + 4, placed + 17)  # avoids overlapping names
        parts.append(label(left + width + 10, placed, f"{name} {last:.0%}", "ink", "start"))
    return "\n".join(parts) + "\n</svg>\n"


def read_arguments(words: list[str] | None = None) -> argparse.Namespace:
    gpu = torch.cuda.is_available()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("--seconds", type=float, default=0, help="seconds to train (300 unless --updates is given)")
    parser.add_argument("--updates", type=int, default=0, help="updates to train")
    parser.add_argument("--games", type=int, default=4096 if gpu else 128, help="games in the batch")
    parser.add_argument("--levels", type=int, default=16384 if gpu else 2048, help="levels of Box World to train on")
    parser.add_argument("--evaluation-games", type=int, default=128 if gpu else 64, help="games per evaluation")
    parser.add_argument("--ladder", type=int, default=20, help="games against the bot of each strength at the end")
    parser.add_argument("--channels", type=int, default=64 if gpu else 32, help="channels of the network")
    parser.add_argument("--blocks", type=int, default=4 if gpu else 2, help="blocks of the network, two layers each")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--device", choices=("cuda", "cpu"), default="cuda" if gpu else "cpu")
    parser.add_argument("--out", type=Path, help="the folder of this run (default: runs/TASK)")
    parser.add_argument("--resume", action="store_true", help="continue from the checkpoint in that folder")
    arguments = parser.parse_args(words)
    arguments.out = arguments.out or Path("runs") / arguments.task
    arguments.seconds = arguments.seconds or (0 if arguments.updates else 300)
    if arguments.resume and not (arguments.out / "checkpoint.pt").exists():
        parser.error(f"there is no checkpoint in {arguments.out} to go on from")
    return arguments


if __name__ == "__main__":
    train(read_arguments())
