"""--out FILE.h5: H5MD 1.1, read by h5py and MDAnalysis; kills, full disks.   python3 h5md_test.py PROGRAM"""

import importlib.util
import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

DEBIAN = "/usr/bin/python3"
# h5py comes with Debian's Python; the one that runs the tests may be another.
if importlib.util.find_spec("h5py") is None and os.path.realpath(sys.executable) != os.path.realpath(DEBIAN) and \
        subprocess.run([DEBIAN, "-c", "import h5py"], capture_output=True, check=False).returncode == 0:
    os.execv(DEBIAN, [DEBIAN, *sys.argv])

PROGRAM = os.path.abspath(sys.argv.pop(1))
HAS_HDF5 = "with HDF5" in subprocess.run([PROGRAM, "info"], capture_output=True, text=True, check=True).stdout
try:
    import h5py
    import numpy
except ImportError:
    h5py = None
try:
    import MDAnalysis
except ImportError:
    MDAnalysis = None

BOX = {"min": [-4, -2], "max": [4, 2], "edges": "periodic"}
GAS = {"carom": 1, "name": "Small gas", "seed": 5, "world": {"dt": 0.01, "duration": 1, "bounds": BOX},
       "fill": [{"count": 40, "circle": {"radius": 0.1}, "region": {"min": [-4, -2], "max": [4, 2]}, "speed": 3, "tags": ["gas"]}]}
# Rockets fly, are destroyed, and leave explosions for a moment: bodies come and go.
ROCKET = "rocket"


class H5Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "gas.json").write_text(json.dumps(GAS))

    def carom(self, *arguments, code=0, **options):
        run = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True, timeout=120, **options)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def frames(self, name):
        return [json.loads(line) for line in (self.folder / name).read_text().splitlines()]

    def kill_and_resume(self, options, opens):
        """Runs gas.json in the folder `whole`; and in `cut`, killed several times, each time after a part of what that took, and
        resumed to the end. `opens()` looks at what a kill has left."""
        for name in ("whole", "cut"):
            (self.folder / name).mkdir()
        start = time.monotonic()
        subprocess.run([PROGRAM, "run", "../gas.json", *options], cwd=self.folder / "whole", check=True, timeout=240)
        took = time.monotonic() - start
        command = [PROGRAM, "run", "../gas.json", *options]
        kills = 0
        for part in (0.15, 0.25, 0.1, 0.2):
            process = subprocess.Popen(command, cwd=self.folder / "cut")
            try:
                process.wait(part * took)
                break
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                kills += 1
            if not (self.folder / "cut/c").exists():
                continue
            opens()
            command = [PROGRAM, "run", "--resume", "c", "--quiet"]
        self.assertGreater(kills, 0)
        subprocess.run([PROGRAM, "run", "--resume", "c", "--quiet"], cwd=self.folder / "cut", check=True, timeout=240)


