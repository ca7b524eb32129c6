"""Every game as a Python game of OpenSpiel, registered when this module is imported:

    import pyspiel
    import boardwalk.learning.openspiel

    game = pyspiel.load_game("python_boardwalk_fog_quoridor(walls=open)")

**Parameters** are the game's options, and `max_steps`: after this many actions of the seats a game is cut and scores as
it stands. Where an option is a number with a fraction write one (`failures=1.0`). An option that takes a file takes its
text in a dictionary (`pyspiel.load_game(name, {"board": text})`); such games and their states can be pickled and
copied, but `pyspiel.serialize_game_and_state` can't write them, as it writes game strings.

**Actions** are the game's own numbers. Events, such as resigning, are not offered.

**Chance** has `OUTCOMES` equally likely numbers at each of its nodes, which seed what the board does: samples of it, as
there are too many power failures to list. See `openspiel_history`. OpenSpiel's SAMPLED_STOCHASTIC does not work for
Python games (it serializes a stream that only C++ games can have), and searches would meet moves that they have not
expanded; so the games are declared as EXPLICIT_STOCHASTIC, which describes their nodes.

**Observations** are the planes of `encode` and the text of the concealed position. An **information state** is that
text with a digest of all earlier views and actions of the seat. Public and private information are also available
separately, as text (see `Observer`).

**Searches** for perfect information, such as MCTS, get the full state from OpenSpiel, hidden information included.
Those for imperfect information, such as IS-MCTS, use `resample_from_infostate`, which determinizes the hidden parts. Of
the two MCTS bots use the one in Python: `step` of the one in C++ releases the GIL and so crashes with any Python game,
OpenSpiel's own included (2.0.2); its `mcts_search` works.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from math import prod
from typing import Any, ClassVar

import msgspec
import numpy as np
import pyspiel

from boardwalk.contract import options, registry
from boardwalk.contract.errors import OptionError
from boardwalk.contract.game import Game as BoardwalkGame
from boardwalk.engine.rules import AUDIENCE
from boardwalk.learning.openspiel_history import DIGITS, OUTCOMES, HistoryNode, Setting, setting_of

__all__ = ["Game", "State"]

PREFIX = "python_boardwalk_"
MAX_STEPS = "max_steps"
DEFAULT_MAX_STEPS = 1000
NOT_DEALT = "not dealt yet"


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game with its parameters, made by `pyspiel.load_game`. Each game of Boardwalk has a class of its own."""

    game: ClassVar[BoardwalkGame]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = self.game
        chosen = {name: value for name, value in (params or {}).items() if value != parameters(game)[name]}
        limit = chosen.get(MAX_STEPS, DEFAULT_MAX_STEPS)
        if limit < 1:
            raise OptionError(MAX_STEPS, f"{MAX_STEPS} must be a whole number, at least 1, not '{limit}'")
        checked = game.setup.Options.of({name: value for name, value in chosen.items() if name != MAX_STEPS})
        self.setting: Setting = setting_of(options.write_game_string(game.name, checked), limit)
        super().__init__(game_type(game, len(self.setting.table.seats)), self._info(), chosen)

    def _info(self) -> Any:
        table = self.setting.table
        return pyspiel.GameInfo(
            num_distinct_actions=table.actions,
            max_chance_outcomes=OUTCOMES if table.game.play.chance else 0,
            num_players=len(table.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if len(table.seats) == 2 else None,
            max_game_length=self.setting.limit,
        )

    def max_chance_nodes_in_history(self) -> int:
        """Those of the deal, and a few for each action: when a racer loses whole turns, the board acts again."""
        return DIGITS + 4 * self.setting.limit if self.setting.table.game.play.chance else 0

    def new_initial_state(self) -> State:
        return State(self, self.setting)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its parameters and not, as OpenSpiel does, by a game string, which can't represent every text."""
        return _load, (self.game.name, self.get_parameters())

    def make_py_observer(self, iig_obs_type: Any = None, params: dict[str, Any] | None = None) -> Observer:
        return Observer(self.setting, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class State(pyspiel.State):  # type: ignore[misc]
    """A state of a game. Its only data is its node, which OpenSpiel copies and pickles."""

    node: HistoryNode

    def __init__(self, game: Game, setting: Setting) -> None:
        super().__init__(game)
        self.node = setting.first

    def current_player(self) -> int:
        node = self.node
        if node.over:
            terminal: int = pyspiel.PlayerId.TERMINAL
            return terminal
        if node.chance:
            chance: int = pyspiel.PlayerId.CHANCE
            return chance
        assert node.position is not None
        return node.position.to_act

    def is_terminal(self) -> bool:
        return self.node.over

    def _legal_actions(self, player: int) -> list[int]:
        return self.node.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / OUTCOMES) for outcome in range(OUTCOMES)]

    def _apply_action(self, action: int) -> None:
        self.node = self.node.after(action)

    def returns(self) -> list[float]:
        """The scores; all 0 until the game is over."""
        setting, position = self.node.setting, self.node.position
        if position is None or not self.node.over:
            return [0.0] * len(setting.table.seats)
        return [float(score) for score in setting.table.rules.scores(position)]

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {action}"
        assert self.node.position is not None
        return self.node.setting.table.game.notation.write_action(self.node.position, action)

    def __str__(self) -> str:
        """The whole position as text, which `boardwalk.contract.positions` can read."""
        position = self.node.position
        if position is None:
            return " ".join([NOT_DEALT, *map(str, self.node.digits)])
        return position.table.game.notation.write_position(position)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.get_game(), self.serialize())

    def resample_from_infostate(self, player: int, sampler: Any) -> State:
        """A state with the same information state of the player; `sampler` gives random numbers from 0 to 1. It has the
        history of this state and another position."""
        state: State = self.clone()
        if self.node.position is not None and not self.node.over:
            state.node = self.node.guessed(player, sampler)
        return state


