"""The sdist and the wheel have all they need and nothing else; the wheel alone works on every supported Python."""

from __future__ import annotations

import email
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import pytest

import distributions
from distributions import ROOT, run

SIZES = {"sdist": 3_000_000, "wheel": 2_000_000}
BLOCK = re.compile(r"^```(python|console)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Built(NamedTuple):
    sdist: Path
    wheel: Path


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    source = distributions.sdist(tmp_path_factory.mktemp("sdist"))
    return Built(source, distributions.wheel(source, tmp_path_factory.mktemp("wheel")))


def files(*folders: str) -> set[str]:
    """The files of the checkout that git has, or would take, in these folders."""
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard", *folders], ROOT).splitlines()
    return {name for name in listed if (ROOT / name).is_file()}


def test_the_sdist_is_the_checkout(built: Built) -> None:
    with tarfile.open(built.sdist) as packed:
        names = {member.name.partition("/")[2] for member in packed.getmembers() if member.isfile()}
    assert names == files() | {"PKG-INFO"}
    assert built.sdist.stat().st_size < SIZES["sdist"]


def test_the_wheel_is_the_package_with_its_bundles(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as packed:
        names = set(packed.namelist())
    described = {name for name in names if re.match(r"boardwalk_games-[\d.]+\.dist-info/", name)}
    bundles = {name for name in names if name.startswith("boardwalk/web/dist/")}
    package = {name.removeprefix("src/") for name in files("src/boardwalk") if not name.endswith(".d.ts")}
    assert names - described - bundles == package
    assert {"boardwalk/web/dist/pages.json", "boardwalk/web/dist/sw.js", "boardwalk/web/dist/pages/main.js"} <= bundles
    assert {name.rpartition("/")[2] for name in described} == {
        "METADATA", "WHEEL", "RECORD", "entry_points.txt", "LICENSE", "lit-html.LICENSE",
    }  # fmt: skip
    assert built.wheel.stat().st_size < SIZES["wheel"]


def test_what_the_wheel_says_of_itself(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as packed:
        told = email.message_from_bytes(packed.read(next(name for name in packed.namelist() if "METADATA" in name)))
    assert told["Name"] == "boardwalk-games" and "MIT" in told["License-Expression"]
    assert told.get_all("Author") and told["Keywords"] and len(told.get_all("Project-URL", ())) >= 4
    assert not {"quick", "test", "docs", "node", "bench", "peers"} & set(told.get_all("Provides-Extra", ()))
    for minor in (11, 12, 13):
        assert f"Programming Language :: Python :: 3.{minor}" in told.get_all("Classifier", ())
    assert told.get_payload(decode=True) == (ROOT / "README.md").read_bytes()


def pythons() -> dict[int, str]:
    """An interpreter of each supported minor version of Python 3 that is found: on the path, by pyenv, and this one."""
    found = {sys.version_info[1]: sys.executable}
    for minor in range(11, 15):
        versions = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")
        for python in (f"python3.{minor}", *map(str, versions)):
            if minor not in found and works(python):
                found[minor] = python
    return found


def works(python: str) -> bool:
    """Whether it is there: a shim of pyenv is on the path even where its version is not selected."""
    try:
        return subprocess.run([python, "-c", "import venv"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def test_the_wheel_alone_works_on_every_python(built: Built, tmp_path: Path) -> None:
    def try_on(minor: int, python: str) -> None:
        programs = distributions.environment(python, tmp_path / f"3.{minor}")
        distributions.install(programs, built.wheel)
        listed = run([programs / "boardwalk", "games"], tmp_path)
        assert {"box_world", "capture_the_flag", "fog_quoridor", "robo_rally", "rowdy_racers"} <= set(listed.split())
        picture = tmp_path / f"3.{minor}.svg"
        run([programs / "boardwalk", "show", "rowdy_racers", "--svg", picture], tmp_path)
        assert picture.read_text(encoding="utf-8").startswith("<svg")
        shutil.rmtree(programs.parent)  # 300 MB, of which pytest would keep three

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(try_on, *zip(*pythons().items(), strict=True)))


@pytest.fixture
def programs(built: Built, tmp_path: Path) -> Iterator[Path]:
    """An environment with the wheel and everything else that is installed here."""
    programs = distributions.environment(sys.executable, tmp_path / "environment")
    packages = next(programs.parent.glob("lib/python*/site-packages"))
    for path in Path(sysconfig.get_paths()["purelib"]).iterdir():
        if "boardwalk" not in path.name and path.suffix != ".pth":
            (packages / path.name).symlink_to(path)
    distributions.install(programs, "--no-deps", built.wheel)
    yield programs
    shutil.rmtree(packages)


def test_the_code_and_the_commands_of_the_readme(programs: Path, tmp_path: Path) -> None:
    env = distributions.clean(programs)
    where = run([programs / "python", "-c", "import boardwalk; print(boardwalk.__file__)"], tmp_path, env)
    assert Path(where.strip()).is_relative_to(programs.parent)
    blocks = BLOCK.findall((ROOT / "README.md").read_text(encoding="utf-8"))
    code = "\n".join(text for language, text in blocks if language == "python")
    commands = re.findall(r"^\$ (boardwalk\b.*)$", "\n".join(text for _, text in blocks), re.MULTILINE)
    assert "make_vec" in code and len(commands) >= 6
    run([programs / "python", "-W", "error", "-c", code], tmp_path, env)
    for command in commands:
        run(["bash", "-c", command], tmp_path, env)
