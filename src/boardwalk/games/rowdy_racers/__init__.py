"""Rowdy Racers: light trails, light grenades and power failures on the way to the other's start."""

from boardwalk.core.game import Game
from boardwalk.games.rowdy_racers import layouts, notation, rules, scene, setup

PRESETS: dict[str, dict[str, object]] = {
    "Quick race": {"failures": 1.0},
    "Original": {},
    "Grand tour": {"rows": 20, "cols": 30, "failures": 0.5},
    "Twin gates": {"layout": "twin_gates", "failures": 1.0},
}

GAME = Game.of(
    name="rowdy_racers",
    title="Rowdy Racers",
    summary="Race to the other's start across light trails, hidden grenades and failing power.",
    players="2",
    version=1,
    rules=rules,
    setup=setup,
    notation=notation,
    scene=scene,
    files=layouts.FILES,
    presets=PRESETS,
    simulation={"turns": 200},
)