class Observer:
    """What a player observes, as OpenSpiel's Python observers are: `tensor`, `dict`, `set_from` and `string_from`.

    Public information is the audience's text, private the lines of a seat's text that differ from it, each with its
    number. Without a particular player there is text only."""

    def __init__(self, setting: Setting, kind: Any, params: dict[str, Any] | None) -> None:
        if params:
            raise ValueError(f"Boardwalk's observers have no parameters, not {', '.join(params)}")
        if kind.perfect_recall and not kind.public_info:
            raise ValueError("Boardwalk's observers of private information alone remember nothing")
        self._recall = kind.perfect_recall
        self._public = kind.public_info
        self._whose = kind.private_info
        self.tensor: np.ndarray[Any, np.dtype[np.float32]] | None = None
        self.dict: dict[str, np.ndarray[Any, np.dtype[np.float32]]] = {}
        if self._public and not self._recall and self._whose == pyspiel.PrivateInfoType.SINGLE_PLAYER:
            self.tensor = np.zeros(prod(setting.table.planes), np.float32)
            self.dict["planes"] = self.tensor.reshape(setting.table.planes)

    def set_from(self, state: State, player: int) -> None:
        if self.tensor is None:
            raise ValueError("this observer has text only")
        node = state.node
        if node.position is None:
            self.tensor.fill(0)
        else:
            self.dict["planes"][:] = node.setting.table.rules.encoded(node.position, player)

    def string_from(self, state: State, player: int) -> str:
        if state.node.position is None:
            return NOT_DEALT
        return "\n".join(self._told(state.node, seat) for seat in self._seats(state.node, player))

    def _seats(self, node: HistoryNode, player: int) -> Sequence[int]:
        """The seats whose information is requested; without a player it is the AUDIENCE's."""
        kinds = pyspiel.PrivateInfoType
        if self._whose == kinds.NONE:
            return [AUDIENCE] if self._public else []
        return [player] if self._whose == kinds.SINGLE_PLAYER else range(len(node.setting.table.seats))

    def _told(self, node: HistoryNode, seat: int) -> str:
        who, lines = "everybody" if seat == AUDIENCE else f"seat {seat}", _lines(node, seat)
        if self._recall:
            who = f"{who} {node.memory(seat).digest.hex()}"
        if not self._public:
            pairs = enumerate(zip_longest(lines, _lines(node, AUDIENCE)), 1)
            lines = [f"{number}: {own or ''}" for number, (own, public) in pairs if own != public]
        return "\n".join([who, *lines])


def _lines(node: HistoryNode, seat: int) -> list[str]:
    """The text of the position as seen by a seat or the AUDIENCE."""
    seen = node.seen(seat)
    return seen.table.game.notation.write_position(seen).split("\n")


def parameters(game: BoardwalkGame) -> dict[str, Any]:
    """A game's parameters and their defaults, as OpenSpiel takes them."""
    known: dict[str, Any] = {}
    for name, option in options.fields(game.setup.Options).items():
        plain = msgspec.to_builtins(option.default)  # a choice is of the type of its values
        known[name] = plain if isinstance(plain, bool | int | float | str) else option.write()
    return {**known, MAX_STEPS: DEFAULT_MAX_STEPS}


def game_type(game: BoardwalkGame, seats: int | None = None) -> Any:
    """OpenSpiel's description of a game at a table with `seats` seats, or before there is a table. Games of two seats
    are zero-sum."""
    kinds = pyspiel.GameType
    fewest, most = game.players
    return kinds(
        short_name=PREFIX + game.name,
        long_name=f"Boardwalk's {game.title}",
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC if game.play.chance else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION if game.hidden else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM if (seats or most) == 2 else kinds.Utility.GENERAL_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        min_num_players=fewest,
        max_num_players=most,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification=parameters(game),
    )


def _load(name: str, params: dict[str, Any]) -> Game:
    """The game from its pickled parameters."""
    game: Game = pyspiel.load_game(PREFIX + name, params)
    return game


def _restored(game: Game, serialized: str) -> State:
    """The state from its pickled data."""
    state: State = game.deserialize_state(serialized)
    return state


def _register() -> None:
    for game in registry.games():
        # A class and no closure: OpenSpiel releases it after Python has shut down, when nothing can be freed.
        pyspiel.register_game(game_type(game), type(game.title.replace(" ", ""), (Game,), {"game": game}))


_register()
