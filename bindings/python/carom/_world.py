"""Worlds and their bodies."""

from __future__ import annotations

import json
import time
import weakref
from typing import Any, Callable, Iterator, NamedTuple

import numpy as np

from ._columns import Bodies
from ._library import (
    C,
    EDGES,
    BodyGone,
    SceneError,
    check,
    ffi,
    kept_exception,
    number,
    pair,
    take_text,
    to_json,
    watch_signals,
)
from ._queries import scene_text

Pair = tuple[float, float]

#: The words of ``response``, in the order of the library's numbers.
RESPONSES = ("impulse", "rebound", "slide", "none", "ignore", "merge")

#: The type of ``world.events``. ``a`` and ``b`` are serials; ``b`` is -1 for the edges of the world.
EVENT = np.dtype(
    [
        ("t", "f8"),
        ("a", "i8"),
        ("b", "i8"),
        ("point", "f8", 2),
        ("normal", "f8", 2),
        ("speed", "f8"),
        ("impulse", "f8"),
        ("response", "U7"),
    ]
)

#: The type of what ``World.ray_cast`` answers to many rays at once. Where nothing is met, ``serial`` is -1.
RAY_HIT = np.dtype([("serial", "i8"), ("distance", "f8"), ("point", "f8", 2), ("normal", "f8", 2)])

#: The type of what ``World.casts`` answers. Where nothing is met, ``serial`` is -1 and ``t`` infinite.
CAST_HIT = np.dtype([("serial", "i8"), ("t", "f8"), ("distance", "f8"), ("point", "f8", 2), ("normal", "f8", 2)])

_EVERYTHING = 0xFFFFFFFF


class Energy(NamedTuple):
    """``exchanged`` is what removed and spawned bodies and inelastic contacts took (negative) or brought."""

    kinetic: float
    potential: float
    exchanged: float

    @property
    def total(self) -> float:
        return self.kinetic + self.potential


class BodyState(NamedTuple):
    at: Pair
    velocity: Pair
    angle: float
    spin: float


class RayHit(NamedTuple):
    serial: int
    distance: float
    point: Pair
    normal: Pair


class CastHit(NamedTuple):
    serial: int
    #: The part of the way that the shape can go, in [0, 1].
    t: float
    distance: float
    point: Pair
    normal: Pair


class Nearest(NamedTuple):
    serial: int
    distance: float
    point: Pair


class Contact(NamedTuple):
    """What a callback receives about two bodies that touch. ``b`` is None for the edges of the world."""

    t: float
    a: int
    b: int | None
    point: Pair
    normal: Pair
    speed: float
    #: After the contact; 0 before.
    impulse: float
    #: After the contact: what was done; "impulse" before.
    response: str


def _vector(value: Any) -> Pair:
    return value.x, value.y


def _c_vector(value: Any, place: str) -> Any:
    return ffi.new("carom_vec2 *", pair(value, place))[0]


