"""What is needed to publish Boardwalk and to look after it is there, and is what its readers take."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import boardwalk
import release

ROOT = Path(__file__).parents[1]
SCHEMAS = {
    "vendor.citation-file-format": ["CITATION.cff"],
    "vendor.dependabot": [".github/dependabot.yml"],
    "vendor.github-issue-config": [".github/ISSUE_TEMPLATE/config.yml"],
    "vendor.github-issue-forms": [f".github/ISSUE_TEMPLATE/{name}.yml" for name in ("fault", "idea", "question")],
    "vendor.github-workflows": [f".github/workflows/{name}.yml" for name in ("docs", "release", "tests", "wheel")],
    "custom.github-workflows-require-timeout": [
        f".github/workflows/{name}.yml" for name in ("docs", "tests", "wheel")
    ],  # `release` calls `wheel`: such a job has no limit of its own
    "vendor.readthedocs": [".readthedocs.yaml"],
}
ADDRESS = re.compile(r"https?://[A-Za-z0-9.-]*(pypi|pythonhosted|npmjs|debian\.org|mirror)")


def tool(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("schema", SCHEMAS)
def test_files_fit_their_schemas(schema: str) -> None:
    checked = tool("check_jsonschema", "--builtin-schema", schema, *SCHEMAS[schema])
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_file_of_github_is_checked() -> None:
    here = {str(path.relative_to(ROOT)) for path in (ROOT / ".github").rglob("*.yml")}
    assert here == {name for names in SCHEMAS.values() for name in names if name.startswith(".github")}


def test_the_workflows_are_safe() -> None:
    program = Path(sys.executable).parent / "zizmor"
    checked = subprocess.run(
        [program, "--offline", "--no-progress", ".github", ".pre-commit-config.yaml"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_every_action_is_pinned_by_its_commit() -> None:
    used = [
        line.split("uses:")[1].strip()
        for path in (ROOT / ".github/workflows").iterdir()
        for line in path.read_text(encoding="utf-8").splitlines()
        if "uses:" in line
    ]
    pins: dict[str, set[str]] = {}
    for line in used:
        if not line.startswith("$/"):
            assert re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
            name, _, pin = line.partition("@")
            pins.setdefault(name, set()).add(pin)
    assert len(pins) >= 5 and all(len(found) == 1 for found in pins.values()), pins


def test_the_scientific_python_review_has_no_objection() -> None:
    reviewed = tool("repo_review", ".", "--format", "json")
    checks = json.loads(reviewed.stdout)["checks"]
    assert len(checks) > 50
    refused = {name: check["err_msg"] for name, check in checks.items() if check["result"] is False}
    assert not refused and reviewed.returncode == 0
    off = {name for name, check in checks.items() if check["result"] is None}
    assert all(checks[name]["skip_reason"].endswith(".") or name in UNASKED for name in off), off


UNASKED = {"PC111", "PC191", "PC192"}  # follow from hooks that are not asked for


def test_what_keeps_a_version_from_being_published_is_said(tmp_path: Path) -> None:
    version = boardwalk.__version__
    names = ("pyproject.toml", "CHANGELOG.md", "CITATION.cff")
    text = {name: (ROOT / name).read_text(encoding="utf-8") for name in names}
    text["pyproject.toml"] = re.sub(r"(?m)\.example(?=[/\"])", ".example.org", text["pyproject.toml"])
    text["CHANGELOG.md"] = re.sub(
        rf"(?m)^## {re.escape(version)} .*$", f"## {version} (2026-01-02)", text["CHANGELOG.md"]
    )

    def said(tag: str = f"v{version}", **changed: str) -> str:
        for name, content in (text | {names[int(key[1])]: value for key, value in changed.items()}).items():
            (tmp_path / name).write_text(content, encoding="utf-8")
        return "\n".join(release.obstacles(tag, tmp_path))

    assert said() == ""
    assert said("v9.9.9") == f"The tag is v9.9.9, but pyproject.toml says version {version}."
    assert "no real address for: Homepage" in said(_0=text["pyproject.toml"].replace(".example.org", ".example"))
    assert "has no section" in said(_1=text["CHANGELOG.md"].replace("2026-01-02", "not yet released"))
    assert "does not name version" in said(_2=text["CITATION.cff"].replace(version, "0.0.1"))


def test_versions_agree() -> None:
    assert f"\nversion: {boardwalk.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_no_file_has_the_address_of_a_package_registry() -> None:
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    found = []
    for name in listed.splitlines():
        path = ROOT / name
        if path.is_file() and ADDRESS.search(path.read_bytes().decode("utf-8", errors="replace")):
            found.append(name)
    assert found == []


def test_links_of_the_top_level_pages_lead_somewhere() -> None:
    for page in ROOT.glob("*.md"):
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)|src=\"([^\"]+)\"", page.read_text(encoding="utf-8")):
            link = "".join(target)
            assert "://" in link or (ROOT / link).exists(), f"{page.name}: {link}"


def test_the_first_screen_of_the_readme_says_what_it_is_shows_it_and_starts_it() -> None:
    first = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:40]
    screen = "\n".join(first)
    assert "Grid games" in screen and "docs/pictures/" in screen and "make play" in screen
    rest = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "## Why it exists" in rest and "## Help, and how to cite" in rest
