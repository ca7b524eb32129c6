"""How Python code calls compiled rules: with records as arrays of length one.

A rule takes records. Numba reads the address of an array from its header, in a tenth of the time in which it gets that
of a NumPy record scalar, for which NumPy first describes every field as text. So these templates take arrays.

Written by `make entries` from the table of rules (`boardwalk.contract.rule_table`): change that.
"""

from __future__ import annotations

from typing import Any

from boardwalk.engine import default_rules
from boardwalk.engine.rules import slot, template

deal = slot()
legal = slot()
apply = slot()
score = slot()
encode = slot()
conceal = slot(default_rules.only_the_stream)
determinize = slot(default_rules.nothing_hidden)
allowed = slot()
pick = slot(default_rules.pick_by_mask)
greedy = slot(default_rules.no_greedy)
prepare_greedy = slot()
prepare_search = slot()
estimate = slot(default_rules.no_estimate)
outlook = slot()
prune = slot(default_rules.all_actions)
rollout = slot(default_rules.no_rollout)
guess = slot(default_rules.no_guess)
action_prior = slot(default_rules.as_greedy)
canonicalize = slot(default_rules.itself)
rewind = slot()
written = slot()
rewrite = slot()
running = slot()
pursue = slot()


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
def call_score(board: Any, state: Any, seat: Any) -> Any:
    return score(board[0], state[0], seat)


@template
def call_encode(board: Any, state: Any, seat: Any, planes: Any) -> Any:
    encode(board[0], state[0], seat, planes)


@template
def call_conceal(board: Any, state: Any, seat: Any) -> Any:
    conceal(board[0], state[0], seat)


@template
def call_determinize(board: Any, state: Any, seat: Any) -> Any:
    determinize(board[0], state[0], seat)


@template
def call_allowed(board: Any, state: Any, event: Any) -> Any:
    return allowed(board[0], state[0], event)


@template
def call_pick(board: Any, state: Any, mask: Any) -> Any:
    return pick(board[0], state[0], mask)


@template
def call_greedy(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return greedy(board[0], state[0], seat, scratch[0])


@template
def call_prepare_greedy(board: Any, state: Any, scratch: Any) -> Any:
    prepare_greedy(board[0], state[0], scratch[0])


@template
def call_prepare_search(board: Any, state: Any, scratch: Any) -> Any:
    prepare_search(board[0], state[0], scratch[0])


@template
def call_estimate(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return estimate(board[0], state[0], seat, scratch[0])


@template
def call_outlook(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return outlook(board[0], state[0], seat, scratch[0])


@template
def call_prune(board: Any, state: Any, mask: Any, scratch: Any) -> Any:
    return prune(board[0], state[0], mask, scratch[0])


@template
def call_rollout(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    return rollout(board[0], state[0], seat, scratch[0])


@template
def call_guess(board: Any, state: Any, seat: Any, scratch: Any) -> Any:
    guess(board[0], state[0], seat, scratch[0])


@template
def call_action_prior(board: Any, state: Any, mask: Any, chances: Any, scratch: Any) -> Any:
    return action_prior(board[0], state[0], mask, chances, scratch[0])


@template
def call_canonicalize(board: Any, state: Any) -> Any:
    canonicalize(board[0], state[0])


@template
def call_rewind(board: Any, state: Any) -> Any:
    rewind(board[0], state[0])


@template
def call_written(board: Any, state: Any, seat: Any, place: Any) -> Any:
    return written(board[0], state[0], seat, place)


@template
def call_rewrite(board: Any, state: Any, seat: Any, place: Any, action: Any) -> Any:
    rewrite(board[0], state[0], seat, place, action)


@template
def call_running(board: Any, state: Any) -> Any:
    return running(board[0], state[0])


@template
def call_pursue(board: Any, state: Any, seat: Any, task: Any, scratch: Any) -> Any:
    return pursue(board[0], state[0], seat, task, scratch[0])
