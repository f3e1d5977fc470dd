/** A scene being played: one world, or two side by side. Lives in the worker. */

import { EDGES } from "carom";
import type { Bodies, Carom, Snapshot } from "carom";
import { withSettings } from "../scenes/scene_file";
import type { SceneFile } from "../scenes/scene_file";
import { Lane } from "./lane";
import type { Span } from "./lane";
import { Misses } from "./misses";
import type { Change, Detection, Frame, HitDetail, LaneFrame, Miss, Opened } from "./protocol";
import type { PartOfPoint, Point, SceneBody } from "./protocol";

interface Undo {
  scene: string;
  before: Snapshot[];
}

const MOST_UNDO = 30;

export class Session {
  private readonly lanes: Lane[];
  private readonly detections: Detection[];
  private misses = new Misses();
  private missed: Miss[] = [];
  private readonly undos: Undo[] = [];
  private readonly start: number;
  private edition = 0;
  private keepUntil = Infinity;
  private toldAll = false;

  /** Throws a SceneError. `undefined`: the detection that the scene asks for. */
  constructor(
    carom: Carom,
    private scene: string,
    detections: (Detection | undefined)[],
  ) {
    this.lanes = [];
    try {
      for (const detection of detections) this.lanes.push(new Lane(carom.open(withSettings(scene, { detection }))));
    } catch (error) {
      if (!carom.broken) this.free();
      throw error;
    }
    this.detections = this.lanes.map((lane) => lane.world.settings.detection);
    this.start = this.lanes[0]!.time;
  }

  free(): void {
    for (const undo of this.undos) for (const snapshot of undo.before) snapshot.free();
    for (const lane of this.lanes) lane.free();
  }

  opened(): Opened {
    const { settings } = this.lanes[0]!.world;
    const file = JSON.parse(this.scene) as SceneFile;
    const { name = "Untitled", about = "" } = file;
    return { name, about, start: this.start, duration: settings.duration, settings, undo: this.undos.length };
  }

  lane(k: number): Lane {
    return this.lanes[Math.min(k, this.lanes.length - 1)]!;
  }

  seek(to: number, budget: number, step?: Span): Frame {
    const begin = performance.now();
    const time = Math.max(to, this.start);
    for (const lane of this.lanes) lane.rewindTo(time, step);
    const done = this.forward(step ? step.end : time, begin + budget);
    for (const lane of this.lanes) lane.show(time);
    return this.frame(begin, done);
  }

  /** To the end of the step, or of the next one; or back to the start of it, or of the one before. */
  step(back: boolean): Frame {
    const begin = performance.now();
    if (back) {
      for (const lane of this.lanes) lane.back();
    } else {
      if (this.lanes[0]!.shown === this.lanes[0]!.time) this.stepAll();
      for (const lane of this.lanes) lane.show(lane.time);
    }
    return this.frame(begin, true);
  }

  look(): Frame {
    return this.frame(performance.now(), true);
  }

  hit(k: number, t: number, a: number, b: number): HitDetail {
    const lane = this.lane(k);
    const poses = [a, b].map((serial) => lane.poses(serial, t)).filter((pose) => pose !== undefined);
    return { a: name(lane, a), b: name(lane, b), poses };
  }

  /** The body at a point, or the nearest one within `reach`: thin things are hard to hit. */
  pick(k: number, at: Point, reach: number): { serial: number } | undefined {
    const lane = this.lane(k);
    return lane.atShown(() => {
      const solid = lane.world.pick(...at).at(-1);
      if (solid !== undefined) return { serial: solid };
      const nearest = lane.world.nearest(...at);
      return nearest && nearest.distance <= reach ? { serial: nearest.serial } : undefined;
    });
  }

  /** As it is at the time shown. */
  body(k: number, serial: number): SceneBody | undefined {
    const lane = this.lane(k);
    return lane.atShown(() => lane.world.body(serial));
  }

  hashes(): string[] {
    return this.lanes.map((lane) => lane.atShown(() => lane.world.hash));
  }