class Body:
    """One body of a world: ``world[serial]``. What is read is as it is now; what is written takes effect at once.

    >>> import carom
    >>> world = carom.World()
    >>> ball = world[world.add(circle={"radius": 1}, name="ball", tags=["red"])]
    >>> ball.velocity = (1, 0)
    >>> ball.mass = 2
    >>> ball.apply_impulse((0, 4))
    >>> ball.velocity, ball.name, ball.tags, ball.fixed
    ((1.0, 2.0), 'ball', ['red'], False)
    >>> ball.remove()
    >>> ball.at
    Traceback (most recent call last):
        ...
    carom.BodyGone: there is no body 0: it is gone, or never was
    """

    __slots__ = ("_world", "serial")

    def __init__(self, world: World, serial: int) -> None:
        self._world = world
        #: Its place in the order of creation.
        self.serial = serial

    def _info(self) -> Any:
        info = ffi.new("carom_body_info *")
        check(C.carom_body_get(self._world._handle, self.serial, info))
        return info

    def _json(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(take_text(C.carom_body_json, self._world._handle, self.serial))
        return found

    def change(self, **keys: Any) -> None:
        """Changes any keys that a body of a scene has; None gives a key its default.

        >>> import carom
        >>> world = carom.World()
        >>> ball = world[world.add(circle={"radius": 1})]
        >>> ball.change(circle={"radius": 2}, density=3, sensor=True)
        >>> ball.radius, ball.sensor
        (2.0, True)
        """
        text = to_json(keys)
        self._world._changed(C.carom_change_json(self._world._handle, self.serial, text, len(text)))

    def definition(self) -> dict[str, Any]:
        """The body as a scene that went on from here would have it."""
        return self._json()

    @property
    def at(self) -> Pair:
        """Where its shape's origin is."""
        return _vector(self._info().state.at)

    @at.setter
    def at(self, value: Any) -> None:
        self._world._changed(C.carom_set_at(self._world._handle, self.serial, _c_vector(value, "/at")))

    @property
    def velocity(self) -> Pair:
        """Of its centre of mass."""
        return _vector(self._info().state.velocity)

    @velocity.setter
    def velocity(self, value: Any) -> None:
        self._world._changed(C.carom_set_velocity(self._world._handle, self.serial, _c_vector(value, "/velocity")))

    @property
    def angle(self) -> float:
        """In radians."""
        return float(self._info().state.angle)

    @angle.setter
    def angle(self, value: float) -> None:
        self.change(angle=number(value, "/angle"))

    @property
    def spin(self) -> float:
        """In radians a second, counterclockwise."""
        return float(self._info().state.spin)

    @spin.setter
    def spin(self, value: float) -> None:
        self._world._changed(C.carom_set_spin(self._world._handle, self.serial, number(value, "/spin")))

    @property
    def mass(self) -> float:
        """Of a fixed body, as if it were not."""
        return float(self._info().mass)

    @mass.setter
    def mass(self, value: float) -> None:
        self.change(mass=number(value, "/mass"))

    @property
    def radius(self) -> float:
        """Of a circle; of others how far they reach from ``at``."""
        return float(self._info().radius)

    @property
    def name(self) -> str:
        """``#k`` where it was given none."""
        return self._world.name(self.serial)

    @name.setter
    def name(self, value: str | None) -> None:
        self.change(name=value)

    @property
    def tags(self) -> list[str]:
        return list(self._json().get("tags", []))

    @tags.setter
    def tags(self, value: Any) -> None:
        self.change(tags=list(value))

    @property
    def restitution(self) -> float | None:
        """Its own; None: the world's counts."""
        value = self._info().restitution
        return float(value.value) if value.given else None

    @restitution.setter
    def restitution(self, value: float | None) -> None:
        self.change(restitution=value)

    @property
    def friction(self) -> float | None:
        """Its own; None: the world's counts."""
        value = self._info().friction
        return float(value.value) if value.given else None

    @friction.setter
    def friction(self, value: float | None) -> None:
        self.change(friction=value)

    @property
    def fixed(self) -> bool:
        return bool(self._info().fixed)

    @fixed.setter
    def fixed(self, value: bool) -> None:
        self.change(fixed=bool(value))

    @property
    def sensor(self) -> bool:
        """Contacts are reported, and nothing is moved."""
        return bool(self._info().sensor)

    @sensor.setter
    def sensor(self, value: bool) -> None:
        self.change(sensor=bool(value))

    @property
    def inside(self) -> list[int]:
        """Of a sensor: serials of the bodies inside it, as the last step has left it.

        >>> import carom
        >>> world = carom.World(dt=1)
        >>> zone = world[world.add(circle={"radius": 2}, fixed=True, sensor=True)]
        >>> _ = world.add(circle={"radius": 0.5}, at=(-4, 0), velocity=(1, 0))
        >>> world.step(3)
        >>> zone.inside
        [1]
        """
        return self._world._list(C.carom_inside, self.serial)

    @property
    def exists(self) -> bool:
        """False: it has been removed."""
        return self.serial in self._world

    def remove(self) -> None:
        self._world._changed(C.carom_remove(self._world._handle, self.serial))

    def apply_impulse(self, impulse: Any, at: Any = None) -> None:
        """At its centre of mass or, with ``at``, at a point of the plane, which turns it too."""
        handle, vector = self._world._handle, _c_vector(impulse, "/impulse")
        if at is None:
            self._world._changed(C.carom_apply_impulse(handle, self.serial, vector))
        else:
            self._world._changed(C.carom_apply_impulse_at(handle, self.serial, vector, _c_vector(at, "/at")))

    def apply_force(self, force: Any) -> None:
        """For the next step."""
        self._world._changed(C.carom_apply_force(self._world._handle, self.serial, _c_vector(force, "/force")))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Body) and other._world is self._world and other.serial == self.serial

    def __hash__(self) -> int:
        return hash((id(self._world), self.serial))

    def __repr__(self) -> str:
        return f"<body {self.name}>" if self.exists else f"<body {self.serial}, gone>"


class Snapshot:
    """The whole state of a world: bodies, time, counters, open contacts, settings and rules.

    >>> import carom
    >>> world = carom.World.from_scene("billiards_break")
    >>> world.run(until=1)
    >>> start = world.snapshot()
    >>> world.run(until=2)
    >>> end = world.hash
    >>> world.restore(carom.Snapshot.from_bytes(bytes(start)))
    >>> world.run(until=2)
    >>> world.hash == end
    True
    """

    def __init__(self, handle: Any) -> None:
        self._handle = ffi.gc(handle, C.carom_snapshot_free)

    @staticmethod
    def from_bytes(data: bytes) -> Snapshot:
        """Any bytes may be given: what is no snapshot raises a ``SceneError``."""
        found = ffi.new("carom_snapshot **")
        check(C.carom_snapshot_from_bytes(ffi.from_buffer("uint8_t[]", data), len(data), found))
        return Snapshot(found[0])

    def __bytes__(self) -> bytes:
        data, size = ffi.new("uint8_t **"), ffi.new("size_t *")
        check(C.carom_snapshot_bytes(self._handle, data, size))
        try:
            return bytes(ffi.buffer(data[0], size[0]))
        finally:
            C.carom_free(data[0])

    @property
    def time(self) -> float:
        return float(C.carom_snapshot_time(self._handle))

    def __reduce__(self) -> Any:
        return Snapshot.from_bytes, (bytes(self),)

    def __repr__(self) -> str:
        return f"<snapshot at t = {self.time:g}>"


