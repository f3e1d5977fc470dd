"""The shared library behind the package, and how its errors become Python's."""

from __future__ import annotations

import json
import threading
from pathlib import Path
from typing import Any

import numpy as np

from ._cffi import ffi as ffi

C: Any = ffi.dlopen(str(next(iter(sorted(Path(__file__).parent.glob("libcarom.so*"))))))

#: The version of the library, as ``carom --version`` prints it.
VERSION: str = ffi.string(C.carom_version()).decode()

EDGES = 2**64 - 1


class SceneError(ValueError):
    """A scene, a body, a setting or a number that Carom does not take.

    >>> import carom
    >>> try:
    ...     carom.World(gravity=(0, "down"))
    ... except carom.SceneError as error:
    ...     print(error.place)
    /world/gravity/1
    """

    #: Where it stands: a JSON pointer such as ``/bodies/3/mass``, or ``line 2, column 7`` of a text that is no JSON.
    place: str
    #: What was expected there, and what was found.
    reason: str

    def __init__(self, place: str, reason: str) -> None:
        super().__init__(place, reason)
        self.place = place
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.place}: {self.reason}" if self.place else self.reason


class BodyGone(LookupError):
    """There is no such body: it has been removed, or never was."""


class StepError(RuntimeError):
    """A step that cannot be completed. The world is where the step before has left it."""


class StaleView(RuntimeError):
    """An array of ``world.bodies`` that shows the world as it was before it has been stepped or changed."""


def check(status: int) -> None:
    """Raises what a status of the library means."""
    if status == C.CAROM_OK:
        return
    reason = ffi.string(C.carom_last_error_reason()).decode(errors="replace")
    place = ffi.string(C.carom_last_error_place()).decode(errors="replace")
    if status in (C.CAROM_BAD_INPUT, C.CAROM_NOT_HERE):
        raise SceneError(place, reason)
    if status == C.CAROM_GONE:
        raise BodyGone(reason)
    if status == C.CAROM_OUT_OF_MEMORY:
        raise MemoryError(reason)
    if status in (C.CAROM_LIMIT_REACHED, C.CAROM_TIME_STANDS_STILL, C.CAROM_NOT_FINITE):
        raise StepError(reason)
    if status == C.CAROM_INTERRUPTED:
        raise InterruptedError(reason)
    raise RuntimeError(reason)


def _plain(value: Any) -> Any:
    if isinstance(value, (np.ndarray, np.generic)):
        return value.tolist()
    raise TypeError(f"expected what JSON can say, found {type(value).__name__}")


def to_json(value: Any) -> bytes:
    """JSON text in which every double reads back as the same double."""
    return json.dumps(value, default=_plain).encode()


def take_text(call: Any, *arguments: Any) -> str:
    """The text that a function of the library hands out."""
    text = ffi.new("char **")
    size = ffi.new("size_t *")
    check(call(*arguments, text, size))
    try:
        return bytes(ffi.buffer(text[0], size[0])).decode()
    finally:
        C.carom_free(text[0])


# Ctrl-C. A step runs without the interpreter's lock; now and then the library asks whether to go on, and what a signal handler
# raises comes up there.

_kept = threading.local()


def _keep(kind: Any, value: BaseException, trace: Any) -> None:
    _kept.exception = value


def _look(_: Any) -> bool:
    return False


_shall_stop = ffi.callback("bool(void *)", _look, error=True, onerror=_keep)


def watch_signals(handle: Any) -> None:
    """Lets signals reach the calls on a world that are made by the main thread; others cannot have any."""
    main = threading.current_thread() is threading.main_thread()
    C.carom_set_interrupt(handle, _shall_stop if main else ffi.NULL, ffi.NULL)
    _kept.exception = None


def kept_exception() -> BaseException | None:
    exception: BaseException | None = getattr(_kept, "exception", None)
    _kept.exception = None
    return exception


def pair(value: Any, place: str) -> tuple[float, float]:
    """Two numbers."""
    try:
        x, y = value
        return float(x), float(y)
    except (TypeError, ValueError):
        raise SceneError(place, f"expected two numbers (x, y), found {value!r}") from None


def number(value: Any, place: str) -> float:
    try:
        return float(value)
    except (TypeError, ValueError):
        raise SceneError(place, f"expected a number, found {value!r}") from None
