"""Rowdy Racers: light trails, light grenades and power failures on the way to the other's start."""

from boardwalk.core.game import Game
from boardwalk.games.rowdy_racers import layouts, notation, rules, scene, setup
from boardwalk.games.rowdy_racers.greedy import greedy

PRESETS: dict[str, dict[str, object]] = {
    "Quick race": {"failures": 1.0},
    "Original": {},
    "Grand tour": {"rows": 20, "cols": 30, "failures": 0.5},
    "Twin gates": {"layout": "twin_gates", "failures": 1.0},
}

GAME = Game(
    name="rowdy_racers",
    title="Rowdy Racers",
    summary="Race to the other's start across light trails, hidden grenades and failing power.",
    players="2",
    version=1,
    rules=rules,
    options=setup.Options,
    lay_out=setup.lay_out,
    describe=notation.describe,
    write_position=notation.write_position,
    read_position=notation.read_position,
    write_action=notation.write_action,
    read_actions=notation.read_actions,
    scene=scene.scene,
    choice=scene.choice,
    announce=scene.announce,
    greedy=greedy,
    files=layouts.FILES,
    presets=PRESETS,
    simulation={"turns": 200},
)
