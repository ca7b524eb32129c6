"""PettingZoo environments: every game as AEC, and games with simultaneous actions as Parallel too.

    from boardwalk.learning.pettingzoo import fog_quoridor_v0
    env = fog_quoridor_v0.env(walls="open")

Each agent observes its seat's view and nothing else. `get_state` and `set_state` save and restore an environment as
bytes; copies by `copy.deepcopy` are cheap. See docs/learning.md. This needs the package pettingzoo, which the extra
`pettingzoo` installs."""

from __future__ import annotations

import secrets
from copy import deepcopy
from typing import Any, SupportsInt

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv, ParallelEnv

from boardwalk.contract import registry
from boardwalk.contract.errors import BoardwalkError, MoveError
from boardwalk.contract.game import Game
from boardwalk.learning import pictures
from boardwalk.learning.episode import (
    ILLEGAL,
    Array,
    Episode,
    SavedEpisode,
    action_number,
    check_choice,
    check_seat,
    seed_of,
    table_of,
)
from boardwalk.learning.registration import LIMIT
from boardwalk.match import MatchRecord

__all__ = ["BoardwalkAEC", "BoardwalkParallel", "aec", "parallel"]

HUMAN = "human"
Observation = dict[str, Array]


class Saved(msgspec.Struct, frozen=True):
    """The stored state of an environment."""

    episode: SavedEpisode
    first_seed: int
    dealt: int
    steps: int
    agents: list[str]
    selection: str = ""
    skipped: str | None = None
    rewards: dict[str, float] = {}
    gathered: dict[str, float] = {}
    terminations: dict[str, bool] = {}
    truncations: dict[str, bool] = {}


class _Environment:
    """The base of both kinds: the table, its agents, observations, pictures, and the game as a whole."""

    parallel = False

    def __init__(
        self,
        game: str,
        *,
        max_cycles: int = LIMIT,
        illegal: str = "raise",
        render_mode: str | None = None,
        render_size: int = pictures.SIZE,
        render_seat: int | None = None,
        **options: Any,
    ) -> None:
        self.table = table = table_of(game, options, type(self))
        check_choice("illegal", illegal, ILLEGAL)
        modes = [HUMAN, *pictures.MODES]
        check_choice("render_mode", render_mode, (*modes, None))
        if render_seat is not None:
            check_seat(table, render_seat)
        self.max_cycles = max_cycles
        self.illegal = illegal
        self.render_mode = render_mode
        self.render_size = render_size
        self.render_seat = render_seat
        self.metadata = {
            "name": module_name(table.game),
            "render_modes": modes,
            "render_fps": pictures.FRAMES_A_SECOND,
            "is_parallelizable": self.parallel,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(len(table.seats))]
        self.agents: list[str] = []
        planes, rows, cols = table.planes
        self.state_space = spaces.Box(0, 255, (len(table.seats) * planes, rows, cols), np.uint8)
        self._spaces = {agent: (self._observed(), spaces.Discrete(table.actions)) for agent in self.possible_agents}
        self._episode: Episode | None = None
        self._first_seed = 0  # of the episodes since the last seeded reset
        self._dealt = 0  # the number of them
        self._steps = 0

    @property
    def _together(self) -> bool:
        """Whether seats may choose before their turn: simultaneously, or one after the other where choices are
        secret."""
        game = self.table.game
        return game.play.simultaneous and (self.parallel or game.play.idle is None)

    def _observed(self) -> spaces.Dict:
        mask = spaces.Box(0, 1, (self.table.actions,), np.int8)
        return spaces.Dict({"observation": spaces.Box(0, 255, self.table.planes, np.uint8), "action_mask": mask})

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._spaces[agent][1]

    @property
    def episode(self) -> Episode:
        """The game itself, hidden information included: not for the agents."""
        if self._episode is None:
            raise MoveError("there is no game yet; call reset()")
        return self._episode

    def record(self) -> MatchRecord:
        """The game so far: `Match.from_record` replays it."""
        return self.episode.record()

    def observe(self, agent: str) -> Observation:
        """The agent's observation and action mask (all zeros when it is not to act)."""
        seat = self.possible_agents.index(agent)
        return {"observation": self.episode.observe(seat), "action_mask": self.episode.mask(seat)}

    def state(self) -> Array:
        """The observations of all seats, one after another, for training with a central critic."""
        return np.concatenate([self.episode.observe(seat) for seat in range(len(self.possible_agents))])

    def _deal(self, seed: int | None) -> None:
        if seed is not None or self._episode is None:
            self._first_seed = secrets.randbits(63) if seed is None else seed
            self._dealt = 0
        self._episode = Episode(self.table, seed_of(self._first_seed, self._dealt), together=self._together)
        self._dealt += 1
        self._steps = 0
        self.agents = list(self.possible_agents)

    def render(self) -> Any:
        """The view of `render_seat`, or else of the seat to act, according to `render_mode`."""
        if self.render_mode is None:
            return None
        seat = self.render_seat if self.render_seat is not None else self._acting()
        scene = self.episode.view(seat).scene
        if self.render_mode != HUMAN:
            return pictures.render(scene, self.render_mode, self.render_size)
        print(pictures.render(scene, "ansi", self.render_size))
        return None

    def _acting(self) -> int:
        """The seat to act, or the first when the game is over."""
        return max(self.episode.to_act, 0)

    def close(self) -> None:
        """Nothing to release."""

    def get_state(self) -> bytes:
        """The whole environment as bytes: the game, its hidden parts and random stream included."""
        return msgspec.msgpack.encode(self._save())

    def set_state(self, state: bytes) -> None:
        """Restore the result of `get_state` of an environment of the same game and options."""
        try:
            saved = msgspec.msgpack.decode(state, type=Saved)
        except (msgspec.DecodeError, UnicodeDecodeError):
            raise BoardwalkError("these bytes are no state of an environment") from None
        self._restore(saved)

    def _save(self) -> Saved:
        return Saved(
            episode=self.episode.save(),
            first_seed=self._first_seed,
            dealt=self._dealt,
            steps=self._steps,
            agents=self.agents,
        )

    def _restore(self, saved: Saved) -> None:
        self._episode = Episode.restored(self.table, saved.episode, together=self._together)
        self._first_seed, self._dealt, self._steps = saved.first_seed, saved.dealt, saved.steps
        self.agents = list(saved.agents)

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        twin = object.__new__(type(self))
        vars(twin).update(vars(self))
        memo[id(self)] = twin
        for name, value in vars(self).items():
            if name == "_episode":
                twin._episode = value and value.copy()
            elif name != "table":
                setattr(twin, name, deepcopy(value, memo))
        return twin

    __copy__ = deepcopy  # a copy shares nothing that changes


