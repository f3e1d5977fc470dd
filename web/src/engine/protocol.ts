/** What the page and the engine's worker say to each other. */

import type { BodyChanges, Detection, Fault, Gas, Point, SceneBody, Settings } from "carom";

import type { Wanted } from "./measure";
import type { RunFile } from "./run_files";

export type { BodyChanges, Detection, Fault, Point, SceneBody, Settings };

/** What stays the same until a body comes or goes. */
export interface Cast {
  serial: Float64Array;
  kind: Uint8Array;
  flags: Uint8Array;
  radius: Float64Array;
  mass: Float64Array;
  /** The first tag of each body, or nothing. */
  tags: string[];
  /** What they are called, in worlds of few bodies. */
  names: string[];
  /** Of bodies that are no circles: points around the body's origin, before it is turned. */
  outlines: { serial: Float64Array; start: Uint32Array; points: Float64Array };
}

/** Contacts found for the first time, a column each. */
export interface Hits {
  count: number;
  t: Float64Array;
  /** The step in which it was found. */
  begin: Float64Array;
  end: Float64Array;
  a: Float64Array;
  b: Float64Array;
  point: Float64Array;
  normal: Float64Array;
  speed: Float64Array;
  impulse: Float64Array;
  response: Uint8Array;
  /** Where the origins of both bodies were at the contact; NaN of edges. */
  placeA: Float64Array;
  placeB: Float64Array;
  /** In worlds of few bodies: the velocities of both just before and after, NaN of edges and in other worlds. */
  beforeA: Float64Array;
  beforeB: Float64Array;
  afterA: Float64Array;
  afterB: Float64Array;
}

/** A body in the table, and what all of them have together. */
export interface Row {
  serial: number;
  name: string;
  mass: number;
  at: Point;
  velocity: Point;
}
export interface Rows {
  rows: Row[];
  kinetic: number;
  potential: number;
  momentum: Point;
}

/** Sums over all bodies, a column each: at the start and the end of every step, and just before and after every hit. */
export interface Samples {
  count: number;
  t: Float64Array;
  kinetic: Float64Array;
  potential: Float64Array;
  px: Float64Array;
  py: Float64Array;
}

/** What `carom run` prints of a run: energy and how much of it rounding has taken or given, and the sums of a gas. */
export interface Measures {
  energy: number;
  /** Over the energy there was; undefined before the last change by hand. */
  drift: number | undefined;
  /** In the event world, within bounds. */
  gas: Gas | undefined;
}

/** Where all bodies were at the ends of the steps taken since the frame before: corners of trails. */
export interface Track {
  t: number[];
  /** x and y of each body in the order of the cast of that time, whose serials these are. */
  serial: Float64Array[];
  at: Float64Array[];
}

/** A hit of the first lane that the second let pass. */
export interface Miss {
  t: number;
  point: Point;
  a: string;
  b: string;
}

/** A sound that a rule made. */
export interface Sounded {
  t: number;
  name: string;
}

/** One world as it is to be drawn. */
export interface LaneFrame {
  detection: Detection;
  /** The time shown, and the step that holds it. */
  shown: number;
  begin: number;
  time: number;
  steps: number;
  /** Up to `time`. */
  collisions: number;
  /** Of the state at `time`; left out where it takes long. */
  hash: string | undefined;
  samples: Samples;
  track: Track;
  cast: Cast | undefined;
  count: number;
  at: Float64Array;
  velocity: Float32Array;
  angle: Float32Array;
  hits: Hits;
  sounds: Sounded[];
  misses: Miss[];
}

export interface Frame {
  /** Rises with every change of the past: hits after `keepUntil` are no longer true. */
  edition: number;
  keepUntil: number;
  /** Whether all that was asked has been done; otherwise time ran out. */
  done: boolean;
  lanes: LaneFrame[];
  /** Milliseconds that the engine took, and putting the columns together. */
  engine: number;
  packing: number;
}

/** A body at a moment, for ghosts. */
export interface Pose {
  at: Point;
  angle: number;
}

export interface Poses {
  serial: number;
  /** The body's radius or reach. */
  size: number;
  start: Pose;
  contact: Pose;
  end: Pose;
  /** Where it goes in the step, x and y one after the other: corners at its hits, and points in between. */
  path: Float64Array;
}

