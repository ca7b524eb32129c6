"""Arrays whose owners are not counted, for loops over many games.

Compiled code counts who holds an array, atomically, whenever it takes a row of one. In a loop that takes rows for every
game that costs more than some games' rules do, and threads that share the array wait for each other.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils
from numba.extending import intrinsic
from numba.np.arrayobj import make_array


@intrinsic
def no_refcount(typing_context: Any, array: Any) -> Any:
    """The same array. Whoever called the compiled function must hold it while that runs."""

    def make(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind: Any = make_array(signature.return_type)  # type: ignore[no-untyped-call]
        given, made = kind(context, builder, arguments[0]), kind(context, builder)
        for part in ("nitems", "itemsize", "data", "shape", "strides"):
            setattr(made, part, getattr(given, part))
        for owner in ("meminfo", "parent"):
            nobody = cgutils.get_null_value(getattr(made, owner).type)  # type: ignore[no-untyped-call]
            setattr(made, owner, nobody)
        return made._getvalue()

    return array(array), make
