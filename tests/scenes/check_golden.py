#!/usr/bin/env python3
"""Runs every shipped scene and compares how it ends with tests/scenes/golden.json.

    check_golden.py PROGRAM [SCENES [GOLDEN]]     the program's hash and number of collisions, for 1 and 2 threads, and
                                                  in the event world, at once and cut into a thousand frames
    check_golden.py --write PROGRAM …             writes golden.json anew, after a change that is meant to change bits

What holds for every scene is checked as well: no fault, one sentence about it, 5 to 10 seconds, something collides, and
where nothing takes energy none is lost.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
# Scenes in which energy is taken or a field is followed by steps: how much of it may be unexplained.
DRIFT = {"falling_balls_in_a_dish": 0.02, "gravity_wells": 2e-3, "solar_system": 1e-6, "cold_collapse": 1e-4,
         "disc_galaxy": 2e-3, "planet_ring": 1e-5, "accretion": 1e-4,
         # What rests is held by a solver; of the drum, relative to the little that there is at the start, where it turns
         # some 300 into heat.
         "pyramid": 1e-6, "dominoes": 0.02, "slope": 1e-3, "spinning_blade": 0.01,
         # Damping takes what no sum counts.
         "galton_board": float("inf"),
         "one_way_platforms": 1e-4, "rubble_pile": 0.01,
         "tumbling_drum": 4,
         # In the event world all that is lost is told; that something is lost, policies say.
         "rough_balls": 1e-12, "cooling_gas": 1e-12}
# Scenes whose paths are the point: nothing has to meet.
WITHOUT_HITS = {"two_body_orbit", "figure_eight", "solar_system", "disc_galaxy", "pyramid", "slope"}
# What the event world, which follows no field by steps, may leave unexplained in any scene.
EVENT_DRIFT = 1e-12


def has_event_world(scene):
    text = json.loads(scene.read_text(encoding="utf-8"))
    world = text["world"]
    turns = any(one.get("spin") or one.get("friction") for one in [world, *text.get("bodies", []), *text.get("fill", [])])
    if world.get("detection") == "event":
        return True
    return not turns and not world.get("sources") and not world.get("attraction")


def run(program, scene, *options):
    command = [program, "run", str(scene), "--json", "--quiet", *map(str, options)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{scene.name}: exit code {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def outcome(summary):
    return {"hash": summary["hash"], "collisions": summary["collisions"]}


def event_complaints(scene, summary):
    if summary["steps"] != 0:
        yield f"{summary['steps']} steps"
    if abs(summary["energy"]["drift"]) > EVENT_DRIFT:
        yield f"energy drift {summary['energy']['drift']}"
    if scene.stem not in DRIFT and any(summary["policies"].values()):
        yield f"a policy acted: {summary['policies']}"


def run_event_world(program, scene):
    """How it ends, and what is wrong with that."""
    summary = run(program, scene, "--detection", "event")
    problems = list(event_complaints(scene, summary))
    with tempfile.TemporaryDirectory() as folder:
        every = json.loads(scene.read_text(encoding="utf-8"))["world"]["duration"] / 1000
        cut = run(program, scene, "--detection", "event", "--out", f"{folder}/way.csv", "--every", every)
    if outcome(cut) != outcome(summary):
        problems.append("cut into frames it ends in another state")
    return outcome(summary), [f"event: {problem}" for problem in problems]


def complaints(scene, summary):
    text = json.loads(scene.read_text(encoding="utf-8"))
    about = text.get("about", "")
    if not about.endswith(".") or len(about) > 200:
        yield "\"about\" is not one sentence"
    if not 5 <= text["world"]["duration"] <= 10:
        yield "lasts less than 5 or more than 10 seconds"
    if summary["collisions"] == 0 and scene.stem not in WITHOUT_HITS:
        yield "nothing collides"
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
        summary = run(program, scene, "--threads", 1)
        found[scene.stem] = outcome(summary)
        problems += [f"{scene.stem}: {complaint}" for complaint in complaints(scene, summary)]
        if outcome(run(program, scene, "--threads", 2)) != found[scene.stem]:
            problems.append(f"{scene.stem}: two threads end in another state than one")
        if has_event_world(scene):
            found[scene.stem]["event"], wrong = run_event_world(program, scene)
            problems += [f"{scene.stem}: {problem}" for problem in wrong]
    if writes:
        golden.write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    expected = json.loads(golden.read_text(encoding="utf-8"))
    for name in sorted(expected.keys() | found.keys()):
        if expected.get(name) != found.get(name):
            problems.append(f"{name}: expected {expected.get(name)}, found {found.get(name)}")
    both = sum("event" in end for end in found.values())
    print("\n".join(problems) or f"{len(found)} scenes end as they must, {both} of them in the event world too")
    return 1 if problems or not found else 0


sys.exit(main())
