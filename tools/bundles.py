"""Bundles the modules of the browser client into a few files, for a wheel: `python tools/bundles.py INTO`.

There are two bundles, the front page with what every page needs and all other pages, besides what they share. Without
Node nothing is written, and the server sends the modules as they are.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
WEB = ROOT / "src/boardwalk/web"
MAIN = "pages/main.js"
OTHERS = "pages/others.js"
CLASSIC = ("parts/mode.js", "sw.js")  # scripts that are no modules
FRONT = ""  # the first part of the front page's address


def esbuild() -> list[str]:
    """The command of esbuild: as `npm ci` has installed it, or else npm fetches it; empty where there is no Node."""
    if found := shutil.which("esbuild", path=str(ROOT / "node_modules/.bin")):
        return [found]
    npm = shutil.which("npm")
    version = json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"]["esbuild"]
    return [npm, "exec", "--yes", f"--package=esbuild@{version}", "--", "esbuild"] if npm else []


def make_bundles(into: Path) -> None:
    """Writes the bundles, and the table of pages that names them. A `CalledProcessError` if esbuild fails."""
    command = [*esbuild(), "--minify", "--target=es2022", "--log-level=warning"]
    pages = json.loads((WEB / "pages.json").read_text(encoding="utf-8"))
    modules = {kind: page["module"] for kind, page in pages.items()}
    with tempfile.TemporaryDirectory() as folder:
        entries = Path(folder)
        _write_entry(entries / Path(MAIN).name, [MAIN, modules[FRONT]])
        _write_entry(entries / Path(OTHERS).name, sorted({*modules.values()} - {modules[FRONT]}))
        facts = entries / "facts.json"
        options = ["--bundle", "--splitting", "--format=esm", f"--metafile={facts}"]
        names = [str(entries / Path(name).name) for name in (MAIN, OTHERS)]
        subprocess.run([*command, *options, f"--outdir={into / Path(MAIN).parent}", *names], check=True, cwd=ROOT)
        made = json.loads(facts.read_text(encoding="utf-8"))["outputs"]
    needs = {Path(path).name: _needs(path, made) for path in made}
    classic = [str(WEB / name) for name in CLASSIC]
    subprocess.run([*command, f"--outdir={into}", f"--outbase={WEB}", *classic], check=True, cwd=ROOT)
    for kind, page in pages.items():
        page["module"] = MAIN if kind == FRONT else OTHERS
        page["needs"] = [Path(MAIN).with_name(name).as_posix() for name in needs[Path(page["module"]).name]]
    (into / "pages.json").write_text(json.dumps(pages), encoding="utf-8")


def _write_entry(path: Path, modules: list[str]) -> None:
    """A module that runs all of these and exports what they export."""
    path.write_text("".join(f"export * from {json.dumps(str(WEB / name))};\n" for name in modules), encoding="utf-8")


def _needs(path: str, made: dict[str, Any]) -> list[str]:
    """The names of the files that a bundle imports at once, directly or not."""
    found: dict[str, None] = {}
    waiting = [path]
    while waiting:
        for used in made[waiting.pop()]["imports"]:
            if used["kind"] == "import-statement" and used["path"] not in found:
                found[used["path"]] = None
                waiting.append(used["path"])
    return [Path(name).name for name in found]


if __name__ == "__main__":
    if not esbuild():
        sys.exit("There is no Node: the page's modules are left as they are.")
    make_bundles(Path(sys.argv[1]))
