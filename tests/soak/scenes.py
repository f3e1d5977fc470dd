"""Random scenes over everything that a scene can say.   scene(seed) is the same for the same seed.

The generator walks schema/scene.schema.json: each key of the schema, named by its path (`world/dt`, `body/circle/radius`,
`effects/spawn`), has a function here that draws its value or leaves it out. A key without a function, and a function
without a key, are errors: soak_test.py. So a new key of the format is soaked as soon as its function is here, and cannot
be forgotten.

A `Plan` is drawn first: what kind of scene it is, what its world can do, where its bodies stand. The functions of the keys
then say it in the words of the format.
"""

import json
import math
import random
from pathlib import Path

SCHEMA = json.loads((Path(__file__).resolve().parents[2] / "schema/scene.schema.json").read_text())
OMIT = object()
GENERATORS = {}
MOST_HOPS = 20_000  # of all bodies of a scene of the event world; in a tower of 20 boxes there are ten contacts to each


def key(path):
    """Registers the function that draws the value of a key: of the plan and of the object as it is so far."""
    def register(function):
        assert path not in GENERATORS, path
        GENERATORS[path] = function
        return function
    return register


# --- The schema's keys -------------------------------------------------------------------------------------------------

def follow(reference, schema=None):
    node = schema or SCHEMA
    for part in reference.removeprefix("#/").split("/"):
        node = node[part]
    return node


def schema_objects(schema=None):
    """{path of an object: {its keys: their schemas}}, what is defined once and used often by its own name."""
    found = {}

    def name_of(reference):
        return reference.removeprefix("#/definitions/").replace("/properties/", "/")

    def walk(node, path):
        if "$ref" in node:
            return walk(follow(node["$ref"], schema), name_of(node["$ref"]))
        for form in ("allOf", "anyOf"):
            for each in node.get(form, []):
                walk(each, path)
        if isinstance(node.get("items"), dict):
            walk(node["items"], path)
        # What has properties and allows others is no object of the format, but a condition on one.
        if "properties" in node and node.get("additionalProperties") is False and path not in found:
            found[path] = node["properties"]
            for name, value in node["properties"].items():
                walk(value, f"{path}/{name}".lstrip("/"))

    walk(schema or SCHEMA, "")
    return found


def schema_keys(schema=None):
    """{path of a key: its schema}."""
    return {f"{path}/{name}".lstrip("/"): node for path, names in schema_objects(schema).items()
            for name, node in names.items()}


OBJECTS = schema_objects()
KEYS = schema_keys()


def choices(path):
    """The values, or kinds of value, each of which must be drawn; none where any number or text will do."""
    node = KEYS[path]
    while "$ref" in node:
        node = follow(node["$ref"])
    if "enum" in node:
        return list(node["enum"])
    if node.get("type") == "boolean":
        return [False, True]
    return [form["type"] for form in node.get("anyOf", [])]


# --- Drawing -----------------------------------------------------------------------------------------------------------

class Draw(random.Random):
    def chance(self, p):
        return self.random() < p

    def log(self, low, high):
        return low * (high / low) ** self.random()

    def neat(self, x, digits=4):
        """Short numbers are easier to read, and more often equal, in a row and on an edge."""
        return float(f"{x:.{digits}g}")

    def vector(self, size):
        angle = self.uniform(0, 2 * math.pi)
        return [self.neat(size * math.cos(angle)), self.neat(size * math.sin(angle))]

    def weighted(self, weights):
        return self.choices(list(weights), list(weights.values()))[0]

    def one_of(self, path, **weights):
        """One of the schema's values for this key; those without a weight have that of 1."""
        values = choices(path)
        return self.choices(values, [weights.get(str(value), 1) for value in values])[0]


class BodyPlan:
    """Where a body stands and what it looks like; everything else is drawn by its keys."""

    def __init__(self, shape, reach, at=(0.0, 0.0), **more):
        self.shape = shape  # {"circle": …} and so on
        self.reach = reach  # around its origin; infinity for a border
        self.at = list(at)
        self.angle = 0.0
        self.name = None
        self.tags = []
        self.fixed = None
        self.velocity = None
        self.mass = None
        self.sensor = False
        self.still = False
        self.room = None  # radius of the circle inside a ring or an arena
        self.effect = False  # it is spawned
        self.__dict__.update(more)

    @property
    def is_fixed(self):
        return self.fixed if self.fixed is not None else ("border" in self.shape or "segment" in self.shape)

    @property
    def massless(self):
        if "shapes" in self.shape:
            return all("segment" in part for part in self.shape["shapes"])
        return "border" in self.shape or "segment" in self.shape


