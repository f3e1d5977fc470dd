"""Runs that are killed, stopped and resumed.   python3 run_resume_test.py PROGRAM"""

import json
import re
import os
import pty
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
SCENE = {
    "carom": 1,
    "name": "Resumed",
    "world": {"dt": 0.005, "duration": 6, "gravity": [0, -1], "restitution": 0.9,
              "bounds": {"min": [-4, -2], "max": [4, 2], "edges": "rebound"}},
    "bodies": [
        {"name": "arena", "circle": {"radius": 0.8, "hollow": True}, "at": [-3, 1], "fixed": True},
        {"name": "inside", "circle": {"radius": 0.1}, "at": [-3, 1], "velocity": [1, 0]},
        {"name": "ghost", "polygon": {"vertices": [[-0.2, -0.2], [0.2, -0.2], [0, 0.3]]}, "at": [0, 1.5],
         "velocity": [0.5, 0]},
        {"name": "brief", "circle": {"radius": 0.1}, "at": [3, 1.5], "lifetime": 2.5}],
    "fill": [{"count": 40, "circle": {"radius": [0.04, 0.08]}, "region": {"min": [-1.5, -1.9], "max": [2.5, 0.9]},
              "speed": 2, "tags": ["gas"]}],
    "rules": [{"between": ["ghost", "gas"], "response": "none"},
              {"between": ["inside", "arena"],
               "after": [{"spawn": {"circle": {"radius": 0.05}, "name": "spark", "lifetime": 0.9, "tags": ["light"]}}]},
              {"between": ["light", "*"], "response": "none"}],
}
OUTPUTS = {"--events": "hits.jsonl", "--out": "way.csv", "--state": "end.json", "--picture": "way.svg"}


