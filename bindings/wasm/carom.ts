/**
 * Carom for JavaScript: exact collision detection in the plane, in a page, a worker or node. No dependencies.
 *
 *   const carom = await Carom.load(bytesOfWorldWasm);
 *   const world = carom.open('{"carom": 1, "bodies": [{"circle": {"radius": 1}, "velocity": [1, 0]}]}');
 *   world.step();
 *   console.log(world.time, world.bodies.at[0], world.hash);
 *
 * Whatever has to be computed is computed by the engine; this file moves numbers and text in and out of its memory.
 * Typed arrays that a call returns are views of that memory: valid until the next call of anything, so copy what has to
 * stay (`slice()`).
 */

import { Memory, StepFailure } from "./memory";
import type {
  Bodies, BodyState, Energy, EventLine, Events, Outlines, Point, Policies, SceneBody, Settings, States,
  StepToOptions, Validation,
} from "./types";

export { EngineFailure, SceneError, StepFailure } from "./memory";
export type { Fault } from "./memory";
export * from "./types";

// What stands where in the engine's tables: world.cpp writes them in this order.
const BODY_COLUMNS = [
  "count", "revision", "serial", "kind", "flags", "at", "velocity", "angle", "spin", "radius", "mass",
] as const;
const OUTLINE_COLUMNS = ["count", "corners", "serial", "start", "points"] as const;
const EVENT_COLUMNS = [
  "count", "t", "a", "b", "point", "normal", "speed", "impulse", "response", "effects",
] as const;
const STATE_COLUMNS = ["count", "at", "velocity", "angle", "spin"] as const;
const STATE = ["x", "y", "vx", "vy", "angle", "spin"] as const;
const STATUS = ["time", "steps", "collisions"] as const;
const SUMS = [
  "kinetic", "potential", "exchanged", "px", "py", "keeps", "angular", "rests", "calms", "clumps", "grazes",
  "briefs", "hops", "holds", "cappedExtrapolations", "cappedSubsteps",
] as const;

/** The engine. One can have any number of worlds; if it breaks (`EngineFailure`), all of them are lost. */
export class Carom {
  private constructor(private readonly memory: Memory) {}

  /** `source` is what world.wasm holds, or a module made of it: `fetch(url).then((r) => r.arrayBuffer())`. */
  static async load(source: BufferSource | WebAssembly.Module): Promise<Carom> {
    return new Carom(await Memory.load(source));
  }

  /** The version of the library, as `carom --version` has it. */
  get version(): string {
    this.memory.call("carom_version");
    return this.memory.answer();
  }

  /** Whether a call has broken the engine; then it has to be loaded again. */
  get broken(): boolean {
    return this.memory.broken;
  }

  /**
   * The world that a scene describes, at the time it starts. A file may be given as it is, in bytes. Throws a
   * `SceneError` with all that is wrong with it.
   */
  open(scene: string | Uint8Array): World {
    this.memory.give(scene);
    const address = this.memory.call("carom_open");
    if (address === 0) this.memory.refuse();
    return new World(this.memory, address);
  }

  /** What `carom validate` tells. */
  validate(scene: string | Uint8Array): Validation {
    this.memory.give(scene);
    this.memory.call("carom_validate");
    return JSON.parse(this.memory.answer()) as Validation;
  }

  /** The answer to one line of `carom query`: when do these two shapes meet? A wrong one is answered with `error`. */
  query(line: string): Record<string, unknown> {
    this.memory.give(line);
    this.memory.call("carom_query");
    return JSON.parse(this.memory.answer()) as Record<string, unknown>;
  }
}

/** A thing in the engine's memory, until it is given back. */
class Handle {
  constructor(
    private readonly what: string,
    private address: number,
  ) {}

  get open(): number {
    if (this.address === 0) throw new Error(`the ${this.what} has been freed already`);
    return this.address;
  }

  take(): number {
    const address = this.open;
    this.address = 0;
    return address;
  }
}

/** The whole state of a world, in the engine's memory: give it back with `free` when it is not needed any more. */
export class Snapshot {
  /** @internal */
  readonly handle: Handle;

  /** @internal Use `World.snapshot`. */
  constructor(
    private readonly memory: Memory,
    address: number,
    /** Scene time. */
    readonly time: number,
  ) {
    this.handle = new Handle("snapshot", address);
  }

  free(): void {
    this.memory.call("carom_free_snapshot", this.handle.take());
  }
}

export class World {
  private readonly handle: Handle;

  /** @internal Use `Carom.open`. */
  constructor(
    private readonly memory: Memory,
    address: number,
  ) {
    this.handle = new Handle("world", address);
  }

  /** Gives the memory back; nothing else can be called afterwards. Snapshots have their own. */
  free(): void {
    this.memory.call("carom_close", this.handle.take());
  }

  // Time.

  get time(): number {
    return this.status().time;
  }

  /** Steps taken so far; 0 in the event world, which has none. */
  get steps(): number {
    return this.status().steps;
  }

