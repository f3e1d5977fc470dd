/** Columns for the plots. */

import type { LaneView } from "../engine/lane_view";
import { after, before } from "../engine/times";
import { isStanding } from "../stage/palette";

const MOST_POINTS = 20_000;
const NOISE = 1e-9; // of the scale of a quantity: less is rounding
const RATE_BINS = 80;
const SPEED_BINS = 24;

/** Values over time, in order. Points in line with their neighbours go when there are too many, then every other one. */
export class Series {
  private times: number[] = [];
  private values: number[][];

  constructor(count: number) {
    this.values = Array.from({ length: count }, () => []);
  }

  get columns(): [number[], ...number[][]] {
    return [this.times, ...this.values];
  }

  get length(): number {
    return this.times.length;
  }

  /** The last values that are not later than a time. */
  at(time: number): number[] | undefined {
    const place = after(this.times, this.times.length, time) - 1;
    return place < 0 ? undefined : this.values.map((column) => column[place]!);
  }

  /** The last values before a time, and the first after it. */
  around(time: number): [before: number[] | undefined, after: number[] | undefined] {
    const row = (place: number) =>
      place >= 0 && place < this.times.length ? this.values.map((column) => column[place]!) : undefined;
    return [
      row(before(this.times, this.times.length, time) - 1),
      row(after(this.times, this.times.length, time)),
    ];
  }

  /** A time that is known already says nothing new: the engine repeats itself exactly. */
  add(time: number, ...values: number[]): void {
    if (time <= (this.times.at(-1) ?? -Infinity)) return;
    this.times.push(time);
    values.forEach((value, k) => this.values[k]!.push(value));
    if (this.times.length <= MOST_POINTS) return;
    this.keep((k) => !this.inLine(k));
    if (this.times.length > MOST_POINTS / 2) this.keep((k) => k % 2 === 0);
  }

  keepUntil(time: number): void {
    this.cut(after(this.times, this.times.length, time));
  }

  private cut(length: number): void {
    this.times.length = length;
    for (const column of this.values) column.length = length;
  }

  private keep(wanted: (k: number) => boolean): void {
    const last = this.times.length - 1;
    const kept = this.times.map((_, k) => k === 0 || k === last || wanted(k));
    this.times = this.times.filter((_, k) => kept[k]);
    this.values = this.values.map((column) => column.filter((_, k) => kept[k]));
  }

  private inLine(k: number): boolean {
    const [t0, t, t1] = [this.times[k - 1]!, this.times[k]!, this.times[k + 1]!];
    return this.values.every((column) => {
      const [v0, v, v1] = [column[k - 1]!, column[k]!, column[k + 1]!];
      return Math.abs(v0 + ((v1 - v0) * (t - t0)) / (t1 - t0) - v) <= NOISE * (Math.abs(v0) + Math.abs(v1));
    });
  }
}

/** Without rounding: what is next to nothing on the scale of the quantity is nothing. */
export function clean(values: readonly number[], scale: number): number[] {
  return values.map((value) => (Math.abs(value) <= NOISE * scale ? 0 : value));
}

/** From where to where an axis goes; a quantity that only rounding changes is a level line. */
export function span(low: number, high: number, scale: number): [number, number] {
  const size = high - low;
  if (!(size >= 0)) return [0, 1];
  if (size > NOISE * scale) return [low - 0.08 * size, high + 0.08 * size];
  const half = Math.max(0.25 * Math.abs(low), 0.1 * scale) || 1;
  return [low - half, low + half];
}

/** Hits a second of scene time, from the first to the time shown. */
export function hitRate({ hits, frame }: LaneView, start: number): [number[], number[]] {
  const width = Math.max((frame.time - start) / RATE_BINS, 1e-9);
  const rate = new Array<number>(RATE_BINS).fill(0);
  const { t } = hits.columns;
  for (let k = 0; k < hits.length; ++k) {
    const bin = Math.min(RATE_BINS - 1, Math.floor((t[k]! - start) / width));
    if (t[k]! <= frame.time) rate[bin]! += 1 / width;
  }
  return [rate.map((_, k) => start + (k + 0.5) * width), rate];
}

/** Bodies by speed, and how many Maxwell's law expects at the same energy: the middle of each bin, bodies, law. */
export function speedHistogram({ frame, cast }: LaneView): [number[], number[], number[]] {
  const speeds: number[] = [];
  const masses = new Map<number, number>();
  let doubled = 0;
  for (let k = 0; k < frame.count; ++k) {
    if (isStanding(cast, k)) continue;
    const speed = Math.hypot(frame.velocity[2 * k]!, frame.velocity[2 * k + 1]!);
    speeds.push(speed);
    doubled += cast.mass[k]! * speed * speed;
    masses.set(cast.mass[k]!, (masses.get(cast.mass[k]!) ?? 0) + 1);
  }
  const fastest = speeds.reduce((a, b) => Math.max(a, b), 0) || 1;
  const width = (1.05 * fastest) / SPEED_BINS;
  const counts = new Array<number>(SPEED_BINS).fill(0);
  for (const speed of speeds) ++counts[Math.floor(speed / width)]!;
  const middles = counts.map((_, k) => (k + 0.5) * width);
  return [middles, counts, maxwell(middles, masses, doubled / Math.max(1, speeds.length) / 2, width)];
}

/** In the plane a body of mass m has the speed v with density (m v / T) exp(-m v² / 2T), T the mean kinetic energy. */
function maxwell(middles: number[], masses: Map<number, number>, temperature: number, width: number): number[] {
  if (!(temperature > 0)) return middles.map(() => 0);
  return middles.map((v) => {
    let expected = 0;
    for (const [m, count] of masses) {
      expected += count * ((m * v) / temperature) * Math.exp((-m * v * v) / (2 * temperature)) * width;
    }
    return expected;
  });
}

/** All sizes of momentum together: beside it rounding is nothing. */
export function momentumScale({ frame, cast }: LaneView): number {
  let sum = 0;
  for (let k = 0; k < frame.count; ++k) {
    if (isStanding(cast, k)) continue;
    sum += cast.mass[k]! * Math.hypot(frame.velocity[2 * k]!, frame.velocity[2 * k + 1]!);
  }
  return sum;
}
