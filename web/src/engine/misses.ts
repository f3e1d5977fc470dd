/**
 * What the second lane lets pass. Asked of hits of the first lane whose two bodies were on their way as in the first and
 * had no other hit within a step before (as in `carom compare`). Such a hit is missed if the second lane has none of the
 * two within a step, or has one and lets them pass all the same: a step later one is its own size deeper than the contact
 * allows, and still closing in.
 */

import { EDGES, Flag } from "carom";
import type { Bodies } from "carom";
import type { Hits, Miss, Point } from "./protocol";

/** A body further than this times its own size from its place in the first lane is elsewhere (as in `carom compare`). */
const DRIFT_SHARE = 0.01;

interface Pair {
  t: number;
  a: number;
  b: number;
}

interface Waiting extends Pair {
  until: number;
  point: Point;
  normal: Point;
  /** From b to a at the contact. */
  gap: Point;
  found: boolean;
}

/** What has to be asked of the first lane's world. */
export interface Witness {
  name(serial: number): string;
  /** Where a body was at a time inside the last step. */
  at(serial: number, t: number): Point | undefined;
}

export class Misses {
  private readonly astray = new Set<number>();
  private readonly lastHit = new Map<number, { t: number; with: number }>();
  private waiting: Waiting[] = [];
  /** Hits of the second lane in the step before: rounding may put one on the other side of a step's end. */
  private earlier: Pair[] = [];

  /** After a step of both lanes: their new hits, and the second lane's bodies at its end. */
  after(first: Hits, second: Hits, bodies: Bodies, dt: number, now: number, witness: Witness): Miss[] {
    for (let k = 0; k < first.count; ++k) this.expect(first, k, dt, bodies, witness);
    const there = pairs(second);
    const near = [...this.earlier, ...there];
    this.earlier = there;
    const missed: Miss[] = [];
    this.waiting = this.waiting.filter((hit) => {
      hit.found ||= near.some(
        (other) => other.a === hit.a && other.b === hit.b && Math.abs(other.t - hit.t) <= hit.until - hit.t,
      );
      if (now < hit.until) return true;
      if (!hit.found || isThrough(hit, bodies)) {
        missed.push({ t: hit.t, point: hit.point, a: witness.name(hit.a), b: witness.name(hit.b) });
      }
      return false;
    });
    return missed;
  }

  /** Looks which bodies have left the first lane's paths. */
  compare(first: Bodies, second: Bodies): void {
    let other = 0;
    for (let k = 0; k < first.count; ++k) {
      const serial = first.serial[k]!;
      while (other < second.count && second.serial[other]! < serial) ++other;
      const there = other < second.count && second.serial[other] === serial;
      if (!there || apart(first, k, second, other) > DRIFT_SHARE * first.radius[k]!) this.astray.add(serial);
    }
  }

  private expect(hits: Hits, k: number, dt: number, bodies: Bodies, witness: Witness): void {
    const [t, a, b] = [hits.t[k]!, hits.a[k]!, hits.b[k]!];
    const clear = (serial: number, partner: number) => {
      if (serial === EDGES) return true;
      const last = this.lastHit.get(serial);
      const disturbed = last && last.with !== partner && last.t > t - dt && !isFixed(bodies, serial);
      return !this.astray.has(serial) && !disturbed;
    };
    const pair = (column: Float64Array): Point => [column[2 * k]!, column[2 * k + 1]!];
    if (clear(a, b) && clear(b, a)) {
      const [from, to] = [b === EDGES ? ([0, 0] as Point) : witness.at(b, t), witness.at(a, t)];
      const gap: Point = from && to ? [to[0] - from[0], to[1] - from[1]] : [0, 0];
      const until = t + dt * (1 + 1e-9);
      this.waiting.push({ t, a, b, until, point: pair(hits.point), normal: pair(hits.normal), gap, found: false });
    }
    this.lastHit.set(a, { t, with: b });
    this.lastHit.set(b, { t, with: a });
  }
}

function pairs(hits: Hits): Pair[] {
  return Array.from({ length: hits.count }, (_, k) => ({ t: hits.t[k]!, a: hits.a[k]!, b: hits.b[k]! }));
}

/** A hit changes nothing about it. */
function isFixed({ serial: all, flags }: Bodies, serial: number): boolean {
  return ((flags[all.indexOf(serial)] ?? 0) & Flag.fixed) !== 0;
}

function isThrough({ a, b, normal, gap }: Waiting, bodies: Bodies): boolean {
  const first = bodies.serial.indexOf(a);
  const second = b === EDGES ? -1 : bodies.serial.indexOf(b);
  if (first < 0 || (b !== EDGES && second < 0)) return false;
  const along = (column: Float64Array) =>
    [0, 1].reduce(
      (sum, axis) => sum + normal[axis]! * (column[2 * first + axis]! - (second < 0 ? 0 : column[2 * second + axis]!)),
      0,
    );
  const deeper = normal[0] * gap[0] + normal[1] * gap[1] - along(bodies.at);
  const size = Math.min(bodies.radius[first]!, second < 0 ? Infinity : bodies.radius[second]!);
  return deeper > size && along(bodies.velocity) < 0;
}

function apart(first: Bodies, k: number, second: Bodies, other: number): number {
  const dx = first.at[2 * k]! - second.at[2 * other]!;
  const dy = first.at[2 * k + 1]! - second.at[2 * other + 1]!;
  return Math.hypot(dx, dy);
}
