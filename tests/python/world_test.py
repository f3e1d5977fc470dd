"""The package as its users use it: worlds, bodies, events, views, snapshots, callbacks, errors."""

import copy
import gc
import json
import math
import os
import pickle
import tempfile
import threading
import tracemalloc
import unittest
import unittest.mock
import weakref
from pathlib import Path

import carom
import numpy as np

BALL = {
    "carom": 1,
    "world": {"gravity": [0, -10], "restitution": 0.5},
    "bodies": [
        {"name": "ball", "circle": {"radius": 0.5}, "at": [0, 5.5]},
        {"name": "floor", "border": {"y": 0}},
    ],
}


def two_discs(**settings):
    world = carom.World(**settings)
    world.add(circle={"radius": 1}, velocity=(2, 0), name="a")
    world.add(circle={"radius": 1}, at=(5, 0), name="b")
    return world


class Making(unittest.TestCase):
    def test_the_ten_lines(self):
        world = carom.World(gravity=(0, -10), restitution=0.5)
        floor = world.add(border={"y": 0}, name="floor")
        ball = world.add(circle={"radius": 0.5}, at=(0, 5.5), name="ball")
        world.run(until=3)
        self.assertEqual((floor, ball), (0, 1))
        np.testing.assert_allclose(world.events["t"][:3], [1, 2, 2.5], rtol=1e-14)
        np.testing.assert_allclose(world.events["speed"][:3], [10, 5, 2.5], rtol=1e-13)
        self.assertEqual(set(world.events["response"]), {"impulse"})
        self.assertEqual(world.bodies.at.shape, (2, 2))
        world[ball].velocity = (1, 0)
        self.assertEqual(world[ball].velocity, (1, 0))
        self.assertEqual(world["ball"].serial, ball)

    def test_from_everything(self):
        expected = carom.World.from_scene(BALL).hash
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "ball.json"
            file.write_text(json.dumps(BALL))
            for scene in (json.dumps(BALL), json.dumps(BALL).encode(), file, str(file)):
                self.assertEqual(carom.World.from_scene(scene).hash, expected)
        self.assertEqual(len(carom.World.from_scene("billiards_break")), 16)
        with self.assertRaisesRegex(carom.SceneError, "did you mean 'billiards_break'"):
            carom.World.from_scene("billiards_brake")
        with self.assertRaises(FileNotFoundError):
            carom.World.from_scene("nowhere/there.json")

    def test_numpy_numbers_are_numbers(self):
        world = carom.World(gravity=np.array([0, -10.0]), dt=np.float32(0.5))
        world.add(circle={"radius": np.float64(1)}, at=np.zeros(2), category=np.int64(2), tags=np.array(["a"]))
        self.assertEqual(world.settings["gravity"], [0, -10])

    def test_every_shipped_scene_is_good(self):
        self.assertGreaterEqual(len(carom.scenes()), 25)
        for name in carom.scenes():
            self.assertEqual(carom.validate(name), [])


