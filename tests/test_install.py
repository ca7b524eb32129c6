"""A plain `pip install boardwalk-games` supports everything but the server, without any package of an extra."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path

import pytest

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
LIBRARY = ("boardwalk", "boardwalk.arena", "boardwalk.batch", "boardwalk.bots", "boardwalk.draw", "boardwalk.testing")
COMMANDS = {
    "games --options": 0,
    "play box_world --save a.match": 0,
    "replay a.match --at 0": 0,
    "show a.match --svg a.svg": 0,
    "check a.match a.brd": 0,
    "run a.brd a.prg": 0,
    "compile box_world": 0,
    "bench --seconds 0.05 --game box_world": 0,
    "arena rowdy_racers(turns=2) easy random --games 2 --cores 1": 0,
    "arena robo_rally(robots=3,rounds=1) easy random --cores 1": 2,
    "arena rowdy_racers(turns=2) easy random --cluster local --out b": 2,
    "serve": 2,
}

# Runs in a new process, where the modules listed in blocked.json can't be imported.
SCRIPT = """
import contextlib, importlib, io, json, sys
from pathlib import Path

for name in json.loads(Path("blocked.json").read_text()):
    sys.modules[name] = None
modules, commands = json.loads(sys.argv[1])
for module in modules:
    importlib.import_module(module)
from boardwalk.cli.app import main

done = {}
for command in commands:
    sys.argv, sys.stdin = ["boardwalk", *command.split()], io.StringIO("quit\\n")
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()) as errors:
        try:
            main()
        except SystemExit as stop:
            done[command] = [int(stop.code or 0), errors.getvalue()]
print(json.dumps(done))
"""


def distributions(requirements: list[str]) -> set[str]:
    """The installed distributions that these requirements depend on, directly or indirectly, without extras."""
    found: set[str] = set()
    waiting = [line for line in requirements if "extra ==" not in line]
    while waiting:
        name = re.match(r"[\w.-]+", waiting.pop())[0].lower().replace("_", "-")  # type: ignore[index]
        if name in found:
            continue
        try:
            required = metadata.requires(name) or []
        except metadata.PackageNotFoundError:  # for another platform
            continue
        found.add(name)
        waiting += [line for line in required if "extra ==" not in line]
    return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The working folder of the commands, with the files they read."""
    kept = distributions(PROJECT["dependencies"]) | {PROJECT["name"], "pip", "setuptools"}
    installed = metadata.packages_distributions()
    blocked = [
        module
        for module, names in installed.items()
        if not {name.lower().replace("_", "-") for name in names} & kept and module not in sys.builtin_module_names
    ]
    assert {"starlette", "uvicorn", "sqlalchemy", "prometheus_client", "websockets", "resvg_py", "PIL"} <= set(blocked)
    (tmp_path / "blocked.json").write_text(json.dumps(blocked))
    (tmp_path / "a.brd").write_text("format 1\n1\nA\n")
    (tmp_path / "a.prg").write_text("format 1\nZoe\nFWFWF\n")
    return tmp_path


def test_the_base_install_does_everything_but_serve(folder: Path) -> None:
    arguments = json.dumps([LIBRARY, list(COMMANDS)])
    ran = subprocess.run(
        [sys.executable, "-c", SCRIPT, arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    done = json.loads(ran.stdout)
    assert {command: status for command, (status, _) in done.items()} == COMMANDS, done
    for command, what, extra in (
        ("serve", "the server", "server"),
        ("arena robo_rally(robots=3,rounds=1) easy random --cores 1", "a rating of more than two seats", "arena"),
        ("arena rowdy_racers(turns=2) easy random --cluster local --out b", "an arena on a cluster", "cluster"),
    ):
        error = done[command][1].splitlines()[-1]
        missing = re.fullmatch(
            rf"boardwalk: {what} needs the module (\w+)[.\w]*; "
            rf"install it with: pip install 'boardwalk-games\[{extra}\]'",
            error,
        )
        assert missing, error
        assert missing[1] in " ".join(PROJECT["optional-dependencies"][extra])
