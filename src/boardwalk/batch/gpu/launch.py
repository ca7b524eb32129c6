"""Launching a GPU kernel many times with the same arguments, which are prepared once."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from boardwalk.batch.gpu.device_array import simulated

POINTER = 4  # an array argument expands to seven scalars or more; this one is the address of its data


class Launch:
    """A kernel with its grid and its arguments, launched by calling it.

    Numba takes some 10 µs to prepare each array argument: 0.2 ms for one of our kernels, in which a GPU steps many
    thousand games. All arguments but one never change, so this caches the prepared arguments. It keeps references to
    the arrays, since the prepared arguments only hold their addresses."""

    def __init__(self, kernel: Any, threads: int, block: int, *arguments: Any) -> None:
        block = min(threads, 4 if simulated() else block)
        self._kernel = kernel[-(-threads // block), block]
        self._arguments = arguments
        self._prepared: list[Any] = []

    def __call__(self, pointer: int | None = None) -> None:
        """`pointer`: the address of the first argument, if the array differs from call to call; all are of one type,
        with the same strides."""
        if simulated():
            self._kernel(*self._arguments)
        elif not self._prepared:
            self._launch_and_prepare()
            if pointer is not None:
                self._arguments = self._arguments[1:]  # the array of this first call need not be kept
        else:
            if pointer is not None:
                self._prepared[self._first + POINTER] = pointer
            self._launch(*self._prepared)

    def _launch_and_prepare(self) -> None:
        """Launch it by way of Numba, which compiles it if need be, and cache the prepared arguments."""
        core: Any = import_module("cuda.core")
        compiled: list[Any] = []
        callbacks = self._kernel.pre_launch_callbacks
        callbacks.append(lambda kernel, _: compiled.append(kernel))
        self._kernel(*self._arguments)
        callbacks.pop()
        kernel, scalars = compiled[0], list[Any]()
        for kind, argument in zip(kernel.argument_types, self._arguments, strict=True):
            kernel._prepare_args(kind, argument, 0, [], scalars)
        config = core.LaunchConfig(grid=self._kernel.griddim, block=self._kernel.blockdim)
        head = [self._kernel.stream, config, kernel._codelibrary.get_cufunc().kernel]
        self._launch, self._first, self._prepared = core.launch, len(head), [*head, *scalars]