class Plan:
    THEMES = {"gas": 3, "mix": 6, "pile": 3, "orbit": 2, "game": 4, "piston": 2, "few": 4}

    def __init__(self, seed):
        self.seed = seed
        d = self.draw = Draw(seed)
        self.theme = d.weighted(self.THEMES)
        self.choose_world()
        self.choose_material()
        self.bodies, self.fills, self.rules = [], [], []
        self.place_sources()
        self.place_bodies()
        if self.theme != "gas" and d.chance(0.4):
            self.name_some()
        self.choose_duration()
        self.state = d.chance(0.06) and len(self.bodies) > 1  # it has the keys that a state has
        self.current = None  # the body or fill whose keys are drawn

    # What the world is.
    def choose_world(self):
        d = self.draw
        few_events = {"pile": 1, "orbit": 0}.get(self.theme, 4)
        self.detection = d.one_of("world/detection", swept=8, overlap=1.5, event=few_events)
        event = self.detection == "event"
        self.periodic = self.theme in ("gas", "mix", "few", "piston", "game") and d.chance(0.18)
        fields = {"none": 1}
        if not self.periodic:
            fields = {"gas": {"none": 5, "gravity": 1}, "pile": {"gravity": 1},
                      "orbit": {"attraction": 5, "sources": 3, "both": 1}}.get(
                self.theme, {"none": 5, "gravity": 4, "sources": 1, "attraction": 1})
        self.field = d.weighted(fields)
        if event and self.field in ("sources", "attraction", "both"):
            self.field = "gravity"
        self.has_gravity = self.field == "gravity" or (self.field in ("sources", "attraction") and d.chance(0.1))
        self.has_sources = self.field in ("sources", "both")
        self.attracts = self.field in ("attraction", "both")
        self.integrator = d.one_of("world/integrator", leapfrog=2) if self.has_sources or self.attracts or \
            d.chance(0.05) else None
        self.substep = d.neat(d.log(0.003, 0.3)) if self.has_sources or self.attracts or d.chance(0.05) else None
        if self.substep and d.chance(0.6):
            self.substep = None
        self.rotates = self.detection == "swept"
        self.size = d.weighted({1: 6, 2: 2, 10: 1, 0.01: 0.5, 1000: 0.5}) * d.uniform(2, 6)  # half of the world
        self.edges = "periodic" if self.periodic else d.weighted(
            {None: 2, "rebound": 6, "remove": 1} if self.theme != "orbit" else {None: 5, "rebound": 2, "remove": 1})
        if self.edges and self.edges not in choices("world/bounds/edges"):
            raise KeyError(self.edges)
        height = self.size * d.weighted({1: 3, 0.5: 1, 0.8: 1})
        self.low, self.high = [-self.size, -height], [self.size, height]
        if d.chance(0.1):  # not around the origin
            far = [d.neat(d.uniform(-50, 50) * self.size) for _ in range(2)]
            self.low = [a + b for a, b in zip(self.low, far)]
            self.high = [a + b for a, b in zip(self.high, far)]
        self.low, self.high = ([d.neat(x, 6) for x in corner] for corner in (self.low, self.high))
        self.body_size = self.size / d.log(3, 25)
        if self.theme == "pile":
            self.body_size = self.size / d.uniform(8, 20)

    def choose_material(self):
        d = self.draw
        self.material = d.weighted({"elastic": 3, "lossy": 4, "mixed": 2})
        if self.theme == "pile":
            self.material = d.weighted({"lossy": 4, "mixed": 1, "elastic": 0.5})
        self.restitution = 1 if self.material == "elastic" else d.weighted({0: 3, 0.3: 1, 0.5: 1, 0.9: 2, 1: 0.5})
        self.rubs = self.rotates and self.material != "elastic" and d.chance(0.6)
        self.turns_off = d.chance(0.1)
        self.damps = self.detection != "event" and d.chance(0.06)
        self.filters = d.chance(0.12)
        self.speed = self.size * d.log(0.02, 4)
        if self.theme in ("mix", "few", "piston") and d.chance(0.1):
            self.speed *= 30
        self.gravity = d.neat(self.size * d.log(0.2, 8))
        self.spins = self.rotates and d.chance(0.5)
        self.heavy = d.chance(0.08)  # masses differ by powers of ten
        # From numbers of their own, so that the other worlds' scenes stay as they are.
        self.own = Draw(f"{self.seed} of the event world")
        event = self.detection == "event"
        self.event_rubs = event and self.material != "elastic" and self.own.chance(0.4)
        self.event_spins = event and self.own.chance(0.3)

    def choose_duration(self):
        d = self.draw
        self.dt = d.weighted({None: 3, 1 / 64: 5, 1 / 128: 3, 1 / 32: 2, "any": 3})
        if self.dt == "any":
            self.dt = d.neat(d.log(0.002, 0.3), 3)
        steps = d.randint(10, 250)
        if self.count() > 300:
            steps = d.randint(5, 40)
        step = self.dt or 1 / 60
        self.time = d.weighted({0: 8, 2.5: 1, -1.25: 1})
        self.duration = steps * step if self.dt is None or d.chance(0.7) else d.neat(steps * step, 3)
        if self.detection == "event":
            crossing = self.size / max(self.speed, math.sqrt(self.gravity * self.size) if self.has_gravity else 0)
            much = self.count() > 300 or (self.has_gravity and self.restitution < 1)  # what rests hops on and on
            self.duration = d.neat(crossing * d.log(2, 40) / (10 if much else 1), 3)

    def count(self):
        return len(self.bodies) + sum(fill["count"] for fill in self.fills)

    # What stands where.
    def middle(self):
        return [(a + b) / 2 for a, b in zip(self.low, self.high)]

    def shape(self, kind, r):
        """A shape of about the reach r, and its reach."""
        d = self.draw
        if kind in ("disc", "ring"):
            r = d.neat(r)
            circle = {"radius": r}
            if kind == "ring" or d.chance(0.05):
                circle["hollow"] = kind == "ring"
            return {"circle": circle}, r
        if kind == "segment":
            half = d.vector(r)
            ends = [[-half[0], -half[1]], half]
            return {"segment": {"ends": ends}}, max(math.hypot(*p) for p in ends)
        if kind == "compound":
            parts, reach = [], 0
            for _ in range(d.randint(1, 3)):
                part, part_reach = self.shape(d.weighted({"disc": 2, "polygon": 3, "concave": 1, "segment": 1}), 0.5 * r)
                if d.chance(0.8):
                    part["at"] = d.vector(0.5 * r)
                if d.chance(0.5):
                    part["angle"] = d.neat(d.uniform(-4, 4))
                parts.append(part)
                reach = max(reach, part_reach + math.hypot(*part.get("at", (0, 0))))
            if all("segment" in part for part in parts):
                parts.append({"circle": {"radius": d.neat(0.3 * r)}})
            return {"shapes": parts}, max(reach, r)
        if kind == "box":
            w, h = d.neat(r * d.uniform(0.3, 0.8)), d.neat(r * d.uniform(0.2, 0.6))
            points = [[-w, -h], [w, -h], [w, h], [-w, h]]
        elif kind == "concave":
            n, deep = d.randint(3, 5), d.uniform(0.35, 0.6)
            points = [self.polar(r if k % 2 else deep * r, math.pi * k / n) for k in range(2 * n)]
        else:
            n = d.randint(3, 7)
            turn = d.uniform(0, 6)
            points = [self.polar(r, turn + 2 * math.pi * (k + d.uniform(-0.3, 0.3)) / n) for k in range(n)]
        if d.chance(0.12):
            shift = d.vector(0.6 * r)
            points = [[x + shift[0], y + shift[1]] for x, y in points]
        if d.chance(0.2):
            points.reverse()
        polygon = {"vertices": points}
        if kind == "arena" or d.chance(0.05):
            polygon["hollow"] = kind == "arena"
        return {"polygon": polygon}, max(math.hypot(*p) for p in points)

    def polar(self, r, angle):
        return [self.draw.neat(r * math.cos(angle), 5), self.draw.neat(r * math.sin(angle), 5)]

    def kinds(self):
        kinds = {"disc": 5, "polygon": 3, "box": 2, "concave": 1.5, "segment": 0.5, "ring": 0.4, "arena": 0.3}
        if self.rotates:
            kinds["compound"] = 1
        if self.theme == "orbit":
            kinds = {"disc": 10, "polygon": 0.5, "ring": 0.2}
        return kinds

    def fits(self, at, reach):
        """Clear of all that is there, or wholly in the room of something hollow, and inside of the edges."""
        for axis in range(2):
            if not self.low[axis] + reach <= at[axis] <= self.high[axis] - reach:
                return False
        for other in self.bodies:
            if "border" in other.shape:
                axis, place = (0, "x") if "x" in other.shape["border"] else (1, "y")
                if abs(at[axis] - other.at[axis] - other.shape["border"][place]) < reach:
                    return False
                continue
            away = math.dist(at, other.at)
            inside = other.room is not None and away + reach < other.room
            if away < reach + other.reach and not inside:
                return False
        return True

    def put(self, kind, size, tries=40, **more):
        d = self.draw
        shape, reach = self.shape(kind, size)
        overlapping = d.chance(0.03)
        for _ in range(tries):
            at = [d.neat(d.uniform(a, b), 5) for a, b in zip(self.low, self.high)]
            if overlapping or self.fits(at, reach):
                return self.add(BodyPlan(shape, reach, at, **more))
        return None

    def add(self, body):
        self.bodies.append(body)
        return body

    def add_container(self):
        d = self.draw
        kind = d.weighted({"ring": 1, "arena": 1})
        r = self.size * d.uniform(0.5, 0.95) * (0.45 if self.periodic else 1)
        if kind == "ring":
            body = BodyPlan({"circle": {"radius": d.neat(r), "hollow": True}}, r, self.middle(), room=r)
        else:
            n = d.randint(3, 8)
            points = [self.polar(r, 2 * math.pi * k / n) for k in range(n)]
            room = 0.99 * r * math.cos(math.pi / n)
            if d.chance(0.3):  # with a dent
                points[0] = self.polar(0.6 * room, 0)
                room *= 0.55
            body = BodyPlan({"polygon": {"vertices": points, "hollow": True}}, r, self.middle(), room=room)
        body.fixed = d.weighted({True: 4, False: 1, None: 0})
        body.still = body.fixed and d.chance(0.8)
        if self.edges and not body.fixed:
            self.fit_inside(body)
        return self.add(body)

    def fit_inside(self, body):
        """What can be moved and is larger than the bounds has no room anywhere."""
        share = 0.95 * min(b - a for a, b in zip(self.low, self.high)) / 2 / body.reach
        if share >= 1:
            return
        if "circle" in body.shape:
            body.shape["circle"]["radius"] = self.draw.neat(share * body.reach)
        else:
            polygon = body.shape["polygon"]
            polygon["vertices"] = [[share * x for x in p] for p in polygon["vertices"]]
        body.reach *= share
        body.room *= share

    def add_border(self):
        d = self.draw
        axis = d.choice("xy")
        k = "xy".index(axis)
        place = d.neat(d.choice([self.low[k] + 0.1 * self.size, self.high[k] - 0.1 * self.size]), 5)
        body = BodyPlan({"border": {axis: place}}, math.inf)
        body.fixed = d.weighted({None: 5, True: 1, False: 1})
        body.still = d.chance(0.8)
        return self.add(body)

    def place_bodies(self):
        d = self.draw
        getattr(self, f"place_{self.theme}")()
        if self.theme != "gas" and d.chance(0.12):
            self.add_fill(d.randint(1, 25))
        if self.theme in ("gas", "orbit") and d.chance(0.3):
            self.put(d.weighted(self.kinds()), self.body_size, fixed=d.choice([True, None]))

    def place_sources(self):
        """Most wells that pull have a fixed disc around them, as planets have: their middle is a singularity."""
        d, self.sources = self.draw, []
        for _ in range(d.randint(1, 3) if self.has_sources else 0):
            at = [d.neat(d.uniform(1.2 * a - 0.2 * b, 1.2 * b - 0.2 * a)) for a, b in zip(self.low, self.high)]
            strength = d.neat(self.size * self.speed ** 2 * d.log(0.01, 3)) * d.choice([1, 1, 1, -1])
            self.sources.append((at, strength))
            if strength > 0 and d.chance(0.8):
                r = d.neat(0.2 * self.size * d.uniform(0.3, 1))
                self.add(BodyPlan({"circle": {"radius": r}}, r, at, fixed=True, still=True))

    def place_gas(self):
        d = self.draw
        if not self.periodic and self.edges is None and d.chance(0.7):
            self.add_container()
        for _ in range(d.weighted({0: 3, 1: 2, 3: 1})):
            self.put(d.weighted(self.kinds()), self.body_size, fixed=d.choice([True, None]))
        many = self.detection != "overlap" and d.chance(0.12)
        self.add_fill(d.randint(1100, 1600) if many else int(d.log(5, 150)))
        if d.chance(0.2):
            self.add_fill(int(d.log(1, 30)))

    def add_fill(self, count):
        d = self.draw
        low, high = list(self.low), list(self.high)
        if d.chance(0.3):
            axis = d.randrange(2)
            high[axis] = d.neat((low[axis] + high[axis]) / 2, 6)
        room = (high[0] - low[0]) * (high[1] - low[1])
        radius = math.sqrt(d.uniform(0.02, 0.3) * room / count / math.pi)
        radius = min(radius, 0.2 * self.size, 0.22 * min(high[0] - low[0], high[1] - low[1]))
        self.fills.append({"count": count, "radius": radius, "low": low, "high": high})

    def place_mix(self):
        d = self.draw
        if d.chance(0.25):
            self.add_container()
        if not self.periodic:
            for _ in range(d.weighted({0: 5, 1: 2, 2: 1})):
                self.add_border()
        for _ in range(int(d.log(2, 40))):
            self.put(d.weighted(self.kinds()), self.body_size * d.uniform(0.3, 1),
                     fixed=d.weighted({None: 8, True: 1, False: 1}))

    def place_few(self):
        d = self.draw
        if d.chance(0.2):
            self.add_container()
        if not self.periodic and d.chance(0.2):
            self.add_border()
        self.body_size = self.size * d.uniform(0.1, 0.45)
        for _ in range(d.randint(1, 3)):
            self.put(d.weighted({**self.kinds(), "ring": 1, "segment": 1.5}), self.body_size * d.uniform(0.3, 1),
                     fixed=d.weighted({None: 6, True: 1.5, False: 1}))

    def place_game(self):
        self.place_mix()
        d = self.draw
        for body in self.bodies:
            if d.chance(0.15):
                body.sensor = True
            body.tags = d.sample(["red", "green", "wall", "ghost"], d.weighted({0: 2, 1: 4, 2: 1}))

    def place_piston(self):
        d = self.draw
        for _ in range(d.randint(1, 2)):
            if not self.periodic and d.chance(0.4):
                body = self.add_border()
            else:
                body = self.put(d.weighted(self.kinds()), 2 * self.body_size)
            if body:
                body.fixed, body.still = True, False
                body.velocity = d.vector(self.speed * d.choice([0, 0.3, 1, 3]))
        for _ in range(int(d.log(2, 25))):
            self.put(d.weighted(self.kinds()), self.body_size * d.uniform(0.3, 1))

    def place_orbit(self):
        d = self.draw
        if d.chance(0.15):
            self.add_container()
        for _ in range(int(d.log(2, 30))):
            self.put(d.weighted(self.kinds()), self.body_size * d.uniform(0.1, 0.6),
                     fixed=d.weighted({None: 8, True: 1, False: 1}))
        if d.chance(0.25):
            self.add_fill(d.randint(5, 60))

    def place_pile(self):
        """On a floor: a tower, a pyramid, or a heap that falls."""
        d = self.draw
        if self.edges == "remove":
            self.edges = None
        floor = self.low[1]
        if self.edges is None:
            kind = d.choice(["border", "polygon", "segment"])
            x, far = self.middle()[0], 20 * self.size
            if kind == "border":
                self.add(BodyPlan({"border": {"y": floor}}, math.inf, still=True))
            elif kind == "polygon":
                points = [[-far, -self.size], [far, -self.size], [far, 0], [-far, 0]]
                self.add(BodyPlan({"polygon": {"vertices": points}}, 2 * far, [x, floor], fixed=True, still=True))
            else:
                self.add(BodyPlan({"segment": {"ends": [[-far, 0], [far, 0]]}}, far, [x, floor], still=True))
        w = d.neat(self.body_size)
        h = d.neat(w * d.weighted({0.5: 3, 1: 2, 0.25: 1, 1.5: 1}))
        gap = d.weighted({0: 3, 1e-3 * w: 2, 0.1 * w: 1})
        made = d.weighted({"tower": 3, "pyramid": 2, "heap": 3})
        box = {"polygon": {"vertices": [[-w / 2, -h / 2], [w / 2, -h / 2], [w / 2, h / 2], [-w / 2, h / 2]]}}
        x0 = self.middle()[0]

        def lay(x, row, shape=box, reach=w):
            at = [x, floor + gap + h / 2 + row * (h + gap)]
            if at[1] + h / 2 <= self.high[1] or self.edges is None:
                self.add(BodyPlan(json.loads(json.dumps(shape)), reach, at, still=d.chance(0.97)))

        if made == "tower":
            for row in range(d.randint(1, 30)):
                lay(x0 + d.choice([0, 0, d.uniform(-0.1, 0.1) * w]), row)
        elif made == "pyramid":
            rows = d.randint(2, 6)
            for row in range(rows):
                for k in range(rows - row):
                    lay(x0 + (k - (rows - row - 1) / 2) * (w + max(gap, 0.01 * w)), row)
        else:
            for _ in range(int(d.log(2, 40))):
                self.put(d.weighted({"disc": 3, "polygon": 3, "box": 2, "concave": 1}), self.body_size,
                         still=d.chance(0.5))
        if d.chance(0.4):
            self.put(d.weighted({"disc": 1, "box": 1}), self.body_size)

    def name_some(self):
        d = self.draw
        for k, body in enumerate(self.bodies):
            if body.name is None and d.chance(0.6):
                body.name = f"body {k}"
            if not body.tags and d.chance(0.2):
                body.tags = [d.choice(["red", "green", "wall", "ghost"])]

    def labels(self):
        """What a rule may call bodies of the scene."""
        names = [body.name for body in self.bodies if body.name]
        return names[:4] + sorted({tag for body in self.bodies for tag in body.tags}) + ["*", "*"]


