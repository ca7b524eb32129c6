"""The benchmark of the page: what its table says of several visits."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType


def test_a_row_has_the_median_the_slowest_the_weight_and_the_requests(script: Callable[[str], ModuleType]) -> None:
    page = script("page")
    found = [page.Visit(ms, size, 20) for ms, size in ((310.4, 90_000), (299.6, 90_400), (900.0, 91_000))]
    assert page.row("the front page, cold", found) == ["the front page, cold", "310", "900", "90", "20"]
