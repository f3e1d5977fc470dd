#!/usr/bin/env python3
"""Runs the generated scenes and compares them every few steps with tests/scenes/golden_steps.json.

    check_steps.py PROGRAM                     all of it
    check_steps.py PROGRAM --only TEXT…        scenes with one of these in "group/name", such as rotating/ or "gas of 1500"
    check_steps.py --write PROGRAM [--only …]  writes what it finds, after a change that is meant to change bits

Each scene (generated.py) runs on 1, 2 and 4 threads, at once and stopped in the middle and resumed on another number of
threads, with and without a trajectory and an event log: twelve runs, which all have to agree. Of the golden file:

    scene    digest of the scene itself: another one means that generated.py has changed, and not the engine
    frames   a digest a frame: the state of every body, and all contacts before it
    log      digest of all contacts
    hash     the program's own, of the end
    sums     digest of time, steps, bodies, collisions, energies, momenta and policies at the end
    state    digest of the state that a run would go on from

"straight" and "rotating" are two groups: in the second the step for rotating bodies acts. That every feature is in a scene
of every world that has it, and every response and effect in a log, is checked as well.
"""

import hashlib
import itertools
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

import generated

HERE = Path(__file__).resolve().parent
GOLDEN = HERE / "golden_steps.json"
GROUPS = ("straight", "rotating")
THREADS = {1: 2, 2: 4, 4: 1}  # and with how many a run that was stopped goes on
RESPONSES = ("impulse", "rebound", "slide", "none", "ignore", "merge")
EFFECTS = ("sound", "notify", "destroy", "spawn", "mark", "damage")
# Checkpoints are written down to the disk, a few thousand times; in memory that takes no time.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK | os.X_OK) else None
# What guards the end of a step in hard cases; all have to act somewhere. (Two of extrapolation are not reached in so few steps.)
POLICIES = ("rests", "calms", "clumps", "briefs", "hops")


# --- Digests: the same in tests/wasm/compare_steps.mjs -----------------------------------------------------------------

def parsed(text):
    """Numbers are doubles, with the sign of zero."""
    return json.loads(text, parse_int=float)


def numbers(*values):
    return struct.pack(f"<{len(values)}d", *values)