# --- The keys ----------------------------------------------------------------------------------------------------------

def build(plan, path):
    """An object of the format: every key of the schema is drawn, in the schema's order."""
    result = {}
    for name in OBJECTS[path]:
        value = GENERATORS[f"{path}/{name}".lstrip("/")](plan, result)
        if value is not OMIT:
            result[name] = value
    return result


def scene(seed):
    return in_bounds_of_work(build(Plan(seed), ""))


def in_bounds_of_work(scene):
    """Where nothing loses energy, what something fixed presses together in the event world meets without bound before there is
    no room left: speed times room is kept. So it ends when half of the room is still there. (What loses energy may be pressed
    until there is none.)"""
    world, bodies = scene["world"], scene.get("bodies", [])
    given = [part.get("restitution", 1) for part in (world, *bodies, *scene.get("fill", []), *scene.get("rules", []))]
    speeds = [math.hypot(*body.get("velocity", (0, 0))) for body in bodies
              if body.get("fixed", "segment" in body or "border" in body)]
    many = len(bodies) + sum(fill["count"] for fill in scene.get("fill", [])) > 6
    if world.get("detection") == "event" and min(given) == 1 and max(speeds, default=0) > 0 and many and "bounds" in world:
        room = min(b - a for a, b in zip(world["bounds"]["min"], world["bounds"]["max"]))
        world["duration"] = min(world["duration"], float(f"{0.5 * room / max(speeds):.3g}"))
    return scene


