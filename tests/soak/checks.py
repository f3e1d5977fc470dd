"""What must be true of a run, whatever its scene: judged from its files alone.

Every check takes a `Case` and gives findings, (kind, words). The kinds of this file:

    nan        a number in an output is not finite
    overlap    two bodies that cannot pass through each other lie in each other, in a frame, by more than `TOLERANCE`
    passed     a body is on the other side of a ring, an arena or a border
    outside    a body is outside of bounds that hold it, or was not removed or wrapped by those that do that
    drift      energy that came or went unexplained; in wells, without a warning
    warned     no finding: in wells that are far too strong for the step, and the run has said so
    gain       energy that contacts are said to have brought, where they can only take it
    momentum   momentum that came or went unexplained
    events     an event that cannot be: out of its order, a normal that is none, a negative speed
"""

import json
import math
from functools import cached_property

import geometry

# Of the sizes of two bodies. Carom's own are 5.8e-11 for bodies that turn (docs/mathematics.md, section 19), 1e-9 for
# discs at rest (section 15), and rounding for all others.
TOLERANCE = 2e-9
ROUNDING = 1e-12  # of coordinates and of the way of a step

# Of the largest energy that there was.
LOSSLESS_DRIFT = 1e-9  # nothing loses energy and no field is followed in steps: rounding
GAIN = 2e-3  # with friction, rests and gaps to be kept (section 22 of mathematics.md: 4e-4), unless it falls with the step
LOSS = 0.01  # a body on a chord comes to rest below its parabola (section 15), unless it falls with the step
PULLED_DRIFT = 0.05  # in wells, where it does not shrink with the step
UNEXPLAINED = "that nothing explains"  # of the warning that a run with such a drift gives


class Case:
    """A scene, its bodies at the start, and what a run of it has written."""

    def __init__(self, scene, start, summary, frames, events, radii=None, warnings=""):
        self.scene, self.start, self.summary, self.frames, self.events = scene, start, summary, frames, events
        self.radii = radii or {}  # {(frame, id): radius}, where bodies merge
        self.warnings = warnings  # what the run said on standard error
        self.world = scene.get("world", {})
        self.rules = scene.get("rules", [])

    @property
    def detection(self):
        return self.world.get("detection", "swept")

    @property
    def dt(self):
        return self.world.get("dt", 1 / 60)

    @cached_property
    def effects(self):
        return [effect for rule in self.rules for part in ("before", "after") for effect in rule.get(part, [])]

    @cached_property
    def defs(self):
        """{id: body}: those of the start in the order of the first frame, then those that were spawned."""
        if not self.frames:
            return {}
        defs = {body["id"]: definition for body, definition in zip(self.frames[0]["bodies"], self.start["bodies"])}
        spawned = [(event["t"], effect["spawn"]) for event in self.events for effect in event["effects"]
                   if "spawn" in effect]
        templates = [effect["spawn"] for effect in self.effects if "spawn" in effect]
        at_once = {}
        for t, body in spawned:
            at_once.setdefault(t, set()).add(json.dumps(shape_of(body), sort_keys=True))
        for k, (t, body) in enumerate(spawned):
            # Which came first at one moment is not written: alike or unknown.
            shapes = at_once[t]
            matching = [template for template in templates if template.get("tags", []) == body.get("tags", []) and
                        shape_of(template) == shape_of(body)]
            if len(shapes) == 1 and len(matching) == 1:
                defs[self.start["created"] + k] = matching[0]
        return defs

    @cached_property
    def merges(self):
        return any(rule.get("response") == "merge" for rule in self.rules)


def shape_of(body):
    def tidy(shape):
        return shape if isinstance(shape, list) else {name: x for name, x in shape.items() if x is not False}
    return {kind: tidy(body[kind]) for kind in ("circle", "polygon", "segment", "border", "shapes") if kind in body}


def is_fixed(body):
    return body.get("fixed", "segment" in body or "border" in body)


def not_finite(value, place=""):
    """Where in a JSON tree there is a number that is none."""
    if isinstance(value, float):
        return None if math.isfinite(value) else place
    if isinstance(value, dict):
        value = value.items()
    elif isinstance(value, list):
        value = enumerate(value)
    else:
        return None
    for name, each in value:
        found = not_finite(each, f"{place}/{name}")
        if found is not None:
            return found
    return None


