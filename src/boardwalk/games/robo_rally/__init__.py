"""RoboRally: programmed robots race over belts, gears and pits to touch the flags in order."""

from boardwalk.contract.game import Game, Mind
from boardwalk.games.robo_rally import art, notation, report, rules, scene, search, setup
from boardwalk.games.robo_rally.content import challenge, file_kinds
from boardwalk.games.robo_rally.search import solver

GAME = Game.of(
    name="robo_rally",
    title="RoboRally",
    summary="Program a robot in secret and race over belts and gears to touch all flags first.",
    players=(1, 4),
    version=1,
    hidden=True,
    chance=False,
    simultaneous=True,
    theme=art.THEME,
    rulebook="rulebook.md",
    rules=rules,
    search=search,
    setup=setup,
    notation=notation,
    scene=scene,
    announce=report.announce,
    files=file_kinds.FILES,
    simulation={"rounds": 20},
    ahead=scene.ahead,
    solver=solver.SOLVER,
    # a beginner looks as far as `medium`, and then makes a beginner's mistakes
    mind=Mind(method="programs", beginner=15_000, medium=15_000, hard=1_500_000, others=0.6, bold=0.125),
    preset_notes={
        "Sorting hall": "Two robots, three flags, belts, gears and two pits",
        "First shift for three": "Three robots on the simplest floor",
        "Maelstrom for four": "Four robots on a whirl of belts, 20 rounds at most",
        "Alone at the crossroads": "You alone: four flags in as few rounds as you can",
    },
    presets={  # on boards where no seat wins much more often than the others between equals
        "Sorting hall": {"board": "sorting_hall"},
        "First shift for three": {"robots": 3},
        "Maelstrom for four": {"board": "maelstrom", "robots": 4, "rounds": 20},
        "Alone at the crossroads": {"board": "crossroads", "robots": 1},
    },
    challenge=challenge.challenge,
)
