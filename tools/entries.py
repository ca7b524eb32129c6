"""Writes `boardwalk.engine.entry`, which calls compiled rules from Python, from the table of rules: `make entries`."""

from __future__ import annotations

from pathlib import Path

from boardwalk.contract.rule_table import RULES

WRITTEN = Path(__file__).parents[1] / "src/boardwalk/engine/entry.py"
RECORDS = ("board", "state", "scratch")  # the parameters that are records
HEAD = '''"""How Python code calls compiled rules: with records as arrays of length one.

A rule takes records. Numba reads the address of an array from its header, in a tenth of the time in which it gets that
of a NumPy record scalar, for which NumPy first describes every field as text. So these templates take arrays.

Written by `make entries` from the table of rules (`boardwalk.contract.rule_table`): change that.
"""

from __future__ import annotations

from typing import Any

from boardwalk.engine import default_rules
from boardwalk.engine.rules import slot, template

'''


def source() -> str:
    """A slot and a template for each rule."""
    slots, templates = [], []
    for name, rule in RULES.items():
        slots.append(f"{name} = slot({f'default_rules.{rule.default.__name__}' if rule.default else ''})\n")
        parameters = ", ".join(f"{one}: Any" for one in rule.names)
        arguments = ", ".join(f"{one}[0]" if one in RECORDS else one for one in rule.names)
        call = f"{name}({arguments})"
        if rule.kind not in ("writes", "prepares"):
            call = f"return {call}"
        templates.append(f"\n\n@template\ndef call_{name}({parameters}) -> Any:\n    {call}\n")
    return HEAD + "".join(slots + templates)


if __name__ == "__main__":
    WRITTEN.write_text(source(), encoding="utf-8")
