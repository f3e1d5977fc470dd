"""What a scene observes: against the literature, in the summary and the series, resumed, and that watching changes nothing.

    python3 observe_test.py PROGRAM
"""

import csv
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = os.path.abspath(sys.argv.pop(1))
ALL = ["radial", "structure", "velocity", "diffusion", "pressure", "psi6", "clusters", "coordination"]
SIDE = 10


def discs(fraction, count, quantities, duration, every, detection="event", edges="periodic", **observe):
    """Hard discs of mass 1 and kT = 1 that cover this fraction of a square."""
    box = {"min": [0, 0], "max": [SIDE, SIDE]}
    radius = math.sqrt(fraction * SIDE ** 2 / (count * math.pi))
    return {"carom": 1, "seed": 4,
            "world": {"detection": detection, "dt": 0.01, "duration": duration, "bounds": {**box, "edges": edges},
                      "observe": {"quantities": quantities, "every": every, **observe}},
            "fill": [{"count": count, "circle": {"radius": radius}, "region": box, "mass": 1, "speed": math.sqrt(2)}]}


def contact_value(fraction):
    """g of hard discs in contact: D. Henderson, Mol. Phys. 30, 971 (1975)."""
    return (1 - 7 * fraction / 16) / (1 - fraction) ** 2


def henderson(fraction):
    """Their compressibility: 1 + 2 φ g."""
    return 1 + 2 * fraction * contact_value(fraction)


def collision_rate(fraction, count):
    """Enskog: 2 n σ g √(π kT / m)."""
    sigma = 2 * math.sqrt(fraction * SIDE ** 2 / (count * math.pi))
    return 2 * count / SIDE ** 2 * sigma * contact_value(fraction) * math.sqrt(math.pi)


class ObserveCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def carom(self, *arguments, code=0, cwd=None):
        run = subprocess.run([PROGRAM, *map(str, arguments)], cwd=cwd or self.folder, capture_output=True, text=True, timeout=300)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def summary(self, scene, *options):
        (self.folder / "scene.json").write_text(json.dumps(scene))
        return json.loads(self.carom("run", "scene.json", "--json", *options).stdout)

    def near(self, estimate, expected, off=0.0):
        """Within four standard errors, and what the theory itself is off."""
        self.assertLess(abs(estimate["mean"] - expected), 4 * estimate["error"] + off * abs(expected),
                        f"{estimate}, expected {expected}")