  /**
   * One step, to the next time of the scene's `dt`: the very steps that `carom run` takes. It ends at `until` if that
   * is earlier, as a run's last step does. Returns false, and does nothing, if it is `until` already.
   * In the event world, which has no steps, this too goes on by `dt`; what happens is the same in pieces of any length.
   */
  step(until = Infinity): boolean {
    if (Number.isNaN(until)) throw new RangeError("expected a time to step to, found NaN");
    return this.forward(until, 1, true);
  }

  /**
   * Steps until it is `time` exactly; in the event world all at once. Returns false if `most` was too little. It is an
   * error if steps are lost in the rounding of the time. A step that needs too much work or memory throws a `StepFailure`:
   * the world is then where the step before has left it.
   */
  stepTo(time: number, { most = Infinity, record = true }: StepToOptions = {}): boolean {
    if (!Number.isFinite(time)) throw new RangeError(`expected a time to step to, found ${time}`);
    this.forward(time, most, record);
    return this.time >= time;
  }

  // What there is.

  get bodies(): Bodies {
    const { count, revision, ...first } = this.table("carom_bodies", BODY_COLUMNS);
    return {
      count,
      revision,
      serial: this.memory.column(Uint32Array, first.serial, count),
      kind: this.memory.column(Uint8Array, first.kind, count),
      flags: this.memory.column(Uint8Array, first.flags, count),
      at: this.memory.column(Float64Array, first.at, 2 * count),
      velocity: this.memory.column(Float64Array, first.velocity, 2 * count),
      angle: this.memory.column(Float64Array, first.angle, count),
      spin: this.memory.column(Float64Array, first.spin, count),
      radius: this.memory.column(Float64Array, first.radius, count),
      mass: this.memory.column(Float64Array, first.mass, count),
    };
  }

  get outlines(): Outlines {
    const { count, corners, ...first } = this.table("carom_outlines", OUTLINE_COLUMNS);
    return {
      count,
      serial: this.memory.column(Uint32Array, first.serial, count),
      start: this.memory.column(Uint32Array, first.start, count + 1),
      points: this.memory.column(Float64Array, first.points, 2 * corners),
    };
  }

  /** The contacts of the last `step` or `stepTo`, of all the steps that it took. */
  get events(): Events {
    const { count, ...first } = this.table("carom_events", EVENT_COLUMNS);
    return {
      count,
      t: this.memory.column(Float64Array, first.t, count),
      a: this.memory.column(Uint32Array, first.a, count),
      b: this.memory.column(Uint32Array, first.b, count),
      point: this.memory.column(Float64Array, first.point, 2 * count),
      normal: this.memory.column(Float64Array, first.normal, 2 * count),
      speed: this.memory.column(Float64Array, first.speed, count),
      impulse: this.memory.column(Float64Array, first.impulse, count),
      response: this.memory.column(Uint8Array, first.response, count),
      effects: this.memory.column(Uint32Array, first.effects, count),
    };
  }

  /** Number `k` of `events`, with names and effects. */
  event(k: number): EventLine {
    if (!this.memory.call("carom_event", this.handle.open, k)) throw new RangeError(`there is no event ${k}`);
    return JSON.parse(this.memory.answer()) as EventLine;
  }

  /** What a body is called, also when it is gone: its name, or "#serial". */
  name(serial: number): string {
    this.memory.call("carom_name", this.handle.open, serial);
    return this.memory.answer();
  }

  /** A body as a scene that went on from here would have it, with name, tags, mass, health; undefined: it is gone. */
  body(serial: number): SceneBody | undefined {
    if (!this.memory.call("carom_body", this.handle.open, serial)) return undefined;
    return JSON.parse(this.memory.answer()) as SceneBody;
  }

  /**
   * Where a body was at a time inside the last step, exactly: at the moment of a hit too, also if it was its last one.
   * Undefined at others, and before it came.
   */
  stateAt(serial: number, time: number): BodyState | undefined {
    const address = this.memory.call("carom_state_at", this.handle.open, serial, time);
    if (address === 0) return undefined;
    const { x, y, vx, vy, angle, spin } = this.memory.record(Float64Array, address, STATE);
    return { at: [x, y], velocity: [vx, vy], angle, spin };
  }

  /**
   * `stateAt` of all `bodies` in one call, in their order; a body that came during the step, before which it was nowhere,
   * is where it is now.
   */
  statesAt(time: number): States {
    const { count, ...first } = this.table("carom_states_at", STATE_COLUMNS, time);
    return {
      at: this.memory.column(Float64Array, first.at, 2 * count),
      velocity: this.memory.column(Float64Array, first.velocity, 2 * count),
      angle: this.memory.column(Float64Array, first.angle, count),
      spin: this.memory.column(Float64Array, first.spin, count),
    };
  }

  /** Serials of the bodies that have this point, in order of creation: the last one is drawn on top. */
  pick(x: number, y: number): number[] {
    const { count, serials } = this.table("carom_pick", ["count", "serials"], x, y);
    return [...this.memory.column(Uint32Array, serials, count)];
  }

