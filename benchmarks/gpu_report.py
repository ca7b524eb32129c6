"""Write the figures of a run of `gpu.py` to README.md. Separate, since the machine with the GPU may have no checkout.

python benchmarks/gpu_report.py FIGURES.json
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import report
from gpu_peers import FEW


def markdown(result: dict[str, Any]) -> str:
    """The figures of a run as Markdown for README.md."""
    machine = result["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in machine["versions"].items())
    few = f"{FEW:,} games"
    head = (
        "game",
        "playouts, steps/s",
        "of them actions/s",
        "stepping, actions/s",
        "bytes a step",
        "of copy bandwidth",
        f"{few}, actions/s",
    )
    rows = [
        [
            f"`{game['table']}`",
            report.figure(game["playouts"]["steps_a_second"]),
            report.figure(game["playouts"]["actions_a_second"]),
            report.figure(game["stepping"]["steps_a_second"]),
            report.figure(game["stepping"]["bytes_a_step"]),
            f"{game['stepping']['share_of_copy_bandwidth']:.0%}",
            report.figure(game["stepping"]["steps_a_second_with_few"]),
        ]
        for game in result["games"].values()
    ]
    peers = [[name, *_measured(peer)] for name, peer in result["peers"].items()]
    return (
        f"{machine['date']}, {machine['gpu']}; Python {machine['python']}, {versions}. A plain copy on the GPU moves"
        f" {result['copy_bytes_a_second'] / 1e12:.2f} TB/s.\n\n{report.table(head, rows)}\n"
        f"The peers on the same GPU in the same run, stepped by random actions (the time includes choosing them):\n\n"
        f"{report.table(('peer', 'steps/s', 'games at once', f'{few}, steps/s'), peers)}"
    )


def _measured(peer: dict[str, Any]) -> list[str]:
    if "missing" in peer:
        return [peer["missing"], "–", "–"]
    best, few = peer["steps_a_second"], peer["all"].get(str(FEW))
    return [report.figure(best), f"{peer['batch']:,}", report.figure(few)]


if __name__ == "__main__":
    report.write("gpu", markdown(json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))))
