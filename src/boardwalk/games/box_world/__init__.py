"""Box World: push boxes, fill holes, slide ice, reach the finish."""

from boardwalk.contract.game import Content, Game, Play, Preset
from boardwalk.contract.parts import Event, Meaning
from boardwalk.engine.rules import RuleModules
from boardwalk.games.box_world import art, notation, rules, scene, setup
from boardwalk.games.box_world.content import challenge, file_kinds, shipped
from boardwalk.games.box_world.search import hints
from boardwalk.games.box_world.search.greedy import greedy

GAME = Game(
    name="box_world",
    title="Box World",
    summary="Push boxes, fill holes and slide ice to reach the finish.",
    version=1,
    rules=RuleModules(rules),
    setup=setup,
    notation=notation,
    scene=scene,
    theme=art.THEME,
    play=Play(
        events=(Event("restart", Meaning.RESTART, "Restart", "r"),),
        undo=True,
        result=notation.result,
        greedy=greedy,
    ),
    content=Content(
        presets=(
            Preset("First steps", "18 small levels that teach everything, one thing at a time"),
            Preset("Night shift", "The classic pack: boxes, holes and ice together", pack="night_shift"),
            Preset("The great maze", "One huge level", pack="great_maze"),
            Preset("Sixty gentle levels", "Short and friendly, for the first evening", pack="gentle"),
            Preset("Sixty tricky levels", "Each has a catch", pack="tricky"),
            Preset("Sixty hard levels", "For those who like to think twenty moves ahead", pack="hard"),
            Preset("Sixty fiendish levels", "The hardest of all", pack="fiendish"),
            Preset("One level", "Level 5 of Night shift alone", pack="night_shift", level=5),
        ),
        simulation={"pack": "night_shift", "level": 5},
        files=file_kinds.FILES,
        levels=shipped.packs,
        challenge=challenge.challenge,
        solver=hints.SOLVER,
    ),
)