  /** Throws a SceneError and changes nothing if one of the changes cannot be. */
  change(changes: Change[], hold: boolean): number | undefined {
    const before = this.lanes.map((lane) => lane.forgetFuture());
    const now = this.lanes[0]!.time;
    let serial: number | undefined;
    try {
      for (const lane of this.lanes) for (const change of changes) serial = apply(lane, change) ?? serial;
    } catch (error) {
      this.lanes.forEach((lane, k) => lane.world.restore(before[k]!));
      for (const snapshot of before) snapshot.free();
      throw error;
    } finally {
      this.past(now);
    }
    for (const lane of this.lanes) lane.changed();
    if (hold) this.remember({ scene: this.scene, before });
    else for (const snapshot of before) snapshot.free();
    this.adopt(changes, now);
    return serial;
  }

  undo(): boolean {
    const last = this.undos.pop();
    if (!last) return false;
    this.scene = last.scene;
    this.lanes.forEach((lane, k) => lane.undo(last.before[k]!));
    this.past(last.before[0]!.time);
    return true;
  }

  text(moment: boolean): string {
    if (!moment) return this.scene;
    const lane = this.lanes[0]!;
    return lane.atShown(() => lane.world.scene());
  }

  /** What a change does to the scene as it starts: settings always count, other changes only if made at the start. */
  private adopt(changes: Change[], now: number): void {
    if (now === this.start) {
      this.scene = this.lanes[0]!.world.scene();
    } else {
      for (const change of changes)
        if (change.do === "settings") this.scene = withSettings(this.scene, change.settings);
    }
  }

  private remember(undo: Undo): void {
    this.undos.push(undo);
    if (this.undos.length > MOST_UNDO) for (const snapshot of this.undos.shift()!.before) snapshot.free();
  }

  /** The past ends at `now`; what comes is new. */
  private past(now: number): void {
    ++this.edition;
    this.keepUntil = now;
    this.misses = new Misses();
    if (this.lanes.length > 1)
      this.misses.compare(kept(this.lanes[0]!.world.bodies), kept(this.lanes[1]!.world.bodies));
  }

  private forward(to: number, deadline: number): boolean {
    while (this.lanes[0]!.time < to) {
      if (!this.stepAll()) return true;
      if (performance.now() > deadline) break;
    }
    return this.lanes[0]!.time >= to;
  }

  private stepAll(): boolean {
    const told = this.lanes.map((lane) => lane.untold.length);
    const known = this.lanes[0]!.known;
    if (!this.lanes[0]!.step()) return false;
    const now = this.lanes[0]!.time;
    for (const lane of this.lanes.slice(1)) while (lane.time < now && lane.step());
    if (this.lanes.length > 1 && now > known) this.judge(told, now);
    return true;
  }

  private judge(told: number[], now: number): void {
    const [first, second] = [this.lanes[0]!, this.lanes[1]!];
    const hits = this.lanes.map((lane, k) => lane.untold.tail(told[k]!));
    const witness = {
      name: (serial: number) => name(first, serial),
      at: (serial: number, t: number) => first.world.stateAt(serial, t)?.at,
    };
    const bodies = kept(second.world.bodies);
    this.missed.push(...this.misses.after(hits[0]!, hits[1]!, bodies, first.lastLength, now, witness));
    this.misses.compare(kept(first.world.bodies), bodies);
  }

  private frame(begin: number, done: boolean): Frame {
    const middle = performance.now();
    const lanes: LaneFrame[] = this.lanes.map((lane, k) => lane.frame(this.detections[k]!, !this.toldAll));
    this.toldAll = true;
    if (lanes[1]) lanes[1].misses = this.missed;
    this.missed = [];
    const packing = performance.now() - middle;
    return { edition: this.edition, keepUntil: this.keepUntil, done, lanes, engine: middle - begin, packing };
  }
}

/** Copies of what is a view of the engine's memory and would change with the next call. */
function kept(bodies: Bodies): Bodies {
  const { serial, flags, at, velocity, radius } = bodies;
  return {
    ...bodies,
    serial: serial.slice(),
    flags: flags.slice(),
    at: at.slice(),
    velocity: velocity.slice(),
    radius: radius.slice(),
  };
}

function name(lane: Lane, serial: number): string {
  return serial === EDGES ? "bounds" : lane.world.name(serial);
}

function apply({ world }: Lane, change: Change): number | undefined {
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
    case "replace": {
      const body = { ...world.body(change.serial), ...change.by };
      world.remove(change.serial);
      return world.add(body);
    }
    case "settings":
      world.change(change.settings);
      return undefined;
  }
}

function completed([x, y]: PartOfPoint, now: Point = [0, 0]): Point {
  return [x ?? now[0], y ?? now[1]];
}
