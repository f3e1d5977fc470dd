"""Questions that need no world, and scenes."""

from __future__ import annotations

import difflib
import json
import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from ._library import C, SceneError, check, ffi, take_text, to_json


class Fault(NamedTuple):
    """What is wrong with a scene, and where."""

    place: str
    reason: str


def scenes() -> list[str]:
    """The names of the scenes that come with Carom.

    >>> import carom
    >>> "billiards_break" in carom.scenes()
    True
    """
    names: list[str] = []
    while (name := C.carom_scene_name(len(names))) != ffi.NULL:
        names.append(ffi.string(name).decode())
    return names


def scene_text(scene: Any) -> bytes:
    """The text of a scene that is given as a dict, JSON text, a path, or the name of a shipped one."""
    if isinstance(scene, (bytes, bytearray)):
        return bytes(scene)
    if isinstance(scene, os.PathLike):
        return Path(scene).read_bytes()
    if not isinstance(scene, str):
        return to_json(scene)
    if scene.lstrip().startswith("{"):
        return scene.encode()
    if os.path.exists(scene):
        return Path(scene).read_bytes()
    if scene in scenes():
        return take_text(C.carom_scene_text, scene.encode()).encode()
    if os.sep in scene or scene.endswith(".json"):
        return Path(scene).read_bytes()
    near = difflib.get_close_matches(scene, scenes(), 1)
    hint = f"did you mean {near[0]!r}?" if near else "carom.scenes() lists those there are"
    raise SceneError("", f"there is no file and no scene {scene!r}, {hint}")


def validate(scene: Any) -> list[Fault]:
    """What is wrong with a scene; an empty list if nothing is.

    >>> import carom
    >>> for fault in carom.validate({"carom": 1, "bodies": [{"circle": {"radius": -1}}, {"circel": {}}]}):
    ...     print(fault.place)
    /bodies/0/circle/radius
    /bodies/1/circel
    """
    text = scene_text(scene)
    report = json.loads(take_text(C.carom_validate, text, len(text)))
    return [Fault(fault["place"], fault["reason"]) for fault in report["faults"]]


def _ask(request: Any, k: int | None) -> dict[str, Any]:
    prefix = "" if k is None else f"/{k}"
    if not isinstance(request, dict):
        raise SceneError(prefix, f"expected a request with \"a\" and \"b\", found {type(request).__name__}")
    text = to_json(request if "id" in request else {"id": "", **request})
    answer: dict[str, Any] = json.loads(take_text(C.carom_query_json, text, len(text)))
    if "error" in answer:
        has_place = answer["error"].startswith("/")
        place, _, reason = answer["error"].partition(": ") if has_place else ("", "", answer["error"])
        raise SceneError(prefix + place, reason)
    if "id" not in request:
        del answer["id"]
    return answer


def query(request: Any) -> Any:
    """When do two shapes meet? The answer of ``carom query``, with the same bits; of a list of requests, a list.

    >>> import carom
    >>> disc = {"circle": {"radius": 1, "from": (-5, 0), "to": (5, 0)}}
    >>> carom.query({"a": disc, "b": {"border": {"x": 1}}})
    {'result': 'hit', 't': 0.5, 'point': [1.0, 0.0], 'normal': [-1.0, 0.0], 'side': 'outer'}
    >>> [answer["result"] for answer in carom.query([{"a": disc, "b": {"border": {"x": x}}} for x in (0, 9)])]
    ['hit', 'miss']
    """
    if isinstance(request, dict):
        return _ask(request, None)
    return [_ask(one, k) for k, one in enumerate(request)]


def _points(value: Any, place: str) -> np.ndarray[Any, Any]:
    try:
        array = np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise SceneError(place, "expected an array of points") from None
    if array.ndim == 0 or array.shape[-1] != 2:
        raise SceneError(place, f"expected points, an array of shape (…, 2), found {array.shape}")
    return array


def _radii(value: Any, place: str) -> np.ndarray[Any, Any]:
    try:
        return np.asarray(value, dtype=float)
    except (TypeError, ValueError):
        raise SceneError(place, "expected an array of numbers") from None


def impact_times(a_from: Any, a_to: Any, a_radius: Any, b_from: Any, b_to: Any, b_radius: Any) -> Any:
    """When moving discs meet: t in [0, 1], NaN where they do not meet, 0 where they overlap at the start.

    Points are arrays of shape (N, 2), radii of shape (N,); all are broadcast against each other.

    >>> import carom
    >>> carom.impact_times([(-3, 0), (-3, 5)], [(1, 0), (1, 5)], 1, (0, 0), (0, 0), 1)
    array([0.25,  nan])
    """
    points = {
        name: _points(value, "/" + name)
        for name, value in (("a_from", a_from), ("a_to", a_to), ("b_from", b_from), ("b_to", b_to))
    }
    radii = {name: _radii(value, "/" + name) for name, value in (("a_radius", a_radius), ("b_radius", b_radius))}
    shapes = [array.shape[:-1] for array in points.values()] + [array.shape for array in radii.values()]
    try:
        shape = np.broadcast_shapes(*shapes)
    except ValueError:
        found = ", ".join(map(str, shapes))
        raise SceneError("", f"expected arrays that can be broadcast against each other, found {found}") from None
    columns = {name: np.ascontiguousarray(np.broadcast_to(array, (*shape, 2))) for name, array in points.items()}
    columns |= {name: np.ascontiguousarray(np.broadcast_to(array, shape)) for name, array in radii.items()}
    times = np.empty(shape)

    def pointer(name: str, kind: str) -> Any:
        return ffi.cast(kind, columns[name].ctypes.data)

    circles = [ffi.new("carom_circles *"), ffi.new("carom_circles *")]
    for one, name in zip(circles, "ab"):
        setattr(one, "from", pointer(f"{name}_from", "carom_vec2 *"))
        one.to = pointer(f"{name}_to", "carom_vec2 *")
        one.radius = pointer(f"{name}_radius", "double *")
    check(C.carom_impact_times(circles[0], circles[1], times.size, ffi.cast("double *", times.ctypes.data), ffi.NULL))
    return times if times.ndim else float(times)
