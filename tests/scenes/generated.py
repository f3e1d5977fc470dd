"""The generated scenes of check_steps.py: the same bits on every machine and with every version of Python.

    python3 generated.py FOLDER       writes each as FOLDER/NAME.json, to look at or to run one
    python3 generated.py              prints all of them as one JSON object, the text and the time between frames of each

Numbers are multiples of 1/1024 drawn by an own generator; no library functions such as sine are used. A scene is one call of
a function below, in `scenes()`; a new one gets a name of its own, so that the others keep their numbers.
"""

import json
import sys
from pathlib import Path

DT = 1 / 64
WORLDS = ("swept", "event", "overlap")


class Draw:
    """SplitMix64, seeded by a name."""

    def __init__(self, name):
        self.state = 0
        for byte in name.encode():
            self.state = (self.state * 1099511628211 + byte + 1) % 2 ** 64

    def bits(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) % 2 ** 64
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % 2 ** 64
        z = (z ^ z >> 27) * 0x94D049BB133111EB % 2 ** 64
        return z ^ z >> 31

    def below(self, count):
        return (self.bits() >> 32) * count >> 32

    def number(self, low, high):
        return low + self.below(int((high - low) * 1024) + 1) / 1024

    def vector(self, size):
        return [self.number(-size, size), self.number(-size, size)]

    def one(self, *values):
        return values[self.below(len(values))]


# Corners of outlines of reach 1 or a little less, by name; the last three are not convex.
OUTLINES = {
    "triangle": [[-0.75, -0.5], [0.75, -0.5], [0.125, 0.875]],
    "square": [[-0.625, -0.625], [0.625, -0.625], [0.625, 0.625], [-0.625, 0.625]],
    "plank": [[-0.9375, -0.1875], [0.9375, -0.1875], [0.9375, 0.1875], [-0.9375, 0.1875]],
    "hexagon": [[1, 0], [0.5, 0.8125], [-0.5, 0.8125], [-1, 0], [-0.5, -0.8125], [0.5, -0.8125]],
    "wedge": [[-0.5, -0.25], [0.875, -0.25], [-0.5, 0.75]],
    "angle": [[-0.625, -0.625], [0.625, -0.625], [0.625, -0.125], [-0.125, -0.125], [-0.125, 0.625], [-0.625, 0.625]],
    "arrow": [[0.9375, 0], [-0.625, 0.625], [-0.25, 0], [-0.625, -0.625]],
    "star": [[0, 1], [-0.25, 0.25], [-1, 0], [-0.25, -0.25], [0, -1], [0.25, -0.25], [1, 0], [0.25, 0.25]],
}
CONVEX = ("triangle", "square", "plank", "hexagon", "wedge")
CONCAVE = ("angle", "arrow", "star")


def polygon(kind, size=1.0, **more):
    return {"polygon": {"vertices": [[size * x, size * y] for x, y in OUTLINES[kind]], **more}}


def disc(radius):
    return {"circle": {"radius": radius}}


def ring(radius):
    return {"circle": {"radius": radius, "hollow": True}}


def segment(x, y):
    return {"segment": {"ends": [[-x, -y], [x, y]]}}


def arena(half, dent=0.0):
    """An octagon, or with a corner that juts in."""
    cut = half / 2
    corners = [[half, -cut], [half, cut], [cut, half], [-cut, half], [-half, cut], [-half, -cut], [-cut, -half], [cut, -half]]
    if dent:
        corners.insert(7, [0, -half + dent])
    return {"polygon": {"vertices": corners, "hollow": True}}


def compound(draw, size):
    """Several shapes joined: a dumb-bell, a cross, a hammer with a thin handle."""
    half = size / 2
    return {"shapes": draw.one(
        [{**disc(half), "at": [-half, 0]}, {**disc(half / 2), "at": [half, 0]}, polygon("plank", half)],
        [polygon("plank", size), {**polygon("plank", size), "angle": 1.5}],
        [{**polygon("square", half), "at": [half, 0]}, segment(size, 0)])}