class Errors(unittest.TestCase):
    def check(self, place, action):
        with self.assertRaises(carom.SceneError) as caught:
            action()
        self.assertEqual(caught.exception.place, place)
        self.assertTrue(caught.exception.reason)
        self.assertIsInstance(caught.exception, ValueError)
        self.assertIn(caught.exception.reason, str(caught.exception))
        again = pickle.loads(pickle.dumps(caught.exception))
        self.assertEqual((again.place, again.reason), (caught.exception.place, caught.exception.reason))

    def test_have_place_and_reason(self):
        world = two_discs()
        nan = float("nan")
        self.check("/world/gravity/0", lambda: carom.World(gravity=("x", 1)))
        self.check("/world/gravty", lambda: carom.World(gravty=(0, 1)))
        self.check("/circle/radius", lambda: world.add(circle={"radius": -1}))
        self.check("/name", lambda: world.add(circle={"radius": 1}, name="a"))
        self.check("/mass", lambda: setattr(world["a"], "mass", -3))
        self.check("/at/1", lambda: setattr(world["a"], "at", (0, nan)))
        self.check("/velocity", lambda: setattr(world["a"], "velocity", 3))
        self.check("/name", lambda: setattr(world["a"], "name", "b"))
        self.check("/colour", lambda: world["a"].change(colour="red"))
        self.check("/from/0", lambda: world.ray_cast((nan, 0), (1, 0)))
        self.check("/circle/radius", lambda: world.shape_cast({"circle": {"radius": -1}}, (0, 0), (1, 0)))
        self.check("/border", lambda: world.shape_cast({"border": {"x": 1}}, (0, 0), (1, 0)))
        self.check("/border", lambda: world.cast({"border": {"x": 1}}, (0, 0), (1, 0)))
        self.check("/1/circle/radius", lambda: world.casts([{"circle": {"radius": r}} for r in (1, -1)], [(0, 0)], [(1, 0)] * 2))
        self.check("/at/angle", lambda: world.overlaps({"circle": {"radius": 1}}, (0, 0), angle=nan))
        self.check("/max", lambda: world.in_region((1, 1), (0, 0)))
        self.check("until", lambda: world.run(until=math.inf))
        self.check("until", lambda: world.run(until="soon"))
        self.check("/a/circle/radius", lambda: carom.query({"a": {"circle": {"radius": -1, "from": [0, 0]}}, "b": {"border": {"x": 0}}}))
        self.check("/1/a", lambda: carom.query([{"a": {"circle": {"radius": 1, "from": [0, 0]}}, "b": {"border": {"x": 0}}}, {"a": {}, "b": {"border": {"x": 0}}}]))
        self.check("/a_radius/1", lambda: carom.impact_times(np.zeros((2, 2)), np.zeros((2, 2)), [1, -1], (5, 5), (5, 5), 1))
        self.check("/a_from", lambda: carom.impact_times(3, np.zeros((2, 2)), 1, (5, 5), (5, 5), 1))
        self.check("", lambda: carom.Snapshot.from_bytes(b"not a snapshot"))
        self.check("/bodies/1/circle/radius", lambda: carom.World.from_scene({"carom": 1, "bodies": [{"circle": {"radius": 1}}, {"circle": {"radius": None}}]}))
        self.check("line 1, column 2", lambda: carom.World.from_scene("{"))

    def test_a_world_goes_on_after_them(self):
        world = two_discs()
        before = world.hash
        with self.assertRaises(carom.SceneError):
            world.add(circle={"radius": -1})
        self.assertEqual(world.hash, before)
        world.run(until=1)

    def test_bodies_that_are_gone(self):
        world = two_discs()
        body = world["a"]
        body.remove()
        for action in (lambda: body.at, lambda: world[0], lambda: world["a"], lambda: body.remove(), lambda: world[77]):
            with self.assertRaises(carom.BodyGone):
                action()
        self.assertNotIn(0, world)
        self.assertNotIn(-1, world)
        self.assertNotIn("a", [b.name for b in world])
        self.assertFalse(body.exists)
        self.assertEqual(world.add(circle={"radius": 1}), 2)

    def test_steps_that_cannot_be(self):
        with self.assertRaises(carom.StepError):
            carom.World(time=1e16, dt=0.01).step()

    def test_validate_lists_them_all(self):
        faults = carom.validate({"carom": 1, "bodies": [{"circle": {"radius": -1}}, {"circle": {"radius": 1}, "mass": "x"}]})
        self.assertEqual([fault.place for fault in faults], ["/bodies/0/circle/radius", "/bodies/1/mass"])


