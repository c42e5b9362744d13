"""Compiled functions in plain Python, for debuggers: with ``NUMBA_DISABLE_JIT=1`` in the environment.

Records are then read through proxies that behave as compiled code does: fields are plain ints, which wrap around when
they are stored, and records and their arrays are views. Games are some thousand times slower.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

Params = ParamSpec("Params")
Result = TypeVar("Result")
Array: TypeAlias = npt.NDArray[np.void]
Index: TypeAlias = int | tuple[int, ...]


class RecordProxy:
    """A record, given as an array of one."""

    __slots__ = ("_array",)

    def __init__(self, array: Array) -> None:
        object.__setattr__(self, "_array", array)

    def __getattr__(self, name: str) -> object:
        return _proxy(self._field(name)[0])

    def __setattr__(self, name: str, value: int | float) -> None:
        _store(self._field(name), 0, value)

    def _field(self, name: str) -> Array:
        array: Array = object.__getattribute__(self, "_array")[name]
        return array


class ArrayProxy:
    """An array of numbers or of records."""

    __slots__ = ("array",)

    def __init__(self, array: Array) -> None:
        self.array = array

    def __getitem__(self, index: Index) -> object:
        if self.array.dtype.names and not isinstance(index, tuple):
            return RecordProxy(self.array[index : index + 1])
        return _proxy(self.array[index])

    def __setitem__(self, index: Index, value: int | float) -> None:
        _store(self.array, index, value)

    def __len__(self) -> int:
        return len(self.array)


def _proxy(value: object) -> object:
    """Return a number as Python's own, and an array as a proxy; unsigned words stay what they are."""
    if isinstance(value, np.ndarray):
        return ArrayProxy(value)
    return value.item() if isinstance(value, np.generic) and not isinstance(value, np.uint64) else value


def _argument(value: object) -> object:
    """Return an array as a proxy, also those in a named tuple, and anything else as it is."""
    if isinstance(value, np.ndarray):
        return ArrayProxy(value)
    if isinstance(value, tuple) and hasattr(value, "_make"):
        return value._make(map(_argument, value))
    return value


def _store(array: Array, index: Index, value: int | float) -> None:
    """Store a number, without the bits for which there is no room."""
    if isinstance(value, int) and array.dtype.kind == "i":
        bits = 8 * array.dtype.itemsize
        value = (value + (1 << bits - 1) & (1 << bits) - 1) - (1 << bits - 1)
    array[index] = value


def interpreted(function: Callable[Params, Result]) -> Callable[Params, Result]:
    """Return a function that reads the arrays among its arguments through proxies."""

    @wraps(function)
    def call(*args: Params.args, **kwargs: Params.kwargs) -> Result:
        proxies = [_argument(arg) for arg in args]
        with np.errstate(over="ignore"):
            return function(*proxies, **kwargs)  # type: ignore[arg-type]

    return call
