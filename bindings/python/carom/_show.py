"""Worlds to look at: an animation for notebooks, and the page."""

from __future__ import annotations

import copy
import math
import os
import re
import shutil
import subprocess
import tempfile
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import C, check, ffi, to_json

if TYPE_CHECKING:
    from ._world import World

_COLOURS = ("#3b6fb6", "#c4572b", "#3f8f5a", "#8a5aa8", "#b08a2e", "#4a9aa8")


class Animation:
    """An SVG animation that a notebook shows and a browser plays."""

    def __init__(self, svg: str) -> None:
        #: The whole picture, as text.
        self.svg = svg

    def save(self, path: str | os.PathLike[str]) -> None:
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_html_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<animation, {len(self.svg) / 1000:.0f} kB of SVG>"


def _outlines(world: World) -> dict[int, list[np.ndarray[Any, Any]]]:
    found = ffi.new("const carom_outlines **")
    check(C.carom_get_outlines(world._handle, found))
    outlines: dict[int, list[np.ndarray[Any, Any]]] = {}
    for k in range(found[0].count):
        first, last = found[0].start[k], found[0].start[k + 1]
        points = [(found[0].points[j].x, found[0].points[j].y) for j in range(first, last)]
        outlines.setdefault(found[0].body[k], []).append(np.array(points))
    return outlines


class _Film:
    """What bodies do, frame by frame."""

    def __init__(self, world: World, duration: float, frames: int) -> None:
        self.outlines: dict[int, list[np.ndarray[Any, Any]]] = {}
        self.radius: dict[int, float] = {}
        self.moving: dict[int, bool] = {}
        self.hollow: dict[int, bool] = {}
        self.places: list[dict[int, tuple[float, float, float]]] = []
        start = world.time
        for k in range(frames + 1):
            if k > 0:
                world.run(until=start + duration * k / frames, record=False)
            self._look(world)

    def _look(self, world: World) -> None:
        bodies = world.bodies
        serials = bodies.serial.tolist()
        if any(serial not in self.radius for serial in serials):
            self.outlines.update(_outlines(world))
            fixed, hollow = bodies.fixed, bodies.hollow
            for k, serial in enumerate(serials):
                self.radius.setdefault(serial, float(bodies.radius[k]))
                self.moving.setdefault(serial, not fixed[k])
                self.hollow.setdefault(serial, bool(hollow[k]))
        at, angle = bodies.at.tolist(), bodies.angle.tolist()
        self.places.append({serial: (x, y, turn) for serial, (x, y), turn in zip(serials, at, angle)})

    def view(self, bounds: Any) -> tuple[float, float, float, float]:
        """xmin, ymin, xmax, ymax: the bounds, or all that has an end."""
        if bounds:
            (x, y), (u, v) = bounds["min"], bounds["max"]
        else:
            reach = [
                (place[0], place[1], self.radius[serial])
                for places in self.places
                for serial, place in places.items()
                if math.isfinite(self.radius[serial])
            ] or [(0.0, 0.0, 1.0)]
            xs, ys, rs = np.array(reach).T
            # A body that flies away must not make a dot of all others.
            x, u = np.percentile(xs, [1, 99]) + np.array([-1, 1]) * np.median(rs) * 2
            y, v = np.percentile(ys, [1, 99]) + np.array([-1, 1]) * np.median(rs) * 2
            for serial, (a, b, _) in self.places[0].items():
                r = self.radius[serial]
                if math.isfinite(r) and not self.moving[serial]:  # what does not move is seen as a whole
                    x, y, u, v = min(x, a - r), min(y, b - r), max(u, a + r), max(v, b + r)
        margin = 0.03 * max(u - x, v - y, 1e-9)
        return x - margin, y - margin, u + margin, v + margin


def _number(value: float) -> str:
    return f"{value:.4g}"


def _shape(film: _Film, serial: int, view: tuple[float, float, float, float]) -> str:
    outlines = film.outlines.get(serial)
    if outlines is None:
        r = film.radius[serial]
        if film.hollow[serial]:
            return f'<circle r="{_number(r)}" class="line"/>'
        spoke = f'<path d="M0 0H{_number(r)}" style="stroke:#fff;stroke-width:{_number(r / 8)}"/>'
        turns = len({places[serial][2] for places in film.places if serial in places}) > 1
        return f'<circle r="{_number(r)}"/>' + (spoke if turns else "")
    text = ""
    for points in outlines:
        if not math.isfinite(film.radius[serial]):  # a border, from end to end of the view
            (x, y), (u, v) = points
            far = 2 * (view[2] - view[0] + view[3] - view[1])
            points = np.array([(x - far * (u - x), y - far * (v - y)), (x + far * (u - x), y + far * (v - y))])
        path = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
        closed = "Z" if len(points) > 2 else ""
        line = "" if closed and not film.hollow[serial] else ' class="line"'
        text += f'<path d="M{path}{closed}"{line}/>'
    return text