def sometimes(plan, p, value):
    return value if plan.draw.chance(p) else OMIT


@key("carom")
def _(plan, so_far):
    return 1


@key("name")
def _(plan, so_far):
    return sometimes(plan, 0.3, "Soak é \"1\"")


@key("about")
def _(plan, so_far):
    return sometimes(plan, 0.1, f"A {plan.theme}.")


@key("units")
def _(plan, so_far):
    return build(plan, "units") if plan.seed % 10 == 3 else OMIT


@key("units/length")
def _(plan, so_far):
    return "µm"


@key("units/time")
def _(plan, so_far):
    return OMIT if plan.seed % 20 == 3 else "s"


@key("units/mass")
def _(plan, so_far):
    return "M☉"


@key("seed")
def _(plan, so_far):
    return sometimes(plan, 0.2, plan.draw.randint(0, 2 ** 53))


@key("world")
def _(plan, so_far):
    return build(plan, "world")


@key("world/detection")
def _(plan, so_far):
    return OMIT if plan.detection == "swept" and plan.draw.chance(0.3) else plan.detection


@key("world/dt")
def _(plan, so_far):
    return OMIT if plan.dt is None else plan.dt


@key("world/duration")
def _(plan, so_far):
    return plan.duration


@key("world/time")
def _(plan, so_far):
    return plan.time if plan.time else sometimes(plan, 0.1, 0)


