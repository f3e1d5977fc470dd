/**
 * Where the members of the structs of carom.h stand in the engine's memory: the layout of C on wasm32, by natural
 * alignment. tests/wasm/check_layout.mjs holds every name, place and size here against the header, by a C compiler.
 */

import type { BodyState, Point } from "./types.js";

/** What a member is read as; `body` and `count` are 64-bit numbers of which 53 are used. */
interface Kinds {
  bool: boolean;
  u8: number;
  u32: number;
  /** An enumeration. */
  enum: number;
  /** A size_t. */
  size: number;
  address: number;
  u64: bigint;
  body: number;
  count: number;
  f64: number;
  vec2: Point;
  optional: number | undefined;
  state: BodyState;
  pose: [at: Point, angle: number];
  /** Is only written. */
  shape: undefined;
}
type Kind = keyof Kinds;

const SPACE: Record<Kind, [size: number, align: number]> = {
  bool: [1, 1],
  u8: [1, 1],
  u32: [4, 4],
  enum: [4, 4],
  size: [4, 4],
  address: [4, 4],
  u64: [8, 8],
  body: [8, 8],
  count: [8, 8],
  f64: [8, 8],
  vec2: [16, 8],
  optional: [16, 8],
  state: [48, 8],
  pose: [24, 8],
  shape: [40, 8],
};

export type Members = Record<string, Kind>;

export interface Struct<M extends Members> {
  /** As C has it. */
  readonly name: string;
  readonly size: number;
  readonly members: M;
  readonly offset: Readonly<Record<keyof M, number>>;
  /** The same three, to go through. */
  readonly entries: readonly (readonly [name: string, kind: Kind, offset: number])[];
}

/** What `read` makes of a struct. */
export type Read<M extends Members> = { [Name in keyof M]: Kinds[M[Name]] };

function struct<const M extends Members>(name: string, members: M): Struct<M> {
  const offset: Record<string, number> = {};
  let end = 0;
  let widest = 1;
  for (const [member, kind] of Object.entries(members)) {
    const [size, align] = SPACE[kind];
    offset[member] = Math.ceil(end / align) * align;
    end = offset[member] + size;
    widest = Math.max(widest, align);
  }
  return {
    name,
    size: Math.ceil(end / widest) * widest,
    members,
    offset: offset as Record<keyof M, number>,
    entries: Object.entries(members).map(([member, kind]) => [member, kind, offset[member]!]),
  };
}

/** A double that stands in memory only where it is given. */
export function optional(memory: DataView, at: number): number | undefined {
  return memory.getUint8(at) !== 0 ? memory.getFloat64(at + 8, true) : undefined;
}

export function point(memory: DataView, at: number): Point {
  return [memory.getFloat64(at, true), memory.getFloat64(at + 8, true)];
}

export function stateOf(memory: DataView, at: number): BodyState {
  return {
    at: point(memory, at),
    velocity: point(memory, at + 16),
    angle: memory.getFloat64(at + 32, true),
    spin: memory.getFloat64(at + 40, true),
  };
}

/** A 64-bit number; exact up to 2^53. */
export function wide(memory: DataView, at: number): number {
  return memory.getUint32(at, true) + memory.getUint32(at + 4, true) * 2 ** 32;
}

function value(memory: DataView, at: number, kind: Kind): Kinds[Kind] {
  switch (kind) {
    case "bool":
      return memory.getUint8(at) !== 0;
    case "u8":
      return memory.getUint8(at);
    case "enum":
    case "u32":
    case "size":
    case "address":
      return memory.getUint32(at, true);
    case "u64":
      return memory.getBigUint64(at, true);
    case "body":
    case "count":
      return wide(memory, at);
    case "f64":
      return memory.getFloat64(at, true);
    case "vec2":
      return point(memory, at);
    case "optional":
      return optional(memory, at);
    case "state":
      return stateOf(memory, at);
    case "pose":
      return [point(memory, at), memory.getFloat64(at + 16, true)];
    case "shape":
      return undefined;
  }
}

export function read<M extends Members>(memory: DataView, type: Struct<M>, at: number): Read<M> {
  const result: Record<string, unknown> = {};
  for (const [name, kind, offset] of type.entries) result[name] = value(memory, at + offset, kind);
  return result as Read<M>;
}