class Room:
    """Places bodies at random so that none overlaps another: by the circles around them."""

    def __init__(self, draw, half_width, half_height=None):
        self.draw, self.half = draw, (half_width, half_height or half_width)
        self.taken = []
        self.bodies = []

    def fits(self, at, reach):
        return all((at[0] - x) ** 2 + (at[1] - y) ** 2 > (reach + r) ** 2 for x, y, r in self.taken)

    def take(self, at, reach):
        self.taken.append((at[0], at[1], reach))

    def put(self, shape, reach, **more):
        for _ in range(200):
            at = [self.draw.number(-h + reach, h - reach) for h in self.half]
            if self.fits(at, reach):
                self.take(at, reach)
                self.bodies.append({**shape, "at": at, **more})
                return self.bodies[-1]
        raise ValueError("no room")

    def add(self, shape, **more):
        """At a given place, which is not taken off the free ones."""
        self.bodies.append({**shape, **more})
        return self.bodies[-1]


def bounds(half_width, half_height=None, edges="rebound"):
    height = half_height or half_width
    return {"min": [-half_width, -height], "max": [half_width, height], "edges": edges}


def scene(detection, bodies, steps=40, **world):
    """`fill` and `rules` are the scene's, all else the world's."""
    outer = {key: world.pop(key) for key in ("fill", "rules", "seed") if key in world}
    settings = {"detection": detection, "dt": DT, "duration": steps * DT, **world}
    return {"carom": 1, "world": settings, "bodies": bodies, **outer}


def unturned(detection):
    """For polygons that contacts are not to turn, in the one world that would."""
    return {"turns": False} if detection == "swept" else {}


# --- Gases of discs ----------------------------------------------------------------------------------------------------

def gas(draw, detection, where, restitution=1, count=30, **world):
    room = Room(draw, 4)
    if where in ("ring", "arena"):
        room = Room(draw, 2.5)
        room.add({"ring": ring(4.0), "arena": arena(3.75)}[where], fixed=draw.one(True, False), density=4)
    for _ in range(count):
        radius = draw.number(0.1, 0.3)
        room.put(disc(radius), radius, velocity=draw.vector(8), density=draw.one(1, 1, 4))
    for _ in range(2):
        room.put(disc(0.25), 0.25, fixed=True)
    edges = {} if where in ("ring", "arena", "open") else {"bounds": bounds(4, edges=where)}
    return scene(detection, room.bodies, restitution=restitution, **edges, **world)


def large_gas(draw, detection, count, edges, arrangement, velocities, steps=12, speed=4, **world):
    """So many that the loops for gases, and their strips, take it."""
    half = 1
    while half * half * 4 < count * 0.125:
        half += 1
    fill = {"count": count, "circle": {"radius": [0.0625, 0.125] if arrangement == "random" else 0.09375},
            "region": {"min": [-half, -half], "max": [half, half]}, "arrangement": arrangement, "speed": speed,
            "velocities": velocities, "seed": draw.below(1000)}
    return scene(detection, [], steps, fill=[fill], bounds=bounds(half, edges=edges), **world)


# --- Shapes ------------------------------------------------------------------------------------------------------------

def shapes(draw, detection, kinds, restitution=1, gravity=None, rotates=False, count=12, edges="rebound", **world):
    room = Room(draw, 3.5)
    extra = {} if rotates else unturned(detection)
    for k in range(count):
        size = draw.number(0.25, 0.625)
        if k % 3 == 0:
            room.put(disc(size), size, velocity=draw.vector(6))
        else:
            room.put(polygon(draw.one(*kinds), size), size, velocity=draw.vector(6), angle=draw.number(-3, 3), **extra)
    room.put(segment(0.75, 0.25), 0.8, velocity=draw.vector(3), fixed=False, mass=0.5, **extra)
    field = {"gravity": [0, -gravity]} if gravity else {}
    return scene(detection, room.bodies, restitution=restitution, bounds=bounds(3.5, edges=edges), **field, **world)