@unittest.skipUnless(HAS_HDF5 and h5py is not None, "needs HDF5 and h5py")
class Files(H5Case):
    def check_against_lines(self, name, lines):
        """Every number of the one is that of the other, bit for bit."""
        frames = self.frames(lines)
        with h5py.File(self.folder / name) as file:
            particles = file["particles/all"]
            self.assertEqual(len(particles["position/time"]), len(frames))
            for k, frame in enumerate(frames):
                self.assertEqual(particles["position/time"][k], frame["t"])
                present = {body["id"]: body for body in frame["bodies"]}
                position, velocity = particles["position/value"][k], particles["velocity/value"][k]
                angle, spin = particles["angle/value"][k], particles["spin/value"][k]
                for column in range(position.shape[0]):
                    body = present.get(int(particles["id"][column]))
                    if body is None:
                        self.assertTrue(numpy.isnan(position[column]).all() and numpy.isnan(velocity[column]).all())
                        self.assertTrue(numpy.isnan(angle[column]) and numpy.isnan(spin[column]))
                        continue
                    self.assertEqual(list(position[column]), body["at"])
                    self.assertEqual(list(velocity[column]), body["velocity"])
                    self.assertEqual((angle[column], spin[column]), (body["angle"], body["spin"]))
        self.assertIn("the same, bit for bit", self.carom("diff", name, lines).stdout)

    def test_values_are_those_of_the_lines(self):
        self.carom("run", "gas.json", "--out", "a.h5", "--every", 0.05, "--series", "a.csv", "--quiet")
        self.carom("run", "gas.json", "--out", "a.jsonl", "--every", 0.05, "--quiet")
        self.check_against_lines("a.h5", "a.jsonl")

    def test_bodies_that_come_and_go(self):
        self.carom("run", ROCKET, "--out", "a.h5", "--quiet")
        self.carom("run", ROCKET, "--out", "a.jsonl", "--quiet")
        self.assertGreater(len({len(frame["bodies"]) for frame in self.frames("a.jsonl")}), 1)
        self.check_against_lines("a.h5", "a.jsonl")

    def test_the_structure_is_that_of_h5md(self):
        summary = json.loads(self.carom("run", "gas.json", "--out", "a.h5", "--detection", "event", "--json").stdout)
        with h5py.File(self.folder / "a.h5") as file:
            self.assertEqual(list(file["h5md"].attrs["version"]), [1, 1])
            self.assertEqual(file["h5md/creator"].attrs["name"].decode(), "carom")
            self.assertIn("name", file["h5md/author"].attrs)
            box = file["particles/all/box"]
            self.assertEqual(box.attrs["dimension"], 2)
            self.assertEqual([word.decode() if isinstance(word, bytes) else word for word in box.attrs["boundary"]],
                             ["periodic", "periodic"])
            self.assertEqual(list(box["edges"]), [8, 4])
            self.assertEqual(list(box.attrs["origin"]), [-4, -2])
            for name in ("position", "velocity", "angle", "spin"):
                element = file["particles/all"][name]
                self.assertEqual(element["value"].shape[:2], (101, 40))
                self.assertEqual(len(element["step"]), 101)
                self.assertEqual(list(element["time"]), list(file["particles/all/position/time"]))
                self.assertEqual(element["value"].compression, "gzip")
            self.assertEqual(list(file["particles/all/id"]), list(range(40)))
            self.assertEqual(set(file["particles/all/radius"]), {0.1})
            self.assertEqual(file["parameters/carom/species"][()].decode(), "gas\n")
            self.assertEqual(set(file["particles/all/species"]), {0})
            observables = file["observables"]
            self.assertEqual(observables["total_energy/value"][-1], summary["energy"]["end"])
            self.assertEqual(list(observables["momentum/value"][-1]), summary["momentum"]["end"])
            self.assertEqual(observables["collisions/value"][-1], summary["collisions"])
            pressure = observables["pressure/value"][:]
            self.assertTrue(numpy.isnan(pressure[0]))
            self.assertAlmostEqual(numpy.nanmean(pressure[1:]) / summary["gas"]["pressure"], 1, delta=1e-6)
            parameters = file["parameters/carom"]
            self.assertEqual(json.loads(parameters["scene"][()]), GAS)
            self.assertEqual(parameters.attrs["seed"], 5)
            self.assertIn("carom run gas.json", parameters["command"][()].decode())
            self.assertEqual(json.loads(parameters["provenance"][()])["version"], summary["version"])
        info = self.carom("info", "a.h5").stdout
        self.assertIn("H5MD trajectory, 101 frames from t = 0 to 1, 40 bodies", info)
        self.assertIn("seed 5", info)

    @unittest.skipIf(MDAnalysis is None, "needs MDAnalysis")
    def test_mdanalysis_takes_it(self):
        self.carom("run", "gas.json", "--out", "a.h5", "--quiet")
        with h5py.File(self.folder / "a.h5") as file:
            flat = file["particles/all/position/value"][:]
            edges = list(file["particles/all/box/edges"])
        # Its own reader of H5MD wants three dimensions: the plane is given one more.
        universe = MDAnalysis.Universe.empty(flat.shape[1], trajectory=True)
        universe.load_new(numpy.pad(flat, ((0, 0), (0, 0), (0, 1))), dimensions=[*edges, 1, 90, 90, 90])
        self.assertEqual(len(universe.trajectory), 101)
        universe.trajectory[100]
        self.assertTrue(numpy.allclose(universe.atoms.positions[:, :2], flat[100], atol=1e-6))

    def test_a_film_and_a_plot_of_it(self):
        self.carom("run", "gas.json", "--out", "a.h5", "--quiet")
        self.carom("render", "a.h5", "--plot", "p.svg", "--picture", "w.svg")
        self.assertIn(">Small gas<", (self.folder / "p.svg").read_text())


