"""carom run as its users run it: outputs, messages, exit codes.   python3 run_test.py PROGRAM"""

import csv
import json
import math
import os
import resource
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

PROGRAM = sys.argv.pop(1)
BOX = {"min": [-4, -2], "max": [4, 2], "edges": "rebound"}
BALLS = [
    {"name": "cue", "circle": {"radius": 0.1}, "at": [-2, 0.01], "velocity": [9, 0], "tags": ["ball", "cue"]},
    {"circle": {"radius": 0.1}, "at": [1, 0], "tags": ["ball"]},
    {"name": "post", "polygon": {"vertices": [[-0.2, -0.2], [0.2, -0.2], [0, 0.3]]}, "at": [-1, 1], "fixed": True},
]
KEYS = ["scene", "detection", "time", "steps", "bodies", "collisions", "energy", "momentum", "angular_momentum", "policies", "hash",
        "wall_seconds", "threads", "version", "provenance"]


def scene(bodies=BALLS, name="Test", rules=None, fill=None, **world):
    settings = {"dt": 0.01, "duration": 1, "bounds": BOX, **world}
    whole = {"carom": 1, "name": name, "world": {key: value for key, value in settings.items() if value is not None},
             "bodies": bodies}
    if rules:
        whole["rules"] = rules
    if fill:
        whole["fill"] = fill
    return whole


GAS = {"count": 60, "circle": {"radius": 0.05}, "region": {"min": [-3, -1.8], "max": [3, 0.5]}, "speed": 2}


class RunCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name):
        return self.folder / name

    def write(self, content, name="scene.json"):
        self.file(name).write_text(content if isinstance(content, str) else json.dumps(content))
        return name

    def carom(self, *arguments, **options):
        return subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                              timeout=120, **options)

    def summary(self, *arguments):
        run = self.carom("run", *arguments, "--json")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return json.loads(run.stdout)

    def refused(self, message, *arguments, code=2):
        run = self.carom("run", *arguments)
        self.assertEqual((run.returncode, run.stdout), (code, ""), run.stderr)
        self.assertIn(message, run.stderr)
        self.assertTrue(run.stderr.startswith("carom run: "), run.stderr)