def obstacles(draw, detection, restitution, **world):
    """Discs that fall through fixed outlines onto a border."""
    room = Room(draw, 4, 3)
    room.add({"border": {"y": -4}})
    room.add({"border": {"x": -4.5}})
    room.add({"border": {"x": 4.5}})
    for kind in ("triangle", "star", "angle", "hexagon"):
        room.put(polygon(kind, 0.75), 0.75, fixed=True, angle=draw.number(-3, 3))
    room.put(segment(0.75, 0.5), 0.95)
    room.put(ring(0.5), 0.5, fixed=True)
    for _ in range(12):
        radius = draw.number(0.125, 0.25)
        room.put(disc(radius), radius, velocity=draw.vector(3))
    return scene(detection, room.bodies, restitution=restitution, gravity=[0.5, -9.8125], **world)


def pistons(draw, detection, **world):
    """Fixed bodies that move: nothing moves them, and they push."""
    room = Room(draw, 4, 2)
    room.add({"border": {"x": -6}}, velocity=[1.5, 0])
    room.add({"border": {"x": 6}}, velocity=[-0.5, 0])
    room.put(disc(0.5), 0.5, fixed=True, velocity=[1, 0.25])
    room.put(polygon("square", 0.5), 0.5, fixed=True, velocity=[-0.75, 0.125])
    for _ in range(14):
        radius = draw.number(0.125, 0.3)
        room.put(disc(radius), radius, velocity=draw.vector(4))
    return scene(detection, room.bodies, bounds=bounds(8, 2.5), **world)


def squeezed(draw, detection, **world):
    """A disc between two fixed ones that close in until there is no room left, and others around."""
    room = Room(draw, 3)
    room.taken = [(0.0, 0.0, 2.0)]
    room.add(disc(0.5), at=[-1.25, 0], fixed=True, velocity=[2, 0])
    room.add(disc(0.5), at=[1.25, 0], fixed=True, velocity=[-2, 0])
    room.add(disc(0.25), velocity=[0.5, 0])
    for _ in range(6):
        room.put(disc(0.25), 0.25, velocity=draw.vector(4))
    return scene(detection, room.bodies, 24, bounds=bounds(3), **world)


def containers(draw, detection, **world):
    """Discs in an arena with a dent, in a ring that moves, and around both."""
    room = Room(draw, 5)
    room.taken = [(-3.0, 0.0, 2.25), (3.0, 0.0, 2.0)]
    room.add(arena(2.0, 0.75), at=[-3, 0], fixed=True)
    room.add(ring(1.75), at=[3, 0], velocity=[-0.5, 0.25], mass=8)
    for k in range(5):
        room.add(disc(0.25), at=[-4 + 0.5 * k, 0.5 * (k % 2)], velocity=draw.vector(5))
        room.add(disc(0.1875), at=[2.25 + 0.375 * k, -0.5 * (k % 2)], velocity=draw.vector(5))
        room.put(disc(0.3125), 0.3125, velocity=draw.vector(5))
    return scene(detection, room.bodies, bounds=bounds(5.5), **world)


# --- Fields ------------------------------------------------------------------------------------------------------------

def field(draw, detection, pull, integrator=None, substep=None, opening=None, polygons=0, merging=False, rough=False, steps=32, **world):
    """Bodies around the middle: wells, a uniform field, attraction summed directly or by the tree. `rough`: they rotate."""
    room = Room(draw, 2)
    settings = dict(world)
    if "gravity" in pull:
        settings["gravity"] = [0.25, -12]
        settings["bounds"] = bounds(2.5)
    if "sources" in pull:
        settings["sources"] = [{"at": [0, 0], "strength": 20}, {"at": [2, 1.5], "strength": -4}]
        room.take([0, 0], 0.5)
        room.add(disc(0.375), fixed=True)
    if "attraction" in pull:
        settings["attraction"] = {"G": 4, "softening": 0.0625, "opening": opening}
    if integrator:
        settings["integrator"] = integrator
    if substep:
        settings["substep"] = substep
    for _ in range(16):
        radius = draw.number(0.0625, 0.1875)
        body = room.put(disc(radius), radius)
        x, y = body["at"]
        body["velocity"] = [-y + draw.number(-1, 1), x + draw.number(-1, 1)]
        body["tags"] = ["star"]
    for _ in range(polygons):
        body = room.put(polygon(draw.one(*CONVEX), 0.25), 0.25, velocity=draw.vector(1), **({} if rough else unturned(detection)))
        if rough:
            body["spin"] = draw.number(-2, 2)
    if rough:
        settings["friction"] = 0.5
    if merging:
        settings["rules"] = [{"between": ["star", "star"], "response": "merge", "after": [{"notify": "merged"}]}]
        settings["attraction"]["G"] = 12
    return scene(detection, room.bodies, steps, **settings)


