"""What hosts Boardwalk: the script that installs it, the image, compose, the systemd unit, the backup."""

from __future__ import annotations

import configparser
import fnmatch
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML
from typer.testing import CliRunner

from boardwalk.cli.app import app
from distributions import ROOT, clean, run

sys.path.append(str(Path(__file__).parent / "server"))

from postgres import free_port

DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = YAML(typ="safe").load(ROOT / "compose.yaml")


def options() -> set[str]:
    return set(re.findall(r"--[a-z-]+", CliRunner().invoke(app, ["serve", "--help"]).output))


def build_context(folder: Path) -> Path:
    """What the image is built from: what git has and .dockerignore lets in."""
    allowed = [
        line[1:] for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines() if line.startswith("!")
    ]
    listed = run(["git", "ls-files", "--cached", "--others", "--exclude-standard"], ROOT).splitlines()
    for name in listed:
        if any(fnmatch.fnmatch(name, pattern) for line in allowed for pattern in (line, f"{line}/*")):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name)
    return folder


def test_the_steps_of_the_image_in_a_clean_folder(tmp_path: Path) -> None:
    source = build_context(tmp_path / "source")
    assert not (source / "tests").exists()
    (source / "node_modules").symlink_to(ROOT / "node_modules")
    into = tmp_path / "boardwalk"
    run([source / "deploy/install", into], tmp_path, clean() | {"PYTHON": sys.executable})
    shutil.rmtree(source)  # nothing of it is needed any more
    code = "import boardwalk.server.run, psycopg; print(boardwalk.__file__)"
    where = Path(run([into / "bin/python", "-c", code], tmp_path).strip())
    assert where.is_relative_to(into) and (where.parent / "web/dist/pages.json").exists()
    starts_and_is_healthy(into / "bin", tmp_path)
    shutil.rmtree(into)  # 400 MB, of which pytest would keep three


def starts_and_is_healthy(programs: Path, folder: Path) -> None:
    """What is installed serves, and the image's own check says so."""
    port = str(free_port())
    check = json.loads(re.search(r"HEALTHCHECK[^\[]*(\[.*\])", DOCKERFILE)[1])  # type: ignore[index]
    check = [programs / check[0], *(part.replace("8000", port) for part in check[1:])]
    env = clean() | {"BOARDWALK_DATA": str(folder / "data")}
    server = subprocess.Popen([programs / "boardwalk", "serve", "--port", port], env=env)
    try:
        while subprocess.run(check, capture_output=True, check=False).returncode:
            assert server.poll() is None
            time.sleep(0.5)
    finally:
        server.terminate()
        server.wait()
    assert subprocess.run(check, capture_output=True, check=False).returncode


def test_the_image_runs_these_steps_as_a_user_without_rights() -> None:
    hadolint = Path(sys.executable).parent / "hadolint"
    checked = subprocess.run([hadolint, ROOT / "Dockerfile"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0 and not checked.stdout, checked.stdout
    assert "RUN deploy/install /opt/boardwalk && /opt/boardwalk/bin/boardwalk compile" in DOCKERFILE
    last = DOCKERFILE[DOCKERFILE.rindex("FROM ") :]
    assert re.search(r"^USER \d{2,}$", last, re.MULTILINE) and "/healthz" in last and "HEALTHCHECK" in last
    command = re.search(r"^CMD \[(.*)\]$", last, re.MULTILINE)
    assert command and set(re.findall(r"--[a-z-]+", command[1])) <= options()


def test_compose_fits_its_schema() -> None:
    checked = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", ROOT / "compose.yaml"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_compose_starts_what_there_is() -> None:
    services = COMPOSE["services"]
    given = services["boardwalk"]["command"]
    assert {option.partition("=")[0] for option in given[1:]} <= options()
    networks = {config["subnet"] for config in COMPOSE["networks"]["inner"]["ipam"]["config"]}
    assert {option.partition("=")[2] for option in given if option.startswith("--proxy")} == networks
    assert "reverse_proxy boardwalk:8000" in (ROOT / "deploy/Caddyfile").read_text(encoding="utf-8")
    for name, service in services.items():
        assert service["networks"] == ["inner"] and service["restart"] == "unless-stopped", name
        assert name == "caddy" or "ports" not in service, "only the proxy is reached from outside"
        for volume in service.get("volumes", ()):
            place = volume.partition(":")[0]
            assert place in COMPOSE["volumes"] or place == "./backups" or (ROOT / place).exists(), volume


def test_the_unit_is_right(tmp_path: Path) -> None:
    unit = ROOT / "deploy/boardwalk.service"
    text = unit.read_text(encoding="utf-8")
    parsed = configparser.RawConfigParser(strict=False)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read_string(text)
    assert set(parsed) == {"DEFAULT", "Unit", "Service", "Install"}
    program, *arguments = shlex.split(parsed["Service"]["ExecStart"])
    assert program == "/opt/boardwalk/bin/boardwalk" and arguments[0] == "serve"
    assert {argument for argument in arguments if argument.startswith("--")} <= options()
    if shutil.which("systemd-analyze"):
        here = tmp_path / unit.name
        here.write_text(text.replace(program, str(Path(sys.executable).parent / "boardwalk")), encoding="utf-8")
        checked = subprocess.run(["systemd-analyze", "verify", here], capture_output=True, text=True, check=False)
        assert checked.returncode == 0 and str(here.name) not in checked.stderr, checked.stderr


@pytest.fixture
def pg_dump(tmp_path: Path) -> dict[str, str]:
    """An environment in which `pg_dump` writes a few bytes, and fails with FAIL."""
    program = tmp_path / "programs/pg_dump"
    program.parent.mkdir()
    program.write_text('#!/bin/sh\nfor option; do :; done\necho dump > "${option#--file=}"\n[ -z "${FAIL-}" ]\n')
    program.chmod(0o755)
    (tmp_path / "backups").mkdir()
    return clean(program.parent)


def test_a_backup_is_whole_or_absent_and_old_ones_go(pg_dump: dict[str, str], tmp_path: Path) -> None:
    backups = tmp_path / "backups"
    month, day = (time.time() - days * 86400 for days in (40, 1))
    for name, when in (("boardwalk-a.dump", month), ("boardwalk-b.dump", day), ("mine.dump", month)):
        (backups / name).touch()
        os.utime(backups / name, (when, when))
    with pytest.raises(AssertionError):
        run([ROOT / "deploy/backup", backups], tmp_path, pg_dump | {"FAIL": "1"})
    assert {path.name for path in backups.iterdir()} == {"boardwalk-a.dump", "boardwalk-b.dump", "mine.dump"}
    written = Path(run([ROOT / "deploy/backup", backups], tmp_path, pg_dump).strip())
    assert written.read_text() == "dump\n"
    assert {path.name for path in backups.iterdir()} == {"boardwalk-b.dump", "mine.dump", written.name}