class ResumeCase(unittest.TestCase):
    detection = "swept"
    more_world = {}
    outputs = OUTPUTS
    until = 6

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        scene = {**SCENE, "world": {**SCENE["world"], "detection": self.detection, **self.more_world}}
        (self.folder / "scene.json").write_text(json.dumps(scene))

    def arguments(self, name, *more):
        (self.folder / name).mkdir(exist_ok=True)
        return [PROGRAM, "run", "scene.json", "--json", *self.outputs_in(name), *map(str, more)]

    def outputs_in(self, name):
        return [part for option, file in self.outputs.items() for part in (option, f"{name}/{file}")]

    def start(self, *arguments):
        return subprocess.Popen(arguments, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_to_end(self, *arguments, code=0):
        run = subprocess.run([str(a) for a in arguments], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual((run.returncode, run.stderr), (code, ""))
        return json.loads(run.stdout)

    def resume(self, checkpoint, *more, code=0):
        return self.run_to_end(PROGRAM, "run", "--json", "--resume", checkpoint, *more, code=code)

    def refused(self, message, *arguments):
        run = subprocess.run([PROGRAM, "run", *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                             timeout=120)
        self.assertEqual((run.returncode, run.stdout), (2, ""), run.stderr)
        self.assertIn(message, run.stderr)

    def assert_same_outputs(self, a, b):
        for file in self.outputs.values():
            self.assertEqual((self.folder / a / file).read_bytes(), (self.folder / b / file).read_bytes(), file)

    def assert_same_run(self, a, b):
        for summary in (a, b):
            summary.pop("wall_seconds", None)
            summary.pop("threads", None)
            summary.pop("provenance", None)
            summary.get("gas", {}).pop("collisions_per_second", None)
        self.assertEqual(a, b)


class Killed(ResumeCase):
    def test_killed_at_any_moment_and_resumed_is_never_stopped(self):
        begin = time.monotonic()
        whole = self.run_to_end(*self.arguments("whole", "--until", self.until))
        took = time.monotonic() - begin
        self.assertGreater(whole["collisions"], 100)
        moments = random.Random(1)
        kills = 0
        for trial in range(4):
            name = f"trial{trial}"
            begun = self.arguments(name, "--until", self.until, "--checkpoint", f"{name}.checkpoint",
                                   "--checkpoint-every", 0.02)
            process = self.start(*begun)
            for threads in (2, 1, 4, 1, 2, 1):
                time.sleep(took * moments.uniform(0.02, 0.5))
                process.kill()
                kills += process.wait() == -signal.SIGKILL
                process.communicate()
                if not (self.folder / f"{name}.checkpoint").exists():  # killed before it had begun
                    process = self.start(*begun)
                else:
                    process = self.start(PROGRAM, "run", "--json", "--resume", f"{name}.checkpoint", "--threads",
                                         str(threads))
            out, err = process.communicate(timeout=120)
            self.assertEqual((process.returncode, err), (0, ""))
            self.assert_same_run(json.loads(out), dict(whole))
            self.assert_same_outputs("whole", name)
        self.assertGreater(kills, 1)

    def test_a_killed_run_has_written_its_events(self):
        process = self.start(*self.arguments("killed", "--until", 1e6))
        events = self.folder / "killed/hits.jsonl"
        for _ in range(500):
            time.sleep(0.01)
            if events.exists() and events.stat().st_size > 0:
                break
        process.kill()
        process.communicate()
        lines = events.read_text().splitlines()
        self.assertGreater(len(lines), 0)
        json.loads(lines[0])


class KilledWithoutSteps(Killed):
    """In the event world, which is cut wherever it took too long."""
    detection = "event"
    outputs = {option: file for option, file in OUTPUTS.items() if option != "--picture"}
    until = 12


class KilledWithoutStepsButAPicture(Killed):
    detection = "event"


class KilledUnderAttraction(Killed):
    """Bodies pull each other, and steps are cut into parts."""
    more_world = {"attraction": {"G": 0.5, "softening": 0.02, "opening": 0.7}, "integrator": "chin", "substep": 0.1}
    until = 3


class Stopped(ResumeCase):
    until = 12

    def stop(self, which, name):
        process = self.start(*self.arguments(name, "--until", self.until, "--checkpoint", "stopped.checkpoint"))
        events = self.folder / name / "hits.jsonl"
        while not events.exists() or events.stat().st_size == 0:
            time.sleep(0.005)
            self.assertIsNone(process.poll(), "the run was over before it could be stopped")
        process.send_signal(which)
        out, err = process.communicate(timeout=120)
        self.assertEqual((process.returncode, err), (3, ""))
        return json.loads(out)

    def test_a_signal_ends_it_with_everything_written_and_it_goes_on(self):
        whole = self.run_to_end(*self.arguments("whole", "--until", self.until))
        for which in (signal.SIGINT, signal.SIGTERM):
            name = f"stopped{which}"
            stopped = self.stop(which, name)
            self.assertLess(stopped["time"], self.until)
            events = (self.folder / name / "hits.jsonl").read_text().splitlines()
            self.assertEqual(len(events), stopped["collisions"])
            state = json.loads((self.folder / name / "end.json").read_text())
            self.assertEqual(state["world"]["time"], stopped["time"])
            self.assert_same_run(self.resume("stopped.checkpoint"), dict(whole))
            self.assert_same_outputs("whole", name)


class StoppedWithoutSteps(Stopped):
    detection = "event"
    outputs = KilledWithoutSteps.outputs
    until = 16.5


class Resumed(ResumeCase):
    def checkpoint(self, name="first", until=1.5):
        return self.run_to_end(*self.arguments(name, "--until", until, "--every", 0.1, "--checkpoint",
                                               "run.checkpoint"))

    def test_until_may_be_later(self):
        whole = self.run_to_end(*self.arguments("whole", "--until", 3, "--every", 0.1))
        self.checkpoint()
        self.assert_same_run(self.resume("run.checkpoint", "--until", 3, "--threads", 2), whole)
        self.assert_same_outputs("whole", "first")

    def test_a_run_that_was_over_tells_its_summary(self):
        first = self.checkpoint()
        for file in (self.folder / "first").iterdir():
            file.unlink()
        self.assert_same_run(self.resume("run.checkpoint"), first)
        self.assertEqual(list((self.folder / "first").iterdir()), [])

    def test_outputs_may_go_to_other_files(self):
        whole = self.run_to_end(*self.arguments("whole", "--until", 3, "--every", 0.1))
        self.checkpoint()
        (self.folder / "second").mkdir()
        self.assert_same_run(self.resume("run.checkpoint", "--until", 3, *self.outputs_in("second")), whole)
        self.assert_same_outputs("whole", "second")

    def test_from_another_folder(self):
        self.run_to_end(*self.arguments("whole", "--until", 3, "--every", 0.1))
        self.checkpoint()
        run = subprocess.run([PROGRAM, "run", "--resume", self.folder / "run.checkpoint", "--until", "3", "--quiet"],
                             cwd="/", capture_output=True, timeout=120)
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, b"", b""))
        self.assert_same_outputs("whole", "first")

    def test_what_cannot_be_resumed(self):
        self.checkpoint()
        good = (self.folder / "run.checkpoint").read_bytes()
        damaged = {
            "empty": (b"", "no checkpoint"),
            "scene": (b'{"carom": 1}', "no checkpoint"),
            "cut": (good[:-1], "damaged or cut off"),
            "changed": (good[:-9] + bytes([good[-9] ^ 1]) + good[-8:], "damaged or cut off"),
            "other": (re.sub(rb"checkpoint \d+ ", b"checkpoint 9 ", good, count=1), "another version"),
        }
        for name, (content, message) in damaged.items():
            (self.folder / name).write_bytes(content)
            self.refused(message, "--resume", name)
        self.refused("cannot read none", "--resume", "none")
        self.refused("--until: the run is at t = 1.5 already, found 1", "--resume", "run.checkpoint", "--until", 1)
        for option, value in (("--dt", 1), ("--detection", "overlap"), ("--seed", 1), ("--every", 1)):
            self.refused(f"{option} cannot be changed", "--resume", "run.checkpoint", option, value)
        self.refused("the scene cannot be changed", "scene.json", "--resume", "run.checkpoint")

    def test_an_output_that_has_become_shorter(self):
        self.checkpoint()
        (self.folder / "first/hits.jsonl").write_text("")
        self.refused("it has 0 bytes, and had", "--resume", "run.checkpoint", "--until", 3)
        (self.folder / "first/hits.jsonl").unlink()
        self.refused("No such file", "--resume", "run.checkpoint", "--until", 3)


class ResumedWithoutSteps(Resumed):
    detection = "event"


class Progress(ResumeCase):
    def test_only_on_a_terminal_and_gone_at_the_end(self):
        for quiet in ([], ["--quiet"]):
            try:
                leader, follower = pty.openpty()
            except OSError as why:
                self.skipTest(f"no terminal to be had: {why}")
            process = subprocess.Popen([PROGRAM, "run", "scene.json", *quiet], cwd=self.folder, stdout=subprocess.DEVNULL,
                                       stderr=follower)
            os.close(follower)
            text = b""
            try:
                while block := os.read(leader, 4096):
                    text += block
            except OSError:  # how a terminal says that the other side has gone
                pass
            os.close(leader)
            self.assertEqual(process.wait(timeout=120), 0)
            if quiet:
                self.assertEqual(text, b"")
            else:
                self.assertIn(b"%", text)
                self.assertIn(b"left", text)
                self.assertTrue(text.endswith(b"\r\x1b[K"), text[-20:])


if __name__ == "__main__":
    unittest.main()
