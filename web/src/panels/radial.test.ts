import { expect, test } from "vitest";
import type { LaneView } from "../engine/lane_view";
import type { Settings } from "../engine/protocol";
import { radial } from "./radial";

function lane(points: [number, number][]): LaneView {
  const count = points.length;
  const cast = { flags: new Uint8Array(count), kind: new Uint8Array(count) };
  return { frame: { count, at: Float64Array.from(points.flat()) }, cast } as unknown as LaneView;
}

const box = (edges: string) => ({ bounds: { min: [0, 0], max: [10, 10], edges } }) as unknown as Settings;

test("in a square lattice others are at 1, √2 and 2 and nowhere else", () => {
  const points = Array.from({ length: 100 }, (_, k): [number, number] => [(k % 10) + 0.5, Math.floor(k / 10) + 0.5]);
  const [r, g] = radial(lane(points), box("periodic"), 250)!;
  const width = r[1]! - r[0]!;
  const others = g.map((value, bin) => value * 0.99 * Math.PI * width * width * (2 * bin + 1));
  const at = (distance: number) => others[Math.floor(distance / width + 1e-9)]!;
  expect(at(1)).toBeCloseTo(4, 9);
  expect(at(Math.SQRT2)).toBeCloseTo(4, 9);
  expect(at(2)).toBeCloseTo(4, 9);
  expect(at(1.2)).toBe(0);
});

test("rings that lie partly beyond a wall are not counted", () => {
  const [r, g] = radial(lane([[5, 5], [6, 5], [0.5, 5]]), box("rebound"), 10)!;
  const bin = r.findIndex((each) => each > 1);
  // Around the two in the middle a ring of this size is whole, around the third it is not.
  const width = r[1]! - r[0]!;
  expect(g[bin]).toBeCloseTo(2 / (2 * 0.02 * Math.PI * width * width * (2 * bin + 1)), 9);
});

test("without bounds that hold the bodies there is none", () => {
  expect(radial(lane([[1, 1], [2, 2]]), box("remove"))).toBeUndefined();
  expect(radial(lane([[1, 1]]), box("rebound"))).toBeUndefined();
});
