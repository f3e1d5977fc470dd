/** The engine's outputs and inputs. */

import type { Fault } from "./memory.js";

/** What `bodies.kind` counts. */
export const Kind = { circle: 0, border: 1, segment: 2, polygon: 3, compound: 4 } as const;

/** Bits of `bodies.flags`. */
export const Flag = { fixed: 1, hollow: 2, sensor: 4 } as const;

/** In place of a serial, in `events.b` and contacts: not a body but the edges of the world. No body has this serial. */
export const EDGES = 2 ** 64;

/** A mask that keeps nothing out. */
export const EVERYTHING = 0xffffffff;

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
  /** Whole numbers; a copy, which stays as it is. */
  readonly serial: Float64Array;
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
  readonly serial: Float64Array;
  readonly start: Uint32Array;
  readonly points: Float64Array;
}

/** What `events.response` counts, by name. */
export type Response = (typeof RESPONSES)[number];

/** Contacts in order of time, a column each; ties by order of creation. */
export interface Events {
  readonly count: number;
  /** Scene time. */
  readonly t: Float64Array;
  /** Serials: `a` was created first; `b` may be `EDGES`. Either may be gone by now. */
  readonly a: Float64Array;
  readonly b: Float64Array;
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
  response: Response;
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
  /** Radians a second, counterclockwise; in the swept world, and of circles in the event world. */
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

/** Restitution e by the closing speed v: 1 - A v^(1/5), or straight lines between rows [v, e] of rising speed. */
export type RestitutionLaw = { viscoelastic: number } | { table: [number, number][] };

/** The `world` of a scene: what may be changed between steps. */
export interface Settings {
  detection: Detection;
  dt: number;
  duration: number;
  restitution: number;
  /** In the place of `restitution`: by the speed with which two close. */
  restitution_law?: RestitutionLaw;
  friction?: number;
  gravity?: Point;
  bounds?: { min: Point; max: Point; edges?: "rebound" | "periodic" | "remove" };
  sources?: { at: Point; strength: number }[];
  attraction?: { G?: number; softening?: number; opening?: number };
  integrator?: "leapfrog" | "chin" | "extrapolation";
  substep?: number;
  contact_duration?: number;
  time?: number;
  [more: string]: unknown;
}

/** One of the `rules` of a scene: docs/scenes.md says what it may have. */
export interface Rule {
  between: [string, string];
  response?: Response;
  restitution?: number;
  /** In the place of `restitution`. */
  restitution_law?: RestitutionLaw;
  /** The first of `between` stops the second only from the side to which this points. */
  one_way?: Point;
  before?: Record<string, unknown>[];
  after?: Record<string, unknown>[];
  [more: string]: unknown;
}

/** A scene as an object. */
export interface Scene {
  carom: 1;
  name?: string;
  about?: string;
  /** What the numbers are given in: words beside them in pictures and plots. */
  units?: { length?: string; time?: string; mass?: string };
  world?: Partial<Settings>;
  bodies?: SceneBody[];
  fill?: Record<string, unknown>[];
  rules?: Rule[];
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

/** States of all bodies, a column each, as in `Bodies`; copies, which stay as they are. */
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

/** What there is to know of a body beside its shape, name and tags. What is not there is undefined. */
export interface BodyInfo extends BodyState {
  kind: keyof typeof Kind;
  /** Of a circle; of others how far they reach from `at`. */
  radius: number;
  /** Of a fixed body: as if it were not. */
  mass: number;
  hollow: boolean;
  fixed: boolean;
  sensor: boolean;
  category: number;
  mask: number;
  damping: number;
  restitution: number | undefined;
  friction: number | undefined;
  health: number | undefined;
  /** What is left of it. */
  lifetime: number | undefined;
  /** What `setUserData` has given it. */
  userData: bigint;
}

/** Keys of a body that change; null gives a key its default. */
export type BodyChanges = { [Key in keyof SceneBody]?: SceneBody[Key] | null };

/** What holds of a contact before and after it is resolved. */
export interface Contact {
  /** Scene time. */
  t: number;
  a: number;
  /** Or `EDGES`. */
  b: number;
  point: Point;
  /** Of length 1, from b to a. */
  normal: Point;
  /** At which they close in on each other along the normal. */
  speed: number;
}

/** Two bodies that touch, before the contact is resolved. */
export interface ContactBefore extends Contact {
  restitution: number;
  /** One is inside the other's ring or arena. */
  inner: boolean;
  velocityA: Point;
  velocityB: Point;
}

/** The same after that: what has come of it. */
export interface ContactAfter extends Contact {
  /** Size of the momentum exchanged. */
  impulse: number;
  response: Response;
}

export interface ContactCallbacks {
  /** Returning false ignores the contact, as a rule with the response "ignore" does. */
  before?: ((contact: ContactBefore) => boolean | void) | undefined;
  after?: ((contact: ContactAfter) => unknown) | undefined;
}

export interface RayHit {
  serial: number;
  distance: number;
  point: Point;
  normal: Point;
}

/** Many rays at once, a column each. Where a ray meets nothing `hit` is 0, and so is the rest. */
export interface RayHits {
  hit: Uint8Array;
  serial: Float64Array;
  distance: Float64Array;
  point: Float64Array;
  normal: Float64Array;
}

/** Of those bodies whose category has a bit of `mask`; left out: of all. */
export interface CastOptions {
  mask?: number;
}
export interface ShapeCastOptions extends CastOptions {
  /** By which the shape is turned. */
  angle?: number;
}

/** What is cast: one of the shapes of a body. */
export type CastShape = Pick<SceneBody, "circle" | "polygon" | "segment">;

/** Where a shape's origin stands, and by which angle it is turned (0 if left out). */
export interface Pose {
  at: Point;
  angle?: number;
}

/** Which bodies a question is about; left out: all. */
export interface FilterOptions {
  /** Those whose category has a bit of it. */
  mask?: number;
  /** False: no sensors. */
  sensors?: boolean;
  /** All but this one. */
  without?: number;
}

/** A shape of a body, or several that are joined. */
export type AnyShape = Pick<SceneBody, "circle" | "polygon" | "segment" | "border" | "shapes">;

/** A shape that goes from one pose to another, turning evenly where the angles differ. */
export interface Cast {
  shape: AnyShape;
  from: Pose;
  to: Pose;
}

export interface CastHit extends RayHit {
  /** The part of the way that the shape can go, in [0, 1]. */
  t: number;
}

/** What the collisions of a gas say about it, in the event world within bounds: docs/scenes.md, "The gas". */
export interface Gas {
  pressure: number;
  compressibility: number;
  collisionRate: number;
  meanFreePath: number;
  temperature: number;
  area: number;
}

/** What one step may use at most; `World::set_limits` in the C++ library says in which units. */
export interface Limits {
  work: number;
  workABody: number;
  records: number;
  recordsABody: number;
}

/** A shape and its straight motion over t in [0, 1], as in a line of `carom query`. */
export interface QueryShape {
  circle?: { radius: number; from: Point; to?: Point; hollow?: boolean };
  border?: { x: number } | { y: number };
  segment?: Record<string, unknown>;
  polygon?: Record<string, unknown>;
}
export interface Query {
  id?: string | number;
  a: QueryShape;
  b: QueryShape;
}

/** What `carom query` answers. */
export interface Answer {
  id?: string | number;
  result?: "hit" | "miss" | "overlap";
  /** In [0, 1]; 0 in an overlap. */
  t?: number;
  point?: Point;
  /** Of length 1: pushes a off b. */
  normal?: Point;
  side?: "inner" | "outer";
  /** Of an overlap. */
  depth?: number;
  /** What is wrong with the question; then there is no result. */
  error?: string;
  [more: string]: unknown;
}
