#!/usr/bin/env python3
"""The same bits on another platform: the public vectors and the shipped scenes, by what was built for it and by the program.

    check_platform.py NAME PROGRAM SECONDS COMMAND…

COMMAND is how `portable` of that platform is run: its path, after an emulator's where it needs one. Scenes are played for at most
so many seconds of their time, as they are and, where they can be, in the event world.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VECTORS = ROOT / "tests/vectors/query.jsonl"
UNFIT = ("sources", "attraction", "damping", "spin", "friction", "merge", "integrator", "substep")


def output(command, **options):
    return subprocess.run(command, check=True, text=True, stdout=subprocess.PIPE, **options).stdout.splitlines()


def scenes(folder):
    """(name, file): each shipped scene, and its like in the event world."""
    for file in sorted((ROOT / "scenes").glob("*.json")):
        yield file.stem, file
        text = file.read_text(encoding="utf-8")
        scene = json.loads(text)
        if scene.get("world", {}).get("detection") == "event" or any(f'"{key}"' in text for key in UNFIT):
            continue
        scene.setdefault("world", {})["detection"] = "event"
        draft = Path(folder) / f"{file.stem}-event.json"
        draft.write_text(json.dumps(scene), encoding="utf-8")
        yield f"{file.stem}, event", draft


def main():
    name, program, seconds, *command = sys.argv[1:]
    with VECTORS.open(encoding="utf-8") as questions:
        here = output([program, "query"], stdin=questions)
    with VECTORS.open(encoding="utf-8") as questions:
        there = output([*command, "query"], stdin=questions)
    wrong = sum(a != b for a, b in zip(here, there)) + abs(len(here) - len(there))
    print(f"{name}: {len(here)} answers, {wrong} different", flush=True)
    compared = collisions = different = 0
    with tempfile.TemporaryDirectory() as folder:
        for scene, file in scenes(folder):
            world = json.loads(file.read_text(encoding="utf-8")).get("world", {})
            until = world.get("time", 0) + min(world.get("duration", 10), float(seconds))
            summary = json.loads("".join(output([program, "run", str(file), "--json", "--quiet", "--until", repr(until)])))
            expected = f"{summary['hash']} {summary['collisions']}"
            found = output([*command, "hash", seconds, str(file)])
            compared += 1
            collisions += summary["collisions"]
            if found != [expected]:
                different += 1
                print(f"{name}: {scene}: {found}, expected {expected}", flush=True)
    print(f"{name}: {compared} runs, {collisions} collisions, {different} different")
    return 0 if wrong == 0 and different == 0 and len(here) > 1000 and compared >= 30 else 1


sys.exit(main())