def orbits(draw, detection, count, opening, steps=12):
    """A planet with a ring of discs that collide."""
    planet = {**disc(1), "mass": 100, "name": "planet"}
    fill = {"count": count, "circle": {"radius": [0.015625, 0.03125]}, "region": {"center": [0, 0], "inner": 1.25, "outer": 2},
            "velocities": "orbit", "about": [0, 0], "speed": 2, "density": 2}
    return scene(detection, [planet], steps, fill=[fill], seed=draw.below(1000), restitution=0.5,
                 attraction={"G": 1, "softening": 0.0078125, "opening": opening})


# --- Rules, effects, sensors, filters, coming and going ----------------------------------------------------------------

def game(draw, detection, responses, rotates=False, **world):
    """Bodies with tags, a rule a pair of them, and each of the effects."""
    room = Room(draw, 4)
    extra = {} if rotates else unturned(detection)
    room.add({"border": {"y": -4}}, tags=["floor"])
    for k in range(16):
        radius = draw.number(0.1875, 0.375)
        tags = [("red", "green", "blue", "grey")[k % 4]]
        body = room.put(disc(radius) if k % 3 else polygon(draw.one(*CONVEX), radius), radius, velocity=draw.vector(6), tags=tags,
                        **({} if k % 3 else extra))
        if k % 5 == 0:
            body["health"] = 30
        if k == 1:
            body["name"] = "hero"
    spark = {**disc(0.0625), "lifetime": 0.125, "velocity": [0.5, 1], "at": [0, 0.25], "name": "spark", "tags": ["spark"]}
    rules = [
        {"between": ["*", "*"], "after": [{"sound": "tick"}]},
        {"between": ["red", "green"], "response": responses[0], "before": [{"notify": "red and green"}],
         "after": [{"damage": {"amount": 12, "radius": 2, "to": "green"}}]},
        {"between": ["blue", "bounds"], "response": responses[1], "after": [{"mark": {"who": "blue", "as": "grey"}}]},
        {"between": ["grey", "*"], "response": responses[2], "restitution": 0.75,
         "after": [{"damage": {"amount": 8, "radius": 1.5, "to": "red"}}]},
        {"between": ["green", "green"], "response": responses[3], "after": [{"spawn": spark}]},
        {"between": ["spark", "*"], "response": "none"},
        {"between": ["hero", "blue"], "after": [{"destroy": "second"}, {"spawn": {**disc(0.125), "name": "ghost",
                                                                                   "velocity": [0, 2]}}]},
        {"between": ["floor", "red"], "response": "rebound", "before": [{"mark": {"who": "second", "as": "bounced"}}]},
    ]
    return scene(detection, room.bodies, 48, rules=rules, bounds=bounds(4.5), gravity=[0, -2], **world)


def sensors(draw, detection, rotates=False, **world):
    """Gates that report what passes, and bodies that do not meet each other."""
    room = Room(draw, 4)
    extra = {} if rotates else unturned(detection)
    room.add(segment(0, 3), at=[-1, 0], sensor=True, name="gate")
    room.add(disc(1), at=[1.5, 1], sensor=True, fixed=True, name="zone")
    room.add(polygon("hexagon", 1), at=[1.5, -1.5], sensor=True, fixed=True, velocity=[-0.5, 0.25])
    for k in range(16):
        radius = draw.number(0.125, 0.25)
        kind = [{}, {"category": 2, "mask": 1}, {"category": 4, "mask": 7}, {"category": 6, "mask": 4294967293}][k % 4]
        shape = disc(radius) if k % 2 else polygon(draw.one(*CONVEX), radius)
        room.put(shape, radius, velocity=draw.vector(6), **kind, **({} if k % 2 else extra), **({"sensor": True} if k == 7 else {}))
    rules = [{"between": ["gate", "*"], "before": [{"notify": "through the gate"}]},
             {"between": ["zone", "*"], "response": "ignore", "before": [{"sound": "inside"}]}]
    return scene(detection, room.bodies, 48, rules=rules, bounds=bounds(4.5), **world)


