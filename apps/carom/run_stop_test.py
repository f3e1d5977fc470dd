"""Runs that are stopped in the middle of a step, and steps that need too much.   python3 run_stop_test.py PROGRAM"""

import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
OUTPUTS = {"--events": "hits.jsonl", "--out": "way.csv", "--state": "end.json"}

# A run has to end within a second of a signal. The machine that runs this may be busy with other things, so the seconds are
# those of the processor.
MOST_SECONDS = 1.0


def seconds_so_far(process):
    """Of the processor, by a process that runs."""
    fields = Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end_of(process):
    """Waits for the end of a process: what it has written, and the seconds of the processor that it took in all. Those of all
    children together would contain what another process had taken that was killed and is reaped only now."""
    out, err = process.stdout.read(), process.stderr.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return out, err, usage.ru_utime + usage.ru_stime


def gas(count, side, world, radius=0.05, **more):
    box = {"min": [0, 0], "max": [side, side]}
    return {"carom": 1, "world": {"bounds": {**box, "edges": "rebound"}, **world},
            "fill": [{"count": count, "circle": {"radius": radius}, "region": box, "speed": 3, "seed": 7}], **more}


# Steps of several seconds each, in every kind of world. The first is short, so that there is something to go on from.
LONG_STEPS = {
    "a gas in long steps": gas(3000, 12, {"dt": 20, "duration": 60}),
    "a gas that loses energy": gas(3000, 12, {"dt": 20, "duration": 60, "restitution": 0.999}),
    "rules": gas(3000, 12, {"dt": 20, "duration": 60},
                 rules=[{"between": ["bounds", "*"], "after": [{"sound": "tick"}]}]),
    "attraction in the overlap world": gas(600, 60, {"dt": 1, "duration": 20, "detection": "overlap",
                                                     "integrator": "extrapolation",
                                                     "attraction": {"G": 5, "softening": 0, "opening": 0}}),
    "bodies that turn": {**gas(1200, 16, {"dt": 2, "duration": 20, "friction": 0.3}, radius=0.1),
                         "bodies": [{"name": f"box{k}", "spin": 30, "at": [k, 17.5], "velocity": [0, -9],
                                     "polygon": {"vertices": [[-0.3, -0.2], [0.3, -0.2], [0.3, 0.2], [-0.3, 0.2]]}}
                                    for k in range(1, 16)]},
    "attraction, pair by pair": gas(5000, 400, {"dt": 0.1, "duration": 1, "integrator": "extrapolation",
                                                "attraction": {"G": 1, "softening": 0.01, "opening": 0}}),
    "attraction by extrapolation": gas(1500, 100, {"dt": 1, "duration": 20, "integrator": "extrapolation",
                                                   "attraction": {"G": 5, "softening": 0, "opening": 0}}),
    "the event world": gas(3000, 12, {"dt": 100, "duration": 300, "detection": "event"}),
}
LONG_STEPS["bodies that turn"]["world"]["bounds"]["max"] = [16, 19]


class StopCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, scene):
        (self.folder / "scene.json").write_text(json.dumps(scene))

    def arguments(self, name, *more):
        (self.folder / name).mkdir(exist_ok=True)
        outputs = [part for option, file in OUTPUTS.items() for part in (option, f"{name}/{file}")]
        return [PROGRAM, "run", "scene.json", "--json", *outputs, "--checkpoint", f"{name}/checkpoint", *map(str, more)]

    def stop(self, arguments, after, which=signal.SIGTERM):
        """Sends the signal `after` seconds after the checkpoint of the start was written. Returns the summary; nothing if the
        run was over before."""
        process = subprocess.Popen(arguments, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        self.addCleanup(process.kill)
        checkpoint = self.folder / arguments[arguments.index("--checkpoint") + 1]
        begun = checkpoint.stat().st_mtime_ns if checkpoint.exists() else 0
        while process.poll() is None and (not checkpoint.exists() or checkpoint.stat().st_mtime_ns == begun):
            time.sleep(0.005)
        time.sleep(after)
        if process.poll() is not None:
            return None
        before = seconds_so_far(process)
        process.send_signal(which)
        out, err, seconds = end_of(process)
        took = seconds - before
        if process.returncode == 0:
            return None
        self.assertEqual((process.returncode, err), (3, ""))
        self.assertLess(took, MOST_SECONDS)
        return json.loads(out)


class InTheMiddleOfAStep(StopCase):
    def test_a_signal_ends_it_within_a_second(self):
        for name, scene in LONG_STEPS.items():
            for which, after in ((signal.SIGTERM, 0.1), (signal.SIGINT, 0.25)):
                with self.subTest(name, signal=which):
                    self.write(scene)
                    summary = self.stop(self.arguments("stopped"), after, which)
                    self.assertIsNotNone(summary, "it was over before it could be stopped")
                    state = json.loads((self.folder / "stopped/end.json").read_text())
                    self.assertEqual(state["world"].get("time", 0), summary["time"])
                    for file in OUTPUTS.values():
                        self.assertTrue((self.folder / "stopped" / file).exists(), file)

    def test_it_goes_on_in_the_same_bits(self):
        """Stopped again and again, with a step that takes longer than the time between two signals at first."""
        scenes = {"gas": gas(600, 6, {"dt": 4, "duration": 8}), "loses": gas(400, 5, {"dt": 2, "duration": 4, "restitution": 0.99}),
                  "attraction": gas(250, 20, {"dt": 0.2, "duration": 0.6, "integrator": "extrapolation", "restitution": 0.8,
                                              "attraction": {"G": 5, "softening": 0.01, "opening": 0}})}
        for name, scene in scenes.items():
            with self.subTest(name):
                self.write(scene)
                begin = time.monotonic()
                whole = subprocess.run(self.arguments("whole"), cwd=self.folder, capture_output=True, text=True, timeout=300)
                took = time.monotonic() - begin
                self.assertEqual(whole.returncode, 0, whole.stderr)
                self.stop(self.arguments("parts"), 0.2 * took)
                resumed = [PROGRAM, "run", "--json", "--resume", "parts/checkpoint", "--checkpoint", "parts/checkpoint"]
                self.stop([*resumed, "--threads", "2"], 0.4 * took)
                last = subprocess.run(resumed, cwd=self.folder, capture_output=True, text=True, timeout=300)
                self.assertEqual((last.returncode, last.stderr), (0, ""))
                self.assertEqual(json.loads(last.stdout)["hash"], json.loads(whole.stdout)["hash"])
                for file in OUTPUTS.values():
                    self.assertEqual((self.folder / "whole" / file).read_bytes(), (self.folder / "parts" / file).read_bytes())

    def test_while_bodies_are_made_there_is_nothing_to_write(self):
        self.write(gas(3_000_000, 400, {"duration": 1}, radius=0.03))
        process = subprocess.Popen(self.arguments("early"), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.kill)
        time.sleep(0.5)
        self.assertIsNone(process.poll())
        before = seconds_so_far(process)
        process.terminate()
        out, err, seconds = end_of(process)
        self.assertLess(seconds - before, MOST_SECONDS)
        self.assertEqual((process.returncode, out), (3, ""))
        self.assertEqual(err, "carom run: stopped before the run had begun; nothing was written\n")
        self.assertEqual(list((self.folder / "early").iterdir()), [])

    def test_a_comparison_ends_at_once(self):
        self.write(LONG_STEPS["a gas in long steps"])
        process = subprocess.Popen([PROGRAM, "compare", "scene.json"], cwd=self.folder, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        time.sleep(0.5)
        before = seconds_so_far(process)
        process.terminate()
        seconds = end_of(process)[2]
        self.assertLess(seconds - before, MOST_SECONDS)


def named_discs(count):
    """A file that names each of them: what it takes to write them all is seen."""
    side = round(count ** 0.5) + 1
    return [{"name": f"disc {k}", "circle": {"radius": 0.1 + 1e-7 * k}, "at": [0.5 + k % side, 0.5 + k // side],
             "velocity": [math.sin(k), math.cos(k)], "tags": ["disc"]} for k in range(count)]


# A disc on the wall of a hollow triangle is inside and outside at once: the two meet thousands of times at one moment.
ASTRIDE = {"carom": 1,
           "world": {"detection": "event", "duration": 2, "restitution": 0.3, "contact_duration": 1e-5},
           "bodies": [{"polygon": {"vertices": [[-0.46931, 0.04631], [0.29225, -0.37012], [0.17423, 0.43823]], "hollow": True},
                       "mass": 0.205, "velocity": [-0.7526249377575973, -0.1681775926018201]},
                      {"circle": {"radius": 0.2454}, "at": [0.233, 0.034], "velocity": [-1.8, 5.1], "mass": 0.1892}]}


class InTheMidstOfAMoment(StopCase):
    """The event world has no steps: what has happened of a moment is not taken back."""

    def test_what_has_happened_is_told_once(self):
        self.write(ASTRIDE)
        begin = time.monotonic()
        whole = subprocess.run(self.arguments("whole"), cwd=self.folder, capture_output=True, text=True, timeout=300)
        took = time.monotonic() - begin
        self.assertEqual(whole.returncode, 0, whole.stderr)
        stopped = 0
        for part in range(1, 8):
            summary = self.stop(self.arguments("parts"), part * took / 12)
            if summary is None:
                continue
            stopped += 1
            lines = (self.folder / "parts/hits.jsonl").read_text().splitlines()
            self.assertEqual(len(lines), summary["collisions"])
            resumed = [PROGRAM, "run", "--json", "--resume", "parts/checkpoint", "--checkpoint", "parts/checkpoint"]
            last = subprocess.run(resumed, cwd=self.folder, capture_output=True, text=True, timeout=300)
            self.assertEqual((last.returncode, last.stderr), (0, ""))
            self.assertEqual(json.loads(last.stdout)["hash"], json.loads(whole.stdout)["hash"])
            for file in OUTPUTS.values():
                self.assertEqual((self.folder / "whole" / file).read_bytes(), (self.folder / "parts" / file).read_bytes())
            (self.folder / "parts/checkpoint").unlink()
        self.assertGreater(stopped, 2)


class AfterTheSignal(StopCase):
    """What is left to do then is bounded, whatever the run was doing."""

    def test_many_bodies(self):
        bodies = named_discs(60_000)
        bounds = {"min": [0, 0], "max": [246, 246]}
        for world in ("swept", "event"):
            with self.subTest(world):
                self.write({"carom": 1, "world": {"detection": world, "duration": 60, "bounds": bounds}, "bodies": bodies})
                summary = self.stop(self.arguments("stopped"), 0.5)
                self.assertEqual(len(json.loads((self.folder / "stopped/end.json").read_text())["bodies"]), 60_000)
                self.assertEqual(summary["bodies"], 60_000)

    def test_all_outputs_of_many_discs(self):
        self.write(gas(200_000, 450, {"detection": "event", "duration": 60}, radius=0.2))
        more = ("--series", "stopped/sums.csv", "--picture", "stopped/picture.svg", "--plot", "stopped/plot.svg")
        summary = self.stop(self.arguments("stopped", *more), 2)
        self.assertEqual(summary["bodies"], 200_000)
        for file in (*OUTPUTS.values(), "checkpoint", "sums.csv", "picture.svg", "plot.svg"):
            self.assertTrue((self.folder / "stopped" / file).exists(), file)

    def test_the_energy_of_all_pairs_is_left_out(self):
        self.write(gas(40_000, 400, {"dt": 0.1, "duration": 100, "attraction": {"G": 1e-6, "softening": 0.1, "opening": 0}}))
        summary = self.stop(self.arguments("stopped", "--threads", 1), 1)
        self.assertIsNone(summary["energy"]["end"])
        self.assertIsNone(summary["energy"]["drift"])
        self.assertIsNotNone(summary["energy"]["start"])
        # With few bodies the error is computed, and so it is in a run that is not stopped.
        self.write(gas(40, 40, {"dt": 0.01, "duration": 100_000, "attraction": {"G": 1e-6, "softening": 0.1, "opening": 0}}))
        self.assertIsNotNone(self.stop(self.arguments("stopped"), 0.3)["energy"]["end"])

    def test_a_chunk_with_contacts_without_number(self):
        """In the event world, where the work ahead is not known; it kept 4 million of them."""
        boxes = [{"polygon": {"vertices": [[-0.4, -0.2], [0.4, -0.2], [0.4, 0.2], [-0.4, 0.2]]}, "at": [0, 0.2 + 0.4 * k]}
                 for k in range(20)]
        self.write({"carom": 1, "world": {"detection": "event", "duration": 10, "restitution": 0.9, "gravity": [0, -6],
                                          "contact_duration": 1e-6}, "bodies": [{"border": {"y": 0}}, *boxes]})
        process = subprocess.Popen(self.arguments("stopped"), cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(process.kill)
        while seconds_so_far(process) < 4:
            self.assertIsNone(process.poll())
            time.sleep(0.05)
        status = Path(f"/proc/{process.pid}/status").read_text()
        memory = int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1])
        before = seconds_so_far(process)
        process.terminate()
        seconds = end_of(process)[2]
        self.assertEqual(process.returncode, 3)
        self.assertLess(seconds - before, MOST_SECONDS)
        self.assertLess(memory, 100_000, "kB")

    def test_a_picture_of_many_contacts(self):
        self.write(gas(20_000, 30, {"dt": 1, "duration": 60}))
        summary = self.stop(self.arguments("stopped", "--picture", "stopped/picture.svg"), 1)
        self.assertTrue((self.folder / "stopped/picture.svg").exists())
        self.assertIsNotNone(summary)

    def test_a_picture_of_one_that_has_them_all(self):
        self.write({"carom": 1, "world": {"dt": 1, "duration": 60, "bounds": {"min": [0, 0], "max": [1, 1]}},
                    "bodies": [{"circle": {"radius": 0.1}, "at": [0.5, 0.5], "velocity": [2e5, 1]}]})
        summary = self.stop(self.arguments("stopped", "--picture", "stopped/picture.svg"), 0.5)
        self.assertGreater(summary["collisions"], 100_000)

    def test_a_signal_that_comes_twice_at_once_is_one(self):
        """timeout(1) sends it to the program, and then to the program's group."""
        self.write(LONG_STEPS["a gas in long steps"])
        for which in (signal.SIGTERM, signal.SIGINT):
            process = subprocess.Popen(self.arguments("stopped"), cwd=self.folder, stdout=subprocess.PIPE, text=True)
            self.addCleanup(process.kill)
            while not (self.folder / "stopped/way.csv").exists():
                time.sleep(0.01)
            time.sleep(0.3)
            process.send_signal(which)
            time.sleep(0.002)
            process.send_signal(which)
            out, _ = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 3)
            self.assertIn("hash", json.loads(out))
            (self.folder / "stopped/way.csv").unlink()


class TooMuch(StopCase):
    def run_it(self, *arguments):
        return subprocess.run([*map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)

    def test_a_step_that_needs_too_much_ends_the_run_with_a_message(self):
        self.write(gas(400, 5, {"dt": 0.5, "duration": 2, "restitution": 0.99}))
        whole = self.run_it(*self.arguments("whole"))
        self.assertEqual(whole.returncode, 0, whole.stderr)
        run = self.run_it(*self.arguments("limited", "--step-limit", 1e-4))
        self.assertEqual(run.returncode, 1)
        self.assertEqual(run.stderr, "carom run: step 1 from t = 0 keeps more than 1677 contacts, corners and predictions; "
                                     "shorten the steps (--dt), or let them have more (--step-limit)\n")
        self.assertEqual(json.loads(run.stdout)["time"], 0)
        resumed = self.run_it(PROGRAM, "run", "--json", "--resume", "limited/checkpoint", "--step-limit", 2)
        self.assertEqual((resumed.returncode, resumed.stderr), (0, ""))
        self.assertEqual(json.loads(resumed.stdout)["hash"], json.loads(whole.stdout)["hash"])
        for file in OUTPUTS.values():
            self.assertEqual((self.folder / "whole" / file).read_bytes(), (self.folder / "limited" / file).read_bytes())

    def test_the_factor_is_a_positive_number(self):
        self.write(gas(4, 5, {}))
        for factor in ("0", "-1", "nan"):
            run = self.run_it(PROGRAM, "run", "scene.json", "--step-limit", factor)
            self.assertEqual(run.returncode, 2)
            self.assertIn("--step-limit: expected", run.stderr)


if __name__ == "__main__":
    unittest.main()
