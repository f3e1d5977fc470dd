#!/usr/bin/env python3
"""Watching changes nothing: runs scenes with and without what must not matter, and compares every bit.

    check_observers.py PROGRAM [SCENES]

Of every shipped scene and of some random piles: a rule that names no body, outputs and frames inside steps, and where there
is room for it (the open plane, no attraction, no fill) a sensor and a movable triangle far away from everything.
"""

import json
import math
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
LONGEST = 1.2  # seconds of scene time
INERT_RULE = {"between": ["nobody", "no one"], "before": [{"sound": "never"}]}
FAR = {
    "a far sensor": {"name": "far", "circle": {"radius": 1}, "at": [5000, 5000], "fixed": True, "sensor": True},
    "a far triangle": {"name": "far", "polygon": {"vertices": [[0, 0], [1, 0], [0, 1]]}, "at": [5000, 5000]},
}
# Known: one movable polygon anywhere makes discs take the step of rotating bodies, which keeps a small gap where they rest.
KNOWN = {("falling_balls_in_a_dish", "a far triangle")}
STATE = ("name", "at", "velocity", "angle", "spin", "tags", "health")


def pile(seed):
    """Polygons and discs that fall on each other, in the open plane."""
    rng = random.Random(seed)
    bodies = [{"name": "floor", "border": {"y": 0}}]
    for k in range(rng.randint(8, 20)):
        at = [1.1 * (k % 4) + rng.uniform(-0.2, 0.2), 0.7 + 1.1 * (k // 4)]
        body = {"at": at, "velocity": [rng.uniform(-4, 4), rng.uniform(-4, 2)], "spin": rng.uniform(-3, 3)}
        if rng.random() < 0.3:
            body["circle"] = {"radius": rng.uniform(0.2, 0.5)}
        else:
            corners = rng.randint(3, 6)
            turns = [2 * math.pi * (i + 0.3 * rng.random()) / corners for i in range(corners)]
            body["polygon"] = {"vertices": [[0.5 * math.cos(t), 0.5 * math.sin(t)] for t in turns]}
        bodies.append(body)
    world = {"gravity": [0, -9.81], "friction": rng.choice([0, 0.4]), "restitution": rng.choice([0, 0.3, 0.8])}
    return {"carom": 1, "world": world, "bodies": bodies}


def run(program, folder, scene, *options):
    path, state = folder / "scene.json", folder / "state.json"
    path.write_text(json.dumps(scene), encoding="utf-8")
    world = scene.get("world", {})
    until = world.get("time", 0) + min(world.get("duration", 10), LONGEST)
    command = [program, "run", path, "--json", "--quiet", "--until", until, "--state", state, *options]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout), json.loads(state.read_text(encoding="utf-8"))


def states(state):
    return [json.dumps({key: body.get(key) for key in STATE}) for body in state["bodies"] if body["name"] != "far"]


def differences(program, folder, scene):
    """Which observers change what happens, and how."""
    summary, end = run(program, folder, scene)
    watched, _ = run(program, folder, {**scene, "rules": [*scene.get("rules", []), INERT_RULE]})
    if watched["hash"] != summary["hash"]:
        yield "an inert rule", f"{summary['collisions']} collisions become {watched['collisions']}"
    watched, _ = run(program, folder, scene, "--events", folder / "events.jsonl", "--out", folder / "frames.csv", "--every", 0.0123)
    if watched["hash"] != summary["hash"]:
        yield "outputs", f"{summary['collisions']} collisions become {watched['collisions']}"
    if {"bounds", "attraction"} & set(scene.get("world", {})) or "fill" in scene:
        return
    for name, body in FAR.items():
        watched, state = run(program, folder, {**scene, "bodies": [*scene.get("bodies", []), body]})
        if states(state) != states(end) or watched["collisions"] != summary["collisions"]:
            yield name, f"{summary['collisions']} collisions become {watched['collisions']}"


def main():
    program = sys.argv[1]
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else HERE.parents[1] / "scenes"
    scenes = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(folder.glob("*.json"))}
    scenes |= {f"pile {seed}": pile(seed) for seed in range(40)}
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        for name, scene in scenes.items():
            for what, difference in differences(program, Path(scratch), scene):
                known = (name, what) in KNOWN
                wrong += 0 if known else 1
                print(f"{name}: {what}: {difference}{', known' if known else ''}")
    print(f"{len(scenes)} scenes, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
