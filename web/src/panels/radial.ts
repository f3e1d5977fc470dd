/**
 * The radial distribution function of a moment: how many others are found at a distance from a body, over how many there would
 * be if they lay at random. As `carom run` has it (docs/data.md, `radial`): of all bodies that are not fixed and not hollow, by
 * their places; beside walls a ring counts only where it lies within the bounds.
 */

import { Flag } from "carom";
import type { LaneView } from "../engine/lane_view";
import type { Settings } from "../engine/protocol";
import { isStanding } from "../stage/palette";

const BINS = 100;
const REACH = 5; // mean distances of neighbours

/** Distances and values; undefined: there are no bounds that hold the bodies, or fewer than two of them. */
export function radial({ frame, cast }: LaneView, { bounds }: Settings, bins = BINS): [r: number[], g: number[]] | undefined {
  if (!bounds || bounds.edges === "remove") return undefined;
  const size = [bounds.max[0] - bounds.min[0], bounds.max[1] - bounds.min[1]] as const;
  const periodic = bounds.edges === "periodic";
  const points: number[] = [];
  for (let k = 0; k < frame.count; ++k)
    if (!isStanding(cast, k) && (cast.flags[k]! & Flag.hollow) === 0)
      points.push(frame.at[2 * k]! - bounds.min[0], frame.at[2 * k + 1]! - bounds.min[1]);
  const count = points.length / 2;
  if (count < 2) return undefined;
  const range = Math.min(REACH * Math.sqrt((size[0] * size[1]) / count), size[0] / 2, size[1] / 2);
  const width = range / bins;
  const found = new Float64Array(bins);
  const centres = new Float64Array(bins + 1);
  const cells = new Cells(points, size, range);
  for (let k = 0; k < count; ++k) {
    const [x, y] = [points[2 * k]!, points[2 * k + 1]!];
    const wall = Math.min(x, y, size[0] - x, size[1] - y);
    const whole = periodic ? bins : wall > 0 ? Math.min(bins, Math.floor(wall / width)) : 0;
    ++centres[whole]!;
    for (const other of whole > 0 ? cells.around(x, y) : []) {
      if (other === k) continue;
      let [dx, dy] = [points[2 * other]! - x, points[2 * other + 1]! - y];
      if (periodic) [dx, dy] = [dx - size[0] * Math.round(dx / size[0]), dy - size[1] * Math.round(dy / size[1])];
      const bin = Math.floor(Math.sqrt(dx * dx + dy * dy) / width);
      if (bin < whole) ++found[bin]!;
    }
  }
  const density = (count - 1) / (size[0] * size[1]);
  let around = count;
  const g = Array.from(found, (value, bin) => {
    around -= centres[bin]!;
    const expected = around * density * Math.PI * width * width * (2 * bin + 1);
    return expected > 0 ? value / expected : 0;
  });
  return [g.map((_, bin) => (bin + 0.5) * width), g];
}

/** Points sorted into cells no smaller than the reach; all that wraps around is looked at. */
class Cells {
  private readonly counts: [number, number];
  private readonly members = new Map<number, number[]>();

  constructor(
    points: readonly number[],
    private readonly size: readonly [number, number],
    reach: number,
  ) {
    this.counts = [Math.max(1, Math.floor(size[0] / reach)), Math.max(1, Math.floor(size[1] / reach))];
    for (let k = 0; 2 * k < points.length; ++k) {
      const cell = this.cell(this.line(points[2 * k]!, 0), this.line(points[2 * k + 1]!, 1));
      const here = this.members.get(cell);
      if (here) here.push(k);
      else this.members.set(cell, [k]);
    }
  }

  *around(x: number, y: number): Iterable<number> {
    const [i, j] = [this.line(x, 0), this.line(y, 1)];
    const cells = new Set<number>();
    for (const di of [-1, 0, 1]) for (const dj of [-1, 0, 1]) cells.add(this.cell(i + di, j + dj));
    for (const cell of cells) yield* this.members.get(cell) ?? [];
  }

  private line(value: number, axis: 0 | 1): number {
    return Math.min(this.counts[axis] - 1, Math.max(0, Math.floor((value / this.size[axis]) * this.counts[axis])));
  }

  private cell(i: number, j: number): number {
    const [columns, rows] = this.counts;
    return ((i + columns) % columns) * rows + ((j + rows) % rows);
  }
}