def check_finite(case):
    for what, tree in (("summary", case.summary), ("frames", case.frames), ("events", case.events)):
        place = not_finite(tree)
        if place is not None:
            yield "nan", f"{what}{place} is not finite"
    # Numbers that are not finite are written as null; the drifts of momentum may be.
    for name in ("start", "end", "drift", "exchanged"):
        if case.summary["energy"][name] is None:
            yield "nan", f"summary/energy/{name} is null"
    for frame in case.frames:
        for body in frame["bodies"]:
            if None in (*body["at"], *body["velocity"], body["angle"], body["spin"]):
                yield "nan", f"t = {frame['t']}: body {body['id']} is not finite"
                return


# --- Which bodies may overlap --------------------------------------------------------------------------------------------

class Passes:
    """Which pairs may pass through each other, by filters, sensors and rules; in doubt they may."""

    def __init__(self, case):
        self.case = case
        self.more_tags = {effect["mark"]["as"] for effect in case.effects if "mark" in effect}
        if case.merges:  # a body that has grown has the tags of both
            self.more_tags |= {tag for body in case.start["bodies"] for tag in body.get("tags", [])}
        self.known = {}
        self.passing = {frozenset(pair) for pair in case.scene.get("passing", [])}

    def labels(self, body):
        if body == "bounds":
            return {"bounds"}, {"bounds"}
        sure = {body.get("name"), *body.get("tags", [])}
        return sure, sure | self.more_tags

    def responses(self, a, b):
        """All that a contact of the two may be answered with."""
        sides = [self.labels(a), self.labels(b)]

        def matches(between, which):
            def fits(label, body):
                return label == "*" or label in sides[body][which]
            return (fits(between[0], 0) and fits(between[1], 1)) or (fits(between[0], 1) and fits(between[1], 0))

        found = set()
        for rule in reversed(self.case.rules):
            if matches(rule["between"], 1):
                found.add(rule.get("response", "impulse"))
                if "one_way" in rule:
                    found.add("ignore")
            if matches(rule["between"], 0):
                return found
        return found | {"impulse"}

    def may_pass(self, a, b):
        if a.get("sensor") or (b != "bounds" and b.get("sensor")):
            return True
        if b != "bounds":
            if is_fixed(a) and is_fixed(b):
                return True
            meets = [x.get("mask", 2 ** 32 - 1) & y.get("category", 1) for x, y in ((a, b), (b, a))]
            if not all(meets):
                return True
        elif is_fixed(a):
            return True
        names = frozenset((a.get("name"), b if b == "bounds" else b.get("name")))
        return names in self.passing or bool(self.responses(a, b) & {"none", "ignore"})

    def pair(self, i, j):
        if (i, j) not in self.known:
            defs = self.case.defs
            self.known[i, j] = self.may_pass(defs[i], defs[j] if j != "bounds" else "bounds")
        return self.known[i, j]


class Placed:
    """A body in a frame."""

    def __init__(self, case, number, body, local):
        self.id, self.at, self.velocity, self.spin = body["id"], body["at"], body["velocity"], body["spin"]
        radius = case.radii.get((number, self.id))
        definition = case.defs[self.id]
        if "circle" not in definition or definition["circle"].get("hollow"):
            radius = None  # of others it is their reach
        if radius is not None:
            local = [("disc", 0.0, 0.0, radius)]
        self.radius = radius
        self.pieces = [geometry.placed(piece, self.at, body["angle"]) for piece in local]
        self.box = geometry.box(self.pieces)
        self.fixed = is_fixed(definition)
        if self.box:
            self.size = math.dist(self.box[:2], self.box[2:])
            self.far = max(map(abs, self.box))
        else:
            self.size, self.far = 0.0, abs(self.pieces[0][2])