def _unpickled(data: bytes, threads: int) -> World:
    return World._from_snapshot(Snapshot.from_bytes(data), threads)


class World:
    """A world of bodies that move and collide. Takes every key of a scene's "world", and its "rules".

    >>> import carom
    >>> world = carom.World(gravity=(0, -10), restitution=0.5)
    >>> floor = world.add(border={"y": 0}, name="floor")
    >>> ball = world.add(circle={"radius": 0.5}, at=(0, 5.5), name="ball")
    >>> world.run(until=3)
    >>> for hit in world.events[:2]:
    ...     print(f"t = {hit['t']:.4f} s: hits the floor at {hit['speed']:.3f} m/s")
    t = 1.0000 s: hits the floor at 10.000 m/s
    t = 2.0000 s: hits the floor at 5.000 m/s
    >>> world.time, world["ball"].velocity[0]
    (3.0, 0.0)
    """

    def __init__(
        self,
        *,
        detection: str | None = None,
        dt: float | None = None,
        duration: float | None = None,
        time: float | None = None,
        restitution: float | None = None,
        friction: float | None = None,
        gravity: Any = None,
        attraction: dict[str, float] | None = None,
        integrator: str | None = None,
        substep: float | None = None,
        sources: Any = None,
        bounds: dict[str, Any] | None = None,
        contact_duration: float | None = None,
        rules: Any = None,
        threads: int = 1,
        **others: Any,
    ) -> None:
        settings = {
            "detection": detection,
            "dt": dt,
            "duration": duration,
            "time": time,
            "restitution": restitution,
            "friction": friction,
            "gravity": gravity,
            "attraction": attraction,
            "integrator": integrator,
            "substep": substep,
            "sources": sources,
            "bounds": bounds,
            "contact_duration": contact_duration,
            **others,
        }
        scene: dict[str, Any] = {"carom": 1, "world": {key: value for key, value in settings.items() if value is not None}}
        if rules is not None:
            scene["rules"] = rules
        self._open(to_json(scene), threads)

    def _open(self, text: bytes, threads: int) -> None:
        found = ffi.new("carom_world **")
        check(C.carom_world_from_scene(text, len(text), found))
        self._adopt(found[0], threads)

    def _adopt(self, handle: Any, threads: int) -> None:
        self._handle = ffi.gc(handle, C.carom_world_free)
        self._version = 0
        self._events: np.ndarray[Any, Any] | None = None
        self._callbacks: tuple[Any, Any] = (None, None)
        self._failure: BaseException | None = None
        self._wall_seconds = 0.0
        self._threads = 1
        self.threads = threads

    @staticmethod
    def from_scene(scene: Any, *, threads: int = 1) -> World:
        """The world of a scene: a dict, JSON text, a path, or the name of one that comes with Carom.

        >>> import carom
        >>> carom.World.from_scene("newtons_cradle").time
        0.0
        """
        world = World.__new__(World)
        world._open(scene_text(scene), threads)
        return world

    @staticmethod
    def _from_snapshot(snapshot: Snapshot, threads: int) -> World:
        found = ffi.new("carom_world **")
        check(C.carom_world_from_snapshot(snapshot._handle, found))
        world = World.__new__(World)
        world._adopt(found[0], threads)
        return world

    def _changed(self, status: int = 0) -> None:
        self._version += 1
        check(status)

    # Bodies.

    def add(self, **keys: Any) -> int:
        """Adds a body, given by the keys that a scene's body has, and returns its serial.

        >>> import carom
        >>> world = carom.World()
        >>> world.add(polygon={"vertices": [(-1, 0), (1, 0), (0, 1)]}, at=(0, 2), angle=0.5, density=2)
        0
        >>> world.add(circle={"radius": -1})
        Traceback (most recent call last):
            ...
        carom.SceneError: /circle/radius: expected a number that is not negative, found -1
        """
        text = to_json({key: value for key, value in keys.items() if value is not None})
        body = ffi.new("carom_body *")
        self._changed(C.carom_add_json(self._handle, text, len(text), body))
        return int(body[0])

    def __getitem__(self, body: int | str) -> Body:
        """A body by its serial, or by its name."""
        if isinstance(body, str):
            return Body(self, self.find(body))
        if body not in self:
            raise BodyGone(f"there is no body {body}: it is gone, or never was")
        return Body(self, int(body))

    def __contains__(self, body: object) -> bool:
        try:
            serial = int(body)  # type: ignore[call-overload]
            if not 0 <= serial < EDGES:
                return False
            check(C.carom_body_get(self._handle, serial, ffi.new("carom_body_info *")))
        except (TypeError, ValueError, BodyGone):
            return False
        return True

    def __len__(self) -> int:
        return len(self.bodies)

    def find(self, name: str) -> int:
        """The serial of the body of this name."""
        body = ffi.new("carom_body *")
        check(C.carom_find(self._handle, name.encode(), body))
        return int(body[0])

    def name(self, serial: int) -> str:
        """What a body is called, also when it is gone; "bounds" for -1, the edges of the world."""
        return take_text(C.carom_name, self._handle, EDGES if serial == -1 else serial)

    @property
    def bodies(self) -> Bodies:
        """All bodies, as arrays."""
        return Bodies(self)

    def set_velocities(self, serials: Any, velocities: Any) -> None:
        """Of many bodies in one call: serials (N,), velocities (N, 2).

        >>> import carom
        >>> world = carom.World.from_scene("gas")
        >>> world.set_velocities(world.bodies.serial, -world.bodies.velocity)
        """
        bodies = np.ascontiguousarray(serials, dtype="u8")
        vectors = np.ascontiguousarray(velocities, dtype="f8")
        if bodies.ndim != 1 or vectors.shape != (len(bodies), 2):
            raise SceneError("", f"expected shapes (N,) and (N, 2), found {bodies.shape} and {vectors.shape}")
        self._changed(
            C.carom_set_velocities(
                self._handle,
                ffi.cast("carom_body *", bodies.ctypes.data),
                ffi.cast("carom_vec2 *", vectors.ctypes.data),
                len(bodies),
            )
        )

    # Time.

    def step(self, count: int = 1, *, record: bool = True) -> None:
        """Takes steps of the world's ``dt``, the very ones that ``carom run`` takes."""
        self._advance(record, C.carom_step, int(count), ffi.NULL)

    def run(self, until: float | None = None, *, record: bool = True) -> None:
        """Steps until it is ``until`` exactly, or the scene's duration is over. Without ``record`` there are no ``events``.

        Other threads of Python run meanwhile, and Ctrl-C ends it: the world is then where its last whole step has left it.
        """
        end = self._ask("double *", C.carom_duration) if until is None else number(until, "until")
        self._advance(record, C.carom_run, end)

    def _advance(self, record: bool, call: Any, *arguments: Any) -> None:
        check(C.carom_set_recording(self._handle, record))
        watch_signals(self._handle)
        self._version += 1
        self._events = None
        self._failure = None
        begin = time.perf_counter()
        status = call(self._handle, *arguments)
        self._wall_seconds += time.perf_counter() - begin
        self._version += 1
        interruption, failure = kept_exception(), self._failure
        self._failure = None
        if status == C.CAROM_CALLBACK_FAILED and failure is not None:
            raise failure
        if status == C.CAROM_INTERRUPTED and interruption is not None:
            raise interruption.with_traceback(None)
        check(status)

    def interrupt(self) -> None:
        """From another thread: ends the ``run`` or ``step`` that goes on, which raises ``InterruptedError``."""
        C.carom_interrupt(self._handle)

    @property
    def threads(self) -> int:
        """How many threads may work on a step; it changes no bit of any result."""
        return self._threads

    @threads.setter
    def threads(self, value: int) -> None:
        check(C.carom_set_threads(self._handle, value))
        self._threads = value

    @property
    def events(self) -> np.ndarray[Any, Any]:
        """The contacts of the last ``step`` or ``run``, as a structured array (:data:`EVENT`): one row a contact."""
        if self._events is not None:
            return self._events
        found = ffi.new("const carom_events **")
        check(C.carom_get_events(self._handle, found))
        columns = found[0]
        events = np.empty(columns.count, dtype=EVENT)
        if columns.count > 0:

            def column(pointer: Any, kind: str, width: int = 1) -> Any:
                size = columns.count * width * np.dtype(kind).itemsize
                return np.frombuffer(ffi.buffer(ffi.cast("char *", pointer), size), dtype=kind)

            for name in ("t", "speed", "impulse"):
                events[name] = column(getattr(columns, name), "f8")
            for name in ("a", "b"):
                events[name] = column(getattr(columns, name), "i8")
            for name in ("point", "normal"):
                events[name] = column(getattr(columns, name), "f8", 2).reshape(-1, 2)
            events["response"] = np.array(RESPONSES)[column(columns.response, "u1")]
        self._events = events
        return events

    def event(self, k: int) -> dict[str, Any]:
        """Number ``k`` of ``events`` as a line of ``carom run --events``: with names, and the effects of rules."""
        count = len(self.events)
        line: dict[str, Any] = json.loads(take_text(C.carom_event_json, self._handle, k + count if k < 0 else k))
        return line

    def on_contact(
        self, before: Callable[[Contact], Any] | None = None, after: Callable[[Contact], Any] | None = None
    ) -> None:
        """Callables that are called for every contact, before it is resolved and after; None: no call.

        A contact is ignored if ``before`` returns False. What a callable raises ends the step, which is then undone.

        >>> import carom
        >>> world = carom.World()
        >>> _ = world.add(circle={"radius": 1}, velocity=(1, 0)), world.add(circle={"radius": 1}, at=(5, 0))
        >>> world.on_contact(before=lambda contact: False)
        >>> world.run(until=9)
        >>> world.events["response"]
        array(['ignore'], dtype='<U7')
        """
        me = weakref.ref(self)

        def wrapped(callback: Callable[[Contact], Any] | None) -> Any:
            if callback is None:
                return ffi.NULL
            tell = callback

            def failed(kind: Any, value: BaseException, trace: Any) -> None:
                world = me()
                if world is not None:
                    world._failure = value

            def call(_world: Any, contact: Any, _user: Any) -> int:
                world = me()
                if world is not None:
                    world._version += 1  # what an earlier callback has read is of another moment
                said = tell(
                    Contact(
                        contact.t,
                        contact.a,
                        None if contact.b == EDGES else contact.b,
                        _vector(contact.point),
                        _vector(contact.normal),
                        contact.speed,
                        contact.impulse,
                        RESPONSES[contact.response],
                    )
                )
                return int(C.CAROM_IGNORE_CONTACT if said is False else C.CAROM_GO_ON)

            return ffi.callback(
                "carom_verdict(carom_world *, const carom_contact *, void *)", call, error=C.CAROM_STOP, onerror=failed
            )

        callbacks = wrapped(before), wrapped(after)
        check(C.carom_set_callbacks(self._handle, *callbacks, ffi.NULL))
        self._callbacks = callbacks

    def state_at(self, serial: int, t: float) -> BodyState | None:
        """A body at a time inside the last step; None where that is not known."""
        state = ffi.new("carom_state *")
        status = C.carom_state_at(self._handle, serial, number(t, "t"), state)
        if status == C.CAROM_NOT_HERE:
            return None
        check(status)
        return BodyState(_vector(state.at), _vector(state.velocity), state.angle, state.spin)

    # Numbers.

    def _ask(self, kind: str, call: Any) -> Any:
        value = ffi.new(kind)
        check(call(self._handle, value))
        return value[0]

    @property
    def time(self) -> float:
        """Scene time."""
        return float(self._ask("double *", C.carom_time))

    @property
    def steps(self) -> int:
        """Steps taken so far; 0 in the event world, which has none."""
        return int(self._ask("uint64_t *", C.carom_step_count))

    @property
    def collisions(self) -> int:
        """Contacts since the world was made."""
        return int(self._ask("uint64_t *", C.carom_collision_count))

    @property
    def hash(self) -> str:
        """Of the bits of the state: the same string as ``carom run`` prints."""
        return f"{int(self._ask('uint64_t *', C.carom_hash)):016x}"

    @property
    def energy(self) -> Energy:
        kinetic, potential, exchanged = (ffi.new("double *") for _ in range(3))
        check(C.carom_energy(self._handle, kinetic, potential, exchanged))
        return Energy(kinetic[0], potential[0], exchanged[0])

    @property
    def momentum(self) -> Pair:
        return _vector(self._ask("carom_vec2 *", C.carom_momentum))

    @property
    def angular_momentum(self) -> float:
        """About the origin."""
        return float(self._ask("double *", C.carom_angular_momentum))

    @property
    def policies(self) -> dict[str, int]:
        """How often a policy has acted that lets every step end: as in the summary of ``carom run``."""
        found = self._ask("carom_policies *", C.carom_get_policies)
        return {name: int(getattr(found, name)) for name, _ in ffi.typeof("carom_policies").fields}

    @property
    def gas(self) -> dict[str, float] | None:
        """Pressure and the like, as in the summary of ``carom run``; None where there is nothing to measure."""
        found = ffi.new("carom_gas *")
        status = C.carom_get_gas(self._handle, found)
        if status == C.CAROM_NOT_HERE:
            return None
        check(status)
        rate = self.collisions / self._wall_seconds if self._wall_seconds > 0 else 0.0
        numbers = {name: float(getattr(found, name)) for name, _ in ffi.typeof("carom_gas").fields}
        return {"collisions_per_second": rate, **numbers}

    # The state as a whole.

    def snapshot(self) -> Snapshot:
        """To come back to, settings included: what follows a ``restore`` is the same, bit by bit."""
        found = ffi.new("carom_snapshot **")
        check(C.carom_snapshot_take(self._handle, found))
        return Snapshot(found[0])

    def restore(self, snapshot: Snapshot) -> None:
        """Back to a snapshot, of this world or another."""
        if not isinstance(snapshot, Snapshot):
            raise TypeError(f"expected a carom.Snapshot, found {type(snapshot).__name__}")
        self._events = None
        self._changed(C.carom_restore(self._handle, snapshot._handle))

    def start_journal(self) -> None:
        """Keeps a journal from here on of every call that changes the world: see :meth:`from_journal`."""
        check(C.carom_journal_start(self._handle))

    def stop_journal(self) -> None:
        check(C.carom_journal_stop(self._handle))

    def journal(self) -> bytes:
        """All up to now, with settings and rules: to be attached to the report of a defect."""
        data, size = ffi.new("uint8_t **"), ffi.new("size_t *")
        check(C.carom_journal_bytes(self._handle, data, size))
        try:
            return bytes(ffi.buffer(data[0], size[0]))
        finally:
            C.carom_free(data[0])

    @staticmethod
    def from_journal(data: bytes, *, threads: int = 1) -> World:
        """Another world in which all of a journal has happened, to the same bits.

        A journal is read by the version of Carom that wrote it; other bytes raise a ``SceneError``.

        >>> import carom
        >>> world = carom.World.from_scene("billiards_break")
        >>> world.start_journal()
        >>> world["cue"].velocity = (7, 1)
        >>> world.run(until=1)
        >>> carom.World.from_journal(world.journal()).hash == world.hash
        True
        """
        found = ffi.new("carom_world **")
        check(C.carom_world_from_journal(ffi.from_buffer("uint8_t[]", data), len(data), found))
        world = World.__new__(World)
        world._adopt(found[0], threads)
        return world

    def __reduce__(self) -> Any:
        return _unpickled, (bytes(self.snapshot()), self._threads)

    def __copy__(self) -> World:
        return World._from_snapshot(self.snapshot(), self._threads)

    def __deepcopy__(self, memo: Any) -> World:
        return self.__copy__()

    def scene(self) -> dict[str, Any]:
        """A scene that runs on from here.

        >>> import carom
        >>> world = carom.World(dt=0.5)
        >>> _ = world.add(circle={"radius": 1}, velocity=(1, 0), name="ball")
        >>> world.step(2)
        >>> world.scene()["bodies"][0]["at"]
        [1.0, 0.0]
        """
        found: dict[str, Any] = json.loads(take_text(C.carom_scene_json, self._handle))
        return found

    @property
    def settings(self) -> dict[str, Any]:
        """The "world" of its scene as it is now."""
        found: dict[str, Any] = self.scene()["world"]
        return found

    def change(self, **settings: Any) -> None:
        """Goes on from here with other settings: ``world.change(gravity=(0, 0), dt=0.01)``; None: the default."""
        merged = {**self.settings, **settings}
        text = to_json({"carom": 1, "world": {key: value for key, value in merged.items() if value is not None}})
        self._events = None
        self._changed(C.carom_change_settings(self._handle, text, len(text)))

    # Questions.

    def ray_cast(
        self, start: Any, end: Any, *, mask: int = _EVERYTHING, sensors: bool = True, without: int | None = None
    ) -> Any:
        """The first body that a ray meets, or None; of rays (N, 2) a structured array (:data:`RAY_HIT`).

        >>> import carom
        >>> world = carom.World()
        >>> _ = world.add(circle={"radius": 1}, at=(5, 0))
        >>> world.ray_cast((0, 0), (9, 0))
        RayHit(serial=0, distance=4.0, point=(4.0, 0.0), normal=(-1.0, 0.0))
        >>> world.ray_cast((0, 0), [(9, 0), (0, 9)])["distance"]
        array([ 4., inf])
        """
        starts, ends = np.asarray(start, dtype=float), np.asarray(end, dtype=float)
        chosen = _c_filter(mask, sensors, without)
        if starts.ndim == 1 and ends.ndim == 1:
            hit = ffi.new("carom_ray_hit *")
            first, last = (ffi.new("carom_vec2 *", pair(*point)) for point in ((start, "/from"), (end, "/to")))
            check(C.carom_ray_cast_filtered(self._handle, first, last, 1, chosen, hit))
            return self._hit(hit)
        shape = np.broadcast_shapes(starts.shape, ends.shape)
        if len(shape) != 2 or shape[1] != 2:
            raise SceneError("", f"expected points, arrays of shape (N, 2), found {starts.shape} and {ends.shape}")
        starts, ends = (np.ascontiguousarray(np.broadcast_to(array, shape)) for array in (starts, ends))
        hits = ffi.new("carom_ray_hit[]", max(shape[0], 1))
        first, last = (ffi.cast("carom_vec2 *", array.ctypes.data) for array in (starts, ends))
        check(C.carom_ray_cast_filtered(self._handle, first, last, shape[0], chosen, hits))
        found = np.zeros(shape[0], dtype=RAY_HIT)
        for k in range(shape[0]):
            hit = hits[k]
            distance = hit.distance if hit.hit else np.inf
            found[k] = (hit.body if hit.hit else -1, distance, _vector(hit.point), _vector(hit.normal))
        return found

    def _hit(self, hit: Any) -> RayHit | None:
        return RayHit(hit.body, hit.distance, _vector(hit.point), _vector(hit.normal)) if hit.hit else None

    def shape_cast(
        self, shape: dict[str, Any], start: Any, end: Any, *, angle: float = 0, mask: int = _EVERYTHING
    ) -> RayHit | None:
        """The first body that a shape of a scene meets on its way; ``distance`` is how far it can go.

        >>> import carom
        >>> world = carom.World()
        >>> _ = world.add(border={"x": 5})
        >>> world.shape_cast({"circle": {"radius": 0.5}}, (0, 0), (9, 0)).distance
        4.5
        """
        given, _memory = _c_shape(shape)
        hit = ffi.new("carom_ray_hit *")
        check(
            C.carom_shape_cast(
                self._handle, given, number(angle, "/angle"), _c_vector(start, "/from"), _c_vector(end, "/to"), mask, hit
            )
        )
        return self._hit(hit)

    def cast(
        self,
        shape: dict[str, Any],
        start: Any,
        end: Any,
        *,
        angle: float = 0,
        end_angle: float | None = None,
        mask: int = _EVERYTHING,
        sensors: bool = True,
        without: int | None = None,
    ) -> CastHit | None:
        """The first body that a shape meets on its way, on which it may turn evenly from ``angle`` to ``end_angle``.

        ``mask`` chooses categories, ``sensors=False`` leaves sensors out, and ``without`` one body.

        >>> import carom
        >>> world = carom.World()
        >>> post = world.add(circle={"radius": 0.5}, at=(0, 3))
        >>> blade = {"segment": {"ends": [(-4, 0), (4, 0)]}}
        >>> hit = world.cast(blade, (0, 0), (0, 0), end_angle=1.6)
        >>> hit.serial, round(hit.t * 1.6, 4)
        (0, 1.4033)
        >>> world.cast(blade, (0, 0), (0, 0), end_angle=1.6, without=post) is None
        True
        """
        found = self.casts(
            shape, [start], [end], angles=angle, end_angles=end_angle, mask=mask, sensors=sensors, without=without, _one=True
        )[0]
        if found["serial"] < 0:
            return None
        point, normal = ((float(x), float(y)) for x, y in (found["point"], found["normal"]))
        return CastHit(int(found["serial"]), float(found["t"]), float(found["distance"]), point, normal)

    def casts(
        self,
        shapes: Any,
        starts: Any,
        ends: Any,
        *,
        angles: Any = 0,
        end_angles: Any = None,
        mask: int = _EVERYTHING,
        sensors: bool = True,
        without: int | None = None,
        _one: bool = False,
    ) -> np.ndarray[Any, Any]:
        """Many casts in one call, each as if it were made alone: a structured array (:data:`CAST_HIT`).

        One shape, or a list of them; points are arrays of shape (N, 2), angles of shape (N,).

        >>> import carom
        >>> world = carom.World()
        >>> _ = world.add(border={"x": 5})
        >>> world.casts({"circle": {"radius": 0.5}}, [(0, 0), (0, 1)], [(9, 0), (3, 1)])["distance"]
        array([4.5, inf])
        """
        starts, ends = (np.asarray(points, dtype=float) for points in (starts, ends))
        try:
            shape = np.broadcast_shapes(starts.shape, ends.shape)
        except ValueError:
            shape = ()
        if len(shape) != 2 or shape[1] != 2:
            raise SceneError("", f"expected points, arrays of shape (N, 2), found {starts.shape} and {ends.shape}")
        count = shape[0]
        starts, ends = (np.broadcast_to(points, shape) for points in (starts, ends))
        first = np.broadcast_to(np.asarray(angles, dtype=float), (count,))
        last = first if end_angles is None else np.broadcast_to(np.asarray(end_angles, dtype=float), (count,))
        given, memory = _c_casts("carom_cast", shapes, count)
        for k in range(count):
            cast = given[k]
            getattr(cast, "from").at = tuple(starts[k])
            getattr(cast, "from").angle = first[k]
            cast.to.at, cast.to.angle = tuple(ends[k]), last[k]
        hits = ffi.new("carom_cast_hit[]", max(count, 1))
        _numbered(_one, C.carom_cast_many(self._handle, given, count, _c_filter(mask, sensors, without), hits))
        del memory
        found = np.zeros(count, dtype=CAST_HIT)
        for k in range(count):
            hit = hits[k]
            if hit.hit:
                found[k] = (hit.body, hit.t, hit.distance, _vector(hit.point), _vector(hit.normal))
            else:
                found[k] = (-1, np.inf, np.inf, (0, 0), (0, 0))
        return found

    def overlaps(
        self,
        shape: dict[str, Any],
        at: Any,
        *,
        angle: float = 0,
        mask: int = _EVERYTHING,
        sensors: bool = True,
        without: int | None = None,
    ) -> list[int]:
        """Serials of the bodies that have a point in common with a shape, in order of creation.

        >>> import carom
        >>> world = carom.World()
        >>> _ = [world.add(circle={"radius": 1}, at=(x, 0)) for x in (0, 3, 6)]
        >>> world.overlaps({"polygon": {"vertices": [(0, 0), (2, 0), (0, 1)]}}, (0, 0))
        [0, 1]
        """
        given, memory = _c_casts("carom_placed", shape, 1)
        given[0].at.at, given[0].at.angle = pair(at, "/at"), number(angle, "/at/angle")
        bodies, start = ffi.new("carom_body **"), ffi.new("size_t[2]")
        chosen = _c_filter(mask, sensors, without)
        _numbered(True, C.carom_overlaps_many(self._handle, given, 1, chosen, bodies, start))
        del memory
        try:
            return list(ffi.unpack(bodies[0], start[1])) if start[1] else []
        finally:
            C.carom_free(bodies[0])

    def _list(self, call: Any, *arguments: Any) -> list[int]:
        bodies, count = ffi.new("carom_body **"), ffi.new("size_t *")
        check(call(self._handle, *arguments, bodies, count))
        try:
            return list(ffi.unpack(bodies[0], count[0])) if count[0] else []
        finally:
            C.carom_free(bodies[0])

    def at_point(self, point: Any) -> list[int]:
        """Serials of the bodies that have this point, in order of creation."""
        return self._list(C.carom_at_point, _c_vector(point, "/point"))

    def in_region(self, min: Any, max: Any) -> list[int]:
        """Serials of the bodies that have a point in common with a box."""
        return self._list(C.carom_in_region, _c_vector(min, "/min"), _c_vector(max, "/max"))

    def nearest(self, point: Any) -> Nearest | None:
        """The body nearest to a point, how far away it is, and its point that is nearest."""
        body, distance, there = ffi.new("carom_body *"), ffi.new("double *"), ffi.new("carom_vec2 *")
        status = C.carom_nearest(self._handle, _c_vector(point, "/point"), body, distance, there)
        if status == C.CAROM_GONE:
            return None
        check(status)
        return Nearest(body[0], distance[0], _vector(there))

    # To look at.

    def _repr_svg_(self) -> str:
        return take_text(C.carom_picture_svg, self._handle)

    def __repr__(self) -> str:
        return f"<world of {len(self)} bodies at t = {self.time:g}>"

    def __iter__(self) -> Iterator[Body]:
        return iter(self.bodies)


