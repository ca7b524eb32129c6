"""Games as forms and pages are told of them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec
import pytest

from boardwalk.contract import options
from boardwalk.contract.options import Meta
from boardwalk.contract.parts import Event, Meaning
from boardwalk.engine import background
from boardwalk.server.http import games


class Pace(Enum):
    SLOW = "slow"
    FAST = "fast"


class ToyOptions(options.Options, frozen=True, kw_only=True):
    """One option of every kind."""

    colour: Annotated[Literal["red", "blue"], Meta(description="of the ground")] = "red"
    size: Literal[3, 5, 8] = 5
    limit: int | None = None
    steps: list[int] = msgspec.field(default_factory=lambda: [1, 2])
    pace: Pace = Pace.SLOW
    open: bool = False
    name: str = "toy"
    rows: Annotated[int, Meta(ge=2, le=9)] = 4
    chance: float = 0.5


def described() -> dict[str, dict[str, Any]]:
    data = [games.option_info(option) for option in options.fields(ToyOptions).values()]
    return {option["name"]: option for option in json.loads(msgspec.json.encode(data))}


@pytest.mark.parametrize(
    ("name", "kind", "default", "choices", "others"),
    [
        ("colour", "choice", "red", ["red", "blue"], [("blue", "blue")]),
        ("size", "choice", 5, [3, 5, 8], [(3, 3), ("8", 8)]),
        ("limit", "text", "null", None, [("7", 7), (7, 7), (None, None)]),
        ("steps", "text", "[1,2]", None, [("[3]", [3]), ([4, 5], [4, 5])]),
        ("pace", "choice", "slow", ["slow", "fast"], [("fast", Pace.FAST)]),
        ("open", "switch", False, None, [(True, True), ("true", True)]),
        ("name", "text", "toy", None, [("12", "12")]),
        ("rows", "whole", 4, None, [(9, 9), ("2", 2)]),
        ("chance", "number", 0.5, None, [(0.25, 0.25), ("1", 1.0)]),
    ],
)
def test_an_option_of_any_type_is_described_and_read_back(
    name: str, kind: str, default: object, choices: object, others: list[tuple[object, object]]
) -> None:
    option = described()[name]
    assert (option["kind"], option["default"], option["choices"]) == (kind, default, choices)
    for value, meant in [(default, getattr(ToyOptions(), name)), *others]:
        assert getattr(ToyOptions.of({name: value}), name) == meant


@pytest.mark.parametrize(
    ("name", "value"), [("colour", "green"), ("size", "4"), ("limit", "many"), ("steps", "[1,"), ("pace", 1)]
)
def test_a_wrong_value_of_any_type_names_its_option(name: str, value: object) -> None:
    with pytest.raises(options.OptionError, match=f"^{name} must be ") as caught:
        ToyOptions.of({name: value})
    assert caught.value.option == name


def test_events_are_described_with_label_key_meaning_and_question() -> None:
    told = games.event_info(Event("give_up", Meaning.RESIGN, key="g", question="Sure?"))
    assert msgspec.to_builtins(told) == {
        "name": "give_up",
        "meaning": "resign",
        "label": "Give up",
        "key": "g",
        "question": "Sure?",
    }


DEMOS = """
import sys
from boardwalk.contract import registry
from boardwalk.contract.adaptive import Loading
from boardwalk.server.http.games import demo

Loading.by_itself = False  # as in a server
print(all(len(demo(game)) > 5 for game in registry.games()), "numba" in sys.modules)
"""


def test_demonstrations_wait_for_no_compiler(tmp_path: Path) -> None:
    """The first page asks for them at once."""
    environment = os.environ | {"BOARDWALK_CACHE": str(tmp_path), background.VARIABLE: background.BACKGROUND}
    command = [sys.executable, "-c", DEMOS]
    said = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True).stdout
    assert said == "True False\n"
    assert not any(tmp_path.iterdir())
