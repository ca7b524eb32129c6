"""What is compiled for a table is announced, and recorded once it is done."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

import boardwalk
from boardwalk.contract import compiling


def test_compiling_is_announced_until_it_was_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(compiling, "marker", lambda table, *modules: tmp_path / "-".join(modules))
    table = boardwalk.table("box_world")
    with pytest.raises(KeyboardInterrupt), compiling.announced(table, "the batches", "kernels"):
        raise KeyboardInterrupt
    caplog.set_level(logging.WARNING)
    for expected in (["Compiling the batches of Box World (once; this can take a minute)…"], []):
        caplog.clear()
        with compiling.announced(table, "the batches", "kernels"):
            pass
        assert [record.getMessage() for record in caplog.records] == expected
