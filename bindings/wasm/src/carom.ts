/**
 * Carom for JavaScript: exact collision detection in the plane, in a page, a worker or Node.js. No dependencies.
 *
 *   import { load } from "carom";
 *   const carom = await load();
 *   const world = carom.world({ gravity: [0, -10] });
 *   world.add({ circle: { radius: 0.5 }, at: [0, 5.5] });
 *   world.stepTo(1);
 *   console.log(world.time, world.bodies.at, world.hash);
 *
 * Whatever has to be computed is computed by the engine, the C interface (bindings/c) as WebAssembly; this file moves numbers
 * and text in and out of its memory. Typed arrays that a call returns are views of that memory, unless it says that they are
 * copies: valid until the next call of anything, so copy what has to stay (`slice()`).
 */

import {
  BODIES, BODY_INFO, CAST, CAST_HIT, CIRCLES, CONTACT, EVENTS, FILTER, GAS, LIMITS, optional, OUTLINES, PART, PLACED, POLICIES,
  point, RAY_HIT, SHAPE, STATE, stateOf, wide,
} from "./layout.js";
import type { Status } from "./layout.js";
import { Memory, SceneError } from "./memory.js";
import { EDGES, EVERYTHING, Kind, RESPONSES } from "./types.js";
import type {
  Answer, Bodies, BodyChanges, BodyInfo, BodyState, Cast, CastHit, CastOptions, CastShape, Contact, ContactCallbacks, Energy,
  EventLine, Events, FilterOptions, Gas, Limits, Outlines, Point, Policies, Pose, Query, AnyShape, RayHit, RayHits, Rule, Scene,
  SceneBody, ScenePart, Settings, ShapeCastOptions, States, StepToOptions, Validation,
} from "./types.js";

export { CaromError, EngineFailure, SceneError, StepFailure } from "./memory.js";
export type { Fault } from "./memory.js";
export type { Status } from "./layout.js";
export * from "./types.js";

/** While a step runs nothing else can stop it: some seconds, for a world of a few hundred bodies. A module has 4 GB at most. */
export const DEFAULT_LIMITS: Readonly<Limits> = {
  work: 2 ** 27,
  workABody: 2 ** 15,
  records: 2 ** 22,
  recordsABody: 128,
};

const NO_BODY = 2n ** 64n - 2n; // no body ever gets it
const ENDLESS = 2n ** 64n - 1n;
const ASK_EVERY = 20; // milliseconds
/** Contacts and bodies are read so often that it is done member by member. */
const C = CONTACT.offset;

function contactAt(view: DataView, address: number): Contact {
  return {
    t: view.getFloat64(address + C.t, true),
    a: wide(view, address + C.a),
    b: wide(view, address + C.b),
    point: point(view, address + C.point),
    normal: point(view, address + C.normal),
    speed: view.getFloat64(address + C.speed, true),
  };
}
const KINDS = Object.keys(Kind) as (keyof typeof Kind)[];

/** A serial as the engine takes it; of what is none, one that is not there. */
function handle(serial: number): bigint {
  if (serial === EDGES) return ENDLESS;
  return Number.isSafeInteger(serial) && serial >= 0 ? BigInt(serial) : NO_BODY;
}

function fault(place: string, reason: string): SceneError {
  return new SceneError([{ place, reason, message: `${place}: ${reason}` }]);
}

/** 32 bits, as masks and categories have them. */
function bits(value: number, place: string): number {
  if (!Number.isInteger(value) || value < 0 || value > EVERYTHING)
    throw fault(place, `expected a whole number from 0 to 4294967295, found ${value}`);
  return value;
}

type OneShape = Pick<SceneBody, "circle" | "polygon" | "segment" | "border">;

const cornersOf = ({ polygon, segment }: OneShape): readonly Point[] => polygon?.vertices ?? segment?.ends ?? [];
const partsOf = ({ shapes }: AnyShape): readonly ScenePart[] => shapes ?? [];

/** Bytes that hold what a shape refers to: its parts and corners. */
function roomOf(shape: AnyShape): number {
  const corners = [shape as OneShape, ...partsOf(shape)].reduce((sum, part) => sum + cornersOf(part).length, 0);
  return PART.size * partsOf(shape).length + 16 * corners;
}

/** Writes a carom_shape to `at` and its corners to `room`; returns where these end. */
function writeShape(view: DataView, at: number, shape: OneShape, room: number): number {
  const { offset } = SHAPE;
  const { circle, polygon, segment, border } = shape;
  const corners = cornersOf(shape);
  const kind = circle ? Kind.circle : polygon ? Kind.polygon : segment ? Kind.segment : Kind.border;
  if (kind === Kind.border && !border) throw fault("", 'expected one of "circle", "polygon", "segment", "border", "shapes"');
  view.setUint32(at + offset.kind, kind, true);
  view.setFloat64(at + offset.radius, circle?.radius ?? 0, true);
  view.setUint8(at + offset.hollow, (circle ?? polygon)?.hollow ? 1 : 0);
  view.setUint8(at + offset.horizontal, border && "y" in border ? 1 : 0);
  view.setFloat64(at + offset.offset, border ? ("y" in border ? border.y : border.x) : 0, true);
  view.setUint32(at + offset.vertices, room, true);
  view.setUint32(at + offset.vertex_count, corners.length, true);
  for (const [x, y] of corners) {
    view.setFloat64(room, x, true);
    view.setFloat64(room + 8, y, true);
    room += 16;
  }
  return room;
}

