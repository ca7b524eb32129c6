"""The rules of Fog Quoridor: be the first across a board of hidden walls, in the fog. Two players.

Actions: 0 to 8 choose the start column (FQ-1); 9 to 12 step up, down, left, right (FQ-4); then the walls, 64 horizontal
and 64 vertical, from column a of line 1 on (FQ-6). `legal` depends only on what the player knows; a legal action that
something unseen forbids is refused, and the turn goes on (FQ-16).
"""

from boardwalk.games.fog_quoridor.rules.board import (
    ACTIONS,
    FIRST_STEP,
    FIRST_WALL,
    LEFT,
    LOW,
    TRUTH,
    WALLS,
    Board,
    State,
    bit,
    edges,
    fits,
    reaches,
)
from boardwalk.games.fog_quoridor.rules.offers import ahead, available, landing, legal, may_stand, pick
from boardwalk.games.fog_quoridor.rules.play import apply, deal, score
from boardwalk.games.fog_quoridor.rules.view import PLANES, add_wall, conceal, encode, lay_fog, look
