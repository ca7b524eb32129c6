"""`requirements.lock` has what the tests install, with hashes and no address; uv installs it, or else pip."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ENTRY = re.compile(
    r"^(?P<name>[a-z0-9-]+)==(?P<version>\S+)(?: ; .*?)?(?P<hashes>(?: \\\n    --hash=\S+)*)$", re.MULTILINE
)
ENTRIES = list(ENTRY.finditer(LOCK))
UNLOCKED = {"boardwalk-games", "torch"}


def test_everything_has_hashes() -> None:
    assert len(ENTRIES) == len(re.findall(r"^\w", LOCK, re.MULTILINE)) > 100
    for entry in ENTRIES:
        hashes = entry["hashes"].split(" \\\n    ")[1:]
        assert hashes and all(re.fullmatch(r"--hash=sha256:[0-9a-f]{64}", line) for line in hashes), entry["name"]


def test_no_lock_has_an_address() -> None:
    for name in ("requirements.lock", "package-lock.json"):
        text = (ROOT / name).read_text(encoding="utf-8")
        assert not re.search(r"--index|--extra-index|--find-links|\"resolved\"", text), name
    assert "://" not in LOCK


def grouped(group: str) -> list[str]:
    """The requirements of a dependency group and of those that it includes."""
    found: list[str] = []
    for line in PYPROJECT["dependency-groups"][group]:
        found += [line] if isinstance(line, str) else grouped(line["include-group"])
    return found


def extras(group: str) -> str:
    asked = ["make", "--no-print-directory", "--eval", f"ask:;@echo $(EXTRAS_{group})", "ask"]
    return subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def test_it_has_what_the_tests_install_and_nothing_that_the_project_refuses() -> None:
    locked = {entry["name"]: entry["version"] for entry in ENTRIES}
    waiting = [*grouped("test"), *grouped("node"), f"boardwalk-games[{extras('test')}]"]
    followed: set[str] = set()
    while waiting:
        requirement = Requirement(line := waiting.pop())
        name = canonicalize_name(requirement.name)
        if line in followed or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        followed.add(line)
        if name not in UNLOCKED:
            assert requirement.specifier.contains(locked[name], prereleases=True), line
        for needed in map(Requirement, requires(name)):
            if needed.marker is None or any(
                needed.marker.evaluate({"extra": extra}) for extra in ("", *requirement.extras)
            ):
                needed.marker = None
                waiting.append(str(needed))
    assert len(followed) > 100


def requires(name: str) -> list[str]:
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:  # Node's wheel, where the machine has Node
        return []


@pytest.mark.parametrize(("configured", "tool"), [({}, "uv pip"), ({"PIP_FIND_LINKS": "wheels"}, "-m pip")])
def test_uv_installs_where_it_is_there_and_pip_is_not_told_where_to_look(
    configured: dict[str, str], tool: str, tmp_path: Path
) -> None:
    uv = tmp_path / "uv"
    uv.write_text("#!/bin/sh\n")
    uv.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_") and name != "MAKEFLAGS"}
    env = {**kept, **configured, "PATH": f"{tmp_path}{os.pathsep}{kept['PATH']}"}
    planned = subprocess.run(
        ["make", "--dry-run", f"VENV={tmp_path}/venv", f"{tmp_path}/venv/.quick"],
        cwd=ROOT, env=env, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    line = next(line for line in planned.splitlines() if "--group quick" in line)
    assert tool in line and "--constraint requirements.lock" in line
    assert ("--no-require-hashes" in line) == (tool == "-m pip")  # uv has no such option, pip needs it
