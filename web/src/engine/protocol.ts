/** What the page and the engine's worker say to each other. */

import type { Detection, Energy, Fault, Point, SceneBody, Settings } from "carom";

export type { Detection, Energy, Fault, Point, SceneBody, Settings };

/** What stays the same until a body comes or goes. */
export interface Cast {
  serial: Float64Array;
  kind: Uint8Array;
  flags: Uint8Array;
  radius: Float64Array;
  mass: Float64Array;
  /** The first tag of each body, or nothing. */
  tags: string[];
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
  collisions: number;
  energy: Energy;
  momentum: Point;
  /** Of the state at `time`. */
  hash: string;
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
  undo: number;
}

/** A number that is not given stays as it is, to the last bit. */
export type PartOfPoint = [x: number | undefined, y: number | undefined];

export type Change =
  | { do: "move"; serial: number; at: PartOfPoint }
  | { do: "throw"; serial: number; velocity: PartOfPoint }
  | { do: "add"; body: SceneBody }
  | { do: "remove"; serial: number }
  /** Another body takes its place: the same but for what is given. */
  | { do: "replace"; serial: number; by: SceneBody }
  | { do: "settings"; settings: Partial<Settings> };

/** Questions and their answers, by name. */
export interface Calls {
  open: { ask: { scene: string; detections: (Detection | undefined)[] }; answer: Opened };
  /** To a time, as far as `budget` milliseconds go; with `step`, inside that step (a hit may lie on the border of two). */
  seek: { ask: { to: number; budget: number; step?: { begin: number; end: number } }; answer: Frame };
  step: { ask: { back: boolean }; answer: Frame };
  /** The time shown, as it is after a change. */
  look: { ask: Record<string, never>; answer: Frame };
  hit: { ask: { lane: number; t: number; a: number; b: number }; answer: HitDetail };
  pick: { ask: { lane: number; at: Point; reach: number }; answer: { serial: number } | undefined };
  body: { ask: { lane: number; serial: number }; answer: SceneBody | undefined };
  /** Of a run that stops at the time shown: what `carom run --until` prints. */
  hash: { ask: Record<string, never>; answer: string[] };
  /** `hold`: undo returns to before this change; not for all but the first of a gesture. */
  change: { ask: { changes: Change[]; hold: boolean }; answer: Opened & { serial: number | undefined } };
  undo: { ask: Record<string, never>; answer: Opened | undefined };
  /** The scene from its start, or as it is at the time shown. */
  text: { ask: { moment: boolean }; answer: string };
}

export type Name = keyof Calls;
export type Ask<N extends Name> = Calls[N]["ask"];
export type Answer<N extends Name> = Calls[N]["answer"];

export interface Request {
  id: number;
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
