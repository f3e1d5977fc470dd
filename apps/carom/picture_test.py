"""Pictures, plots and films of a run and of a trajectory.   python3 picture_test.py PROGRAM"""

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree
from pathlib import Path

PROGRAM = sys.argv.pop(1)
HAS_CAIRO = "with cairo" in subprocess.run([PROGRAM, "info"], capture_output=True, text=True, check=True).stdout
HAS_FFMPEG = shutil.which("ffmpeg") is not None and shutil.which("ffprobe") is not None
# One ball that flies level through a box, a wall, and nothing to hit for two seconds.
SCENE = {"carom": 1, "name": "One ball",
         "world": {"dt": 0.3, "duration": 2, "bounds": {"min": [-4, -2], "max": [4, 2]}},
         "bodies": [{"name": "ball", "circle": {"radius": 0.5}, "at": [-2, 1], "velocity": [2, 0], "tags": ["red"]},
                    {"name": "post", "polygon": {"vertices": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]},
                     "at": [0, -1], "fixed": True}]}


class PictureCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "scene.json").write_text(json.dumps(SCENE))

    def carom(self, *arguments, code=0, **options):
        run = subprocess.run([PROGRAM, *map(str, arguments)], cwd=self.folder, capture_output=True, text=True,
                             timeout=120, **options)
        self.assertEqual(run.returncode, code, run.stdout + run.stderr)
        return run

    def pixels(self, file, width, height):
        """All frames, each as bytes of red, green and blue."""
        raw = subprocess.run(["ffmpeg", "-v", "error", "-i", file, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"],
                             cwd=self.folder, capture_output=True, check=True, timeout=60).stdout
        size = 3 * width * height
        self.assertEqual(len(raw) % size, 0)
        return [raw[k:k + size] for k in range(0, len(raw), size)]


def colour_at(frame, width, x, y):
    at = 3 * (round(y) * width + round(x))
    return tuple(frame[at:at + 3])


def is_near(a, b, most=24):
    return all(abs(x - y) <= most for x, y in zip(a, b))


def place(x, y, width, height):
    """Where a film of SCENE shows a point of the plane: as FramePainter lays it out."""
    unit = min(4, max(0.6, min(width / 1280, height / 720)))
    inner_width, inner_height = width - 48 * unit, height - 100 * unit
    scale = min(inner_width / 8, inner_height / 4)
    left = 24 * unit + (inner_width - 8 * scale) / 2
    top = 52 * unit + (inner_height - 4 * scale) / 2
    return left + (x + 4) * scale, top + (2 - y) * scale


class Sheets(PictureCase):
    def test_a_picture_in_each_format(self):
        self.carom("run", "scene.json", "--picture", "a.svg", "--plot", "p.svg", "--quiet")
        self.assertIn(">One ball<", (self.folder / "a.svg").read_text())
        plot = (self.folder / "p.svg").read_text()
        for words in (">Energy<", ">Momentum<", ">Collisions a second<", ">Bodies by speed, at the end<"):
            self.assertIn(words, plot)
        if not HAS_CAIRO:
            return
        self.carom("run", "scene.json", "--picture", "a.png", "--plot", "p.pdf", "--dark", "--contacts", "--quiet", "--threads", 1)
        self.assertTrue((self.folder / "a.png").read_bytes().startswith(b"\x89PNG"))
        self.assertTrue((self.folder / "p.pdf").read_bytes().startswith(b"%PDF"))
        for name, kind in (("a.svg", "SVG"), ("a.png", "PNG"), ("p.pdf", "PDF")):
            found = self.carom("info", name).stdout
            self.assertRegex(found, rf"^{name}: picture \({kind}\): \d+x\d+ (pixels|points)\n  from  carom ")
            self.assertIn(": carom run scene.json --picture a.", found)
        self.assertIn("900x600 points", self.carom("info", "p.pdf").stdout)

    def test_watching_changes_nothing(self):
        plain = json.loads(self.carom("run", "scene.json", "--json").stdout)["hash"]
        drawn = json.loads(self.carom("run", "scene.json", "--picture", "a.svg", "--plot", "b.svg", "--json").stdout)["hash"]
        self.assertEqual(drawn, plain)

    def test_bad_input(self):
        for words, *options in (("expected .svg, .png or .pdf", "--picture", "a.jpg"),
                                ("expected .svg, .png or .pdf", "--plot", "a"),
                                ("--fps is about a film: there is no --video", "--fps", 30),
                                ("--view is about a film", "--view", "0,0,1,1"),
                                ("--picture and --plot are the same file", "--picture", "a.svg", "--plot", "a.svg")):
            self.assertIn(words, self.carom("run", "scene.json", *options, code=2).stderr)
        self.assertIn("cannot write", self.carom("run", "scene.json", "--plot", "no/a.svg", code=1).stderr)
        self.assertIn("No space left", self.carom("run", "scene.json", "--plot", "/dev/full", code=1).stderr)


class PlotsOfTrajectories(PictureCase):
    """carom render --plot against carom run --plot, and against the series."""

    # A plank that spins and a ball that rolls, under gravity, in a box.
    SPINNING = {"carom": 1, "name": "Spinning", "world": {"dt": 0.01, "duration": 1, "gravity": [0, -3], "friction": 0.3,
                                                          "bounds": {"min": [-4, -2], "max": [4, 2]}},
                "bodies": [{"polygon": {"vertices": [[-1, -0.2], [1, -0.2], [1, 0.2], [-1, 0.2]]}, "at": [-1.5, 0], "spin": 6},
                           {"circle": {"radius": 0.4}, "at": [2, 0], "velocity": [-4, 1], "spin": -9}]}

    def setUp(self):
        super().setUp()
        (self.folder / "scene.json").write_text(json.dumps(self.SPINNING))

    def curves(self, name):
        """The words and points of a plot."""
        root = ElementTree.parse(self.folder / name).getroot()
        kind = "{http://www.w3.org/2000/svg}"
        words = [element.text for element in root.iter(kind + "text")]
        lines = [[tuple(map(float, point.split(","))) for point in element.get("points").split()]
                 for element in root.iter(kind + "polyline")]
        return words, [line for line in lines if len(line) > 20]

    def test_the_energies_are_those_of_the_run(self):
        for name in ("a.jsonl", "a.csv"):
            self.carom("run", "scene.json", "--out", name, "--every", 0.02, "--plot", "run.svg", "--quiet")
            self.carom("render", name, "--plot", "made.svg", "--quiet")
            words, lines = self.curves("run.svg")
            made_words, made = self.curves("made.svg")
            self.assertIn("Energy", made_words)
            self.assertEqual([word for word in words if word != "Collisions a second"][:20],
                             [word for word in made_words if word != "Bodies"][:20])
            # Kinetic, potential, total; momentum x, y.
            for k in range(5):
                self.assertEqual(len(lines[k]), 51)
                for (x, y), (made_x, made_y) in zip(lines[k], made[k]):
                    self.assertAlmostEqual(x, made_x, delta=0.011)
                    self.assertAlmostEqual(y, made_y, delta=0.011)

    def test_of_h5md_it_is_the_very_plot_of_the_run(self):
        if "with HDF5" not in self.carom("info").stdout:
            self.skipTest("needs HDF5")
        self.carom("run", "scene.json", "--out", "a.h5", "--every", 0.02, "--plot", "run.svg", "--quiet")
        self.carom("render", "a.h5", "--plot", "made.svg")
        self.assertEqual((self.folder / "made.svg").read_text(), (self.folder / "run.svg").read_text())

    def test_what_a_format_does_not_know_is_said(self):
        self.carom("run", "scene.json", "--out", "a.xyz", "--every", 0.02, "--quiet")
        self.assertEqual(self.carom("render", "a.xyz", "--plot", "made.svg").stderr, "")
        self.assertIn("Energy without that of spins", self.curves("made.svg")[0])
        self.carom("run", "rocket", "--out", "r.csv", "--quiet")
        self.assertIn("bodies that came later are left out of the sums", self.carom("render", "r.csv", "--plot", "r.svg").stderr)


@unittest.skipUnless(HAS_CAIRO and HAS_FFMPEG, "needs cairo and ffmpeg")
class Films(PictureCase):
    def probe(self, file):
        run = subprocess.run(["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
                              "stream=width,height,nb_read_frames,r_frame_rate:format_tags=comment", "-of", "json", file],
                             cwd=self.folder, capture_output=True, text=True, check=True, timeout=60)
        found = json.loads(run.stdout)
        stream = found["streams"][0]
        return (stream["width"], stream["height"], int(stream["nb_read_frames"]), stream["r_frame_rate"],
                found.get("format", {}).get("tags", {}))

    def test_frames_and_size_in_each_format(self):
        for name in ("film.mp4", "film.webm", "film.gif"):
            self.carom("run", "scene.json", "--video", name, "--fps", 10, "--size", "320x180", "--quiet")
            width, height, frames, rate, tags = self.probe(name)
            # Two seconds at ten frames a second, and the one at the start.
            self.assertEqual((width, height, frames, rate), (320, 180, 21, "10/1"), name)
            info = self.carom("info", name).stdout
            kind = {"mp4": "MP4", "webm": "WebM", "gif": "GIF"}[name.split(".")[1]]
            self.assertIn(f"{name}: film ({kind}): 320x180 pixels, 21 frames in 2.1 s\n", info)
            self.assertIn(f": carom run scene.json --video {name} --fps 10", info)
        self.assertIn("\"scene_sha256\"", json.dumps(self.probe("film.mp4")[4]).replace("\\", ""))
        self.carom("run", "scene.json", "--video", "fast.mp4", "--fps", 10, "--speed", 2, "--size", "320x180", "--quiet")
        self.assertEqual(self.probe("fast.mp4")[2], 11)
        self.assertEqual(sorted(path.name for path in self.folder.iterdir()),
                         ["fast.mp4", "film.gif", "film.gif.provenance.json", "film.mp4", "film.webm", "scene.json"])

    def test_bodies_are_where_they_are_at_that_very_moment(self):
        width, height = 640, 360
        for detection in ("swept", "event"):
            self.carom("run", "scene.json", "--detection", detection, "--video", "f.mp4", "--fps", 10, "--size",
                       f"{width}x{height}", "--colour", "kind", "--quiet")
            frames = self.pixels("f.mp4", width, height)
            self.assertEqual(len(frames), 21)
            for k in (0, 7, 13, 20):  # steps are 0.3 long: most of these lie inside one
                x, y = place(-2 + 0.2 * k, 1, width, height)
                self.assertTrue(is_near(colour_at(frames[k], width, x, y), (0x3d, 0x6f, 0xa5)), (detection, k))
                if k != 0:
                    x, y = place(-2, 1, width, height)
                    self.assertTrue(is_near(colour_at(frames[k], width, x, y), (0xff, 0xff, 0xff)) or k < 3, (detection, k))
            x, y = place(0, -1, width, height)
            self.assertFalse(is_near(colour_at(frames[0], width, x, y), (0xff, 0xff, 0xff)))

    def test_the_view_and_trails(self):
        width, height = 640, 360
        self.carom("run", "scene.json", "--video", "f.mp4", "--fps", 10, "--size", f"{width}x{height}", "--view",
                   "-3,0,-1,2", "--colour", "tag", "--trails", 1, "--dark", "--quiet")
        frames = self.pixels("f.mp4", width, height)
        # The ball stands in the middle of the view at the start, and is out of it at the end.
        middle = (width / 2, 0.6 * 52 + (height - 0.6 * 100) / 2)
        self.assertFalse(is_near(colour_at(frames[0], width, *middle), (0x1a, 0x20, 0x29)))
        self.assertTrue(is_near(colour_at(frames[20], width, *middle), (0x1a, 0x20, 0x29)))

    def test_the_same_film_from_a_trajectory(self):
        self.carom("run", "scene.json", "--out", "way.csv", "--every", 0.1, "--quiet")
        options = ["--fps", 10, "--size", "320x180", "--quiet"]
        self.carom("render", "way.csv", "--video", "a.mp4", "--picture", "a.svg", "--plot", "a.png", *options)
        self.carom("run", "scene.json", "--video", "b.mp4", *options)
        a, b = self.pixels("a.mp4", 320, 180), self.pixels("b.mp4", 320, 180)
        self.assertEqual(len(a), 21)
        self.assertEqual(a, b)
        for name in ("a.mp4", "a.svg", "a.png"):
            self.assertRegex(self.carom("info", name).stdout,
                             r"(?s)\n  from  carom .*: carom render way.csv .*\n  of    carom .*: carom run scene.json --out way.csv ")
        (self.folder / "way.csv.provenance.json").unlink()
        self.assertIn("give the scene with --scene", self.carom("render", "way.csv", "--plot", "p.svg", code=2).stderr)
        self.carom("render", "way.csv", "--plot", "p.svg", "--scene", "scene.json")
        self.assertIn("carom render way.csv --plot p.svg", self.carom("info", "p.svg").stdout)

    def test_a_stopped_run_ends_its_film(self):
        scene = dict(SCENE, world=dict(SCENE["world"], duration=1e9, dt=0.01))
        (self.folder / "long.json").write_text(json.dumps(scene))
        process = subprocess.Popen([PROGRAM, "run", "long.json", "--video", "f.mp4", "--size", "64x64", "--quiet"], cwd=self.folder)
        while not (self.folder / "f.mp4.tmp").exists():
            self.assertIsNone(process.poll())
        subprocess.run(["sleep", "0.5"], check=True)
        process.terminate()
        self.assertEqual(process.wait(60), 3)
        self.assertGreater(self.probe("f.mp4")[2], 1)
        self.assertFalse((self.folder / "f.mp4.tmp").exists())

    def test_bad_input(self):
        for words, *options in (("expected .mp4, .webm or .gif", "--video", "a.avi"),
                                ("--fps: expected a positive number, found -5", "--video", "a.mp4", "--fps", -5),
                                ("--speed: expected a positive number", "--video", "a.mp4", "--speed", 0),
                                ("expected two even whole numbers", "--video", "a.mp4", "--size", "321x180"),
                                ("expected two even whole numbers", "--video", "a.mp4", "--size", "big"),
                                ("expected an area", "--video", "a.mp4", "--view", "0,0,0,1"),
                                ("expected four numbers", "--video", "a.mp4", "--view", "0,0,1"),
                                ("--trails: expected 0 or a positive number", "--video", "a.mp4", "--trails", -1),
                                ("did you mean \"speed\"?", "--video", "a.mp4", "--colour", "sped"),
                                ("are the same file", "--video", "a.mp4", "--state", "a.mp4")):
            self.assertIn(words, self.carom("run", "scene.json", *options, code=2).stderr)
        self.assertIn("cannot write", self.carom("run", "scene.json", "--video", "no/a.mp4", code=1).stderr)
        self.assertIn("install the package ffmpeg",
                      self.carom("run", "scene.json", "--video", "a.mp4", code=2, env={**os.environ, "PATH": "/nowhere"}).stderr)
        self.assertIn("expected a trajectory, found scene", self.carom("render", "scene.json", "--plot", "a.svg", code=2).stderr)
        self.assertIn("nothing to make", self.carom("render", "scene.json", code=2).stderr)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["scene.json"])

    def test_a_film_on_a_full_disk_is_none(self):
        def little_room():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # writing beyond it is an error then, as on a full disk
            resource.setrlimit(resource.RLIMIT_FSIZE, (12000, 12000))

        for name in ("a.mp4", "a.webm", "a.gif"):
            with self.subTest(name):
                run = self.carom("run", "dominoes", "--until", 1, "--video", name, "--size", "640x360", "--quiet", code=1,
                                 preexec_fn=little_room)
                self.assertIn(f"carom run: cannot write {self.folder.resolve()}/{name}: ffmpeg", run.stderr)
                self.assertFalse((self.folder / name).exists())
                self.assertFalse((self.folder / f"{name}.tmp").exists())

    def test_ffmpeg_that_fails_says_why(self):
        (self.folder / "ffmpeg").write_text("#!/bin/sh\necho the disk is full >&2\nexit 1\n")
        (self.folder / "ffmpeg").chmod(0o755)
        run = self.carom("run", "scene.json", "--video", "a.mp4", "--quiet", code=1,
                         env={**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}"})
        self.assertIn("cannot write", run.stderr)
        self.assertIn("ffmpeg: the disk is full", run.stderr)


unittest.main()