function writePose(view: DataView, at: number, { at: [x, y], angle = 0 }: Pose): void {
  [x, y, angle].forEach((number, k) => view.setFloat64(at + 8 * k, number, true));
}

/** Writes what a carom_cast and a carom_placed begin with, and what it refers to to `room`; returns where that ends. */
function writeQueryShape(view: DataView, at: number, shape: AnyShape, room: number): number {
  const parts = partsOf(shape);
  view.setUint32(at + CAST.offset.parts, room, true);
  view.setUint32(at + CAST.offset.part_count, parts.length, true);
  if (!shape.shapes) return writeShape(view, at + CAST.offset.shape, shape as OneShape, room);
  let corners = room + PART.size * parts.length;
  parts.forEach((part, k) => {
    const place = room + PART.size * k;
    const { offset } = PART;
    corners = writeShape(view, place + offset.shape, part, corners);
    writePose(view, place + offset.at, { at: part.at ?? [0, 0], angle: part.angle ?? 0 });
  });
  return corners;
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

/** The engine. One can have any number of worlds; if it breaks (`EngineFailure`), all of them are lost. */
export class Carom {
  private constructor(private readonly memory: Memory) {}

  /** `source` is what carom.wasm holds, or a module made of it. `load()` of the package finds it by itself. */
  static async load(source: BufferSource | WebAssembly.Module): Promise<Carom> {
    const module = source instanceof WebAssembly.Module ? source : await WebAssembly.compile(source);
    return new Carom(await Memory.load(module));
  }

  /** The version of the library, as `carom --version` has it. */
  get version(): string {
    return this.memory.constant("carom_version");
  }

  /** Whether a call has broken the engine; then it has to be loaded again. */
  get broken(): boolean {
    return this.memory.broken;
  }

  /** Bytes that the engine has taken so far; what is freed is used again by its worlds, and given back with the engine. */
  get memorySize(): number {
    return this.memory.size;
  }

  /**
   * The world that a scene describes, at the time it starts, or another one that is where a snapshot was taken. A file may be
   * given as it is, in bytes. Throws a `SceneError` with all that is wrong with it.
   */
  open(scene: string | Uint8Array | Scene | Snapshot): World {
    const { memory } = this;
    if (scene instanceof Snapshot) {
      memory.must("carom_world_from_snapshot", scene.handle(memory), memory.scratch);
      return new World(memory, memory.address(memory.scratch));
    }
    const text = typeof scene === "string" || scene instanceof Uint8Array ? scene : JSON.stringify(scene);
    return memory.withText(text, (address, size) => {
      const status = memory.ask("carom_world_from_scene", address, size, memory.scratch);
      if (status === "CAROM_BAD_INPUT") throw new SceneError(this.report(address, size).faults);
      memory.finds(status, []);
      return new World(memory, memory.address(memory.scratch));
    });
  }

  /** A world without bodies, by the keys of a scene's `world`. */
  world(settings: Partial<Settings> = {}, rules: Rule[] = []): World {
    return this.open({ carom: 1, world: settings, rules });
  }

  /** What `carom validate` tells. */
  validate(scene: string | Uint8Array | Scene): Validation {
    const text = typeof scene === "string" || scene instanceof Uint8Array ? scene : JSON.stringify(scene);
    return this.memory.withText(text, (address, size) => this.report(address, size));
  }

  /**
   * When do two shapes meet? A question as a line of `carom query` or as an object; of an array, an array of answers. A wrong
   * one is answered with `error`.
   */
  query(question: readonly (string | Query)[]): Answer[];
  query(question: string | Query): Answer;
  query(question: string | Query | readonly (string | Query)[]): Answer | Answer[] {
    if (Array.isArray(question)) return question.map((each: string | Query) => this.query(each));
    const { memory } = this;
    const line = typeof question === "string" ? question : JSON.stringify({ id: "", ...(question as Query) });
    const text = memory.withText(line, (address, size) =>
      memory.text((where, length) => memory.must("carom_query_json", address, size, where, length)),
    );
    const { id, ...answer } = JSON.parse(text) as Answer;
    const named = typeof question === "string" || "id" in question;
    return named && id !== undefined ? { id, ...answer } : answer;
  }

  /**
   * When solid circles in motion meet, many at once: x and y of centres one after the other, a radius for each. A copy: the
   * times, 0 where they overlap and NaN where they do not meet.
   */
  impactTimes(
    aFrom: ArrayLike<number>,
    aTo: ArrayLike<number>,
    aRadius: ArrayLike<number>,
    bFrom: ArrayLike<number>,
    bTo: ArrayLike<number>,
    bRadius: ArrayLike<number>,
  ): Float64Array {
    const { memory } = this;
    const count = aRadius.length;
    const columns = { aFrom, aTo, aRadius, bFrom, bTo, bRadius };
    for (const [name, column] of Object.entries(columns)) {
      const wanted = name.endsWith("Radius") ? count : 2 * count;
      if (column.length !== wanted) throw new RangeError(`${name}: expected ${wanted} numbers, found ${column.length}`);
    }
    const numbers = new Float64Array(11 * count);
    let place = 0;
    for (const column of Object.values(columns)) {
      numbers.set(column, place);
      place += column.length;
    }
    return memory.withNumbers(numbers, (address) => {
      const at = (first: number) => address + 8 * first;
      [[0, 2, 4], [5, 7, 9]].forEach((starts, k) => {
        const [from, to, radius] = starts.map((start) => at(start * count));
        const side = memory.scratch + k * CIRCLES.size;
        memory.view.setUint32(side + CIRCLES.offset.from, from!, true);
        memory.view.setUint32(side + CIRCLES.offset.to, to!, true);
        memory.view.setUint32(side + CIRCLES.offset.radius, radius!, true);
      });
      const [a, b] = [memory.scratch, memory.scratch + CIRCLES.size];
      memory.must("carom_impact_times", a, b, count, at(10 * count), 0);
      return memory.column(Float64Array, at(10 * count), count).slice();
    });
  }

  /** A snapshot from what `Snapshot.bytes` has given, on this machine or another. Throws a `SceneError` for other bytes. */
  snapshot(bytes: Uint8Array): Snapshot {
    const { memory } = this;
    return memory.withBytes(bytes, (address, size) => {
      memory.must("carom_snapshot_from_bytes", address, size, memory.scratch);
      return new Snapshot(memory, memory.address(memory.scratch));
    });
  }

  /** Another world in which all of a journal has happened, to the same bits. Throws a `SceneError` for other bytes. */
  replay(journal: Uint8Array): World {
    const { memory } = this;
    return memory.withBytes(journal, (address, size) => {
      memory.must("carom_world_from_journal", address, size, memory.scratch);
      return new World(memory, memory.address(memory.scratch));
    });
  }

  private report(address: number, size: number): Validation {
    const { memory } = this;
    return JSON.parse(
      memory.text((text, length) => memory.must("carom_validate", address, size, text, length)),
    ) as Validation;
  }
}

/** The whole state of a world, in the engine's memory: give it back with `free` when it is not needed any more. */
export class Snapshot {
  /** Scene time. */
  readonly time: number;
  private readonly address: Handle;

  /** @internal Use `World.snapshot` or `Carom.snapshot`. */
  constructor(
    private readonly memory: Memory,
    address: number,
  ) {
    this.address = new Handle("snapshot", address);
    this.time = memory.call("carom_snapshot_time", address);
  }

  /** @internal */
  handle(memory: Memory): number {
    if (memory !== this.memory) throw new Error("the snapshot is of another engine: take its bytes there");
    return this.address.open;
  }

  /** The same bytes on every machine, and from C and Python: for `Carom.snapshot`. A copy. */
  bytes(): Uint8Array {
    const address = this.address.open;
    return this.memory.bytes((where, size) => this.memory.must("carom_snapshot_bytes", address, where, size));
  }

  free(): void {
    this.memory.call("carom_snapshot_free", this.address.take());
  }
}

export class World {
  private readonly handle: Handle;
  private recording = true;
  private callbacks: ContactCallbacks = {};
  private interrupt: (() => boolean) | undefined;
  private serials: { revision: number; column: Float64Array } = { revision: -1, column: new Float64Array() };

  /** @internal Use `Carom.open` or `Carom.world`. */
  constructor(
    private readonly memory: Memory,
    address: number,
  ) {
    this.handle = new Handle("world", address);
    this.setLimits(DEFAULT_LIMITS);
  }

  /** Gives the memory back; nothing else can be called afterwards. Snapshots have their own. */
  free(): void {
    const address = this.handle.open;
    this.memory.must("carom_world_free", address);
    this.memory.listen(address, undefined);
    this.handle.take();
  }

  // Time.

  get time(): number {
    return this.number("carom_time");
  }

  /** At which the duration of the scene ends. */
  get end(): number {
    return this.number("carom_duration");
  }

  /** Steps taken so far; 0 in the event world, which has none. */
  get steps(): number {
    return this.count("carom_step_count");
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

  /** What one step may use at most. What is left out is as before `setLimits` was first called: `DEFAULT_LIMITS`. */
  setLimits(limits: Partial<Limits>): void {
    const { scratch, view } = this.memory;
    const { work, workABody, records, recordsABody } = { ...DEFAULT_LIMITS, ...limits };
    const write = (name: keyof typeof LIMITS.offset, value: number) => {
      if (!(value >= 0)) throw fault(`/${name}`, `expected a number that is not negative, found ${value}`);
      view.setBigUint64(scratch + LIMITS.offset[name], value < 2 ** 63 ? BigInt(Math.floor(value)) : ENDLESS, true);
    };
    write("work", work);
    write("work_a_body", workABody);
    write("records", records);
    write("records_a_body", recordsABody);
    this.must("carom_set_limits", scratch);
  }

  /**
   * Asked about every 20 ms while steps are taken; true ends the step, which throws a `StepFailure`: the world is where the
   * step before has left it. It must not call the world. undefined: no callback.
   */
  onInterrupt(ask: (() => boolean) | undefined): void {
    this.must("carom_host_interrupt", ask ? 1 : 0);
    this.interrupt = ask;
    this.listen();
  }

  /**
   * Called on every contact while a step runs, before it is resolved and after. Bodies may be added, removed, moved and pushed
   * from there, but the world cannot be stepped or restored. What they throw ends the step, which is undone, and comes out of
   * `step` or `stepTo`. {}: no callback.
   */
  onContact(callbacks: ContactCallbacks): void {
    this.must("carom_host_callbacks", callbacks.before ? 1 : 0, callbacks.after ? 1 : 0);
    this.callbacks = { ...callbacks };
    this.listen();
  }

  // What there is.

  get bodies(): Bodies {
    const { memory } = this;
    const first = memory.struct(BODIES, this.table("carom_get_bodies"));
    const { count, revision } = first;
    if (this.serials.revision !== revision) this.serials = { revision, column: memory.wide(first.body, count) };
    return {
      count,
      revision,
      serial: this.serials.column,
      kind: memory.column(Uint8Array, first.kind, count),
      flags: memory.column(Uint8Array, first.flags, count),
      at: memory.column(Float64Array, first.at, 2 * count),
      velocity: memory.column(Float64Array, first.velocity, 2 * count),
      angle: memory.column(Float64Array, first.angle, count),
      spin: memory.column(Float64Array, first.spin, count),
      radius: memory.column(Float64Array, first.radius, count),
      mass: memory.column(Float64Array, first.mass, count),
    };
  }

  get outlines(): Outlines {
    const { memory } = this;
    const { count, body, start, points } = memory.struct(OUTLINES, this.table("carom_get_outlines"));
    const starts = memory.column(Uint32Array, start, count + 1);
    return {
      count,
      serial: memory.wide(body, count),
      start: starts,
      points: memory.column(Float64Array, points, 2 * starts[count]!),
    };
  }

  /** The contacts of the last `step` or `stepTo`, of all the steps that it took. */
  get events(): Events {
    const { memory } = this;
    const first = memory.struct(EVENTS, this.table("carom_get_events"));
    const { count } = first;
    return {
      count,
      t: memory.column(Float64Array, first.t, count),
      a: memory.wide(first.a, count),
      b: memory.wide(first.b, count),
      point: memory.column(Float64Array, first.point, 2 * count),
      normal: memory.column(Float64Array, first.normal, 2 * count),
      speed: memory.column(Float64Array, first.speed, count),
      impulse: memory.column(Float64Array, first.impulse, count),
      response: memory.column(Uint8Array, first.response, count),
      effects: memory.column(Uint32Array, first.effects, count),
    };
  }

  /** Number `k` of `events`, with names and effects. */
  event(k: number): EventLine {
    return JSON.parse(this.eventText(k)) as EventLine;
  }

  /** The same as the very line that `carom run --events` writes, without the end of the line. */
  eventText(k: number): string {
    if (!Number.isInteger(k) || k < 0 || k >= countAt(this.memory, this.table("carom_get_events")))
      throw new RangeError(`there is no event ${k}`);
    return this.text("carom_event_json", k);
  }

  /** What a body is called, also when it is gone: its name, or "#serial". */
  name(serial: number): string {
    return this.text("carom_name", handle(serial));
  }

  /** The body of this name; undefined: there is none. */
  find(name: string): number | undefined {
    const { memory } = this;
    const found = memory.withName(name, (address) => this.ask("carom_find", address, memory.scratch));
    return memory.finds(found, ["CAROM_GONE"]) ? wide(memory.view, memory.scratch) : undefined;
  }

  /** A body as a scene that went on from here would have it, with name, tags, mass, health; undefined: it is gone. */
  body(serial: number): SceneBody | undefined {
    const { memory } = this;
    const status = this.ask("carom_body_json", handle(serial), memory.scratch, memory.scratch + 4);
    if (!memory.finds(status, ["CAROM_GONE"])) return undefined;
    return JSON.parse(memory.made()) as SceneBody;
  }

  /** Numbers of a body, without its shape, name and tags; undefined: it is gone. */
  info(serial: number): BodyInfo | undefined {
    const { memory } = this;
    if (!memory.finds(this.ask("carom_body_get", handle(serial), memory.scratch), ["CAROM_GONE"])) return undefined;
    const { view, scratch } = memory;
    const { offset } = BODY_INFO;
    const number = (member: number) => view.getFloat64(scratch + member, true);
    const bool = (member: number) => view.getUint8(scratch + member) !== 0;
    const { at, velocity, angle, spin } = stateOf(view, scratch + offset.state);
    return {
      at,
      velocity,
      angle,
      spin,
      kind: KINDS[view.getUint32(scratch + offset.kind, true)]!,
      radius: number(offset.radius),
      mass: number(offset.mass),
      hollow: bool(offset.hollow),
      fixed: bool(offset.fixed),
      sensor: bool(offset.sensor),
      category: view.getUint32(scratch + offset.category, true),
      mask: view.getUint32(scratch + offset.mask, true),
      damping: number(offset.damping),
      restitution: optional(view, scratch + offset.restitution),
      friction: optional(view, scratch + offset.friction),
      health: optional(view, scratch + offset.health),
      lifetime: optional(view, scratch + offset.lifetime),
      userData: view.getBigUint64(scratch + offset.user_data, true),
    };
  }

  /**
   * Where a body was at a time inside the last step, exactly: at the moment of a hit too, also if it was its last one.
   * Undefined at others, and before it came.
   */
  stateAt(serial: number, time: number): BodyState | undefined {
    const { memory } = this;
    const status = this.ask("carom_state_at", handle(serial), time, memory.scratch);
    if (!memory.finds(status, ["CAROM_GONE", "CAROM_NOT_HERE"])) return undefined;
    return stateOf(memory.view, memory.scratch);
  }

  /**
   * `stateAt` of all `bodies` in one call, in their order, as copies; a body that came during the step, before which it was
   * nowhere, is where it is now.
   */
  statesAt(time: number): States {
    const { memory } = this;
    const count = countAt(memory, this.table("carom_get_bodies"));
    const width = STATE.size / 8;
    return memory.withRoom(STATE.size * count, (address) => {
      this.must("carom_states_at", time, address, count);
      const states = memory.column(Float64Array, address, width * count);
      const [at, velocity] = [new Float64Array(2 * count), new Float64Array(2 * count)];
      const [angle, spin] = [new Float64Array(count), new Float64Array(count)];
      for (let k = 0; k < count; ++k) {
        const first = width * k;
        at[2 * k] = states[first]!;
        at[2 * k + 1] = states[first + 1]!;
        velocity[2 * k] = states[first + 2]!;
        velocity[2 * k + 1] = states[first + 3]!;
        angle[k] = states[first + 4]!;
        spin[k] = states[first + 5]!;
      }
      return { at, velocity, angle, spin };
    });
  }

  // Questions.

  /** Serials of the bodies that have this point, in order of creation: the last one is drawn on top. */
  pick(x: number, y: number): number[] {
    return this.inRegion([x, y], [x, y]);
  }

  /** Serials of the bodies that have a point in common with a rectangle, in order of creation. */
  inRegion(min: Point, max: Point): number[] {
    const { memory } = this;
    const [low, high] = [memory.point(0, min), memory.point(1, max)];
    const out = memory.scratch + 64;
    this.must("carom_in_region", low, high, out, out + 4);
    return this.taken(memory.address(out), memory.address(out + 4));
  }

  /** The body nearest to a point, how far away it is, and its point that is nearest; undefined: there is no body. */
  nearest(x: number, y: number): { serial: number; distance: number; point: Point } | undefined {
    const { memory } = this;
    const out = memory.scratch + 64;
    const status = this.ask("carom_nearest", memory.point(0, [x, y]), out, out + 8, out + 16);
    if (!memory.finds(status, ["CAROM_GONE"])) return undefined;
    const { view } = memory;
    const number = (at: number) => view.getFloat64(at, true);
    return { serial: wide(view, out), distance: number(out + 8), point: [number(out + 16), number(out + 24)] };
  }

  /** The first body that a ray meets; undefined: none. */
  rayCast(from: Point, to: Point, { mask = EVERYTHING }: CastOptions = {}): RayHit | undefined {
    const { memory } = this;
    const out = memory.scratch + 64;
    this.must("carom_ray_cast", memory.point(0, from), memory.point(1, to), bits(mask, "/mask"), out);
    return rayHit(memory, out);
  }

  /** Many rays at once; x and y of their ends one after the other. Copies. */
  rayCasts(from: ArrayLike<number>, to: ArrayLike<number>, { mask = EVERYTHING }: CastOptions = {}): RayHits {
    const { memory } = this;
    if (from.length !== to.length || from.length % 2 !== 0)
      throw new RangeError(`expected as many numbers in both, two a ray, found ${from.length} and ${to.length}`);
    const count = from.length / 2;
    const ends = new Float64Array(4 * count);
    ends.set(from);
    ends.set(to, 2 * count);
    const hits: RayHits = {
      hit: new Uint8Array(count),
      serial: new Float64Array(count),
      distance: new Float64Array(count),
      point: new Float64Array(2 * count),
      normal: new Float64Array(2 * count),
    };
    memory.withNumbers(ends, (first) =>
      memory.withRoom(RAY_HIT.size * count, (out) => {
        this.must("carom_ray_cast_many", first, first + 16 * count, count, bits(mask, "/mask"), out);
        for (let k = 0; k < count; ++k) {
          const found = rayHit(memory, out + k * RAY_HIT.size);
          if (!found) continue;
          hits.hit[k] = 1;
          hits.serial[k] = found.serial;
          hits.distance[k] = found.distance;
          hits.point.set(found.point, 2 * k);
          hits.normal.set(found.normal, 2 * k);
        }
      }),
    );
    return hits;
  }

  /** The first body that a shape meets which is moved without turning; `distance` is how far it can go. */
  shapeCast(
    shape: CastShape,
    from: Point,
    to: Point,
    { mask = EVERYTHING, angle = 0 }: ShapeCastOptions = {},
  ): RayHit | undefined {
    const { memory } = this;
    const { circle, polygon, segment } = shape;
    const points = polygon?.vertices ?? segment?.ends ?? [];
    return memory.withNumbers(points.flat(), (vertices) => {
      const [start, stop] = [memory.point(0, from), memory.point(1, to)];
      const [out, at] = [memory.scratch + 64, memory.scratch + 256];
      const { view } = memory;
      const { offset } = SHAPE;
      view.setUint32(at + offset.kind, circle ? Kind.circle : polygon ? Kind.polygon : Kind.segment, true);
      view.setFloat64(at + offset.radius, circle?.radius ?? 0, true);
      view.setUint8(at + offset.hollow, (circle ?? polygon)?.hollow ? 1 : 0);
      view.setUint8(at + offset.horizontal, 0);
      view.setFloat64(at + offset.offset, 0, true);
      view.setUint32(at + offset.vertices, vertices, true);
      view.setUint32(at + offset.vertex_count, points.length, true);
      this.must("carom_shape_cast", at, angle, start, stop, bits(mask, "/mask"), out);
      return rayHit(memory, out);
    });
  }

  /** What a shape meets first on its way, on which it may turn; undefined: nothing. Exact where it does not turn. */
  cast(shape: AnyShape, from: Pose, to: Pose, options: FilterOptions = {}): CastHit | undefined {
    return this.casts([{ shape, from, to }], options)[0];
  }

  /** Many casts in one call, each as if it were made alone. The place of an error begins with its number: "/17/circle/radius". */
  casts(casts: readonly Cast[], options: FilterOptions = {}): (CastHit | undefined)[] {
    const { memory } = this;
    const [sizes, count] = [CAST.size + CAST_HIT.size, casts.length];
    const room = casts.reduce((sum, { shape }) => sum + roomOf(shape), sizes * count);
    return memory.withRoom(room, (first) => {
      const hits = first + CAST.size * count;
      let free = first + sizes * count;
      casts.forEach(({ shape, from, to }, k) => {
        const at = first + CAST.size * k;
        free = writeQueryShape(memory.view, at, shape, free);
        writePose(memory.view, at + CAST.offset.from, from);
        writePose(memory.view, at + CAST.offset.to, to);
      });
      this.must("carom_cast_many", first, count, this.filter(options), hits);
      return casts.map((_, k) => {
        const { hit, body, t, distance, point, normal } = memory.struct(CAST_HIT, hits + CAST_HIT.size * k);
        return hit ? { serial: body, t, distance, point, normal } : undefined;
      });
    });
  }

  /** Serials of the bodies that have a point in common with a shape, in order of creation. */
  overlaps(shape: AnyShape, at: Pose, options: FilterOptions = {}): number[] {
    const { memory } = this;
    return memory.withRoom(PLACED.size + roomOf(shape), (first) => {
      writeQueryShape(memory.view, first, shape, first + PLACED.size);
      writePose(memory.view, first + PLACED.offset.at, at);
      const out = memory.scratch + 64;
      this.must("carom_overlaps_many", first, 1, this.filter(options), out, out + 4);
      return this.taken(memory.address(out), memory.address(out + 8));
    });
  }

  /** Serials of the bodies inside a sensor, as the last step has left it; undefined: the sensor is gone. */
  inside(sensor: number): number[] | undefined {
    const { memory } = this;
    const out = memory.scratch + 64;
    const status = this.ask("carom_inside", handle(sensor), out, out + 4);
    if (!memory.finds(status, ["CAROM_GONE"])) return undefined;
    return this.taken(memory.address(out), memory.address(out + 4));
  }

  // Sums.

  get energy(): Energy {
    const { memory } = this;
    const { scratch } = memory;
    this.must("carom_energy", scratch, scratch + 8, scratch + 16);
    const [kinetic, potential, exchanged] = memory.column(Float64Array, scratch, 3) as unknown as number[];
    return { kinetic: kinetic!, potential: potential!, total: kinetic! + potential!, exchanged: exchanged! };
  }

  get momentum(): Point {
    const { memory } = this;
    this.must("carom_momentum", memory.scratch);
    const [x, y] = memory.column(Float64Array, memory.scratch, 2) as unknown as number[];
    return [x!, y!];
  }

  /** Whether momentum has nowhere to go: no fixed bodies, no bounds that answer, no fields. */
  get keepsMomentum(): boolean {
    this.must("carom_keeps_momentum", this.memory.scratch);
    return this.memory.view.getUint8(this.memory.scratch) !== 0;
  }

  /** About the origin. */
  get angularMomentum(): number {
    return this.number("carom_angular_momentum");
  }

  /** Contacts since the world was made. */
  get collisions(): number {
    return this.count("carom_collision_count");
  }

  get policies(): Policies {
    const { memory } = this;
    this.must("carom_get_policies", memory.scratch);
    const { capped_extrapolations, capped_substeps, ...others } = memory.struct(POLICIES, memory.scratch);
    return { ...others, cappedExtrapolations: capped_extrapolations, cappedSubsteps: capped_substeps };
  }

  /** Undefined: there is nothing to measure. */
  get gas(): Gas | undefined {
    const { memory } = this;
    if (!memory.finds(this.ask("carom_get_gas", memory.scratch), ["CAROM_NOT_HERE"])) return undefined;
    const { collision_rate, mean_free_path, ...others } = memory.struct(GAS, memory.scratch);
    return { ...others, collisionRate: collision_rate, meanFreePath: mean_free_path };
  }

  /** Of the bits of the state: equal to the command line's for the same scene at the same time. */
  get hash(): string {
    this.must("carom_hash", this.memory.scratch);
    return this.memory.view.getBigUint64(this.memory.scratch, true).toString(16).padStart(16, "0");
  }

  // Changes, between steps and from inside `onContact`.

  /** Adds a body and returns its serial. Throws a `SceneError`, its place inside the body: "/circle/radius". */
  add(body: SceneBody | string): number {
    const { memory } = this;
    const text = typeof body === "string" ? body : JSON.stringify(body);
    memory.withText(text, (address, size) => this.must("carom_add_json", address, size, memory.scratch));
    return wide(memory.view, memory.scratch);
  }

  /** False: there is no such body any more. */
  remove(serial: number): boolean {
    return this.exists(this.ask("carom_remove", handle(serial)));
  }

  /**
   * Changes whatever keys are given, as a scene's body has them; null gives a key its default. A new shape takes the place of
   * the old one. False: there is no such body any more. Throws a `SceneError` ("/mass"); not from inside `onContact`.
   */
  changeBody(serial: number, changes: BodyChanges): boolean {
    const text = JSON.stringify(changes);
    return this.memory.withText(text, (address, size) =>
      this.exists(this.ask("carom_change_json", handle(serial), address, size)),
    );
  }

  /** False, and nothing happens, if the body is gone or the numbers are beyond 1e60 or NaN. */
  teleport(serial: number, x: number, y: number): boolean {
    return this.ask("carom_set_at", handle(serial), this.memory.point(0, [x, y])) === "CAROM_OK";
  }

  /** The same. */
  setVelocity(serial: number, x: number, y: number): boolean {
    return this.ask("carom_set_velocity", handle(serial), this.memory.point(0, [x, y])) === "CAROM_OK";
  }

  /** Of many bodies in one call, x and y one after the other; all of them or, with an error, none. */
  setVelocities(serials: ArrayLike<number>, velocities: ArrayLike<number>): void {
    const count = serials.length;
    if (velocities.length !== 2 * count)
      throw new RangeError(`expected ${2 * count} numbers, two a body, found ${velocities.length}`);
    const handles = BigUint64Array.from(Array.from(serials, handle));
    this.memory.withBytes(new Uint8Array(handles.buffer), (bodies) =>
      this.memory.withNumbers(velocities, (numbers) => this.must("carom_set_velocities", bodies, numbers, count)),
    );
  }

  /** Radians a second, counterclockwise. False: the body is gone. Throws where a number or this world does not allow it. */
  setSpin(serial: number, spin: number): boolean {
    return this.exists(this.ask("carom_set_spin", handle(serial), spin));
  }

  /** Turns a body about its shape's origin. This and the next four: between steps only, and otherwise as `setSpin`. */
  setAngle(serial: number, angle: number): boolean {
    return this.exists(this.ask("carom_set_angle", handle(serial), angle));
  }

  /** Undefined: the world's value counts. */
  setRestitution(serial: number, restitution: number | undefined): boolean {
    return this.exists(this.ask("carom_set_restitution", handle(serial), this.given(restitution)));
  }

  /** Undefined: the world's value counts. */
  setFriction(serial: number, friction: number | undefined): boolean {
    return this.exists(this.ask("carom_set_friction", handle(serial), this.given(friction)));
  }

  setMass(serial: number, mass: number): boolean {
    return this.exists(this.ask("carom_set_mass", handle(serial), mass));
  }

  /** A fixed body with a velocity or spin is kinematic: it moves, and no contact changes that. */
  setFixed(serial: number, fixed: boolean): boolean {
    return this.exists(this.ask("carom_set_fixed", handle(serial), fixed ? 1 : 0));
  }

  /** At once, at the centre of mass, or at a point of the plane, which turns the body too. The same. */
  applyImpulse(serial: number, impulse: Point, at?: Point): boolean {
    const { memory } = this;
    const push = memory.point(0, impulse);
    if (!at) return this.exists(this.ask("carom_apply_impulse", handle(serial), push));
    return this.exists(this.ask("carom_apply_impulse_at", handle(serial), push, memory.point(1, at)));
  }

  /** For the next step. The same. */
  applyForce(serial: number, force: Point): boolean {
    return this.exists(this.ask("carom_apply_force", handle(serial), this.memory.point(0, force)));
  }

  /** Two bodies meet if each one's mask has a bit of the other's category. The same. */
  setFilter(serial: number, category: number, mask: number): boolean {
    const status = this.ask("carom_set_filter", handle(serial), bits(category, "/category"), bits(mask, "/mask"));
    return this.exists(status);
  }

  /** 64 bits that the world keeps for you: `info(serial).userData`. False: the body is gone. */
  setUserData(serial: number, data: bigint | number): boolean {
    return this.exists(this.ask("carom_set_user_data", handle(serial), BigInt.asUintN(64, BigInt(data))));
  }

  /** Rules know bodies by their tags. False: the body is gone. */
  addTag(serial: number, tag: string): boolean {
    return this.memory.withName(tag, (address) => this.exists(this.ask("carom_add_tag", handle(serial), address)));
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
    const scene = JSON.stringify({ carom: 1, world: { ...this.settings, ...settings } });
    this.memory.withText(scene, (address, size) => this.must("carom_change_settings", address, size));
  }

  // The state as a whole.

  /** The state as a scene that runs on from here, as `carom run --state` writes it. */
  scene(): string {
    return this.text("carom_scene_json");
  }

  /** To come back to: what follows a `restore` is the same, bit by bit, as what followed the snapshot. */
  snapshot(): Snapshot {
    const { memory } = this;
    this.must("carom_snapshot_take", memory.scratch);
    return new Snapshot(memory, memory.address(memory.scratch));
  }

  /** Back to a snapshot, settings included. There are no `events` after it, until the next step. */
  restore(snapshot: Snapshot): void {
    this.must("carom_restore", snapshot.handle(this.memory));
  }

  /** Keeps a journal from here on of every call that changes the world. */
  startJournal(): void {
    this.must("carom_journal_start");
  }

  stopJournal(): void {
    this.must("carom_journal_stop");
  }

  /** All up to now, with settings and rules: for `Carom.replay`, or the report of a defect. A copy. */
  journal(): Uint8Array {
    return this.memory.bytes((where, size) => this.must("carom_journal_bytes", where, size));
  }

  // Calls.

  /** A carom_filter in the scratch. */
  private filter({ mask = EVERYTHING, sensors = true, without }: FilterOptions): number {
    const { scratch, view } = this.memory;
    const { offset } = FILTER;
    view.setUint32(scratch + offset.mask, bits(mask, "/mask"), true);
    view.setUint8(scratch + offset.no_sensors, sensors ? 0 : 1);
    view.setBigUint64(scratch + offset.except, without === undefined ? ENDLESS : handle(without), true);
    return scratch;
  }

  /** A carom_optional in the scratch. */
  private given(value: number | undefined): number {
    const { scratch, view } = this.memory;
    view.setUint8(scratch, value === undefined ? 0 : 1);
    view.setFloat64(scratch + 8, value ?? 0, true);
    return scratch;
  }

  /** Serials that a call has handed out. */
  private taken(address: number, count: number): number[] {
    const found = [...this.memory.wide(address, count)];
    this.memory.free(address);
    return found;
  }

  private forward(until: number, most: number, record: boolean): boolean {
    const { memory } = this;
    if (record !== this.recording) {
      this.must("carom_set_recording", record ? 1 : 0);
      this.recording = record;
    }
    const count = most < 2 ** 53 ? BigInt(Math.max(0, Math.floor(most))) : ENDLESS;
    this.must("carom_run_some", until, count, memory.scratch);
    return memory.view.getBigUint64(memory.scratch, true) > 0n;
  }

  private listen(): void {
    const { callbacks, interrupt, memory } = this;
    if (!callbacks.before && !callbacks.after && !interrupt) return memory.listen(this.handle.open, undefined);
    let asked = performance.now();
    memory.listen(this.handle.open, {
      before: (address) => {
        const { view } = memory;
        const answer = callbacks.before?.({
          ...contactAt(view, address),
          restitution: view.getFloat64(address + C.restitution, true),
          inner: view.getUint8(address + C.inner) !== 0,
          velocityA: point(view, address + C.velocity_a),
          velocityB: point(view, address + C.velocity_b),
        });
        return answer !== false;
      },
      after: (address) => {
        const { view } = memory;
        callbacks.after?.({
          ...contactAt(view, address),
          impulse: view.getFloat64(address + C.impulse, true),
          response: RESPONSES[view.getUint32(address + C.response, true)]!,
        });
      },
      stop: () => {
        const now = performance.now();
        if (now - asked < ASK_EVERY) return false;
        asked = now;
        return interrupt?.() === true;
      },
    });
  }

  private must(name: string, ...values: (number | bigint)[]): void {
    this.memory.must(name, this.handle.open, ...values);
  }

  private ask(name: string, ...values: (number | bigint)[]): Status {
    return this.memory.ask(name, this.handle.open, ...values);
  }

  private exists(status: Status): boolean {
    return this.memory.finds(status, ["CAROM_GONE"]);
  }

  /** One double. */
  private number(name: string): number {
    this.must(name, this.memory.scratch);
    return this.memory.view.getFloat64(this.memory.scratch, true);
  }

  private count(name: string): number {
    this.must(name, this.memory.scratch);
    return wide(this.memory.view, this.memory.scratch);
  }

  private text(name: string, ...values: (number | bigint)[]): string {
    return this.memory.text((text, size) => this.must(name, ...values, text, size));
  }

  /** Where a struct of columns stands. */
  private table(name: string): number {
    this.must(name, this.memory.scratch);
    return this.memory.address(this.memory.scratch);
  }
}

/** The first member of every struct of columns. */
function countAt(memory: Memory, address: number): number {
  return memory.address(address);
}

function rayHit(memory: Memory, address: number): RayHit | undefined {
  const { hit, body, distance, point, normal } = memory.struct(RAY_HIT, address);
  return hit ? { serial: body, distance, point, normal } : undefined;
}
