"""Puts the bundles of the browser client into a wheel, where Node is there to make them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Bundles(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":  # a checkout's modules are served as they are
            return
        self.made = Path(self.directory) / ".page"
        command = [sys.executable, str(Path(self.root) / "tools/bundles.py"), str(self.made)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            self.app.display_warning(f"The browser client is not bundled: {done.stderr.strip()[-500:]}")
        else:
            build_data["force_include"][str(self.made)] = "boardwalk/web/dist"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.made, ignore_errors=True)
