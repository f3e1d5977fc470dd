"""The soak's own tests: its generator knows every key of the format, its judge sees what is wrong.

    python3 soak_test.py
"""

import copy
import json
import math
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import checks
import geometry
import scenes

SEEDS = 3000


def drawn(value, path, found):
    """{path: [values]} of all keys in a scene, by the names that scenes.OBJECTS has for them."""
    if isinstance(value, list):
        for each in value:
            drawn(each, path, found)
    elif isinstance(value, dict):
        for name, each in value.items():
            here = f"{path}/{name}".lstrip("/")
            node = scenes.KEYS[here]
            found.setdefault(here, set()).add(json.dumps(each) if not isinstance(each, (list, dict)) else type(each))
            drawn(each, below(node, here), found)


def below(node, path):
    """What the objects under a key are called: the definition's name, if they have one."""
    while "$ref" not in node:
        inner = [each for form in ("allOf", "anyOf") for each in node.get(form, []) if "$ref" in each]
        inner = inner or ([node["items"]] if isinstance(node.get("items"), dict) else [])
        if not inner:
            return path
        node = inner[0]
    name = node["$ref"].removeprefix("#/definitions/").replace("/properties/", "/")
    target = scenes.follow(node["$ref"])
    return below(target, name) if "properties" not in target else name


class Generator(unittest.TestCase):
    def test_every_key_of_the_schema_has_a_generator_and_the_reverse(self):
        self.assertEqual(sorted(set(scenes.KEYS) - set(scenes.GENERATORS)), [],
                         "keys of schema/scene.schema.json without a function in tests/soak/scenes.py")
        self.assertEqual(sorted(set(scenes.GENERATORS) - set(scenes.KEYS)), [],
                         "functions in tests/soak/scenes.py without a key in schema/scene.schema.json")

    def test_a_new_key_is_one_without_a_generator(self):
        for place, node in (("world/wind", {"type": "number"}),
                            ("weather", {"type": "object", "additionalProperties": False,
                                         "properties": {"wind": {"type": "number"}}})):
            schema = copy.deepcopy(scenes.SCHEMA)
            *parents, name = place.split("/")
            properties = schema["properties"]
            for parent in parents:
                properties = properties[parent]["properties"]
            properties[name] = node
            missing = set(scenes.schema_keys(schema)) - set(scenes.GENERATORS)
            self.assertEqual(missing, {place} | {f"{place}/{inner}" for inner in node.get("properties", {})})
        schema = copy.deepcopy(scenes.SCHEMA)
        schema["definitions"]["body"]["properties"]["colour"] = {"type": "string"}
        self.assertEqual(set(scenes.schema_keys(schema)) - set(scenes.GENERATORS), {"body/colour"})

    def test_every_key_and_every_choice_is_drawn(self):
        found = {}
        for seed in range(SEEDS):
            drawn(scenes.scene(seed), "", found)
        self.assertEqual(sorted(set(scenes.KEYS) - set(found)), [])
        kinds = {"number": lambda v: isinstance(v, str), "array": lambda v: v is list}
        for path in scenes.KEYS:
            for choice in scenes.choices(path):
                test = kinds.get(choice, lambda v, c=choice: v == json.dumps(c))
                self.assertTrue(any(test(value) for value in found[path]), f"{path}: {choice} was never drawn")

    def test_a_seed_is_a_scene(self):
        for seed in range(50):
            self.assertEqual(json.dumps(scenes.scene(seed)), json.dumps(scenes.scene(seed)))


SQUARE = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]
L_SHAPE = [(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 1.0), (1.0, 2.0), (0.0, 2.0)]


