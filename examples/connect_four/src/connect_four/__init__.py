"""Connect Four: drop discs, and be the first with four in a row."""

from boardwalk import Content, Event, Game, Meaning, Play, Preset, RuleModules
from connect_four import notation, rules, scene, search, setup

GAME = Game(
    name="connect_four",
    title="Connect Four",
    summary="Drop discs into columns, and be the first with four in a row.",
    version=1,
    rules=RuleModules(rules, search),
    setup=setup,
    notation=notation,
    scene=scene,
    theme=scene.ARCADE,
    play=Play(events=(Event("resign", Meaning.RESIGN, "Resign", question="Resign this game?"),)),
    content=Content(
        presets=(
            Preset("Classic", "Six rows of seven columns"),
            Preset(
                "Three in a row",
                "A small board, soon over. Who moves first wins 7 in 8 between equals",
                rows=4,
                cols=5,
                connect=3,
            ),
            Preset(
                "Five in a row",
                "Nine rows of nine columns, and one more disc in a row",
                rows=9,
                cols=9,
                connect=5,
            ),
        )
    ),
)
