"""The games as OpenSpiel loads them, and playing them there."""

from __future__ import annotations

from random import Random
from typing import Any

import pyspiel

from boardwalk.learning import openspiel
from boardwalk.learning.openspiel_history import OUTCOMES

GAMES = [
    "box_world(max_steps=150)",
    "box_world(pack=night_shift,level=5,max_steps=100)",
    "capture_the_flag(players=1,ticks=40)",
    "capture_the_flag(players=2,players_2=3,ticks=10)",
    "capture_the_flag(max_steps=90)",
    "connect_four",
    "connect_four(rows=4,cols=5,connect=3,first=yellow)",
    "fog_quoridor(turns=40)",
    "fog_quoridor(walls=open,turns=40)",
    "fog_quoridor(fog=off,turns=40)",
    "robo_rally(rounds=5)",
    "robo_rally(board=roundabout,robots=3,max_steps=100)",
    "robo_rally(board=crossroads,robots=1,rounds=10)",
    "rowdy_racers(max_steps=120)",
    "rowdy_racers(failures=1.0,turns=40)",
    "rowdy_racers(layout=twin_gates,turns=40)",
    "rowdy_racers(layout=twin_gates,failures=0.0,turns=40)",
]
SHORT = [
    "box_world(max_steps=12)",
    "capture_the_flag(players=1,ticks=6)",
    "connect_four(rows=4,cols=4)",
    "fog_quoridor(turns=8)",
    "robo_rally(rounds=1)",
    "rowdy_racers(failures=1.0,turns=6)",
]
HIDING = ["fog_quoridor(turns=12)", "robo_rally(rounds=2)", "rowdy_racers(turns=8)"]
TWO_WAYS = "; Two ways\nWWWWW\nW---W\nWU-FW\nW---W\nWWWWW\n"


def load(text: str, params: dict[str, Any] | None = None) -> Any:
    name = openspiel.PREFIX + text
    return pyspiel.load_game(name, params) if params else pyspiel.load_game(name)


def begin(game: Any, random: Random) -> Any:
    """A new state, dealt."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.randrange(OUTCOMES))
    return state


def play(state: Any, random: Random, steps: int = 10_000) -> list[int]:
    """Random actions, of chance as well, until the game is over or so many are taken."""
    actions = []
    while not state.is_terminal() and len(actions) < steps:
        actions.append(random.choice(state.legal_actions()))
        state.apply_action(actions[-1])
    return actions


def state_bytes(state: Any) -> bytes:
    return bytes(state.node.position.state.to_bytes())