class Depth(unittest.TestCase):
    def deep(self, a, b, expected):
        for pair in ((a, b), (b, a)):
            self.assertAlmostEqual(geometry.deepest(*pair), expected)

    def test_of_solids(self):
        disc, square = [("disc", 0.0, 0.0, 1.0)], [("convex", SQUARE)]
        self.deep(disc, [("disc", 1.5, 0.0, 1.0)], 0.5)
        self.deep(disc, [("disc", 3.0, 0.0, 1.0)], -1)
        self.deep([("disc", 1.5, 0.0, 1.0)], square, 0.5)
        self.deep([("disc", 0.5, 0.0, 0.1)], square, 0.6)
        self.deep([("disc", 1.0 + 0.6, 1.0 + 0.8, 1.0)], square, 0)
        self.deep([geometry.moved(square[0], (1.75, 0.5))], square, 0.25)
        self.deep([("convex", [(0.5, -5.0), (0.5, 5.0)])], square, 0.5)
        self.deep([("convex", [(-1.0, 0.0), (2.0, 0.0)])], [("convex", [(0.0, -0.5), (0.0, 3.0)])], 0.5)

    def test_of_a_concave_solid(self):
        shape = [("convex", piece) for piece in geometry.solid_pieces(L_SHAPE[::-1])]
        self.assertAlmostEqual(sum(geometry.area(piece) for _, piece in shape), 3)
        self.assertLess(geometry.deepest(shape, [("disc", 1.6, 1.6, 0.5)]), 0)
        self.assertGreater(geometry.deepest(shape, [("disc", 1.6, 1.6, 0.7)]), 0.09)

    def test_of_what_is_hollow(self):
        ring = [("ring", 0.0, 0.0, 2.0)]
        self.deep(ring, [("disc", 1.5, 0.0, 1.0)], 0.5)
        self.deep(ring, [("disc", 0.5, 0.0, 1.0)], -0.5)
        self.deep(ring, [("disc", 0.0, 0.0, 3.0)], 5)
        self.deep(ring, [("ring", 1.5, 0.0, 1.0)], 0.5)
        self.deep(ring, [geometry.moved(("convex", SQUARE), (2.0, 0.0))], 1)
        arena = [("outline", [(-3.0, -3.0), (3.0, -3.0), (3.0, 3.0), (-3.0, 3.0)])]
        self.deep(arena, [("disc", 2.5, 0.0, 1.0)], 0.5)
        self.deep(arena, [geometry.moved(("convex", SQUARE), (2.25, 0.0))], 0.25)
        self.assertLess(geometry.deepest(arena, [("disc", 0.0, 0.0, 1.0)]), 0)

    def test_of_a_border(self):
        border = [("line", 1, 0.0)]
        self.deep(border, [("disc", 7.0, 0.75, 1.0)], 0.25)
        self.deep(border, [geometry.moved(("convex", SQUARE), (0.0, 0.5))], 0.5)
        self.deep(border, [geometry.moved(("convex", SQUARE), (0.0, 2.0))], -1)

    def test_sides(self):
        disc = [("disc", 0.5, 0.5, 0.1)]
        self.assertEqual(geometry.side([("ring", 0.0, 0.0, 2.0)], disc), True)
        self.assertEqual(geometry.side([("outline", SQUARE)], disc), True)
        self.assertEqual(geometry.side([("outline", SQUARE)], [("disc", 1.5, 0.0, 0.1)]), False)
        self.assertEqual(geometry.side([("line", 0, 0.0)], disc), True)
        self.assertIsNone(geometry.side([("convex", SQUARE)], disc))