def encoded(value):
    """The bytes of a value of JSON."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return b"d" + numbers(value)
    if isinstance(value, str):
        return b"s" + value.encode() + b"\0"
    if isinstance(value, list):
        return b"[" + b"".join(map(encoded, value)) + b"]"
    if isinstance(value, dict):
        return b"{" + b"".join(encoded(name) + encoded(each) for name, each in value.items()) + b"}"
    return {None: b"n", True: b"t", False: b"f"}[value]


def short(digest):
    return digest.hexdigest()[:8]


def digest_of(value):
    return short(hashlib.sha256(encoded(value)))


def frame_digests(trajectory, events):
    """[(t, digest)] of the frames, each with all contacts before its time; and the digest of all contacts."""
    contacts = [parsed(line) for line in events.splitlines()]
    lines = list(map(encoded, contacts))
    log, read, result = hashlib.sha256(), 0, []
    for frame in map(parsed, trajectory.splitlines()):
        while read < len(contacts) and contacts[read]["t"] < frame["t"]:
            log.update(lines[read])
            read += 1
        digest = log.copy()
        digest.update(numbers(frame["t"], *(x for body in frame["bodies"] for x in
                                           (body["id"], *body["at"], *body["velocity"], body["angle"], body["spin"]))))
        result.append((frame["t"], short(digest)))
    return result, short(hashlib.sha256(b"[" + b"".join(lines) + b"]"))


def sums_digest(summary):
    energy = summary["energy"]
    return digest_of([summary["time"], summary["steps"], summary["bodies"], summary["collisions"], energy["kinetic"],
                      energy["potential"], energy["exchanged"], summary["momentum"]["end"], summary["angular_momentum"]["end"],
                      [count for count in summary["policies"].values() if count]])


def state_digest(text):
    state = parsed(text)
    return digest_of({key: state[key] for key in ("bodies", "passing", "touching", "resting", "clock", "flights", "created")
                      if key in state})


# --- Runs --------------------------------------------------------------------------------------------------------------

class Case:
    """One scene, and its runs."""

    def __init__(self, program, name, scene, every, folder):
        self.program, self.name, self.scene, self.every = program, name, scene, every
        self.folder = Path(folder)
        self.file = self.folder / "scene.json"
        self.file.write_text(json.dumps(scene), encoding="utf-8")
        world = scene["world"]
        self.start, self.steps = world.get("time", 0), world["detection"] != "event"
        self.end = self.start + world["duration"]
        # The event world stops at any time; the others where a step ends, for a step that is cut is another step.
        count = round(world["duration"] / generated.DT)
        self.stop = self.start + (count // 2 * generated.DT if self.steps else world["duration"] * 0.40625)

    def call(self, *options):
        command = [self.program, "run", *map(str, options), "--json", "--quiet"]
        done = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, timeout=120)
        if done.returncode != 0:
            raise RuntimeError(f"exit code {done.returncode}: {done.stderr.strip()}")
        return parsed(done.stdout)

    def run(self, threads=1, resumed=False, recorded=True, until=None):
        """{what: bytes or text} of everything that must not depend on how it was run."""
        until = self.end if until is None else until
        outputs = ["--events", "events.jsonl", "--out", "frames.jsonl", "--every", repr(self.every)] if recorded else []
        begin = [self.file, *outputs, "--threads", threads, "--state", "state.json"]
        if resumed and until > self.stop:
            self.call(*begin, "--until", repr(self.stop), "--checkpoint", "checkpoint")
            summary = self.call("--resume", "checkpoint", "--until", repr(until), "--threads", THREADS[threads])
        else:
            summary = self.call(*begin, "--until", repr(until))
        found = {"hash": summary["hash"], "sums": sums_digest(summary), "summary": summary, "state": self.read("state.json")}
        if recorded:
            found |= {"frames": self.read("frames.jsonl"), "events": self.read("events.jsonl")}
        return found

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def when(self, t):
        if not self.steps:
            return f"t = {t}"
        return f"step {math.ceil((t - self.start) / generated.DT)} (t = {t})"

    def variants(self):
        for recorded in (True, False):
            for resumed in (False, True):
                for threads in THREADS:
                    if (threads, resumed, recorded) != (1, False, True):
                        yield {"threads": threads, "resumed": resumed, "recorded": recorded}

    def words(self, threads, resumed, recorded):
        return f"{threads} thread{'s'[:threads - 1]}, {'resumed' if resumed else 'at once'}, {'' if recorded else 'not '}recorded"

    def parting(self, first, variant):
        """Where a variant parts from the run on one thread, in words: the first frame that differs, or the first step of those
        at which there is a frame."""
        frames, _ = frame_digests(first["frames"], first["events"])
        if variant["recorded"]:
            other = self.run(**variant)
            other_frames, _ = frame_digests(other["frames"], other["events"])
            for good, bad in itertools.zip_longest(frames, other_frames):
                if good != bad:
                    return self.when((good or bad)[0])
            return "the end, all frames are the same"
        for t, _ in frames[1:]:
            until = self.start + math.ceil((t - self.start) / generated.DT) * generated.DT if self.steps else t
            if self.differences(self.run(until=until), self.run(until=until, **variant)):
                return self.when(until)
        return "the end"

    @staticmethod
    def differences(first, other):
        return [what for what in other if what != "summary" and first[what] != other[what]]

    def check_variants(self, first):
        for variant in self.variants():
            words = f"{self.name}: {self.words(**variant)}"
            try:
                differ = self.differences(first, self.run(**variant))
            except RuntimeError as error:
                yield f"{words}: {error}"
                continue
            if differ:
                yield f"{words}: parts from the run on one thread at {self.parting(first, variant)}; differs in {', '.join(differ)}"

    def golden(self, first):
        frames, log = frame_digests(first["frames"], first["events"])
        return {"scene": digest_of(self.scene), "frames": " ".join(digest for _, digest in frames), "log": log,
                "hash": first["hash"], "sums": first["sums"], "state": state_digest(first["state"])}

    def compare(self, found, expected):
        """What is wrong, in words, with a scene that was to be as `expected`."""
        if expected is None:
            return "is not in golden_steps.json"
        if expected.get("scene") != found["scene"]:
            return "is another scene than that of golden_steps.json: generated.py draws it differently"
        good, bad = expected["frames"].split(), found["frames"].split()
        for k, (a, b) in enumerate(zip(good, bad)):
            if a != b:
                return f"1 thread, at once, recorded: parts from golden_steps.json at {self.when(self.start + k * self.every)}"
        if len(good) != len(bad):
            return f"{len(bad)} frames, expected {len(good)}"
        differ = [key for key in found if expected.get(key) != found[key]]
        return f"1 thread, at once, recorded: parts from golden_steps.json at the end, in {', '.join(differ)}" if differ else None


# --- What has to be there ----------------------------------------------------------------------------------------------

def any_body(test):
    return lambda scene: any(test(body) for body in generated.bodies_of(scene))


def key_of_body(*names):
    return any_body(lambda body: all(body.get(name) for name in names))


def key_of_world(name, *values):
    return lambda scene: name in scene["world"] and (not values or scene["world"][name] in values)


def moves(body):
    return not body.get("fixed", "segment" in body or "border" in body)


def hollow(shape):
    return any_body(lambda body: body.get(shape, {}).get("hollow"))


def edges(kind):
    return lambda scene: scene["world"].get("bounds", {}).get("edges") == kind


def fill(name, value):
    return lambda scene: any(each.get(name) == value for each in scene.get("fill", []))


ALL, STEPS, SWEPT, EVENT = generated.WORLDS, ("swept", "overlap"), ("swept",), ("event",)
ROTATES = ("swept", "event")
# Feature: the worlds that have it, and whether a scene has it.
FEATURES = {
    "discs": (ALL, any_body(lambda body: "circle" in body and not body["circle"].get("hollow"))),
    "polygons that move": (ALL, any_body(lambda body: "polygon" in body and moves(body))),
    "polygons that are fixed": (ALL, any_body(lambda body: "polygon" in body and not moves(body))),
    "polygons that are not convex": (ALL, any_body(lambda body: len(body.get("polygon", {}).get("vertices", [])) == 8)),
    "compound bodies": (SWEPT, key_of_body("shapes")),
    "rings": (ALL, hollow("circle")),
    "arenas": (ALL, hollow("polygon")),
    "borders": (ALL, key_of_body("border")),
    "segments that are fixed": (ALL, any_body(lambda body: "segment" in body and not moves(body))),
    "segments that move": (ALL, any_body(lambda body: "segment" in body and moves(body))),
    "fixed bodies that move": (ALL, any_body(lambda body: not moves(body) and body.get("velocity"))),
    "gravity": (ALL, key_of_world("gravity")),
    "sources": (STEPS, key_of_world("sources")),
    "attraction, direct": (STEPS, lambda scene: scene["world"].get("attraction", {}).get("opening") == 0),
    "attraction, tree": (STEPS, lambda scene: scene["world"].get("attraction", {}).get("opening", 0) > 0),
    "damping": (STEPS, key_of_body("damping")),
    "leapfrog": (STEPS, lambda scene: scene["world"].get("integrator", "leapfrog") == "leapfrog"),
    "chin": (STEPS, key_of_world("integrator", "chin")),
    "extrapolation": (STEPS, key_of_world("integrator", "extrapolation")),
    "substep": (STEPS, key_of_world("substep")),
    "contact_duration": (EVENT, key_of_world("contact_duration")),
    "a start at another time": (ALL, key_of_world("time")),
    "no bounds": (ALL, lambda scene: "bounds" not in scene["world"]),
    "bounds that rebound": (ALL, edges("rebound")),
    "periodic bounds": (ALL, edges("periodic")),
    "bounds that remove": (ALL, edges("remove")),
    "restitution below 1": (ALL, lambda scene: 0 < scene["world"].get("restitution", 1) < 1),
    "restitution 0": (ALL, key_of_world("restitution", 0)),
    "restitution of a body": (ALL, key_of_body("restitution")),
    "restitution of a rule": (ALL, lambda scene: any("restitution" in rule for rule in scene.get("rules", []))),
    "friction": (ROTATES, key_of_world("friction")),
    "friction of a body": (ROTATES, key_of_body("friction")),
    "spin": (ROTATES, key_of_body("spin")),
    "fixed bodies that spin": (ROTATES, key_of_body("spin", "fixed")),
    "bodies that contacts do not turn": (SWEPT, any_body(lambda body: body.get("turns") is False)),
    "rules": (ALL, lambda scene: bool(scene.get("rules"))),
    "sensors": (ALL, key_of_body("sensor")),
    "categories and masks": (ALL, key_of_body("category", "mask")),
    "lifetimes": (ALL, key_of_body("lifetime")),
    "health": (ALL, key_of_body("health")),
    "names and tags": (ALL, lambda scene: key_of_body("name")(scene) and key_of_body("tags")(scene)),
    "random fill": (ALL, fill("arrangement", "random")),
    "hexagonal fill": (("swept", "event"), fill("arrangement", "hexagonal")),
    "square fill": (("swept", "event"), fill("arrangement", "square")),
    "speeds of one size": (("swept", "event"), fill("velocities", "uniform")),
    "orbits": (STEPS, fill("velocities", "orbit")),
    "a gas in strips": (("swept", "event"), lambda scene: sum(each["count"] for each in scene.get("fill", [])) > 1024),
}


def missing_features(scenes):
    for feature, (worlds, has) in FEATURES.items():
        for world in worlds:
            if not any(scene["world"]["detection"] == world and has(scene) for scene, _ in scenes.values()):
                yield f"no scene of the {world} world has: {feature}"
    for world in ALL:
        if not any(scene["world"]["detection"] == world and every % generated.DT for scene, every in scenes.values()):
            yield f"no scene of the {world} world has frames inside of steps"
    for group in GROUPS:
        if not any(generated.group(scene) == group for scene, _ in scenes.values()):
            yield f"no scene is in the group {group}"


class Seen:
    """Which responses, effects and policies have acted, by world."""

    def __init__(self):
        self.acted = set()

    def look(self, case, first):
        world = case.scene["world"]["detection"]
        for line in first["events"].splitlines():
            contact = json.loads(line)
            self.acted.add((world, "response", contact["response"]))
            self.acted |= {(world, "effect", name) for effect in contact["effects"] for name in effect}
        self.acted |= {("any", "policy", name) for name, count in first["summary"]["policies"].items() if count}

    def missing(self):
        wanted = [(world, "response", name) for world in ALL for name in RESPONSES if (world, name) != ("event", "merge")]
        wanted += [(world, "effect", name) for world in ALL for name in EFFECTS]
        wanted += [("any", "policy", name) for name in POLICIES]
        return [f"no scene of the {world} world shows the {kind} {name}" for world, kind, name in wanted
                if (world, kind, name) not in self.acted]


# --- The golden file ---------------------------------------------------------------------------------------------------

def write_golden(golden):
    """One line a scene."""
    groups = []
    for group in GROUPS:
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(one)}" for name, one in golden[group].items())
        groups.append(f"{json.dumps(group)}: {{\n{lines}\n}}")
    GOLDEN.write_text("{" + ",\n".join(groups) + "}\n", encoding="utf-8")


def main():
    arguments = sys.argv[1:]
    writes = "--write" in arguments
    arguments = [argument for argument in arguments if argument != "--write"]
    only = arguments[arguments.index("--only") + 1:] if "--only" in arguments else []
    program = str(Path(arguments[0]).resolve())
    scenes = generated.scenes()
    expected = json.loads(GOLDEN.read_text(encoding="utf-8")) if GOLDEN.exists() else {group: {} for group in GROUPS}
    found = {group: {} for group in GROUPS}
    problems, seen, changed, ran = list(missing_features(scenes)), Seen(), 0, 0
    for name, (scene, every) in scenes.items():
        group = generated.group(scene)
        old = expected[group].get(name)
        if only and not any(text in f"{group}/{name}" for text in only):
            if old:
                found[group][name] = old
            continue
        ran += 1
        with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
            case = Case(program, f"{group}/{name}", scene, every, folder)
            try:
                first = case.run()
            except RuntimeError as error:
                problems.append(f"{case.name}: {error}")
                continue
            seen.look(case, first)
            found[group][name] = case.golden(first)
            complaint = case.compare(found[group][name], old)
            changed += complaint is not None
            if complaint and not writes:
                problems.append(f"{case.name}: {complaint}")
            problems += case.check_variants(first)
    if not only:
        problems += seen.missing()
        for group in GROUPS:
            gone = [] if writes else sorted(expected[group].keys() - found[group].keys())
            problems += [f"{group}/{name}: is in golden_steps.json alone" for name in gone]
    if writes:
        write_golden(found)
        print(f"{changed} scenes of {GOLDEN.name} are other than before")
    print("\n".join(problems) or f"{ran} scenes go as they must, in {4 * len(THREADS)} ways each")
    return 1 if problems or ran == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