class Summary(RunCase):
    def test_json_has_the_keys_of_the_specification(self):
        found = self.summary(self.write(scene()))
        self.assertEqual(list(found), KEYS)
        self.assertEqual((found["scene"], found["detection"], found["time"], found["steps"], found["bodies"]),
                         ("Test", "swept", 1, 100, 3))
        self.assertEqual(set(found["energy"]), {"start", "end", "drift", "exchanged", "kinetic", "potential"})
        self.assertLess(abs(found["energy"]["drift"]), 1e-12)
        self.assertIsNone(found["momentum"]["drift"])
        self.assertRegex(found["hash"], "^[0-9a-f]{16}$")
        self.assertEqual(found["threads"], 1)

    def test_momentum_drift_where_it_is_conserved(self):
        found = self.summary(self.write(scene(BALLS[:2], bounds=None)))
        self.assertLess(found["momentum"]["drift"], 1e-14)
        self.assertEqual(found["collisions"], 1)

    def test_inelastic_contacts_are_exchange_and_not_drift(self):
        found = self.summary(self.write(scene(BALLS[:2], bounds=None, restitution=0.5)))
        self.assertLess(found["energy"]["exchanged"], -1e-3)
        self.assertLess(abs(found["energy"]["drift"]), 1e-12)
        self.assertLess(found["energy"]["end"], found["energy"]["start"])

    def test_text_is_for_people_and_quiet_is_quiet(self):
        self.write(scene())
        run = self.carom("run", "scene.json", "--state", "end.json")
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        for word in ("Test\n", "  collisions  ", "drift", "  hash        ", "end.json"):
            self.assertIn(word, run.stdout)
        run = self.carom("run", "scene.json", "--quiet")
        self.assertEqual((run.returncode, run.stdout, run.stderr), (0, "", ""))
        run = self.carom("run", "scene.json", "--quiet", "--json")
        self.assertEqual(json.loads(run.stdout)["steps"], 100)

    def test_caps_of_an_integrator_are_counted_and_warned_of(self):
        corners = [(3, [1, 3]), (4, [-2, -1]), (5, [1, -1])]
        self.write({"carom": 1, "world": {"dt": 0.1, "duration": 16, "integrator": "extrapolation", "attraction": {"opening": 0}},
                    "bodies": [{"circle": {"radius": 1e-9}, "at": at, "mass": mass} for mass, at in corners]})
        run = self.carom("run", "scene.json", "--json")
        self.assertEqual(run.returncode, 0)
        found = json.loads(run.stdout)
        self.assertGreater(found["policies"]["capped_extrapolations"], 0)
        self.assertRegex(run.stderr, "carom run: warning: [0-9]+ inner steps of \"extrapolation\".* take a shorter dt, or give")
        self.assertIn("inner steps too long for the tolerance", self.carom("run", "scene.json").stdout)
        self.assertEqual(self.carom("run", "scene.json", "--quiet").stderr, "")
        fine = self.summary("scene.json", "--dt", 0.001)  # that nothing is on standard error
        self.assertEqual(fine["policies"]["capped_extrapolations"], 0)
        self.assertLess(abs(fine["energy"]["drift"]), 1e-6)

    def test_steps_end_where_they_should(self):
        self.write(scene())
        self.assertEqual(self.summary("scene.json", "--until", 5)["steps"], 500)
        shortened = self.summary("scene.json", "--until", 0.255)
        self.assertEqual((shortened["time"], shortened["steps"]), (0.255, 26))
        self.assertEqual(self.summary("scene.json", "--until", 0.3, "--dt", 0.1)["steps"], 3)
        self.assertEqual(self.summary("scene.json", "--until", 0)["steps"], 0)

    def test_duration_counts_from_time(self):
        self.write(scene(time=7, duration=0.5))
        self.assertEqual(self.summary("scene.json")["time"], 7.5)

    def test_threads_change_no_bit(self):
        self.write(scene(fill=[GAS]))
        hashes = set()
        for threads in (1, 2, 4):
            found = self.summary("scene.json", "--threads", threads)
            self.assertEqual(found["threads"], threads)
            hashes.add(found["hash"])
        self.assertEqual(len(hashes), 1)

    def test_overrides(self):
        self.write(scene(fill=[GAS]))
        usual = self.summary("scene.json")
        self.assertEqual(self.summary("scene.json", "--seed", 1)["hash"], usual["hash"])
        self.assertNotEqual(self.summary("scene.json", "--seed", 2)["hash"], usual["hash"])
        overlap = self.summary("scene.json", "--detection", "overlap", "--dt", 0.05)
        self.assertEqual((overlap["detection"], overlap["steps"]), ("overlap", 20))


class Events(RunCase):
    def test_lines_in_time_order_as_many_as_collisions(self):
        self.write(scene(duration=9))
        found = self.summary("scene.json", "--events", "hits.jsonl")
        events = [json.loads(line) for line in self.file("hits.jsonl").read_text().splitlines()]
        self.assertEqual(len(events), found["collisions"])
        self.assertGreater(len(events), 5)
        self.assertEqual([e["t"] for e in events], sorted(e["t"] for e in events))
        for event in events:
            self.assertEqual(list(event), ["t", "a", "b", "point", "normal", "speed", "impulse", "response", "effects"])
            self.assertAlmostEqual(math.hypot(*event["normal"]), 1, delta=1e-12)
            self.assertGreaterEqual(event["speed"], 0)
        self.assertEqual((events[0]["a"], events[0]["b"]), ("cue", "#1"))
        self.assertIn("bounds", {event["b"] for event in events})

    def test_rules_and_their_effects(self):
        rules = [{"between": ["cue", "ball"], "before": [{"sound": "clink"}],
                  "after": [{"mark": {"who": "second", "as": "hit"}}, {"destroy": "first"}]}]
        self.write(scene(bounds=None, rules=rules))
        found = self.summary("scene.json", "--events", "hits.jsonl")
        event = json.loads(self.file("hits.jsonl").read_text())
        self.assertEqual(event["effects"], [{"sound": "clink"}, {"mark": {"who": "#1", "as": "hit"}}, {"destroy": "cue"}])
        self.assertEqual(found["bodies"], 2)

    def test_no_collision_leaves_an_empty_file(self):
        self.write(scene(BALLS[2:]))
        self.summary("scene.json", "--events", "hits.jsonl")
        self.assertEqual(self.file("hits.jsonl").read_text(), "")