class Judge(unittest.TestCase):
    """Frames and summaries that are wrong on purpose."""

    def case(self, bodies, frames, world=None, rules=(), energy=(1.0, 1.0, 0.0), policies=None, events=(), warnings=""):
        scene = {"carom": 1, "world": world or {}, "bodies": bodies, "rules": list(rules)}
        start = {"bodies": [{"mass": 1.0, **body} for body in bodies], "created": len(bodies)}
        steps = [{"t": float(k), "bodies": [{"id": i, "at": at, "velocity": bodies[i].get("velocity", [0.0, 0.0]),
                                             "angle": 0.0, "spin": 0.0}
                                            for i, at in enumerate(places)]} for k, places in enumerate(frames)]
        names = ("rests", "calms", "clumps", "grazes", "briefs", "hops", "holds")
        first, last, exchanged = energy
        summary = {"energy": {"start": first, "end": last, "exchanged": exchanged, "drift": 0.0}, "collisions": 0,
                   "momentum": {"drift": None}, "time": 1.0, "policies": {**dict.fromkeys(names, 0), **(policies or {})}}
        return checks.Case(scene, start, summary, steps, list(events), warnings=warnings)

    def kinds(self, case):
        return [kind for kind, _ in checks.check_frames(case, 1.0)]

    DISC = {"circle": {"radius": 1.0}}

    def test_an_overlap_is_seen_and_a_touch_is_none(self):
        apart, touch, deep = ([[0.0, 0.0], [x, 0.0]] for x in (3.0, 2.0, 1.99))
        self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], [apart, deep])), ["overlap"])
        self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], [apart, touch])), [])

    def test_in_wells_the_largest_body_tells_how_deep_is_deep(self):
        small, large = {"circle": {"radius": 0.01}}, {"circle": {"radius": 10.0}}
        apart, deep = ([[0.0, 0.0], [x, 0.0], [50.0, 0.0]] for x in (1.0, 0.02 - 1e-9))
        for world, expected in (({}, ["overlap"]), ({"attraction": {"G": 1}}, [])):
            self.assertEqual(self.kinds(self.case([small, small, large], [apart, deep], world=world)), expected)

    def test_an_overlap_at_the_start_counts_after_the_two_have_parted(self):
        apart, deep = ([[0.0, 0.0], [x, 0.0]] for x in (3.0, 1.9))
        self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], [deep, deep])), [])
        self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], [deep, apart, deep])), ["overlap"])

    def test_sensors_filters_and_rules_may_pass(self):
        frames = [[[0.0, 0.0], [x, 0.0]] for x in (3.0, 1.0)]
        for more in ({"sensor": True}, {"mask": 0}, {"category": 2, "mask": 2}):
            self.assertEqual(self.kinds(self.case([self.DISC, {**self.DISC, **more}], frames)), [], more)
        for response, expected in (("none", []), ("ignore", []), ("slide", ["overlap"])):
            rules = [{"between": ["*", "*"], "response": response}]
            self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], frames, rules=rules)), expected, response)
        platform = [{"between": ["*", "*"], "one_way": [0, 1]}]
        self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], frames, rules=platform)), [])
        overruled = [{"between": ["*", "*"], "response": "none"}, {"between": ["*", "*"]}]
        self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], frames, rules=overruled)), ["overlap"])

    def test_a_passage_is_seen_although_no_frame_shows_an_overlap(self):
        ring = {"circle": {"radius": 3.0, "hollow": True}}
        frames = [[[0.0, 0.0], [x, 0.0]] for x in (0.0, 9.0)]
        self.assertEqual(self.kinds(self.case([ring, self.DISC], frames)), ["passed"])

    def test_images_across_the_seam_of_a_periodic_box(self):
        world = {"bounds": {"min": [0.0, 0.0], "max": [10.0, 10.0], "edges": "periodic"}}
        frames = [[[0.5, 5.0], [x, 5.0]] for x in (5.0, 9.5)]
        self.assertEqual(self.kinds(self.case([self.DISC, self.DISC], frames, world)), ["overlap"])
        frames = [[[0.5, 5.0], [x, 5.0]] for x in (5.0, 10.5)]
        self.assertIn("outside", self.kinds(self.case([self.DISC, self.DISC], frames, world)))

    def test_bodies_outside_of_the_bounds(self):
        world = {"bounds": {"min": [-5.0, -5.0], "max": [5.0, 5.0]}}
        self.assertEqual(self.kinds(self.case([self.DISC], [[[0.0, 0.0]], [[4.1, 0.0]]], world)), ["outside"])
        self.assertEqual(self.kinds(self.case([self.DISC], [[[0.0, 0.0]], [[4.0, 0.0]]], world)), [])

    def test_only_what_a_pusher_has_reached_may_be_squeezed(self):
        """A fixed disc that moves presses a row onto a fixed one; two others far away may not overlap."""
        pusher = {**self.DISC, "fixed": True, "velocity": [1.0, 0.0]}
        wall = {**self.DISC, "fixed": True}
        bodies = [pusher, self.DISC, self.DISC, wall, self.DISC, self.DISC]
        apart = [[x, 0.0] for x in (0.0, 3.0, 6.0, 9.0, 50.0, 53.0)]
        row = [[x, 0.0] for x in (3.5, 5.4, 7.2, 9.0, 50.0, 53.0)]
        others = [[x, 0.0] for x in (0.0, 3.0, 6.0, 9.0, 50.0, 51.9)]
        acted = {"clumps": 1}
        self.assertEqual(self.kinds(self.case(bodies, [apart, row], policies=acted)), [])
        self.assertEqual(self.kinds(self.case(bodies, [apart, row])), ["overlap"])
        self.assertEqual(self.kinds(self.case(bodies, [apart, others], policies=acted)), ["overlap"])
        # What was squeezed stays so until it has parted.
        gone = [[-90.0, 0.0], *row[1:]]
        self.assertEqual(self.kinds(self.case(bodies, [apart, row, gone], policies=acted)), [])
        self.assertEqual(self.kinds(self.case(bodies, [apart, gone], policies=acted)), ["overlap"])
        border = {"border": {"x": 0.0}, "velocity": [1.0, 0.0]}
        self.assertEqual(self.kinds(self.case([border, *bodies[1:]], [apart, others], policies=acted)), ["overlap"])

    def test_many_bodies_are_paired_as_few_are(self):
        draw = scenes.Draw(1)
        for period in (None, [20.0, 16.0]):
            bodies = [{"circle": {"radius": draw.uniform(0.1, 3 if k % 20 == 0 else 0.5)}} for k in range(150)]
            places = [[draw.uniform(0, 20), draw.uniform(0, 16)] for _ in bodies]
            case = self.case(bodies, [places])
            local = {k: geometry.local_pieces(body) for k, body in enumerate(bodies)}
            placed = [checks.Placed(case, 0, body, local[body["id"]]) for body in case.frames[0]["bodies"]]
            found = set()
            for a, b, by in checks.neighbours(placed, period):
                if geometry.deepest(a.pieces, [geometry.moved(p, by) for p in b.pieces]) > 0:
                    found.add(frozenset((a.id, b.id)))
            expected = set()
            for i, p in enumerate(places):
                for j in range(i):
                    d = [p[k] - places[j][k] for k in range(2)]
                    if period:
                        d = [x - n * round(x / n) for x, n in zip(d, period)]
                    if math.hypot(*d) < bodies[i]["circle"]["radius"] + bodies[j]["circle"]["radius"]:
                        expected.add(frozenset((i, j)))
            self.assertEqual(found, expected)
            self.assertGreater(len(expected), 20)

    def energy_kinds(self, **more):
        case = self.case([self.DISC], [[[0.0, 0.0]]], **more)
        return [kind for kind, _ in checks.check_energy(case, lambda limit: False)]

    def test_energy_that_comes_from_nowhere(self):
        self.assertEqual(self.energy_kinds(energy=(1.0, 1.0, 0.0)), [])
        self.assertEqual(self.energy_kinds(energy=(1.0, 1.0 + 1e-6, 0.0)), ["drift"])
        self.assertEqual(self.energy_kinds(energy=(1.0, 1.0 - 1e-6, 0.0)), ["drift"])
        lossy = {"restitution": 0.5}
        self.assertEqual(self.energy_kinds(world=lossy, energy=(1.0, 0.2, -0.8)), [])
        self.assertEqual(self.energy_kinds(world=lossy, energy=(1.0, 1.1, 0.1)), ["gain"])
        self.assertEqual(self.energy_kinds(world=lossy, energy=(1.0, 0.9, 0.0)), ["drift"])
        self.assertEqual(self.energy_kinds(world={"attraction": {}}, energy=(1.0, 1.5, 0.0)), ["drift"])
        warning = "carom run: warning: energy has changed by +0.5 that nothing explains, 33 % of the energies of the run"
        self.assertEqual(self.energy_kinds(world={"attraction": {}}, energy=(1.0, 1.5, 0.0), warnings=warning), ["warned"])
        self.assertEqual(self.energy_kinds(energy=(1.0, 1.5, 0.0), warnings=warning), ["drift"])

    def test_energy_that_has_come_and_gone_within_a_frame_counts(self):
        hit = {"t": 0.5, "impulse": 2e4, "speed": 1e5, "effects": []}
        self.assertEqual(self.energy_kinds(energy=(1.0, 1.0 + 1e-7, 0.0), events=[hit]), [])
        self.assertEqual(self.energy_kinds(energy=(1.0, 3.0, 0.0), events=[hit]), ["drift"])

    def test_the_middle_of_a_well_is_open_to_what_its_cover_does_not_stop(self):
        world = {"sources": [{"at": [5.0, 0.0], "strength": 9.0}]}
        cover = {"circle": {"radius": 1.0}, "at": [5.0, 0.0], "fixed": True}
        for more, expected in (({}, False), ({"sensor": True}, True), ({"mask": 2}, True)):
            case = self.case([cover, {**self.DISC, **more}], [[[5.0, 0.0], [0.0, 0.0]]], world=world)
            self.assertEqual(checks.open_well(case), expected)

    def test_numbers_that_are_none(self):
        case = self.case([self.DISC], [[[0.0, math.nan]]])
        self.assertEqual([kind for kind, _ in checks.check_finite(case)], ["nan"])


if __name__ == "__main__":
    unittest.main()
