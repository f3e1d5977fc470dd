/** One world with its past: it can go to any time it has been at. */

import type { Snapshot, World } from "carom";
import { Columns } from "./columns";
import { impact } from "./impacts";
import { completed } from "./points";
import type { Cast, Change, Detection, Edit, LaneFrame, Measures, Pose, Poses, Sounded, Track } from "./protocol";
import { HitWriter } from "./hit_writer";
import type { StopSignal } from "./stop_signal";
import { neighbour } from "./times";

/** A step. */
export interface Span {
  begin: number;
  end: number;
}

/** A place to start replaying from. */
interface Mark {
  snapshot: Snapshot;
  /** How many of the changes by hand have been made by then. */
  applied: number;
}

const PATH_POINTS = 24; // of a body's way through a step, besides its hits
const FIRST_INTERVAL = 16; // steps from one snapshot to the next, to begin with
const SNAPSHOT_BODIES = 200_000; // that all snapshots together may hold: some 100 MB
const TRACKED = 1500; // bodies that are told where they were at the end of every step
const NAMED = 400; // bodies whose names are told
const TRACK = 600; // steps of which that is told at most
const MEASURED = 2000; // bodies whose sums are taken after every step; hits times bodies of a step with sums at hits
const MEASURED_HITS = 24; // in a step
const SUMS_EVERY = 200; // milliseconds from one sum to the next where there are more
const SAMPLE = ["t", "kinetic", "potential", "px", "py"] as const;

export class Lane {
  private marks: Mark[] = [];
  private edits: readonly Edit[] = [];
  private applied = 0;
  private interval = FIRST_INTERVAL;
  private sinceMark = 0;
  private stepBegin: number;
  private frontier: number;
  private readonly fresh = new HitWriter();
  private readonly samples = new Columns(SAMPLE);
  private track: Track = { t: [], serial: [], at: [] };
  private summed = -Infinity;
  private sounds: Sounded[] = [];
  private readonly tags = new Map<number, string>();
  private toldRevision = -1;
  /** Since when energy is kept but for what is booked: the start, or the last change by hand. */
  private reference = { t: 0, energy: 0, scale: 0 };
  shown: number;

  constructor(
    readonly world: World,
    private readonly detection: Detection,
    signal: StopSignal,
  ) {
    world.onInterrupt(() => signal.raised);
    this.shown = this.stepBegin = this.frontier = world.time;
    this.mark();
    this.sample(this.time);
    this.refer();
    this.follow();
  }

  free(): void {
    for (const { snapshot } of this.marks) snapshot.free();
    this.world.free();
  }

  get time(): number {
    return this.world.time;
  }

  /** Up to this time every hit has been told. */
  get known(): number {
    return this.frontier;
  }

  get lastLength(): number {
    return this.time - this.stepBegin;
  }

  /** Hits not taken by a frame yet. */
  get untold(): HitWriter {
    return this.fresh;
  }

  /** One step on, or up to the next change by hand, which is made before the step after it. */
  step(until = Infinity): boolean {
    this.applyDue();
    const before = this.world.time;
    const limit = Math.min(until, this.edits[this.applied]?.t ?? Infinity);
    const start = before >= this.frontier && this.measures ? this.world.snapshot() : undefined;
    try {
      const went = this.world.step(limit);
      if (went) this.took(before, limit, start);
      return went;
    } finally {
      start?.free();
    }
  }

  private took(before: number, limit: number, start: Snapshot | undefined): void {
    const now = this.world.time;
    if (now > this.frontier && start) this.measure(start, limit, before, now);
    this.stepBegin = before;
    if (now > this.frontier) {
      this.tell(before, now);
      if (this.world.bodies.count <= MEASURED) this.sample(now);
      this.frontier = now;
      if (limit === Infinity && ++this.sinceMark >= this.interval) this.mark();
    }
    this.follow();
  }

  /** Whether the last step is the one asked for, or holds the time. */
  holds(time: number, step?: Span): boolean {
    if (step) return this.stepBegin === step.begin && this.time === step.end;
    return time === this.time || (this.stepBegin < time && time < this.time);
  }

  /** Back to where steps lead to `time`, if it has been passed. */
  rewindTo(time: number, step?: Span): void {
    const begin = step ? step.begin : time;
    if (!this.holds(time, step) && begin < this.time) this.rewind(begin);
  }

  /** Shows the start of the step, or of the one before if that is shown already. */
  back(): void {
    const shown = this.shown;
    if (this.stepBegin >= shown) {
      const mark = this.marks.findLast(({ snapshot }) => snapshot.time < shown);
      if (!mark) return;
      this.restore(mark);
      while (this.time < shown && this.step());
    }
    this.show(this.stepBegin < shown ? this.stepBegin : shown);
  }

  show(time: number): void {
    this.shown = Math.min(time, this.time);
    if (this.shown === this.time) this.applyDue();
  }

  /** After a step that failed, or was ended: at the end of the last one that was completed. */
  stand(): void {
    this.shown = this.stepBegin = this.time;
    this.toldRevision = -1;
  }

