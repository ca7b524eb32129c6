"""The course of a game: what can be done, and what it does."""

from boardwalk.engine.random import draw
from boardwalk.engine.rules import NOBODY, inlined, rule
from boardwalk.games.capture_the_flag.rules.board import ACTIONS, HOME, JAIL
from boardwalk.games.capture_the_flag.rules.players import (
    FRESH,
    GONE,
    JAILED,
    OFF_MAZE,
    ON_STAND,
    STAY,
    TAKE,
    WAITING,
    can_be_captured,
    can_take,
    player_at,
    team_of,
)


@rule
def deal(board, state):
    """Put all players on the first cells of their home bases, the flags on their stands (CF-6, CF-7)."""
    for seat in range(board.seats):
        team = team_of(board, seat)
        state.cell[seat] = board.home[team, seat - team * board.size[0]]
    state.carrier[0] = ON_STAND
    state.carrier[1] = ON_STAND
    state.to_act = 0


@rule
def legal(board, state, mask):
    """Moves that do not hit a wall, taking the flag on its stand, and staying (CF-8 to CF-10)."""
    seat = state.to_act
    exits = board.exits[state.cell[seat]]
    count = 1
    for direction in range(4):
        mask[direction] = (exits >> direction) & 1
        count += mask[direction]
    mask[TAKE] = 1 if can_take(board, state, seat) else 0
    mask[STAY] = 1
    return count + mask[TAKE]


@inlined
@rule
def pick(board, state, mask):
    """A random legal action: draws three random bits at a time until they are the number of one."""
    seat = state.to_act
    possible = board.exits[state.cell[seat]] | (1 << STAY)
    if can_take(board, state, seat):
        possible |= 1 << TAKE
    while True:
        bits = draw(state)
        for _ in range(10):
            if (possible >> (bits & 7)) & 1:
                return bits & 7
            bits >>= 3


@rule
def allowed(board, state, event):
    """A player may leave at any time, and a player who has left may come back at any time (CF-18)."""
    number = event - ACTIONS
    if number < board.seats:
        return state.status[number] & GONE == 0
    return state.status[number - board.seats] & GONE != 0


@rule
def apply(board, state, action):
    """One action or event; then waiting players may enter, and the end is checked, a win first (CF-21)."""
    seat = state.to_act
    if action >= ACTIONS:
        come_or_go(board, state, action - ACTIONS)
    elif action == TAKE:
        state.carrier[1 - team_of(board, seat)] = seat
    elif action != STAY:
        move(board, state, seat, action)
    if state.waiting:
        let_in(board, state)
    if (state.carrier[0] == ON_STAND) != (state.carrier[1] == ON_STAND):
        test_win(board, state)
    if action >= ACTIONS:
        test_desertion(board, state)
    if state.to_act == NOBODY:
        state.turn = 0
    elif action < ACTIONS or state.status[seat] != 0:
        pass_turn(board, state)


@rule
def move(board, state, seat, direction):
    """Move one cell, or run into the player there (CF-8); a step onto the enemy's jail frees teammates (CF-16)."""
    to = state.cell[seat] + board.step[direction]
    other = player_at(state, to)
    if other >= 0:
        run_into(board, state, seat, other)
        return
    state.cell[seat] = to
    if board.kind[to] >= JAIL:
        team = team_of(board, seat)
        if board.kind[to] != JAIL + team:
            first = team * board.size[0]
            for mate in range(first, first + board.size[team]):
                if state.status[mate] & (JAILED | OFF_MAZE) == JAILED:
                    free(board, state, mate)


@rule
def run_into(board, state, seat, other):
    """Free a jailed teammate or capture an opponent; the mover stays where it is (CF-11 to CF-15)."""
    team = team_of(board, seat)
    if team_of(board, other) == team:
        if state.status[other] & JAILED:
            free(board, state, other)
    elif can_be_captured(board, state, other):
        capture(board, state, team, other)