@key("world/restitution")
def _(plan, so_far):
    # From numbers of their own: scenes without a law stay as they are.
    plan.laws = Draw(f"{plan.seed} of restitution")
    value = plan.restitution if plan.restitution != 1 else sometimes(plan, 0.3, 1)
    plan.has_law = plan.material != "elastic" and plan.laws.chance(0.08)
    return OMIT if plan.has_law else value


@key("world/restitution_law")
def _(plan, so_far):
    return build(plan, "restitution_law") if plan.has_law else OMIT


@key("rules/restitution_law")
def _(plan, so_far):
    may = plan.material != "elastic" and "restitution" not in so_far
    return build(plan, "restitution_law") if may and plan.laws.chance(0.1) else OMIT


@key("restitution_law/viscoelastic")
def _(plan, so_far):
    # At the speeds of the scene between a little and nearly all is lost.
    return plan.laws.neat(plan.laws.uniform(0.05, 1.2) / max(plan.speed, 1e-6) ** 0.2) if plan.laws.chance(0.5) else OMIT


@key("restitution_law/table")
def _(plan, so_far):
    if "viscoelastic" in so_far:
        return OMIT
    speeds = sorted({plan.laws.neat(plan.speed * plan.laws.log(0.01, 10)) for _ in range(plan.laws.randint(1, 4))})
    return [[speed, plan.laws.choice([0, 0.3, 0.8, 1])] for speed in speeds]


@key("world/friction")
def _(plan, so_far):
    values = [0.1, 0.3, 0.6, 1, 2]
    value = plan.draw.choice(values) if plan.rubs else sometimes(plan, 0.05, 0)
    return plan.own.choice(values) if plan.event_rubs else value


@key("world/gravity")
def _(plan, so_far):
    if not plan.has_gravity:
        return sometimes(plan, 0.03, [0, 0])
    if plan.theme == "pile" or plan.draw.chance(0.7):
        return [0, -plan.gravity]
    return plan.draw.vector(plan.gravity)


@key("world/sources")
def _(plan, so_far):
    if not plan.has_sources:
        return sometimes(plan, 0.02, [])
    result = []
    for plan.current in plan.sources:
        result.append(build(plan, "world/sources"))
    return result


key("world/sources/at")(lambda plan, so_far: plan.current[0])
key("world/sources/strength")(lambda plan, so_far: plan.current[1])


@key("world/attraction")
def _(plan, so_far):
    return build(plan, "world/attraction") if plan.attracts else OMIT


@key("world/attraction/G")
def _(plan, so_far):
    d = plan.draw
    # Bodies of density 1: such that the pull of all is about what bends their paths within the world.
    mass = plan.body_size ** 2 * max(plan.count(), 1)
    return sometimes(plan, 0.97, d.neat(plan.size * plan.speed ** 2 / mass * d.log(0.01, 3)))


@key("world/attraction/softening")
def _(plan, so_far):
    return sometimes(plan, 0.5, plan.draw.neat(plan.body_size * plan.draw.choice([0, 0.1, 1])))


@key("world/attraction/opening")
def _(plan, so_far):
    return sometimes(plan, 0.5, plan.draw.choice([0, 0.3, 0.8, 2]))


@key("world/integrator")
def _(plan, so_far):
    return plan.integrator or OMIT


@key("world/substep")
def _(plan, so_far):
    return plan.substep or OMIT


@key("world/contact_duration")
def _(plan, so_far):
    if plan.detection != "event" or plan.draw.chance(0.7):
        return OMIT
    # Without a duration, contacts that lose energy may have no end: what was asked for.
    value = plan.draw.choice([0 if plan.material == "elastic" else 1e-6, plan.draw.neat(1e-3 * plan.size / plan.speed)])
    if not value or not plan.has_gravity:
        return value
    # What lies on something hops once in a contact duration: a pile of 30 bodies asks for 30 million contacts a second with
    # 1e-6. That is no fault of the program, and no time limit fits it: so no scene asks for more than MOST_HOPS.
    return max(value, plan.draw.neat(plan.duration * plan.count() / MOST_HOPS))


@key("world/observe")
def _(plan, so_far):
    # From numbers of its own: what is observed changes nothing, and a scene with it is that without it.
    plan.watch = Draw(f"{plan.seed} watches")
    if not plan.watch.chance(0.25):
        return OMIT
    plan.watched = plan.watch.sample(observables(plan), plan.watch.randint(1, len(observables(plan))))
    return build(plan, "world/observe")


def observables(plan):
    """Those that this world can measure."""
    words = list(follow("#/properties/world/properties/observe/properties/quantities/items")["enum"])
    if plan.edges not in ("rebound", "periodic"):
        words = [word for word in words if word not in ("radial", "structure", "pressure")]
    elif plan.detection == "overlap" or plan.has_gravity or plan.field != "none":
        words.remove("pressure")
    return words


key("world/observe/quantities")(lambda plan, so_far: plan.watched)


@key("world/observe/every")
def _(plan, so_far):
    return plan.watch.choice([OMIT, plan.watch.neat(plan.duration / plan.watch.randint(3, 90)) or OMIT])


@key("world/observe/after")
def _(plan, so_far):
    return plan.watch.choice([OMIT, plan.time + plan.watch.neat(plan.duration * plan.watch.random())])


@key("world/observe/window")
def _(plan, so_far):
    lags = plan.watch.randint(1, 30)
    return lags * so_far["every"] if "every" in so_far and plan.watch.chance(0.5) else OMIT