class Bodies(unittest.TestCase):
    def test_every_property_can_be_set(self):
        world = carom.World()
        body = world[world.add(circle={"radius": 1})]
        values = dict(at=(1.0, 2.0), velocity=(3.0, 4.0), angle=0.5, spin=2.0, mass=7.0, name="it", tags=["x", "y"],
                      restitution=0.25, friction=0.5, fixed=True, sensor=True)
        for name, value in values.items():
            setattr(body, name, value)
            self.assertEqual(getattr(body, name), value, name)
        for name, value in values.items():
            self.assertEqual(getattr(body, name), value, f"{name} after all others")
        body.restitution = None
        self.assertIsNone(body.restitution)
        body.change(polygon={"vertices": [(-1, -1), (1, -1), (1, 1), (-1, 1)]}, density=2, fixed=None)
        self.assertEqual(body.mass, 8)
        self.assertFalse(body.fixed)

    def test_pushes(self):
        world = carom.World(dt=0.5)
        body = world[world.add(polygon={"vertices": [(-1, -1), (1, -1), (1, 1), (-1, 1)]}, mass=2)]
        body.apply_impulse((4, 0))
        self.assertEqual(body.velocity, (2, 0))
        body.apply_impulse((0, 1), at=(1, 0))
        self.assertGreater(body.spin, 0)
        body.apply_force((0, 8))
        velocity = body.velocity
        world.step()
        self.assertAlmostEqual(body.velocity[1], velocity[1] + 8 / 2 * 0.5)
        with self.assertRaises(carom.SceneError):
            two_discs(detection="event")["a"].apply_force((1, 0))

    def test_columns(self):
        world = carom.World.from_scene(BALL)
        self.assertEqual(world.bodies.radius.tolist(), [0.5, math.inf])
        self.assertEqual(world.bodies.fixed.tolist(), [False, True])
        self.assertEqual(world.bodies.serial.tolist(), [0, 1])
        self.assertEqual(world.bodies.velocity.dtype, np.float64)
        self.assertEqual(len(carom.World().bodies.at), 0)
        self.assertEqual(carom.World().bodies.at.shape, (0, 2))


class Views(unittest.TestCase):
    def test_are_not_copies(self):
        world = carom.World.from_scene("gas")
        first, second = world.bodies.at, world.bodies.at
        self.assertEqual(first.ctypes.data, second.ctypes.data)
        self.assertFalse(first.flags.owndata)
        with self.assertRaises(ValueError):
            first[0, 0] = 1

    def test_notice_that_the_world_has_moved_on(self):
        changes = {
            "step": lambda w: w.step(),
            "run": lambda w: w.run(until=0.1),
            "add": lambda w: w.add(circle={"radius": 1}, at=(50, 50)),
            "remove": lambda w: w["b"].remove(),
            "velocity": lambda w: setattr(w["a"], "velocity", (0, 0)),
            "restore": lambda w: w.restore(w.snapshot()),
            "settings": lambda w: w.change(dt=0.01),
        }
        uses = (repr, str, np.sum, lambda v: v + 1, lambda v: v[0], list, np.linalg.norm, lambda v: v.mean(), lambda v: v.tolist(),
                lambda v: v == 0, lambda v: np.concatenate([v, v]), lambda v: v.copy(), pickle.dumps)
        for name, change in changes.items():
            world = two_discs()
            view = world.bodies.at
            part = view[1:]
            for use in uses:
                use(view)
                use(part)
            change(world)
            for use in uses:
                for stale in (view, part):
                    with self.assertRaises(carom.StaleView, msg=name):
                        use(stale)
            self.assertEqual(world.bodies.at.shape[1], 2)

    def test_keep_what_they_show_alive(self):
        world = two_discs()
        numbers = np.asarray(world.bodies.at)
        expected = numbers.copy()
        alive = weakref.ref(world)
        for _ in range(50):
            world.step()
            world.bodies.at
        view = world.bodies.velocity
        del world
        gc.collect()
        np.testing.assert_array_equal(numbers, expected)
        self.assertIsNotNone(alive(), "a view keeps its world alive")
        self.assertEqual(view.shape, (2, 2))
        del view
        gc.collect()
        self.assertIsNone(alive())
        np.testing.assert_array_equal(numbers, expected)

    def test_what_is_computed_is_ones_own(self):
        world = two_discs()
        total, picked = world.bodies.at + 0, world.bodies.at[[0, 1]]
        world.step()
        self.assertIs(type(total), np.ndarray)
        self.assertEqual(picked.shape, (2, 2))
        total += picked


