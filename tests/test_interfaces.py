"""One table, interface × game: every game works through every interface, those of other packages too.

Each cell plays a short game; what an interface does in detail is tested where its own tests are."""

from __future__ import annotations

import io
import json
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import gymnasium
import numpy as np
import pyspiel
import pytest

sys.path.append(str(Path(__file__).parent / "server"))  # the server's own harness

from harness import GAMES, Server

import boardwalk
import boardwalk.learning.gymnasium
from boardwalk import (
    AUDIENCE,
    BoardwalkError,
    Match,
    Table,
    arena,
    draw,
    read_position,
    read_record,
    write_position,
    write_record,
)
from boardwalk.batch import Batch
from boardwalk.cli.app import main
from boardwalk.contract import registry
from boardwalk.learning import openspiel, pettingzoo
from boardwalk.learning.registration import environment_id

PROGRAM = Path(__file__).parents[1] / "examples" / "arena_bot.pl"
SEED, STEPS, AT_ONCE = 3, 12, 4
# Short even when played at random.
OPTIONS = {game.name: GAMES.get(game.name, dict(game.content.simulation)) for game in registry.games()}
OPTIONS["box_world"] = {"pack": "U-F\n---\n"}


@cache
def finished(name: str) -> Match:
    """A game of random players, to its end."""
    match = Match(boardwalk.table(name, OPTIONS[name]), SEED)
    chance = Random(SEED)
    while not match.over:
        match.act(match.to_act, chance.choice(match.view(match.to_act).legal))
    return match


@dataclass
class Cell:
    """One cell of the table: a game, and what its interfaces need."""

    name: str
    server: Server
    folder: Path

    @property
    def options(self) -> dict[str, Any]:
        return OPTIONS[self.name]

    @property
    def match(self) -> Match:
        return finished(self.name)

    @property
    def table(self) -> Table:
        return self.match.table

    def room_over(self) -> str:
        """A room in which one client has played all seats to the end by its websocket."""
        room, tokens = self.server.make_room(self.name, " ".join(["me"] * len(self.table.seats)), options=self.options)
        with self.server.enter(room, *tokens.values()) as client:
            client.play_on(random.Random(SEED))
            client.until(lambda: client.room["phase"] == "over")
        return room


def prompt(cell: Cell) -> None:
    """The moves of a finished game, typed, lead to the same end."""
    match, game = cell.match, cell.table.game
    again, typed = Match(cell.table, SEED), []
    for action in match.actions:
        typed.append(game.notation.write_action(again.position, action))
        again.act(again.to_act, action)
    arguments = ["boardwalk", "play", str(cell.table), "--seed", str(SEED), "--save", str(cell.folder / "a.match")]
    arguments += ["--seat", "human"] * len(cell.table.seats)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.argv", arguments)
        patch.setattr("sys.stdin", io.StringIO("\n".join(typed) + "\n"))
        patch.setenv("BOARDWALK_DATA", str(cell.folder))
        with pytest.raises(SystemExit) as stopped:
            main()
    assert not stopped.value.code
    assert Match.load(cell.folder / "a.match").position.state == match.position.state


def match_record(cell: Cell) -> None:
    again = Match.from_record(read_record(write_record(cell.match.record())))
    assert again.position.state == cell.match.position.state and again.scores == cell.match.scores


def position_text(cell: Cell) -> None:
    for step in range(0, len(cell.match.steps), 5):
        position = cell.match.at(step)
        again = read_position(write_position(position))
        assert again.state == position.state and again.board == position.board


def picture_as_text(cell: Cell) -> None:
    scene = cell.match.view(AUDIENCE).scene
    lines = draw.text(scene).splitlines()
    assert scene.status in lines and len(lines) > scene.rows


def picture_as_svg(cell: Cell) -> None:
    scene = cell.match.view(AUDIENCE).scene
    shown = {node.get("data-id") for node in ElementTree.fromstring(draw.svg(scene)).iter()}
    assert {piece.id for piece in scene.pieces} <= shown


def picture_as_png(cell: Cell) -> None:
    pictures = {draw.png(cell.match.view(AUDIENCE, step).scene) for step in (0, len(cell.match.steps) - 1)}
    assert len(pictures) == 2 and all(picture.startswith(b"\x89PNG") for picture in pictures)


def batch(cell: Cell) -> None:
    played = played_batch(cell.name, "cpu")
    assert len(played) == AT_ONCE and len(set(played)) > 1


def batch_on_cuda(cell: Cell) -> None:
    """In Numba's simulator, which must be chosen before Numba is imported."""
    chosen = {"NUMBA_ENABLE_CUDASIM": "1", "NUMBA_DISABLE_JIT": "1"}
    program = f"import test_interfaces; print(*test_interfaces.played_batch({cell.name!r}, 'cuda'))"
    paths = [str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]
    environment = {**os.environ, **chosen, "PYTHONPATH": os.pathsep.join(filter(None, paths))}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == played_batch(cell.name, "cpu")