def _points(value: Any, place: str) -> Any:
    try:
        points = [pair(point, f"{place}/{k}") for k, point in enumerate(value)]
    except TypeError:
        raise SceneError(place, "expected a list of points") from None
    return ffi.new("carom_vec2[]", points), len(points)


def _c_shape(shape: Any) -> tuple[Any, Any]:
    """A shape of a scene as the library takes it, and the memory that it points to."""
    kinds = ("circle", "segment", "polygon", "border")
    if not isinstance(shape, dict) or len(shape) != 1 or next(iter(shape)) not in kinds:
        raise SceneError("", 'expected exactly one of "circle", "segment", "polygon": {"circle": {"radius": 1}}')
    ((kind, keys),) = shape.items()
    allowed = {"circle": {"radius", "hollow"}, "segment": {"ends"}, "polygon": {"vertices", "hollow"}, "border": {"x", "y"}}
    if not isinstance(keys, dict):
        raise SceneError(f"/{kind}", f"expected an object, found {keys!r}")
    for key in keys.keys() - allowed[kind]:
        raise SceneError(f"/{kind}/{key}", "unknown key")
    given = ffi.new("carom_shape *")
    given.kind = {"circle": C.CAROM_CIRCLE, "segment": C.CAROM_SEGMENT, "polygon": C.CAROM_POLYGON}.get(kind, C.CAROM_BORDER)
    given.hollow = bool(keys.get("hollow", False))
    memory = None
    if kind == "circle":
        given.radius = number(keys.get("radius"), "/circle/radius")
    elif kind != "border":
        name = "ends" if kind == "segment" else "vertices"
        memory, count = _points(keys.get(name, ()), f"/{kind}/{name}")
        given.vertices, given.vertex_count = memory, count
    return given, memory


