"""RoboRally: programmed robots race over belts, gears and pits to touch the flags in order."""

from boardwalk.contract.game import Content, Game, Play, Preset
from boardwalk.contract.search import Budgets, Programs, Search
from boardwalk.engine.rules import RuleModules
from boardwalk.games.robo_rally import art, notation, rules, scene, search, setup
from boardwalk.games.robo_rally.content import challenge, file_kinds
from boardwalk.games.robo_rally.search import solver

GAME = Game(
    name="robo_rally",
    title="RoboRally",
    summary="Program a robot in secret and race over belts and gears to touch all flags first.",
    version=1,
    rules=RuleModules(rules, search),
    setup=setup,
    notation=notation,
    scene=scene,
    theme=art.THEME,
    play=Play(simultaneous=True, ahead=scene.ahead),
    content=Content(
        presets=(  # on boards where no seat wins much more often than the others between equals
            Preset("Sorting hall", "Two robots, three flags, belts, gears and two pits", board="sorting_hall"),
            Preset("First shift for three", "Three robots on the simplest floor", robots=3),
            Preset(
                "Maelstrom for four",
                "Four robots on a whirl of belts, 20 rounds at most",
                board="maelstrom",
                robots=4,
                rounds=20,
            ),
            Preset(
                "Alone at the crossroads",
                "You alone: four flags in as few rounds as you can",
                board="crossroads",
                robots=1,
            ),
        ),
        simulation={"rounds": 20},
        files=file_kinds.FILES,
        challenge=challenge.challenge,
        solver=solver.SOLVER,
    ),
    # a beginner looks as far as `medium`, and then makes a beginner's mistakes
    search=Search(
        Programs(greedy_share=0.6, random_share=0.125), Budgets(beginner=15_000, medium=15_000, hard=1_500_000)
    ),
)
