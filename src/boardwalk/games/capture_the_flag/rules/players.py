"""Rules about single players of Capture the Flag: their team, cell and status."""

from boardwalk.engine.rules import rule

UP, RIGHT, DOWN, LEFT, TAKE, STAY = 0, 1, 2, 3, 4, 5

# Bits of a player's status; 0 is free and able to act.
JAILED = 1  # in the enemy's jail, or was when it left
GONE = 2  # has left
WAITING = 4  # is coming back, and waits for a free cell
FRESH = 8  # came back in this tick; acts from the next tick on
OFF_MAZE = GONE | WAITING

ON_STAND = -1  # instead of a flag's carrier


@rule
def team_of(board, seat):
    """The team of a seat, 0 or 1 (CF-5): team 1's seats come first."""
    return 1 if seat >= board.size[0] else 0


@rule
def can_take(board, state, seat):
    """Whether the player stands where the enemy's flag is on its stand (CF-9)."""
    enemy = 1 - team_of(board, seat)
    return state.cell[seat] == board.stand[enemy] and state.carrier[enemy] == ON_STAND


@rule
def player_at(state, cell):
    """The seat of the player on a cell, or -1 (CF-4)."""
    found = -1
    for seat in range(len(state.cell)):
        if state.cell[seat] == cell:
            found = seat
    return found


@rule
def can_be_captured(board, state, seat):
    """Whether a player is free, and outside its own home territory or carrying a flag (CF-12)."""
    if state.status[seat] & JAILED:
        return False
    team = team_of(board, seat)
    return state.carrier[1 - team] == seat or territory_of(board, state.cell[seat]) != team


@rule
def territory_of(board, cell):
    """The team whose home territory includes a cell, or -1 in the middle column of an odd width (CF-2)."""
    col = cell % board.cols
    if col < board.half:
        return 0
    return 1 if col >= board.cols - board.half else -1