class Trajectory(RunCase):
    def frames(self, *arguments):
        self.summary("scene.json", "--out", "t.csv", *arguments)
        with open(self.file("t.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        frames = {}
        for row in rows:
            frames.setdefault(float(row["t"]), []).append(row)
        return frames

    def test_csv(self):
        self.write(scene())
        frames = self.frames()
        self.assertEqual(self.file("t.csv").read_text().splitlines()[0], "t,id,x,y,vx,vy,angle,spin,cx,cy")
        self.assertEqual(len(frames), 101)  # the start, and a hundred over the run
        self.assertEqual((min(frames), max(frames)), (0, 1))
        self.assertTrue(all([row["id"] for row in rows] == ["0", "1", "2"] for rows in frames.values()))

    def test_frames_are_at_multiples_inside_steps(self):
        self.write(scene(BALLS[:1], bounds=None, dt=0.25))
        frames = self.frames("--every", 0.1)
        self.assertEqual(len(frames), 11)
        for k, (t, (row,)) in enumerate(sorted(frames.items())):
            self.assertAlmostEqual(t, 0.1 * k, delta=1e-12)
            self.assertAlmostEqual(float(row["x"]), -2 + 9 * t, delta=1e-12)

    def test_a_frame_inside_a_step_knows_the_bounce_before_it(self):
        self.write(scene(BALLS[:1], dt=1))
        contact = (3.9 + 2) / 9
        for t, (row,) in self.frames("--every", 0.125).items():
            x = -2 + 9 * t if t < contact else 3.9 - 9 * (t - contact)
            self.assertAlmostEqual(float(row["x"]), x, delta=1e-12)
            self.assertAlmostEqual(float(row["vx"]), 9 if t < contact else -9, delta=1e-12)

    def test_jsonl_and_xyz_say_the_same(self):
        self.write(scene())
        rows = [row for frame in self.frames("--every", 0.5).values() for row in frame]
        self.summary("scene.json", "--out", "t.jsonl", "--every", 0.5)
        frames = [json.loads(line) for line in self.file("t.jsonl").read_text().splitlines()]
        bodies = [(frame["t"], body) for frame in frames for body in frame["bodies"]]
        self.assertEqual([(t, b["id"], *b["at"], *b["velocity"], b["angle"], b["spin"], *b["center"]) for t, b in bodies],
                         [(float(r["t"]), int(r["id"]), *(float(r[k]) for k in ("x", "y", "vx", "vy", "angle", "spin", "cx", "cy")))
                          for r in rows])
        self.summary("scene.json", "--out", "t.xyz", "--every", 0.5)
        lines = self.file("t.xyz").read_text().splitlines()
        self.assertEqual(len(lines), 3 * (2 + 3))
        for start in range(0, len(lines), 5):
            self.assertEqual(lines[start], "3")
            self.assertIn("Properties=species:S:1:pos:R:3:velo:R:3:id:I:1:radius:R:1:center:R:3 ", lines[start + 1])
            cue = lines[start + 2].split()
            self.assertEqual((cue[0], cue[7], cue[8]), ("ball", "0", "0.1"))
        xyz = [line.split() for k, line in enumerate(lines) if k % 5 > 1]
        self.assertEqual([(float(w[1]), float(w[2]), float(w[4]), float(w[5])) for w in xyz],
                         [tuple(float(r[k]) for k in ("x", "y", "vx", "vy")) for r in rows])


class Streams(RunCase):
    """Outputs that are open already: what is behind them stays, whether it is a file or a pipe."""

    def run_into(self, name, *arguments):
        """With standard output appended to a file, as a shell's ">>" does, and at the position where it was opened."""
        with open(self.file(name), "r+b") as file:
            file.seek(0, os.SEEK_END)
            run = subprocess.run([PROGRAM, "run", "scene.json", *map(str, arguments)], cwd=self.folder, stdout=file,
                                 stderr=subprocess.PIPE, text=True, timeout=120)
        self.assertEqual((run.returncode, run.stderr), (0, ""))
        return self.file(name).read_text()

    def test_what_a_file_behind_standard_output_held_stays(self):
        self.write(scene())
        self.summary("scene.json", "--events", "hits.jsonl", "--state", "end.json", "--picture", "paths.svg",
                     "--out", "way.csv")
        for option, file in (("--events", "hits.jsonl"), ("--state", "end.json"), ("--picture", "paths.svg")):
            for path in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"):
                self.write("before\n", "all.txt")
                self.file("link").unlink(missing_ok=True)
                self.file("link").symlink_to("/dev/stdout")
                found = self.run_into("all.txt", "--quiet", option, path)
                self.assertEqual(found, "before\n" + self.file(file).read_text(), (option, path))
                self.assertEqual(os.readlink(self.file("link")), "/dev/stdout")
        self.file("link.csv").symlink_to("/dev/stdout")
        self.write("before\n", "all.txt")
        self.assertEqual(self.run_into("all.txt", "--quiet", "--out", "link.csv"),
                         "before\n" + self.file("way.csv").read_text())

    def test_the_summary_follows_the_events(self):
        self.write(scene())
        self.summary("scene.json", "--events", "hits.jsonl")
        self.write("", "all.txt")
        lines = self.run_into("all.txt", "--json", "--events", "/dev/stdout").splitlines(keepends=True)
        self.assertEqual("".join(lines[:-1]), self.file("hits.jsonl").read_text())
        self.assertEqual(list(json.loads(lines[-1])), KEYS)

    def test_a_resumed_run_goes_on_with_its_stream(self):
        self.write(scene(fill=[GAS]))
        self.summary("scene.json", "--until", 2, "--events", "hits.jsonl")
        first = self.carom("run", "scene.json", "--until", 1, "--events", "/dev/stdout", "--checkpoint", "stop", "--quiet")
        self.file("copy").write_bytes(self.file("stop").read_bytes())
        self.write("before\n", "all.txt")
        with open(self.file("all.txt"), "ab") as file:
            rest = subprocess.run([PROGRAM, "run", "--resume", "stop", "--until", "2"], cwd=self.folder, stdout=file,
                                  stderr=subprocess.PIPE, text=True, timeout=120)
        self.assertEqual((rest.returncode, rest.stderr),
                         (0, "carom run: warning: --events /dev/stdout is a stream: what was written to it after the "
                             "checkpoint stays there and is written again\n"))
        found = self.file("all.txt").read_text()
        self.assertTrue(found.startswith("before\n{"))
        lines = [line for line in found.splitlines(keepends=True) if line.startswith("{")]
        self.assertEqual(first.stdout + "".join(lines), self.file("hits.jsonl").read_text())
        self.refused("cannot begin ", "--resume", "copy", "--until", 2, "--events", "other.jsonl")

    def test_streams_that_cannot_be_used(self):
        self.write(scene())
        self.refused("cannot write /dev/fd/77: Bad file descriptor", "scene.json", "--events", "/dev/fd/77", code=1)
        self.refused("cannot write /dev/fd/77: Bad file descriptor", "scene.json", "--state", "/dev/fd/77", code=1)
        self.refused("--checkpoint: expected a file that can be replaced, found the stream /dev/stdout", "scene.json",
                     "--checkpoint", "/dev/stdout")


class State(RunCase):
    def test_a_state_runs_on_to_the_same_end(self):
        self.write(scene(fill=[GAS]))
        self.summary("scene.json", "--until", 2, "--state", "whole.json")
        self.summary("scene.json", "--until", 0.7, "--state", "half.json")
        half = json.loads(self.file("half.json").read_text())
        self.assertEqual((half["world"]["time"], half["world"]["duration"]), (0.7, 1))
        self.assertTrue(all("name" in body for body in half["bodies"]))
        self.summary("half.json", "--until", 2, "--state", "rest.json")
        self.assertEqual(self.file("rest.json").read_text(), self.file("whole.json").read_text())

    def test_a_picture_is_drawn(self):
        self.write(scene(name="A <name>"))
        self.summary("scene.json", "--picture", "p.svg")
        svg = self.file("p.svg").read_text()
        self.assertTrue(svg.startswith("<svg "))
        self.assertIn("A &lt;name&gt;", svg)
        self.assertIn("<polyline", svg)


class Mistakes(RunCase):
    def setUp(self):
        super().setUp()
        self.write(scene())

    def test_options(self):
        for message, *arguments in (
            ("expected a SCENE",),
            ("--dt: expected a positive number, found 0", "scene.json", "--dt", 0),
            ("--dt: expected a positive number, found nan", "scene.json", "--dt", "nan"),
            ("--dt = abc", "scene.json", "--dt", "abc"),
            ("--dt: dt = 1e-300 is too small", "scene.json", "--dt", "1e-300"),
            ("--every: expected a positive number, found -1", "scene.json", "--out", "a.csv", "--every", -1),
            ("--every", "scene.json", "--every", 1),
            ("--checkpoint-every", "scene.json", "--checkpoint-every", 1),
            ("--until: the run is at t = 0 already, found -1", "scene.json", "--until", -1),
            ("--until: expected a finite time", "scene.json", "--until", "inf"),
            ("--threads: expected 1 to 1024, found 0", "scene.json", "--threads", 0),
            ("--threads", "scene.json", "--threads", -2),
            ("--seed", "scene.json", "--seed", 1.5),
            ("--seed: expected a whole number from 0 on, found -1", "scene.json", "--seed", -1),
            ('--until: expected a number, found ""', "scene.json", "--until", ""),
            ('--threads: expected a whole number from 0 on, found ""', "scene.json", "--threads", ""),
            ('found "sweept"; did you mean "swept"?', "scene.json", "--detection", "sweept"),
            ('expected swept, overlap or event, found "exact"', "scene.json", "--detection", "exact"),
            ("expected .csv, .jsonl, .xyz or .h5", "scene.json", "--out", "a.txt"),
            ("not expected: --evnts", "scene.json", "--evnts"),
        ):
            with self.subTest(arguments):
                self.refused(message, *arguments)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["scene.json"])

    def test_a_run_that_loses_its_finiteness_names_the_body_and_the_step(self):
        # Two masses of 1e50 that pull each other, in steps of 1e40 seconds: speeds whose squares are beyond any double.
        bodies = [{"name": "a", "at": [1, 0], "circle": {"radius": 0.1}, "mass": 1e50},
                  {"name": "b", "at": [0, 0], "circle": {"radius": 0.1}, "mass": 1e50}]
        self.write({"carom": 1, "bodies": bodies, "world": {
            "dt": 1e40, "duration": 4e40, "attraction": {"G": 1e40, "opening": 0}}})
        run = self.carom("run", "scene.json")
        self.assertEqual((run.returncode, run.stdout), (1, ""))
        self.assertRegex(run.stderr, "the state is no longer finite after step 1, at t = 1e\\+40: a is at \\(.*"
                                     "take a shorter dt, or a softening\n")

    def test_bodies_of_infinite_energy_are_refused(self):
        self.write({"carom": 1, "world": {"attraction": {"G": 1e60, "opening": 0}},
                    "bodies": [{"circle": {"radius": 1e-140}, "mass": 1e60},
                               {"circle": {"radius": 1e-140}, "mass": 1e60, "at": [1e-130, 0]}]})
        self.refused("expected bodies of finite energy, found 0 kinetic and -inf potential", "scene.json")

    def test_scenes_that_cannot_be_read(self):
        self.refused("cannot read none.json: No such file or directory", "none.json")
        self.refused('there is no file and no scene "nonesuch"', "nonesuch")
        self.write("{", "cut.json")
        self.refused("cut.json: line 1, column 2", "cut.json")
        self.write(scene([{"circle": {"radius": -1}, "at": [0, 0]}]), "bad.json")
        self.refused("bad.json: /bodies/0/circle/radius: ", "bad.json")

    def test_steps_that_are_lost_in_rounding_have_their_place(self):
        for world in ({"dt": 1e-300}, {"duration": 1e18}):
            self.write(scene(**world), "long.json")
            self.refused("long.json: /world/dt: dt = ", "long.json")
            checked = self.carom("validate", "long.json")
            self.assertEqual((checked.returncode, checked.stdout), (2, ""))
            self.assertTrue(checked.stderr.startswith("long.json: /world/dt: dt = "), checked.stderr)
        self.summary("long.json", "--until", 1)

    def test_ties_across_a_step_are_in_order_also_where_a_run_was_cut(self):
        def lines(name):
            return [json.loads(line) for line in self.file(name).read_text().splitlines()]

        self.summary("newtons_cradle", "--until", 6, "--events", "whole.jsonl")
        whole = lines("whole.jsonl")
        order = [(e["t"], e["a"], e["b"]) for e in whole]
        self.assertEqual(order, sorted(order))
        # A contact at the end of step 350 is older than one at the start of the next.
        end = next(t for t, *_ in order if abs(t * 60 - 350) < 1e-9)
        self.assertEqual([a for t, a, _ in order if t == end], ["ball 1", "ball 2", "ball 3", "ball 4"])
        self.summary("newtons_cradle", "--until", end, "--events", "cut.jsonl", "--checkpoint", "c")
        self.assertEqual((lines("cut.jsonl")[-1]["t"], lines("cut.jsonl")[-1]["a"]), (end, "ball 4"))
        self.summary("--resume", "c", "--until", 6)
        self.assertEqual(self.file("cut.jsonl").read_text(), self.file("whole.jsonl").read_text())

    def test_outputs_that_cannot_be_written_are_known_before_the_run(self):
        for option, ending in (("--events", "jsonl"), ("--out", "csv"), ("--series", "csv"), ("--state", "json"),
                               ("--picture", "svg"), ("--checkpoint", "csv")):
            self.refused("cannot write", "scene.json", option, f"none/x.{ending}", code=1)
            self.file(f"dir.{ending}").mkdir(exist_ok=True)
            self.refused(f"dir.{ending}: Is a directory", "scene.json", option, f"dir.{ending}", code=1)

    @unittest.skipIf("CAROM_SANITIZED" in os.environ, "sanitizers need address space")
    def test_memory_that_runs_out_is_told_in_words(self):
        region = {"min": [0, 0], "max": [100, 100]}
        fill = {"count": 4000000, "circle": {"radius": 0.001}, "region": region, "arrangement": "square"}
        self.write(scene(fill=[fill], bounds=None), "many.json")
        limit = 300 << 20
        run = subprocess.run([PROGRAM, "run", self.file("many.json")], capture_output=True, text=True,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        self.assertEqual((run.returncode, run.stderr), (1, "carom: not enough memory\n"))

    def test_the_scene_is_never_overwritten(self):
        before = self.file("scene.json").read_text()
        os.link(self.file("scene.json"), self.file("link.csv"))
        for option in ("--events", "--state", "--picture", "--checkpoint"):
            self.refused("are the same file", "scene.json", option, "./scene.json")
            self.refused("are the same file", "scene.json", option, self.file("scene.json"))
        self.refused("the scene and --out are the same file", "scene.json", "--out", "link.csv")
        self.refused("--events and --state are the same file", "scene.json", "--events", "x", "--state", "x")
        self.write(before, "scene.tmp")
        self.refused("the scene and the draft of --state are the same file", "scene.tmp", "--state", "scene")
        self.assertEqual(self.file("scene.json").read_text(), before)

    def test_a_full_disk(self):
        for option in ("--events", "--state", "--picture"):
            self.refused("cannot write /dev/full: No space left on device", "scene.json", option, "/dev/full", code=1)
        with open("/dev/full", "wb") as full:
            run = subprocess.run([PROGRAM, "run", self.file("scene.json")], stdout=full, stderr=subprocess.PIPE)
        self.assertEqual((run.returncode, run.stderr),
                         (1, b"carom run: cannot write the summary: No space left on device\n"))


if __name__ == "__main__":
    unittest.main()
