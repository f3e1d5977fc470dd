/** A run of a scene: one world, or two side by side, with the changes by hand that were made in it. Lives in the worker. */

import { EDGES, Flag, Kind, StepFailure } from "carom";
import type { Bodies, Carom } from "carom";
import { withSettings } from "../scenes/scene_file";
import type { SceneFile } from "../scenes/scene_file";
import { Lane } from "./lane";
import type { Span } from "./lane";
import { Misses } from "./misses";
import type { Detection, Edit, Frame, HitDetail, Measures, Miss, Obstacle, Opened, Point, Rows, SceneBody, Settings } from "./protocol";
import { obstacle } from "./room";
import type { StopSignal } from "./stop_signal";

export class Session {
  private readonly lanes: Lane[];
  private edits: readonly Edit[] = [];
  private misses = new Misses();
  private missed: Miss[] = [];
  private readonly start: number;
  private readonly file: Pick<SceneFile, "name" | "about">;
  private known: { edition: string; settings: Settings } | undefined;
  private edition = 0;
  private keepUntil = Infinity;
  private toldAll = false;

  /** Throws a SceneError. `undefined`: the detection that the scene asks for. */
  constructor(
    private readonly carom: Carom,
    scene: string,
    detections: (Detection | undefined)[],
    private readonly signal: StopSignal,
  ) {
    this.lanes = [];
    try {
      for (const detection of detections) {
        const world = carom.open(withSettings(scene, { detection }));
        this.lanes.push(new Lane(world, world.settings.detection, signal));
      }
    } catch (error) {
      if (!carom.broken) this.free();
      throw error;
    }
    this.start = this.lanes[0]!.time;
    const { name, about } = JSON.parse(scene) as SceneFile;
    this.file = { ...(name === undefined ? {} : { name }), ...(about === undefined ? {} : { about }) };
  }

  free(): void {
    for (const lane of this.lanes) lane.free();
  }

  opened(): Opened {
    const { name = "", about = "" } = this.file;
    const settings = this.settings();
    return { name, about, start: this.start, duration: settings.duration, settings };
  }

  /** The engine writes the whole scene out to tell them, so they are asked for only if they may be others. */
  private settings(): Settings {
    const edition = JSON.stringify(this.edits.flatMap(({ changes }) => changes.filter((each) => each.do === "settings")));
    if (this.known?.edition !== edition) this.known = { edition, settings: this.lanes[0]!.world.settings };
    return this.known.settings;
  }

  lane(k: number): Lane {
    return this.lanes[Math.min(k, this.lanes.length - 1)]!;
  }

  seek(to: number, budget: number, step?: Span): Frame {
    const begin = performance.now();
    const time = Math.max(to, this.start);
    return this.framed(begin, () => {
      for (const lane of this.lanes) lane.rewindTo(time, step);
      const done = this.forward(step ? step.end : time, begin + budget);
      for (const lane of this.lanes) lane.show(time);
      return done;
    });
  }

  /** To the end of the step, or of the next one; or back to the start of it, or of the one before. */
  step(back: boolean): Frame {
    const begin = performance.now();
    return this.framed(begin, () => {
      if (!back && this.lanes[0]!.shown === this.lanes[0]!.time) this.stepAll();
      for (const lane of this.lanes) {
        if (back) lane.back();
        else lane.show(lane.time);
      }
      return true;
    });
  }

  settle(): Frame {
    for (const lane of this.lanes) lane.show(lane.time);
    return this.look();
  }

  /** After a step that was ended from outside: all stand at the end of the last that was completed. False: it is another error. */
  stand(error: unknown): boolean {
    if (!(error instanceof StepFailure)) return false;
    for (const lane of this.lanes) lane.stand();
    return error.status === "CAROM_INTERRUPTED";
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

  rows(k: number, most: number): Rows | undefined {
    const lane = this.lane(k);
    return lane.atShown(() => {
      const { world } = lane;
      const { serial, flags, kind } = world.bodies;
      const moving = [...serial].filter((_, n) => (flags[n]! & Flag.fixed) === 0 && kind[n] !== Kind.border);
      if (moving.length > most) return undefined;
      const rows = moving.map((each) => {
        const { mass, at, velocity } = world.info(each)!;
        return { serial: each, name: world.name(each), mass, at, velocity };
      });
      const { kinetic, potential } = world.energy;
      return { rows, kinetic, potential, momentum: world.momentum };
    });
  }

  measures(exact: boolean): Measures {
    const lane = this.lanes[0]!;
    return exact ? lane.atShown(() => lane.totals()) : lane.totals();
  }

  hashes(): string[] {
    return this.lanes.map((lane) => lane.atShown(() => lane.world.hash));
  }

  /** Throws a SceneError and changes nothing if one of the changes cannot be. Returns the serial of what was added last. */
  revise(edits: readonly Edit[], same: number): number | undefined {
    const before = this.edits;
    const at = Math.min(before[same]?.t ?? Infinity, edits[same]?.t ?? Infinity);
    if (at === Infinity) return undefined;
    return this.signal.hold(() => {
      try {
        const [serial] = this.lanes.map((lane) => lane.revise(edits, same, at));
        this.edits = edits;
        return serial;
      } catch (error) {
        for (const lane of this.lanes) lane.revise(before, same, at);
        throw error;
      } finally {
        this.past(at);
      }
    });
  }

  /** As a scene that goes on from the time shown. */
  moment(): string {
    const lane = this.lanes[0]!;
    return lane.atShown(() => lane.world.scene());
  }

  room(k: number, body: SceneBody): Obstacle {
    const lane = this.lane(k);
    return lane.atShown(() => obstacle(this.carom, lane.world, this.settings().bounds, body));
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
    this.signal.hold(() => {
      for (const lane of this.lanes.slice(1)) while (lane.time < now && lane.step());
    });
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

  /** The frame after some work, whether it was done or ended from outside. */
  private framed(begin: number, work: () => boolean): Frame {
    let done = false;
    try {
      done = work();
    } catch (error) {
      if (!this.stand(error)) throw error;
    }
    return this.frame(begin, done);
  }

  private frame(begin: number, done: boolean): Frame {
    const middle = performance.now();
    const lanes = this.lanes.map((lane) => lane.frame(!this.toldAll));
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

/** The page has a word for the bounds. */
function name(lane: Lane, serial: number): string {
  return serial === EDGES ? "" : lane.world.name(serial);
}
