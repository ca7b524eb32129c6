"""Connect Four: drop discs, and be the first with four in a row."""

from boardwalk import Event, Game, Meaning
from connect_four import notation, rules, scene, search, setup

GAME = Game.of(
    name="connect_four",
    title="Connect Four",
    summary="Drop discs into columns, and be the first with four in a row.",
    players=(2, 2),
    version=1,
    hidden=False,
    chance=False,
    theme=scene.ARCADE,
    rulebook="rulebook.md",
    events=(Event("resign", Meaning.RESIGN, "Resign", question="Resign this game?"),),
    rules=rules,
    search=search,
    setup=setup,
    notation=notation,
    scene=scene,
    presets={
        "Classic": {},
        "Three in a row": {"rows": 4, "cols": 5, "connect": 3},
        "Five in a row": {"rows": 9, "cols": 9, "connect": 5},
    },
    preset_notes={
        "Classic": "Six rows of seven columns",
        "Three in a row": "A small board, soon over. Who moves first wins 7 in 8 between equals",
        "Five in a row": "Nine rows of nine columns, and one more disc in a row",
    },
)
