"""The same bits as the program: random scenes and random questions through both.

    bits_test.py PROGRAM
"""

import json
import math
import os
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import carom
import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "soak"))
import scenes  # noqa: E402  (random scenes over every key of the format)

PROGRAM = sys.argv[1]
COUNT = 400 if os.environ.get("CAROM_LONG") else 40


def run_program(scene, *options):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scene.json"
        file.write_text(json.dumps(scene))
        events = Path(folder) / "events.jsonl"
        done = subprocess.run([PROGRAM, "run", str(file), "--json", "--quiet", "--events", str(events), *options],
                              capture_output=True, text=True, check=False)
        lines = [json.loads(line) for line in events.read_text().splitlines()] if events.exists() else []
        return done, lines


class Scenes(unittest.TestCase):
    def test_random_ones_end_in_the_same_bits(self):
        compared = refused = 0
        for seed in range(COUNT):
            scene = scenes.scene(seed)
            begin = scene.get("world", {}).get("time", 0)
            until = begin + min(0.3, scene.get("world", {}).get("duration", 10))
            if until == begin:
                continue
            done, lines = run_program(scene, "--until", repr(until))
            try:
                world = carom.World.from_scene(scene)
                world.run(until=until)
            except (carom.SceneError, carom.StepError) as error:
                self.assertIn(done.returncode, (1, 2), f"seed {seed}: {error}")
                self.assertIn(str(error), done.stderr, f"seed {seed}")
                refused += 1
                continue
            self.assertEqual(done.returncode, 0, f"seed {seed}: {done.stderr}")
            summary = json.loads(done.stdout)
            self.assertEqual(world.hash, summary["hash"], f"seed {seed}")
            self.assertEqual((world.time, world.steps, world.collisions, len(world)),
                             (summary["time"], summary["steps"], summary["collisions"], summary["bodies"]), f"seed {seed}")
            self.assertEqual(world.policies, summary["policies"], f"seed {seed}")
            self.assertEqual(world.energy.kinetic, summary["energy"]["kinetic"], f"seed {seed}")
            self.assertEqual(list(world.momentum), summary["momentum"]["end"], f"seed {seed}")
            self.assertEqual([world.event(k) for k in range(len(world.events))], lines, f"seed {seed}")
            self.assertEqual(world.events["t"].tolist(), [line["t"] for line in lines], f"seed {seed}")
            self.assertEqual(world.events["response"].tolist(), [line["response"] for line in lines], f"seed {seed}")
            compared += 1
        print(f"{compared} scenes compared, {refused} refused by both", file=sys.stderr)
        self.assertGreater(compared, COUNT // 2)

    def test_shipped_ones_too(self):
        for name in carom.scenes():
            done = subprocess.run([PROGRAM, "run", name, "--json", "--quiet", "--until", "0.2"], capture_output=True, text=True, check=True)
            world = carom.World.from_scene(name)
            world.run(until=0.2)
            self.assertEqual(world.hash, json.loads(done.stdout)["hash"], name)


def number(draw):
    return draw.choice((draw.uniform(-10, 10), float(draw.randint(-5, 5)), draw.uniform(-1, 1) * 10.0 ** draw.randint(-12, 12)))


def point(draw):
    return [number(draw), number(draw)]


def polygon(draw):
    center, size, corners = point(draw), abs(number(draw)) + 1e-3, draw.randint(3, 7)
    start = draw.uniform(0, 7)
    turns = [start + 2 * math.pi * k / corners for k in range(corners)]
    return [[center[0] + size * math.cos(a), center[1] + size * math.sin(a)] for a in turns]


def shape(draw):
    kind = draw.choice(("circle", "circle", "segment", "polygon", "border"))
    if kind == "circle":
        return {"circle": {"radius": abs(number(draw)), "from": point(draw), "to": point(draw), "hollow": draw.random() < 0.2}}
    if kind == "border":
        return {"border": {draw.choice("xy"): number(draw)}}
    if kind == "segment":
        return {"segment": {"from": [point(draw), point(draw)], "to": [point(draw), point(draw)]}}
    vertices, way = polygon(draw), point(draw)
    moved = [[x + way[0], y + way[1]] for x, y in vertices]
    return {"polygon": {"from": vertices, "to": moved, "hollow": draw.random() < 0.2}}


class Queries(unittest.TestCase):
    def test_random_ones_have_the_same_answers(self):
        draw = random.Random(22)
        requests = [{"id": str(k), "a": shape(draw), "b": shape(draw)} for k in range(50 * COUNT)]
        text = "".join(json.dumps(request) + "\n" for request in requests)
        done = subprocess.run([PROGRAM, "query"], input=text, capture_output=True, text=True, check=False)
        results = {"hit": 0, "miss": 0, "overlap": 0, "error": 0}
        for request, line in zip(requests, done.stdout.splitlines(), strict=True):
            expected = json.loads(line)
            try:
                self.assertEqual(carom.query(request), expected)
                results[expected["result"]] += 1
            except carom.SceneError as error:
                self.assertEqual(expected["error"], str(error))
                results["error"] += 1
        print(results, file=sys.stderr)
        self.assertTrue(all(count > 0 for count in results.values()))

    def test_times_of_many_discs_are_those_of_single_questions(self):
        draw = random.Random(7)
        n = 25 * COUNT
        a_from, a_to, b_from, b_to = ([point(draw) for _ in range(n)] for _ in range(4))
        a_radius, b_radius = ([abs(number(draw)) for _ in range(n)] for _ in range(2))
        times = carom.impact_times(a_from, a_to, a_radius, b_from, b_to, b_radius)
        found = {"hit": 0, "miss": 0, "overlap": 0}
        for k in range(n):
            answer = carom.query({"a": {"circle": {"radius": a_radius[k], "from": a_from[k], "to": a_to[k]}},
                                  "b": {"circle": {"radius": b_radius[k], "from": b_from[k], "to": b_to[k]}}})
            found[answer["result"]] += 1
            if answer["result"] == "miss":
                self.assertTrue(np.isnan(times[k]))
            else:
                self.assertEqual(times[k], answer["t"])
        self.assertTrue(all(count > 0 for count in found.values()), found)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