def _c_filter(mask: int, sensors: bool, without: int | None) -> Any:
    return ffi.new("carom_filter *", {"mask": mask, "no_sensors": not sensors, "except": EDGES if without is None else without})


def _c_casts(kind: str, shapes: Any, count: int) -> tuple[Any, Any]:
    """So many casts, or placed shapes, with their shapes, and the memory that they point to."""
    alone = isinstance(shapes, dict)
    listed = [shapes] if alone else list(shapes)
    if not alone and len(listed) != count:
        raise SceneError("", f"expected a shape or {count} of them, found {len(listed)}")
    given, memory = ffi.new(f"{kind}[]", max(count, 1)), []
    for k, shape in enumerate(listed):
        several = shape.get("shapes") if isinstance(shape, dict) and len(shape) == 1 else None
        places = range(count) if alone else (k,)
        if several is None:
            one, points = _c_shape(shape)
            memory.append(points)
            for place in places:
                given[place].shape = one[0]
            continue
        parts = ffi.new("carom_part[]", max(len(several), 1))
        for part, keys in zip(parts, several):
            one, points = _c_shape({name: value for name, value in keys.items() if name not in ("at", "angle")})
            memory.append(points)
            part.shape, part.at, part.angle = one[0], pair(keys.get("at", (0, 0)), "/at"), number(keys.get("angle", 0), "/angle")
        memory.append(parts)
        for place in places:
            given[place].parts, given[place].part_count = parts, len(several)
    return given, memory


def _numbered(alone: bool, status: int) -> None:
    """Raises what a status means; of a call for one, without its number."""
    try:
        check(status)
    except SceneError as error:
        if alone and error.place.startswith("/0"):
            raise SceneError(error.place[2:], error.reason) from None
        raise