@key("world/observe/range")
def _(plan, so_far):
    if plan.edges is None or plan.watch.chance(0.6):
        return OMIT
    return 0.9 * min(b - a for a, b in zip(plan.low, plan.high)) / 2 * plan.watch.random() or OMIT


@key("world/observe/wave")
def _(plan, so_far):
    return plan.watch.choice([OMIT, OMIT, plan.watch.neat(plan.watch.log(1, 100) / plan.size)])


@key("world/observe/bins")
def _(plan, so_far):
    return plan.watch.choice([OMIT, 1, 30, 100])


@key("world/observe/reach")
def _(plan, so_far):
    return plan.watch.choice([OMIT, 1, 1.1, 3])


@key("world/bounds")
def _(plan, so_far):
    return build(plan, "world/bounds") if plan.edges else OMIT


@key("world/bounds/min")
def _(plan, so_far):
    return plan.low


@key("world/bounds/max")
def _(plan, so_far):
    return plan.high


@key("world/bounds/edges")
def _(plan, so_far):
    return OMIT if plan.edges == "rebound" and plan.draw.chance(0.3) else plan.edges


@key("bodies")
def _(plan, so_far):
    result = []
    for body in plan.bodies:
        plan.current = body
        result.append(build(plan, "body"))
    return result


@key("body/name")
def _(plan, so_far):
    return plan.current.name or OMIT


def shape_key(kind):
    return lambda plan, so_far: build(plan, f"body/{kind}") if kind in plan.current.shape else OMIT


def from_shape(kind, name):
    return lambda plan, so_far: plan.current.shape[kind].get(name, OMIT)


for kind in ("circle", "polygon", "segment", "border"):
    key(f"body/{kind}")(shape_key(kind))
for kind, name in (("circle", "radius"), ("circle", "hollow"), ("polygon", "vertices"), ("polygon", "hollow"),
                   ("segment", "ends"), ("border", "x"), ("border", "y")):
    key(f"body/{kind}/{name}")(from_shape(kind, name))


@key("body/shapes")
def _(plan, so_far):
    if "shapes" not in plan.current.shape:
        return OMIT
    body, result = plan.current, []
    for part in body.shape["shapes"]:
        plan.current = BodyPlan(part, 0, part.get("at", (0, 0)), angle=part.get("angle", 0))
        result.append(build(plan, "part"))
    plan.current = body
    return result


for kind in ("circle", "polygon", "segment"):
    key(f"part/{kind}")(shape_key(kind))


@key("part/at")
def _(plan, so_far):
    return plan.current.shape.get("at", OMIT)


@key("part/angle")
def _(plan, so_far):
    return plan.current.shape.get("angle", OMIT)


@key("body/at")
def _(plan, so_far):
    if plan.current.effect:
        return sometimes(plan, 0.3, plan.draw.vector(plan.body_size * plan.draw.uniform(0, 1)))
    return plan.current.at if any(plan.current.at) else OMIT


@key("body/velocity")
def _(plan, so_far):
    d, body = plan.draw, plan.current
    if body.velocity:
        return body.velocity
    if body.still or (body.is_fixed and d.chance(0.85)):
        return OMIT
    return d.vector(plan.speed * d.choice([1, 1, d.uniform(0, 1), 0]))


@key("body/angle")
def _(plan, so_far):
    body = plan.current
    if "border" in body.shape or body.still or body.room or plan.theme == "pile":
        return OMIT
    return sometimes(plan, 0.3, plan.draw.neat(plan.draw.uniform(-4, 4)))


@key("body/spin")
def _(plan, so_far):
    d, body = plan.draw, plan.current
    if plan.event_spins and "circle" in body.shape and plan.own.chance(0.6):
        d = plan.own
    elif not plan.spins or "border" in body.shape or body.still or d.chance(0.4):
        return OMIT
    most = 900 / (plan.dt or 1 / 60)
    return d.neat(min(most, d.log(0.1, 30)) * d.choice([-1, 1]))


def draw_mass(plan, area):
    d = plan.draw
    size = area if plan.heavy is False else area * 10 ** d.uniform(-3, 3)
    return d.neat(size * d.log(0.3, 3))


@key("body/mass")
def _(plan, so_far):
    body = plan.current
    reach = body.reach if body.reach < math.inf else plan.body_size
    if body.massless and not body.is_fixed:
        return draw_mass(plan, reach ** 2)
    return sometimes(plan, 0.6 if plan.heavy else 0.15, draw_mass(plan, reach ** 2))


@key("body/density")
def _(plan, so_far):
    return OMIT if "mass" in so_far else sometimes(plan, 0.2, draw_mass(plan, 1))


@key("body/fixed")
def _(plan, so_far):
    return OMIT if plan.current.fixed is None else plan.current.fixed


def draw_restitution(plan):
    if plan.material == "elastic":
        return sometimes(plan, 0.03, 1)
    return sometimes(plan, 0.5 if plan.material == "mixed" else 0.05, plan.draw.choice([0, 0.2, 0.7, 0.95, 1]))


def draw_friction(plan):
    if not plan.rubs:
        value = sometimes(plan, 0.02, 0)
        return plan.own.choice([0, 0.2, 0.8, 3]) if plan.event_rubs and plan.own.chance(0.1) else value
    return sometimes(plan, 0.4 if plan.material == "mixed" else 0.05, plan.draw.choice([0, 0.2, 0.8, 3]))


def draw_turns(plan):
    return sometimes(plan, 0.4 if plan.turns_off else 0.02, plan.draw.chance(0.15))


def draw_health(plan):
    return sometimes(plan, 0.4 if plan.theme == "game" else 0.02, plan.draw.choice([1, 5, 100]))


def draw_lifetime(plan):
    return sometimes(plan, 0.1 if plan.theme == "game" else 0.01,
                     plan.draw.neat(plan.duration * plan.draw.uniform(0.05, 1.2)))


def draw_category(plan):
    return plan.draw.choice([1, 2, 4, 3, 2 ** 31, 0]) if plan.filters and plan.draw.chance(0.6) else OMIT


def draw_mask(plan):
    return plan.draw.choice([1, 2, 6, 2 ** 32 - 1, 0]) if plan.filters and plan.draw.chance(0.4) else OMIT


def draw_damping(plan):
    return sometimes(plan, 0.5, plan.draw.choice([0, 0.1, 1, 10])) if plan.damps else OMIT


