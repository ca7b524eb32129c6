"""Launching a kernel again and again, without having Numba look at its arguments every time."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from boardwalk.batch.device_array import simulated

POINTER = 4  # Numba passes an array as seven numbers or more; that one says where it lies


class Launch:
    """A kernel with its grid and its arguments, launched by calling it.

    Numba takes some 10 µs an array to find out what it is given: that is 0.2 ms for a kernel of ours, in which a card
    steps many thousand games. All arguments but one stay what they are, so they are made out once; they are held on to
    as long as this may be called."""

    def __init__(self, kernel: Any, threads: int, block: int, *arguments: Any) -> None:
        block = min(threads, 4 if simulated() else block)
        self._kernel = kernel[-(-threads // block), block]
        self._arguments = arguments
        self._ready: list[Any] = []

    def __call__(self, pointer: int | None = None) -> None:
        """`pointer`: where the first array lies, if each call has another; all are of one kind."""
        if simulated():
            self._kernel(*self._arguments)
        elif not self._ready:
            self._make_ready()
            if pointer is not None:
                self._arguments = self._arguments[1:]  # that array was there for this once
        else:
            if pointer is not None:
                self._ready[self._first + POINTER] = pointer
            self._launch(*self._ready)

    def _make_ready(self) -> None:
        """Launch it by way of Numba, which compiles it if need be, and keep what that came to."""
        core: Any = import_module("cuda.core")
        compiled: list[Any] = []
        watchers = self._kernel.pre_launch_callbacks
        watchers.append(lambda kernel, _: compiled.append(kernel))
        self._kernel(*self._arguments)
        watchers.pop()
        kernel, numbers = compiled[0], list[Any]()
        for kind, argument in zip(kernel.argument_types, self._arguments, strict=True):
            kernel._prepare_args(kind, argument, 0, [], numbers)
        config = core.LaunchConfig(grid=self._kernel.griddim, block=self._kernel.blockdim)
        head = [self._kernel.stream, config, kernel._codelibrary.get_cufunc().kernel]
        self._launch, self._first, self._ready = core.launch, len(head), [*head, *numbers]
