"""Fog Quoridor: be the first across, past walls you can't see and a pawn in the fog."""

from boardwalk.contract.game import Content, Game, Play, Preset
from boardwalk.contract.look import Theme
from boardwalk.contract.search import AlphaBeta, Belief, Budgets, Search
from boardwalk.engine.rules import RuleModules
from boardwalk.games.fog_quoridor import notation, rules, scene, search, setup
from boardwalk.games.fog_quoridor.content import challenge

GAME = Game(
    name="fog_quoridor",
    title="Fog Quoridor",
    summary="Cross the board first, past hidden walls and a pawn in the fog.",
    version=1,
    rules=RuleModules(rules, search),
    setup=setup,
    notation=notation,
    scene=scene,
    theme=Theme("hedge"),
    play=Play(ahead=notation.ahead, choices=scene.choices),
    content=Content(
        presets=(
            Preset("Fog", "You see only what is near your pawn, and no wall of the other's"),
            Preset("Open walls", "Fog over the pawns, but every wall is seen by both", walls="open"),
            Preset("Walls in the dark", "Both pawns are seen, the other's walls are not", fog="off"),
            Preset("Clear", "Nothing is hidden: plain Quoridor", walls="open", fog="off"),
        ),
        simulation={"walls": "open"},
        challenge=challenge.challenge,
    ),
    # Where nothing is hidden the belief is one world. What the opponent has learned hardly matters to a world's worth.
    search=Search(
        AlphaBeta(),
        Budgets(beginner=200, medium=1_200, hard=400_000),
        worlds=8,
        belief=Belief(1024, ignore=("known", "jump", "refused")),
        draw=-0.1,
    ),
)