def played_batch(name: str, device: str) -> list[str]:
    """A few games after some steps by the first legal action, each as its bytes in hexadecimal digits."""
    games: Any = Batch(boardwalk.table(name, OPTIONS[name]), AT_ONCE, SEED, device=device)
    for step in range(STEPS):
        masks = np.asarray(games.masks)
        games.step(masks.argmax(axis=1) if step % 2 else masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1))
    return [games.position(number).state.to_bytes().hex() for number in range(AT_ONCE)]


def gymnasium_environment(cell: Cell) -> None:
    env: Any = gymnasium.make(environment_id(cell.name), **cell.options)
    observation, info = env.reset(seed=SEED)
    for _ in range(STEPS):
        assert observation in env.observation_space
        observation, reward, ended, _, info = env.step(info["action_mask"].argmax())
        if ended:
            break
    again = Match.from_record(env.unwrapped.record())
    assert again.over == ended and (not ended or again.scores[0] == reward)


def gymnasium_vector(cell: Cell) -> None:
    envs: Any = gymnasium.make_vec(environment_id(cell.name), num_envs=AT_ONCE, **cell.options)
    observations, infos = envs.reset(seed=SEED)
    seen = {observations.tobytes()}
    for _ in range(STEPS):
        observations, *_, infos = envs.step(infos["action_mask"].argmax(axis=1))
        assert observations in envs.observation_space
        seen.add(observations.tobytes())
    assert len(seen) > 1


def pettingzoo_aec(cell: Cell) -> None:
    env = pettingzoo.aec(cell.name, **cell.options)
    env.reset(seed=SEED)
    for _ in env.agent_iter(STEPS):
        observation, _, terminated, _, _ = env.last()
        env.step(None if terminated else int(observation["action_mask"].argmax()))
    assert Match.from_record(env.record()).position.state == env.episode.position.state


def pettingzoo_parallel(cell: Cell) -> None:
    """Only where seats choose at the same time."""
    module = getattr(pettingzoo, f"{cell.name}_v{cell.table.game.environment_version}")
    if not cell.table.game.play.simultaneous:
        assert not hasattr(module, "parallel_env")
        return
    env = module.parallel_env(**cell.options)
    observations, _ = env.reset(seed=SEED)
    while env.agents:
        chosen = {agent: int(observations[agent]["action_mask"].argmax()) for agent in env.agents}
        observations = env.step(chosen)[0]
    assert Match.from_record(env.record()).over


def open_spiel(cell: Cell) -> None:
    state = pyspiel.load_game(openspiel.PREFIX + cell.name, cell.options).new_initial_state()
    chance = Random(SEED)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert len(state.returns()) == len(cell.table.seats)


def server_room(cell: Cell) -> None:
    record = cell.server.ask(f"/api/rooms/{cell.room_over()}/record")
    assert record["game"] == cell.name and Match.from_record(read_record(json.dumps(record))).over


def server_preview(cell: Cell) -> None:
    shown = cell.server.ask(f"/api/games/{cell.name}/preview", {"options": cell.options, "seed": SEED})["scene"]
    first = Match(cell.table, SEED).view(AUDIENCE).scene
    assert (shown["theme"], shown["tiles"]) == (first.theme, list(first.tiles))


def server_replay(cell: Cell) -> None:
    frames = cell.server.ask(f"/api/rooms/{cell.room_over()}/replay")["frames"]
    assert len(frames) > 1 and frames[0]["scene"]["theme"] == cell.table.game.theme.name


def bot_arena(cell: Cell) -> None:
    """A bot by name and a program that speaks lines of JSON. Who plays alone has no opponent."""
    bots = ["easy", str(PROGRAM)]
    if len(cell.table.seats) == 1:
        with pytest.raises(BoardwalkError, match="at least two sides"):
            arena.run(cell.table, bots)
        return
    games = arena.run(cell.table, bots, games=2, cores=1).games
    assert {game.end for game in games} == {"over"} and games[0].players == games[1].players[::-1]
    assert all(Match.from_record(game.record).over for game in games)


INTERFACES: tuple[Callable[[Cell], None], ...] = (
    prompt,
    match_record,
    position_text,
    picture_as_text,
    picture_as_svg,
    picture_as_png,
    batch,
    batch_on_cuda,
    gymnasium_environment,
    gymnasium_vector,
    pettingzoo_aec,
    pettingzoo_parallel,
    open_spiel,
    server_room,
    server_preview,
    server_replay,
    bot_arena,
)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with Server() as running:
        yield running
        assert not running.failures()


@pytest.mark.parametrize("name", boardwalk.game_names())
@pytest.mark.parametrize("interface", INTERFACES, ids=lambda interface: interface.__name__)
def test_every_game_has_every_interface(
    interface: Callable[[Cell], None], name: str, server: Server, tmp_path: Path
) -> None:
    interface(Cell(name, server, tmp_path))
