"""How Python code calls compiled rules: with records as arrays of length one.

A rule takes records. Numba reads the address of an array from its header, in a tenth of the time in which it gets that
of a NumPy record scalar, for which NumPy first describes every field as text. So these templates take arrays.
"""

from __future__ import annotations

from typing import Any

from boardwalk.engine.rules import slot, template

deal = slot()
legal = slot()
apply = slot()
allowed = slot()
conceal = slot()
imagine = slot()
encode = slot()
score = slot()
greedy = slot()
study = slot()
survey = slot()
estimate = slot()
outlook = slot()
narrow = slot()
rollout = slot()
guess = slot()
likely = slot()
pursue = slot()
fold = slot()


@template
def call_deal(board: Any, state: Any) -> Any:
    deal(board[0], state[0])


@template
def call_legal(board: Any, state: Any, mask: Any) -> Any:
    return legal(board[0], state[0], mask)


@template
def call_apply(board: Any, state: Any, action: Any) -> Any:
    apply(board[0], state[0], action)


@template
def call_allowed(board: Any, state: Any, event: Any) -> Any:
    return allowed(board[0], state[0], event)


@template
def call_conceal(board: Any, state: Any, seat: Any) -> Any:
    conceal(board[0], state[0], seat)


@template
def call_imagine(board: Any, state: Any, seat: Any) -> Any:
    imagine(board[0], state[0], seat)


@template
def call_encode(board: Any, state: Any, seat: Any, planes: Any) -> Any:
    encode(board[0], state[0], seat, planes)


@template
def call_score(board: Any, state: Any, seat: Any) -> Any:
    return score(board[0], state[0], seat)


@template
def call_greedy(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return greedy(board[0], state[0], seat, scratch[0])


@template
def call_study(board: Any, state: Any, scratch: Any) -> Any:
    study(board[0], state[0], scratch[0])


@template
def call_survey(board: Any, state: Any, scratch: Any) -> Any:
    survey(board[0], state[0], scratch[0])


@template
def call_estimate(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return estimate(board[0], state[0], seat, scratch[0])


@template
def call_outlook(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return outlook(board[0], state[0], seat, scratch[0])


@template
def call_narrow(board: Any, state: Any, mask: Any, scratch: Any) -> Any:
    return narrow(board[0], state[0], mask, scratch[0])


@template
def call_rollout(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return rollout(board[0], state[0], seat, scratch[0])


@template
def call_guess(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    guess(board[0], state[0], seat, scratch[0])


@template
def call_likely(board: Any, state: Any, mask: Any, chances: Any, scratch: Any) -> Any:
    likely(board[0], state[0], mask, chances, scratch[0])


@template
def call_pursue(board: Any, state: Any, seat: Any, task: Any, scratch: Any) -> Any:
    return pursue(board[0], state[0], seat, task, scratch[0])


@template
def call_fold(board: Any, state: Any) -> Any:
    fold(board[0], state[0])
