"""Capture the Flag: two teams in a maze, each after the other's flag."""

from boardwalk.contract.game import Event, Game, Meaning, Mind
from boardwalk.games.capture_the_flag import art, notation, rules, scene, search, setup
from boardwalk.games.capture_the_flag.content import challenge, file_kinds

GAME = Game.of(
    name="capture_the_flag",
    title="Capture the Flag",
    summary="Two teams in a maze: fetch the enemy's flag, and get everybody home with it.",
    players=(2, 40),
    version=1,
    hidden=False,
    chance=False,
    simultaneous=True,
    theme=art.THEME,
    rulebook="rulebook.md",
    events=(Event("leave", Meaning.LEAVE), Event("return", Meaning.RETURN)),
    rules=rules,
    search=search,
    setup=setup,
    notation=notation,
    scene=scene,
    files=file_kinds.FILES,
    presets={
        "Three a side": {},
        # Its stands are mirrored (CF-7), unlike those of the new maze for one a side, where team 1 wins most duels.
        "Duel": {"maze": "courtyard", "players": 1},
        "Five a side": {"maze": "garden", "players": 5},
        "Short": {"ticks": 200},
    },
    preset_notes={
        "Three a side": "Three against three in a new maze",
        "Duel": "One against one in a small courtyard",
        "Five a side": "Five against five in a garden",
        "Short": "Three against three; a draw if nobody has won after 200 steps",
    },
    simulation={"ticks": 200},
    idle=rules.STAY,
    # A tree of all actions of two teams is too broad, and an attack too long: `hard` searches what everybody is about
    # to do. Weaker bots look a few steps ahead and take the others for greedy ones, so they dare more than is good.
    mind=Mind(
        method="tasks",
        hard=400,
        playout=30,
        explore=0.25,
        weaker=Mind(medium=60, beginner=20, playout=12, bold=0.0, others=1.0, habit=0.6),
        duel=Mind(method="table", hard=250_000, medium=275, beginner=200, bold=0.02),
    ),
    challenge=challenge.challenge,
)