  /** The body nearest to a point, how far away it is, and its point that is nearest; undefined: there is no body. */
  nearest(x: number, y: number): { serial: number; distance: number; point: Point } | undefined {
    const address = this.memory.call("carom_nearest", this.handle.open, x, y);
    if (address === 0) return undefined;
    const found = this.memory.record(Float64Array, address, ["serial", "distance", "x", "y"]);
    return { serial: found.serial, distance: found.distance, point: [found.x, found.y] };
  }

  // Sums.

  get energy(): Energy {
    const { kinetic, potential, exchanged } = this.sums();
    return { kinetic, potential, total: kinetic + potential, exchanged };
  }

  get momentum(): Point {
    const { px, py } = this.sums();
    return [px, py];
  }

  /** Whether momentum has nowhere to go: no fixed bodies, no bounds that answer, no fields. */
  get keepsMomentum(): boolean {
    return this.sums().keeps === 1;
  }

  /** About the origin. */
  get angularMomentum(): number {
    return this.sums().angular;
  }

  /** Contacts since the world was made. */
  get collisions(): number {
    return this.status().collisions;
  }

  get policies(): Policies {
    const { rests, calms, clumps, grazes, briefs, hops, holds, cappedExtrapolations, cappedSubsteps } = this.sums();
    return { rests, calms, clumps, grazes, briefs, hops, holds, cappedExtrapolations, cappedSubsteps };
  }

  /** Of the bits of the state: equal to the command line's for the same scene at the same time. */
  get hash(): string {
    this.memory.call("carom_hash", this.handle.open);
    return this.memory.answer();
  }

  // Changes, between steps.

  /** Adds a body and returns its serial. Throws a `SceneError`, its place inside the body: "/circle/radius". */
  add(body: SceneBody | string): number {
    this.memory.give(typeof body === "string" ? body : JSON.stringify(body));
    const serial = this.memory.call("carom_add", this.handle.open);
    return serial < 0 ? this.memory.refuse() : serial;
  }

  /** False: there is no such body any more. */
  remove(serial: number): boolean {
    return this.memory.call("carom_remove", this.handle.open, serial) !== 0;
  }

  /** False, and nothing happens, if the body is gone or the numbers are beyond 1e60 or NaN. */
  teleport(serial: number, x: number, y: number): boolean {
    return this.memory.call("carom_teleport", this.handle.open, serial, x, y) !== 0;
  }

  /** The same. */
  setVelocity(serial: number, x: number, y: number): boolean {
    return this.memory.call("carom_set_velocity", this.handle.open, serial, x, y) !== 0;
  }

  /** The settings as they are now. */
  get settings(): Settings {
    return (JSON.parse(this.scene()) as { world: Settings }).world;
  }

  /**
   * Goes on from here with other settings: step size, restitution, gravity, detection, bounds … A key given as
   * undefined gets its default. Throws a `SceneError` ("/world/dt") and changes nothing if they cannot be. Counters go
   * on; contacts of the last step are forgotten.
   */
  change(settings: Partial<Settings>): void {
    this.memory.give(JSON.stringify({ carom: 1, world: { ...this.settings, ...settings } }));
    if (!this.memory.call("carom_change", this.handle.open)) this.memory.refuse();
  }

  // The state as a whole.

  /** The state as a scene that runs on from here, as `carom run --state` writes it. */
  scene(): string {
    this.memory.call("carom_scene", this.handle.open);
    return this.memory.answer();
  }

  /** To come back to: what follows a `restore` is the same, bit by bit, as what followed the snapshot. */
  snapshot(): Snapshot {
    return new Snapshot(this.memory, this.memory.call("carom_snapshot", this.handle.open), this.time);
  }

  /** Back to a snapshot of this world, settings included. There are no `events` after it, until the next step. */
  restore(snapshot: Snapshot): void {
    this.memory.call("carom_restore", this.handle.open, snapshot.handle.open);
  }

  private forward(until: number, most: number, record: boolean): boolean {
    const count = Math.min(most, 0xffffffff);
    const taken = this.memory.call("carom_forward", this.handle.open, until, count, record ? 1 : 0);
    if (taken === -2) throw new StepFailure(this.memory.answer());
    if (taken < 0) throw new RangeError(`steps are lost in the rounding of the time: it stays t = ${this.time}`);
    return taken > 0;
  }

  private table<Name extends string>(call: string, names: readonly Name[], ...numbers: number[]): Record<Name, number> {
    return this.memory.record(Uint32Array, this.memory.call(call, this.handle.open, ...numbers), names);
  }

  private status(): Record<(typeof STATUS)[number], number> {
    return this.memory.record(Float64Array, this.memory.call("carom_status", this.handle.open), STATUS);
  }

  private sums(): Record<(typeof SUMS)[number], number> {
    return this.memory.record(Float64Array, this.memory.call("carom_sums", this.handle.open), SUMS);
  }
}