for where in ("body", "fill"):
    for name, draw in (("restitution", draw_restitution), ("friction", draw_friction), ("turns", draw_turns),
                       ("health", draw_health), ("lifetime", draw_lifetime), ("category", draw_category),
                       ("mask", draw_mask), ("damping", draw_damping)):
        key(f"{where}/{name}")(lambda plan, so_far, draw=draw: draw(plan))


@key("body/tags")
def _(plan, so_far):
    return plan.current.tags or sometimes(plan, 0.02, [])


@key("body/sensor")
def _(plan, so_far):
    return True if plan.current.sensor else sometimes(plan, 0.02, plan.draw.chance(0.7))


@key("fill")
def _(plan, so_far):
    result = []
    for fill in plan.fills:
        plan.current = fill
        result.append(build(plan, "fill"))
    return result or sometimes(plan, 0.02, [])


@key("fill/count")
def _(plan, so_far):
    return plan.current["count"]


@key("fill/circle")
def _(plan, so_far):
    return build(plan, "fill/circle")


@key("fill/circle/radius")
def _(plan, so_far):
    r = plan.draw.neat(plan.current["radius"])
    return r if plan.draw.chance(0.6) else [plan.draw.neat(0.4 * r), r]


@key("fill/region")
def _(plan, so_far):
    plan.current["round"] = plan.draw.chance(0.25)
    return build(plan, "fill/region")


@key("fill/region/min")
def _(plan, so_far):
    return OMIT if plan.current["round"] else plan.current["low"]


@key("fill/region/max")
def _(plan, so_far):
    return OMIT if plan.current["round"] else plan.current["high"]


def fill_radius(fill):
    return min(b - a for a, b in zip(fill["low"], fill["high"])) / 2


@key("fill/region/center")
def _(plan, so_far):
    if not plan.current["round"]:
        return OMIT
    return [(a + b) / 2 for a, b in zip(plan.current["low"], plan.current["high"])]


@key("fill/region/inner")
def _(plan, so_far):
    if not plan.current["round"]:
        return OMIT
    return sometimes(plan, 0.5, plan.draw.neat(0.2 * fill_radius(plan.current)))


@key("fill/region/outer")
def _(plan, so_far):
    return plan.draw.neat(0.99 * fill_radius(plan.current)) if plan.current["round"] else OMIT


@key("fill/arrangement")
def _(plan, so_far):
    return sometimes(plan, 0.6, plan.draw.one_of("fill/arrangement"))


@key("fill/speed")
def _(plan, so_far):
    return sometimes(plan, 0.85, plan.draw.neat(plan.speed))


@key("fill/velocities")
def _(plan, so_far):
    return sometimes(plan, 0.6, plan.draw.one_of("fill/velocities", orbit=2 if plan.theme == "orbit" else 0.2))


@key("fill/about")
def _(plan, so_far):
    return sometimes(plan, 0.4, plan.middle()) if so_far.get("velocities") == "orbit" else OMIT


@key("fill/seed")
def _(plan, so_far):
    return sometimes(plan, 0.4, plan.draw.randint(0, 2 ** 64 - 1 if plan.draw.chance(0.2) else 1000))


@key("fill/mass")
def _(plan, so_far):
    return sometimes(plan, 0.15, draw_mass(plan, plan.current["radius"] ** 2))


@key("fill/density")
def _(plan, so_far):
    return OMIT if "mass" in so_far else sometimes(plan, 0.15, draw_mass(plan, 1))


@key("fill/fixed")
def _(plan, so_far):
    return sometimes(plan, 0.06, plan.draw.chance(0.4))


@key("fill/tags")
def _(plan, so_far):
    return sometimes(plan, 0.2, ["gas"])


@key("fill/sensor")
def _(plan, so_far):
    return sometimes(plan, 0.04, plan.draw.chance(0.6))


@key("rules")
def _(plan, so_far):
    d = plan.draw
    if not d.chance(0.9 if plan.theme == "game" else 0.12):
        return OMIT
    return [build(plan, "rules") for _ in range(d.randint(1, 4))]


@key("rules/between")
def _(plan, so_far):
    labels = plan.labels() + (["bounds"] if plan.edges else [])
    first, second = plan.draw.choice(labels), plan.draw.choice(labels)
    plan.between = ["*", "*"] if first == second == "bounds" else [first, second]
    return plan.between


@key("rules/response")
def _(plan, so_far):
    response = plan.draw.one_of("rules/response", impulse=3)
    return OMIT if plan.detection == "event" and response == "merge" else sometimes(plan, 0.85, response)


@key("rules/restitution")
def _(plan, so_far):
    return OMIT if plan.material == "elastic" else sometimes(plan, 0.3, plan.draw.choice([0, 0.5, 1]))


@key("rules/one_way")
def _(plan, so_far):
    # From numbers of its own: scenes without it stay as they are.
    own = Draw(f"{plan.seed} of one way {plan.between}")
    if so_far.get("response") in ("none", "ignore") or not own.chance(0.12):
        return OMIT
    return own.choice([[0, 1], [1, 0], [-1, -1], [0.3, -0.2]])


def draw_effects(plan):
    if plan.draw.chance(0.6):
        return OMIT
    return [build(plan, "effects") for _ in range(plan.draw.randint(1, 2))]


key("rules/before")(lambda plan, so_far: draw_effects(plan))
key("rules/after")(lambda plan, so_far: draw_effects(plan))


def effect(name, weight, value):
    """Of the effects exactly one is there: the first one that is chosen; the last one if none was."""
    names = list(OBJECTS["effects"])

    def draw(plan, so_far):
        if so_far or not (name == names[-1] or plan.draw.chance(weight)):
            return OMIT
        if name == "spawn" and "*" in plan.between:  # each that is spawned would spawn others
            return OMIT
        return value(plan)
    key(f"effects/{name}")(draw)


def target(plan):
    labels = [label for label in plan.labels() if label != "*"]
    return plan.draw.choice(["first", "second"] + labels)