def passages(draw, detection, rotates=False, edges="remove", **world):
    """Bodies that leave, die of age, are shot, and are made."""
    room = Room(draw, 4)
    extra = {} if rotates else unturned(detection)
    for k in range(20):
        radius = draw.number(0.125, 0.3125)
        body = room.put(disc(radius) if k % 4 else polygon(draw.one(*CONVEX), radius), radius, velocity=draw.vector(7),
                        tags=["target" if k % 2 else "shot"], **({} if k % 4 else extra))
        if k % 3 == 0:
            body["lifetime"] = draw.number(0.1, 0.7)
        elif k % 3 == 1:
            body["health"] = 10
    shard = {**polygon("triangle", 0.125), "velocity": draw.vector(4), "at": [0.25, 0.25], "lifetime": 0.25, "name": "shard", **extra}
    grain = {**disc(0.0625), "velocity": draw.vector(4), "mass": 0.0625, "tags": ["grain"]}
    rules = [{"between": ["shot", "target"], "after": [{"damage": {"amount": 10, "radius": 1, "to": "target"}},
                                                       {"spawn": shard}, {"spawn": grain}]},
             {"between": ["shot", "shot"], "after": [{"destroy": "first"}]},
             {"between": ["grain", "*"], "after": [{"destroy": "grain"}]}]
    return scene(detection, room.bodies, 48, rules=rules, bounds=bounds(4.5, edges=edges), **world)


def damped(draw, detection, rotates=False, **world):
    room = Room(draw, 3)
    for k in range(12):
        radius = draw.number(0.1875, 0.375)
        room.put(disc(radius) if k % 3 or not rotates else polygon("square", radius), radius, velocity=draw.vector(8),
                 damping=draw.one(0, 0.5, 4))
    return scene(detection, room.bodies, bounds=bounds(3.5), **world)


# --- Piles -------------------------------------------------------------------------------------------------------------

def pile(draw, detection, shape, restitution, steps=96, floor="bounds", rows=5, **world):
    """A pyramid that stands, and two bodies that fall upon it."""
    bodies = []
    if floor == "border":
        bodies.append({"border": {"y": 0}})
    elif floor == "polygon":
        bodies.append({"polygon": {"vertices": [[-8, -1], [8, -1], [8, 0], [-8, 0]]}, "fixed": True})
    else:
        world["bounds"] = {"min": [-8, 0], "max": [8, 12], "edges": "rebound"}
    for row in range(rows):
        for k in range(rows - row):
            at = [1.0625 * (k - (rows - row - 1) / 2), 0.5 + row * (0.9375 if shape == "disc" else 1)]
            if shape == "disc":
                bodies.append({**disc(0.5), "at": at})
            else:
                bodies.append({"polygon": {"vertices": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]}, "at": at,
                               **({} if "friction" in world else unturned(detection))})
    for k in range(2):
        bodies.append({**disc(0.375), "at": [draw.number(-2, 2), 7 + 1.5 * k], "velocity": [0, -4], "restitution": 0.25})
    return scene(detection, bodies, steps, restitution=restitution, gravity=[0, -9.8125], **world)


# --- Rotating bodies ---------------------------------------------------------------------------------------------------