  /** Stands exactly at the time shown, as a run that ends there; the steps from here on are others. */
  private stop(): void {
    if (this.shown === this.time) return;
    const shown = this.shown;
    this.rewind(this.stepBegin);
    while (this.time < shown && this.step(shown));
  }

  /** Asks the world as a run that ends at the time shown would leave it. */
  atShown<T>(ask: () => T): T {
    if (this.shown === this.time) return ask();
    const [begin, end, shown] = [this.stepBegin, this.time, this.shown];
    this.stop();
    const answer = ask();
    this.rewind(begin);
    while (this.time < end && this.step());
    this.shown = shown;
    return answer;
  }

  /**
   * Other changes by hand, of which the first `same` are those before. Stands at `at`, the time of the first that is new or
   * gone; what came later is forgotten. Returns the serial of the body that was added last.
   */
  revise(edits: readonly Edit[], same: number, at: number): number | undefined {
    this.edits = this.edits.slice(0, same);
    while (this.marks.length > 1 && (this.marks.at(-1)!.snapshot.time > at || this.marks.at(-1)!.applied > same))
      this.marks.pop()!.snapshot.free();
    this.restore(this.marks.at(-1)!);
    while (this.time < at && this.step(at));
    this.applyDue();
    const last = this.marks.at(-1)!;
    if (last.snapshot.time < at || last.applied < this.applied) this.mark();
    this.edits = edits;
    this.frontier = this.shown = this.stepBegin = this.time;
    this.fresh.keepUntil(this.time);
    this.samples.keepUntil("t", this.time);
    const serial = this.applyDue();
    this.refer();
    this.tags.clear();
    this.toldRevision = -1;
    this.sample(neighbour(this.time, 1));
    this.track = { t: [], serial: [], at: [] };
    this.follow();
    return serial;
  }

  /** Makes the changes by hand whose time has come. */
  private applyDue(): number | undefined {
    let serial: number | undefined;
    for (let next = this.edits[this.applied]; next && next.t <= this.time; next = this.edits[this.applied]) {
      for (const change of next.changes) serial = apply(this.world, change) ?? serial;
      ++this.applied;
      this.stepBegin = this.time;
      this.toldRevision = -1;
    }
    return serial;
  }

  /** What `carom run` prints of the run so far. */
  totals(): Measures {
    const { energy, gas } = this.world;
    const { t, energy: before, scale } = this.reference;
    const change = energy.total - energy.exchanged - before;
    return { energy: energy.total, drift: this.time < t ? undefined : scale > 0 ? change / scale : change, gas };
  }

  private refer(): void {
    const { total, exchanged, kinetic } = this.world.energy;
    this.reference = { t: this.time, energy: total - exchanged, scale: Math.max(Math.abs(total), kinetic) };
  }

  poses(serial: number, t: number): Poses | undefined {
    const at = (time: number): Pose | undefined => this.world.stateAt(serial, time);
    const [start, contact, end] = [at(this.stepBegin), at(t), at(this.time)];
    const { serial: all, radius } = this.world.bodies;
    const size = radius[all.indexOf(serial)] ?? 0;
    const path = this.path(serial);
    return start && contact && end ? { serial, size, start, contact, end, path } : undefined;
  }

  /** The way of a body through the last step. */
  private path(serial: number): Float64Array {
    const { t, a, b, count } = this.world.events;
    const part = this.lastLength / PATH_POINTS;
    const times = Array.from({ length: PATH_POINTS + 1 }, (_, k) => this.stepBegin + k * part);
    for (let k = 0; k < count; ++k) if (a[k] === serial || b[k] === serial) times.push(t[k]!);
    times.sort((l, r) => l - r);
    return Float64Array.from(times.flatMap((time) => this.world.stateAt(serial, time)?.at ?? []));
  }

  /** All there is to draw; new hits and sounds are told once. */
  frame(all: boolean): LaneFrame {
    const { world } = this;
    const small = world.bodies.count <= MEASURED;
    if (!small && performance.now() - this.summed > SUMS_EVERY) this.sample(this.time);
    const bodies = world.bodies; // views, until the next call
    const { count, revision } = bodies;
    const news = all || revision !== this.toldRevision;
    this.toldRevision = revision;
    const { serial, kind, flags, radius, mass } = bodies;
    const fixed = news
      ? { kind: kind.slice(), flags: flags.slice(), radius: radius.slice(), mass: mass.slice() }
      : undefined;
    // Inside the last step: where everything is at the time shown.
    const states = this.shown < this.time ? world.statesAt(this.shown) : bodies;
    const at = states.at.slice();
    const velocity = new Float32Array(states.velocity);
    const angle = new Float32Array(states.angle);
    const { sounds, track } = this;
    this.sounds = [];
    this.track = { t: [], serial: [], at: [] };
    return {
      detection: this.detection,
      shown: this.shown,
      begin: this.stepBegin,
      time: this.time,
      steps: world.steps,
      collisions: world.collisions,
      hash: small ? world.hash : undefined,
      samples: this.samples.take(),
      track,
      cast: fixed ? this.cast(serial.slice(), fixed) : undefined,
      count,
      at,
      velocity,
      angle,
      hits: this.fresh.take(),
      sounds,
      misses: [],
    };
  }