@unittest.skipUnless(HAS_HDF5 and h5py is not None, "needs HDF5 and h5py")
class Kills(H5Case):
    def content(self, folder):
        with h5py.File(self.folder / folder / "a.h5") as file:
            found = {}
            file.visititems(lambda name, item: found.update({name: numpy.asarray(item[()]).tobytes()})
                            if isinstance(item, h5py.Dataset) and "parameters" not in name else None)
            return found

    def test_killed_at_any_moment_it_opens_and_resumed_it_is_equal(self):
        scene = json.loads(json.dumps(GAS))
        scene["world"].update(duration=300, detection="event")
        (self.folder / "gas.json").write_text(json.dumps(scene))
        options = ["--out", "a.h5", "--every", "0.05", "--checkpoint", "c", "--checkpoint-every", "0.02", "--quiet"]

        def opens():
            with h5py.File(self.folder / "cut/a.h5") as file:
                self.assertEqual(len(file["particles/all/position/value"]), len(file["particles/all/position/time"]))

        self.kill_and_resume(options, opens)
        whole, cut = self.content("whole"), self.content("cut")
        self.assertEqual(whole.keys(), cut.keys())
        for name, value in whole.items():
            self.assertEqual(value, cut[name], name)
        self.assertEqual({path.name for path in (self.folder / "cut").iterdir()}, {"a.h5", "c"})

    def test_a_full_disk_loses_nothing_that_was_published(self):
        scene = json.loads(json.dumps(GAS))
        scene["fill"][0].update(count=300, circle={"radius": 0.02})
        scene["world"].update(duration=20)
        (self.folder / "gas.json").write_text(json.dumps(scene))

        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing beyond it is an error then, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (400000, 400000))

        run = self.carom("run", "gas.json", "--out", "a.h5", "--every", 0.01, "--checkpoint", "c", "--checkpoint-every", "0",
                         "--quiet", code=1, preexec_fn=little_room)
        self.assertIn("cannot write", run.stderr)
        self.assertIn("File too large", run.stderr)
        with h5py.File(self.folder / "a.h5") as file:
            self.assertGreater(len(file["particles/all/position/time"]), 3)
        # And when there is room again, it is as if there always had been.
        self.carom("run", "--resume", "c", "--checkpoint-every", 60, "--quiet")
        self.carom("run", "gas.json", "--out", "whole.h5", "--every", 0.01, "--quiet")
        self.assertIn("the same, bit for bit: 2001 frames", self.carom("diff", "a.h5", "whole.h5").stdout)


