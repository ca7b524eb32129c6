"""Fog Quoridor: be the first across, past walls you can't see and a pawn in the fog."""

from boardwalk.contract.game import Game
from boardwalk.contract.game_parts import Mind
from boardwalk.contract.look import Theme
from boardwalk.games.fog_quoridor import notation, rules, scene, search, setup
from boardwalk.games.fog_quoridor.content import challenge

GAME = Game.of(
    name="fog_quoridor",
    title="Fog Quoridor",
    summary="Cross the board first, past hidden walls and a pawn in the fog.",
    players=(2, 2),
    version=1,
    hidden=True,
    chance=False,
    theme=Theme("hedge"),
    rulebook="rulebook.md",
    rules=rules,
    search=search,
    setup=setup,
    notation=notation,
    scene=scene,
    presets={
        "Fog": {},
        "Open walls": {"walls": "open"},
        "Walls in the dark": {"fog": "off"},
        "Clear": {"walls": "open", "fog": "off"},
    },
    preset_notes={
        "Fog": "You see only what is near your pawn, and no wall of the other's",
        "Open walls": "Fog over the pawns, but every wall is seen by both",
        "Walls in the dark": "Both pawns are seen, the other's walls are not",
        "Clear": "Nothing is hidden: plain Quoridor",
    },
    simulation={"walls": "open"},
    # Where nothing is hidden the belief is one world. What the opponent has learned hardly matters to a world's worth.
    mind=Mind(
        method="alpha_beta",
        memory=True,
        beginner=200,
        medium=1_200,
        hard=400_000,
        worlds=8,
        believed=1024,
        minor=("known", "jump", "refused"),
        draw=-0.1,
    ),
    ahead=notation.ahead,
    choices=scene.choices,
    challenge=challenge.challenge,
)