def neighbours(bodies, period):
    """Pairs whose boxes might meet, and by how much the second is to be moved to be beside the first."""
    ended = [b for b in bodies if b.box]
    for k, a in enumerate(bodies):
        if not a.box:
            yield from ((a, b, (0, 0)) for b in bodies if b is not a and (b.box or b.id > a.id))
    if not ended:
        return
    sizes = sorted(max(b.box[2] - b.box[0], b.box[3] - b.box[1]) for b in ended)
    cell = 1.01 * max(sizes[(9 * len(sizes)) // 10], 1e-300)
    small = [b for b in ended if max(b.box[2] - b.box[0], b.box[3] - b.box[1]) <= cell]
    large = [b for b in ended if max(b.box[2] - b.box[0], b.box[3] - b.box[1]) > cell]

    def shift(a, b):
        if not period:
            return (0, 0)
        result = []
        for axis in range(2):
            away = (b.box[axis] + b.box[axis + 2] - a.box[axis] - a.box[axis + 2]) / 2
            result.append(-period[axis] * round(away / period[axis]))
        return tuple(result)

    def near(a, b):
        s = shift(a, b)
        return s if a.box[0] <= b.box[2] + s[0] and b.box[0] + s[0] <= a.box[2] and \
            a.box[1] <= b.box[3] + s[1] and b.box[1] + s[1] <= a.box[3] else None

    def ordered(a, b):
        s = near(a, b)
        if s is None:
            return None
        return (a, b, s)

    for k, a in enumerate(large):
        for b in large[k + 1:] + small:
            found = ordered(a, b)
            if found:
                yield found
    if period and min(period) < 4 * cell:
        for k, a in enumerate(small):
            for b in small[k + 1:]:
                found = ordered(a, b)
                if found:
                    yield found
        return
    wrap = [max(1, int(p / cell)) for p in period] if period else None
    width = [p / n for p, n in zip(period, wrap)] if period else [cell, cell]
    cells = {}
    for b in small:
        at = [math.floor((b.box[axis] + b.box[axis + 2]) / 2 / width[axis]) for axis in range(2)]
        if wrap:
            at = [x % n for x, n in zip(at, wrap)]
        cells.setdefault(tuple(at), []).append(b)
    for (x, y), here in cells.items():
        for dx, dy in ((0, 0), (1, 0), (-1, 1), (0, 1), (1, 1)):
            there = (x + dx, y + dy)
            if wrap:
                there = (there[0] % wrap[0], there[1] % wrap[1])
            for k, a in enumerate(here):
                for b in here[k + 1:] if there == (x, y) else cells.get(there, []):
                    found = ordered(a, b)
                    if found:
                        yield found


def frame_slack(case, every):
    """How far a frame may lie in something because it was taken within a step, where fields act at its ends; None if that
    is not known."""
    if case.detection == "event":
        return 0.0
    step_ends = (every / case.dt).is_integer() and (case.dt * 2 ** 20).is_integer()
    wells = bool(case.world.get("sources")) or "attraction" in case.world
    if step_ends:
        return 0.0
    return None if wells else math.hypot(*case.world.get("gravity", (0, 0))) * case.dt ** 2


def may_squeeze(case):
    """Something that cannot be stopped moves: it may press others onto what does not give way, until there is no room."""
    bodies = case.start["bodies"] + [effect["spawn"] for effect in case.effects if "spawn" in effect]
    moves = any(is_fixed(body) and moving(body) for body in bodies)
    firm = "bounds" in case.world or sum(map(is_fixed, bodies)) > 1
    policies = case.summary["policies"]
    return moves and firm and bool(policies["holds"] or policies["clumps"] or policies["calms"])


def pressed(bodies, pairs, every):
    """Which bodies may be squeezed in a frame: those that something fixed that moves has reached since the last one, and all in
    touch with those, one through the other."""
    reached = set()
    for pusher in bodies:
        way = math.hypot(*pusher.velocity) * every
        if not pusher.fixed or (way == 0 and pusher.spin == 0):
            continue
        reached.add(pusher.id)
        for b in bodies:
            if not b.box:
                continue
            if pusher.box:
                near = all(pusher.box[k] - way <= b.box[k + 2] and b.box[k] - way <= pusher.box[k + 2] for k in range(2))
            else:
                _, axis, at = pusher.pieces[0]
                near = b.box[axis] - way <= at <= b.box[axis + 2] + way
            if near:
                reached.add(b.id)
    fixed = {b.id for b in bodies if b.fixed}
    meets = {}
    for a, b, _ in pairs:
        meets.setdefault(a.id, []).append(b.id)
        meets.setdefault(b.id, []).append(a.id)
    ahead = [number for number in reached if number not in fixed]
    while ahead:
        for other in meets.get(ahead.pop(), []):
            if other not in reached:
                reached.add(other)
                if other not in fixed:
                    ahead.append(other)
    return reached


def check_frames(case, every):
    """Overlaps, passages and bodies outside, one finding a kind: the worst."""
    if case.detection == "overlap" or not case.frames:
        return
    slack = frame_slack(case, every)
    passes = Passes(case)
    local = {number: geometry.local_pieces(body) for number, body in case.defs.items()}
    edges = case.world.get("bounds")
    kind = edges.get("edges", "rebound") if edges else None
    period = [b - a for a, b in zip(edges["min"], edges["max"])] if kind == "periodic" else None
    may_be_squeezed = may_squeeze(case)
    wells = Facts(case).wells
    before, excused, sides, radii = set(), set(), {}, {}
    outside_before, worst = set(), {}

    def tell(what, depth, words):
        if what not in worst or depth > worst[what][0]:
            worst[what] = (depth, words)

    for number, frame in enumerate(case.frames):
        bodies = [Placed(case, number, body, local[body["id"]]) for body in frame["bodies"] if body["id"] in local]
        present = {b.id for b in bodies}
        grown = {b.id for b in bodies if b.radius is not None and b.radius != radii.get(b.id, b.radius)}
        radii.update({b.id: b.radius for b in bodies})
        # A body that began outside of the bounds has been put inside since, onto any that was there.
        new = (present - before) | grown | outside_before
        still_excused = set()
        overlapping = set()
        pairs = list(neighbours(bodies, period))
        all_present = present if may_be_squeezed else set()
        largest = max((b.size for b in bodies if not b.fixed), default=0.0) if wells else 0.0
        squeezed = pressed(bodies, pairs, every) if may_be_squeezed and not period else all_present
        for a, b, by in pairs:
            if a.id > b.id:
                a, b, by = b, a, (-by[0], -by[1])
            if passes.pair(a.id, b.id):
                continue
            there = b.pieces if by == (0, 0) else [geometry.moved(piece, by) for piece in b.pieces]
            depth = geometry.deepest(a.pieces, there)
            speed = math.hypot(*a.velocity) + math.hypot(*b.velocity)
            size = min(s for s in (a.size + b.size, 2 * a.size or math.inf, 2 * b.size or math.inf) if s > 0)
            size = max(size, 0.01 * (a.size + b.size))
            # Pairs at rest are solved together, in wells no finer than the largest of them allows (mathematics.md, section 15).
            measure = max(a.size + b.size, largest)
            limit = TOLERANCE * measure + ROUNDING * (a.far + b.far + speed * case.dt)
            if depth > limit:
                overlapping.add((a.id, b.id))
                if a.id in new or b.id in new or (a.id, b.id) in excused or {a.id, b.id} <= squeezed:
                    still_excused.add((a.id, b.id))
                elif slack is not None and depth > limit + slack:
                    tell("overlap", depth / size, f"t = {frame['t']}: {call(case, a.id)} and {call(case, b.id)} overlap "
                         f"by {depth:.3g}, {depth / size:.2g} of their size")
        for i, a in enumerate(bodies):
            if a.pieces[0][0] not in ("ring", "outline", "line") or period:
                continue
            for b in bodies:
                pair = (min(a.id, b.id), max(a.id, b.id))
                if b is a or pair in overlapping or passes.pair(*pair):
                    continue
                now = geometry.side(a.pieces, b.pieces)
                was = sides.get((a.id, b.id))
                if was is not None and now is not None and was != now and pair not in excused and \
                        not new & set(pair) and not squeezed & set(pair):
                    tell("passed", 1, f"t = {frame['t']}: {call(case, b.id)} has passed {call(case, a.id)}")
                sides[a.id, b.id] = now
        excused = still_excused
        before = present
        for b in bodies if edges else []:
            if not b.box:
                continue
            out = max(edges["min"][0] - b.box[0], edges["min"][1] - b.box[1], b.box[2] - edges["max"][0],
                      b.box[3] - edges["max"][1])
            limit = TOLERANCE * b.size + ROUNDING * (b.far + max(map(abs, edges["min"] + edges["max"])) +
                                                     math.hypot(*b.velocity) * case.dt)
            if kind == "rebound" and out > limit and not passes.pair(b.id, "bounds"):
                if b.id in new or b.id in outside_before or b.id in squeezed:
                    outside_before.add(b.id)
                elif slack is not None and out > limit + slack:
                    tell("outside", out, f"t = {frame['t']}: {call(case, b.id)} is outside of the bounds by {out:.3g}")
            else:
                outside_before.discard(b.id)
            if kind == "periodic" and not all(low <= x < high for x, low, high in
                                              zip(b.at, edges["min"], edges["max"])):
                tell("outside", 1, f"t = {frame['t']}: {call(case, b.id)} at {b.at} is not wrapped into the box")
            if kind == "remove" and number and slack is not None:
                gone = max(edges["min"][0] - b.box[2], edges["min"][1] - b.box[3], b.box[0] - edges["max"][0],
                           b.box[1] - edges["max"][1])
                # Where bodies turn they are removed at the end of the step.
                if gone > limit + math.hypot(*b.velocity) * case.dt * (case.detection == "swept"):
                    tell("outside", gone, f"t = {frame['t']}: {call(case, b.id)}, wholly outside by {gone:.3g}, "
                         "was not removed")
    for what, (_, words) in worst.items():
        yield what, words


def call(case, number):
    body = case.defs[number]
    kind = next(iter(shape_of(body)))
    return f"{body.get('name') or '#' + str(number)} ({kind}{', fixed' if is_fixed(body) else ''})"


# --- Energy and momentum -----------------------------------------------------------------------------------------------

def moving(body):
    return any(body.get("velocity", ())) or body.get("spin", 0) != 0


class Facts:
    """What may give or take energy in a scene."""

    def __init__(self, case):
        world, rules = case.world, case.rules
        spawned = [effect["spawn"] for effect in case.effects if "spawn" in effect]
        bodies = case.start["bodies"] + spawned
        self.wells = bool(world.get("sources")) or "attraction" in world
        self.gravity = any(world.get("gravity", (0, 0)))
        self.spawns = bool(spawned)
        self.pushed = any(is_fixed(body) and moving(body) for body in bodies)
        self.held_spin = any(body.get("turns") is False and body.get("spin", 0) != 0 for body in bodies)
        self.damping = any(body.get("damping", 0) > 0 for body in bodies)
        self.removes = self.spawns or case.merges or any(
            name in effect for effect in case.effects for name in ("destroy", "damage")) or any(
            "lifetime" in body for body in bodies) or world.get("bounds", {}).get("edges") == "remove"
        responses = {rule.get("response", "impulse") for rule in rules}
        given = [world.get("restitution", 1)] + [body.get("restitution", 1) for body in bodies] + \
            [rule.get("restitution", 1) for rule in rules]
        rubs = [world.get("friction", 0)] + [body.get("friction", 0) for body in bodies]
        self.lossless = all(e == 1 for e in given) and not any(rubs) and not responses & {"slide", "merge"}
        self.laid_down = any(name in case.scene for name in ("resting", "touching", "passing"))


def open_well(case):
    """Can a body come to the middle of a well that pulls, where no step is short enough?"""
    discs = [body for body in case.start["bodies"] if "circle" in body and is_fixed(body) and not moving(body) and
             not body["circle"].get("hollow") and not body.get("sensor") and "mask" not in body and
             "category" not in body and "lifetime" not in body and "health" not in body]
    # What passes through everything, or through something, is not kept away by a disc.
    if case.scene.get("passing") or any(
            not is_fixed(body) and (body.get("sensor") or "mask" in body or "category" in body)
            for body in case.start["bodies"]):
        discs = []
    edges = case.world.get("bounds", {"edges": None})

    def closed(source):
        if source["strength"] <= 0 or case.world.get("attraction", {}).get("softening", 0) > 0:
            return True
        if edges.get("edges", "rebound") == "rebound" and not all(
                low < x < high for x, low, high in zip(source["at"], edges["min"], edges["max"])):
            return True
        return any(math.dist(body.get("at", (0, 0)), source["at"]) < 0.5 * body["circle"]["radius"] for body in discs)

    if case.rules and case.world.get("sources"):
        return True
    return not all(closed(source) for source in case.world.get("sources", []))


def energies(case):
    """The largest kinetic energy of a frame, without spin, or of what one contact has exchanged between two frames, and the
    largest sum of momenta."""
    kinetic = max((0.5 * event["impulse"] * event["speed"] for event in case.events), default=0.0)
    momenta = 0.0
    for frame in case.frames:
        k = p = 0.0
        for body in frame["bodies"]:
            definition = case.defs.get(body["id"])
            if definition and not is_fixed(definition):
                v = math.hypot(*body["velocity"])
                m = definition.get("mass", 0.0)
                k, p = k + 0.5 * m * v * v, p + m * v
        kinetic, momenta = max(kinetic, k), max(momenta, p)
    return kinetic, momenta


def check_energy(case, converges):
    """`converges(limit)`: does the drift fall below the limit, or at least to a third, in shorter steps?"""
    energy, policies, facts = case.summary["energy"], case.summary["policies"], Facts(case)
    if any(energy[name] is None for name in ("start", "end", "drift", "exchanged")):
        return
    kinetic, _ = energies(case)
    unexplained = energy["end"] - energy["start"] - energy["exchanged"]
    largest = max(kinetic, abs(energy["start"]), abs(energy["end"]), abs(energy["exchanged"]))
    if largest == 0:
        return
    drift = unexplained / largest
    gained = energy["exchanged"] / largest
    acted = policies["rests"] + policies["calms"] + policies["clumps"] + policies["hops"]
    told = f"energy {energy['start']:.6g} → {energy['end']:.6g}, exchanged {energy['exchanged']:.6g}"
    if case.detection == "overlap" and (facts.gravity or facts.wells):
        return  # it pushes bodies apart, up and down their field
    # A body that goes within a step goes from the chord that its way is, below or above its parabola.
    weight = sum(body.get("mass", 0.0) for body in case.defs.values() if not is_fixed(body))
    chord = weight * (math.hypot(*case.world.get("gravity", (0, 0))) * case.dt) ** 2 / largest if facts.removes else 0
    strict = facts.lossless and not facts.damping and not acted and not facts.held_spin
    if facts.wells:
        # What moves by itself and pulls does work all the time; that is booked nowhere.
        if (facts.pushed and "attraction" in case.world) or open_well(case):
            return
        if abs(drift) > PULLED_DRIFT and not (facts.damping and drift < 0) and not converges(abs(drift)):
            # A well far too strong for the step: the run has to say so.
            kind = "warned" if UNEXPLAINED in case.warnings else "drift"
            yield kind, f"drift {drift:.2g} in wells, which shorter steps do not mend: {told}"
    elif strict and abs(drift) > LOSSLESS_DRIFT + chord:
        yield "drift", f"drift {drift:.2g} where nothing is lost: {told}"
    elif not strict and drift > GAIN and not converges(drift):
        yield "drift", f"drift {drift:+.2g}, which shorter steps do not mend: {told}"
    elif not strict and drift < -LOSS and not facts.damping and not converges(-drift):
        yield "drift", f"drift {drift:.2g}, which shorter steps do not mend: {told}"
    brings = facts.pushed or facts.spawns or facts.held_spin or policies["hops"] or \
        (facts.removes and (facts.gravity or facts.wells))
    if not brings and gained > (LOSSLESS_DRIFT if strict else GAIN):
        yield "gain", f"contacts are said to have brought {gained:.2g} of the energy: {told}"


def check_momentum(case):
    drift = case.summary["momentum"]["drift"]
    if drift is None or not case.frames:
        return
    _, largest = energies(case)
    start = 0.0
    for body in case.frames[0]["bodies"]:
        definition = case.defs.get(body["id"])
        if definition and not is_fixed(definition):
            start += definition.get("mass", 0.0) * math.hypot(*body["velocity"])
    facts = Facts(case)
    # A body that goes within a step has had half of its kicks, and those that pulled it theirs.
    excused = facts.damping or (facts.wells and facts.removes)
    lost = drift * (start if start > 0 else 1)
    if lost > 1e-9 * max(largest, start) and not excused:
        yield "momentum", f"momentum drift {drift:.2g}, {lost:.2g} of {largest:.2g}"


def check_events(case):
    last = -math.inf
    if len(case.events) != case.summary["collisions"]:
        yield "events", f"{len(case.events)} events, {case.summary['collisions']} collisions"
    for number, event in enumerate(case.events, 1):
        if event["t"] < last:
            yield "events", f"line {number}: t = {event['t']} after {last}"
            return
        last = event["t"]
        length = math.hypot(*event["normal"])
        if abs(length - 1) > 1e-9 or event["speed"] < 0 or event["impulse"] < 0:
            yield "events", f"line {number}: normal of length {length}, speed {event['speed']}, impulse {event['impulse']}"
            return
    if case.events and last > case.summary["time"]:
        yield "events", f"the last event is at {last}, the run ended at {case.summary['time']}"
