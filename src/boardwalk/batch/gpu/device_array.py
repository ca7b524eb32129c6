"""Arrays on a GPU, shared with other libraries without copying.

A `DeviceArray` is GPU memory with a shape and strides. PyTorch and CuPy take it by `__cuda_array_interface__`
(`torch.as_tensor(array)`, `cupy.asarray(array)`), JAX and others by DLPack (`jax.dlpack.from_dlpack(array)`); NumPy
gets a copy (`numpy.asarray(array)`). In Numba's CUDA simulator the memory is the host's.
"""

from __future__ import annotations

import atexit
import ctypes
from importlib import import_module
from typing import Any

import numpy as np

from boardwalk.contract.errors import BoardwalkError

Array = np.ndarray[Any, Any]

DEFAULT_STREAM = 1  # the number of CUDA's default stream in both protocols; batches work on that stream
NO_SYNCHRONIZATION = -1  # DLPack: the consumer synchronizes by itself
ON_CPU, ON_CUDA = 1, 2  # DLPack's device types
TYPE_CODES = {"i": 0, "u": 1, "f": 2, "b": 6}  # DLPack's type codes, by NumPy's kinds


def load_cuda() -> Any:
    """Numba's CUDA module; a `BoardwalkError` says what is missing."""
    numpy: Any = np
    if not hasattr(numpy, "row_stack"):
        numpy.row_stack = np.vstack  # numba-cuda up to 0.30 needs it, NumPy 2.5 has removed it
    import numba

    cuda: Any = import_module("numba.cuda")
    if not cuda.is_available():
        raise BoardwalkError("no GPU can be used here: it takes an NVIDIA GPU, its driver and boardwalk-games[gpu]")
    config: Any = numba.config
    config.CUDA_LOW_OCCUPANCY_WARNINGS = 0  # small batches are fine
    return cuda


def simulated() -> bool:
    """Whether this process runs Numba's CUDA simulator."""
    import numba

    config: Any = numba.config
    return bool(config.ENABLE_CUDASIM)


class DeviceArray:
    """An array on a GPU. Kernels take its `memory`; `array["field"]` is a field of an array of records."""

    def __init__(self, memory: Any, dtype: np.dtype[Any], within: tuple[DeviceArray, str] | None = None) -> None:
        self.memory = memory
        self.dtype = dtype
        self.within = within  # for a field: the records, and its name
        self.shape: tuple[int, ...] = tuple(memory.shape)
        self.strides: tuple[int, ...] = tuple(memory.strides)

    @classmethod
    def of(cls, host: Array) -> DeviceArray:
        """A copy of an array in host memory, with the same layout."""
        return cls(host.copy() if simulated() else load_cuda().to_device(np.ascontiguousarray(host)), host.dtype)

    @classmethod
    def zeros(cls, shape: tuple[int, ...], dtype: Any, *, games_innermost: bool = False) -> DeviceArray:
        """Zeros; with `games_innermost` the first axis is the innermost in memory.

        Neighbouring games are played by neighbouring threads, which write at the same time: in this layout their writes
        coalesce, where with contiguous rows each would write to another line of memory."""
        if simulated():
            laid = np.zeros((*shape[1:], shape[0]) if games_innermost else shape, dtype)
            return cls(np.moveaxis(laid, -1, 0) if games_innermost else laid, laid.dtype)
        cuda = load_cuda()
        memory = cuda.device_array((*shape[1:], shape[0]) if games_innermost else shape, dtype)
        import_module("numba.cuda.cudadrv.driver").device_memset(memory, 0, memory.nbytes)
        laid_out = cls(memory, np.dtype(dtype))
        if not games_innermost:
            return laid_out
        return laid_out._sharing(shape, (laid_out.strides[-1], *laid_out.strides[:-1]))

    def __len__(self) -> int:
        return self.shape[0]

    def __getitem__(self, field: str) -> DeviceArray:
        """One field of all records, sharing their memory."""
        assert self.dtype.fields is not None
        kind, offset = self.dtype.fields[field][:2]
        shape = (*self.shape, *kind.shape)
        strides = (*self.strides, *np.zeros((1, *kind.shape), kind.base).strides[1:])
        if simulated():
            return DeviceArray(self.memory[field], kind.base, (self, field))
        return DeviceArray(self._sharing(shape, strides, offset, kind.base).memory, kind.base, (self, field))

    def as_kind(self, kind: Any) -> DeviceArray:
        """The same memory as elements of another type of the same size."""
        if simulated():
            return DeviceArray(self.memory.view(kind), np.dtype(kind))
        return self._sharing(self.shape, self.strides, dtype=np.dtype(kind))

    def words(self, size: int) -> DeviceArray:
        """The records' memory as a one-dimensional array of unsigned integers of `size` bytes."""
        word, count = np.dtype(f"u{size}"), len(self) * self.dtype.itemsize // size
        if simulated():
            return DeviceArray(self.memory.view(word), word)
        return self._sharing((count,), (size,), dtype=word)

    def copy_to_host(self) -> Array:
        if simulated():
            copy: Array = self.memory.copy()
            return copy
        if self.within:
            records, field = self.within
            return np.ascontiguousarray(records.copy_to_host()[field])
        order = sorted(range(len(self.shape)), key=lambda axis: -self.strides[axis])
        if order == list(range(len(self.shape))):
            return np.asarray(self.memory.copy_to_host())
        turned = self._sharing(tuple(self.shape[i] for i in order), tuple(self.strides[i] for i in order))
        return np.asarray(turned.memory.copy_to_host()).transpose(np.argsort(order))

    def copy_from_host(self, host: Array) -> None:
        """Overwrite it with an array in host memory. Only for contiguous arrays, such as a batch's states."""
        if simulated():
            self.memory[...] = host
        else:
            self.memory.copy_to_device(np.ascontiguousarray(host, self.dtype))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Array:
        host = self.copy_to_host()
        return host if dtype is None else host.astype(dtype, copy=False)

    def __repr__(self) -> str:
        return f"DeviceArray({self.shape}, {self.dtype})"

    @property
    def pointer(self) -> int:
        if simulated():
            address: int = self.memory.ctypes.data
            return address
        return int(self.memory.device_ctypes_pointer.value or 0)

    def _described(
        self,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        offset: int = 0,
        dtype: np.dtype[Any] | None = None,
    ) -> dict[str, Any]:
        return {
            "shape": shape,
            "strides": strides,
            "typestr": (dtype or self.dtype).str,
            "data": (self.pointer + offset, False),
            "version": 3,
            "stream": DEFAULT_STREAM,
        }

    def _sharing(
        self,
        shape: tuple[int, ...],
        strides: tuple[int, ...],
        offset: int = 0,
        dtype: np.dtype[Any] | None = None,
    ) -> DeviceArray:
        """Another array over the same memory, which it keeps alive."""
        described = self._described(shape, strides, offset, dtype)
        memory = load_cuda().from_cuda_array_interface(described, owner=self.memory)
        return DeviceArray(memory, dtype or self.dtype)

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        if simulated():
            raise AttributeError("the simulator's arrays are the host's")
        return self._described(self.shape, self.strides)

    def __dlpack_device__(self) -> tuple[int, int]:
        return (ON_CPU, 0) if simulated() else (ON_CUDA, load_cuda().get_current_device().id)

    def __dlpack__(
        self, *, stream: int | None = None, max_version: Any = None, dl_device: Any = None, copy: bool | None = None
    ) -> Any:
        if copy or (dl_device is not None and tuple(dl_device) != self.__dlpack_device__()):
            raise BufferError("a batch's arrays are shared where they are; copy them with your library")
        if self.dtype.kind not in TYPE_CODES:
            raise BufferError("records can't be shared as a whole: take a field of them, or their words")
        if not simulated() and stream not in (None, 0, DEFAULT_STREAM, NO_SYNCHRONIZATION):
            load_cuda().default_stream().synchronize()
        return _capsule(self)


