"""Capture the Flag: two teams in a maze, each after the other's flag."""

from boardwalk.contract.game import Content, Game, Play, Preset
from boardwalk.contract.parts import Event, Meaning
from boardwalk.contract.search import Beginner, Budgets, Search, Solved, Tasks, Tree
from boardwalk.engine.rules import RuleModules
from boardwalk.games.capture_the_flag import art, notation, rules, scene, search, setup
from boardwalk.games.capture_the_flag.content import challenge, file_kinds

GAME = Game(
    name="capture_the_flag",
    title="Capture the Flag",
    summary="Two teams in a maze: fetch the enemy's flag, and get everybody home with it.",
    version=1,
    rules=RuleModules(rules, search),
    setup=setup,
    notation=notation,
    scene=scene,
    theme=art.THEME,
    play=Play(
        events=(Event("leave", Meaning.LEAVE), Event("return", Meaning.RETURN)), simultaneous=True, idle=rules.STAY
    ),
    content=Content(
        presets=(
            Preset("Three a side", "Three against three in a new maze"),
            # Its stands are mirrored (CF-7), unlike those of the new maze for one a side, where team 1 wins most duels.
            Preset("Duel", "One against one in a small courtyard", maze="courtyard", players=1),
            Preset("Five a side", "Five against five in a garden", maze="garden", players=5),
            Preset("Short", "Three against three; a draw if nobody has won after 200 steps", ticks=200),
        ),
        simulation={"ticks": 200},
        files=file_kinds.FILES,
        challenge=challenge.challenge,
    ),
    # A tree of all actions of two teams is too broad, and an attack too long: `hard` searches what everybody is about
    # to do. Weaker bots look a few steps ahead and take the others for greedy ones, so they dare more than is good.
    search=Search(
        Tasks(exploration=0.25),
        Budgets(hard=400),
        lower_strengths=Search(
            Tree(playout=12, random_share=0.0, greedy_share=1.0),
            Budgets(beginner=20, medium=60),
            beginner=Beginner(habit=0.6),
        ),
        two_players=Search(Solved(random_share=0.02), Budgets(beginner=200, medium=275, hard=250_000)),
    ),
)