/** A contact in full, and both of its bodies at the start of the step, at the contact and at the end. */
export interface HitDetail {
  a: string;
  b: string;
  poses: Poses[];
}

/** Facts about a scene that has been opened. */
export interface Opened {
  name: string;
  about: string;
  start: number;
  duration: number;
  settings: Settings;
}

/** A number that is not given stays as it is, to the last bit. */
export type PartOfPoint = [x: number | undefined, y: number | undefined];

export type Change =
  | { do: "move"; serial: number; at: PartOfPoint }
  | { do: "throw"; serial: number; velocity: PartOfPoint }
  | { do: "add"; body: SceneBody }
  | { do: "remove"; serial: number }
  /** Properties that are given change, null makes one what it is by default; the body stays the one it is. */
  | { do: "alter"; serial: number; by: BodyChanges }
  | { do: "settings"; settings: Partial<Settings> };

/** What was changed by hand at a time of a run. */
export interface Edit {
  t: number;
  changes: readonly Change[];
}

/** Which body a new one would lie in, or that it is larger than the bounds; undefined: there is room. */
export type Obstacle = { over: string } | { beyond: true } | undefined;

/** Questions and their answers, by name. */
export interface Calls {
  open: { ask: { scene: string; detections: (Detection | undefined)[] }; answer: Opened };
  /** To a time, as far as `budget` milliseconds go; with `step`, inside that step (a hit may lie on the border of two). */
  seek: { ask: { to: number; budget: number; step?: { begin: number; end: number } }; answer: Frame };
  step: { ask: { back: boolean }; answer: Frame };
  /** To the end of the step that holds the time shown. */
  settle: { ask: Record<string, never>; answer: Frame };
  /** The time shown, as it is after a change. */
  look: { ask: Record<string, never>; answer: Frame };
  hit: { ask: { lane: number; t: number; a: number; b: number }; answer: HitDetail };
  pick: { ask: { lane: number; at: Point; reach: number }; answer: { serial: number } | undefined };
  body: { ask: { lane: number; serial: number }; answer: SceneBody | undefined };
  /** All bodies that move, if they are no more than `most`. */
  rows: { ask: { lane: number; most: number }; answer: Rows | undefined };
  /** Of a run that stops at the time shown: what `carom run --until` prints. */
  hash: { ask: Record<string, never>; answer: string[] };
  /**
   * Changes by hand of this run: the first `same` of those before stay, and the run stands at the first that is new or gone.
   * `serial`: of the body that was added last. Throws a SceneError and changes nothing if one of them cannot be.
   */
  revise: { ask: { edits: readonly Edit[]; same: number }; answer: Opened & { serial: number | undefined } };
  /** Whether there is room for a body at the time shown. */
  room: { ask: { lane: number; body: SceneBody }; answer: Obstacle };
  /** All that is wrong with a scene. */
  check: { ask: { scene: string }; answer: Fault[] };
  /** A scene with every body of its fills written out. */
  expand: { ask: { scene: string }; answer: string };
  /** Why a scene cannot be played in this way; nothing if it can. */
  playable: { ask: { scene: string; detections: Detection[] }; answer: (string | undefined)[] };
  /** A file that `carom run --until …` writes of the scene. */
  file: { ask: { what: RunFile; scene: string; until: number }; answer: string };
  /** `exact`: at the time shown; otherwise at the end of the step that holds it. */
  measures: { ask: { exact: boolean }; answer: Measures };
  /** A number of a scene at a time. */
  measure: { ask: Wanted; answer: number };
  /** The scene as it is at the time shown. */
  moment: { ask: Record<string, never>; answer: string };
}

export type Name = keyof Calls;
export type Ask<N extends Name> = Calls[N]["ask"];
export type Answer<N extends Name> = Calls[N]["answer"];

export interface Request {
  id: number;
  /** What is asked is to end when this address is taken back. */
  stop: string;
  name: Name;
  ask: unknown;
}

export interface Trouble {
  message: string;
  faults: Fault[];
  /** The engine is gone and has been loaded anew; there is no scene. */
  fatal: boolean;
}

export type Reply = { id: number; answer: unknown } | { id: number; trouble: Trouble };
