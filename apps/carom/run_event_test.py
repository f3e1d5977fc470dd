"""carom run in the event world: what is reported of a gas, and that nothing depends on where a run is cut.

    python3 run_event_test.py PROGRAM
"""

import json
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
SIZE = 20
RADIUS = 0.5
COUNT = 150


def gas(edges="periodic", **world):
    box = {"min": [0, 0], "max": [SIZE, SIZE]}
    return {"carom": 1, "name": "Gas",
            "world": {"detection": "event", "duration": 20, "bounds": {**box, "edges": edges}, **world},
            "fill": [{"count": COUNT, "circle": {"radius": RADIUS}, "region": box, "speed": 2, "seed": 3, "mass": 1.5}]}


class EventCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, content):
        (self.folder / "scene.json").write_text(json.dumps(content))

    def read(self, name):
        return (self.folder / name).read_text()

    def carom(self, *arguments):
        return subprocess.run([PROGRAM, "run", "scene.json", *map(str, arguments)], cwd=self.folder, capture_output=True,
                              text=True, timeout=120)

    def summary(self, *arguments):
        run = self.carom("--json", *arguments)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout)


class Gas(EventCase):
    def test_what_is_told_of_a_gas(self):
        self.write(gas())
        found = self.summary()
        self.assertEqual((found["detection"], found["steps"], found["time"]), ("event", 0, 20))
        told = found["gas"]
        self.assertEqual(list(told), ["collisions_per_second", "pressure", "compressibility", "collision_rate",
                                      "mean_free_path", "temperature", "area"])
        self.assertEqual(told["area"], SIZE * SIZE)
        # In a periodic box everything that happens is a contact of two moving discs.
        self.assertAlmostEqual(told["collision_rate"], 2 * found["collisions"] / (COUNT * 20), delta=1e-9)
        self.assertAlmostEqual(told["collisions_per_second"], found["collisions"] / found["wall_seconds"], delta=1)
        self.assertAlmostEqual(told["temperature"], found["energy"]["end"] / COUNT, delta=1e-9)
        self.assertAlmostEqual(told["pressure"] * told["area"],
                               told["compressibility"] * told["temperature"] * COUNT, delta=1e-9)
        # Henderson's formula, which is good to a per mille at this density; few discs and a short run are not.
        filled = COUNT * 3.141592653589793 * RADIUS**2 / (SIZE * SIZE)
        self.assertAlmostEqual(told["compressibility"], (1 + filled**2 / 8) / (1 - filled)**2, delta=0.08)
        # A mean speed of √(π kT / 2m), as long as it is Maxwell's.
        speed = told["mean_free_path"] * told["collision_rate"]
        self.assertAlmostEqual(speed, (3.141592653589793 * told["temperature"] / 2 / 1.5)**0.5, delta=0.05 * speed)

    def test_people_are_told_too(self):
        self.write(gas())
        text = self.carom().stdout
        self.assertIn("  detection   event\n", text)
        self.assertRegex(text, r"  time        0 → 20 in \S+ s on 1 thread, \S+ collisions a second\n")
        self.assertRegex(text, r"  gas         pressure \S+, Z = 2\.\S+, kT = \S+; a body hits \S+ others a second, ")

    def test_what_is_no_gas_is_not_measured(self):
        self.write(gas())
        self.assertNotIn("gas", self.summary("--detection", "swept"))
        self.write({"carom": 1, "world": {"detection": "event"}, "bodies": [
            {"circle": {"radius": 1}, "velocity": [1, 0]}, {"circle": {"radius": 1}, "at": [4, 0]}]})
        found = self.summary()
        self.assertEqual(found["collisions"], 1)
        self.assertNotIn("gas", found)


class Cuts(EventCase):
    LOSSY = {"gravity": [0, -1], "restitution": 0.9, "duration": 5}

    def same_whatever_the_cuts(self, scene):
        self.write(scene)
        whole = self.summary("--events", "hits.jsonl")
        self.assertGreater(whole["collisions"], 100)
        self.assertEqual(self.read("hits.jsonl").count("\n"), whole["collisions"])
        for more in (["--out", "way.csv", "--every", 0.001], ["--checkpoint", "run.checkpoint", "--checkpoint-every", 0],
                     ["--picture", "way.svg"], ["--picture", "way.svg", "--dt", 1, "--out", "way.csv"]):
            cut = self.summary("--events", "cut.jsonl", *more)
            self.assertEqual(self.read("cut.jsonl"), self.read("hits.jsonl"), more)
            for key in ("hash", "energy", "momentum", "policies", "collisions"):
                self.assertEqual(cut[key], whole[key], (key, more))

    def test_change_no_event_of_a_gas(self):
        self.same_whatever_the_cuts(gas())

    def test_change_no_event_where_energy_is_lost(self):
        self.same_whatever_the_cuts(gas("rebound", **self.LOSSY))

    def test_change_no_frame(self):
        self.write(gas("rebound", **self.LOSSY))
        frames = {}
        for every in (0.25, 0.0625):
            self.summary("--out", "way.csv", "--every", every)
            rows = self.read("way.csv").splitlines()
            self.assertEqual(len(rows), 1 + COUNT * (1 + 5 / every))
            frames[every] = {tuple(row.split(",")[:2]): row for row in rows[1:]}
        for key, row in frames[0.25].items():
            self.assertEqual(frames[0.0625][key], row)

    def test_a_picture_is_the_same_every_time(self):
        self.write(gas("rebound", **self.LOSSY))
        self.summary("--picture", "once.svg")
        self.summary("--picture", "again.svg", "--out", "way.csv", "--every", 0.003, "--events", "hits.jsonl")
        self.assertEqual(self.read("once.svg"), self.read("again.svg"))

    def test_steps_are_needed_for_a_picture_alone(self):
        self.write(gas(dt=1e-300))
        self.assertEqual(self.summary()["steps"], 0)
        run = self.carom("--picture", "way.svg")
        self.assertEqual(run.returncode, 2)
        self.assertIn("dt = 1e-300 is too small", run.stderr)

    def test_a_signal_is_heard_in_the_middle(self):
        self.write(gas())
        with subprocess.Popen([PROGRAM, "run", "scene.json", "--json", "--until", "1e9"], cwd=self.folder,
                              stdout=subprocess.PIPE, text=True) as process:
            time.sleep(0.5)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=20)
            self.assertEqual(process.returncode, 3)
            self.assertGreater(json.loads(out)["collisions"], 0)


class Settings(EventCase):
    def test_a_state_has_the_contact_duration_that_was_chosen(self):
        self.write(gas(restitution=0.9))
        self.summary("--state", "end.json")
        self.assertGreater(json.loads(self.read("end.json"))["world"]["contact_duration"], 0)
        self.write(gas(restitution=0.9, contact_duration=1e-4))
        self.summary("--state", "end.json")
        self.assertEqual(json.loads(self.read("end.json"))["world"]["contact_duration"], 1e-4)
        self.write(gas())
        self.summary("--state", "end.json")
        self.assertNotIn("contact_duration", json.loads(self.read("end.json"))["world"])

    def test_what_it_cannot_follow_is_refused(self):
        self.write(gas("rebound", detection="swept", sources=[{"at": [0, 0], "strength": 1}]))
        run = self.carom("--detection", "event")
        self.assertEqual((run.returncode, run.stdout), (2, ""))
        self.assertIn("scene.json: /world/sources: expected none, because", run.stderr)


if __name__ == "__main__":
    unittest.main()
