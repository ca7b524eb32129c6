"""Run `boardwalk bench` (random playouts compared with OpenSpiel's, compile time, start-up, sizes) and save the result.

python benchmarks/playouts.py --write
"""

from __future__ import annotations

import argparse
import sys

import report
from boardwalk.cli import bench
from boardwalk.contract import registry


def text_of(result: dict[str, object]) -> str:
    """The measurements as Markdown for README.md."""
    about = report.machine(["open_spiel"])
    peer, games = result["peer"], result["games"]
    assert isinstance(peer, dict) and isinstance(games, dict)
    rows = [
        [
            f"`{row['table']}`",
            report.figure(row["actions_a_second"]),
            report.figure(row["steps_a_second"]),
            report.figure(row["steps_a_second_all_cores"]),
            report.figure(row["ratio"]),
            report.figure(row["aim"]),
            str(row["state_bytes"]),
            report.figure(row["compile_seconds"]),
            report.figure(row["start_seconds"]),
        ]
        for row in games.values()
    ]
    head = (
        "game",
        "actions/s",
        "steps/s",
        "steps/s, all cores",
        "× OpenSpiel",
        "aim",
        "state, B",
        "compile, s",
        "start, s",
    )
    rate = report.figure(peer["actions_a_second"])
    return f"{report.sentence(about)} {peer['name']}, one core: {rate} actions a second.\n\n{report.table(head, rows)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=6.0, help="about how long to measure each game")
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    arguments = parser.parse_args()
    result = bench.report(arguments.seconds, registry.game_names(), progress=lambda line: print(line, file=sys.stderr))
    text = text_of(result)
    print(text)
    if arguments.write:
        report.write("playouts", text)


if __name__ == "__main__":
    main()