_DELETER = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _Tensor(ctypes.Structure):
    """DLPack's DLManagedTensor."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device_kind", ctypes.c_int32),
        ("device_number", ctypes.c_int32),
        ("dimensions", ctypes.c_int32),
        ("kind", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("offset", ctypes.c_uint64),
        ("context", ctypes.c_void_p),
        ("deleter", _DELETER),
    )


_exported: dict[int, Any] = {}  # arrays that consumers still use, by the address of the DLManagedTensor
_NAME = b"dltensor"
_api = ctypes.pythonapi
_api.PyCapsule_New.restype = ctypes.py_object
_api.PyCapsule_New.argtypes = (ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p)
_api.PyCapsule_IsValid.argtypes = (ctypes.c_void_p, ctypes.c_char_p)
_api.PyCapsule_GetPointer.restype = ctypes.c_void_p
_api.PyCapsule_GetPointer.argtypes = (ctypes.c_void_p, ctypes.c_char_p)


def _release(address: int) -> None:
    _exported.pop(address, None)


def _release_unused(capsule: int) -> None:
    """The destructor of a capsule: one that was consumed has another name, and its consumer calls the deleter."""
    if _api.PyCapsule_IsValid(capsule, _NAME):
        _release(_api.PyCapsule_GetPointer(capsule, _NAME))


_RELEASE, _RELEASE_UNUSED = _DELETER(_release), _DELETER(_release_unused)
_NOTHING = ctypes.cast(_api.Py_IsInitialized, _DELETER)  # can be called at any time, even after finalization


@atexit.register
def _keep_exported() -> None:
    """Consumers may call the deleter after the interpreter's end, when it can no longer run Python code: what is still
    in use then is never freed."""
    for exported in _exported.values():
        exported[1].deleter = _NOTHING
        _api.Py_IncRef(ctypes.py_object(exported))


def _capsule(array: DeviceArray) -> Any:
    size, count = array.dtype.itemsize, len(array.shape)
    shape = (ctypes.c_int64 * count)(*array.shape)
    strides = (ctypes.c_int64 * count)(*(stride // size for stride in array.strides))
    device_kind, device_number = array.__dlpack_device__()
    tensor = _Tensor(
        data=array.pointer,
        device_kind=device_kind,
        device_number=device_number,
        dimensions=count,
        kind=TYPE_CODES[array.dtype.kind],
        bits=8 * size,
        lanes=1,
        shape=shape,
        strides=strides,
        deleter=_RELEASE,
    )
    address = ctypes.addressof(tensor)
    _exported[address] = array, tensor, shape, strides
    return _api.PyCapsule_New(address, _NAME, ctypes.cast(_RELEASE_UNUSED, ctypes.c_void_p))
