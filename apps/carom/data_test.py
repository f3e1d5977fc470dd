"""What a run writes beside events and trajectories: series, provenance; carom info and carom diff.

    python3 data_test.py PROGRAM
"""

import csv
import hashlib
import json
import resource
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
BOX = {"min": [-4, -2], "max": [4, 2], "edges": "rebound"}
COLUMNS = ["t", "steps", "bodies", "collisions", "kinetic", "potential", "total", "exchanged", "px", "py", "angular",
           "pressure"]


def gas(count=40, **world):
    return {"carom": 1, "name": "Small gas", "seed": 5, "world": {"dt": 0.01, "duration": 1, "bounds": BOX, **world},
            "fill": [{"count": count, "circle": {"radius": 0.1}, "region": {"min": [-4, -2], "max": [4, 2]}, "speed": 3}]}


class DataCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, content, name="scene.json"):
        (self.folder / name).write_text(content if isinstance(content, str) else json.dumps(content))
        return name

    def carom(self, *arguments, code=0):
        run = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def table(self, name):
        with open(self.folder / name, newline="") as file:
            return list(csv.DictReader(file))


class Series(DataCase):
    def test_a_line_each_every_with_the_numbers_of_the_summary(self):
        self.write(gas())
        run = self.carom("run", "scene.json", "--series", "s.csv", "--every", 0.1, "--json")
        summary = json.loads(run.stdout)
        self.assertEqual((self.folder / "s.csv").read_text().split("\n")[0], ",".join(COLUMNS))
        rows = self.table("s.csv")
        self.assertEqual([float(row["t"]) for row in rows], [k / 10 for k in range(11)])
        self.assertEqual(float(rows[0]["total"]), summary["energy"]["start"])
        last = rows[-1]
        self.assertEqual(float(last["total"]), summary["energy"]["end"])
        self.assertEqual(float(last["exchanged"]), summary["energy"]["exchanged"])
        self.assertEqual([float(last["px"]), float(last["py"])], summary["momentum"]["end"])
        self.assertEqual(float(last["angular"]), summary["angular_momentum"]["end"])
        self.assertEqual((int(last["steps"]), int(last["bodies"]), int(last["collisions"])),
                         (summary["steps"], summary["bodies"], summary["collisions"]))
        self.assertEqual({row["pressure"] for row in rows}, {""})

    def test_the_event_world_has_pressure_and_is_cut_at_the_lines(self):
        self.write(gas(detection="event", duration=4))
        summary = json.loads(self.carom("run", "scene.json", "--series", "s.csv", "--every", 1, "--json").stdout)
        rows = self.table("s.csv")
        self.assertEqual([float(row["t"]) for row in rows], [0, 1, 2, 3, 4])
        self.assertEqual(rows[0]["pressure"], "")
        # Of four means over a second each the mean is that over all of the run.
        mean = sum(float(row["pressure"]) for row in rows[1:]) / 4
        self.assertAlmostEqual(mean / summary["gas"]["pressure"], 1, delta=1e-9)
        alone = json.loads(self.carom("run", "scene.json", "--json").stdout)
        self.assertEqual(alone["hash"], summary["hash"])

    def test_more_lines_than_steps_are_a_line_a_step(self):
        self.write(gas(dt=0.25))
        self.carom("run", "scene.json", "--series", "s.csv", "--every", 0.1, "--quiet")
        self.assertEqual([float(row["t"]) for row in self.table("s.csv")], [0, 0.25, 0.5, 0.75, 1])

    def test_a_resumed_run_writes_the_same(self):
        self.write(gas(detection="event", duration=3))
        whole = ["--series", "s.csv", "--plot", "p.svg", "--every", "0.3", "--checkpoint", "c", "--quiet"]
        for name in ("whole", "cut"):
            (self.folder / name).mkdir()
        subprocess.run([PROGRAM, "run", "../scene.json", *whole], cwd=self.folder / "whole", check=True, timeout=60)
        subprocess.run([PROGRAM, "run", "../scene.json", *whole, "--until", "1.1"], cwd=self.folder / "cut", check=True, timeout=60)
        subprocess.run([PROGRAM, "run", "--resume", "c", "--until", "3", "--quiet"], cwd=self.folder / "cut", check=True, timeout=60)
        rows = [(self.folder / name / "s.csv").read_text() for name in ("whole", "cut")]
        self.assertEqual(len(rows[0].splitlines()), 12)
        # The end of the first part is a line of its own neither in the one nor in the other.
        self.assertEqual(rows[0], rows[1])

    def test_bad_input(self):
        self.write(gas())
        self.assertIn("expected a name that ends in .csv",
                      self.carom("run", "scene.json", "--series", "s.txt", code=2).stderr)
        self.assertIn("cannot write", self.carom("run", "scene.json", "--series", "no/s.csv", code=1).stderr)
        self.assertIn("there is none of them", self.carom("run", "scene.json", "--every", "1", code=2).stderr)
        self.assertIn("No space left on device",
                      self.carom("run", "scene.json", "--series", "/dev/full", code=1).stderr)


