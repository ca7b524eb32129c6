"""Arrays without a reference count, for loops over many games.

Compiled code updates an array's reference count, atomically, whenever it takes a row of it. In a loop that takes rows
for every game this costs more than the rules of some games do, and threads that share the array contend for the count.
"""

from __future__ import annotations

from typing import Any

from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array


@intrinsic
def no_refcount(typing_context: Any, value: Any) -> Any:
    """The same array, or tuple of arrays and numbers. The caller of the compiled function must keep a reference to it
    while the function runs."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _stripped(context, builder, signature.return_type, arguments[0])

    return value(value), generate


def _stripped(context: Any, builder: Any, kind: Any, value: Any) -> Any:
    """A value of type `kind` with its reference count pointers set to null."""
    if isinstance(kind, types.BaseTuple):
        members: Any = enumerate(kind)  # type: ignore[arg-type]
        for at, member in members:
            part = _stripped(context, builder, member, builder.extract_value(value, at))
            value = builder.insert_value(value, part, at)
    elif isinstance(kind, types.Array):
        array: Any = make_array(kind)(context, builder, value)  # type: ignore[no-untyped-call]
        for owner in ("meminfo", "parent"):
            null = cgutils.get_null_value(getattr(array, owner).type)  # type: ignore[no-untyped-call]
            setattr(array, owner, null)
        return array._getvalue()
    return value