class Events(unittest.TestCase):
    def test_of_the_last_call(self):
        world = two_discs(bounds={"min": (-2, -2), "max": (8, 2)})
        world.run(until=3)
        self.assertEqual(world.events.dtype, carom.EVENT)
        self.assertEqual(world.events["a"].tolist(), [0, 1])
        self.assertEqual(world.events["b"].tolist(), [1, -1])
        np.testing.assert_allclose(world.events["point"], [[4, 0], [8, 0]])
        self.assertEqual(world.event(0)["a"], "a")
        self.assertEqual(world.event(-1)["b"], "bounds")
        self.assertEqual(world.name(-1), "bounds")
        kept = world.events
        world.step()
        self.assertEqual(len(kept), 2)
        self.assertEqual(len(world.events), 0)
        world.run(until=20, record=False)
        self.assertEqual(len(world.events), 0)

    def test_states_inside_the_step(self):
        world = two_discs()
        world.step(100)
        world.step()
        t = world.time - 0.005
        state = world.state_at(1, t)
        self.assertAlmostEqual(state.at[0], 5 + 2 * (t - 1.5), places=12)
        self.assertIsNone(world.state_at(1, 0.1))

    def test_effects_are_told(self):
        world = carom.World(rules=[{"between": ["a", "b"], "after": [{"sound": "clink"}]}])
        world.add(circle={"radius": 1}, velocity=(2, 0), name="a")
        world.add(circle={"radius": 1}, at=(5, 0), name="b")
        world.run(until=3)
        self.assertEqual(world.event(0)["effects"], [{"sound": "clink"}])


class Callbacks(unittest.TestCase):
    def test_look_and_refuse(self):
        for detection in ("swept", "overlap", "event"):
            seen = []
            world = two_discs(detection=detection)
            world.on_contact(before=lambda c: seen.append(("before", c.a, c.b)), after=lambda c: seen.append(("after", c.response)))
            world.run(until=3)
            self.assertEqual(seen, [("before", 0, 1), ("after", "impulse")])
            plain = two_discs(detection=detection)
            plain.run(until=3)
            self.assertEqual(world.hash, plain.hash)
            world = two_discs(detection=detection)
            world.on_contact(before=lambda c: False)
            world.run(until=3)
            self.assertEqual(world["a"].velocity, (2, 0))

    def test_what_they_raise_comes_out(self):
        for detection in ("swept", "overlap", "event"):
            world = two_discs(detection=detection)

            def fail(contact):
                raise KeyError("mine")

            world.on_contact(after=fail)
            with self.assertRaisesRegex(KeyError, "mine"):
                world.run(until=3)
            self.assertLess(world.time, 3)
            world.on_contact()
            world.run(until=3)
            plain = two_discs(detection=detection)
            plain.run(until=3)
            self.assertEqual(world.hash, plain.hash, detection)

    def test_may_change_and_ask_but_not_step(self):
        world = two_discs()

        def use(contact):
            self.assertEqual(world.bodies.at.shape, (2, 2))
            self.assertAlmostEqual(world.time, 1.5)
            world[contact.a].velocity = (0, 7)
            for action in (world.step, world.snapshot, world.scene, lambda: world.on_contact()):
                self.assertRaises(RuntimeError, action)
            world.add(circle={"radius": 1}, at=(50, 50))

        world.on_contact(after=use)
        world.run(until=3)
        self.assertEqual(world["a"].velocity, (0, 7))
        self.assertEqual(len(world), 3)

    def test_views_of_an_earlier_callback_are_stale(self):
        world, views = two_discs(bounds={"min": (-2, -2), "max": (8, 2)}), []

        def keep(contact):
            for view in views:
                self.assertRaises(carom.StaleView, repr, view)
            views.append(world.bodies.at)
            repr(views[-1])

        world.on_contact(before=keep)
        world.run(until=3)
        self.assertEqual(len(views), 2)

    def test_leave_nothing_behind(self):
        world = two_discs()
        world.on_contact(before=lambda contact: world.time > 0)
        world.on_contact()
        alive = weakref.ref(world)
        del world
        gc.collect()
        self.assertIsNone(alive())