  private cast(serial: Float64Array, fixed: Pick<Cast, "kind" | "flags" | "radius" | "mass">): Cast {
    const { count, ...outlines } = this.world.outlines;
    void count;
    const lines = { serial: outlines.serial.slice(), start: outlines.start.slice(), points: outlines.points.slice() };
    const tags = Array.from(serial, (s) => this.tag(s));
    const names = serial.length <= NAMED ? Array.from(serial, (s) => this.world.name(s)) : [];
    return { serial, ...fixed, tags, names, outlines: lines };
  }

  private tag(serial: number): string {
    let tag = this.tags.get(serial);
    if (tag === undefined) this.tags.set(serial, (tag = this.world.body(serial)?.tags?.at(-1) ?? ""));
    return tag;
  }

  private tell(begin: number, end: number): void {
    const followed = this.world.bodies.count <= TRACKED;
    const events = this.world.events; // views, until the next call
    const { a, b } = events;
    const t = events.t.slice();
    const ruled = [...events.effects.keys()].filter((k) => events.effects[k]! > 0);
    this.fresh.add(events, begin, end, (k) => ({
      placeA: followed ? this.world.stateAt(a[k]!, t[k]!)?.at : undefined,
      placeB: followed ? this.world.stateAt(b[k]!, t[k]!)?.at : undefined,
      ...impact(this.world, t[k]!, a[k]!, b[k]!, begin, end),
    }));
    for (const k of ruled) {
      const { effects, t } = this.world.event(k);
      for (const effect of effects) {
        if ("sound" in effect) this.sounds.push({ t, name: effect.sound });
        if ("mark" in effect) this.remark();
      }
    }
  }

  /** A mark is a new tag. */
  private remark(): void {
    this.tags.clear();
    this.toldRevision = -1;
  }

  /** Few enough bodies that what every hit changes can be asked of the engine. */
  private get measures(): boolean {
    return this.detection !== "overlap" && this.world.bodies.count <= MEASURED;
  }

  private sample(t: number): void {
    this.summed = performance.now();
    const { kinetic, potential } = this.world.energy;
    this.samples.add(t, kinetic, potential, ...this.world.momentum);
  }

  /** The sums just before and after each hit of the last step are those of runs that end there; then the step is taken again. */
  private measure(start: Snapshot, limit: number, begin: number, end: number): void {
    const { world } = this;
    const times = [...new Set(world.events.t)];
    if (times.length === 0 || times.length > MEASURED_HITS || times.length * world.bodies.count > MEASURED) return;
    try {
      const moments = times.flatMap((t) => [neighbour(t, -1), neighbour(t, 1)]);
      for (const t of moments.filter((moment) => moment > begin && moment < end)) {
        world.restore(start);
        world.step(t);
        this.sample(t);
      }
      world.restore(start);
      world.step(limit);
    } catch (error) {
      world.restore(start); // the step was ended in the middle: it has not been taken
      throw error;
    }
  }

  /** Where everybody is now, for the trails. */
  private follow(): void {
    const { count, serial, at } = this.world.bodies;
    if (count > TRACKED) return;
    const { track } = this;
    track.t.push(this.time);
    track.serial.push(serial.slice());
    track.at.push(at.slice());
    if (track.t.length > TRACK) for (const column of [track.t, track.serial, track.at]) column.shift();
  }

  private rewind(time: number): void {
    this.restore(this.marks.findLast(({ snapshot }) => snapshot.time <= time) ?? this.marks[0]!);
    while (this.time < time && this.step());
  }

  private restore({ snapshot, applied }: Mark): void {
    this.world.restore(snapshot);
    this.applied = applied;
    this.stepBegin = snapshot.time;
    this.toldRevision = -1;
  }

  private mark(): void {
    this.marks.push({ snapshot: this.world.snapshot(), applied: this.applied });
    this.sinceMark = 0;
    const most = Math.max(8, Math.min(96, SNAPSHOT_BODIES / Math.max(1, this.world.bodies.count)));
    if (this.marks.length > most) this.thin();
  }

  /** Every other snapshot goes, and from now on there is half as many. */
  private thin(): void {
    this.interval *= 2;
    this.marks = this.marks.filter((mark, k) => {
      const stays = k % 2 === 0;
      if (!stays) mark.snapshot.free();
      return stays;
    });
  }
}

function apply(world: World, change: Change): number | undefined {
  switch (change.do) {
    case "move":
      world.teleport(change.serial, ...completed(change.at, world.body(change.serial)?.at));
      return undefined;
    case "throw":
      world.setVelocity(change.serial, ...completed(change.velocity, world.body(change.serial)?.velocity));
      return undefined;
    case "remove":
      world.remove(change.serial);
      return undefined;
    case "add":
      return world.add(change.body);
    case "alter":
      world.changeBody(change.serial, change.by);
      return undefined;
    case "settings":
      world.change(change.settings);
      return undefined;
  }
}
