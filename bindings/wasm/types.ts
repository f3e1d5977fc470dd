/** What the engine tells, and what it is told. */

import type { Fault } from "./memory";

/** What `bodies.kind` counts. */
export const Kind = { circle: 0, border: 1, segment: 2, polygon: 3, compound: 4 } as const;

/** Bits of `bodies.flags`. */
export const Flag = { fixed: 1, hollow: 2, sensor: 4 } as const;

/** In `events.b`: not a body but the edges of the world. */
export const EDGES = 0xffffffff;

/** What `events.response` counts. */
export const RESPONSES = ["impulse", "rebound", "slide", "none", "ignore", "merge"] as const;

export type Detection = "swept" | "overlap" | "event";
export type Point = [x: number, y: number];

/**
 * All bodies there are, a column each, in order of creation. A body is known by its `serial`, its place in that order
 * from 0, which no other body ever gets. Points have x and y one after the other: body k is at `at[2k]`, `at[2k + 1]`.
 */
export interface Bodies {
  readonly count: number;
  /** Rises when a body came or went (or may have): the time to read `outlines` again. */
  readonly revision: number;
  readonly serial: Uint32Array;
  readonly kind: Uint8Array;
  readonly flags: Uint8Array;
  /** Of the shape's origin; `velocity` is that of the centre of mass. */
  readonly at: Float64Array;
  readonly velocity: Float64Array;
  readonly angle: Float64Array;
  readonly spin: Float64Array;
  /** Of a circle; of others how far they reach from `at`: Infinity for a border. */
  readonly radius: Float64Array;
  /** Of a fixed body: as if it were not. */
  readonly mass: Float64Array;
}

/**
 * What is no circle, as points around the body's own origin before it is turned: draw a point p of it at
 * `at` + p turned by `angle`. Outline k has the points from `start[k]` to `start[k + 1]`. A polygon is closed; a
 * segment has two ends; of a border, which has no end, there are two points that it goes through. A body of several
 * shapes has an outline for each, a circle among them as a polygon of many corners.
 */
export interface Outlines {
  readonly count: number;
  readonly serial: Uint32Array;
  readonly start: Uint32Array;
  readonly points: Float64Array;
}

/** Contacts in order of time, a column each; ties by order of creation. */
export interface Events {
  readonly count: number;
  /** Scene time. */
  readonly t: Float64Array;
  /** Serials: `a` was created first; `b` may be `EDGES`. Either may be gone by now. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly point: Float64Array;
  /** Of length 1, from b to a. */
  readonly normal: Float64Array;
  /** At which they closed in on each other along the normal. */
  readonly speed: Float64Array;
  /** Size of the momentum exchanged. */
  readonly impulse: Float64Array;
  /** An index into `RESPONSES`. */
  readonly response: Uint8Array;
  /** How many effects of rules ran; `world.event(k).effects` tells which. */
  readonly effects: Uint32Array;
}

/** An effect of a rule that ran, with names filled in. */
export type Effect =
  | { sound: string }
  | { notify: string }
  | { destroy: string }
  | { spawn: { name: string; lifetime?: number } & Record<string, unknown> }
  | { mark: { who: string; as: string } }
  | { damage: { amount: number; radius: number; to: string } };

/** A contact as a line of `carom run --events`; bodies by name. */
export interface EventLine {
  t: number;
  a: string;
  b: string;
  point: Point;
  normal: Point;
  speed: number;
  impulse: number;
  response: (typeof RESPONSES)[number];
  effects: Effect[];
}

/** One of several shapes that make a body: exactly one of them, and where it stands in the body. */
export interface ScenePart {
  circle?: { radius: number };
  polygon?: { vertices: Point[] };
  segment?: { ends: [Point, Point] };
  at?: Point;
  angle?: number;
}

/** A body as a scene has it: exactly one of the shapes. */
export interface SceneBody {
  name?: string;
  circle?: { radius: number; hollow?: boolean };
  polygon?: { vertices: Point[]; hollow?: boolean };
  segment?: { ends: [Point, Point] };
  border?: { x: number } | { y: number };
  /** In place of the one shape, several that are joined for good. */
  shapes?: ScenePart[];
  at?: Point;
  velocity?: Point;
  angle?: number;
  /** Radians a second, counterclockwise; in the swept world. */
  spin?: number;
  mass?: number;
  density?: number;
  fixed?: boolean;
  restitution?: number;
  friction?: number;
  /** False: contacts do not turn it. */
  turns?: boolean;
  tags?: string[];
  health?: number;
  lifetime?: number;
  sensor?: boolean;
  category?: number;
  mask?: number;
  damping?: number;
}

/** The `world` of a scene: what may be changed between steps. */
export interface Settings {
  detection: Detection;
  dt: number;
  duration: number;
  restitution: number;
  friction?: number;
  gravity?: Point;
  bounds?: { min: Point; max: Point; edges: "rebound" | "periodic" | "remove" };
  [more: string]: unknown;
}

export interface BodyState {
  /** Of the shape's origin. */
  at: Point;
  /** Of the centre of mass; of a fixed body, which spins about its origin, of `at`. */
  velocity: Point;
  angle: number;
  spin: number;
}

/** States of all bodies, a column each, as in `Bodies`. */
export type States = Pick<Bodies, "at" | "velocity" | "angle" | "spin">;

export interface Energy {
  kinetic: number;
  potential: number;
  total: number;
  /** What removed and spawned bodies and inelastic contacts took (negative) or brought since the world was made. */
  exchanged: number;
}

/** How often a policy that guarantees the end of every step has acted: docs/mathematics.md, 15 and 17. */
export interface Policies {
  rests: number;
  calms: number;
  clumps: number;
  grazes: number;
  briefs: number;
  hops: number;
  holds: number;
  /** Inner steps of the integrator `extrapolation` whose error is above its tolerance. */
  cappedExtrapolations: number;
  /** Parts of a step that are longer than `substep` asks for. */
  cappedSubsteps: number;
}

export interface Validation {
  /** At most 20, each with the message that `carom validate` prints after the file's name; none: the scene is good. */
  faults: Fault[];
  /** What is allowed and yet looks like a slip. */
  warnings: Fault[];
  /** Of a good scene. */
  bodies: number;
  rules: number;
}

export interface StepToOptions {
  /** The most steps to take in this call, in the event world thousands of events; the rest is left to the next. */
  most?: number;
  /** False: `events` stays empty, which saves memory when a great many are to be expected. */
  record?: boolean;
}