export const STATE = struct("carom_state", { at: "vec2", velocity: "vec2", angle: "f64", spin: "f64" });

export const BODIES = struct("carom_bodies", {
  count: "size",
  revision: "count",
  body: "address",
  kind: "address",
  flags: "address",
  at: "address",
  velocity: "address",
  angle: "address",
  spin: "address",
  radius: "address",
  mass: "address",
});

export const OUTLINES = struct("carom_outlines", {
  count: "size",
  body: "address",
  start: "address",
  points: "address",
});

export const EVENTS = struct("carom_events", {
  count: "size",
  t: "address",
  a: "address",
  b: "address",
  point: "address",
  normal: "address",
  speed: "address",
  impulse: "address",
  response: "address",
  effects: "address",
});

export const BODY_INFO = struct("carom_body_info", {
  state: "state",
  kind: "enum",
  radius: "f64",
  mass: "f64",
  hollow: "bool",
  fixed: "bool",
  sensor: "bool",
  category: "u32",
  mask: "u32",
  damping: "f64",
  restitution: "optional",
  friction: "optional",
  health: "optional",
  lifetime: "optional",
  user_data: "u64",
});

export const CONTACT = struct("carom_contact", {
  t: "f64",
  a: "body",
  b: "body",
  point: "vec2",
  normal: "vec2",
  speed: "f64",
  impulse: "f64",
  restitution: "f64",
  response: "enum",
  inner: "bool",
  velocity_a: "vec2",
  velocity_b: "vec2",
});

export const POLICIES = struct("carom_policies", {
  rests: "count",
  calms: "count",
  clumps: "count",
  grazes: "count",
  briefs: "count",
  hops: "count",
  holds: "count",
  capped_extrapolations: "count",
  capped_substeps: "count",
});

export const GAS = struct("carom_gas", {
  pressure: "f64",
  compressibility: "f64",
  collision_rate: "f64",
  mean_free_path: "f64",
  temperature: "f64",
  area: "f64",
});

export const RAY_HIT = struct("carom_ray_hit", {
  hit: "bool",
  body: "body",
  distance: "f64",
  point: "vec2",
  normal: "vec2",
});

export const LIMITS = struct("carom_limits", {
  work: "u64",
  work_a_body: "u64",
  records: "u64",
  records_a_body: "u64",
});

export const SHAPE = struct("carom_shape", {
  kind: "enum",
  radius: "f64",
  hollow: "bool",
  horizontal: "bool",
  offset: "f64",
  vertices: "address",
  vertex_count: "size",
});

export const FILTER = struct("carom_filter", { mask: "u32", no_sensors: "bool", except: "body" });

export const CAST = struct("carom_cast", {
  shape: "shape",
  parts: "address",
  part_count: "size",
  from: "pose",
  to: "pose",
});

export const PLACED = struct("carom_placed", { shape: "shape", parts: "address", part_count: "size", at: "pose" });

export const PART = struct("carom_part", { shape: "shape", at: "vec2", angle: "f64" });

export const CAST_HIT = struct("carom_cast_hit", {
  hit: "bool",
  body: "body",
  t: "f64",
  distance: "f64",
  point: "vec2",
  normal: "vec2",
});

export const CIRCLES = struct("carom_circles", { from: "address", to: "address", radius: "address" });

/** All of them, for the test. */
export const STRUCTS = [
  STATE, BODIES, OUTLINES, EVENTS, BODY_INFO, CONTACT, POLICIES, GAS, RAY_HIT, LIMITS, SHAPE, CIRCLES, FILTER, CAST,
  PLACED, PART, CAST_HIT,
] as const;

/** What carom_status counts. */
export const STATUSES = [
  "CAROM_OK",
  "CAROM_BAD_INPUT",
  "CAROM_GONE",
  "CAROM_NOT_HERE",
  "CAROM_BUSY",
  "CAROM_INTERRUPTED",
  "CAROM_CALLBACK_FAILED",
  "CAROM_LIMIT_REACHED",
  "CAROM_TIME_STANDS_STILL",
  "CAROM_NOT_FINITE",
  "CAROM_OUT_OF_MEMORY",
  "CAROM_INTERNAL",
] as const;
export type Status = (typeof STATUSES)[number];
