"""Runs of `carom run` under limits, and the soak of one scene: as it is, on two threads, stopped and resumed.

The kinds of findings of this file; checks.py has those about what a run has written:

    hang       more than the time limit, and no end within a second of SIGTERM
    slow       more than the time limit
    late       stopped at a random moment, it took more than a second to end
    memory     more memory than the limit, or more than a gigabyte
    crash      ended by a signal
    failed     exit code 1, other than for a limit that the message names
    refused    exit code 2 without a place and what was expected, or from a run whose scene was taken before
    threads    other bits on two threads
    resumed    other bits, or other files, when stopped and resumed
    files      an output that cannot be read, or does not fit the summary
    limit      a step has reached its limit of work or of records, and says so
"""

import json
import os
import re
import resource
import shutil
import signal
import subprocess
import time
from pathlib import Path

import checks

MEMORY = 4 << 30
MUCH_MEMORY = 1 << 30
ANSWER = 1.0  # seconds from SIGTERM to the end
# Of the work that a step may need: the usual limit takes about a minute to be reached, which is more than a run may take here.
STEP_LIMIT = 0.25
LIMIT_MESSAGE = re.compile(r"--step-limit|limit of", re.IGNORECASE)
REFUSAL = re.compile(r": /\S*: |: expected |too full")
# Bodies times steps: with fewer there is a frame at the end of every step.
SMALL = 20_000
STOPS = 8  # so often a run is stopped at an ever earlier moment, until it has not ended before


class Run:
    """One process that has ended. `over`: it had to be stopped; `answer`: seconds from SIGTERM to its end."""

    def __init__(self, arguments, folder, limit, stop_after=None, ready=None):
        out, err = folder / "stdout", folder / "stderr"
        with open(out, "wb") as stdout, open(err, "wb") as stderr:
            begin = time.monotonic()
            process = subprocess.Popen(arguments, cwd=folder, stdout=stdout, stderr=stderr, preexec_fn=limits)
        self.over = self.stopped = self.killed = False
        self.answer = None
        self.memory = 0
        code = self.wait(process.pid, begin, limit, stop_after, ready)
        process.returncode = code  # it is gone: it must not be waited for again
        self.code, self.seconds = code, time.monotonic() - begin
        self.out = out.read_text(errors="replace")
        self.err = err.read_text(errors="replace").strip()

    def wait(self, pid, begin, limit, stop_after, ready):
        pause, signalled, cpu_then = 0.001, None, 0.0
        ready_at = None
        while True:
            gone, status, used = os.wait4(pid, os.WNOHANG)
            now = time.monotonic()
            if gone:
                self.cpu = used.ru_utime + used.ru_stime
                if signalled:
                    # On a busy machine the second is one of processor time.
                    spent = used.ru_utime + used.ru_stime - cpu_then
                    self.answer = min(now - signalled, spent) if now - signalled > ANSWER else now - signalled
                return os.waitstatus_to_exitcode(status)
            self.memory = max(self.memory, most_memory(pid))
            if signalled is None:
                if stop_after is not None and ready_at is None and (ready is None or ready.exists()):
                    ready_at = now
                if ready_at is not None and now - ready_at >= stop_after:
                    self.stopped = True
                elif now - begin > limit:  # of processor time, but not for ever
                    self.over = cpu_seconds(pid) > limit or now - begin > 4 * limit
                if self.stopped or self.over:
                    cpu_then, signalled = cpu_seconds(pid), now
                    os.kill(pid, signal.SIGTERM)
            elif not self.killed and now - signalled > ANSWER and \
                    (cpu_seconds(pid) - cpu_then > 3 * ANSWER or now - signalled > 30):
                self.killed = True
                os.kill(pid, signal.SIGKILL)
            wait = pause
            if stop_after is not None and signalled is None:
                wait = 0.0005
            time.sleep(wait)
            pause = min(0.02, pause * 1.3)


def limits():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def most_memory(pid):
    """In bytes, so far. (What wait4 tells begins with the memory of this process, of which the other one is a fork.)"""
    try:
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def cpu_seconds(pid):
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0.0


