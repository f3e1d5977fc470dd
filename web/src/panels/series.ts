/** Columns for the plots. */

import type { LaneView } from "../engine/lane_view";
import { isStanding } from "../stage/palette";

const MOST_POINTS = 2000;
const RATE_BINS = 80;
const SPEED_BINS = 24;

/** Values over time, in order; when there are too many, every other one goes. */
export class Series {
  private times: number[] = [];
  private values: number[][];

  constructor(count: number) {
    this.values = Array.from({ length: count }, () => []);
  }

  get columns(): [number[], ...number[][]] {
    return [this.times, ...this.values];
  }

  clear(): void {
    this.times = [];
    this.values = this.values.map(() => []);
  }

  /** A time that is known already says nothing new: the engine repeats itself exactly. */
  add(time: number, ...values: number[]): void {
    if (time <= (this.times.at(-1) ?? -Infinity)) return;
    this.times.push(time);
    values.forEach((value, k) => this.values[k]!.push(value));
    if (this.times.length > MOST_POINTS) {
      const half = (column: number[]) => column.filter((_, k) => k % 2 === 0);
      this.times = half(this.times);
      this.values = this.values.map(half);
    }
  }

  keepUntil(time: number): void {
    const kept = this.times.findIndex((t) => t > time);
    if (kept < 0) return;
    this.times.length = kept;
    for (const column of this.values) column.length = kept;
  }
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