class Snapshots(unittest.TestCase):
    def test_go_on_in_the_same_bits(self):
        for name in ("billiards_break", "gas", "dominoes"):
            world = carom.World.from_scene(name)
            world.run(until=0.3)
            snapshot = world.snapshot()
            others = [
                carom.World.__new__(carom.World),
                pickle.loads(pickle.dumps(world)),
                copy.copy(world),
                copy.deepcopy(world),
                carom.World(),
            ]
            others = others[1:]
            others[-1].restore(pickle.loads(pickle.dumps(snapshot)))
            state = carom.World.from_scene(world.scene())
            world.run(until=0.6)
            state.run(until=0.6)
            self.assertEqual(state.hash, world.hash)
            for other in others:
                self.assertEqual(other.time, 0.3)
                other.run(until=0.6)
                self.assertEqual(other.hash, world.hash)
                self.assertEqual(other.collisions, world.collisions)
            world.restore(snapshot)
            self.assertEqual(world.time, 0.3)

    def test_settings_come_back(self):
        world = two_discs()
        snapshot = world.snapshot()
        world.change(gravity=(0, -10), dt=0.5)
        self.assertEqual(world.settings["dt"], 0.5)
        other = pickle.loads(pickle.dumps(world))
        self.assertEqual(other.settings, world.settings)
        other.run(until=3)
        world.run(until=3)
        self.assertEqual(other.hash, world.hash)
        world.restore(snapshot)
        self.assertAlmostEqual(world.settings["dt"], 1 / 60)


class Numbers(unittest.TestCase):
    def test_sums(self):
        world = two_discs()
        mass = math.pi
        self.assertAlmostEqual(world.energy.kinetic, 2 * mass)
        self.assertEqual(world.energy.total, world.energy.kinetic + world.energy.potential)
        self.assertAlmostEqual(world.momentum[0], 2 * mass)
        self.assertEqual(world.angular_momentum, 0)
        self.assertEqual(world.policies["rests"], 0)
        self.assertIsNone(world.gas)
        world.step(3)
        self.assertEqual(world.steps, 3)

    def test_gas(self):
        world = carom.World.from_scene({"carom": 1, "world": {"detection": "event", "bounds": {"min": [0, 0], "max": [9, 9], "edges": "periodic"}},
                                        "fill": [{"count": 40, "circle": {"radius": 0.2}, "region": {"min": [0, 0], "max": [9, 9]}, "speed": 1}]})
        world.run(until=20)
        self.assertEqual(set(world.gas), {"collisions_per_second", "pressure", "compressibility", "collision_rate", "mean_free_path",
                                          "temperature", "area"})
        self.assertGreater(world.gas["compressibility"], 1)