def rotating(draw, kinds, restitution=1, gravity=None, edges="rebound", compounds=0, discs=4, count=10, steps=40, **world):
    room = Room(draw, 3.5)
    for _ in range(discs):
        radius = draw.number(0.1875, 0.375)
        room.put(disc(radius), radius, velocity=draw.vector(6), spin=draw.number(-6, 6))
    for _ in range(count - compounds):
        size = draw.number(0.25, 0.625)
        room.put(polygon(draw.one(*kinds), size), size, velocity=draw.vector(6), spin=draw.number(-8, 8), angle=draw.number(-3, 3))
    for _ in range(compounds):
        size = draw.number(0.375, 0.75)
        room.put(compound(draw, size), 1.0625 * size, velocity=draw.vector(5), spin=draw.number(-4, 4))
    field_of = {"gravity": [0, -gravity]} if gravity else {}
    walls = {"bounds": bounds(3.5, edges=edges)} if edges else {}
    return scene("swept", room.bodies, steps, restitution=restitution, **walls, **field_of, **world)


def rough_discs(draw, restitution, edges="rebound", polygons=2, **world):
    """Circles that spin and rub, a ring that is fixed and spins with discs inside, polygons that do not turn."""
    room = Room(draw, 3.5)
    if edges != "periodic":
        room.take([2, 2], 0.875)
        room.add(ring(0.875), at=[2, 2], fixed=True, spin=draw.number(1, 4))
        room.add(disc(0.25), at=[2.25, 2], velocity=draw.vector(3), friction=0.75)
    for _ in range(14):
        radius = draw.number(0.1875, 0.375)
        room.put(disc(radius), radius, velocity=draw.vector(5), spin=draw.number(-8, 8))
    for _ in range(polygons):
        room.put(polygon(draw.one(*CONVEX), 0.375), 0.375, velocity=draw.vector(4), friction=0.25)
    return scene("event", room.bodies, 40, restitution=restitution, bounds=bounds(3.5, edges=edges), **world)


def drum(draw, **world):
    """A hollow octagon that turns, with a blade inside: both are fixed and spin."""
    room = Room(draw, 2.25)
    room.add(arena(4), fixed=True, spin=1.25)
    room.put(polygon("plank", 0.75), 0.75, fixed=True, spin=-4)
    room.put(polygon("square", 0.5), 0.5, turns=False, spin=2)
    for k in range(8):
        size = draw.number(0.1875, 0.4375)
        room.put(polygon(draw.one(*CONVEX), size) if k % 2 else disc(size), size, velocity=draw.vector(3))
    return scene("swept", room.bodies, 40, restitution=0.5, friction=0.375, gravity=[0, -9.8125], **world)


def plates(draw, **world):
    """Thin segments that move and turn, bullets, and a ring that is free."""
    room = Room(draw, 4)
    for _ in range(5):
        room.put(segment(draw.number(0.25, 0.75), draw.number(-0.25, 0.25)), 0.8, fixed=False, mass=draw.number(0.5, 2),
                 velocity=draw.vector(2), spin=draw.number(-5, 5))
    room.put(ring(0.625), 0.625, velocity=draw.vector(2), friction=0.5)
    for _ in range(10):
        room.put(disc(0.0625), 0.0625, velocity=draw.vector(30))
    return scene("swept", room.bodies, 32, bounds=bounds(4.5), **world)


# --- All of them -------------------------------------------------------------------------------------------------------

