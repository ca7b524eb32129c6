"""Rowdy Racers: light trails, light grenades and power failures on the way to the other's start."""

from boardwalk.contract.game import Event, Game, Meaning
from boardwalk.games.rowdy_racers import art, notation, rules, scene, search, setup
from boardwalk.games.rowdy_racers.content import challenge, file_kinds
from boardwalk.games.rowdy_racers.search import settings

PRESETS: dict[str, dict[str, object]] = {
    "Quick race": {"failures": 1.0},
    "Original": {},
    "Grand tour": {"rows": 20, "cols": 30, "failures": 0.5},
    "Twin gates": {"layout": "twin_gates", "failures": 1.0},
}

PRESET_NOTES = {
    "Quick race": "A small grid, few power failures. Who moves first wins 3 in 4 between equals",
    "Original": "The rulebook's race: the power fails often. Who moves first wins 7 in 10 between equals",
    "Grand tour": "A grid of 20 × 30, few power failures. Who moves first wins 2 in 3 between equals",
    "Twin gates": "Walls with two gates, the same every time. Who moves first wins 5 in 8 between equals",
}

GAME = Game.of(
    name="rowdy_racers",
    title="Rowdy Racers",
    summary="Race to the other's start across light trails, hidden grenades and failing power.",
    players=(2, 2),
    version=1,
    hidden=True,
    chance=True,
    theme=art.THEME,
    rulebook="rulebook.md",
    events=(Event("resign", Meaning.RESIGN, "Resign", question="Resign this game?"),),
    rules=rules,
    search=search,
    setup=setup,
    notation=notation,
    scene=scene,
    files=file_kinds.FILES,
    presets=PRESETS,
    preset_notes=PRESET_NOTES,
    simulation={"turns": 200},
    mind=settings.MIND,
    challenge=challenge.challenge,
)