class Questions(unittest.TestCase):
    def test_of_a_world(self):
        world = carom.World.from_scene(BALL)
        self.assertEqual(world.ray_cast((0, 9), (0, -9)), (0, 3, (0, 6), (0, 1)))
        self.assertIsNone(world.ray_cast((3, 9), (3, 8)))
        many = world.ray_cast([(0, 9), (3, 9)], [(0, -9), (3, 8)])
        self.assertEqual(many["serial"].tolist(), [0, -1])
        box = {"polygon": {"vertices": [(-1, -1), (1, -1), (1, 1), (-1, 1)]}}
        self.assertEqual(world.shape_cast(box, (3, 9), (3, -9)).distance, 8)
        self.assertAlmostEqual(world.shape_cast(box, (3, 9), (3, -9), angle=math.pi / 4).distance, 9 - math.sqrt(2))
        self.assertEqual(world.at_point((0, 5.5)), [0])
        self.assertEqual(world.in_region((-1, -1), (1, 9)), [0, 1])
        self.assertEqual(world.in_region((4, 4), (5, 5)), [])
        self.assertEqual(world.nearest((0, 1))[:2], (1, 1))
        self.assertIsNone(carom.World().nearest((0, 0)))

    def test_journal(self):
        world = carom.World.from_scene(BALL)
        with self.assertRaises(carom.SceneError):
            world.journal()
        world.start_journal()
        world.on_contact(before=lambda contact: contact.t < 1.2)
        world[0].velocity = (1, 0)
        world.run(until=1)
        world.change(gravity=(0, -3))
        spare = world.add(circle={"radius": 0.1}, at=(9, 9))
        world.run(until=2)
        world[spare].remove()
        again = carom.World.from_journal(world.journal())
        self.assertEqual((again.hash, again.time), (world.hash, 2))
        broken = bytearray(world.journal())
        broken[-3] ^= 1
        with self.assertRaises(carom.SceneError):
            carom.World.from_journal(bytes(broken))

    def test_of_shapes(self):
        world = carom.World(dt=1)
        post = world.add(circle={"radius": 0.5}, at=(0, 3), fixed=True)
        zone = world.add(circle={"radius": 2}, at=(9, 0), fixed=True, sensor=True)
        blade = {"segment": {"ends": [(-4, 0), (4, 0)]}}
        hit = world.cast(blade, (0, 0), (0, 0), end_angle=1.6)
        self.assertEqual((hit.serial, hit.distance), (post, 0))
        self.assertAlmostEqual(hit.t * 1.6, math.pi / 2 - math.asin(0.5 / 3), 9)
        self.assertIsNone(world.cast(blade, (0, 0), (0, 0), end_angle=1.6, without=post))
        disc = {"circle": {"radius": 1}}
        tee = {"shapes": [{"circle": {"radius": 0.5}, "at": (0, 1)}, {"segment": {"ends": [(-1, 0), (1, 0)]}, "angle": math.pi / 2}]}
        hits = world.casts([disc, tee], [(5, 0), (0, -5)], [(15, 0), (0, 5)])
        self.assertEqual(hits["serial"].tolist(), [zone, post])
        self.assertEqual(hits["distance"].tolist(), [1, 6])
        self.assertEqual(world.casts(disc, [(5, 0)], [(15, 0)], sensors=False)["serial"].tolist(), [-1])
        self.assertEqual(world.overlaps(disc, (0, 2)), [post])
        self.assertEqual(world.overlaps({"segment": {"ends": [(-1, 0), (1, 0)]}}, (0, 3)), [post])
        self.assertEqual(world.overlaps(disc, (0, 2), mask=2), [])
        self.assertEqual(world.ray_cast((5, 0), (15, 0)).serial, zone)
        self.assertIsNone(world.ray_cast((5, 0), (15, 0), sensors=False))
        guest = world.add(circle={"radius": 0.5}, at=(6, 0), velocity=(1, 0))
        self.assertEqual(world[zone].inside, [])
        world.step(2)
        self.assertEqual(world[zone].inside, [guest])

    def test_without_one(self):
        request = {"id": "x", "a": {"circle": {"radius": 1, "from": (-5, 0), "to": (5, 0)}}, "b": {"border": {"x": 1}}}
        self.assertEqual(carom.query(request)["id"], "x")
        self.assertEqual(carom.query([request])[0]["t"], 0.5)
        times = carom.impact_times([(-3, 0), (-3, 5), (0, 0)], [(1, 0), (1, 5), (1, 0)], 1, (0, 0), (0, 0), [1])
        np.testing.assert_array_equal(times, [0.25, np.nan, 0])
        self.assertEqual(carom.impact_times((-3, 0), (1, 0), 1, (0, 0), (0, 0), 1), 0.25)
        self.assertEqual(carom.impact_times(np.zeros((0, 2)), np.zeros((0, 2)), 1, (0, 0), (0, 0), 1).shape, (0,))
        self.assertEqual(carom.impact_times(np.zeros((3, 1, 2)), (9, 9), np.ones(4), (5, 5), (5, 5), 1).shape, (3, 4))


