"""Box World: push boxes, fill holes, slide ice, reach the finish."""

from boardwalk.contract.game import Event, Game, Meaning
from boardwalk.games.box_world import art, notation, rules, scene, setup
from boardwalk.games.box_world.content import challenge, file_kinds, shipped
from boardwalk.games.box_world.search import hints, solver
from boardwalk.games.box_world.search.greedy import greedy

GAME = Game.of(
    name="box_world",
    title="Box World",
    summary="Push boxes, fill holes and slide ice to reach the finish.",
    players=(1, 1),
    version=1,
    hidden=False,
    chance=False,
    theme=art.THEME,
    rulebook="rulebook.md",
    rules=rules,
    setup=setup,
    notation=notation,
    scene=scene,
    greedy=greedy,
    files=file_kinds.FILES,
    presets={
        "First steps": {},
        "Night shift": {"pack": "night_shift"},
        "The great maze": {"pack": "great_maze"},
        "Sixty gentle levels": {"pack": "gentle"},
        "Sixty tricky levels": {"pack": "tricky"},
        "Sixty hard levels": {"pack": "hard"},
        "Sixty fiendish levels": {"pack": "fiendish"},
        "One level": {"pack": "night_shift", "level": 5},
    },
    preset_notes={
        "First steps": "18 small levels that teach everything, one thing at a time",
        "Night shift": "The classic pack: boxes, holes and ice together",
        "The great maze": "One huge level",
        "Sixty gentle levels": "Short and friendly, for the first evening",
        "Sixty tricky levels": "Each has a catch",
        "Sixty hard levels": "For those who like to think twenty moves ahead",
        "Sixty fiendish levels": "The hardest of all",
        "One level": "Level 5 of Night shift alone",
    },
    simulation={"pack": "night_shift", "level": 5},
    undo=True,
    prepare=solver.prepare,
    analyse=hints.analyse,
    solver=hints.SOLVER,
    events=(Event("restart", Meaning.RESTART, "Restart", "r"),),
    result=notation.result,
    levels=shipped.packs,
    challenge=challenge.challenge,
)
