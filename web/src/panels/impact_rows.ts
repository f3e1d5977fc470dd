/** A hit as a line of the collision table: both bodies before and after, and what has been exchanged. */

import { EDGES } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Point } from "../engine/protocol";
import { words } from "../words";

export interface ImpactRow {
  t: number;
  a: string;
  b: string;
  /** Velocities; undefined of edges. */
  before: [Point, Point | undefined];
  after: [Point, Point | undefined];
  /** Separating over closing speed; undefined where nothing closed in. */
  restitution: number | undefined;
  impulse: number;
  /** Change of momentum of each, and of both; undefined of what is fixed. */
  change: [Point | undefined, Point | undefined];
  sum: Point | undefined;
  /** Kinetic energy that all bodies have won. */
  energy: number | undefined;
}

const NOISE = 1e-12; // of what is subtracted: less is rounding

/** Of the hits up to the time shown the last ones, at most so many; `name` of a body by its serial. */
export function impactRows(lane: LaneView, most: number, name: (serial: number) => string): ImpactRow[] {
  const { columns: hits, length } = lane.hits;
  const rows: ImpactRow[] = [];
  for (let k = length - 1; k >= 0 && rows.length < most; --k) {
    if (hits.t[k]! > lane.frame.shown) continue;
    const at = (column: Float64Array): Point | undefined =>
      Number.isNaN(column[2 * k]!) ? undefined : [column[2 * k]!, column[2 * k + 1]!];
    const [a, b] = [hits.a[k]!, hits.b[k]!];
    const [beforeA, afterA] = [at(hits.beforeA), at(hits.afterA)];
    if (!beforeA || !afterA) continue;
    const [beforeB, afterB] = [at(hits.beforeB), at(hits.afterB)];
    const normal = at(hits.normal)!;
    const change: ImpactRow["change"] = [
      exchanged(mass(lane, a), beforeA, afterA),
      b === EDGES ? undefined : exchanged(mass(lane, b), beforeB, afterB),
    ];
    rows.push({
      t: hits.t[k]!,
      a: name(a),
      b: b === EDGES ? words.bounds : name(b),
      before: [beforeA, beforeB],
      after: [afterA, afterB],
      restitution: ratio(normal, less(beforeA, beforeB), less(afterA, afterB)),
      impulse: hits.impulse[k]!,
      change,
      sum: change[0] && change[1] ? tidy([change[0][0] + change[1][0], change[0][1] + change[1][1]], change[0]) : undefined,
      energy: gained(lane, hits.t[k]!),
    });
  }
  return rows.reverse();
}

/** Undefined: it is fixed, or gone. */
function mass({ cast, place }: LaneView, serial: number): number | undefined {
  const k = place.get(serial);
  return k === undefined || (cast.flags[k]! & 1) !== 0 ? undefined : cast.mass[k]!;
}

function exchanged(m: number | undefined, before: Point | undefined, after: Point | undefined): Point | undefined {
  return m === undefined || !before || !after ? undefined : [m * (after[0] - before[0]), m * (after[1] - before[1])];
}

function less(a: Point, b: Point = [0, 0]): Point {
  return [a[0] - b[0], a[1] - b[1]];
}

function ratio(normal: Point, before: Point, after: Point): number | undefined {
  const along = ([x, y]: Point) => x * normal[0] + y * normal[1];
  return along(before) < 0 ? -along(after) / along(before) : undefined;
}

function tidy([x, y]: Point, beside: Point): Point {
  const scale = NOISE * Math.hypot(...beside);
  return [Math.abs(x) < scale ? 0 : x, Math.abs(y) < scale ? 0 : y];
}

/** From the sums that the engine gives for just before and just after. */
function gained({ sums }: LaneView, t: number): number | undefined {
  const [before, after] = sums.around(t);
  if (!before || !after) return undefined;
  const change = after[0]! - before[0]!;
  return Math.abs(change) < NOISE * Math.abs(before[0]!) ? 0 : change;
}
