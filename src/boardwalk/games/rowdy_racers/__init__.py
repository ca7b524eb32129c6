"""Rowdy Racers: light trails, light grenades and power failures on the way to the other's start."""

from boardwalk.contract.game import Content, Game, Play, Preset
from boardwalk.contract.parts import Event, Meaning
from boardwalk.engine.rules import RuleModules
from boardwalk.games.rowdy_racers import art, notation, rules, scene, search, setup
from boardwalk.games.rowdy_racers.content import challenge, file_kinds
from boardwalk.games.rowdy_racers.search import settings

GAME = Game(
    name="rowdy_racers",
    title="Rowdy Racers",
    summary="Race to the other's start across light trails, hidden grenades and failing power.",
    version=1,
    rules=RuleModules(rules, search),
    setup=setup,
    notation=notation,
    scene=scene,
    theme=art.THEME,
    play=Play(events=(Event("resign", Meaning.RESIGN, "Resign", question="Resign this game?"),), chance=True),
    content=Content(
        presets=(
            Preset(
                "Quick race",
                "A small grid, few power failures. Who moves first wins 3 in 4 between equals",
                failures=1.0,
            ),
            Preset(
                "Original",
                "The rulebook's race: the power fails often. Who moves first wins 7 in 10 between equals",
            ),
            Preset(
                "Grand tour",
                "A grid of 20 × 30, few power failures. Who moves first wins 2 in 3 between equals",
                rows=20,
                cols=30,
                failures=0.5,
            ),
            Preset(
                "Twin gates",
                "Walls with two gates, the same every time. Who moves first wins 5 in 8 between equals",
                layout="twin_gates",
                failures=1.0,
            ),
        ),
        simulation={"turns": 200},
        files=file_kinds.FILES,
        challenge=challenge.challenge,
    ),
    search=settings.SEARCH,
)
