"""carom compare as its users run it.   python3 compare_test.py PROGRAM"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)


def scene(*bodies, **world):
    return {"carom": 1, "name": "Test", "world": {"dt": 0.1, "duration": 1, **world}, "bodies": list(bodies)}


def ball(name, x, vx, radius=0.1):
    return {"name": name, "circle": {"radius": radius}, "at": [x, 0], "velocity": [vx, 0]}


class Compare(unittest.TestCase):
    def compare(self, content, *arguments, code=0):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "scene.json"
            file.write_text(json.dumps(content))
            run = subprocess.run([PROGRAM, "compare", str(file), *map(str, arguments)], capture_output=True, text=True,
                                 timeout=60)
        self.assertEqual(run.returncode, code, run.stderr)
        return run

    def runs(self, content, *arguments):
        return json.loads(self.compare(content, "--json", *arguments).stdout)["runs"]

    def test_a_bullet_through_a_ball(self):
        # Two units a step through 0.4 units of bodies: seen at the end of a step by the finest steps alone.
        bullet = scene(ball("bullet", -5, 20), ball("ball", 0.02, 0))
        event, swept, coarse, middle, fine = self.runs(bullet)
        self.assertEqual((event["detection"], event["dt"], event["collisions"]), ("event", None, 1))
        self.assertEqual((swept["detection"], swept["collisions"], swept["missed"]), ("swept", 1, 0))
        self.assertEqual((coarse["detection"], coarse["dt"], coarse["collisions"], coarse["missed"]),
                         ("overlap", 0.1, 0, 1))
        self.assertEqual((coarse["passage"]["a"], coarse["passage"]["b"]), ("bullet", "ball"))
        self.assertAlmostEqual(coarse["passage"]["t"], 4.82 / 20)
        self.assertEqual(coarse["diverged_at"], coarse["first_missed"]["t"])
        self.assertEqual([r["steps"] for r in (swept, coarse, middle, fine)], [10, 10, 40, 160])
        self.assertEqual((fine["collisions"], fine["missed"], fine["agreed"]), (1, 0, 1))
        text = self.compare(bullet).stdout
        self.assertIn("event and swept find the same 1 contacts.", text)
        self.assertIn("overlap at dt = 0.1 missed 1 of 1 contacts", text)
        self.assertIn("bullet and ball passed through each other", text)

    def test_bodies_that_do_not_turn_go_other_ways_only_where_they_do(self):
        rocket = subprocess.run([PROGRAM, "compare", "rocket"], capture_output=True, text=True, timeout=60).stdout
        self.assertIn("event and swept find the same 6 contacts.", rocket)
        self.assertIn("never turn.\n", rocket)
        self.assertNotIn("other ways", rocket)

    def test_an_answer_that_comes_late_is_no_passage(self):
        # The second contact of the chain happens in the same step as the first.
        chain = scene(ball("a", -1, 1), ball("b", 0, 0), ball("c", 0.21, 0))
        coarse = self.runs(chain)[2]
        self.assertGreater(coarse["collisions"], 0)
        self.assertIsNone(coarse["passage"])
        self.assertNotIn("passed through", self.compare(chain).stdout)

    def test_slow_bodies_are_all_found(self):
        slow = scene(ball("a", -1, 1), ball("b", 1, -1), dt=0.01, duration=2)
        for run in self.runs(slow):
            self.assertEqual((run["collisions"], run["missed"], run["invented"]), (1, 0, 0))
        self.assertIn("found all 1 contacts", self.compare(slow).stdout)

    def test_where_there_is_no_event_world_swept_is_the_reference(self):
        wells = scene(ball("a", -1, 1), ball("b", 1, -1), dt=0.01, sources=[{"at": [0, 3], "strength": 0.1}])
        self.assertEqual([run["detection"] for run in self.runs(wells)], ["swept"] + 3 * ["overlap"])
        text = self.compare(wells).stdout
        self.assertIn("event cannot run this scene: /world/sources: expected none", text)
        self.assertNotIn("event and swept", text)

    def test_a_reference_with_steps_says_how_good_it_is(self):
        # Two that fall into each other on a thin ellipse: steps of 0.1 do not follow that.
        orbit = scene({**ball("a", -1, 0, 1e-3), "velocity": [0, 0.05], "mass": 1},
                      {**ball("b", 1, 0, 1e-3), "velocity": [0, -0.05], "mass": 1}, duration=8, attraction={"opening": 0})
        run = json.loads(self.compare(orbit, "--json").stdout)
        reference = run["reference"]
        self.assertEqual((reference["detection"], reference["dt"], reference["check"]["dt"]), ("swept", 0.1, 0.05))
        self.assertEqual(reference["energy_drift"], run["runs"][0]["energy_drift"])
        self.assertGreater(reference["check"]["largest_difference"], 0.1)
        self.assertIsNotNone(reference["check"]["diverged_at"])
        text = self.compare(orbit).stdout
        self.assertIn("The reference, swept at dt = 0.1, is only as good as its steps: energy drift", text)
        self.assertIn("diverge at t = ", text)
        self.assertIn("--reference-dt 0.025 takes a finer one.", text)
        finer = json.loads(self.compare(orbit, "--json", "--reference-dt", 0.003).stdout)
        self.assertEqual([(r["detection"], r["steps"]) for r in finer["runs"][:3]],
                         [("swept", 80 * 34), ("swept", 80), ("overlap", 80)])
        self.assertAlmostEqual(finer["reference"]["dt"], 0.1 / 34)
        self.assertLess(finer["reference"]["check"]["largest_difference"], reference["check"]["largest_difference"])

    def test_a_reference_that_half_the_step_confirms_is_said_to_agree(self):
        wells = scene(ball("a", -1, 1), ball("b", 1, -1), dt=0.001, sources=[{"at": [0, 3], "strength": 0.1}])
        self.assertIn("with the same contacts: the two agree to the end.", self.compare(wells).stdout)
        self.assertIsNone(json.loads(self.compare(wells, "--json").stdout)["reference"]["check"]["diverged_at"])

    def test_a_reference_without_steps_needs_no_check(self):
        free = scene(ball("a", -1, 1), ball("b", 1, -1))
        self.assertEqual(json.loads(self.compare(free, "--json").stdout)["reference"]["check"], None)
        self.assertNotIn("only as good as its steps", self.compare(free).stdout)
        self.assertIn("--reference-dt: expected none, because the reference of this scene is event",
                      self.compare(free, "--reference-dt", 0.01, code=2).stderr)
        self.assertIn("--reference-dt: expected a positive number, found 0",
                      self.compare(free, "--reference-dt", 0, code=2).stderr)

    def test_only_swept_turns_bodies(self):
        plank = {"name": "plank", "polygon": {"vertices": [[-1, -0.1], [1, -0.1], [1, 0.1], [-1, 0.1]]}, "at": [0, 0.5]}
        told = "Only swept turns bodies"
        run = json.loads(self.compare(scene(plank, ball("a", -3, 1)), "--json").stdout)
        self.assertTrue(run["only_swept_turns"])
        self.assertEqual([run["detection"] for run in run["runs"]], ["event", "swept"] + 3 * ["overlap"])
        self.assertIn(told, self.compare(scene(plank, ball("a", -3, 1))).stdout)
        self.assertNotIn(told, self.compare(scene({**plank, "turns": False}, ball("a", -3, 1))).stdout)
        self.assertNotIn(told, self.compare(scene({**plank, "fixed": True}, ball("a", -3, 1))).stdout)

    def test_spin_and_friction_of_discs_are_compared_without_overlap(self):
        spinning = {**ball("a", -1, 1), "spin": 2}
        rough = scene(spinning, ball("b", 0.5, 0), friction=0.3, bounds={"min": [-2, -1], "max": [2, 1]}, duration=3, dt=0.05)
        run = json.loads(self.compare(rough, "--json").stdout)
        event, swept = run["runs"]
        self.assertEqual((event["detection"], swept["detection"], swept["steps"]), ("event", "swept", 60))
        self.assertGreater(event["collisions"], 1)
        self.assertEqual((swept["collisions"], swept["missed"], swept["invented"]), (event["collisions"], 0, 0))
        self.assertFalse(run["only_swept_turns"])
        self.assertTrue(run["provenance"]["command"].startswith("carom compare "))
        text = self.compare(rough).stdout
        self.assertIn(f"event and swept find the same {event['collisions']} contacts.", text)
        self.assertIn("overlap cannot run this scene: /world/friction: expected 0, because with \"detection\": ", text)
        self.assertNotIn("passed through", text)

    def test_a_plank_among_rough_discs_turns_in_swept_alone(self):
        plank = {"name": "plank", "polygon": {"vertices": [[-1, -0.1], [1, -0.1], [1, 0.1], [-1, 0.1]]}, "at": [0, 0.5]}
        text = self.compare(scene(plank, {**ball("a", -3, 1), "spin": 1}, friction=0.1)).stdout
        self.assertIn("Only swept turns bodies that are no circles", text)

    def test_what_only_swept_can_run_is_not_compared(self):
        plank = {"name": "plank", "polygon": {"vertices": [[-1, -0.1], [1, -0.1], [1, 0.1], [-1, 0.1]]}, "at": [0, 0.5], "spin": 2}
        refused = "only swept can run this scene, so there is nothing to compare it with; "
        run = self.compare(scene(plank, ball("b", 1, 0)), code=2)
        self.assertIn(refused + "/bodies/0/spin: expected 0, because with \"detection\": ", run.stderr)
        self.assertEqual(run.stdout, "")
        wells = scene(ball("b", 1, 0), friction=0.1, sources=[{"at": [0, 3], "strength": 0.1}])
        self.assertIn(refused + "/world/friction", self.compare(wells, code=2).stderr)

    def test_a_scene_of_the_event_world_is_compared_like_any_other(self):
        slow = scene(ball("a", -1, 1), ball("b", 1, -1), dt=0.01, detection="event")
        self.assertEqual([run["steps"] for run in self.runs(slow)], [0, 100, 100, 400, 1600])

    def test_nothing_to_compare(self):
        self.assertIn("Nothing meets anything", self.compare(scene(ball("a", 0, 1))).stdout)

    def test_options_and_mistakes(self):
        bullet = scene(ball("bullet", -5, 20), ball("ball", 0.02, 0))
        self.assertEqual([run["steps"] for run in self.runs(bullet, "--dt", 0.25, "--until", 0.5)], [0, 2, 2, 8, 32])
        self.assertIn("--dt: expected a positive number", self.compare(bullet, "--dt", 0, code=2).stderr)
        self.assertIn("/bodies", self.compare(scene({"at": [0, 0]}), code=2).stderr)
        run = subprocess.run([PROGRAM, "compare"], capture_output=True, text=True, timeout=60)
        self.assertEqual(run.returncode, 2)
        self.assertIn("SCENE is required", run.stderr)


if __name__ == "__main__":
    unittest.main()
