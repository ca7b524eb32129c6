"""Connect Four: two players drop discs into columns; the first with four in a row wins.

Actions: 0 to 8 drop a disc into a column, counted from the left. Event: resign (C4-6). Nothing is hidden.
"""

from connect_four.rules.board import COL_STEP, EMPTY, NO_SEAT, ROW_STEP, Board, State, landing, owner, run
from connect_four.rules.play import ACTIONS, allowed, apply, deal, legal, resign, score
from connect_four.rules.view import PLANES, encode