class Literature(ObserveCase):
    def test_pressure_is_that_of_henderson(self):
        for fraction in (0.1, 0.3, 0.5):
            found = self.summary(discs(fraction, 300, ["pressure"], 20, 0.1))
            pressure = found["observe"]["pressure"]
            expected = henderson(fraction) * 300 / SIDE ** 2
            self.near(pressure["mean"], expected, 0.01)
            self.near(pressure["xx"], expected, 0.01)
            self.near(pressure["yy"], expected, 0.01)
            self.near(pressure["xy"], 0)
            self.assertLess(pressure["mean"]["error"], 0.02 * expected)
            # The same virial is summed by the world itself.
            self.assertAlmostEqual(pressure["mean"]["mean"] / found["gas"]["pressure"], 1, delta=1e-9)

    def test_pressure_in_steps_is_the_same(self):
        found = self.summary(discs(0.3, 300, ["pressure"], 10, 0.1, "swept"))
        self.near(found["observe"]["pressure"]["mean"], henderson(0.3) * 300 / SIDE ** 2, 0.01)

    def test_the_radial_distribution_of_a_thin_gas(self):
        """g = 0 inside σ; outside 1 + n times the area that two circles of radius σ at the distance r share (the first
        order in the density n: Hansen, McDonald (2013), 4.6)."""
        fraction, count = 0.05, 400
        sigma = 2 * math.sqrt(fraction * SIDE ** 2 / (count * math.pi))
        found = self.summary(discs(fraction, count, ["radial"], 60, 0.2, range=4 * sigma, bins=40))["observe"]["radial"]
        for r, g, error in zip(found["r"], found["g"], found["error"]):
            if r < 0.97 * sigma:
                self.assertEqual(g, 0)
            elif r > 1.03 * sigma:
                x = min(1, r / (2 * sigma))
                shared = 2 * sigma ** 2 * (math.acos(x) - x * math.sqrt(1 - x * x))
                self.assertLess(abs(g - (1 + count / SIDE ** 2 * shared)), 4.5 * error + 0.01, f"r = {r}")

    def test_neighbours_of_a_thin_gas(self):
        """The same g integrated from σ to 1.5 σ tells how many neighbours a disc has."""
        fraction, count = 0.05, 400
        sigma = 2 * math.sqrt(fraction * SIDE ** 2 / (count * math.pi))
        density, steps, expected = count / SIDE ** 2, 1000, 0
        for k in range(steps):
            r = sigma * (1 + 0.5 * (k + 0.5) / steps)
            x = r / (2 * sigma)
            shared = 2 * sigma ** 2 * (math.acos(x) - x * math.sqrt(1 - x * x))
            expected += density * (1 + density * shared) * 2 * math.pi * r * 0.5 * sigma / steps
        found = self.summary(discs(fraction, count, ["coordination"], 60, 0.2))["observe"]["coordination"]
        self.near(found["mean"], expected, 0.01)
        self.assertLess(found["mean"]["error"], 0.02 * expected)

    def test_contact_value_and_peak_of_a_dense_gas(self):
        fraction, count = 0.5, 300
        sigma = 2 * math.sqrt(fraction * SIDE ** 2 / (count * math.pi))
        found = self.summary(discs(fraction, count, ["radial", "structure"], 20, 0.1, range=sigma * 1.2, bins=120))["observe"]
        radial = found["radial"]
        bins = {round(r / (sigma / 100) - 0.5): g for r, g in zip(radial["r"], radial["g"])}
        # The first two bins outside of contact, on to the contact itself.
        self.assertAlmostEqual((3 * bins[100] - bins[101]) / 2 / contact_value(fraction), 1, delta=0.04)
        # Long waves see the compressibility: S(0) = 1 / (d(φ Z)/dφ); the longest that fit the box have a little more.
        h = 1e-4
        slope = ((fraction + h) * henderson(fraction + h) - (fraction - h) * henderson(fraction - h)) / (2 * h)
        longest = {"mean": found["structure"]["s"][0], "error": found["structure"]["error"][0]}
        self.near(longest, 1 / slope, 0.2)

    def test_velocities_forget_at_the_rate_of_enskog(self):
        """c(t) begins as kT/m (1 - Γ t): in the plane a contact takes on average as much of the velocity as there are
        contacts; and D is near Enskog's, D = √(kT / (π m)) / (2 n σ g), 1.027 times that in second order (D. M. Gass,
        J. Chem. Phys. 54, 1898 (1971)), a few percent more where vortices live (B. J. Alder, T. E. Wainwright, Phys.
        Rev. A 1, 18 (1970))."""
        fraction, count = 0.1, 300
        rate = collision_rate(fraction, count)
        every = 0.02 / rate
        found = self.summary(discs(fraction, count, ["velocity"], 40 / rate, every, window=2 * every))["observe"]["velocity"]
        self.assertAlmostEqual(found["c"][0], 1, delta=1e-9)
        slope = {"mean": (1 - found["c"][1]) / found["t"][1], "error": found["error"][1] / found["t"][1]}
        self.near(slope, rate, 0.03)
        found = self.summary(discs(fraction, count, ["diffusion"], 800 / rate, 0.25 / rate, window=12 / rate))["observe"]["diffusion"]
        sigma = 2 * math.sqrt(fraction * SIDE ** 2 / (count * math.pi))
        enskog = 1.027 / (2 * count / SIDE ** 2 * sigma * contact_value(fraction) * math.sqrt(math.pi))
        for way in ("einstein", "green_kubo"):
            self.near(found[way], enskog, 0.08)
            self.assertLess(found[way]["error"], 0.1 * enskog)

    def test_a_crystal_has_order_and_a_gas_has_not(self):
        height = math.sqrt(3) / 2
        box = {"min": [0, 0], "max": [12, 14 * height]}
        scene = {"carom": 1, "world": {"detection": "event", "duration": 4, "bounds": {**box, "edges": "periodic"},
                                       "observe": {"quantities": ["psi6", "coordination", "clusters"], "reach": 1.3}},
                 "bodies": [{"circle": {"radius": 0.48}, "at": [x + y % 2 / 2, y * height],
                             "velocity": [math.cos(7 * x + 3 * y), math.sin(5 * x - y)]} for y in range(14) for x in range(12)]}
        found = self.summary(scene)["observe"]
        self.assertGreater(found["psi6"]["global"]["mean"], 0.85)
        self.assertAlmostEqual(found["coordination"]["mean"]["mean"], 6, delta=0.02)
        self.assertEqual(found["clusters"]["largest"]["mean"], 168)
        gas = self.summary(discs(0.2, 300, ["psi6"], 10, 0.1))["observe"]["psi6"]
        self.assertLess(gas["global"]["mean"], 0.05)
        self.assertLess(gas["local"]["mean"], 0.4)