@unittest.skipUnless(HAS_HDF5 and h5py is not None, "needs HDF5 and h5py")
class Events(H5Case):
    """--events FILE.h5, against the lines."""

    def records(self, name):
        with h5py.File(self.folder / name) as file:
            def texts(group):
                joined, begin, found = file[group]["text"][:].tobytes(), 0, []
                for end in file[group]["end"][:]:
                    found.append(joined[begin:end].decode())
                    begin = end
                return found
            names = dict(zip(file["names/id"][:], texts("names")))
            effects = texts("effects")
            events = file["events"]
            words = events["response"].attrs["words"]
            words = (words.decode() if isinstance(words, bytes) else words).split()
            columns = {key: events[key][:] for key in events}
            for column in events.values():
                self.assertEqual(column.compression, "gzip")
        result = []
        for k in range(len(columns["time"])):
            a, b = int(columns["a"][k]), int(columns["b"][k])
            result.append({"t": columns["time"][k], "a": names.get(a, f"#{a}"),
                           "b": "bounds" if b < 0 else names.get(b, f"#{b}"),
                           "point": list(columns["point"][k]), "normal": list(columns["normal"][k]),
                           "speed": columns["speed"][k], "impulse": columns["impulse"][k],
                           "response": words[columns["response"][k]],
                           "effects": json.loads(f"[{effects[columns['effects'][k]]}]") if columns["effects"][k] >= 0 else []})
        return result

    def test_values_are_those_of_the_lines(self):
        for scene in ("gas.json", "billiards_break", "rocket", "wizard", "dominoes"):
            self.carom("run", scene, "--events", "e.h5", "--quiet")
            self.carom("run", scene, "--events", "e.jsonl", "--quiet")
            lines = [json.loads(line) for line in (self.folder / "e.jsonl").read_text().splitlines()]
            self.assertGreater(len(lines), 3)
            self.assertEqual(self.records("e.h5"), lines, scene)
            self.assertEqual(self.carom("diff", "e.h5", "e.jsonl").stdout, f"the same, bit for bit: {len(lines)} events\n")
        info = self.carom("info", "e.h5").stdout
        self.assertIn(f"events (HDF5): {len(lines)} events from t = ", info)
        self.assertIn("carom run dominoes --events e.h5 --quiet", info)
        self.assertFalse((self.folder / "e.h5.provenance.json").exists())

    def test_a_difference_is_told(self):
        self.carom("run", "gas.json", "--events", "a.h5", "--quiet")
        self.carom("run", "gas.json", "--events", "b.h5", "--seed", 8, "--quiet")
        self.assertIn("first in event 1 (t = ", self.carom("diff", "a.h5", "b.h5", code=1).stdout)
        self.assertIn("expected two of a kind", self.carom("diff", "a.h5", "gas.json", code=2).stderr)

    def test_killed_and_resumed_it_is_equal(self):
        scene = json.loads(json.dumps(GAS))
        scene["world"].update(duration=3000, detection="event")
        (self.folder / "gas.json").write_text(json.dumps(scene))
        options = ["--events", "e.h5", "--checkpoint", "c", "--checkpoint-every", "0.05", "--quiet"]
        self.kill_and_resume(options, lambda: self.records("cut/e.h5"))
        self.assertIn("the same, bit for bit", self.carom("diff", "whole/e.h5", "cut/e.h5").stdout)
        self.assertEqual({path.name for path in (self.folder / "cut").iterdir()}, {"e.h5", "c"})

    def test_contacts_at_the_end_of_a_step_stay_in_order(self):
        """A run that is stopped and resumed at each of its steps has the log of one that is not."""
        self.carom("run", "newtons_cradle", "--events", "whole.jsonl", "--until", 1, "--quiet")
        self.carom("run", "newtons_cradle", "--events", "e.h5", "--checkpoint", "c", "--until", 0.1, "--quiet")
        for tenth in range(2, 11):
            self.carom("run", "--resume", "c", "--until", tenth / 10, "--quiet")
        self.carom("diff", "e.h5", "whole.jsonl")

    def test_a_full_disk_loses_nothing_that_was_published(self):
        scene = json.loads(json.dumps(GAS))
        scene["world"].update(duration=1200, detection="event")
        (self.folder / "gas.json").write_text(json.dumps(scene))

        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (600000, 600000))

        run = self.carom("run", "gas.json", "--events", "e.h5", "--checkpoint", "c", "--checkpoint-every", "0", "--quiet",
                         code=1, preexec_fn=little_room)
        self.assertRegex(run.stderr, "cannot write .*e.h5.*File too large")
        self.assertGreater(len(self.records("e.h5")), 100)

    def test_bad_input(self):
        self.assertIn("cannot write", self.carom("run", "gas.json", "--events", "no/e.h5", code=1).stderr)
        self.assertIn("are the same file", self.carom("run", "gas.json", "--events", "a.h5", "--out", "a.h5", code=2).stderr)
        self.carom("run", "gas.json", "--events", "e.h5", "--checkpoint", "c", "--until", 0.5, "--quiet")
        self.assertIn("a resumed run goes on with",
                      self.carom("run", "--resume", "c", "--events", "other.h5", "--until", 1, code=2).stderr)
        os.remove(self.folder / "e.h5")
        self.assertIn("e.h5", self.carom("run", "--resume", "c", "--until", 1, code=2).stderr)


class Refusals(H5Case):
    def test_bad_input(self):
        if not HAS_HDF5:
            self.assertIn("built without HDF5", self.carom("run", "gas.json", "--out", "a.h5", code=2).stderr)
            self.assertIn("built without HDF5", self.carom("run", "gas.json", "--events", "a.h5", code=2).stderr)
            return
        self.assertIn("cannot write", self.carom("run", "gas.json", "--out", "no/a.h5", code=1).stderr)
        (self.folder / "x.h5").write_bytes(b"\x89HDF\r\n\x1a\nrubbish")
        self.assertIn("x.h5", self.carom("info", "x.h5", code=2).stderr)
        self.carom("run", "gas.json", "--out", "a.h5", "--checkpoint", "c", "--until", 0.5, "--quiet")
        os.remove(self.folder / "a.h5")
        self.assertIn("a.h5", self.carom("run", "--resume", "c", "--until", 1, code=2).stderr)


unittest.main()