class Looking(unittest.TestCase):
    def test_pictures(self):
        world = carom.World.from_scene("billiards_break")
        self.assertTrue(world._repr_svg_().startswith("<svg"))
        film = carom.animate(world, 0.5, fps=10)
        self.assertIn("animateTransform", film._repr_html_())
        self.assertEqual(world.time, 0)
        with self.assertRaises(ValueError):
            carom.animate(world, -1)
        ring = carom.animate(carom.World.from_scene("balls_in_a_ring"), 0.2, fps=10).svg
        self.assertEqual(ring.count('class="line"'), 1, "a ring is a line")

    def test_the_page(self):
        with tempfile.TemporaryDirectory() as folder:
            program = Path(folder) / "program"
            program.write_text("#!/bin/sh\ncp $2 %s/seen.json\necho Serving at http://127.0.0.1:1234/?scene=x\nexec sleep 60\n" % folder)
            program.chmod(0o755)
            with unittest.mock.patch.dict(os.environ, {"CAROM_PROGRAM": str(program)}):
                page = carom.play(two_discs(), open_browser=False)
            self.assertEqual(page.url, "http://127.0.0.1:1234/?scene=x")
            page.close()
            self.assertEqual(len(carom.World.from_scene(Path(folder) / "seen.json")), 2)
            program.write_text("#!/bin/sh\necho carom play: there is no page >&2\nexit 2\n")
            with unittest.mock.patch.dict(os.environ, {"CAROM_PROGRAM": str(program)}):
                with self.assertRaisesRegex(RuntimeError, "there is no page"):
                    carom.play(two_discs())


class Threads(unittest.TestCase):
    def test_other_threads_run_meanwhile(self):
        world = carom.World.from_scene("gas")
        begun, counted = threading.Event(), 0

        def run():
            begun.set()
            while True:
                try:
                    world.run(until=1e9, record=False)
                except InterruptedError:
                    return
                except RuntimeError:  # the other thread asks at this moment
                    continue

        runner = threading.Thread(target=run)
        runner.start()
        begun.wait()
        busy = False
        while not busy:
            counted += 1
            try:
                world.time
            except RuntimeError as error:
                busy = "another thread" in str(error)
        world.interrupt()
        runner.join()
        self.assertGreater(counted, 0)
        world.step()

    def test_threads_change_no_bit(self):
        hashes = set()
        for threads in (1, 2, 4):
            scene = carom.World.from_scene("gas").scene()
            world = carom.World.from_scene(scene, threads=threads)
            world.run(until=0.2)
            hashes.add(world.hash)
        self.assertEqual(len(hashes), 1)


class Memory(unittest.TestCase):
    def test_nothing_leaks(self):
        def work():
            world = carom.World.from_scene(BALL)
            world.on_contact(before=lambda contact: None)
            world.run(until=2)
            views = world.bodies.at, world.events, world.snapshot(), world.scene(), world._repr_svg_()
            world.step()
            world.bodies.at
            copy.copy(world)
            return len(views)

        for _ in range(5):
            work()
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.take_snapshot()
        for _ in range(50):
            work()
        gc.collect()
        grown = sum(entry.size_diff for entry in tracemalloc.take_snapshot().compare_to(before, "filename"))
        tracemalloc.stop()
        self.assertLess(grown, 50_000)

    def test_the_library_leaks_nothing(self):
        def resident():
            return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

        def work():
            world = carom.World.from_scene("gas")
            world.step(2)
            bytes(world.snapshot())
            world.bodies.at
            world.scene()

        for _ in range(10):
            work()
        before = resident()
        for _ in range(100):
            work()
        self.assertLess(resident() - before, 20_000_000)  # one world with its texts is more than 1 MB


if __name__ == "__main__":
    unittest.main()
