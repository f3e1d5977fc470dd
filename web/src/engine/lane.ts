/** One world with its past: it can go to any time it has been at. */

import type { Snapshot, World } from "carom";
import type { Cast, LaneFrame, Pose, Poses, Sounded } from "./protocol";
import { HitWriter } from "./hit_writer";

/** A step. */
export interface Span {
  begin: number;
  end: number;
}

interface Mark {
  snapshot: Snapshot;
  /** Something was changed here by hand: replaying the steps does not lead here, the snapshot does. */
  changed: boolean;
}

const PATH_POINTS = 24; // of a body's way through a step, besides its hits
const FIRST_INTERVAL = 16; // steps from one snapshot to the next, to begin with
const SNAPSHOT_BODIES = 200_000; // that all snapshots together may hold: some 100 MB

export class Lane {
  private marks: Mark[] = [];
  private interval = FIRST_INTERVAL;
  private sinceMark = 0;
  private stepBegin: number;
  private frontier: number;
  private readonly fresh = new HitWriter();
  private sounds: Sounded[] = [];
  private readonly tags = new Map<number, string>();
  private toldRevision = -1;
  shown: number;

  constructor(readonly world: World) {
    this.shown = this.stepBegin = this.frontier = world.time;
    this.mark(false);
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

  /** One step on, or up to the next change by hand, which is then made again. */
  step(until = Infinity): boolean {
    const before = this.world.time;
    const next = this.marks.find((mark) => mark.changed && mark.snapshot.time > before);
    if (!this.world.step(Math.min(until, next?.snapshot.time ?? Infinity))) return false;
    this.stepBegin = before;
    const now = this.world.time;
    if (now > this.frontier) {
      this.tell(before, now);
      this.frontier = now;
      if (until === Infinity && ++this.sinceMark >= this.interval) this.mark(false);
    }
    if (next && now >= next.snapshot.time) this.restore(next.snapshot);
    return true;
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
      this.restore(mark.snapshot);
      while (this.time < shown && this.step());
    }
    this.shown = this.stepBegin < shown ? this.stepBegin : shown;
  }

  show(time: number): void {
    this.shown = Math.min(time, this.time);
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

  /** Before a change by hand: stands at the time shown, and what comes later is forgotten. */
  forgetFuture(): Snapshot {
    this.stop();
    const now = this.time;
    while (this.marks.length > 1 && this.marks.at(-1)!.snapshot.time > now) this.marks.pop()!.snapshot.free();
    this.frontier = now;
    return this.world.snapshot();
  }

  changed(): void {
    this.dropMarksAt(this.time);
    this.mark(true);
    this.stepBegin = this.shown = this.time;
    this.tags.clear();
    this.toldRevision = -1;
  }

  /** Back to before a change. */
  undo(before: Snapshot): void {
    while (this.marks.length > 0 && this.marks.at(-1)!.snapshot.time >= before.time) this.marks.pop()!.snapshot.free();
    this.restore(before);
    this.frontier = this.shown = this.time;
    this.marks.push({ snapshot: before, changed: true });
    this.tags.clear();
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
  frame(detection: LaneFrame["detection"], all: boolean): LaneFrame {
    const { world } = this;
    const bodies = world.bodies;
    const { count, revision } = bodies;
    const news = all || revision !== this.toldRevision;
    this.toldRevision = revision;
    const serial = bodies.serial.slice();
    const { kind, flags, radius, mass } = bodies;
    const fixed = news
      ? { kind: kind.slice(), flags: flags.slice(), radius: radius.slice(), mass: mass.slice() }
      : undefined;
    // Inside the last step: where everything is at the time shown.
    const states = this.shown < this.time ? world.statesAt(this.shown) : bodies;
    const at = states.at.slice();
    const velocity = new Float32Array(states.velocity);
    const angle = new Float32Array(states.angle);
    const sounds = this.sounds;
    this.sounds = [];
    return {
      detection,
      shown: this.shown,
      begin: this.stepBegin,
      time: this.time,
      steps: world.steps,
      collisions: world.collisions,
      energy: world.energy,
      momentum: world.momentum,
      hash: world.hash,
      cast: fixed ? this.cast(serial, fixed) : undefined,
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
    return { serial, ...fixed, tags, outlines: lines };
  }

  private tag(serial: number): string {
    let tag = this.tags.get(serial);
    if (tag === undefined) this.tags.set(serial, (tag = this.world.body(serial)?.tags?.at(-1) ?? ""));
    return tag;
  }

  private tell(begin: number, end: number): void {
    const events = this.world.events;
    this.fresh.add(events, begin, end);
    const told: number[] = [];
    for (let k = 0; k < events.count; ++k) {
      if (events.effects[k]! > 0) told.push(k);
    }
    for (const k of told) {
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

  private rewind(time: number): void {
    const mark = this.marks.findLast(({ snapshot }) => snapshot.time <= time) ?? this.marks[0]!;
    this.restore(mark.snapshot);
    while (this.time < time && this.step());
  }

  private restore(snapshot: Snapshot): void {
    this.world.restore(snapshot);
    this.stepBegin = snapshot.time;
    this.toldRevision = -1;
  }

  private mark(changed: boolean): void {
    this.marks.push({ snapshot: this.world.snapshot(), changed });
    this.sinceMark = 0;
    const most = Math.max(8, Math.min(96, SNAPSHOT_BODIES / Math.max(1, this.world.bodies.count)));
    if (this.marks.length > most) this.thin();
  }

  /** Every other snapshot goes, and from now on there is half as many. */
  private thin(): void {
    this.interval *= 2;
    this.marks = this.marks.filter((mark, k) => {
      const stays = k % 2 === 0 || mark.changed;
      if (!stays) mark.snapshot.free();
      return stays;
    });
  }

  private dropMarksAt(time: number): void {
    while (this.marks.length > 0 && this.marks.at(-1)!.snapshot.time >= time) this.marks.pop()!.snapshot.free();
  }
}
