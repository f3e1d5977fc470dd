"""Carom finds the exact moment two things in the plane meet, and what happens next.

>>> import carom
>>> world = carom.World(gravity=(0, -10), restitution=0.5)
>>> floor = world.add(border={"y": 0}, name="floor")
>>> ball = world.add(circle={"radius": 0.5}, at=(0, 5.5), name="ball")
>>> world.run(until=3)
>>> world.events["t"][:3]
array([1. , 2. , 2.5])
>>> world[ball].velocity = (1, 0)

Names, defaults and meaning of all keys are those of a scene file: docs/scenes.md of the project. The same scene gives the same
bits as the program ``carom``, and so the same ``world.hash``.
"""

from ._columns import Bodies, Column
from ._library import VERSION as __version__
from ._library import BodyGone, SceneError, StaleView, StepError
from ._queries import Fault, impact_times, query, scenes, validate
from ._show import Animation, animate, play
from ._world import (
    CAST_HIT,
    EVENT,
    RAY_HIT,
    RESPONSES,
    Body,
    BodyState,
    CastHit,
    Contact,
    Energy,
    Nearest,
    RayHit,
    Snapshot,
    World,
)

__all__ = [
    "CAST_HIT",
    "EVENT",
    "RAY_HIT",
    "RESPONSES",
    "Animation",
    "Bodies",
    "Body",
    "BodyGone",
    "BodyState",
    "CastHit",
    "Column",
    "Contact",
    "Energy",
    "Fault",
    "Nearest",
    "RayHit",
    "SceneError",
    "Snapshot",
    "StaleView",
    "StepError",
    "World",
    "__version__",
    "animate",
    "impact_times",
    "play",
    "query",
    "scenes",
    "validate",
]

for _public in (BodyGone, SceneError, StaleView, StepError, Fault, Body, Snapshot, World):
    _public.__module__ = __name__  # where people find them, and what a traceback says
