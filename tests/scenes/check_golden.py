#!/usr/bin/env python3
"""Runs every shipped scene and compares how it ends with tests/scenes/golden.json.

    check_golden.py PROGRAM [SCENES [GOLDEN]]     the program's hash and number of collisions, for 1 and 2 threads
    check_golden.py --write PROGRAM …             writes golden.json anew, after a change that is meant to change bits

What holds for every scene is checked as well: no fault, one sentence about it, 5 to 10 seconds, somebody collides, and
where nothing takes energy none is lost.
"""

import json
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Scenes in which energy is taken or a field is followed by steps: how much of it may be unexplained.
DRIFT = {"falling_balls_in_a_dish": 0.02, "gravity_wells": 2e-3}


def run(program, scene, threads):
    command = [program, "run", str(scene), "--json", "--quiet", "--threads", str(threads)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{scene.name}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def outcome(summary):
    return {"hash": summary["hash"], "collisions": summary["collisions"]}


def complaints(scene, summary):
    text = json.loads(scene.read_text(encoding="utf-8"))
    about = text.get("about", "")
    if not about.endswith(".") or len(about) > 200:
        yield "\"about\" is not one sentence"
    if not 5 <= text["world"]["duration"] <= 10:
        yield "lasts less than 5 or more than 10 seconds"
    if summary["collisions"] == 0:
        yield "nobody collides"
    drift = abs(summary["energy"]["drift"])
    if drift > DRIFT.get(scene.stem, 1e-12):
        yield f"energy drift {drift}"
    if scene.stem not in DRIFT and any(summary["policies"].values()):
        yield f"a policy acted: {summary['policies']}"


def main():
    arguments = sys.argv[1:]
    writes = "--write" in arguments
    paths = [a for a in arguments if a != "--write"]
    program = paths[0]
    scenes = sorted((Path(paths[1]) if len(paths) > 1 else HERE.parent.parent / "scenes").glob("*.json"))
    golden = Path(paths[2]) if len(paths) > 2 else HERE / "golden.json"
    found = {}
    problems = []
    for scene in scenes:
        summary = run(program, scene, 1)
        found[scene.stem] = outcome(summary)
        problems += [f"{scene.stem}: {complaint}" for complaint in complaints(scene, summary)]
        if outcome(run(program, scene, 2)) != found[scene.stem]:
            problems.append(f"{scene.stem}: two threads end in another state than one")
    if writes:
        golden.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    expected = json.loads(golden.read_text(encoding="utf-8"))
    for name in sorted(expected.keys() | found.keys()):
        if expected.get(name) != found.get(name):
            problems.append(f"{name}: expected {expected.get(name)}, found {found.get(name)}")
    print("\n".join(problems) or f"{len(found)} scenes end as they must")
    return 1 if problems or not found else 0


sys.exit(main())