class Soaked:
    """One scene and all that was found about it."""

    def __init__(self, program, scene, folder, draw, limit=20.0, parts=("threads", "stop")):
        self.program, self.scene, self.folder, self.draw, self.limit = program, scene, folder, draw, limit
        self.findings, self.parts = [], parts
        self.notes = []  # what is counted, and is no fault: a scene that was refused, a limit that was reported
        self.told = None  # that limit
        self.every = self.frame_time()
        self.extra = self.more_outputs()

    def find(self, kind, words):
        self.findings.append((kind, words))

    def frame_time(self):
        world = self.scene.get("world", {})
        duration = world.get("duration", 10)
        if world.get("detection") == "event":
            return duration / self.draw.randint(8, 25) or 1
        dt = world.get("dt", 1 / 60)
        steps = max(1, round(duration / dt / self.draw.randint(6, 25)))
        at_steps, other = self.draw.chance(0.7), duration / self.draw.randint(6, 25) or 1
        bodies = len(self.scene.get("bodies", [])) + sum(fill["count"] for fill in self.scene.get("fill", []))
        if bodies * duration / dt <= SMALL:
            return dt
        return steps * dt if at_steps else other

    def more_outputs(self):
        """{option: file}, for some scenes."""
        choices = {"--series": "series.csv", "--picture": "picture.svg", "--plot": "plot.svg"}
        return {option: file for option, file in choices.items() if self.draw.chance(0.2)}

    def run(self, name, *more, stop_after=None, resume=None, out="way.jsonl", outputs=True,
            scene="scene.json"):
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        if resume:
            what = ["--resume", resume]
        else:
            what = [str(self.folder / scene)]
            if outputs:
                what += ["--events", "hits.jsonl", "--out", out, "--every", repr(self.every), "--state", "end.json"]
                what += [word for pair in self.extra.items() for word in pair]
        run = Run([self.program, "run", *what, "--json", "--step-limit", str(STEP_LIMIT), *map(str, more)], folder, self.limit,
                  stop_after,
                  folder / "hits.jsonl" if stop_after is not None else None)
        run.name, run.folder = name, folder
        return run

    def ended_well(self, run, resumed=False):
        """Did it end as a run may? Otherwise there is a finding."""
        if run.killed and run.over:
            self.find("hang", f"{run.name}: no end after {self.limit:g} s, nor within {ANSWER:g} s of SIGTERM, "
                      f"memory {run.memory >> 20} MB")
        elif run.killed or (run.answer or 0) > ANSWER:
            kind = "late" if not run.over else "hang"
            self.find(kind, f"{run.name}: SIGTERM was answered after {run.answer:.1f} s"
                      f"{', by a kill' if run.killed else ''}")
        elif run.over and self.capped_substeps(run):
            self.notes.append("limit told")
            self.told = f"{run.name}: {self.capped_substeps(run)} parts of steps are at the cap of \"substep\""
        elif run.over:
            self.find("slow", f"{run.name}: no end after {self.limit:g} s, memory {run.memory >> 20} MB")
        if run.memory > MUCH_MEMORY:
            self.find("memory", f"{run.name}: {run.memory >> 20} MB")
        if run.killed:
            return False
        last = run.err.splitlines()[-1][:200] if run.err else "nothing on standard error"
        # Before it has begun: on a busy machine that may be some time.
        if run.code < 0 and not (run.code == -signal.SIGTERM and run.stopped and run.cpu < 0.1 and not run.out):
            self.find("crash", f"{run.name}: ended by signal {-run.code}, {last}")
        elif run.code == 1:
            if LIMIT_MESSAGE.search(run.err):
                self.find("limit", f"{run.name}: {last}")
            elif re.search("bad_alloc|memory", run.err):
                self.find("memory", f"{run.name}: {last}")
            elif "finite" in run.err:
                self.find("nan", f"{run.name}: {last}")
            else:
                self.find("failed", f"{run.name}: exit code 1, {last}")
        elif run.code not in (0, 3) and run.code >= 0:
            self.find("refused", f"{run.name}: exit code {run.code}, {last}")
        elif run.code == 3 and not (run.stopped or run.over):
            self.find("failed", f"{run.name}: exit code 3 without a signal")
        return run.code in (0, 3)

    @staticmethod
    def capped_substeps(run):
        """A rule for sub-steps that asks for more than 65,536 a step: as many are made, and the run warns of it."""
        try:
            return json.loads(run.out)["policies"]["capped_substeps"]
        except (ValueError, KeyError):
            return 0

    def soak(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "scene.json").write_text(json.dumps(self.scene))
        start_time = self.scene.get("world", {}).get("time", 0)
        begin = self.run("start", "--until", repr(start_time), "--state", "start.json", outputs=False)
        if begin.code == 2:
            self.notes.append("refused")
            if not REFUSAL.search(begin.err):
                self.find("refused", f"a message without place or reason: {begin.err[:200]}")
            return self
        if not self.ended_well(begin):
            return self
        start = json.loads((begin.folder / "start.json").read_text())
        start.setdefault("created", len(start.setdefault("bodies", [])))
        whole = self.run("whole", "--threads", 1)
        if not self.ended_well(whole):
            if not whole.killed and whole.code == 1:
                self.notes.append("ran")
            return self
        self.notes.append("ran")
        case = self.read(whole, start)
        if case is None:
            return self
        if whole.code == 3:  # it was slow: what there is of it must be right, and it must answer at any moment
            self.judge(case, lambda limit: True)
            run = self.run("stopped", "--threads", 2, stop_after=self.draw.uniform(0, 0.9) * whole.seconds)
            if self.ended_well(run) and run.code == 3 and not before_it_began(run):
                self.notes.append("stopped")
                self.partial(run)
            return self
        if "threads" in self.parts or case.merges:
            way = "way.xyz" if case.merges else self.draw.choice(["way.jsonl"] * 4 + ["way.h5", "way.csv"])
            second = self.run("two", "--threads", 2, out=way)
            if self.ended_well(second) and second.code == 0:
                self.compare("threads", whole, second, ("hits.jsonl", "end.json") + ("way.jsonl",) * (way == "way.jsonl"))
                if not (second.folder / way).exists():
                    self.find("files", f"two: no {way}")
                if case.merges:
                    case.radii = read_radii(second.folder / "way.xyz")
        self.judge(case, self.converges)
        for _ in range(self.parts.count("stop")):
            shutil.rmtree(self.folder / "stopped", ignore_errors=True)
            before = len(self.findings)
            self.stop(whole)
            if len(self.findings) > before:
                break
        return self

    def read(self, run, start):
        try:
            summary = json.loads(run.out)
            frames = [json.loads(line) for line in open(run.folder / "way.jsonl")]
            events = [json.loads(line) for line in open(run.folder / "hits.jsonl")]
            json.loads((run.folder / "end.json").read_text())
        except (ValueError, OSError) as error:
            self.find("files", f"{run.name}: {error}")
            return None
        return checks.Case(self.scene, start, summary, frames, events, warnings=run.err)

    def judge(self, case, converges):
        found = list(checks.check_finite(case))
        if not found:
            found += checks.check_events(case)
            found += checks.check_frames(case, self.every)
            found += checks.check_energy(case, converges)
            found += checks.check_momentum(case)
        self.findings += [each for each in found if each[0] != "warned"]
        self.notes += [kind for kind, _ in found if kind == "warned"]

    def converges(self, drift):
        """Do shorter steps mend it? With a 16th of dt, in wells with sub-steps on close passages too, it must have less than
        a third of the drift."""
        finer = json.loads(json.dumps(self.scene))
        world = finer.setdefault("world", {})
        world["dt"] = world.get("dt", 1 / 60) / 16
        if world.get("sources") or "attraction" in world:
            world["substep"] = min(world.get("substep", 1), 1e-3)
        (self.folder / "finer.json").write_text(json.dumps(finer))
        run = self.run("finer", outputs=False, scene="finer.json")
        if run.code == 2:  # a world with sub-steps does not turn bodies
            run = self.run("finer", "--dt", repr(world["dt"]), outputs=False)
        if run.code == 3 and run.over:  # too slow: a fourth of dt tells as much
            run = self.run("finer", "--dt", repr(4 * world["dt"]), outputs=False)
        if run.code != 0:
            return False
        energy = json.loads(run.out)["energy"]
        largest = max(abs(energy["start"]), abs(energy["end"]), abs(energy["kinetic"]), abs(energy["exchanged"]))
        unexplained = energy["end"] - energy["start"] - energy["exchanged"]
        damped = any(body.get("damping", 0) > 0 for body in self.scene.get("bodies", []) + self.scene.get("fill", []))
        return abs(unexplained) < drift * largest / 3 or (damped and unexplained < 0)  # damping takes what no book holds

    def compare(self, kind, whole, other, files=("hits.jsonl", "end.json", "way.jsonl")):
        try:
            a, b = json.loads(whole.out), json.loads(other.out)
        except ValueError as error:
            return self.find("files", f"{other.name}: {error}")
        for summary in (a, b):
            for name in ("wall_seconds", "threads", "provenance"):
                summary.pop(name, None)
            summary.get("gas", {}).pop("collisions_per_second", None)
        differ = [name for name in a if a[name] != b.get(name)]
        files += tuple(file for file in self.extra.values() if file in ("series.csv", "picture.svg"))
        folder = other.folder if (other.folder / files[0]).exists() else self.folder / "stopped"
        differ += [file for file in files if (whole.folder / file).read_bytes() != (folder / file).read_bytes()]
        if differ:
            self.find(kind, f"{other.name}: differs from the whole run in {', '.join(differ)}")

    def stop(self, whole):
        """Stopped at a random moment, gone on with, and at times stopped again: must end as the whole run."""
        d = self.draw
        threads = d.choice([1, 2])
        after = d.uniform(0, 0.9) * max(0, whole.seconds - 0.005)
        for attempt in range(STOPS):
            shutil.rmtree(self.folder / "stopped", ignore_errors=True)
            run = self.run("stopped", "--threads", threads, "--checkpoint", "run.checkpoint", stop_after=after)
            if not self.ended_well(run) and not before_it_began(run):
                return
            if run.code != 0 and not before_it_began(run):
                break
            after = 2 * after + 0.002 if before_it_began(run) else 0 if attempt > STOPS // 2 else after / 2
        else:
            self.notes.append("over before it could be stopped")
            return
        self.notes.append("stopped")
        if not self.partial(run):
            return
        for last in (False, False, True):
            again = d.uniform(0, 1) * whole.seconds if not last and d.chance(0.3) else None
            run = self.run("stopped", "--threads", 3 - threads, resume="run.checkpoint", stop_after=again)
            if not self.ended_well(run) and not before_it_began(run):
                return
            if run.code == 0:
                return self.compare("resumed", whole, run)
            if not before_it_began(run) and not self.partial(run):
                return

    def partial(self, run):
        """What a stopped run has written is whole up to its end."""
        try:
            summary = json.loads(run.out)
            lines = (run.folder / "hits.jsonl").read_text().splitlines()
            events = len(lines)
            for line in lines[-1:]:
                json.loads(line)
            state = json.loads((run.folder / "end.json").read_text())
            for line in open(run.folder / "way.jsonl"):
                json.loads(line)
        except (ValueError, OSError) as error:
            self.find("files", f"{run.name}, exit code 3: {error}")
            return False
        if events != summary["collisions"] or state["world"].get("time", 0) != summary["time"]:
            self.find("files", f"stopped: {events} events of {summary['collisions']}, state at "
                      f"{state['world'].get('time', 0)} of {summary['time']}")
            return False
        return True


def before_it_began(run):
    """Did the signal come before there was anything to write?"""
    return run.code == -signal.SIGTERM or "before the run had begun" in run.err


def read_radii(file):
    """{(frame, id): radius} of an extended XYZ trajectory."""
    radii = {}
    lines = file.read_text().splitlines()
    at = number = 0
    while at < len(lines):
        count = int(lines[at])
        for line in lines[at + 2:at + 2 + count]:
            words = line.split()
            radii[number, int(words[7])] = float(words[8])
        at, number = at + 2 + count, number + 1
    return radii