def _svg(film: _Film, bounds: Any, seconds: float, width: int) -> str:
    view = film.view(bounds)
    size = (view[2] - view[0], view[3] - view[1])
    height = round(width * size[1] / size[0])
    frames = len(film.places)
    timing = f'dur="{seconds:.3f}s" repeatCount="indefinite" calcMode="linear"'
    parts = []
    for order, serial in enumerate(film.radius):
        track = [places.get(serial) for places in film.places]
        known = [place for place in track if place is not None]
        filled: list[tuple[float, float, float]] = []
        for place in track:
            filled.append(place if place is not None else (filled[-1] if filled else known[0]))
        colour = _COLOURS[order % len(_COLOURS)] if film.moving[serial] else "#777"
        shape = _shape(film, serial, view)
        x, y, turn = filled[0]
        moves = "".join(
            f'<animateTransform attributeName="transform" type="{kind}" additive="{how}" values="{values}" {timing}/>'
            for kind, how, values, changes in (
                (
                    "translate",
                    "replace",
                    ";".join(f"{_number(p[0])} {_number(p[1])}" for p in filled),
                    True,
                ),
                ("rotate", "sum", ";".join(_number(math.degrees(p[2])) for p in filled), len({p[2] for p in filled}) > 1),
            )
            if changes and len(set(filled)) > 1
        )
        if len(known) < frames:  # it came or went
            shown = ";".join("visible" if place is not None else "hidden" for place in track)
            moves += (
                f'<animate attributeName="visibility" values="{shown}" dur="{seconds:.3f}s" '
                'repeatCount="indefinite" calcMode="discrete"/>'
            )
        where = f'transform="translate({_number(x)} {_number(y)}) rotate({_number(math.degrees(turn))})"'
        parts.append(f'<g fill="{colour}" stroke="{colour}" {where}>{shape}{moves}</g>')
    frame = ""
    if bounds:
        (x, y), (u, v) = bounds["min"], bounds["max"]
        frame = (
            f'<rect x="{_number(x)}" y="{_number(y)}" width="{_number(u - x)}" height="{_number(v - y)}" fill="none" '
            f'stroke="#777" stroke-width="{_number(size[0] / 300)}"/>'
        )
    line = _number(size[0] / 200)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="{_number(view[0])} {_number(-view[3])} {_number(size[0])} {_number(size[1])}" '
        f'style="background:#fff"><style>path,circle{{stroke-width:0}}.line{{fill:none;stroke-width:{line}}}</style>'
        f'<g transform="scale(1 -1)">{frame}{"".join(parts)}</g></svg>'
    )


def animate(
    world: World, duration: float = 5, *, fps: float = 30, speed: float = 1, width: int = 640
) -> Animation:
    """What happens in the next ``duration`` of scene time, as an animation for a notebook. The world stays where it is.

    ``speed`` is scene time a second of the film, ``fps`` how many pictures a second it has.

    >>> import carom
    >>> world = carom.World(gravity=(0, -10))
    >>> _ = world.add(border={"y": 0}), world.add(circle={"radius": 0.5}, at=(0, 3))
    >>> film = carom.animate(world, 2)
    >>> film.svg.startswith("<svg"), world.time
    (True, 0.0)
    """
    for name, value in (("duration", duration), ("fps", fps), ("speed", speed), ("width", width)):
        if not (math.isfinite(value) and value > 0):
            raise ValueError(f"expected a positive {name}, found {value}")
    seconds = duration / speed
    film = _Film(copy.copy(world), duration, max(1, round(seconds * fps)))
    return Animation(_svg(film, world.settings.get("bounds"), seconds, width))


def _program() -> str:
    """The program, which serves the page: CAROM_PROGRAM, that of the build this package stands in, or the one installed."""
    own = os.environ.get("CAROM_PROGRAM")
    if own:
        return own
    built = Path(__file__).resolve().parent.parent.parent / "carom"
    if built.is_file() and os.access(built, os.X_OK):
        return str(built)
    installed = shutil.which("carom")
    if installed is None:
        raise RuntimeError("the program carom serves the page and was not found: install it, or name it in CAROM_PROGRAM")
    return installed


class _Page:
    """A page that is being served; it ends with ``close``, or with Python."""

    def __init__(self, process: subprocess.Popen[str], folder: tempfile.TemporaryDirectory[str], url: str) -> None:
        self._process = process
        self._folder = folder
        #: To be opened in a browser.
        self.url = url

    def close(self) -> None:
        self._process.terminate()
        self._process.wait()
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._folder.cleanup()

    def __del__(self) -> None:
        if self._process.poll() is None:
            self.close()

    def _repr_html_(self) -> str:
        return f'<a href="{escape(self.url)}" target="_blank">{escape(self.url)}</a>'

    def __repr__(self) -> str:
        return f"<page at {self.url}>"


def play(world: World, *, open_browser: bool = True) -> _Page:
    """Opens the page on the world as it is now. It plays there on its own, and ends when what is returned is closed."""
    folder = tempfile.TemporaryDirectory(prefix="carom-")
    scene = Path(folder.name) / "world.json"
    scene.write_bytes(to_json(world.scene()))
    command = [_program(), "play", str(scene)] + (["--open"] if open_browser else [])
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ""
    assert process.stdout is not None
    for line in process.stdout:
        said += line
        address = re.search(r"http://\S+", line)
        if address:
            return _Page(process, folder, address[0].rstrip(".,"))
    process.wait()
    process.stdout.close()
    folder.cleanup()
    raise RuntimeError(f"the page could not be served: {said.strip()}")