def spawned(plan):
    d = plan.draw
    shape, reach = plan.shape(d.weighted({"disc": 4, "polygon": 1, "box": 1}), plan.body_size * d.uniform(0.1, 0.4))
    body = BodyPlan(shape, reach, name=d.choice(["spark", None]), tags=["spark"], effect=True)
    body.sensor = d.chance(0.3)
    keep, plan.current = plan.current, body
    result = build(plan, "body")
    plan.current = keep
    # What is spawned by each of its own hits fills any memory.
    if d.chance(0.9):
        result["lifetime"] = d.neat(plan.duration * d.uniform(0.02, 0.3))
    result["category"] = result["mask"] = 2 ** 20 if d.chance(0.7) else 2 ** 32 - 1
    return result


effect("sound", 0.15, lambda plan: "clack")
effect("notify", 0.15, lambda plan: "line\n\"two\"")
effect("destroy", 0.3, target)
effect("spawn", 0.4, spawned)
effect("mark", 0.5, lambda plan: build(plan, "effects/mark"))
effect("damage", 1, lambda plan: build(plan, "effects/damage"))


key("effects/mark/who")(lambda plan, so_far: target(plan))
key("effects/mark/as")(lambda plan, so_far: plan.draw.choice(["charred", "red", "ghost"]))
key("effects/damage/amount")(lambda plan, so_far: plan.draw.choice([0, 1, 3, 1000]))
key("effects/damage/radius")(lambda plan, so_far: plan.draw.neat(plan.size * plan.draw.log(0.05, 3)))
key("effects/damage/to")(lambda plan, so_far: target(plan))


# What a state has: pairs are of bodies that are there, by whatever they are called.
def state_pairs(plan, edges):
    d = plan.draw
    names = [body.name or f"#{k}" for k, body in enumerate(plan.bodies)]
    pairs = [d.sample(names, 2) for _ in range(d.randint(1, 2))]
    if edges and plan.edges and d.chance(0.3):
        pairs.append([d.choice(names), "bounds"])
    return [list(pair) for pair in sorted({tuple(sorted(pair, key=lambda n: (n == "bounds", n))) for pair in pairs})]


key("passing")(lambda plan, so_far: state_pairs(plan, True) if plan.state else OMIT)
key("touching")(lambda plan, so_far: state_pairs(plan, True) if plan.state else OMIT)


@key("resting")
def _(plan, so_far):
    if not plan.state or not plan.rotates:
        return OMIT
    result = []
    for pair in state_pairs(plan, True):
        plan.current = pair
        result.append(build(plan, "resting"))
    return result


key("resting/between")(lambda plan, so_far: plan.current)
key("resting/edge")(lambda plan, so_far: plan.draw.randint(0, 3) if "bounds" in so_far["between"] else OMIT)
key("resting/feature")(lambda plan, so_far: sometimes(plan, 0.7, plan.draw.randint(0, 2 ** 20)))
key("resting/impulse")(lambda plan, so_far: sometimes(plan, 0.5, plan.draw.neat(plan.draw.random() * 1e-3)))
key("resting/friction")(lambda plan, so_far: sometimes(plan, 0.5, plan.draw.neat(plan.draw.random() * 1e-3)))
key("created")(lambda plan, so_far: plan.count() + plan.draw.randint(0, 5) if plan.state else OMIT)


# Of a state of the event world. They count where they lead to where the bodies are; else they are left alone.

def has_flights(plan, so_far):
    return plan.detection == "event" and not so_far.get("fill") and so_far.get("bodies")


@key("clock")
def _(plan, so_far):
    return build(plan, "clock") if has_flights(plan, so_far) and plan.draw.chance(0.3) else OMIT


key("clock/epoch")(lambda plan, so_far: plan.time or 0)
key("clock/length")(lambda plan, so_far: plan.draw.log(0.01, 10))
key("clock/happened")(lambda plan, so_far: sometimes(plan, 0.5, plan.draw.randint(0, 5)))
key("clock/contact_duration")(lambda plan, so_far: sometimes(plan, 0.3, 0) if plan.restitution == 1 else OMIT)
key("clock/hop")(lambda plan, so_far: sometimes(plan, 0.2, 0))


@key("flights")
def _(plan, so_far):
    if "clock" not in so_far:
        return OMIT
    result = []
    for k, plan.current in enumerate(so_far["bodies"]):
        plan.current = (plan.current.get("name", f"#{k}"), plan.current)
        result.append(build(plan, "flights"))
    return result


key("flights/body")(lambda plan, so_far: plan.current[0])
key("flights/at")(lambda plan, so_far: plan.current[1].get("at", [0, 0]))
key("flights/velocity")(lambda plan, so_far: plan.current[1].get("velocity", [0, 0]))
key("flights/since")(lambda plan, so_far: 0)
# By how much it has turned since then is nothing, because no time has gone by.
key("flights/angle")(
    lambda plan, so_far: plan.current[1].get("angle", 0) if plan.current[1].get("spin") else OMIT)
key("flights/last_contact")(lambda plan, so_far: sometimes(plan, 0.2, -plan.draw.log(0.01, 1)))
key("flights/squeeze")(lambda plan, so_far: build(plan, "flights/squeeze") if plan.draw.chance(0.2) else OMIT)
key("flights/squeeze/hits")(lambda plan, so_far: sometimes(plan, 0.5, 0))
key("flights/squeeze/stuck")(lambda plan, so_far: sometimes(plan, 0.5, 0))
key("flights/squeeze/speed")(lambda plan, so_far: sometimes(plan, 0.5, 0))
key("flights/without_way")(lambda plan, so_far: sometimes(plan, 0.2, plan.draw.randint(0, 3)))
key("flights/held")(
    # What is held stands.
    lambda plan, so_far: sometimes(plan, 0.1, plan.draw.chance(0.1) and not any(plan.current[1].get("velocity", [0]))))
# Of what was drawn before, so that the scenes of all seeds stay as they are.
key("clock/now")(lambda plan, so_far: 0 if "hop" in so_far else OMIT)


@key("clock/just_parted")
def _(plan, so_far):
    plan.current = [body.name or f"#{k}" for k, body in enumerate(plan.bodies)][:2]
    return [build(plan, "clock/just_parted")] if "happened" in so_far and len(plan.current) == 2 else OMIT


key("clock/just_parted/between")(lambda plan, so_far: plan.current)
key("clock/just_parted/t")(lambda plan, so_far: 0)
key("clock/just_parted/count")(lambda plan, so_far: 1 if plan.count() % 2 == 1 else OMIT)


key("flights/rapid")(lambda plan, so_far: 15 * so_far["without_way"] if "without_way" in so_far else OMIT)
