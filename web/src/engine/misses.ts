/**
 * What the second lane lets pass. A hit of the first lane is missed where both of its bodies were on their way as in the
 * first, had no other hit within a step before, and the second lane has no hit of the two within a step: the rule of
 * `carom compare`, asked of each pair by itself.
 */

import { EDGES } from "../../../bindings/wasm/carom";
import type { Bodies } from "../../../bindings/wasm/carom";
import type { Hits, Miss } from "./protocol";

/** A body further than this times its own size from its place in the first lane is elsewhere (as in `carom compare`). */
const DRIFT_SHARE = 0.01;

interface Pair {
  t: number;
  a: number;
  b: number;
}

interface Waiting extends Pair {
  until: number;
  x: number;
  y: number;
}

export class Misses {
  private readonly astray = new Set<number>();
  private readonly lastHit = new Map<number, { t: number; with: number }>();
  private waiting: Waiting[] = [];
  /** Hits of the second lane in the step before: rounding may put one on the other side of a step's end. */
  private earlier: Pair[] = [];

  /** After a step of both lanes: their new hits, and the bodies at its end. */
  after(first: Hits, second: Hits, dt: number, now: number, name: (serial: number) => string): Miss[] {
    for (let k = 0; k < first.count; ++k) this.expect(first, k, dt);
    const there = pairs(second);
    const near = [...this.earlier, ...there];
    const missed: Miss[] = [];
    this.waiting = this.waiting.filter((hit) => {
      if (found(near, hit, dt)) return false;
      if (now < hit.until) return true;
      missed.push({ t: hit.t, point: [hit.x, hit.y], a: name(hit.a), b: name(hit.b) });
      return false;
    });
    this.earlier = there;
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

  private expect(hits: Hits, k: number, dt: number): void {
    const [t, a, b] = [hits.t[k]!, hits.a[k]!, hits.b[k]!];
    const clear = (serial: number, partner: number) => {
      if (serial === EDGES) return true;
      const last = this.lastHit.get(serial);
      const disturbed = last && last.with !== partner && last.t > t - dt;
      return !this.astray.has(serial) && !disturbed;
    };
    if (clear(a, b) && clear(b, a)) {
      this.waiting.push({ t, until: t + dt * (1 + 1e-9), a, b, x: hits.point[2 * k]!, y: hits.point[2 * k + 1]! });
    }
    this.lastHit.set(a, { t, with: b });
    this.lastHit.set(b, { t, with: a });
  }
}

function pairs(hits: Hits): Pair[] {
  return Array.from({ length: hits.count }, (_, k) => ({ t: hits.t[k]!, a: hits.a[k]!, b: hits.b[k]! }));
}

function found(hits: Pair[], hit: Waiting, dt: number): boolean {
  return hits.some(({ t, a, b }) => a === hit.a && b === hit.b && Math.abs(t - hit.t) <= dt * (1 + 1e-9));
}

function apart(first: Bodies, k: number, second: Bodies, other: number): number {
  const dx = first.at[2 * k]! - second.at[2 * other]!;
  const dy = first.at[2 * k + 1]! - second.at[2 * other + 1]!;
  return Math.hypot(dx, dy);
}