def scenes():
    """{name: (scene, time between frames)}. Frames of most come every four steps; some inside of steps."""
    made = {}

    def add(name, make, *arguments, every=4, **more):
        assert name not in made, name
        one = make(Draw(name), *arguments, **more)
        made[name] = (one, every * DT)

    for world in WORLDS:
        for where in ("rebound", "periodic", "remove", "ring", "arena"):
            add(f"gas {where} {world}", gas, world, where, every=2.5 if where in ("periodic", "ring") else 4)
        add(f"gas lossy {world}", gas, world, "rebound", restitution=0.625, time=2.5)
        add(f"gas open {world}", gas, world, "open", count=40)
        add(f"shapes convex {world}", shapes, world, CONVEX)
        add(f"shapes concave {world}", shapes, world, CONCAVE, every=2.5)
        add(f"shapes falling {world}", shapes, world, CONVEX + CONCAVE, restitution=0.5, gravity=9.8125)
        add(f"shapes periodic {world}", shapes, world, CONVEX, edges="periodic")
        add(f"obstacles elastic {world}", obstacles, world, 1)
        add(f"obstacles lossy {world}", obstacles, world, 0.5)
        add(f"pistons {world}", pistons, world)
        add(f"containers {world}", containers, world)
        add(f"squeezed {world}", squeezed, world, restitution=0.5)
        merge = "impulse" if world == "event" else "merge"
        add(f"game impulse {world}", game, world, ("impulse", "rebound", "slide", "none"))
        add(f"game ignore {world}", game, world, ("ignore", "slide", merge, "impulse"), every=1)
        add(f"sensors and filters {world}", sensors, world)
        add(f"passages {world}", passages, world)
        add(f"passages in walls {world}", passages, world, edges="rebound", restitution=0.75)
        add(f"pile of discs {world}", pile, world, "disc", 0.25, steps=48, floor="border")
        add(f"pile of boxes {world}", pile, world, "box", 0, steps=8 if world == "event" else 32, rows=3, every=1)
    add("game contact duration event", game, "event", ("impulse", "none", "slide", "impulse"), contact_duration=0.03125)
    for world in ("swept", "overlap"):
        add(f"damping {world}", damped, world)
        add(f"sources {world}", field, world, ["sources"])
        add(f"sources and gravity {world}", field, world, ["sources", "gravity"], integrator="chin")
        add(f"attraction direct {world}", field, world, ["attraction"], opening=0)
        add(f"attraction tree {world}", field, world, ["attraction"], opening=0.5, polygons=3)
        add(f"attraction merging {world}", field, world, ["attraction"], opening=0.5, merging=True)
        add(f"attraction and sources {world}", field, world, ["attraction", "sources"], opening=0, integrator="chin", substep=0.0625)
        add(f"attraction extrapolated {world}", field, world, ["attraction"], opening=0, integrator="extrapolation", steps=20)
        add(f"ring {world}", orbits, world, 100, 0.5)
    for name, how in {"leapfrog": {"opening": 0.5}, "chin in parts": {"opening": 0, "integrator": "chin", "substep": 0.0625},
                      "extrapolation": {"opening": 0, "integrator": "extrapolation", "steps": 20}}.items():
        add(f"attraction rough {name}", field, "swept", ["attraction"], polygons=8, rough=True, restitution=0.5, **how)
    add("wells rough chin", field, "swept", ["gravity", "sources"], polygons=8, rough=True, restitution=0.5, integrator="chin")
    add("gravity chin swept", field, "swept", ["gravity"], integrator="chin", every=2.5)
    add("gravity extrapolated swept", field, "swept", ["gravity", "sources"], integrator="extrapolation", steps=16)
    add("gravity in parts swept", field, "swept", ["gravity"], substep=0.03125)
    add("ring of many swept", orbits, "swept", 600, 0.5, steps=4, every=1)
    add("ring direct swept", orbits, "swept", 150, 0, steps=8)
    add("gas of 200 swept", large_gas, "swept", 200, "rebound", "random", "maxwell")
    add("gas of 1500 swept", large_gas, "swept", 1500, "rebound", "random", "maxwell", steps=8)
    add("gas of 1500 periodic swept", large_gas, "swept", 1500, "periodic", "hexagonal", "uniform", steps=8, every=2.5)
    add("gas of 1500 fast swept", large_gas, "swept", 1500, "rebound", "square", "maxwell", steps=4, speed=32, every=1)
    add("gas of 600 falling swept", large_gas, "swept", 600, "rebound", "random", "uniform", gravity=[0, -4])
    add("gas of 600 lossy swept", large_gas, "swept", 600, "rebound", "random", "maxwell", restitution=0.75)
    add("gas of 300 event", large_gas, "event", 300, "periodic", "random", "maxwell", steps=32)
    add("gas of 1500 event", large_gas, "event", 1500, "periodic", "hexagonal", "maxwell")
    add("gas of 1500 in walls event", large_gas, "event", 1500, "rebound", "random", "uniform")
    add("gas of 600 falling event", large_gas, "event", 600, "rebound", "square", "maxwell", gravity=[0, -4])
    add("gas of 600 lossy event", large_gas, "event", 600, "rebound", "random", "maxwell", restitution=0.75)
    add("gas of 200 overlap", large_gas, "overlap", 200, "rebound", "random", "maxwell")

    add("rotating elastic", rotating, CONVEX)
    add("rotating concave", rotating, CONCAVE, every=2.5)
    add("rotating lossy", rotating, CONVEX, restitution=0.5)
    add("rotating falling", rotating, CONVEX + CONCAVE, restitution=0.25, gravity=9.8125, steps=64)
    add("rotating rough", rotating, CONVEX, friction=0.5, restitution=0.75)
    add("rotating rough discs", rotating, CONVEX, discs=14, count=0, friction=1, gravity=4, every=2.5)
    add("rotating periodic", rotating, CONVEX, edges="periodic")
    add("rotating removed", rotating, CONVEX + CONCAVE, edges="remove", friction=0.25)
    add("rotating open", rotating, CONVEX, edges=None, count=14)
    add("rotating in a well", rotating, CONVEX, edges=None, sources=[{"at": [0, 0], "strength": 8}])
    add("compound elastic", rotating, CONVEX, compounds=5)
    add("compound rough", rotating, CONVEX, compounds=5, friction=0.5, restitution=0.5, gravity=6)
    add("compound periodic", rotating, CONCAVE, compounds=4, edges="periodic", count=7)
    for edges in ("rebound", "periodic", "remove"):
        add(f"rough discs {edges} event", rough_discs, 0.75, edges, friction=0.5, every=2.5 if edges == "rebound" else 4)
    add("rough discs elastic event", rough_discs, 1, friction=0.25)
    add("rough discs falling event", rough_discs, 0.5, friction=0.375, gravity=[0, -4])
    add("drum", drum)
    add("plates and bullets", plates)
    add("plates rough", plates, friction=0.25, restitution=0.75, every=2.5)
    add("pile of boxes rough", pile, "swept", "box", 0, friction=0.5, floor="polygon", rows=4, steps=48)
    add("pile of boxes rough elastic", pile, "swept", "box", 0.5, friction=0.75, rows=3)
    add("pile of discs rough", pile, "swept", "disc", 0.25, friction=0.5, floor="border", rows=4, steps=64)
    add("game rotating", game, "swept", ("impulse", "rebound", "slide", "none"), rotates=True, friction=0.25)
    add("sensors and filters rotating", sensors, "swept", rotates=True)
    add("passages rotating", passages, "swept", rotates=True, friction=0.125)
    add("damping rotating", damped, "swept", rotates=True)
    add("shapes rotating", shapes, "swept", CONVEX + CONCAVE, rotates=True, restitution=0.875, gravity=2)
    return made


def bodies_of(one):
    """Those at the start, and those that rules make."""
    spawned = [effect["spawn"] for rule in one.get("rules", []) for side in ("before", "after") for effect in rule.get(side, [])
               if "spawn" in effect]
    return one["bodies"] + one.get("fill", []) + spawned


def rotates(one):
    """Whether the step for rotating bodies acts: as World::add decides it."""
    world = one["world"]
    if world["detection"] != "swept":
        return False

    def asks(body):
        fixed = body.get("fixed", "segment" in body or "border" in body)
        turned = not fixed and body.get("turns", True) and ("polygon" in body or "segment" in body)
        return "shapes" in body or body.get("spin") or body.get("friction") or turned

    return bool(world.get("friction")) or any(asks(body) for body in bodies_of(one))


def group(one):
    return "rotating" if rotates(one) else "straight"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        for title, (each, _) in scenes().items():
            Path(sys.argv[1], title.replace(" ", "_") + ".json").write_text(json.dumps(each, indent=1) + "\n", encoding="utf-8")
    else:
        print(json.dumps({title: {"scene": json.dumps(each), "every": every} for title, (each, every) in scenes().items()}))