@rule
def capture(board, state, team, seat):
    """Move a player to this team's jail, if it has a free cell; a flag it carried goes back (CF-11, CF-13)."""
    to = room(state, board.jail, team, board.jails[team])
    if to >= 0:
        state.cell[seat] = to
        state.status[seat] |= JAILED
        if state.carrier[team] == seat:
            state.carrier[team] = ON_STAND


@rule
def free(board, state, seat):
    """Move a jailed player to its home base, if it has a free cell (CF-14)."""
    team = team_of(board, seat)
    to = room(state, board.home, team, board.homes[team])
    if to >= 0:
        state.cell[seat] = to
        state.status[seat] &= ~JAILED


@rule
def room(state, base, team, count):
    """The first free cell of a team's home base or jail, row by row (CF-11, CF-14, CF-18); -1 if there is none."""
    for i in range(count):
        cell = base[team, i]
        if player_at(state, cell) < 0:
            return cell
    return -1


@rule
def come_or_go(board, state, event):
    """A player leaves, and its flag goes back; or comes back, and waits for a free cell (CF-18)."""
    if event >= board.seats:
        seat = event - board.seats
        state.status[seat] = (state.status[seat] & JAILED) | WAITING
        state.waiting += 1
        return
    seat = event
    if state.status[seat] & WAITING:
        state.waiting -= 1
    state.status[seat] = (state.status[seat] & JAILED) | GONE
    state.cell[seat] = 0
    for flag in range(2):
        if state.carrier[flag] == seat:
            state.carrier[flag] = ON_STAND


@rule
def let_in(board, state):
    """Waiting players enter at home, or in jail if they left from there, if there is a free cell (CF-18)."""
    for seat in range(board.seats):
        if state.status[seat] & WAITING:
            team = team_of(board, seat)
            if state.status[seat] & JAILED:
                to = room(state, board.jail, 1 - team, board.jails[1 - team])
            else:
                to = room(state, board.home, team, board.homes[team])
            if to >= 0:
                state.cell[seat] = to
                state.status[seat] = (state.status[seat] & JAILED) | FRESH
                state.waiting -= 1


@rule
def test_win(board, state):
    """The carrier of the one flag that is off its stand wins with all of its team at home (CF-19)."""
    team = 0 if state.carrier[0] == ON_STAND else 1
    first = team * board.size[0]
    for seat in range(first, first + board.size[team]):
        if state.status[seat] & GONE == 0:
            # jailed and waiting players are not on a home cell either
            if board.kind[state.cell[seat]] != HOME + team:
                return
    state.winner = team + 1
    state.to_act = NOBODY


@rule
def test_desertion(board, state):
    """A team whose last player left loses; if all remaining players are jailed it is a draw (CF-18, CF-20)."""
    if state.to_act == NOBODY:
        return
    teams = 0  # bit t: team t has a player
    able = 0  # players who are not jailed
    for seat in range(board.seats):
        if state.status[seat] & GONE == 0:
            teams |= 1 << team_of(board, seat)
            if state.status[seat] & JAILED == 0:
                able += 1
    if teams == 1 or teams == 2:
        state.winner = teams
    if state.winner or able == 0:
        state.to_act = NOBODY


@rule
def pass_turn(board, state):
    """Go to the next seat that can act, in this tick or a later one (CF-17); the tick limit may end the game (CF-22).

    While the game is not over some player is free, so the loop ends in the next tick at the latest."""
    seat = state.to_act
    turn = state.turn
    while True:
        seat += 1
        turn += 1
        if turn == board.seats:
            turn = 0
            seat += 1  # the last seat of a tick is the one before its first
            state.tick += 1
            if state.tick == board.limit:
                seat = NOBODY
                break
            for other in range(len(state.status)):
                state.status[other] &= ~FRESH
        if seat >= board.seats:
            seat -= board.seats
        if state.status[seat] == 0:
            break
    state.to_act = seat
    state.turn = turn


@rule
def score(board, state, seat):
    """1 for the winning team (CF-18, CF-19), -1 for the other, 0 in a draw (CF-18, CF-20, CF-22)."""
    if state.winner == 0:
        return 0
    return 1 if state.winner == team_of(board, seat) + 1 else -1
