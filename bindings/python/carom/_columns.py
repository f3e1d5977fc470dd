"""Bodies as arrays: views of the library's memory that notice when the world has moved on."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Iterator

import numpy as np

from ._library import C, StaleView, check, ffi

if TYPE_CHECKING:
    from ._world import Body, World


class Column(np.ndarray[Any, Any]):
    """An array that shows a property of all bodies, without a copy. It cannot be written to.

    Once the world has been stepped or changed, using it raises :class:`StaleView`: ask ``world.bodies`` again, or keep numbers
    with ``.copy()`` in time. Its memory stays valid whatever becomes of the world.

    >>> import carom
    >>> world = carom.World()
    >>> ball = world.add(circle={"radius": 1}, velocity=(1, 0))
    >>> at = world.bodies.at
    >>> at
    array([[0., 0.]])
    >>> world.step()
    >>> at.sum()
    Traceback (most recent call last):
        ...
    carom.StaleView: the world has moved on since this array was read: ask world.bodies again, or keep a copy() in time
    """

    _world: World | None
    _version: int

    def __array_finalize__(self, source: Any) -> None:
        self._world = getattr(source, "_world", None)
        self._version = getattr(source, "_version", 0)

    def _fresh(self) -> np.ndarray[Any, Any]:
        if self._world is not None and self._world._version != self._version:
            raise StaleView(
                "the world has moved on since this array was read: ask world.bodies again, or keep a copy() in time"
            )
        return self.view(np.ndarray)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        plain = [value._fresh() if isinstance(value, Column) else value for value in inputs]
        if "out" in options:
            options["out"] = tuple(
                value._fresh() if isinstance(value, Column) else value for value in options["out"]
            )
        return getattr(ufunc, method)(*plain, **options)

    def __array_function__(self, function: Any, types: Any, inputs: Any, options: Any) -> Any:
        def plain(value: Any) -> Any:
            if isinstance(value, Column):
                return value._fresh()
            if isinstance(value, (list, tuple)):
                return type(value)(map(plain, value))
            return value

        return function(*map(plain, inputs), **{key: plain(value) for key, value in options.items()})

    def __getitem__(self, key: Any) -> Any:
        whole = self._fresh()
        part = whole[key]
        # What was copied is the caller's own.
        if not isinstance(part, np.ndarray) or not np.may_share_memory(whole, part):
            return part
        view = part.view(Column)
        view._world, view._version = self._world, self._version
        return view

    # numpy would take an error in a comparison for "not equal".
    def __eq__(self, other: Any) -> Any:
        return self._fresh() == other

    def __ne__(self, other: Any) -> Any:
        return self._fresh() != other

    def __iter__(self) -> Iterator[Any]:
        return iter(self._fresh())

    def __repr__(self) -> str:
        return repr(self._fresh())

    def __str__(self) -> str:
        return str(self._fresh())

    def __reduce_ex__(self, protocol: Any) -> Any:
        return self._fresh().copy().__reduce_ex__(protocol)

    def tolist(self) -> Any:
        return self._fresh().tolist()

    def astype(self, *arguments: Any, **options: Any) -> Any:
        return self._fresh().astype(*arguments, **options)

    def copy(self, *arguments: Any, **options: Any) -> Any:
        return self._fresh().copy(*arguments, **options)


def _column(world: World, columns: Any, name: str, kind: str, width: int) -> Column:
    count = columns.count
    shape = (count, 2) if width == 2 else (count,)
    if count == 0:
        array = np.empty(shape, dtype=kind)
    else:
        # The array keeps the buffer, the buffer this pointer, and the pointer the columns.
        C.carom_bodies_retain(columns)
        pointer = ffi.gc(ffi.cast("char *", getattr(columns, name)), lambda _, held=columns: C.carom_bodies_release(held))
        array = np.frombuffer(ffi.buffer(pointer, count * width * np.dtype(kind).itemsize), dtype=kind).reshape(shape)
    view = array.view(Column)
    view.flags.writeable = False
    view._world = world
    view._version = world._version
    return view


class Bodies:
    """All bodies of a world, in order of creation: one array a property.

    >>> import carom
    >>> world = carom.World()
    >>> for x in range(3):
    ...     _ = world.add(circle={"radius": 0.5}, at=(2 * x, 0), velocity=(x, 1))
    >>> world.bodies.at
    array([[0., 0.],
           [2., 0.],
           [4., 0.]])
    >>> world.bodies.velocity[:, 0].mean()
    1.0
    >>> len(world.bodies)
    3
    >>> [body.name for body in world.bodies]
    ['#0', '#1', '#2']
    """

    def __init__(self, world: World) -> None:
        self._world = world

    def _column(self, name: str, kind: str = "f8", width: int = 1) -> Column:
        columns = ffi.new("const carom_bodies **")
        check(C.carom_get_bodies(self._world._handle, columns))
        return _column(self._world, columns[0], name, kind, width)

    @property
    def at(self) -> Column:
        """Where they are, (N, 2): each shape's origin."""
        return self._column("at", width=2)

    @property
    def velocity(self) -> Column:
        """(N, 2), of their centres of mass."""
        return self._column("velocity", width=2)

    @property
    def angle(self) -> Column:
        """(N,), in radians."""
        return self._column("angle")

    @property
    def spin(self) -> Column:
        """(N,), in radians a second, counterclockwise."""
        return self._column("spin")

    @property
    def radius(self) -> Column:
        """(N,); of what is no circle, how far it reaches from ``at``: infinity for a border."""
        return self._column("radius")

    @property
    def mass(self) -> Column:
        """(N,); of a fixed body, as if it were not."""
        return self._column("mass")

    @property
    def serial(self) -> Column:
        """(N,), what ``World.add`` has returned."""
        return self._column("body", "i8")

    @property
    def fixed(self) -> np.ndarray[Any, Any]:
        """(N,), booleans."""
        return np.asarray((self._column("flags", "u1") & 1) != 0)

    @property
    def hollow(self) -> np.ndarray[Any, Any]:
        """(N,), booleans: rings and arenas."""
        return np.asarray((self._column("flags", "u1") & 2) != 0)

    @property
    def sensor(self) -> np.ndarray[Any, Any]:
        """(N,), booleans."""
        return np.asarray((self._column("flags", "u1") & 4) != 0)

    def __len__(self) -> int:
        count = ffi.new("size_t *")
        check(C.carom_body_count(self._world._handle, count))
        return int(count[0])

    def __iter__(self) -> Iterator[Body]:
        return (self._world[serial] for serial in self.serial.tolist())

    def __repr__(self) -> str:
        return f"<{len(self)} bodies>"
