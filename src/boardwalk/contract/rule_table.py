"""The table of all rules: the parameters of each, the features that need it, and what it must do.

From this table come the checks of a declaration, the compiled entries (`boardwalk.engine.entry`), the conformance tests
of `boardwalk.testing` and the table of rules in the documentation."""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, Literal

from boardwalk.engine import default_rules as defaults
from boardwalk.engine.rules import RuleModules, is_rule

Kind = Literal["writes", "asks", "chooses", "values", "prepares"]
PLAY, HIDDEN, EVENTS = "play", "hidden information", "events"
CLOSE = 0.8  # similarity of two names (difflib) above which one counts as a misspelling of the other


@dataclass(frozen=True)
class Rule:
    """A rule: the names of its parameters; what needs it: "play", "hidden information", "events", the search method of
    that name, or "" for an optional rule; its kind; its documentation; and its default in a game without it.

    A rule that `writes` changes the state (or planes); one that `asks` changes nothing but a mask or chances it is
    given; one that `chooses` returns an action, and may draw random numbers; one that `values` returns a number between
    -1 and 1; one that `prepares` fills in scratch."""

    parameters: str
    needed_by: str
    kind: Kind
    doc: str
    default: Callable[..., Any] | None = None

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.parameters.split())


RULES: dict[str, Rule] = {
    "deal": Rule(
        "board state",
        PLAY,
        "writes",
        "Fill in a state that is zero except for `rng`, and those parts of the board that are random.",
    ),
    "legal": Rule(
        "board state mask",
        PLAY,
        "asks",
        "Set the mask to 1 for each action that the seat to act may take, else 0; return their number.",
    ),
    "apply": Rule(
        "board state action",
        PLAY,
        "writes",
        "Take one step: a legal action, the board's own step (any action), or an allowed event.",
    ),
    "score": Rule(
        "board state seat",
        PLAY,
        "asks",
        "The result for a seat: 1 for a win, -1 for a loss, 0 for a draw or none.",
    ),
    "encode": Rule(
        "board state seat planes",
        PLAY,
        "writes",
        "Fill the planes, u8[len(PLANES), rows, cols], from what `conceal` leaves to the seat.",
    ),
    "conceal": Rule(
        "board state seat",
        HIDDEN,
        "writes",
        "Clear what the seat (or AUDIENCE) may not know, `rng` too; once the game is over it may leave everything.",
        defaults.only_the_stream,
    ),
    "determinize": Rule(
        "board state seat",
        HIDDEN,
        "writes",
        "Fill in what `conceal` cleared by a random guess that fits what the seat knows.",
        defaults.nothing_hidden,
    ),
    "allowed": Rule("board state event", EVENTS, "asks", "Whether an event, by its action number, may happen now."),
    "pick": Rule(
        "board state mask",
        "",
        "chooses",
        "A random legal action, if there is a faster way than by the mask.",
        defaults.pick_by_mask,
    ),
    "greedy": Rule(
        "board state seat scratch",
        "",
        "chooses",
        "The action of the bot `easy`, also in batches. The state is a concealed copy with a random stream of the "
        "bot's own, which the rule may change.",
        defaults.no_greedy,
    ),
    "prepare_greedy": Rule(
        "board state scratch",
        "",
        "prepares",
        "Precompute what `greedy` needs to know of a board, once for all games on it; the state is a blank one to work "
        "with. `greedy` then only reads `scratch`.",
    ),
    "prepare_search": Rule(
        "board state scratch",
        "",
        "prepares",
        "Precompute what the rules of search need to know of a board, once before a search and after "
        "`prepare_greedy`; `greedy` leaves this part of `scratch` alone.",
    ),
    "estimate": Rule(
        "board state seat scratch",
        "",
        "values",
        "What a position is worth to a seat. Without it a search plays to the end of the game, which is slower and "
        "less certain.",
        defaults.no_estimate,
    ),
    "outlook": Rule(
        "board state seat scratch",
        "Turns",
        "values",
        "What a position is worth to a seat that has just ended its turn, before chance has its say.",
    ),
    "prune": Rule(
        "board state mask scratch",
        "",
        "asks",
        "Clear in a mask of legal actions those that need not be searched; return how many remain, one at least.",
        defaults.all_actions,
    ),
    "rollout": Rule(
        "board state seat scratch",
        "",
        "chooses",
        "A quick, sensible action of the seat to act in playouts, and of seats outside the search tree.",
        defaults.no_rollout,
    ),
    "guess": Rule(
        "board state seat scratch",
        "",
        "writes",
        "Improve a world that `determinize` has filled in, such as the others' secret choices as sensible players "
        "would have made them; what the seat sees of it stays the same.",
        defaults.no_guess,
    ),
    "action_prior": Rule(
        "board state mask chances scratch",
        "",
        "asks",
        "Write the relative probability of each legal action of the seat to act, from 0: how others act, for beliefs.",
        defaults.as_greedy,
    ),
    "canonicalize": Rule(
        "board state",
        "",
        "writes",
        "Map a state, also of a game that is over, to the one that stands for all that play on in the same way, such "
        "as those that differ in the number of turns so far.",
        defaults.itself,
    ),
    "rewind": Rule(
        "board state",
        "Programs",
        "writes",
        "From a position in which programs are chosen, go back to where nobody has chosen yet.",
    ),
    "written": Rule(
        "board state seat place",
        "Programs",
        "asks",
        "What a seat has chosen for a place of its program, -1 if nothing.",
    ),
    "rewrite": Rule(
        "board state seat place action",
        "Programs",
        "writes",
        "Replace one action of a program while the round runs.",
    ),
    "running": Rule("board state", "Programs", "asks", "Which place of the programs the board's next step runs."),
    "pursue": Rule(
        "board state seat task scratch",
        "Tasks",
        "chooses",
        "An action of the seat to act that serves a task, such as to attack or to guard; the module's `TASKS` is their "
        "number.",
    ),
}


def mistakes(rules: RuleModules, features: Collection[str]) -> Iterator[str]:
    """The mistakes in the rules of a game, a sentence each. `features`: those of the game, by which rules are
    needed."""
    for name, rule in RULES.items():
        found, signature = getattr(rules, name, None), f"{name}({', '.join(rule.names)})"
        if found is None:
            if rule.needed_by in features:
                yield f"{rules.__name__} has no rule {signature}, which {rule.needed_by} needs: {rule.doc}"
        elif not is_rule(found) or parameters_of(found) != rule.names:
            yield f"{rules.__name__} needs the rule {signature} with these parameters, under @rule: {rule.doc}"
    for name, value in ChainMap(*map(vars, rules.modules)).items():
        near = get_close_matches(name, RULES, 1, CLOSE)
        if near and name not in RULES and is_rule(value):
            yield f"{rules.__name__} has a rule {name!r}, which nothing calls; is it {near[0]!r}? Else rename it"


def parameters_of(function: object) -> tuple[str, ...]:
    """The names of a rule's parameters."""
    code = getattr(function, "__code__", None)
    return tuple(code.co_varnames[: code.co_argcount]) if code else ()


def rule_of(rules: RuleModules, name: str) -> Callable[..., Any]:
    """A game's rule of that name, or its default."""
    found: Any = getattr(rules, name, RULES[name].default)
    return found  # type: ignore[no-any-return]