class BoardwalkAEC(_Environment, AECEnv[str, Observation, SupportsInt]):  # type: ignore[misc]  # untyped package
    """A game in turns. Where all choose in secret, as in RoboRally, each chooses one letter at its turn. An episode is
    cut after `max_cycles` actions for each agent, counted together."""

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Deal a new game: with a seed, the very game that `Match(table, seed)` is; without, the next that follows."""
        self._deal(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self.agent_selection = self.possible_agents[self.episode.to_act]

    def observe(self, agent: str) -> Observation:
        observed = super().observe(agent)
        if agent != self.agent_selection:
            observed["action_mask"][:] = 0
        return observed

    def step(self, action: SupportsInt | None) -> None:
        episode = self.episode
        agent = self.agent_selection
        if not self.agents:
            raise MoveError("the episode is over; call reset()")
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise MoveError(f"{agent} is to act: None is for agents whose episode has ended")
        chosen, seat = action_number(action), self._acting()
        lost = False
        if self.illegal != "raise" and not episode.is_legal(seat, chosen):
            lost = self.illegal == "lose"
            chosen = episode.random_action(seat)
        if not lost:
            episode.act(seat, chosen)
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if lost:
            self.rewards[agent] = -1.0
        elif episode.over:
            self.rewards = dict(zip(self.possible_agents, map(float, episode.scores), strict=True))
        cut = self._steps >= self.max_cycles * len(self.possible_agents)
        if lost or episode.over:
            self.terminations = dict.fromkeys(self.agents, True)
        elif cut:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self._after(seat)]
        self._accumulate_rewards()
        if self.render_mode == HUMAN:
            self.render()

    def _acting(self) -> int:
        return self.possible_agents.index(self.agent_selection)

    def _after(self, seat: int) -> int:
        """The next seat after this one that may choose now."""
        episode, seats = self.episode, len(self.possible_agents)
        if not self._together or episode.over:
            return super()._acting()
        in_order = ((seat + distance) % seats for distance in range(1, seats + 1))
        return next(other for other in in_order if episode.own(other).to_act == other)

    def _clear_rewards(self) -> None:
        """As PettingZoo's own, with numbers of the rewards' type, since states are compared as bytes."""
        self.rewards = dict.fromkeys(self.rewards, 0.0)

    def _save(self) -> Saved:
        return msgspec.structs.replace(
            super()._save(),
            selection=self.agent_selection,
            skipped=self._skip_agent_selection,
            rewards=self.rewards,
            gathered=self._cumulative_rewards,
            terminations=self.terminations,
            truncations=self.truncations,
        )

    def _restore(self, saved: Saved) -> None:
        if not saved.selection:
            raise BoardwalkError("the state is of a Parallel environment; this one is AEC")
        super()._restore(saved)
        self.agent_selection, self._skip_agent_selection = saved.selection, saved.skipped
        self.rewards, self._cumulative_rewards = dict(saved.rewards), dict(saved.gathered)
        self.terminations, self.truncations = dict(saved.terminations), dict(saved.truncations)
        self.infos = {agent: {} for agent in self.agents}


class BoardwalkParallel(_Environment, ParallelEnv[str, Observation, SupportsInt]):  # type: ignore[misc]
    """A game in which all act at once: in RoboRally each chooses the next letter of its program, in Capture the Flag
    each has one action, taken in the order of turns; there, an action that has become illegal before its turn is a
    stay."""

    parallel = True

    def __init__(self, game: str, **more: Any) -> None:
        super().__init__(game, **more)
        if not self.table.game.play.simultaneous:
            raise BoardwalkError(f"{self.table.game.title} is played in turns: there is no Parallel environment of it")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Deal a new game: with a seed, the very game that `Match(table, seed)` is; without, the next that follows."""
        self._deal(seed)
        return {agent: self.observe(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, SupportsInt]) -> tuple[
        dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
    ]:  # fmt: skip
        agents, episode = self.agents, self.episode
        if not agents:
            raise MoveError("the episode is over; call reset()")
        if set(actions) != set(agents):
            raise MoveError(f"expected an action of each of {', '.join(agents)}")
        chosen = {seat: action_number(actions[agent]) for seat, agent in enumerate(agents)}
        lost = self._mend(chosen)
        if not lost:
            self._act(chosen)
        self._steps += 1
        over = bool(lost) or episode.over
        cut = not over and self._steps >= self.max_cycles
        scores = [-float(seat in lost) for seat in chosen] if lost else map(float, episode.scores)
        rewards = dict(zip(agents, scores, strict=True)) if over else dict.fromkeys(agents, 0.0)
        observations = {agent: self.observe(agent) for agent in agents}
        if over or cut:
            self.agents = []
        if self.render_mode == HUMAN:
            self.render()
        return (
            observations,
            rewards,
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _mend(self, chosen: dict[int, int]) -> list[int]:
        """Treat illegal actions according to `illegal`; returns the seats that lose by theirs."""
        wrong = [seat for seat, action in chosen.items() if not self.episode.is_legal(seat, action)]
        for seat in wrong:
            if self.illegal == "raise":
                raise MoveError(f"action {chosen[seat]} of player_{seat} is not legal; the action mask says which are")
            chosen[seat] = self.episode.random_action(seat)
        return wrong if self.illegal == "lose" else []

    def _act(self, chosen: dict[int, int]) -> None:
        """Each seat once: in its turn where the game has an idle action, else as a secret choice."""
        episode, idle = self.episode, self.table.game.play.idle
        if idle is None:
            for seat, action in chosen.items():
                episode.act(seat, action)
            return
        while not episode.over and episode.to_act in chosen:
            seat = episode.to_act
            action = chosen.pop(seat)
            episode.act(seat, action if episode.is_legal(seat, action) else idle)

    def _restore(self, saved: Saved) -> None:
        if saved.selection:
            raise BoardwalkError("the state is of an AEC environment; this one is Parallel")
        super()._restore(saved)


def aec(game: str, **options: Any) -> BoardwalkAEC:
    """The AEC environment of a game: by its name, or a game string such as `fog_quoridor(walls=open)`."""
    return BoardwalkAEC(game, **options)


def parallel(game: str, **options: Any) -> BoardwalkParallel:
    """The Parallel environment of a game in which all act at once."""
    return BoardwalkParallel(game, **options)


class Turns:
    """A game in the form of PettingZoo's own modules: `fog_quoridor_v0.env()`."""

    def __init__(self, game: str) -> None:
        self.game = game

    def env(self, **options: Any) -> BoardwalkAEC:
        return aec(self.game, **options)

    raw_env = env


class Together(Turns):
    """The same for a game that has a Parallel environment too."""

    def parallel_env(self, **options: Any) -> BoardwalkParallel:
        return parallel(self.game, **options)


def module_name(game: Game) -> str:
    """`fog_quoridor_v0` for the first version of the rules of `fog_quoridor`."""
    return f"{game.name}_v{game.environment_version}"


def __getattr__(name: str) -> Turns:
    """`NAME_v0` for every game, those of other packages included."""
    for game in registry.games():
        if name == module_name(game):
            return Together(game.name) if game.play.simultaneous else Turns(game.name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*globals(), *map(module_name, registry.games())]
