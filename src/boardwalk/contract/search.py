"""How bots and analysis search a game: one settings record for each search method (`boardwalk.search`), and what all
methods share."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, fields, replace
from typing import Any, get_args

from boardwalk.contract.rule_table import mistakes
from boardwalk.engine.rules import RuleModules


@dataclass(frozen=True)
class Tree:
    """Information-set tree search, for any game. A leaf is played on for `playout` actions of each seat before it is
    judged by the rule `estimate`; None: not at all in a game with that rule, else to the end.

    `random_share` of the actions in playouts are random; the rule `rollout` or else `greedy` chooses the others.
    `exploration` is its weight in UCT. `widening`: at most 2 + widening * sqrt(visits) actions of a node are tried; 0
    tries all. In a `greedy_share` of the simulations all other seats act as `greedy` does, instead of choosing the best
    action of the tree; with 1 only the seat's own actions are nodes, unless there are just two seats."""

    playout: int | None = None
    random_share: float = 0.25
    exploration: float = 0.7
    widening: float = 0.0
    greedy_share: float = 0.0


@dataclass(frozen=True)
class AlphaBeta:
    """Iterative deepening to `depth`, for actions that draw no random numbers; needs a good `estimate`. Actions that
    are worse than the best by no more than `margin` get exact values, others only upper bounds."""

    depth: int = 40
    margin: float = 0.0


@dataclass(frozen=True)
class Solved(AlphaBeta):
    """All positions of a small game for two without secrets and chance, solved: at most `positions` of them. Alpha-beta
    searches larger games, and decides for strengths below `hard`. A `random_share` of the actions of the assumed
    imperfect opponent is random."""

    positions: int = 1_500_000
    random_share: float = 0.25


@dataclass(frozen=True)
class Programs:
    """A planner for programs of several actions chosen in secret. A `greedy_share` of the others' programs is assumed
    to be chosen by the rule `greedy`, with a `random_share` of random actions, instead of as a best reply."""

    greedy_share: float = 0.0
    random_share: float = 0.25


@dataclass(frozen=True)
class Tasks:
    """For teams, which share out tasks: a simulation has `playout` actions of each seat. `exploration` is its weight in
    UCB."""

    playout: int = 30
    exploration: float = 0.7


@dataclass(frozen=True)
class Turns:
    """For games of chance between two: whole turns are compared by the rule `outlook`. In a `greedy_share` of the
    samples the other seat acts as `greedy` does, instead of choosing the best turn by `outlook`."""

    greedy_share: float = 0.0


Method = Tree | AlphaBeta | Solved | Programs | Tasks | Turns


@dataclass(frozen=True)
class Budgets:
    """The simulations (nodes, for alpha-beta) of one decision of each strength. `hard` should take at most 150 ms on
    one core."""

    beginner: int = 40
    medium: int = 600
    hard: int = 6_000


@dataclass(frozen=True)
class Belief:
    """Bots keep up to `size` worlds that fit all views of their seat so far. Worlds that differ only in the State's
    fields `ignore`, such as what only others know, count as one when the likeliest are chosen."""

    size: int = 400
    ignore: tuple[str, ...] = ()


@dataclass(frozen=True)
class Beginner:
    """A beginner's mistakes. `error`: the standard deviation of its errors in judging actions, relative to how much
    these differ. `habit`: the share of its decisions made as the bot `easy`, without search."""

    error: float = 0.6
    habit: float = 0.0


@dataclass(frozen=True)
class Search:
    """The search settings of a game, or of one of its tables (`Layout.search`).

    `worlds`: how many worlds a decision considers if anything is hidden. `belief`: kept from the deal on; without one
    worlds are guessed anew for each decision. `draw`: the value of a draw; below 0, a bot takes risks to avoid one.
    `lower_strengths`: the search of `beginner` and `medium`, if it differs; `two_players`: that of tables for two, if
    it differs."""

    method: Method = Tree()
    budgets: Budgets = Budgets()
    worlds: int = 32
    belief: Belief | None = None
    draw: float = 0.0
    beginner: Beginner = Beginner()
    lower_strengths: Search | None = None
    two_players: Search | None = None

    def of(self, strength: str) -> Search:
        """The search of a strength: "beginner", "medium" or "hard"."""
        return self.lower_strengths if self.lower_strengths and strength != "hard" else self

    def variants(self) -> tuple[Search, ...]:
        """This search and those that it names."""
        return self, *(one for other in (self.lower_strengths, self.two_players) if other for one in other.variants())

    def with_values(self, **values: Any) -> Search:
        """With other values, by the names of their fields; `belief` is its size. Values that this search has no field
        for are ignored, since another method may have them."""

        def known(settings: Any) -> dict[str, Any]:
            return {field.name: values[field.name] for field in fields(settings) if field.name in values}

        return replace(
            self,
            method=replace(self.method, **known(self.method)),
            budgets=replace(self.budgets, **known(self.budgets)),
            beginner=replace(self.beginner, **known(self.beginner)),
            belief=replace(self.belief, size=values.get("belief", self.belief.size)) if self.belief else None,
            worlds=values.get("worlds", self.worlds),
            draw=values.get("draw", self.draw),
        )


METHODS = ", ".join(method.__name__ for method in get_args(Method))


def mistakes_in(search: Search, rules: RuleModules) -> Iterator[str]:
    """The mistakes in the search settings of a game with these rules, a sentence each."""
    for one in search.variants():
        sizes = *astuple(one.budgets), one.worlds, one.belief.size if one.belief else 1
        if not all(isinstance(size, int) and size >= 1 for size in sizes):
            yield "the budgets of its search are from 1"
        if not isinstance(one.method, Method):
            yield f"the method of its search is one of {METHODS}, not {one.method!r}"
        yield from mistakes(rules, {type(one.method).__name__})
        if isinstance(one.method, Tasks) and not getattr(rules, "TASKS", 0):
            yield f"{rules.__name__} has no number TASKS, which Tasks needs"
        if one.lower_strengths and (one.lower_strengths.belief is None) != (one.belief is None):
            yield "all strengths of its search have a belief, or none"