class Outputs(ObserveCase):
    def test_watching_changes_nothing(self):
        for detection in ("swept", "event", "overlap"):
            quantities = [word for word in ALL if detection != "overlap" or word != "pressure"]
            scene = discs(0.3, 80, quantities, 1, 0.03, detection, "rebound")
            watched = self.summary(scene)
            again = self.summary(scene, "--threads", 2)
            self.assertEqual(watched["observe"], again["observe"])
            del scene["world"]["observe"]
            alone = self.summary(scene)
            self.assertEqual(watched["hash"], alone["hash"], detection)
            self.assertNotIn("observe", alone)

    def test_the_series_has_columns_of_it(self):
        found = self.summary(discs(0.3, 80, ALL, 2, 0.1, bins=20), "--series", "s.csv", "--every", 0.5)["observe"]
        with open(self.folder / "s.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual(list(rows[0])[12:], ["g_peak", "s_peak", "lag", "vacf", "msd", "pxx", "pyy", "pxy", "psi6_local",
                                              "psi6_global", "clusters", "largest_cluster", "coordination"])
        self.assertEqual(rows[0]["pxx"], "")  # it takes two samples
        self.assertEqual(len(rows), 5)
        # Five samples a row: their mean is the summary's.
        mean = sum(float(row["pxx"]) for row in rows[1:]) / 4
        self.assertAlmostEqual(mean, found["pressure"]["xx"]["mean"], delta=1e-9)
        self.assertAlmostEqual(float(rows[1]["vacf"]) / float(rows[0]["vacf"]), 0, delta=1)
        self.assertEqual(found["samples"], 21)

    def test_people_and_sweeps_can_read_it(self):
        (self.folder / "scene.json").write_text(json.dumps(discs(0.3, 80, ALL, 1, 0.1)))
        text = self.carom("run", "scene.json").stdout
        self.assertRegex(text, r"\n  psi6        local 0\.\d+ ± \S+, global 0\.\d+ ± ")
        self.assertRegex(text, r"\n  radial      g at most \S+ ± \S+ at r = ")
        self.assertRegex(text, r"\n  pressure    xx \S+ ± \S+, yy ")
        (self.folder / "sweep.json").write_text(json.dumps(
            {"carom": 1, "scene": "scene.json", "vary": {"/seed": [1, 2]},
             "report": ["observe.pressure.mean.mean", "observe.psi6.local.error", "observe.samples"]}))
        self.carom("sweep", "sweep.json", "--into", "out")
        with open(self.folder / "out/runs.csv", newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["observe.samples"] for row in rows], ["11", "11"])
        self.assertGreater(float(rows[1]["observe.pressure.mean.mean"]), 0.5)

    def test_a_state_goes_on_observing(self):
        self.summary(discs(0.3, 80, ["psi6"], 1, 0.1), "--state", "end.json")
        self.assertIn("psi6", json.loads(self.carom("run", "end.json", "--until", 2, "--json").stdout)["observe"])

    def test_killed_and_resumed_it_is_equal(self):
        scene = discs(0.4, 300, ALL, 60, 0.05, bins=20)
        (self.folder / "scene.json").write_text(json.dumps(scene))
        options = ["--series", "s.csv", "--every", "0.4", "--checkpoint", "c", "--checkpoint-every", "0.05", "--json"]
        for name in ("whole", "cut"):
            (self.folder / name).mkdir()
        whole = self.carom("run", "../scene.json", *options, cwd=self.folder / "whole").stdout
        command = [PROGRAM, "run", "../scene.json", *options]
        kills = 0
        for wait in (0.3, 0.6, 0.4):
            process = subprocess.Popen(command, cwd=self.folder / "cut", stdout=subprocess.DEVNULL)
            try:
                process.wait(wait)
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
            if (self.folder / "cut/c").exists():
                command = [PROGRAM, "run", "--resume", "c", "--json"]
        self.assertGreater(kills, 0)
        cut = self.carom("run", "--resume", "c", "--json", cwd=self.folder / "cut").stdout
        whole, cut = json.loads(whole), json.loads(cut)
        self.assertEqual(whole["observe"], cut["observe"])
        self.assertEqual(whole["hash"], cut["hash"])
        self.assertEqual((self.folder / "whole/s.csv").read_text(), (self.folder / "cut/s.csv").read_text())
        # A run that is over still says what it has seen.
        again = json.loads(self.carom("run", "--resume", "c", "--json", cwd=self.folder / "cut").stdout)
        self.assertEqual(again["observe"], whole["observe"])

    def test_bad_input(self):
        scene = discs(0.3, 80, ["pressure"], 1, 0.1)
        (self.folder / "scene.json").write_text(json.dumps(scene))
        error = self.carom("run", "scene.json", "--detection", "overlap", code=2).stderr
        self.assertIn('/world/observe/quantities/0: cannot measure "pressure" here: with "detection": "overlap"', error)
        scene["world"]["observe"]["every"] = 1e-18
        (self.folder / "scene.json").write_text(json.dumps(scene))
        self.assertIn("/world/observe/every: 1e-18 is too small", self.carom("run", "scene.json", code=2).stderr)


unittest.main()
