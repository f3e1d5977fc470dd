import { expect, test } from "vitest";
import type { LaneView } from "../engine/lane_view";
import { Camera } from "../stage/camera";
import { Snap } from "./snap";

function lane(points: [number, number][]): LaneView {
  return {
    cast: { serial: Float64Array.from(points, (_, k) => k), radius: Float64Array.from(points, () => 1) },
    frame: { count: points.length, at: Float64Array.from(points.flat()) },
  } as unknown as LaneView;
}

test("on the grid, in line with a near body, or where the pointer is", () => {
  const camera = new Camera(); // 100 pixels a unit: lines every unit, or every fifth
  const snap = new Snap({ camera, pixelRatio: 1 });
  const others = lane([[0, 0], [3.13, -7]]);
  expect(snap.point([1.234, 0.56])).toEqual([1.234, 0.56]);
  snap.on = true;
  expect(snap.point([1.26, 0.56])).toEqual([1, 1]);
  expect(snap.body([3.16, 2.2], others, 0)).toEqual([3.13, 2]);
  expect(snap.body([3.16, 2.2], others, 1)).toEqual([3, 2]); // not with itself
});