class FullDisk(DataCase):
    """What cannot be written ends the run with exit code 1 and a message, and loses nothing that was written before."""

    def limited(self, size):
        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing beyond it is an error then, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        return little_room

    def test_a_run_goes_on_when_there_is_room_again(self):
        scene = gas(20, duration=10, detection="event")
        for option, name in (("--events", "e.jsonl"), ("--out", "w.jsonl"), ("--out", "w.csv"), ("--out", "w.xyz"),
                             ("--series", "s.csv")):
            with self.subTest(name):
                self.write(scene)
                every = [] if option == "--events" else ["--every", "0.02"]
                options = ["run", "scene.json", option, name, *every, "--quiet"]
                self.carom(*options)
                whole = (self.folder / name).read_bytes()
                run = subprocess.run([PROGRAM, *options, "--checkpoint", "c", "--checkpoint-every", "0.1"], cwd=self.folder,
                                     capture_output=True, text=True, timeout=120, preexec_fn=self.limited(len(whole) // 2))
                self.assertEqual(run.returncode, 1, run.stderr)
                self.assertRegex(run.stderr, f"carom run: cannot write .*{name}: File too large")
                part = (self.folder / name).read_bytes()
                self.assertTrue(whole.startswith(part) and len(part) > len(whole) // 4, len(part))
                self.carom("run", "--resume", "c", "--quiet")
                self.assertEqual((self.folder / name).read_bytes(), whole)

    def test_what_is_written_in_one_piece_leaves_the_old_one(self):
        self.write(gas(duration=0.1))
        with_cairo = "with cairo" in self.carom("info").stdout
        for option, name in (("--state", "end.json"), ("--picture", "p.svg"), ("--plot", "q.svg"), ("--checkpoint", "c"),
                             *((("--picture", "p.png"), ("--plot", "q.pdf")) if with_cairo else ())):
            with self.subTest(name):
                (self.folder / name).write_text("the old one")
                run = subprocess.run([PROGRAM, "run", "scene.json", option, name, "--quiet"], cwd=self.folder,
                                     capture_output=True, text=True, timeout=120, preexec_fn=self.limited(1000))
                self.assertEqual(run.returncode, 1, run.stderr)
                self.assertRegex(run.stderr, f"carom run: cannot write .*{name}.*: File too large")
                self.assertEqual((self.folder / name).read_text(), "the old one")
                self.assertFalse((self.folder / f"{name}.tmp").exists())

    def test_a_full_device(self):
        self.write(gas())
        for option in ("--events", "--series", "--state", "--picture"):
            with self.subTest(option):
                self.assertIn("cannot write /dev/full: No space left on device",
                              self.carom("run", "scene.json", option, "/dev/full", code=1).stderr)

    def test_names_of_no_format(self):
        self.write(gas())
        for words, *options in (("expected .csv, .jsonl, .xyz or .h5", "--out", "way.txt"), ("expected .jsonl or .h5", "--events", "hits.csv"),
                                ("expected .jsonl or .h5", "--events", "hits"), ("expected", "--picture", "p.gif"),
                                ("expected", "--plot", "p.jpeg"), ("expected .mp4, .webm or .gif", "--video", "v.mov")):
            with self.subTest(options[1]):
                error = self.carom("run", "scene.json", *options, code=2).stderr
                self.assertIn(words, error)
                self.assertIn(options[1], error)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["scene.json"])


class Origin(DataCase):
    KEYS = ["program", "version", "commit", "compiler", "seed", "scene_sha256", "command"]

    def test_every_output_says_where_it_comes_from(self):
        text = json.dumps(gas())
        self.write(text)
        run = self.carom("run", "scene.json", "--events", "e.jsonl", "--out", "way.csv", "--series", "s.csv", "--state",
                         "end.json", "--picture", "it's.svg", "--checkpoint", "c", "--json")
        expected = json.loads(run.stdout)["provenance"]
        self.assertEqual(list(expected), self.KEYS)
        self.assertEqual(expected["scene_sha256"], hashlib.sha256(text.encode()).hexdigest())
        self.assertEqual(expected["seed"], 5)
        self.assertTrue(expected["command"].startswith("carom run scene.json --events e.jsonl "))
        self.assertIn("--picture 'it'\\''s.svg'", expected["command"])
        for name in ("e.jsonl", "way.csv", "s.csv", "end.json", "it's.svg"):
            beside = json.loads((self.folder / f"{name}.provenance.json").read_text())
            self.assertEqual(beside.pop("scene"), text)
            self.assertEqual(beside, expected)
        for name in ("e.jsonl", "way.csv", "s.csv", "end.json", "c", "it's.svg"):
            self.assertIn("seed 5, scene sha256 " + expected["scene_sha256"][:12], self.carom("info", name).stdout)

    def test_the_seed_of_the_command_line_counts_and_streams_stay_clean(self):
        self.write(gas())
        run = self.carom("run", "scene.json", "--seed", 9, "--events", "/dev/stdout", "--quiet")
        self.assertEqual({"t", "a", "b"} & set(json.loads(run.stdout.splitlines()[0])), {"t", "a", "b"})
        self.assertEqual([path.name for path in self.folder.iterdir()], ["scene.json"])
        self.assertEqual(json.loads(self.carom("run", "scene.json", "--seed", 9, "--json").stdout)["provenance"]["seed"], 9)


class Info(DataCase):
    def test_what_each_file_is(self):
        self.write(gas())
        self.carom("run", "scene.json", "--events", "e.jsonl", "--out", "a.jsonl", "--state", "end", "--checkpoint", "c",
                   "--series", "s.csv", "--quiet")
        self.carom("run", "scene.json", "--out", "a.csv", "--every", 0.5, "--quiet")
        self.carom("run", "scene.json", "--out", "a.xyz", "--every", 0.5, "--quiet")
        (self.folder / "sum").write_text(self.carom("run", "scene.json", "--json").stdout)
        for name, words in (("scene.json", 'scene: "Small gas", swept, 40 bodies, t = 0 to 1'),
                            ("end", "40 bodies, t = 1 to 2; the state of a run"),
                            ("c", "checkpoint: run of scene.json at t = 1"),
                            ("a.jsonl", "trajectory (JSON Lines): 101 frames from t = 0 to 1, 40 bodies"),
                            ("a.csv", "trajectory (CSV): 3 frames from t = 0 to 1, 40 bodies"),
                            ("a.xyz", "trajectory (extended XYZ): 3 frames from t = 0 to 1, 40 bodies"),
                            ("s.csv", "series (CSV): 101 rows of 12 columns from t = 0 to 1"),
                            ("e.jsonl", "events (JSON Lines): "), ("sum", 'summary: "Small gas" to t = 1, ')):
            self.assertIn(words, self.carom("info", name).stdout)

    def test_what_is_not_ours(self):
        self.write("hello", "x")
        self.assertIn("x: expected a file that carom reads or writes", self.carom("info", "x", code=2).stderr)
        self.assertIn("cannot read nowhere", self.carom("info", "nowhere", code=2).stderr)
        self.assertIn("found a folder", self.carom("info", ".", code=2).stderr)

    def test_the_program_itself(self):
        found = self.carom("info").stdout
        self.assertRegex(found, r"^carom \d+\.\d+\.\d+, commit \S+, built with (gcc|clang) \d+")
        self.assertRegex(found, "with(out)? cairo")


class Diff(DataCase):
    def runs(self, option, ending):
        """Files of two runs: of the same scene, and of one in which a ball starts a hair to the right."""
        self.write(gas(), "a.json")
        other = gas()
        other["fill"][0]["speed"] = 3.0000000001
        self.write(other, "b.json")
        for scene, file in (("a", "a1"), ("a", "a2"), ("b", "b1")):
            self.carom("run", f"{scene}.json", option, file + ending, "--quiet")

    def test_trajectories_of_one_format_or_of_two(self):
        self.runs("--out", ".csv")
        self.carom("run", "a.json", "--out", "a3.jsonl", "--quiet")
        self.assertEqual(self.carom("diff", "a1.csv", "a2.csv").stdout, "the same, bit for bit: 101 frames\n")
        self.assertEqual(self.carom("diff", "a1.csv", "a3.jsonl").stdout, "the same, bit for bit: 101 frames\n")
        found = self.carom("diff", "a1.csv", "b1.csv", code=1).stdout
        self.assertRegex(found, r"^first in frame 1 \(t = 0\): vx of body #0: \S+ and \S+, by \S+ \(\d+ ulp\)\n"
                                r"bodies are at most \S+ apart, at t = ")
        short = "".join((self.folder / "a1.csv").read_text().splitlines(True)[:81])
        self.write(short, "short.csv")
        self.assertIn("a1.csv goes on after frame 2", self.carom("diff", "a1.csv", "short.csv", code=1).stdout)

    def test_events_states_series_and_checkpoints(self):
        for option, ending, words in (("--events", ".jsonl", "first in event 1 (t = "), ("--state", ".json", "first at /bodies/0/"),
                                      ("--series", ".csv", "first in row 1 (t = 0), column kinetic: "),
                                      ("--checkpoint", "", "first at /bodies/0/")):
            with self.subTest(option):
                self.runs(option, ending)
                self.assertIn("the same, bit for bit", self.carom("diff", "a1" + ending, "a2" + ending).stdout)
                self.assertIn(words, self.carom("diff", "a1" + ending, "b1" + ending, code=1).stdout)

    def test_bad_input(self):
        self.runs("--out", ".csv")
        self.assertIn("expected two of a kind", self.carom("diff", "a1.csv", "a.json", code=2).stderr)
        self.assertIn("cannot read", self.carom("diff", "a1.csv", "no.csv", code=2).stderr)
        self.write((self.folder / "a1.csv").read_text() + "x\n", "bad.csv")
        self.assertIn("bad.csv: line 4042: expected t,id,x,y,vx,vy,angle,spin as numbers",
                      self.carom("diff", "bad.csv", "a2.csv", code=2).stderr)


unittest.main()
