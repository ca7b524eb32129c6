"""Draw each game in the middle of play: the pictures of the README.

python examples/pictures.py docs/pictures
"""

from __future__ import annotations

import sys
from pathlib import Path

import boardwalk
from boardwalk import draw
from boardwalk.bots import make_bot, play

# A table, a seed, how many actions the bots play, and whose view is drawn.
MOMENTS = {
    "rowdy_racers": ("rowdy_racers(rows=12,cols=15,failures=1)", 5, 16, 0),
    "robo_rally": ("robo_rally(board=roundabout,robots=3)", 3, 30, boardwalk.AUDIENCE),
    "fog_quoridor": ("fog_quoridor(walls=open)", 2, 24, 0),
    "capture_the_flag": ("capture_the_flag", 4, 150, boardwalk.AUDIENCE),
    "box_world": ("box_world(pack=night_shift,level=7)", 1, 12, 0),
}


def picture(text: str, seed: int, actions: int, seat: int) -> str:
    """The match at a table after some actions of greedy bots, as one seat sees it."""
    match = boardwalk.Match(boardwalk.table(text), seed=seed)
    play(match, {seat: make_bot("greedy", seed + seat) for seat in range(len(match.table.seats))}, actions)
    return draw.svg(match.view(seat).scene, theme="auto")


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, moment in MOMENTS.items():
        (folder / f"{name}.svg").write_text(picture(*moment), encoding="utf-8")
        print(folder / f"{name}.svg")
