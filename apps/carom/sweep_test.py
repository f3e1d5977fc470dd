"""carom sweep: rows, tasks, failures, kills.   python3 sweep_test.py PROGRAM"""

import csv
import json
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
GAS = {"carom": 1, "world": {"dt": 0.01, "duration": 0.5, "bounds": {"min": [0, 0], "max": [10, 10]}},
       "fill": [{"count": 50, "circle": {"radius": 0.1}, "region": {"min": [0, 0], "max": [10, 10]}, "speed": 3}]}
SWEEP = {"carom": 1, "scene": "gas.json",
         "vary": {"/world/restitution": [0.8, 0.9, 1.0], "/fill/0/count": {"from": 20, "to": 60, "count": 2},
                  "/seed": {"from": 1, "to": 4}},
         "until": 0.3, "report": ["collisions", "energy.drift", "gas.Z"]}

FILES = {"runs.csv", "runs.csv.provenance.json", "sweep.json"}


class SweepCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.write("gas.json", GAS)
        self.write("sweep.json", SWEEP)

    def write(self, name, content):
        (self.folder / name).write_text(content if isinstance(content, str) else json.dumps(content))

    def command(self, *arguments):
        return [PROGRAM, "sweep", *map(str, arguments)]

    def sweep(self, *arguments, code=0):
        run = subprocess.run(self.command(*arguments), cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def rows(self, folder, name="runs.csv"):
        """Without how long they took."""
        with open(self.folder / folder / name, newline="") as file:
            return [{key: value for key, value in row.items() if key != "seconds"} for row in csv.DictReader(file)]


class Rows(SweepCase):
    def test_every_combination_is_a_run_of_carom_run(self):
        self.sweep("sweep.json", "--into", "out", "--jobs", 2)
        rows = self.rows("out")
        self.assertEqual(list(rows[0]), ["run", "/world/restitution", "/fill/0/count", "/seed", "collisions",
                                         "energy.drift", "gas.Z", "hash", "exit_code", "reason"])
        self.assertEqual(len(rows), 24)
        self.assertEqual([row["run"] for row in rows], [str(k) for k in range(24)])
        for k in (0, 13, 23):
            row = rows[k]
            scene = json.loads(json.dumps(GAS))
            scene["world"]["restitution"] = float(row["/world/restitution"])
            scene["fill"][0]["count"] = int(row["/fill/0/count"])
            scene["seed"] = int(row["/seed"])
            self.write("one.json", scene)
            alone = json.loads(subprocess.run([PROGRAM, "run", "one.json", "--until", "0.3", "--json"], cwd=self.folder,
                                              capture_output=True, check=True, timeout=60).stdout)
            self.assertEqual((row["hash"], row["collisions"], float(row["energy.drift"]), row["exit_code"]),
                             (alone["hash"], str(alone["collisions"]), alone["energy"]["drift"], "0"))
        self.assertEqual({path.name for path in (self.folder / "out").iterdir()}, FILES)
        beside = json.loads((self.folder / "out/runs.csv.provenance.json").read_text())
        self.assertEqual((beside["command"], json.loads(beside["scene"]), beside["seed"]),
                         ("carom sweep sweep.json --into out --jobs 2", GAS, 1))
        # Again: there is nothing left to do.
        before = (self.folder / "out/runs.csv").read_text()
        self.sweep("sweep.json", "--into", "out")
        self.assertEqual((self.folder / "out/runs.csv").read_text(), before)
        info = subprocess.run([PROGRAM, "info", "out/runs.csv", "sweep.json", "out/sweep.json"], cwd=self.folder,
                              capture_output=True, text=True, check=True).stdout
        self.assertIn("runs of a sweep (CSV): 24 rows", info)
        self.assertIn(": carom sweep sweep.json --into out --jobs 2\n", info)
        axes = "/world/restitution (3 values), /fill/0/count (2 values), /seed (4 values)"
        self.assertIn(f"sweep.json: sweep: 24 runs of gas.json: {axes}\n", info)
        self.assertIn(f"out/sweep.json: sweep: 24 runs in this folder: {axes}\n", info)

    def test_shares_add_up_whether_they_count_from_0_or_from_1(self):
        self.sweep("sweep.json", "--into", "whole")
        for first in (0, 1):
            into = f"tasks{first}"
            for task in range(first, first + 5):
                self.assertFalse((self.folder / into / "runs.csv").exists())
                self.sweep("sweep.json", "--into", into, "--task", task, "--of", 5, "--jobs", 1)
            self.assertEqual(self.rows(into), self.rows("whole"))
            self.assertEqual(sum(len(self.rows(into, f"runs-{k}-of-5.csv")) for k in range(5)), 24)

    def test_what_is_kept(self):
        self.write("small.json", {**SWEEP, "vary": {"/seed": [1, 2]}})
        self.sweep("small.json", "--into", "out", "--keep")
        for k, row in enumerate(self.rows("out")):
            folder = self.folder / f"out/runs/{k:06}"
            self.assertEqual(json.loads((folder / "summary.json").read_text())["hash"], row["hash"])
            self.assertEqual(len((folder / "events.jsonl").read_text().splitlines()), int(row["collisions"]))
            self.assertEqual(json.loads((folder / "state.json").read_text())["world"]["time"], 0.3)

    def test_a_run_that_fails_is_a_row(self):
        self.write("bad.json", {**SWEEP, "vary": {"/world/dt": [0.01, -1, 0.02]}})
        self.sweep("bad.json", "--into", "out", code=1)
        rows = self.rows("out")
        self.assertEqual([row["exit_code"] for row in rows], ["0", "2", "0"])
        self.assertIn("/world/dt: expected", rows[1]["reason"])
        self.assertEqual((rows[1]["hash"], rows[1]["collisions"]), ("", ""))
        self.sweep("bad.json", "--into", "out", code=1)  # it is not tried again

    def test_bad_input(self):
        self.assertIn("expected --into", self.sweep("sweep.json", code=2).stderr)
        self.assertIn("cannot read", self.sweep("none.json", "--into", "x", code=2).stderr)
        self.assertIn("go together", self.sweep("sweep.json", "--into", "x", "--task", 1, code=2).stderr)
        self.assertIn("found 7 of 5", self.sweep("sweep.json", "--into", "x", "--task", 7, "--of", 5, code=2).stderr)
        self.assertIn("--jobs: expected 1 to", self.sweep("sweep.json", "--into", "x", "--jobs", 0, code=2).stderr)
        self.write("lost.json", {**SWEEP, "vary": {"/fill/7/count": [1]}})
        self.assertIn("lost.json: /vary/~1fill~17~1count: the scene has no place /fill/7/count",
                      self.sweep("lost.json", "--into", "x", code=2).stderr)
        self.assertFalse((self.folder / "x").exists())
        self.sweep("sweep.json", "--into", "out")
        self.write("other.json", {**SWEEP, "until": 0.2})
        self.assertIn("out holds the runs of another sweep", self.sweep("other.json", "--into", "out", code=2).stderr)
        self.assertIn("cannot write", self.sweep("sweep.json", "--into", "sweep.json/x", code=1).stderr)


class Kills(SweepCase):
    def kill_after(self, rows, how):
        process = subprocess.Popen(self.command("sweep.json", "--into", "cut", "--jobs", 2), cwd=self.folder)
        table = self.folder / "cut/runs.csv"
        while process.poll() is None and not (table.exists() and len(table.read_text().splitlines()) > rows):
            time.sleep(0.002)
        process.send_signal(how)
        return process.wait(60)

    def test_a_sweep_killed_twice_and_resumed_has_the_rows_of_one_that_was_not(self):
        self.sweep("sweep.json", "--into", "whole")
        self.kill_after(3, signal.SIGKILL)
        table = self.folder / "cut/runs.csv"
        with open(table, "a") as file:  # as if the machine had died within a line
            file.write("99,0.8,2")
        self.assertIn(self.kill_after(9, signal.SIGTERM), (3, 0))
        self.sweep("sweep.json", "--into", "cut")
        self.assertEqual(self.rows("cut"), self.rows("whole"))
        self.assertEqual({path.name for path in (self.folder / "cut").iterdir()}, FILES)


class FullDisk(SweepCase):
    def test_a_sweep_goes_on_when_there_is_room_again(self):
        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing beyond it is an error then, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (800, 800))

        run = subprocess.run(self.command("sweep.json", "--into", "cut", "--jobs", 2), cwd=self.folder, capture_output=True,
                             text=True, timeout=120, preexec_fn=little_room)
        self.assertEqual(run.returncode, 1, run.stderr)
        self.assertIn("carom sweep: cannot write ", run.stderr)
        self.assertIn("File too large", run.stderr)
        self.sweep("sweep.json", "--into", "cut")
        self.sweep("sweep.json", "--into", "whole")
        self.assertEqual(self.rows("cut"), self.rows("whole"))


unittest.main()
